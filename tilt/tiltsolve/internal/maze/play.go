package maze

import (
	"fmt"
	"math/big"
	"slices"

	"github.com/gridwright/gridwright/grid"
	"github.com/gridwright/gridwright/meter"
	"github.com/gridwright/gridwright/tilt"
)

// A Play is a board on which moves are made one after the other.
type Play struct {
	*player
	At []int32 // where the first cell of each piece stands, below 0 where it has fallen; pieces keep their numbers
}

// Play begins at the start.
func (g *Game) Play(m *meter.Meter) (*Play, error) {
	if err := m.Hold(theGame, int64(16*g.h*g.w+32*len(g.kind))); err != nil {
		return nil, err
	}
	return &Play{player: newPlayer(g, m), At: slices.Clone(g.start)}, nil
}

// Word makes the moves of w. States repeat: once the board of a repetition has been there before, all further whole
// rounds are left out. A move that cannot be made is bad input.
func (y *Play) Word(w tilt.Word) error {
	for _, run := range w {
		left := new(big.Int).Set(run.Times)
		var kept []int32
		since, wait, one := int64(0), int64(1), big.NewInt(1)
		for ; left.Sign() > 0; left.Sub(left, one) {
			now := y.state()
			if since > 0 && slices.Equal(now, kept) {
				left.Mod(left, big.NewInt(since))
				if since, wait = 0, 1<<62; left.Sign() == 0 {
					break
				}
			}
			if kept == nil || since == wait {
				kept = now
				since, wait = 0, 2*wait
			}
			since++
			if err := y.Moves(run.Moves); err != nil {
				return err
			}
		}
	}
	return nil
}

// state is where pieces stand, alike ones in order.
func (y *Play) state() []int32 {
	at := slices.Clone(y.At)
	kinds := y.g.kind
	for from := 0; from < len(at); {
		end := from + 1
		for end < len(at) && kinds[end] == kinds[from] {
			end++
		}
		slices.Sort(at[from:end])
		from = end
	}
	return at
}

// Moves makes the moves of a text, one by one.
func (y *Play) Moves(text string) error {
	for text != "" {
		m, rest, ok := tilt.CutMove(text)
		if !ok {
			return &grid.Error{Msg: fmt.Sprintf("%s are no moves", grid.Quote(text))}
		}
		text = rest
		if err := y.move(m); err != nil {
			return err
		}
	}
	return nil
}

func (y *Play) move(m tilt.Move) error {
	g, s := y.g, slices.Index([]byte(sides), m.Side)
	switch {
	case m.Row > g.h || m.Col > g.w:
		return &grid.Error{Msg: fmt.Sprintf("the move %v names a cell that is not on the board of %d × %d", m, g.h, g.w)}
	case m.Row == 0 && g.one:
		return &grid.Error{Msg: fmt.Sprintf("the move %v names no piece; here pieces move alone, as in 2,3R", m)}
	}
	y.cover(y.At, true)
	defer func(before []int32) { y.cover(before, false) }(slices.Clone(y.At))
	if m.Row == 0 {
		return y.tilt(y.At, s)
	}
	i := int(y.owner[(m.Row-1)*g.w+m.Col-1]) - 1
	if i < 0 || !g.named[i] {
		return &grid.Error{Msg: fmt.Sprintf("the move %v names a cell with no piece that moves alone", m)}
	}
	return y.alone(y.At, i, s)
}

// Reached reports whether the board is a goal.
func (y *Play) Reached() bool { return y.g.Reached(y.At) }

// Board is p with its start replaced by the board as it stands.
func (y *Play) Board(p *tilt.Instance) *tilt.Instance {
	g, q := y.g, *p
	q.Start = tilt.NewBoard(g.h, g.w, len(p.Palette))
	if p.Start.Wide != nil && q.Start.Wide == nil {
		q.Start.Narrow, q.Start.Wide = nil, make([]uint32, g.h*g.w)
	}
	rules := *p.Rules
	if rules.Pieces != nil {
		rules.Pieces = make([]uint32, g.h*g.w)
	}
	for i := range y.At {
		for j, c := range y.Cells(i) {
			q.Start.Set(int(c)/g.w, int(c)%g.w, int(g.shapes[g.kind[i]].colours[j]))
			if rules.Pieces != nil && len(g.shapes[g.kind[i]].dy) > 1 {
				rules.Pieces[c] = uint32(i) + 1
			}
		}
	}
	q.Rules = &rules
	tidy(rules.Pieces)
	return &q
}

// tidy numbers pieces in reading order.
func tidy(pieces []uint32) {
	numbers := map[uint32]uint32{}
	for i, n := range pieces {
		if n == 0 {
			continue
		}
		if numbers[n] == 0 {
			numbers[n] = uint32(len(numbers) + 1)
		}
		pieces[i] = numbers[n]
	}
}

// Cells are those on which piece i stands, in reading order; none where it has fallen. The order is that of
// its cells on the start.
func (y *Play) Cells(i int) []int32 {
	if y.At[i] == gone {
		return nil
	}
	s := &y.g.shapes[y.g.kind[i]]
	out := make([]int32, len(s.dy))
	for j := range out {
		out[j] = y.At[i] + s.dy[j]*int32(y.g.w) + s.dx[j]
	}
	return out
}

// State is a text that is the same on equal boards: those whose pieces stand alike, up to swapping alike ones.
func (y *Play) State() string {
	at := y.state()
	b := make([]byte, 0, 4*len(at))
	for _, c := range at {
		b = append(b, byte(c), byte(c>>8), byte(c>>16), byte(c>>24))
	}
	return string(b)
}
