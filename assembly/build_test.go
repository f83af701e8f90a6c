package assembly

import (
	"errors"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/gridwright/gridwright/puzzle"
)

// A flat is a board of a few cells, true where there is a block: the plain twin of an Instance.
type flat struct {
	h, w int
	on   []bool
}

func (f flat) at(r, c int) bool { return r >= 0 && c >= 0 && r < f.h && c < f.w && f.on[r*f.w+c] }

func (f flat) blocks() (out []Block) {
	for r := range f.h {
		for c := range f.w {
			if f.at(r, c) {
				out = append(out, Block{int32(r), int32(c)})
			}
		}
	}
	return out
}

// regions counts the connected parts of the cells that are on (or off, with one ring of cells around the
// board), where diagonal neighbours count or not.
func (f flat) regions(on, diagonal bool) int {
	edge := 0
	if !on {
		edge = 1
	}
	seen := map[[2]int]bool{}
	n := 0
	for r := -edge; r < f.h+edge; r++ {
		for c := -edge; c < f.w+edge; c++ {
			if f.at(r, c) != on || seen[[2]int{r, c}] {
				continue
			}
			n++
			seen[[2]int{r, c}] = true
			stack := [][2]int{{r, c}}
			for len(stack) > 0 {
				at := stack[len(stack)-1]
				stack = stack[:len(stack)-1]
				for dr := -1; dr <= 1; dr++ {
					for dc := -1; dc <= 1; dc++ {
						to := [2]int{at[0] + dr, at[1] + dc}
						inside := to[0] >= -edge && to[1] >= -edge && to[0] < f.h+edge && to[1] < f.w+edge
						if inside && (diagonal || dr == 0 || dc == 0) && f.at(to[0], to[1]) == on && !seen[to] {
							seen[to] = true
							stack = append(stack, to)
						}
					}
				}
			}
		}
	}
	return n
}

// check compares New's answer for f, its blocks shuffled, with what counting by hand says.
func (f flat) check(t interface{ Fatalf(string, ...any) }, rng *rand.Rand) {
	want := f.blocks()
	blocks := slices.Clone(want)
	rng.Shuffle(len(blocks), func(i, j int) { blocks[i], blocks[j] = blocks[j], blocks[i] })
	given := slices.Clone(blocks)
	root := rng.IntN(len(blocks)+1) - 1
	p, err := New(int32(f.h), int32(f.w), blocks, root, Frontal)
	if !slices.Equal(blocks, given) {
		t.Fatalf("%v: New changed its argument", given)
	}
	if f.regions(true, false) != 1 {
		if err == nil || !errors.Is(err, puzzle.ErrInput) {
			t.Fatalf("%v: %v", given, err)
		}
		return
	}
	if err != nil {
		t.Fatalf("%v: %v", given, err)
	}
	full := *p
	full.made = made{}
	if err := full.Validate(); err != nil || p.Validate() != nil {
		t.Fatalf("%v: %v", given, err)
	}
	if !slices.Equal(p.Blocks, want) || (root == NoRoot) != (p.Root == NoRoot) ||
		root != NoRoot && p.Blocks[p.Root] != given[root] {
		t.Fatalf("%v, root %d: blocks %v, root %d", given, root, p.Blocks, p.Root)
	}
	links := 0
	for i, b := range p.Blocks {
		for k, got := range []int32{p.Left(int32(i)), p.Right(int32(i)), p.Above[i], p.Below[i]} {
			dr, dc := Direction(k).Delta()
			next := Block{b.R + dr, b.C + dc}
			there := f.at(int(next.R), int(next.C))
			if there != (got >= 0) || there && p.Blocks[got] != next || got != p.Find(next) {
				t.Fatalf("%v: neighbour %c of %v is %d", given, Direction(k).Char(), b, got)
			}
			if there {
				links++
			}
		}
	}
	if int64(links) != 2*p.Links || p.IsTree() != (links/2 == len(want)-1) {
		t.Fatalf("%v: %d links, tree %v", given, p.Links, p.IsTree())
	}
	if holes := f.regions(false, true) - 1; p.HasHoles() != (holes > 0) {
		t.Fatalf("%v: %d holes, HasHoles %v", given, holes, p.HasHoles())
	}
}

// Every set of cells of every board up to 3 × 4 and 4 × 4.
func TestNewOnAllSmallBoards(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for _, size := range [][2]int{{1, 1}, {1, 6}, {6, 1}, {2, 2}, {3, 3}, {3, 4}, {4, 3}, {4, 4}} {
		f := flat{size[0], size[1], make([]bool, size[0]*size[1])}
		for set := 1; set < 1<<len(f.on); set++ {
			for i := range f.on {
				f.on[i] = set>>i&1 == 1
			}
			f.check(t, rng)
		}
	}
}

