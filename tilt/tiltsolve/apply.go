package tiltsolve

import (
	"context"
	"fmt"
	"math/big"
	"strings"

	"github.com/gridwright/gridwright/grid"
	"github.com/gridwright/gridwright/puzzle"
	"github.com/gridwright/gridwright/tilt"
)

// Apply returns p with its start replaced by the board after moves, a word as tilt.ParseWord reads it. Exponents may
// have thousands of digits: once the tiles are packed into a corner, a group is a number of turns around a ring, and a
// number of turns is a rotation of each cycle. O(letters · cells + cells); 7 bytes a cell.
func (s *Solver) Apply(ctx context.Context, p *tilt.Instance, moves string, lim puzzle.Limits) (*tilt.Instance, error) {
	if err := p.ValidateUnder(ctx); err != nil {
		return nil, err
	}
	w, err := parseMoves(moves)
	if err != nil {
		return nil, err
	}
	if p.Rules != nil {
		return applyRules(ctx, p, w, lim)
	}
	if err := wholeBoard(w); err != nil {
		return nil, err
	}
	q := *p
	q.Start, err = Play(ctx, p.Start, w, lim)
	return &q, err
}

// wholeBoard refuses words in which pieces move alone.
func wholeBoard(w tilt.Word) error {
	for _, run := range w {
		if strings.Contains(run.Moves, ",") {
			return &grid.Error{Msg: "the moves name a piece; on this board all tiles move at once, by L R U D"}
		}
	}
	return nil
}

// parseMoves reads moves as they are typed, or put together from single ones: blanks between tilts do not matter.
func parseMoves(moves string) (tilt.Word, error) {
	moves = gathered(strings.Fields(moves), moves)
	w, err := tilt.ParseWord(moves)
	if err != nil {
		return nil, &grid.Error{Msg: err.Error()}
	}
	return w, nil
}

// gathered joins parts of a word; it is the word as it was where a blank tears a number. A row stays apart from an
// exponent before it.
func gathered(parts []string, word string) string {
	var b strings.Builder
	for i, part := range parts {
		if part[0] == '^' {
			return word
		}
		if part[0] >= '0' && part[0] <= '9' {
			if !strings.Contains(part, ",") {
				return word
			}
			if i > 0 && !strings.ContainsAny(parts[i-1][len(parts[i-1])-1:], "LRUD") {
				b.WriteByte(' ')
			}
		}
		b.WriteString(part)
	}
	return b.String()
}

// Play returns the board after moves, a new one; colours of b may be of any number. Exponents may have thousands of
// digits, as for Solver.Apply. Errors: a limit, or ctx. O(letters · cells + cells); 7 bytes a cell, 13 where b is Wide.
func Play(ctx context.Context, b *tilt.Board, moves tilt.Word, lim puzzle.Limits) (*tilt.Board, error) {
	perCell := int64(7) // two boards while letters are played; then one, a mark and a cycle
	if b.Wide != nil {
		perCell = 13
	}
	if err := lim.CheckMemory("playing the moves", perCell*int64(b.Len())); err != nil {
		return nil, err
	}
	if b.Wide != nil {
		return apply(ctx, b.Wide, b.H, b.W, moves)
	}
	return apply(ctx, b.Narrow, b.H, b.W, moves)
}

func apply[C code](ctx context.Context, cells []C, h, w int, moves tilt.Word) (*tilt.Board, error) {
	own := append([]C(nil), cells...)
	for _, run := range moves {
		if run.Times.Sign() == 0 {
			continue
		}
		next, err := play(ctx, own, h, w, run.Moves)
		if err != nil {
			return nil, err
		}
		if more := new(big.Int).Sub(run.Times, big.NewInt(1)); more.Sign() > 0 {
			if next, err = repeat(ctx, next, h, w, run.Moves, more); err != nil {
				return nil, err
			}
		}
		own = next
	}
	return boardOf(own, h, w), nil
}

// play is playLetters with an eye on ctx.
func play[C code](ctx context.Context, cells []C, h, w int, letters string) ([]C, error) {
	for k := range len(letters) {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		cells = playLetters(cells, h, w, letters[k:k+1])
	}
	return cells, nil
}

