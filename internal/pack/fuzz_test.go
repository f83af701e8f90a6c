package pack_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/gridwright/gridwright/internal/pack"
	"github.com/gridwright/gridwright/puzzle"
)

// FuzzLoad wants any text to be a pack or to be refused: every level is an instance or an error, and what can be read is
// checked, put right and reported without a panic.
func FuzzLoad(f *testing.F) {
	f.Add(planted)
	f.Add("110\n100\n000\n\n11\n1!1\n\n.R\n##\n")
	f.Add("- {family: lights, version: 1, start: [\"1\"]}\n- 7\n")
	f.Add("{\"family\":\"lights\",\"version\":1,\"start\":[\"1\"]}\n{\n")
	f.Add("2 2\nr.\n.r\n\n.r\nr.\n")
	f.Add("12/34 -> 21/34 : shifts\n")
	lim := puzzle.Limits{Time: 50 * time.Millisecond, Memory: 64 << 20}
	f.Fuzz(func(t *testing.T, text string) {
		if len(text) > 4096 {
			return
		}
		r := reader()
		r.Limits, r.Stdin = lim, strings.NewReader(text)
		ctx := context.Background()
		failed := 0
		entries, err := pack.Load(ctx, r, []string{"-"}, func(error) { failed++ })
		if err != nil || len(entries) == 0 && failed == 0 {
			t.Fatalf("%d levels, %d errors, %v", len(entries), failed, err)
		}
		for i, e := range entries {
			if (e.Err == nil) != (e.In.Solver() != nil) || e.Case != i+1 {
				t.Fatalf("level %d: %+v", i+1, e)
			}
		}
		results, err := pack.Check(ctx, entries[:min(len(entries), 20)], pack.Options{Limits: lim, Workers: 1})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := pack.AppendJSON(nil, results); err != nil {
			t.Fatal(err)
		}
	})
}