func TestNewOnRandomBoards(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		h, w := rapid.IntRange(1, 12).Draw(t, "h"), rapid.IntRange(1, 12).Draw(t, "w")
		density := rapid.IntRange(5, 10).Draw(t, "density")
		rng := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 0))
		f := flat{h, w, make([]bool, h*w)}
		for i := range f.on {
			f.on[i] = rng.IntN(10) < density
		}
		if len(f.blocks()) > 0 {
			f.check(t, rng)
		}
	})
}

// Long rows are sorted otherwise than short ones, and those with wide gaps otherwise than full ones.
func TestNewOnLongRows(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		h, w := rapid.IntRange(1, 4).Draw(t, "h"), rapid.IntRange(13, 400).Draw(t, "w")
		rng := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 0))
		f := flat{h, w, make([]bool, h*w)}
		for c := range w {
			f.on[c] = true
			for r := 1; r < h && rng.IntN(3) > 0; r++ {
				f.on[r*w+c] = true
			}
		}
		if rapid.IntRange(0, 3).Draw(t, "broken") == 0 {
			f.on[rng.IntN(len(f.on))] = false
		}
		f.check(t, rng)
	})
	// A comb of two rows: 20 teeth, 700 cells apart.
	var blocks []Block
	for c := range int32(14_000) {
		blocks = append(blocks, Block{5, 100 + c})
		if c%700 == 0 {
			blocks = append(blocks, Block{6, 100 + c})
		}
	}
	for seed := range uint64(3) {
		given := slices.Clone(blocks)
		rand.New(rand.NewPCG(seed, 0)).Shuffle(len(given), func(i, j int) { given[i], given[j] = given[j], given[i] })
		p, err := New(MaxSide, MaxSide, given, NoRoot, Frontal)
		if err != nil {
			t.Fatal(err)
		}
		q := *p
		q.made = made{}
		if err := q.Validate(); err != nil || len(p.Blocks) != len(blocks) || !p.IsTree() {
			t.Errorf("%v, %d blocks", err, len(p.Blocks))
		}
		for _, twice := range []Block{{5, 107}, {6, 800}} {
			var be *blockError
			if _, err := New(MaxSide, MaxSide, append(given, twice), NoRoot, Frontal); !errors.As(err, &be) || be.at != twice ||
				be.index(append(given, twice)) != len(given) {
				t.Errorf("%v twice: %v", twice, err)
			}
		}
	}
}

func TestNewRefuses(t *testing.T) {
	b := func(r, c int32) Block { return Block{r - 1, c - 1} }
	for _, c := range []struct {
		rows, cols int32
		blocks     []Block
		root       int
		contact    Contact
		want       string
	}{
		{3, 3, nil, NoRoot, Frontal, "no blocks"},
		{0, 3, []Block{b(1, 1)}, 0, Frontal, "0 × 3"},
		{3, MaxSide + 1, []Block{b(1, 1)}, 0, Frontal, "both sides must be"},
		{3, 3, []Block{b(1, 1)}, 1, Frontal, "root is block 1 of 1"},
		{3, 3, []Block{b(1, 1)}, -2, Frontal, "root is block -2"},
		{3, 3, []Block{b(1, 1)}, 0, 2, "contact"},
		{3, 3, []Block{b(1, 1), b(4, 1)}, 0, Frontal, "block (4, 1) lies off the board"},
		{3, 3, []Block{b(1, 1), b(1, 0)}, 0, Frontal, "block (1, 0) lies off the board"},
		{3, 3, []Block{b(1, 1), b(1, 2), b(1, 1)}, 0, Frontal, "block (1, 1) is listed twice"},
		{3, 3, []Block{b(3, 3), b(2, 3), b(1, 1), b(1, 2)}, 0, Frontal, "no chain of blocks joins (1, 1) to (3, 3)"},
		{MaxSide, MaxSide, []Block{b(MaxSide, MaxSide), b(1, 1)}, 0, Frontal, "no chain of blocks joins (1, 1)"},
		{MaxSide, MaxSide, []Block{b(MaxSide, MaxSide), b(1, 1), b(MaxSide, MaxSide)}, 0, Frontal, "listed twice"},
	} {
		_, err := New(c.rows, c.cols, c.blocks, c.root, c.contact)
		if err == nil || !errors.Is(err, puzzle.ErrInput) || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%v: %v; want %q", c.blocks, err, c.want)
		}
	}
	p, err := New(MaxSide, MaxSide, []Block{{MaxSide - 1, MaxSide - 1}, {MaxSide - 1, MaxSide - 2}}, 0, Sticky)
	if err != nil || p.Root != 1 || p.Links != 1 || p.Validate() != nil {
		t.Errorf("two blocks in the far corner: %+v, %v", p, err)
	}
}

