package tiltsolve

import (
	"context"
	"math/rand/v2"

	"github.com/gridwright/gridwright/puzzle"
	"github.com/gridwright/gridwright/tilt"
)

// Generate makes an instance of about size cells: one in two has a target that random
// tilts reach, the others one that looks reachable (two of its tiles are exchanged) or any
// arrangement of the same tiles.
func Generate(rng *rand.Rand, size int) *tilt.Instance {
	size = max(1, size)
	h := 1 + rng.IntN(max(1, min(size, 2*isqrt(size))))
	w := max(1, size/h)
	colours := 1 + rng.IntN(4)
	if rng.IntN(4) == 0 {
		colours = 26
	}
	p := &tilt.Instance{Palette: make([]string, colours)}
	for i := range p.Palette {
		p.Palette[i] = string(rune('a' + i))
	}
	density := rng.Float64()
	cells := make([]uint8, h*w)
	for i := range cells {
		if rng.Float64() < density {
			cells[i] = uint8(1 + rng.IntN(colours))
		}
	}
	p.Start = boardOf(cells, h, w)
	letters := make([]byte, rng.IntN(12))
	for i := range letters {
		letters[i] = "LRUD"[rng.IntN(4)]
	}
	target := append([]uint8(nil), playLetters(cells, h, w, string(letters))...)
	switch rng.IntN(4) {
	case 0:
		swapTwo(rng, target)
	case 1:
		rng.Shuffle(len(target), func(i, j int) { target[i], target[j] = target[j], target[i] })
	}
	p.Target = boardOf(target, h, w)
	return p
}

// mostRuled is the largest size of boards that Random gives rules: what can be reached on them is searched.
const mostRuled = 16

// Random is Generate that gives one in three small boards walls and holes, and some of them a target with cells that do
// not matter, or pieces that move alone.
func Random(rng *rand.Rand, size int) *tilt.Instance {
	p := Generate(rng, size)
	if size > mostRuled || rng.IntN(3) > 0 {
		return p
	}
	r := &tilt.Rules{Ground: make([]tilt.Ground, p.Start.Len()), Any: make([]bool, p.Start.Len())}
	w, tiles, hidden := p.Start.W, 0, rng.IntN(3)
	r.One = rng.IntN(4) == 0
	for i := range r.Ground {
		if tiles += min(1, p.Start.At(i/w, i%w)); tiles > 4 { // more make too many boards
			p.Start.Set(i/w, i%w, 0)
		}
		r.Any[i] = rng.IntN(4) < hidden
		switch k := rng.IntN(8); {
		case k < 2:
			r.Ground[i] = tilt.Wall
			p.Start.Set(i/w, i%w, 0)
		case k == 2 && p.Start.At(i/w, i%w) == 0:
			r.Ground[i] = tilt.Hole
		}
		if r.Ground[i] != tilt.Floor || r.Any[i] {
			p.Target.Set(i/w, i%w, 0)
		}
		r.Any[i] = r.Any[i] && r.Ground[i] != tilt.Wall
	}
	if rng.IntN(2) == 0 { // what some moves make of it
		word := make([]byte, rng.IntN(6))
		for i := range word {
			word[i] = "LRUD"[rng.IntN(4)]
		}
		q := &tilt.Instance{Palette: p.Palette, Start: p.Start, Rules: &tilt.Rules{Ground: r.Ground}}
		if after, err := applyRules(context.Background(), q, letterWord(string(word)), puzzle.Limits{}); err == nil {
			for i := range r.Ground {
				if !r.Any[i] {
					p.Target.Set(i/w, i%w, after.Start.At(i/w, i%w))
				}
			}
		}
	}
	p.Rules = r
	return p.Tidy()
}

func isqrt(n int) int {
	r := 0
	for (r+1)*(r+1) <= n {
		r++
	}
	return r
}

// swapTwo exchanges two tiles.
func swapTwo(rng *rand.Rand, cells []uint8) {
	var tiles []int
	for i, c := range cells {
		if c != 0 {
			tiles = append(tiles, i)
		}
	}
	if len(tiles) < 2 {
		return
	}
	i, j := tiles[rng.IntN(len(tiles))], tiles[rng.IntN(len(tiles))]
	cells[i], cells[j] = cells[j], cells[i]
}
