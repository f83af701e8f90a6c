package assemblysolve

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/gridwright/gridwright/assembly"
	"github.com/gridwright/gridwright/assembly/assemblysolve/internal/sets"
)

// randomShape grows a shape in a small box; thin ones have few squares.
func randomShape(rng *rand.Rand, n int, rows, cols int32, thin int, contact assembly.Contact) *assembly.Instance {
	on := map[assembly.Block]bool{{R: rng.Int32N(rows), C: rng.Int32N(cols)}: true}
	var cells []assembly.Block
	for b := range on {
		cells = append(cells, b)
	}
	for tries := 0; len(cells) < n && tries < 50*n; tries++ {
		b := cells[rng.IntN(len(cells))]
		dr, dc := assembly.Direction(rng.IntN(4)).Delta()
		c := assembly.Block{R: b.R + dr, C: b.C + dc}
		if c.R < 0 || c.C < 0 || c.R >= rows || c.C >= cols || on[c] {
			continue
		}
		near := 0
		for d := assembly.Left; d <= assembly.Down; d++ {
			dr, dc := d.Delta()
			if on[assembly.Block{R: c.R + dr, C: c.C + dc}] {
				near++
			}
		}
		if near > 1 && rng.IntN(thin+1) > 0 {
			continue
		}
		on[c] = true
		cells = append(cells, c)
	}
	p, err := assembly.New(rows, cols, cells, assembly.NoRoot, contact)
	if err != nil {
		panic(err)
	}
	return p
}

// rootsBackwards is rootsByBuilding for sets up to a limit, backwards with bitmaps: an oracle for larger shapes.
func rootsBackwards(p *assembly.Instance, most int) (out []int32, ok bool) {
	v := sets.NewLeaver(p)
	full := sets.Full(len(p.Blocks))
	seen := map[uint64]bool{full[0]: true}
	todo := []uint64{full[0]}
	for len(todo) > 0 {
		set := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if set&(set-1) == 0 {
			for i := range p.Blocks {
				if set>>i&1 != 0 {
					out = append(out, int32(i))
				}
			}
			continue
		}
		for _, l := range v.Append(nil, []uint64{set}, assembly.NoRoot) {
			if next := set &^ (1 << l.Block); !seen[next] {
				if len(seen) > most {
					return nil, false
				}
				seen[next] = true
				todo = append(todo, next)
			}
		}
	}
	slices.Sort(out)
	return out, true
}

// The two leavers list the same.
func TestLeaversAgree(t *testing.T) {
	rng := rand.New(rand.NewPCG(8, 8))
	for range 500 {
		p := randomShape(rng, 3+rng.IntN(60), 9, 9, rng.IntN(6), assembly.Contact(rng.IntN(2)))
		p.Root = rng.Int32N(int32(len(p.Blocks))+1) - 1
		v, small := sets.NewLeaver(p), sets.NewSmallLeaver(p)
		for set := sets.Full(len(p.Blocks)); ; {
			var want, got []uint64
			list := v.Append(nil, set, p.Root)
			for _, l := range list {
				want = append(want, set[0]&^(1<<l.Block))
			}
			if err := small.Each(set[0], sets.Start(p)[0],
				func(rest uint64) error { got = append(got, rest); return nil }); err != nil {
				t.Fatal(err)
			}
			if !slices.Equal(got, want) {
				t.Fatalf("%sset %b: %b and %b", sketch(p), set, got, want)
			}
			if len(want) == 0 {
				break
			}
			set[0] = want[rng.IntN(len(want))]
		}
	}
}

func checkRandomShapes(t *testing.T, seed uint64, tries, most int, min, max int) {
	rng := rand.New(rand.NewPCG(seed, 3))
	asked, failing := 0, 0
	for try := range tries {
		n := min + rng.IntN(max-min+1)
		rows, cols := 3+rng.Int32N(5), 3+rng.Int32N(5)
		if int(rows*cols) < n {
			continue
		}
		p := randomShape(rng, n, rows, cols, rng.IntN(6), assembly.Contact(rng.IntN(2)))
		roots, ok := rootsBackwards(p, most)
		if !ok {
			continue
		}
		if t.Failed() {
			t.Fatalf("seed %d, try %d", seed, try)
		}
		asked++
		failing += solveAll(t, p, roots)
	}
	t.Logf("%d shapes, %d questions are impossible", asked, failing)
	if failing == 0 {
		t.Error("nothing was impossible: no test")
	}
}

func TestRandomShapes(t *testing.T) { checkRandomShapes(t, 1, 400, 4000, 9, 19) }
