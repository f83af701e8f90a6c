package pack_test

import (
	"bytes"
	"context"
	"slices"
	"strings"
	"testing"

	"github.com/gridwright/gridwright/internal/pack"
	"github.com/gridwright/gridwright/puzzle"
)

// mended checks a pack and proposes.
func mended(t *testing.T, text string) ([]pack.Result, string) {
	t.Helper()
	entries, failed := load(t, map[string]string{"pack": text}, "pack")
	if failed != nil {
		t.Fatal(failed)
	}
	results := check(t, entries)
	if err := pack.Mend(context.Background(), results, puzzle.DefaultLimits()); err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	if _, _, err := pack.WriteFixed(&out, results); err != nil {
		t.Fatal(err)
	}
	return results, out.String()
}

// TestMend wants what is proposed to be right, and the rest to stay.
func TestMend(t *testing.T) {
	results, text := mended(t, planted)
	for i, want := range map[int]string{1: "", 2: "start: row 3, column 3 now 1, fewest 4", 3: "minimum 1", 4: "solution 1,1",
		5: "", 6: "", 7: "", 8: "", 9: "", 10: "minimum 2", 12: "", 13: ""} {
		got := ""
		if fix := results[i-1].Fix; fix != nil {
			got = strings.Join(fix.What, ", ")
		}
		if got != want {
			t.Errorf("level %d: %q, want %q", i, got, want)
		}
	}
	entries, failed := load(t, map[string]string{"fixed": text}, "fixed")
	if failed != nil || len(entries) != len(results)-1 {
		t.Fatalf("%q: %s", failed, text)
	}
	if got, want := said(check(t, entries)), []string{"5 twin", "6 twin", "8 twin", "10 standing"}; !slices.Equal(got, want) {
		t.Errorf("%q, want %q: %s", got, want, text)
	}
	if _, again := mended(t, planted); again != text {
		t.Errorf("two proposals for one pack: %s, %s", text, again)
	}
}

// TestMendNearest wants the nearest level, and neither one that is solved as it stands nor one of the pack.
func TestMendNearest(t *testing.T) {
	for _, c := range []struct{ what, text, want string }{
		{"a colour too many", `{"family":"tilt","version":1,"start":["aa","b."],"target":["ab","ab"]}`, "1 change"},
		{"a board that no one change helps",
			`{"family":"lights","version":1,"start":["1001","0100","0010","1001"]}`, "2 changes"},
	} {
		results, _ := mended(t, c.text)
		r := &results[0]
		if r.Verdict() != "impossible" || r.Fix == nil || len(r.Fix.What) != int(c.want[0]-'0')+1 {
			t.Errorf("%s is %s: %+v, want %s", c.what, r.Verdict(), r.Fix, c.want)
		}
	}
	// The only level one lamp away is in the pack, and so is what is solved as it stands.
	results, _ := mended(t, `{"family":"lights","version":1,"start":["1000","0000","0000","0000"]}
{"family":"lights","version":1,"start":["1000","0000","0010","0000"]}
`)
	if f := results[0].Fix; f == nil || strings.Contains(f.What[0], "row 3, column 3 now 1") && len(f.What) == 2 {
		t.Errorf("%+v", f)
	}
	entries, _ := load(t, map[string]string{"pack": planted}, "pack")
	all := check(t, entries)
	gone, cancel := context.WithCancel(context.Background())
	cancel()
	if err := pack.Mend(gone, all, puzzle.Limits{}); err == nil {
		t.Error("a search that was called off ends without an error")
	}
}

// TestMendNothing wants a level for which no other one is found to stay, and to claim nothing any more.
func TestMendNothing(t *testing.T) {
	text := `[{"family":"tilt","version":1,"claimed":{"minimum":3,"solution":"LD"},"start":["a"],"target":["."]},
{"family":"tilt","version":1,"name":"b","start":["a"],"target":["b"]}]`
	results, fixed := mended(t, text)
	for i, want := range []string{"no minimum, no solution", ""} {
		got := ""
		if f := results[i].Fix; f != nil {
			got = strings.Join(f.What, ", ")
		}
		if results[i].Verdict() != "impossible" || got != want {
			t.Errorf("level %d is %s: %q, want %q", i+1, results[i].Verdict(), got, want)
		}
	}
	if strings.Contains(fixed, "claimed") {
		t.Errorf("claims are left: %s", fixed)
	}
	unread, lost, err := pack.WriteFixed(new(bytes.Buffer), results)
	if unread != 0 || lost != 2 || err != nil {
		t.Errorf("%d unread, %d lost, %v", unread, lost, err)
	}
}
