package lightscheck

import (
	"crypto/sha256"
	"encoding/binary"
	"math"
	"math/big"

	"github.com/gridwright/gridwright/lights"
	"github.com/gridwright/gridwright/puzzle"
)

// A lamplit board is what all cells show, row by row, where only lit lamps can be pressed.
type lamplit struct {
	k     *work
	start []uint32
	reach [][]entry // by cell: what a press adds to which cells; nil where there is no button
}

func (k *work) lamplit() (*lamplit, error) {
	if err := k.fit(); err != nil {
		return nil, err
	}
	p := k.p
	cells := p.Width * p.Height
	if err := k.room("the buttons of this board", int64(cells)*(40+16*int64(len(k.offsets)))); err != nil {
		return nil, err
	}
	l := &lamplit{k: k, start: make([]uint32, cells), reach: make([][]entry, cells)}
	wrap, _ := k.wraps()
	for i := range cells {
		x, y := i%p.Width, i/p.Width
		l.start[i] = p.Start.At(y, x)
		if k.lacks(x, y, lights.NoButton) {
			continue
		}
		l.reach[i] = []entry{}
		for _, o := range k.offsets {
			tx, ty := o.from(false, x, y)
			if wrap {
				tx = (tx%p.Width + p.Width) % p.Width
			}
			ty, ok := k.row(ty)
			if ok && tx >= 0 && tx < p.Width && (p.Cells == nil || p.Cells[ty*p.Width+tx] != lights.Hole) {
				l.reach[i] = append(l.reach[i], entry{int32(ty*p.Width + tx), o.weight})
			}
		}
		if err := k.spend(8 * (1 + len(k.offsets))); err != nil {
			return nil, err
		}
	}
	return l, nil
}

// press presses a lit lamp.
func (l *lamplit) press(board []uint32, cell int) {
	for _, e := range l.reach[cell] {
		board[e.button] = uint32((uint64(board[e.button]) + e.weight) % l.k.m)
	}
}

// done reports whether the lamps that matter show the target.
func (l *lamplit) done(board []uint32) bool {
	p := l.k.p
	for i, v := range board {
		want := uint32(0)
		if p.Target != nil {
			want = p.Target.At(i/p.Width, i%p.Width)
		}
		if v != want && !l.k.lacks(i%p.Width, i/p.Width, lights.NoLamp) {
			return false
		}
	}
	return true
}

// levels goes through the boards that can be reached with at most so many presses, by their number, and visits
// each once with that number. It ends where visit returns false.
func (l *lamplit) levels(most int64, visit func(board []uint32, presses int64) bool) error {
	seen := map[string]bool{key(l.start): true}
	now := [][]uint32{l.start}
	for presses := int64(0); len(now) > 0; presses++ {
		var next [][]uint32
		for _, board := range now {
			if !visit(board, presses) {
				return nil
			}
			if presses == most {
				continue
			}
			for cell, lit := range board {
				if lit == 0 || l.reach[cell] == nil {
					continue
				}
				after := append([]uint32(nil), board...)
				l.press(after, cell)
				text := key(after)
				if err := l.k.spend(16 * len(board)); err != nil {
					return err
				}
				if seen[text] {
					continue
				}
				if len(seen) == lights.ReachBound {
					return tooMuch("what takes a look at more than %d boards", lights.ReachBound)
				}
				if len(seen)&(len(seen)-1) == 0 {
					if err := l.k.room("the boards that can be reached", int64(len(seen))*int64(16*len(board)+200)); err != nil {
						return err
					}
				}
				seen[text] = true
				next = append(next, after)
			}
		}
		now = next
	}
	return nil
}