// repeat plays letters more times on a board that has just been through them.
func repeat[C code](ctx context.Context, cells []C, h, w int, letters string, more *big.Int) ([]C, error) {
	turns, ok := turnsOf(letters)
	if !ok || turns == 0 {
		return cells, nil // along one axis alone a second time changes nothing
	}
	n := new(big.Int).Mul(more, big.NewInt(turns))
	corner := lastCorner(letters)
	at, err := play(ctx, cells, h, w, backWord[corner])
	if err != nil {
		return nil, err
	}
	if at, err = turned(ctx, at, h, w, n); err != nil {
		return nil, err
	}
	return play(ctx, at, h, w, clockwise[:corner])
}

// turnsOf returns by how many whole turns clockwise the letters move a board that they have
// already packed into a corner; ok is false where they tilt along one axis only.
func turnsOf(letters string) (turns int64, ok bool) {
	corner := lastCorner(letters)
	if corner < 0 {
		return 0, false
	}
	steps := 0
	for k := range len(letters) {
		switch letters[k] {
		case clockwise[corner]:
			steps, corner = steps+1, (corner+1)&3
		case counter[-corner&3]:
			steps, corner = steps-1, (corner+3)&3
		}
	}
	return int64(steps / 4), true
}

// lastCorner is the corner in which letters leave every board, or -1.
func lastCorner(letters string) int {
	across := strings.LastIndexAny(letters, "LR")
	down := strings.LastIndexAny(letters, "UD")
	if across < 0 || down < 0 {
		return -1
	}
	name := letters[across:across+1] + letters[down:down+1]
	for corner, n := range cornerNames {
		if n == name {
			return corner
		}
	}
	return -1
}

// turned returns a board packed into the top left corner after n turns R D L U, n of any sign.
func turned[C code](ctx context.Context, cells []C, h, w int, n *big.Int) ([]C, error) {
	shape := profileOf(newSource(cells, h, w, false))
	lambda := shape.lambda
	mu := conjugate(lambda, w)
	out := make([]C, len(cells))
	done := make([]bool, len(cells))
	shifts := map[int]int{} // cycle length → n modulo it
	big1, big2 := new(big.Int), new(big.Int)
	var cycle []int32
	for r := range h {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		for c := range int(lambda[r]) {
			first := r*w + c
			if done[first] {
				continue
			}
			cycle = cycle[:0]
			for i, y, x := first, r, c; !done[i]; i = y*w + x {
				done[i] = true
				cycle = append(cycle, int32(i))
				for range 2 {
					x = int(lambda[y]) - 1 - x
					y = int(mu[x]) - 1 - y
				}
				if len(cycle)&(pollTiles-1) == 0 && ctx.Err() != nil {
					return nil, ctx.Err()
				}
			}
			k := len(cycle)
			d, known := shifts[k]
			if !known {
				d = int(big1.Mod(n, big2.SetInt64(int64(k))).Int64())
				shifts[k] = d
			}
			for i, from := range cycle {
				if i+d >= k {
					out[cycle[i+d-k]] = cells[from]
				} else {
					out[cycle[i+d]] = cells[from]
				}
			}
		}
	}
	return out, nil
}

// When treats moves as PREFIX(WORD), as in LU(RDLU). It returns the least k ≥ 0 such that PREFIX and then k times WORD
// turn the start of p into its target, and the period of further such k (0 where there is none); first is nil where no
// k does. It is the inverse of Apply, and costs what Solve does.
func (s *Solver) When(
	ctx context.Context, p *tilt.Instance, moves string, lim puzzle.Limits,
) (first, every *big.Int, err error) {
	if err := p.ValidateUnder(ctx); err != nil {
		return nil, nil, err
	}
	if len(p.Goals()) == 0 {
		return nil, nil, &grid.Error{Msg: "there is no target to wait for"}
	}
	if !strings.Contains(moves, "(") || !strings.HasSuffix(moves, ")") {
		return nil, nil, &grid.Error{Msg: fmt.Sprintf("the moves must end in the group that is repeated, as in LU(RDLU), "+
			"not %s", grid.Quote(moves))}
	}
	// Read as one word, so that errors count characters from the beginning.
	w, err := parseMoves(moves + "^1")
	if err != nil {
		return nil, nil, err
	}
	if p.Rules != nil {
		first, every, err = whenRules(ctx, p, w, lim)
		return first, every, puzzle.AsLimit(err)
	}
	if err := wholeBoard(w); err != nil {
		return nil, nil, err
	}
	if err := checkMemory(p, lim); err != nil {
		return nil, nil, err
	}
	last := len(w) - 1
	start, err := Play(ctx, p.Start, w[:last], lim)
	if err != nil {
		return nil, nil, err
	}
	if p.Start.Wide != nil {
		return when(ctx, start.Wide, p.Target.Wide, p, w[last].Moves)
	}
	return when(ctx, start.Narrow, p.Target.Narrow, p, w[last].Moves)
}

