package permutesolve

import (
	"context"
	"fmt"
	"math/big"
	"slices"
	"strings"

	"github.com/gridwright/gridwright/grid"
	"github.com/gridwright/gridwright/permute"
	"github.com/gridwright/gridwright/permute/permutesolve/internal/group"
	"github.com/gridwright/gridwright/puzzle"
	"github.com/gridwright/gridwright/scene"
)

// maxNamed is the most cells or tiles that a sentence lists.
const maxNamed = 12

// TellCertificate tells of each kind of certificate.
func TellCertificate() []puzzle.KindTell[*permute.Instance, permute.Certificate] {
	type certificateTell = puzzle.KindTell[*permute.Instance, permute.Certificate]
	kind := func(name string, tell func(a *argument, c *permute.Certificate)) certificateTell {
		return certificateTell{Name: name,
			Tell: func(ctx context.Context, p *permute.Instance, c *permute.Certificate, w scene.Window,
				_ puzzle.Limits) (puzzle.Story, error) {
				a := argument{p: p, window: w}
				tell(&a, c)
				return puzzle.Story{Title: "impossible", Frames: scene.List(a.frames...)}, ctx.Err()
			}}
	}
	return []certificateTell{
		kind("orbit", func(a *argument, c *permute.Certificate) { a.orbit(c.Orbit) }),
		kind("parity", func(a *argument, c *permute.Certificate) { a.parity(c.Parity) }),
		kind("blocks", func(a *argument, c *permute.Certificate) { a.blocks(c.Blocks) }),
		kind("characters", func(a *argument, c *permute.Certificate) { a.characters(c.Characters) }),
		kind("chain", func(a *argument, c *permute.Certificate) { a.chain(c.Chain) }),
		kind("exhausted", func(a *argument, c *permute.Certificate) { a.exhausted(c.Exhausted) }),
	}
}

// An argument is told in sentences and pictures. What a claim says about another puzzle, which checkers refuse, is
// left out.
type argument struct {
	p      *permute.Instance
	window scene.Window
	frames []scene.Frame
}

func (a *argument) say(format string, args ...any) {
	a.frames = append(a.frames, scene.Frame{Sentence: fmt.Sprintf(format, args...)})
}

func (a *argument) draw(s *scene.Scene) {
	if on := scene.Corner(s.Rows, s.Cols); s.Shown() == on {
		a.frames = append(a.frames, scene.Frame{Scene: s})
	}
}

// cells lists cells, or says how many they are.
func (a *argument) cells(list []int32) string {
	if len(list) > maxNamed {
		return grid.Number(len(list), "cell")
	}
	return listed(cellNames(list, a.p.Cols))
}

// listed joins words: "a, b and c".
func listed(words []string) string {
	if len(words) < 2 {
		return strings.Join(words, "")
	}
	last := len(words) - 1
	return strings.Join(words[:last], ", ") + " and " + words[last]
}

// ring draws the start with rings around cells, where they are too many for a list.
func (a *argument) ring(cells []int32) {
	if len(cells) > maxNamed && len(cells) < len(a.p.Start) && on(a.p, cells) {
		a.draw(marked(a.p, "these cells", a.p.Start, cells, a.window))
	}
}

// tile names the tile that stands in a cell at the start.
func (a *argument) tile(x int32) string {
	return fmt.Sprintf("%s in %s", a.p.Label(a.p.Start[x]), cellName(a.p.Cols, x))
}

// goals calls tell for each of the first goals, as far as a claim speaks of so many.
func (a *argument) goals(claimed int, tell func(i int, name string)) {
	for i := range min(claimed, len(a.p.Goals)) {
		if i == maxShownGoals {
			a.say("And so on for %s.", grid.Number(len(a.p.Goals)-i, "more goal"))
			return
		}
		tell(i, goalName(a.p, i))
	}
}

func (a *argument) orbit(c *permute.Orbit) {
	a.say("No move leads out of certain cells, so the tiles in them stay among them.")
	a.goals(len(c.Goals), func(i int, name string) {
		g := c.Goals[i]
		have := "has " + grid.Number(g.Have, "tile") + " of that kind there"
		if g.Have == 0 {
			have = "has none there"
		}
		a.say("In %s %s wants the tile %s %s; the start %s.", a.cells(g.Cells), name, g.Tile, times(g.Want), have)
		a.ring(g.Cells)
	})
}

func times(n int64) string {
	if n == 1 {
		return "once"
	}
	return fmt.Sprintf("%d times", n)
}

