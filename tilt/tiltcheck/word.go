package tiltcheck

import (
	"math/big"

	"github.com/gridwright/gridwright/grid"
	"github.com/gridwright/gridwright/puzzle"
	"github.com/gridwright/gridwright/tilt"
)

// validWord rejects words that tilt.ParseWord would not have made, and where pieces do not move alone what names them.
func validWord(w tilt.Word, alone bool) error {
	letters := 0
	for i, run := range w {
		if run.Moves == "" {
			return puzzle.Rejectf("part %d of the moves holds no tilt", i+1)
		}
		letters += len(run.Moves)
		for at, c := range run.Moves {
			if alone && (c >= '0' && c <= '9' || c == ',') {
				letters--
			} else if c != 'L' && c != 'R' && c != 'U' && c != 'D' {
				return puzzle.Rejectf("part %d of the moves holds %q at place %d; L R U D are the tilts", i+1, c, at+1)
			}
		}
		switch {
		case letters > tilt.MaxWordLetters:
			return puzzle.Rejectf("the moves are written with more than %d letters", tilt.MaxWordLetters)
		case run.Times == nil:
			return puzzle.Rejectf("part %d of the moves does not say how often it is done", i+1)
		case run.Times.Sign() < 0:
			return puzzle.Rejectf("part %d of the moves is done %s times", i+1, grid.Short(run.Times))
		}
	}
	return nil
}

// replay plays w from the start, letter by letter but for exponents, and rejects it
// where that does not end at the target.
func (k *work) replay(w tilt.Word) error {
	now := k.base
	if _, err := k.load(now, place{k.p.Start, ""}); err != nil {
		return err
	}
	for _, run := range w {
		if err := k.play(now, run); err != nil {
			return err
		}
	}
	if _, err := k.load(k.goal, place{k.p.Target, ""}); err != nil {
		return err
	}
	for i, tile := range k.goal.cells {
		if tile != now.cells[i] {
			return puzzle.Rejectf("the moves do not reach the target: row %d, column %d holds %s after them, not %s",
				i/now.w+1, i%now.w+1, quote(k.p.Label(int(now.cells[i]))), quote(k.p.Label(int(tile))))
		}
	}
	return nil
}

// play plays one run on b. After the first time, each further time permutes the tiles of b in
// the same way, so all of them together are a power of one permutation. (A run along one axis
// alone changes nothing the second time; that too is a permutation.)
func (k *work) play(b board, run tilt.Run) error {
	if run.Times.Sign() == 0 {
		return nil
	}
	if _, err := k.tiltAll(b, run.Moves); err != nil {
		return err
	}
	again := new(big.Int).Sub(run.Times, big.NewInt(1))
	if again.Sign() == 0 {
		return nil
	}
	if _, err := k.permute(b, run.Moves); err != nil {
		return err
	}
	if err := k.decompose(); err != nil {
		return err
	}
	return k.power(b, again)
}

// power moves each tile of b to the cell where it is after times steps along its cycle.
// Cycles may be as many as tiles and times may be long: its remainders are kept, one for
// each length.
func (k *work) power(b board, times *big.Int) error {
	before := k.other
	before.copyFrom(b)
	steps := map[int]int{}
	for start := 0; start < len(k.order); {
		cells := k.order[start:k.end(start)]
		n := len(cells)
		step, known := steps[n]
		if !known {
			step = remainder(times, n)
			steps[n] = step
		}
		for i, from := range cells {
			b.cells[cells[(i+step)%n]] = before.cells[from]
			if err := k.spend(1); err != nil {
				return err
			}
		}
		start += n
	}
	return nil
}
