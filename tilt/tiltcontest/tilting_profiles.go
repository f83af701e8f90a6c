package tiltcontest

import (
	"math"
	"math/big"
	"math/rand/v2"
	"slices"

	"github.com/gridwright/gridwright/internal/congruence"
	"github.com/gridwright/gridwright/puzzle/contest"
	"github.com/gridwright/gridwright/tilt"
	"github.com/gridwright/gridwright/tilt/tiltsolve"
)

type tilesProfile = contest.Profile[*tilt.Instance]

// tilesProfiles are the profiles of the contest. They compute in whole numbers alone, so that a seed gives the same
// bytes on every machine.
func tilesProfiles() []tilesProfile {
	const most = tilesMost * tilesMost
	all := [2]int{1, most}
	return []tilesProfile{
		{Name: "random", Doc: "boards with any tiles, and targets of all kinds",
			Sizes: [2]int{1, 400}, Make: tilesMaker(anyTiles, asks)},
		{Name: "one-tilt", Doc: "targets that are the start, one tilt away or nearly so",
			Sizes: all, Make: tilesMaker(anyTiles, []ask{askTilt})},
		{Name: "walk", Doc: "targets at the end of many turns round a ring",
			Sizes: all, Make: tilesMaker(anyTiles, []ask{askWalk})},
		{Name: "near-miss", Doc: "targets at the end of many turns, with two tiles exchanged",
			Sizes: all, Make: tilesMaker(anyTiles, []ask{askSwapped})},
		{Name: "clash", Doc: "targets in which one cycle of a ring is a turn ahead of the others",
			Sizes: all, Make: tilesMaker(anyTiles, []ask{askAhead})},
		{Name: "broken", Doc: "targets in which two tiles of one cycle of a ring are exchanged",
			Sizes: all, Make: tilesMaker(anyTiles, []ask{askBroken})},
		{Name: "staircase", Doc: "rows that grow evenly, with many colours",
			Sizes: all, Make: tilesMaker(stairs, asks)},
		{Name: "spiral", Doc: "tiles along a spiral", Sizes: all, Make: tilesMaker(spiral, asks)},
		{Name: "comb", Doc: "tiles on every other row or column, and on one across them",
			Sizes: all, Make: tilesMaker(comb, asks)},
		{Name: "thin", Doc: "one or two rows or columns",
			Sizes: [2]int{1, 2 * tilesMost}, Make: thinMaker(asks)},
		{Name: "full", Doc: "full rows and columns, and few empty cells",
			Sizes: all, Make: tilesMaker(fullLines, asks)},
		{Name: "one-colour", Doc: "tiles that are all alike", Sizes: all, Make: tilesMaker(oneColour, asks)},
		{Name: "few-tiles", Doc: "at most eight tiles", Sizes: all, Make: tilesMaker(fewTiles, asks)},
		{Name: "many-turns", Doc: "rings that repeat after very many turns, on 2,500 cells about 2^64",
			Sizes: [2]int{20, most}, Make: tilesMaker(manyTurns, []ask{askFar, askFar, askAhead})},
		{Name: "worst-time", Doc: "large boards with very many cycles, or with very long ones, that a program has to follow",
			Sizes: [2]int{10000, most}, Slow: true, Make: worstTime},
	}
}

// A filler lays the tiles of a start on an empty board and returns how many colours they have at most.
type filler func(rng *rand.Rand, b *tilt.Board) int

// tilesMaker makes instances with a start by fill and a target by one of ask.
func tilesMaker(fill filler, ask []ask) func(*rand.Rand, int) *tilt.Instance {
	return func(rng *rand.Rand, size int) *tilt.Instance {
		h, w := sides(rng, size)
		return makeTiles(rng, h, w, fill, ask)
	}
}

func makeTiles(rng *rand.Rand, h, w int, fill filler, asks []ask) *tilt.Instance {
	b := tilt.NewBoard(h, w, tilesColours)
	colours := fill(rng, b)
	p := &tilt.Instance{Palette: letters(colours), Start: b}
	p.Target = asks[rng.IntN(len(asks))](rng, p)
	return p
}