func (a *argument) parity(c *permute.Parity) {
	where := ""
	if c.Cells != nil {
		where = " of the tiles in " + a.cells(c.Cells)
		a.say("No move leads out of %s.", a.cells(c.Cells))
		a.ring(c.Cells)
	}
	a.say("Every move amounts to an even number of swaps of two tiles%s, and so does whatever moves make together: a "+
		"cycle of k tiles is k − 1 swaps, and no permutation is both an even and an odd number of them.", where)
	if !group.AllDifferent(a.p) {
		return
	}
	a.goals(len(a.p.Goals), func(i int, name string) {
		asked := group.AskedOf(a.p, i)
		in := func(x int32) bool {
			_, ok := slices.BinarySearch(c.Cells, x)
			return c.Cells == nil || ok
		}
		rounds, swaps := a.rounds(asked, in)
		a.say("But %s takes an odd number, %s: %s.", name, grid.Number(swaps, "swap"), rounds)
		a.cycles(asked, in, swaps)
	})
}

// cycles draws the start with the cycles that asked moves tiles along, where they are few.
func (a *argument) cycles(asked []int32, in func(x int32) bool, swaps int) {
	if swaps > maxNamed {
		return
	}
	s := boardScene(a.p, "each goes where the next one is", a.p.Start, a.window)
	seen := make([]bool, len(asked))
	for x := range asked {
		m := scene.Mark{Sign: scene.Cycle, Colour: 1 + (5+len(s.Marks)/2)%scene.Colours}
		for at := int32(x); !seen[at] && in(at); at = asked[at] {
			seen[at] = true
			m.At = append(m.At, scene.Middle(int(at)/a.p.Cols, int(at)%a.p.Cols))
		}
		if len(m.At) > 1 {
			s.Marks = append(s.Marks, m, scene.Mark{Sign: scene.Ring, Colour: m.Colour, At: m.At})
		}
	}
	a.draw(s)
}

// rounds tells in which cycles tiles go where asked sends them, among some cells, and how many swaps that is.
func (a *argument) rounds(asked []int32, in func(x int32) bool) (told string, swaps int) {
	seen := make([]bool, len(asked))
	var lengths []int
	var list []string
	for x := range asked {
		var tiles []string
		for at := int32(x); !seen[at] && in(at); at = asked[at] {
			seen[at] = true
			tiles = append(tiles, a.p.Label(a.p.Start[at]))
		}
		if n := len(tiles); n > 1 {
			lengths = append(lengths, n)
			swaps += n - 1
			list = append(list, strings.Join(append(tiles, tiles[0]), " → "))
		}
	}
	if swaps <= maxNamed {
		return "each of these goes where the next one is: " + strings.Join(list, ", "), swaps
	}
	slices.Sort(lengths)
	slices.Reverse(lengths)
	told = strings.Trim(fmt.Sprint(lengths[:min(len(lengths), maxNamed)]), "[]")
	if len(lengths) > maxNamed {
		told += " and fewer"
	}
	return "its cycles have " + strings.ReplaceAll(told, " ", ", ") + " tiles", swaps
}

// Every move keeps blocks together.
const aboutBlocks = "Some cells belong together in blocks: every move takes each block as a whole to a block, so " +
	"tiles that share a block share one for ever."

func (a *argument) blocks(c *permute.Blocks) {
	a.say(aboutBlocks)
	name := make(map[int32]string)
	for i, b := range c.System {
		for _, x := range b {
			name[x] = blockName(i)
		}
	}
	a.draw(lettered(a.p, "the blocks", name, a.window))
	if !group.AllDifferent(a.p) {
		return
	}
	a.goals(len(c.Pairs), func(i int, goal string) {
		x, y := c.Pairs[i][0], c.Pairs[i][1]
		if !on(a.p, c.Pairs[i][:]) {
			return
		}
		asked := group.AskedOf(a.p, i)
		a.say("The tiles %s and %s share a block; %s wants them in %s and %s, which do not.", a.tile(x), a.tile(y), goal,
			cellName(a.p.Cols, asked[x]), cellName(a.p.Cols, asked[y]))
	})
}

// blockName names the i-th block: a, b, … z, aa, ab, …
func blockName(i int) string {
	s := ""
	for i++; i > 0; i = (i - 1) / 26 {
		s = string(rune('a'+(i-1)%26)) + s
	}
	return s
}

func (a *argument) exhausted(c *permute.Exhausted) {
	if c.States == 1 {
		a.say("No board but the start can be reached, and it is not what is wanted.")
		return
	}
	a.say("%s can be reached from the start. All of them have been looked at, and none is what is wanted.",
		grid.Number(c.States, "board"))
}

func shortNumber(n *big.Int) string {
	s := n.String()
	if len(s) > 24 {
		return fmt.Sprintf("%s.%s·10^%d", s[:1], s[1:3], len(s)-1)
	}
	return s
}
