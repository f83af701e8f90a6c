package tiltcontest

import (
	"context"
	"math/big"
	"math/rand/v2"

	"github.com/gridwright/gridwright/puzzle"
	"github.com/gridwright/gridwright/tilt"
	"github.com/gridwright/gridwright/tilt/tiltsolve"
)

// An ask makes a target for the start of p.
type ask func(rng *rand.Rand, p *tilt.Instance) *tilt.Board

// clockwise and counter are the tilts that lead around a ring, from the top left corner; cornerNames are its corners
// in clockwise order.
const (
	clockwise = "RDLURDL"
	counter   = "DRULDRU"
)

var cornerNames = [4]string{"LU", "RU", "RD", "LD"}

// letterWord is the word of some tilts.
func letterWord(letters string) tilt.Word { return tilt.NewWord(letters, "", new(big.Int), "") }

// asks are targets of all kinds.
var asks = []ask{askTilt, askShort, askWalk, askWalk, askSwapped, askAhead, askBroken, askShuffled, askOther}

// boardAfter is the board after moves; they are short, or go round a ring.
func boardAfter(b *tilt.Board, moves tilt.Word) *tilt.Board {
	out, err := tiltsolve.Play(context.Background(), b, moves, puzzle.Limits{})
	if err != nil { // there is no limit and nobody cancels
		return b.Clone()
	}
	return out
}

// someLetters draws n tilts.
func someLetters(rng *rand.Rand, n int) string {
	out := make([]byte, n)
	for i := range out {
		out[i] = "LRUD"[rng.IntN(4)]
	}
	return string(out)
}

// twoTilts draws two tilts at right angles, which lead onto a ring, and the corner in which they end.
func twoTilts(rng *rand.Rand) (moves string, corner int) {
	corner = rng.IntN(4)
	name := cornerNames[corner]
	if rng.IntN(2) == 0 {
		return name, corner
	}
	return name[1:] + name[:1], corner
}

// manyTimes draws a number of turns: small, or of up to bits bits.
func manyTimes(rng *rand.Rand, bits int) *big.Int {
	if rng.IntN(3) == 0 {
		return big.NewInt(int64(rng.IntN(4)))
	}
	n := new(big.Int)
	for range 1 + rng.IntN(bits/32) {
		n.Lsh(n, 32).Or(n, big.NewInt(int64(rng.Uint32())))
	}
	return n
}

// turnsWord is the word of n turns from a corner and k tilts more, clockwise or back.
func turnsWord(prefix string, corner int, n *big.Int, k int, back bool) tilt.Word {
	around := clockwise[corner : corner+4]
	if back {
		around = counter[-corner&3 : -corner&3+4]
	}
	return tilt.NewWord(prefix, around, n, around[:k])
}

// askTilt wants the start or a board one tilt away, in one of four cases with two tiles exchanged.
func askTilt(rng *rand.Rand, p *tilt.Instance) *tilt.Board {
	b := boardAfter(p.Start, letterWord(someLetters(rng, min(1, rng.IntN(5)))))
	if rng.IntN(4) == 0 {
		swapUnlike(rng, b, 0)
	}
	return b
}

// askShort wants a board a few tilts away.
func askShort(rng *rand.Rand, p *tilt.Instance) *tilt.Board {
	return boardAfter(p.Start, letterWord(someLetters(rng, 2+rng.IntN(7))))
}

// askWalk wants a board at the end of many turns, behind up to two tilts (where that are fewer, the first turn leads
// onto the ring) and before up to three.
func askWalk(rng *rand.Rand, p *tilt.Instance) *tilt.Board {
	prefix, corner := twoTilts(rng)
	from := rng.IntN(3)
	return boardAfter(p.Start, turnsWord(prefix[:from], corner, manyTimes(rng, 192), rng.IntN(4), rng.IntN(2) == 0))
}

// askFar is askWalk with so many turns that no number of 64 bits holds them.
func askFar(rng *rand.Rand, p *tilt.Instance) *tilt.Board {
	prefix, corner := twoTilts(rng)
	n := new(big.Int).Lsh(manyTimes(rng, 2048), 2048)
	for range 64 {
		n.Lsh(n, 32).Or(n, big.NewInt(int64(rng.Uint32())))
	}
	return boardAfter(p.Start, turnsWord(prefix, corner, n, rng.IntN(4), rng.IntN(2) == 0))
}

// askSwapped is askWalk with two unlike tiles exchanged.
func askSwapped(rng *rand.Rand, p *tilt.Instance) *tilt.Board {
	b := askWalk(rng, p)
	swapUnlike(rng, b, 0)
	return b
}

// askLateSwap is askWalk with two unlike tiles exchanged that a program meets late where it reads row by row.
func askLateSwap(rng *rand.Rand, p *tilt.Instance) *tilt.Board {
	b := askWalk(rng, p)
	swapUnlike(rng, b, len(b.Narrow)/8*7)
	return b
}

// askShuffled is askWalk with all tiles exchanged by chance.
func askShuffled(rng *rand.Rand, p *tilt.Instance) *tilt.Board {
	b := askWalk(rng, p)
	tiles := tilesFrom(b, 0)
	rng.Shuffle(len(tiles), func(i, j int) { swapCells(b, tiles[i], tiles[j]) })
	return b
}