// sides draws the sides of a board of at most size cells, and not many fewer.
func sides(rng *rand.Rand, size int) (h, w int) {
	size = min(max(1, size), tilesMost*tilesMost)
	least := (size + tilesMost - 1) / tilesMost
	root := int(math.Sqrt(float64(size)))
	least, most := max(least, root/2, 1), min(2*root, size, tilesMost)
	h = least + rng.IntN(most-least+1)
	return h, min(size/h, tilesMost)
}

// thinMaker makes boards with one or two rows or columns.
func thinMaker(asks []ask) func(*rand.Rand, int) *tilt.Instance {
	return func(rng *rand.Rand, size int) *tilt.Instance {
		h := min(1+rng.IntN(2), max(1, size))
		w := min(max(1, size/h), tilesMost)
		if rng.IntN(2) == 0 {
			h, w = w, h
		}
		return makeTiles(rng, h, w, anyTiles, asks)
	}
}

// colourCount draws a number of colours: few or all.
func colourCount(rng *rand.Rand) int {
	switch rng.IntN(4) {
	case 0:
		return tilesColours
	case 1:
		return 2
	}
	return 1 + rng.IntN(5)
}

// anyTiles fills cells by chance.
func anyTiles(rng *rand.Rand, b *tilt.Board) int {
	colours, of16 := colourCount(rng), 1+rng.IntN(16)
	for i := range b.Narrow {
		if rng.IntN(16) < of16 {
			b.Narrow[i] = uint8(1 + rng.IntN(colours))
		}
	}
	return colours
}

// oneColour fills cells by chance with tiles that are alike.
func oneColour(rng *rand.Rand, b *tilt.Board) int {
	of16 := 1 + rng.IntN(16)
	for i := range b.Narrow {
		if rng.IntN(16) < of16 {
			b.Narrow[i] = 1
		}
	}
	return 1
}

// fewTiles lays up to eight tiles.
func fewTiles(rng *rand.Rand, b *tilt.Board) int {
	colours := 1 + rng.IntN(4)
	for range 1 + rng.IntN(8) {
		b.Narrow[rng.IntN(len(b.Narrow))] = uint8(1 + rng.IntN(colours))
	}
	return colours
}

// stairs lays rows whose lengths grow evenly, packed into the corner where they are long, or tilted out of it.
func stairs(rng *rand.Rand, b *tilt.Board) int {
	colours := tilesColours
	if rng.IntN(4) == 0 {
		colours = 1 + rng.IntN(4)
	}
	step, less := 1, rng.IntN(3)
	if rng.IntN(3) == 0 {
		step = 1 + rng.IntN(3)
	}
	for r := range b.H {
		for c := range max(0, b.W-less-step*r) {
			b.Narrow[r*b.W+c] = uint8(1 + rng.IntN(colours))
		}
	}
	loosen(rng, b)
	return colours
}

// loosen turns a board packed into the top left corner into one that lies a few tilts before or behind it.
func loosen(rng *rand.Rand, b *tilt.Board) {
	switch rng.IntN(3) {
	case 0:
		*b = *tiltsolve.Before(rng, b, 'L')
	case 1:
		*b = *boardAfter(b, letterWord(clockwise[:rng.IntN(4)]))
	}
}

// spiral lays tiles along a spiral with a free lane beside it.
func spiral(rng *rand.Rand, b *tilt.Board) int {
	colours := colourCount(rng)
	steps := [4][2]int{{0, 1}, {1, 0}, {0, -1}, {-1, 0}}
	free := func(r, c int) bool { return r < 0 || c < 0 || r >= b.H || c >= b.W || b.At(r, c) == 0 }
	within := func(r, c int) bool { return r >= 0 && c >= 0 && r < b.H && c < b.W }
	r, c, dir, turns := 0, 0, 0, 0
	for b.Set(0, 0, 1+rng.IntN(colours)); turns < 2; {
		d := steps[dir]
		y, x := r+d[0], c+d[1]
		if !within(y, x) || b.At(y, x) != 0 || !free(y+d[0], x+d[1]) {
			dir, turns = (dir+1)%4, turns+1
			continue
		}
		r, c, turns = y, x, 0
		b.Set(r, c, 1+rng.IntN(colours))
	}
	return colours
}

