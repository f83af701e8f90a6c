package tiltcheck

import (
	"context"
	"math"
	"math/big"

	"github.com/gridwright/gridwright/grid"
	"github.com/gridwright/gridwright/puzzle"
	"github.com/gridwright/gridwright/tilt"
)

// checkMoves plays the witness of an instance with rules, and looks for a shorter one where it claims that
// there is none.
func checkMoves(ctx context.Context, p *tilt.Instance, w *tilt.Witness, lim puzzle.Limits) error {
	f, err := newField(ctx, p, lim)
	if err != nil {
		return err
	}
	for i, run := range w.Moves {
		if err := f.play(i, run); err != nil {
			return err
		}
	}
	if !f.reached() {
		return f.missed()
	}
	if w.Length == nil {
		return nil
	}
	f, err = newField(ctx, p, lim)
	if err != nil {
		return err
	}
	least := -1
	enough := -1
	if w.Length.IsInt64() {
		enough = int(min(w.Length.Int64(), 1<<31-1))
	}
	_, err = f.explore(func(depth int) bool {
		if depth == enough {
			return false // all states that are nearer are known
		}
		if f.reached() {
			least = depth
		}
		return least < 0
	})
	if err == nil && least >= 0 && big.NewInt(int64(least)).Cmp(w.Length) < 0 {
		return puzzle.Rejectf("the moves reach the target, but %s are not the fewest: %d are enough",
			grid.Number(grid.Short(w.Length), "move"), least)
	}
	return err
}

// missed says where the board is not the target.
func (f *field) missed() error {
	if len(f.goals) != 1 {
		return puzzle.Rejectf("the moves reach none of the goals")
	}
	for i, want := range f.goals[0].want {
		has := 0
		if k := f.owner[i]; k >= 0 {
			for j, c := range f.pieces[k].cells {
				if int(f.at[k])+c[0]*f.w+c[1] == i {
					has = f.pieces[k].colours[j]
				}
			}
		}
		if want >= 0 && int(want) != has {
			return puzzle.Rejectf("the moves do not reach the target: row %d, column %d holds %s after them, not %s",
				i/f.w+1, i%f.w+1, quote(f.p.Label(has)), quote(f.p.Label(int(want))))
		}
	}
	return puzzle.Rejectf("the moves do not reach the target")
}

// play plays a run, number i of its word. States repeat: where a state is met again after so many times, only what is
// left of the others beyond whole rounds is played.
func (f *field) play(i int, run tilt.Run) error {
	times := new(big.Int).Set(run.Times)
	s := &store{f: f, wide: 4, place: make([]int32, len(f.pieces)), key: make([]byte, 4*len(f.pieces))}
	if err := f.m.Hold(theStates, int64(16*len(f.pieces))); err != nil {
		return err
	}
	var kept []byte
	since, wait := 0, 1 // how long it has been kept, and for how long
	for ; times.Sign() > 0; times.Sub(times, big.NewInt(1)) {
		if run.Times.BitLen() > 1 {
			s.canonical()
			if since > 0 && string(kept) == string(s.key) {
				times.Mod(times, big.NewInt(int64(since)))
				since, wait = 0, math.MaxInt
				if times.Sign() == 0 {
					break
				}
			}
			if kept == nil || since == wait {
				kept = append(kept[:0], s.key...)
				since, wait = 0, 2*wait
			}
			since++
		}
		if err := f.playOnce(i, run.Moves); err != nil {
			return err
		}
	}
	return nil
}

// playOnce plays each move of a text.
func (f *field) playOnce(i int, moves string) error {
	for moves != "" {
		m, rest, ok := tilt.CutMove(moves)
		if !ok {
			return puzzle.Rejectf("part %d of the moves holds what is no move", i+1)
		}
		moves = rest
		alone := nobody
		if m.Row > 0 {
			if m.Row > f.h || m.Col > f.w {
				return puzzle.Rejectf("the move %v names a cell that is not on the board", m)
			}
			if alone = int(f.owner[(m.Row-1)*f.w+m.Col-1]); alone < 0 || !f.free(alone) {
				return puzzle.Rejectf("the move %v names a cell with no piece that moves alone", m)
			}
		} else if f.one {
			return puzzle.Rejectf("the move %v names no piece, and pieces move alone", m)
		}
		if err := f.move(alone, m.Side); err != nil {
			return err
		}
	}
	return nil
}

// checkExhausted explores all that can be reached.
func checkExhausted(ctx context.Context, p *tilt.Instance, c *tilt.Certificate, lim puzzle.Limits) error {
	f, err := newField(ctx, p, lim)
	if err != nil {
		return err
	}
	claimed, met, least := orNone(c.Exhausted.States), new(big.Int), -1
	s, err := f.explore(func(depth int) bool {
		if f.reached() {
			least = depth
		}
		return least < 0 && met.Add(met, big.NewInt(1)).Cmp(claimed) <= 0 // nobody waits for a lie to end
	})
	switch {
	case err != nil:
		return err
	case least >= 0:
		return puzzle.Rejectf("the target is reached by %s", grid.Number(least, "move"))
	case met.Cmp(claimed) > 0:
		return puzzle.Rejectf("the certificate counts %s states; more can be reached", grid.Short(claimed))
	case met.Cmp(claimed) < 0:
		return puzzle.Rejectf("the certificate counts %s states; %d can be reached", grid.Short(claimed), s.count)
	}
	sum, err := s.digest()
	if err == nil && sum != c.Exhausted.Digest {
		return puzzle.Rejectf("the digest is %x; that of the %s that can be reached is %x", c.Exhausted.Digest,
			grid.Number(s.count, "state"), sum)
	}
	return err
}

func orNone(n *big.Int) *big.Int {
	if n == nil {
		return new(big.Int)
	}
	return n
}

// countStates counts what can be reached.
func countStates(ctx context.Context, p *tilt.Instance, lim puzzle.Limits) (*big.Int, error) {
	f, err := newField(ctx, p, lim)
	if err != nil {
		return nil, err
	}
	s, err := f.explore(func(int) bool { return true })
	if err != nil {
		return nil, err
	}
	return big.NewInt(int64(s.count)), nil
}

// refutes reports whether the numbers of tiles of one colour forbid the target of p, which may hold cells that do not
// matter: more of them than at the start are needed, or what is there can neither vanish nor stand in such a cell.
func refutes(p *tilt.Instance, start, target int64) bool {
	spare, holes := int64(0), false
	if r := p.Rules; r != nil {
		for i := range p.Start.Len() {
			holes = holes || p.Ground(i) == tilt.Hole
			if r.Any != nil && r.Any[i] && p.Ground(i) != tilt.Wall {
				spare++
			}
		}
	}
	return target > start || !holes && start > target+spare
}
