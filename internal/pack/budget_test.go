package pack

import (
	"context"
	"testing"

	"github.com/gridwright/gridwright/families"
	"github.com/gridwright/gridwright/internal/cli/input"
	"github.com/gridwright/gridwright/puzzle"
)

// TestMendBudget wants claims to be put right also where the time for a search is over.
func TestMendBudget(t *testing.T) {
	r := &input.Reader{Limits: puzzle.DefaultLimits()}
	for _, f := range families.All() {
		r.Checkers = append(r.Checkers, f.Checker)
	}
	ctx := context.Background()
	l := &loader{ctx: ctx, r: r, file: "pack"}
	err := l.load([]byte(`[{"family":"lights","version":1,"claimed":{"minimum":2},"start":["1000","0000","0000","0000"]},
{"family":"lights","version":1,"claimed":{"minimum":2},"start":["010","111","010"]}]`))
	if err != nil {
		t.Fatal(err)
	}
	results, err := Check(ctx, l.entries, Options{Limits: r.Limits})
	if err == nil {
		err = mend(ctx, results, r.Limits, 0)
	}
	if err != nil {
		t.Fatal(err)
	}
	for i, want := range []string{"no minimum", "minimum 1"} {
		if f := results[i].Fix; f == nil || len(f.What) != 1 || f.What[0] != want || f.Other {
			t.Errorf("level %d: %+v, want %s", i+1, f, want)
		}
	}
}
