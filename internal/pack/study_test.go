package pack_test

import (
	"context"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/gridwright/gridwright/internal/pack"
	"github.com/gridwright/gridwright/puzzle"
)

var update = flag.Bool("update", false, "write the table of docs/packs.md anew")

// studied are boards, and how far from being solved their levels are scrambled.
var studied = []struct {
	what, document string
	distances      []int64
}{
	{"5 × 5 lamps", `{"family":"lights","version":1,"start":["00000","00000","00000","00000","00000"]}`,
		[]int64{1, 3, 5, 7, 9, 11, 13}},
	{"6 × 5 tiles to tilt", `{"family":"tilt","version":1,"start":["caa.b","bbaa.",".b.ca","caacb",".a..c","ab.b."],
"target":["bcbba","aaca.","baac.","acb..","abb..","ac..."]}`, []int64{1, 2, 3, 4, 8, 12, 24, 48}},
	{"3 × 3 tiles to shift", `{"family":"permute","version":1,"moves":"shifts","start":[[1,2,3],[4,5,6],[7,8,9]]}`,
		[]int64{1, 2, 3, 4, 5, 6}},
	{"shapes to build", `{"family":"assembly","version":1,"shape":["R#######","########","########","########","########"]}`, []int64{2, 4, 6, 9, 12, 16}},
}

const perDistance = 40

// study is the table of what grades the levels have.
func study(t *testing.T) string {
	ctx, lim := context.Background(), puzzle.DefaultLimits()
	var b strings.Builder
	b.WriteString("| levels | shortest way | lowest grade | in the middle | highest | in a word | ways that are as short | lures |\n" +
		"|---|---|---|---|---|---|---|---|\n")
	for _, s := range studied {
		base, failed := load(t, map[string]string{"pack": s.document}, "pack")
		if failed != nil {
			t.Fatal(failed)
		}
		last := int64(-1)
		for _, distance := range s.distances {
			rng := rand.New(rand.NewPCG(1, uint64(distance)))
			var entries []pack.Entry
			for range perDistance {
				in, err := base[0].In.Solver().Scramble(ctx, base[0].In, distance, rng, lim)
				if err != nil {
					t.Fatalf("%s, %d: %v", s.what, distance, err)
				}
				entries = append(entries, pack.Entry{File: s.what, Case: len(entries) + 1, In: in})
			}
			results := check(t, entries)
			slices.SortStableFunc(results, func(a, b pack.Result) int {
				return int(a.Difficulty.Grade() - b.Difficulty.Grade())
			})
			ways := slices.Clone(results)
			slices.SortStableFunc(ways, func(a, b pack.Result) int { return a.Fewest.Ways.Cmp(b.Fewest.Ways) })
			lures := int64(0)
			for i := range results {
				if r := &results[i]; !r.Exact() || r.Length.Int64() != distance {
					t.Fatalf("%s at %d: %s", s.what, distance, r.FewestText())
				}
				lures += results[i].Difficulty.Lures
			}
			middle := results[perDistance/2].Difficulty
			if middle.Grade() < last {
				t.Errorf("%s: %d moves have the grade %d, and fewer moves %d", s.what, distance, middle.Grade(), last)
			}
			last = middle.Grade()
			fmt.Fprintf(&b, "| %s | %d | %d | %d | %d | %s | %s | %.1f |\n", s.what, distance, results[0].Difficulty.Grade(),
				middle.Grade(), results[perDistance-1].Difficulty.Grade(), middle.Word(), ways[perDistance/2].WaysText(),
				float64(lures)/perDistance)
		}
	}
	return b.String()
}

// TestStudy holds the table of docs/packs.md against levels that are made for it: the grade in the middle grows with the
// length of the shortest way.
func TestStudy(t *testing.T) {
	const doc, head = "docs/packs.md", "| levels | shortest way |"
	root, err := os.OpenRoot("../..")
	if err != nil {
		t.Fatal(err)
	}
	defer root.Close()
	raw, err := root.ReadFile(doc)
	if err != nil {
		t.Fatal(err)
	}
	text := string(raw)
	from := strings.Index(text, head)
	if from < 0 {
		t.Fatalf("%s has no table %q", doc, head)
	}
	to := from
	for strings.HasPrefix(text[to:], "|") {
		to += strings.IndexByte(text[to:], '\n') + 1
	}
	want := study(t)
	if got := text[from:to]; got == want {
		return
	}
	if !*update {
		t.Fatalf("%s: the table of grades is not right; go test ./internal/pack -run Study -update writes it anew:\n%s", doc, want)
	}
	f, err := root.Create(doc)
	if err == nil {
		_, err = f.WriteString(text[:from] + want + text[to:])
	}
	if err != nil {
		t.Fatal(err)
	}
}
