package assemblycheck

import (
	"github.com/gridwright/gridwright/assembly"
	"github.com/gridwright/gridwright/grid"
	"github.com/gridwright/gridwright/puzzle"
)

// checkWitness plays the moves. Each landing is a cell of the shape, and each is free when its block comes to rest,
// so as many of them as blocks are missing and what is on the board are all of the shape.
func (k *work) checkWitness(w *assembly.Witness) error {
	start, err := k.startOf(w)
	if err != nil {
		return err
	}
	blocks := len(k.shape.blocks)
	if missing := blocks - len(start); len(w.Moves) != missing {
		return puzzle.Rejectf("there %s; a shape of %s takes %d", grid.Are(len(w.Moves), "move"),
			grid.Number(blocks, "block"), missing)
	}
	if err := k.checkSizes(w); err != nil {
		return err
	}
	if err := k.room("the replay of a shape of this size", 0, 4+bytesPerLine); err != nil {
		return err
	}
	r, err := NewReplay(k.p.Rows, k.p.Cols, k.p.Contact, k.shape.blocks[start[0]])
	if err != nil {
		return err
	}
	for _, i := range start {
		r.put(k.shape.blocks[i])
		if err := k.spend(1); err != nil {
			return err
		}
	}
	if w.Steps != nil {
		return k.checkSteps(w, r, start)
	}
	for i, m := range w.Moves {
		_, b, err := k.landing(r, i, m)
		if err != nil {
			return err
		}
		r.put(b)
		if err := k.spend(1); err != nil {
			return err
		}
	}
	return nil
}

// startOf is what is on the board before the moves of w: what the instance says, or else the block that w names.
func (k *work) startOf(w *assembly.Witness) ([]int32, error) {
	unnamed := w.First == assembly.Block{R: -1, C: -1}
	first := k.shape.find(w.First)
	switch {
	case unnamed && k.start == nil:
		return nil, puzzle.Rejectf("the witness names no first block, and the instance leaves it open")
	case unnamed && k.p.Placed == nil:
		return k.start, nil
	case unnamed:
		if err := k.room("the replay from blocks in place", 9+bytesPerSpread, 4); err != nil {
			return nil, err
		}
		if err := k.link(); err != nil {
			return nil, err
		}
		_, err := k.joinedSet(k.start)
		return k.start, err
	case k.p.Placed != nil:
		return nil, puzzle.Rejectf("the witness names a first block, and there %s in place already",
			grid.Are(len(k.start), "block"))
	case first < 0:
		return nil, puzzle.Rejectf("the first block, in %s, is not in the shape", place(w.First))
	case k.p.Root != assembly.NoRoot && first != k.p.Root:
		return nil, puzzle.Rejectf("the first block is in %s; the one that is there from the start is in %s", place(w.First),
			place(k.p.Blocks[k.p.Root]))
	}
	return []int32{first}, nil
}

// checkSizes verifies that the steps are the moves, and what is easily seen of their least number.
func (k *work) checkSizes(w *assembly.Witness) error {
	switch {
	case w.AtLeast < 0:
		return puzzle.Rejectf("the witness says that at least %d steps are needed", w.AtLeast)
	case w.Steps == nil && w.AtLeast != 0:
		return puzzle.Rejectf("the witness says how many steps are needed and has none")
	case int64(w.AtLeast) > int64(len(w.Steps)):
		return puzzle.Rejectf("the witness says that at least %d steps are needed, and has %d", w.AtLeast, len(w.Steps))
	case w.Steps == nil:
		return nil
	}
	sum := int64(0)
	for i, n := range w.Steps {
		if n <= 0 {
			return puzzle.Rejectf("step %d has %s", i+1, grid.Number(n, "move"))
		}
		if sum += int64(n); sum > int64(len(w.Moves)) {
			break
		}
		if err := k.spend(1); err != nil {
			return err
		}
	}
	if sum != int64(len(w.Moves)) {
		return puzzle.Rejectf("the steps do not hold as many moves as there are")
	}
	return nil
}

// landing is where move i comes to rest on r, which has to be in the shape.
func (k *work) landing(r *Replay, i int, m assembly.Move) (int32, assembly.Block, error) {
	b, why := r.land(m)
	if why != legal {
		return 0, b, puzzle.Rejectf("move %d (%v) is illegal: %s", i+1, m, why)
	}
	j := k.shape.find(b)
	if j < 0 {
		return 0, b, puzzle.Rejectf("move %d (%v) puts a block into %s, which is not in the shape", i+1, m, place(b))
	}
	return j, b, nil
}

// checkSteps plays the moves step by step. The moves of one step have to land in different cells on the board
// before it, and to be undisturbed on the board after it. Then they do not interfere: in any order, a move
// finds on the board what was there before the step, where it stops, and some of the others, which do not stop
// it earlier. And if one of the others disturbs it, the order that lets that one in first changes the outcome.
func (k *work) checkSteps(w *assembly.Witness, r *Replay, start []int32) error {
	perBlock := int64(1)
	if w.AtLeast > 0 {
		perBlock += 4
	}
	largest := int32(0)
	for _, n := range w.Steps {
		largest = max(largest, n)
	}
	if err := k.lim.CheckMemory("the replay of steps of this size",
		perBlock*int64(len(k.shape.blocks))+8*int64(largest)); err != nil {
		return err
	}
	taken := newBitmap(len(k.shape.blocks))
	for _, i := range start {
		taken.add(i)
	}
	landings := make([]assembly.Block, 0, largest)
	var order []int32 // where AtLeast has to be verified: the blocks as they come in
	if w.AtLeast > 0 {
		order = make([]int32, 0, len(w.Moves))
	}
	at := 0
	for s, n := range w.Steps {
		moves := w.Moves[at : at+int(n)]
		landings = landings[:0]
		for i, m := range moves {
			j, b, err := k.landing(r, at+i, m)
			if err != nil {
				return err
			}
			if taken.has(j) {
				return puzzle.Rejectf("move %d (%v) and another one of step %d put a block into %s", at+i+1, m, s+1, place(b))
			}
			taken.add(j)
			landings = append(landings, b)
			if w.AtLeast > 0 {
				order = append(order, j)
			}
			if err := k.spend(1); err != nil {
				return err
			}
		}
		for _, b := range landings {
			r.put(b)
		}
		for i, b := range landings {
			if !r.undisturbed(moves[i], b) {
				return puzzle.Rejectf("move %d (%v) interferes with another one of step %d", at+i+1, moves[i], s+1)
			}
			if err := k.spend(1); err != nil {
				return err
			}
		}
		at += int(n)
	}
	if w.AtLeast == 0 {
		return nil
	}
	return k.checkAtLeast(int64(w.AtLeast), start, order)
}