func when[C code](
	ctx context.Context, start, target []C, p *tilt.Instance, word string,
) (first, every *big.Int, err error) {
	h, w := p.Start.H, p.Start.W
	once, err := play(ctx, start, h, w, word)
	if err != nil {
		return nil, nil, err
	}
	at, period, err := whenFrom(ctx, once, target, p, word)
	if err != nil {
		return nil, nil, err
	}
	if at != nil {
		at.Add(at, big.NewInt(1))
	}
	if equalCells(start, target) {
		// k = 0 too. Where the target comes again, the start lies on the same ring and
		// corner, so it comes again with the same period.
		if at == nil {
			period = new(big.Int)
		}
		return new(big.Int), period, nil
	}
	return at, period, nil
}

// whenFrom returns the least k ≥ 0 for which k times word turn once, a board that has been through
// word already, into target.
func whenFrom[C code](
	ctx context.Context, once, target []C, p *tilt.Instance, word string,
) (first, every *big.Int, err error) {
	h, w := p.Start.H, p.Start.W
	turns, ok := turnsOf(word)
	if !ok || turns == 0 {
		if equalCells(once, target) {
			return new(big.Int), big.NewInt(1), nil // it stays for good
		}
		return nil, nil, nil
	}
	q := &tilt.Instance{Palette: p.Palette, Start: boardOf(once, h, w), Target: p.Target}
	g := newRings[C](q)
	if _, differ := g.compareCounts(q, puzzle.Limits{VerdictOnly: true}); differ {
		return nil, nil, nil
	}
	if g.half(0).start.tiles == 0 {
		return new(big.Int), big.NewInt(1), nil
	}
	half := g.opened(0)
	if err := half.setBase(ctx, 0); err != nil {
		return nil, nil, err
	}
	corner := lastCorner(word)
	src := newSource(target, h, w, false)
	if seen := profileOf(src); !seen.fits(corner, half.lambda) {
		return nil, nil, nil
	}
	if err := half.setTarget(ctx, src, corner); err != nil {
		return nil, nil, err
	}
	var m match
	if err := half.find(ctx, &m); err != nil || !m.alive {
		return nil, nil, err
	}
	// Positions in whole turns from the base of ring L, which is once after L U: from
	// RD and LD these go clockwise, a turn further than the corner's offset says.
	halfTurns, period, _, _ := m.system.Solve()
	n := halfTurns.Rsh(halfTurns, 1)
	period.Rsh(period, 1)
	if corner == cornerRD {
		n.Add(n, big.NewInt(1))
	}
	n.Mod(n, period)
	// turns · k ≡ n (mod period)
	t := new(big.Int).Mod(big.NewInt(turns), period)
	g1 := new(big.Int).GCD(nil, nil, t, period)
	if g1.Sign() == 0 {
		g1.Set(period)
	}
	if new(big.Int).Mod(n, g1).Sign() != 0 {
		return nil, nil, nil
	}
	every = new(big.Int).Quo(period, g1)
	n.Quo(n, g1)
	t.Quo(t, g1)
	if every.Cmp(big.NewInt(1)) == 0 {
		return new(big.Int), every, nil
	}
	n.Mul(n, t.ModInverse(t, every))
	return n.Mod(n, every), every, nil
}