// comb lays tiles on every other row or column, and on one line across.
func comb(rng *rand.Rand, b *tilt.Board) int {
	colours, upright := colourCount(rng), rng.IntN(2) == 0
	back := 0
	if upright {
		back = rng.IntN(b.H)
	} else {
		back = rng.IntN(b.W)
	}
	for r := range b.H {
		for c := range b.W {
			tooth, on := r%2 == 0, c == back
			if upright {
				tooth, on = c%2 == 0, r == back
			}
			if tooth || on {
				b.Set(r, c, 1+rng.IntN(colours))
			}
		}
	}
	return colours
}

// fullLines leaves few cells empty, or fills some rows and columns and little else.
func fullLines(rng *rand.Rand, b *tilt.Board) int {
	colours := colourCount(rng)
	if rng.IntN(2) == 0 {
		for i := range b.Narrow {
			b.Narrow[i] = uint8(1 + rng.IntN(colours))
		}
		for range rng.IntN(4) {
			b.Narrow[rng.IntN(len(b.Narrow))] = 0
		}
		return colours
	}
	rows, cols := make([]bool, b.H), make([]bool, b.W)
	for _, lines := range [][]bool{rows, cols} {
		for range rng.IntN(3) {
			lines[rng.IntN(len(lines))] = true
		}
	}
	for r := range b.H {
		for c := range b.W {
			if rows[r] || cols[c] || rng.IntN(8) == 0 {
				b.Set(r, c, 1+rng.IntN(colours))
			}
		}
	}
	return colours
}

// manyTurns lays rows of random lengths, packed or loosened: of a few drafts the one whose ring is longest.
func manyTurns(rng *rand.Rand, b *tilt.Board) int {
	var best []int
	most := new(big.Int)
	for range 4 + min(40, 40000/len(b.Narrow)) {
		lengths := make([]int, b.H)
		for r := range lengths {
			lengths[r] = rng.IntN(b.W + 1)
		}
		slices.Sort(lengths)
		slices.Reverse(lengths)
		seen := map[int64]bool{}
		for _, c := range turnCycles(diagram(b.H, b.W, lengths)) {
			seen[int64(len(c))] = true
		}
		if lcm := congruence.Lcm(seen); lcm.Cmp(most) > 0 {
			best, most = lengths, lcm
		}
	}
	*b = *diagram(b.H, b.W, best)
	for i, code := range b.Narrow {
		if code != 0 {
			b.Narrow[i] = uint8(1 + rng.IntN(tilesColours))
		}
	}
	loosen(rng, b)
	return tilesColours
}

// diagram is a board with rows of these lengths from its left edge on.
func diagram(h, w int, lengths []int) *tilt.Board {
	b := tilt.NewBoard(h, w, tilesColours)
	for r, n := range lengths {
		for c := range n {
			b.Narrow[r*w+c] = 1
		}
	}
	return b
}

// worstTime makes boards that take long: the target lies on the ring that many programs look at last, or misses it by
// a little.
func worstTime(rng *rand.Rand, size int) *tilt.Instance {
	side := int(math.Sqrt(float64(min(max(1, size), tilesMost*tilesMost))))
	ask := []ask{askWalk, askFar, askLastAhead, askLastAhead, askLateSwap}
	switch rng.IntN(4) {
	case 0: // many turns
		return makeTiles(rng, side, side, manyTurns, ask)
	case 1: // long strings that are alike for long
		return makeTiles(rng, side, side, func(rng *rand.Rand, b *tilt.Board) int {
			manyTurns(rng, b)
			few := rng.IntN(side)
			for i, code := range b.Narrow {
				if code != 0 {
					b.Narrow[i] = 1
				}
				if rng.IntN(len(b.Narrow)) <= few {
					b.Narrow[i] *= 2
				}
			}
			return 2
		}, ask)
	}
	return makeTiles(rng, side, side, func(rng *rand.Rand, b *tilt.Board) int { // very many cycles of three
		for r := range b.H {
			for c := range b.W - r {
				b.Narrow[r*b.W+c] = uint8(1 + rng.IntN(tilesColours))
			}
		}
		// It lies on a ring, so the four first tilts lead to one, and a program follows it four times over.
		*b = *boardAfter(b, letterWord(clockwise[:rng.IntN(4)]))
		return tilesColours
	}, ask)
}