// Whatever is changed in an instance, Validate sees it.
func TestValidateSeesChanges(t *testing.T) {
	make := func() *Instance {
		p, err := New(3, 4, []Block{{0, 0}, {0, 1}, {1, 1}, {1, 2}, {2, 2}, {2, 3}}, 0, Frontal)
		if err != nil {
			t.Fatal(err)
		}
		// As if somebody else had made it: New's own slices are taken as they are.
		return &Instance{Rows: p.Rows, Cols: p.Cols, Contact: p.Contact, Blocks: p.Blocks, Root: p.Root, Above: p.Above,
			Below: p.Below, Links: p.Links}
	}
	for i, change := range []func(p *Instance){
		func(p *Instance) { p.Rows = 2 },
		func(p *Instance) { p.Cols = 3 },
		func(p *Instance) { p.Rows = 0 },
		func(p *Instance) { p.Contact = 7 },
		func(p *Instance) { p.Root = 6 },
		func(p *Instance) { p.Root = -2 },
		func(p *Instance) { p.Links++ },
		func(p *Instance) { p.Links-- },
		func(p *Instance) { p.Above = p.Above[:5] },
		func(p *Instance) { p.Below = nil },
		func(p *Instance) { p.Blocks = nil },
		func(p *Instance) { p.Above[2] = -1 },
		func(p *Instance) { p.Above[2] = 0 },
		func(p *Instance) { p.Below[1] = -1 },
		func(p *Instance) { p.Below[1] = 3 },
		func(p *Instance) { p.Below[5] = 77 },
		func(p *Instance) { p.Below[0], p.Below[1] = 2, -1 },
		func(p *Instance) { p.Blocks[0], p.Blocks[1] = p.Blocks[1], p.Blocks[0] },
		func(p *Instance) { p.Blocks[5] = p.Blocks[4] },
		func(p *Instance) { p.Blocks[0].R = -1 },
		func(p *Instance) { p.Blocks[5].C = 4 },
		func(p *Instance) { // two parts, otherwise in order
			p.Blocks, p.Links = []Block{{0, 0}, {2, 2}}, 0
			p.Above, p.Below, p.Root = []int32{-1, -1}, []int32{-1, -1}, 0
		},
	} {
		p := make()
		change(p)
		if err := p.Validate(); err == nil || !errors.Is(err, puzzle.ErrInput) {
			t.Errorf("change %d passes: %v", i, err)
		}
	}
	if p := make(); p.Validate() != nil {
		t.Error(p.Validate())
	}
	if err := (*Instance)(nil).Validate(); err == nil {
		t.Error("nil passes")
	}
}

// TestValidateSeesChangesOfNew: what New made is looked at again as soon as another slice, or another board, takes the
// place of its own.
func TestValidateSeesChangesOfNew(t *testing.T) {
	for i, change := range []func(p *Instance){
		func(p *Instance) { p.Rows = 2 },
		func(p *Instance) { p.Contact = 7 },
		func(p *Instance) { p.Root = 6 },
		func(p *Instance) { p.Links++ },
		func(p *Instance) { p.Above = slices.Clone(p.Below) },
		func(p *Instance) { p.Below = p.Above },
		func(p *Instance) { p.Blocks, p.Above, p.Below = p.Blocks[1:], p.Above[1:], p.Below[1:] },
		func(p *Instance) { p.Blocks, p.Above, p.Below = p.Blocks[:5], p.Above[:5], p.Below[:5] },
	} {
		p, err := New(3, 4, []Block{{0, 0}, {0, 1}, {1, 1}, {1, 2}, {2, 2}, {2, 3}}, 0, Frontal)
		if err != nil || p.Validate() != nil {
			t.Fatal(err)
		}
		q := *p
		change(&q)
		if err := q.Validate(); err == nil {
			t.Errorf("change %d passes", i)
		}
	}
}

func TestMoves(t *testing.T) {
	for d := Left; d <= Down; d++ {
		for _, line := range []int32{0, 7, MaxSide - 1} {
			m := MakeMove(d, line)
			back, ok := parseMove(m.String())
			if m.Dir() != d || m.Line() != line || !ok || back != m {
				t.Errorf("%v: %v %d, %v", m, m.Dir(), m.Line(), back)
			}
		}
	}
	for _, s := range []string{"", "<", "< ", "<1", "< 0", "< -1", "< +1", "< 01", "x 1", "< 1 ", "<  1", "< 1073741824",
		"< 99999999999999999999"} {
		if m, ok := parseMove(s); ok {
			t.Errorf("%q is read as %v", s, m)
		}
	}
	if got := reflect.ValueOf(MakeMove(Up, 2)).Uint(); got != 2<<30|2 {
		t.Errorf("%x", got)
	}
}
