package tiltsolve

import (
	"math/rand/v2"

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