// askOther wants a board that is reached from another start: with one tile more or less, of another colour or
// elsewhere.
func askOther(rng *rand.Rand, p *tilt.Instance) *tilt.Board {
	b := p.Start.Clone()
	i := rng.IntN(len(b.Narrow))
	if rng.IntN(2) == 0 {
		b.Narrow[i] = uint8(rng.IntN(len(p.Palette) + 1))
	} else {
		swapCells(b, i, rng.IntN(len(b.Narrow)))
	}
	return askShort(rng, &tilt.Instance{Palette: p.Palette, Start: b})
}

// askAhead wants a board of a ring on which the tiles of one cycle are a turn ahead of where they belong, behind up to
// three tilts. Where another cycle's period has a factor in common with its own, there is no such board.
func askAhead(rng *rand.Rand, p *tilt.Instance) *tilt.Board {
	return onCycle(rng, p, func(n int) int { return rng.IntN(n) }, oneAhead)
}

// askLastAhead is askAhead with the cycle that is met last, where cells are looked at row by row.
func askLastAhead(rng *rand.Rand, p *tilt.Instance) *tilt.Board {
	return onCycle(rng, p, func(n int) int { return n - 1 }, oneAhead)
}

// oneAhead moves the tiles of a cycle by one turn.
func oneAhead(cells []uint8, cycle []int32) {
	last := cells[cycle[len(cycle)-1]]
	for k := len(cycle) - 1; k > 0; k-- {
		cells[cycle[k]] = cells[cycle[k-1]]
	}
	cells[cycle[0]] = last
}

// askBroken wants a board of a ring on which two unlike tiles of one cycle are exchanged, behind up to three tilts.
func askBroken(rng *rand.Rand, p *tilt.Instance) *tilt.Board {
	return onCycle(rng, p, func(n int) int { return rng.IntN(n) }, func(cells []uint8, cycle []int32) {
		k := rng.IntN(len(cycle))
		for range cycle {
			a, b := cycle[k], cycle[(k+1)%len(cycle)]
			if cells[a] != cells[b] {
				cells[a], cells[b] = cells[b], cells[a]
				return
			}
			k = (k + 1) % len(cycle)
		}
	})
}

// onCycle is a board of a ring that edit changes on one of the n cycles with at least two colours, if there are any.
func onCycle(rng *rand.Rand, p *tilt.Instance, which func(n int) int, edit func(cells []uint8, cycle []int32),
) *tilt.Board {
	prefix, corner := twoTilts(rng)
	b := boardAfter(p.Start, turnsWord(prefix+counter[4-corner:4], 0, manyTimes(rng, 192), 0, false))
	var mixed [][]int32
	for _, cycle := range turnCycles(b) {
		for _, i := range cycle[1:] {
			if b.Narrow[i] != b.Narrow[cycle[0]] {
				mixed = append(mixed, cycle)
				break
			}
		}
	}
	if len(mixed) > 0 {
		edit(b.Narrow, mixed[which(len(mixed))])
	}
	return boardAfter(b, letterWord(clockwise[:rng.IntN(4)]))
}

// turnCycles are the cycles along which a turn R D L U moves the tiles of b, which is packed into the top left corner.
func turnCycles(b *tilt.Board) (cycles [][]int32) {
	lambda, mu := make([]int, b.H), make([]int, b.W)
	for i, code := range b.Narrow {
		if code != 0 {
			lambda[i/b.W]++
			mu[i%b.W]++
		}
	}
	done := make([]bool, len(b.Narrow))
	room := make([]int32, 0, len(b.Narrow))
	for i, code := range b.Narrow {
		if code == 0 || done[i] {
			continue
		}
		from := len(room)
		for r, c := i/b.W, i%b.W; !done[r*b.W+c]; {
			done[r*b.W+c] = true
			room = append(room, int32(r*b.W+c))
			for range 2 {
				c = lambda[r] - 1 - c
				r = mu[c] - 1 - r
			}
		}
		cycles = append(cycles, room[from:len(room):len(room)])
	}
	return cycles
}

// tilesFrom lists the cells with tiles from one on.
func tilesFrom(b *tilt.Board, from int) (tiles []int) {
	for i := from; i < len(b.Narrow); i++ {
		if b.Narrow[i] != 0 {
			tiles = append(tiles, i)
		}
	}
	return tiles
}

func swapCells(b *tilt.Board, i, j int) { b.Narrow[i], b.Narrow[j] = b.Narrow[j], b.Narrow[i] }

// swapUnlike exchanges two tiles of different colours on cells from one on, where there are such.
func swapUnlike(rng *rand.Rand, b *tilt.Board, from int) {
	tiles := tilesFrom(b, from)
	if len(tiles) == 0 {
		return
	}
	i, k := tiles[rng.IntN(len(tiles))], rng.IntN(len(tiles))
	for range tiles {
		if j := tiles[k]; b.Narrow[i] != b.Narrow[j] {
			swapCells(b, i, j)
			return
		}
		k = (k + 1) % len(tiles)
	}
}