// checkMoves makes the presses one by one.
func (k *work) checkMoves(w *lights.Witness) error {
	if !k.p.LitOnly {
		return puzzle.Rejectf("the witness gives presses in an order; that is for boards with lit lamps alone to press")
	}
	if w.Presses != nil || w.Cost != nil || w.Solutions != nil || w.Optima != nil {
		return puzzle.Rejectf("the witness gives presses in an order, and claims more than that")
	}
	l, err := k.lamplit()
	if err != nil {
		return err
	}
	board := append([]uint32(nil), l.start...)
	for i, m := range w.Moves {
		y, x := m[0], m[1]
		if y < 0 || y >= k.p.Height || x < 0 || x >= k.p.Width {
			return puzzle.Rejectf("press %d is off the board", i+1)
		}
		cell := y*k.p.Width + x
		if l.reach[cell] == nil {
			return puzzle.Rejectf("press %d: %s is not there", i+1, k.place("button", x, y))
		}
		if board[cell] == 0 {
			return puzzle.Rejectf("press %d: %s is not lit", i+1, k.place("lamp", x, y))
		}
		l.press(board, cell)
		if err := k.spend(8 + len(l.reach[cell])); err != nil {
			return err
		}
	}
	if !l.done(board) {
		return puzzle.Rejectf("the presses do not reach the target")
	}
	n := int64(len(w.Moves))
	if w.AtLeast > n {
		return puzzle.Rejectf("the witness says that there are at least %d presses, and has %d", w.AtLeast, n)
	}
	if w.AtLeast <= 0 {
		if w.AtLeast < 0 {
			return puzzle.Rejectf("the witness says that there are at least %d presses", w.AtLeast)
		}
		return nil
	}
	fewest := int64(-1)
	err = l.levels(w.AtLeast-1, func(board []uint32, presses int64) bool {
		if l.done(board) {
			fewest = presses
		}
		return fewest < 0
	})
	if err == nil && fewest >= 0 {
		err = puzzle.Rejectf("the witness says that there are at least %d presses; %d are enough", w.AtLeast, fewest)
	}
	return err
}

// checkExhausted goes through all boards that can be reached.
func (k *work) checkExhausted(c *lights.Certificate) error {
	if !k.p.LitOnly {
		return puzzle.Rejectf("the certificate is for boards on which only lit lamps can be pressed")
	}
	if c.Weights != nil || c.Value != 0 || c.Sums != nil {
		return puzzle.Rejectf("the certificate claims more than what can be reached")
	}
	if c.Exhausted.States > lights.ReachBound {
		return tooMuch("what takes a look at %d boards", c.Exhausted.States)
	}
	l, err := k.lamplit()
	if err != nil {
		return err
	}
	found, states, digest := false, int64(0), [32]byte{}
	text := make([]byte, 4*len(l.start))
	err = l.levels(math.MaxInt64, func(board []uint32, _ int64) bool {
		if states++; l.done(board) {
			found = true
		}
		for i, v := range board {
			binary.LittleEndian.PutUint32(text[4*i:], v)
		}
		for i, b := range sha256.Sum256(text) {
			digest[i] ^= b
		}
		return !found && states <= c.Exhausted.States
	})
	switch {
	case err != nil:
		return err
	case found:
		return puzzle.Rejectf("the target can be reached")
	case states != c.Exhausted.States:
		return puzzle.Rejectf("the certificate counts %d boards; there are others", c.Exhausted.States)
	case digest != c.Exhausted.Digest:
		return puzzle.Rejectf("the digest of the %d boards is another one", states)
	}
	return nil
}

// countLit is how many ways have the fewest presses.
func (k *work) countLit() (*big.Int, error) {
	l, err := k.lamplit()
	if err != nil {
		return nil, err
	}
	type level struct {
		boards [][]uint32
		ways   map[string]*big.Int
	}
	seen := map[string]bool{key(l.start): true}
	now := level{[][]uint32{l.start}, map[string]*big.Int{key(l.start): big.NewInt(1)}}
	for len(now.boards) > 0 {
		sum := new(big.Int)
		for _, board := range now.boards {
			if l.done(board) {
				sum.Add(sum, now.ways[key(board)])
			}
		}
		if sum.Sign() > 0 {
			return sum, nil
		}
		next := level{ways: map[string]*big.Int{}}
		for _, board := range now.boards {
			for cell, lit := range board {
				if lit == 0 || l.reach[cell] == nil {
					continue
				}
				after := append([]uint32(nil), board...)
				l.press(after, cell)
				text := key(after)
				if err := k.spend(32 * len(board)); err != nil {
					return nil, err
				}
				if !seen[text] {
					if len(seen) == lights.ReachBound {
						return nil, tooMuch("what takes a look at more than %d boards", lights.ReachBound)
					}
					seen[text], next.ways[text] = true, new(big.Int)
					next.boards = append(next.boards, after)
				}
				if n := next.ways[text]; n != nil {
					n.Add(n, now.ways[key(board)])
				}
			}
		}
		now = next
	}
	return new(big.Int), nil
}
