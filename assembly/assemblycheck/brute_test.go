package assemblycheck

import (
	"fmt"
	"math/big"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/gridwright/gridwright/assembly"
)

// shapes makes all shapes of n blocks, turned and mirrored ones as well, each on the smallest board or with a margin.
func shapes(n int) []*assembly.Instance {
	type cell = assembly.Block
	level := map[string][]cell{"": {{}}}
	for size := 1; size < n; size++ {
		below := map[string][]cell{}
		for _, cells := range level {
			for _, b := range cells {
				for _, d := range directions {
					if c := step(b, d); !slices.Contains(cells, c) {
						more := settle(append(slices.Clone(cells), c))
						below[fmt.Sprint(more)] = more
					}
				}
			}
		}
		level = below
	}
	var out []*assembly.Instance
	for _, cells := range level {
		out = append(out, boxed(cells, 0))
	}
	return out
}

// settle moves cells to the top and left and sorts them.
func settle(cells []assembly.Block) []assembly.Block {
	low := cells[0]
	for _, b := range cells {
		low.R, low.C = min(low.R, b.R), min(low.C, b.C)
	}
	for i := range cells {
		cells[i].R -= low.R
		cells[i].C -= low.C
	}
	slices.SortFunc(cells, func(a, b assembly.Block) int { return int(a.R-b.R)*1000 + int(a.C-b.C) })
	return cells
}

// boxed is the instance of cells, with a margin around them.
func boxed(cells []assembly.Block, margin int32) *assembly.Instance {
	cells = settle(slices.Clone(cells))
	var high assembly.Block
	for i := range cells {
		cells[i].R += margin
		cells[i].C += margin
		high.R, high.C = max(high.R, cells[i].R), max(high.C, cells[i].C)
	}
	p, err := assembly.New(high.R+1+margin, high.C+1+margin, cells, assembly.NoRoot, assembly.Frontal)
	if err != nil {
		panic(err)
	}
	return p
}

// grown is a random shape of up to n blocks in a box: a tree or anything.
func grown(rng *rand.Rand, h, w int32, n int, tree bool) *assembly.Instance {
	cells := []assembly.Block{{R: rng.Int32N(h), C: rng.Int32N(w)}}
	for range 40 * n {
		if len(cells) == n {
			break
		}
		b := step(cells[rng.IntN(len(cells))], directions[rng.IntN(4)])
		if b.R < 0 || b.C < 0 || b.R >= h || b.C >= w || slices.Contains(cells, b) {
			continue
		}
		near := 0
		for _, d := range directions {
			if slices.Contains(cells, step(b, d)) {
				near++
			}
		}
		if near == 1 || !tree {
			cells = append(cells, b)
		}
	}
	return boxed(cells, rng.Int32N(2))
}

// tryAll offers every kind of claim about p with its root, honest ones first.
func tryAll(t *testing.T, rng *rand.Rand, p *assembly.Instance, forgeries int) (built bool) {
	tab := newTable(p)
	starts := []int32{p.Root}
	if p.Root == assembly.NoRoot {
		starts = starts[:0]
		for i := range p.Blocks {
			starts = append(starts, int32(i))
		}
	}
	var honest []assembly.Outcome
	for _, s := range starts {
		moves, ok := tab.order(int(s), tab.full())
		if !ok {
			continue
		}
		built = true
		w := assembly.Witness{First: p.Blocks[s], Moves: moves}
		judge(t, p, solved(w), true)
		honest = append(honest, solved(w))
		if p.Root == assembly.NoRoot && len(honest) > 1 {
			break
		}
	}
	e := tab.exhausted(p.Root)
	judge(t, p, impossible(assembly.Certificate{Exhausted: e}), !built)
	honest = append(honest, impossible(assembly.Certificate{Exhausted: e}))

	s := tab.stuck(p.Root, rng)
	judge(t, p, impossible(assembly.Certificate{Stuck: s}), tab.trueStuck(*s))
	if good := tab.trueStuck(*s); !tab.orderMatters() && good == built {
		t.Fatalf("%s\nbuilt %v, and %+v", describe(p), built, s)
	}
	honest = append(honest, impossible(assembly.Certificate{Stuck: s}))

	if p.Root != assembly.NoRoot && tab.tree() && p.Contact == assembly.Frontal {
		c := &assembly.Cycle{Constraints: tab.shortest(), Shortest: true}
		if built != (c.Constraints == nil) {
			t.Fatalf("%s\nbuilt %v, and %+v", describe(p), built, c)
		}
		judge(t, p, impossible(assembly.Certificate{Cycle: c}), !built)
		honest = append(honest, impossible(assembly.Certificate{Cycle: c}))
	}
	for range forgeries {
		for _, o := range honest {
			forge(t, rng, tab, o)
		}
	}
	return built
}

// TestAllSmallShapes takes each shape of up to 6 blocks, each root, and each contact.
func TestAllSmallShapes(t *testing.T) {
	rng := seeded(t)
	for n := 1; n <= 6; n++ {
		for _, p := range shapes(n) {
			p = boxed(p.Blocks, rng.Int32N(2))
			for _, contact := range contacts {
				for root := int32(assembly.NoRoot); int(root) < n; root++ {
					if n == 6 && rng.IntN(3) > 0 {
						continue
					}
					tryAll(t, rng, rooted(p, contact, root), 1)
				}
				count := big.NewInt(int64(len(newTable(rooted(p, contact, 0)).firsts())))
				for _, root := range []int32{assembly.NoRoot, 0} {
					if err := CheckCount(background, rooted(p, contact, root), count, noLimits); err != nil {
						t.Fatalf("%s: %v", describe(p), err)
					}
				}
			}
		}
	}
}

// hard are shapes that cannot be built from some blocks, or from none.
var hard = [][]string{
	{"##.R", "#.##", "###."},
	{"##.#.R", "#.####", "###..."},
	{"#####", "#...#", "##.##"},
	{"####.", "#..#.", "##.#.", "...#R"},
	{"###", "#.R", "###"},
	{"#####", "#...#", "#.#.#", "#.###"},
	{"#####", "#...#", "###.#", "..#.#", "..#R#"},
	{"######", "#....#", "#.##.#", "#.#..#", "#.####"},
	{"####", "#..#", "##.#", ".#.#", "####"},
	{"#######", "#...#.#", "##.####"},
	{"#####", "R...#", "#.#.#", "#.###"},
}

// turned turns a picture by a quarter, or mirrors it.
func turned(rows []string, mirror bool) []string {
	var out []string
	for c := range rows[0] {
		line := ""
		for r := range rows {
			if mirror {
				line += string(rows[r][c])
			} else {
				line = string(rows[r][c]) + line
			}
		}
		out = append(out, line)
	}
	return out
}

// TestHardShapes takes the hard ones, turned and mirrored, from all roots.
func TestHardShapes(t *testing.T) {
	rng := seeded(t)
	failed := map[assembly.Contact]int{}
	for _, rows := range hard {
		for turn := range 8 {
			rows = turned(rows, turn%2 == 1)
			p := picture(assembly.Frontal, rows...)
			if turn != 0 && (rng.IntN(3) > 0 || len(p.Blocks) > 16) {
				continue
			}
			for _, contact := range contacts {
				firsts := newTable(rooted(p, contact, assembly.NoRoot)).firsts()
				for n := range len(p.Blocks) + 2 {
					if err := CheckCount(background, rooted(p, contact, p.Root), big.NewInt(int64(n)),
						noLimits); (err == nil) != (n == len(firsts)) {
						t.Fatalf("%s: %v first blocks, %d: %v", describe(p), firsts, n, err)
					}
				}
				for root := int32(assembly.NoRoot); int(root) < len(p.Blocks); root++ {
					if root != p.Root && rng.IntN(4) > 0 {
						continue
					}
					if !tryAll(t, rng, rooted(p, contact, root), 2) {
						failed[contact]++
					}
				}
			}
		}
	}
	t.Logf("%v could not be built", failed)
	if failed[assembly.Frontal] == 0 || failed[assembly.Sticky] == 0 {
		t.Errorf("%v could not be built", failed)
	}
}

// TestGrownShapes takes random ones, and most of those that cannot be built.
func TestGrownShapes(t *testing.T) {
	rng := seeded(t)
	failed := [2][2]int{}
	for range 800 {
		tree := rng.IntN(3)
		p := grown(rng, 3+rng.Int32N(3), 3+rng.Int32N(4), 7+rng.IntN(6), tree > 0)
		p = rooted(p, contacts[rng.IntN(2)], rng.Int32N(int32(len(p.Blocks)+1))-1)
		if len(newTable(p).stuck(p.Root, rng).Remainder) == 1 && rng.IntN(12) > 0 {
			continue
		}
		if !tryAll(t, rng, p, 6) {
			failed[p.Contact][min(tree, 1)]++
		}
	}
	t.Logf("%v could not be built", failed)
}
