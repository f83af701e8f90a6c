package lightssolve

import (
	"context"
	"fmt"
	"iter"
	"math/big"
	"strings"

	"github.com/gridwright/gridwright/grid"
	"github.com/gridwright/gridwright/lights"
	"github.com/gridwright/gridwright/lights/lightssolve/internal/engine"
	"github.com/gridwright/gridwright/lights/lightssolve/internal/litonly"
	"github.com/gridwright/gridwright/meter"
	"github.com/gridwright/gridwright/puzzle"
	"github.com/gridwright/gridwright/scene"
)

// litUnsupported says that a question is not answered where only lit lamps can be pressed.
func litUnsupported(what string) error {
	return fmt.Errorf("%w: where only lit lamps can be pressed, %s", puzzle.ErrUnsupported, what)
}

// solveLit decides p where only lit lamps can be pressed. Presses in an order are presses: where these do not exist in
// any order, their certificate holds.
func (s *System) solveLit(mt *meter.Meter, p *lights.Instance) (lights.Outcome, error) {
	q := *p
	q.LitOnly = false
	o, err := s.solve(mt, &q, false)
	if err != nil || o.Verdict == puzzle.Impossible {
		return o, err
	}
	held := mt.Held()
	defer func() { mt.Release(mt.Held() - held) }()
	r, err := litonly.Search(mt, p)
	switch {
	case err != nil:
		return lights.Outcome{}, err
	case r.Moves != nil:
		w := &lights.Witness{Moves: r.Moves}
		if r.States <= lights.ReachBound {
			w.AtLeast = int64(len(r.Moves))
		}
		return lights.Outcome{Verdict: puzzle.Solved, Witness: w}, nil
	case r.States > lights.ReachBound:
		return lights.Outcome{}, &puzzle.LimitError{Limit: "size", Msg: fmt.Sprintf("none of the %d boards that pressing "+
			"lit lamps leads to is the target, but that is more than a checker looks at", r.States)}
	}
	return lights.Outcome{Verdict: puzzle.Impossible,
		Certificate: &lights.Certificate{Exhausted: &lights.Exhausted{States: r.States, Digest: r.Digest}}}, nil
}

// countLit is how many ways have the fewest presses, of lit lamps alone.
func (s *System) countLit(ctx context.Context, p *lights.Instance, lim puzzle.Limits) (*big.Int, error) {
	mt, err := s.meter(ctx, lim)
	if err != nil {
		return nil, err
	}
	q := *p
	q.LitOnly = false
	if o, err := s.solve(mt, &q, true); err != nil || o.Verdict == puzzle.Impossible {
		return new(big.Int), puzzle.AsLimit(err)
	}
	n, err := litonly.Count(mt, p)
	return new(big.Int).SetUint64(n), puzzle.AsLimit(err)
}

// pressMoves reads presses in an order, as Apply makes them.
func pressMoves(mt *meter.Meter, p *lights.Instance, moves string) ([][2]int, error) {
	out := [][2]int{}
	for word := range strings.FieldsSeq(moves) {
		row, col, times, err := parsePress(p, word)
		switch {
		case err != nil:
		case times != 1:
			err = fmt.Errorf("where only lit lamps can be pressed, each press is written by itself")
		}
		if err != nil {
			return nil, grid.Errorf(grid.Pos{}, "press %d, %.40q: %v", len(out)+1, word, err)
		}
		out = append(out, [2]int{row, col})
		if err := mt.Work(100); err != nil {
			return nil, puzzle.AsLimit(err)
		}
	}
	return out, nil
}

// litWay is moves as Apply reads them; "" where they are too many to copy.
func litWay(p *lights.Instance, moves [][2]int) string {
	var words []string
	for _, m := range moves {
		words = append(words, press(p, m[0], m[1], 1))
	}
	if text := strings.Join(words, " "); len(text) <= maxWay {
		return text
	}
	return ""
}

// TellMoves tells of a way on which only lit lamps are pressed. Its frames press one lamp after the other.
func TellMoves(
	ctx context.Context, p *lights.Instance, w *lights.Witness, window scene.Window, lim puzzle.Limits,
) (puzzle.Story, error) {
	if len(w.Moves) == 0 {
		return puzzle.Story{Title: "solved as it stands"}, nil
	}
	title := "solved by pressing lit lamps, with " + grid.Number(len(w.Moves), "press")
	if w.AtLeast == int64(len(w.Moves)) {
		title += ", the least possible"
	}
	return puzzle.Story{
		Title:  title,
		Way:    litWay(p, w.Moves),
		Frames: litFrames(ctx, p, w.Moves, window, lim),
		Notes:  []string{"found by breadth-first search; the order of the presses matters"},
	}, nil
}

// litFrames are the boards along the way.
func litFrames(
	ctx context.Context, p *lights.Instance, moves [][2]int, w scene.Window, lim puzzle.Limits,
) scene.Frames {
	return scene.Frames{Len: big.NewInt(int64(len(moves)) + 1), From: func(first *big.Int) iter.Seq2[scene.Frame, error] {
		return func(yield func(scene.Frame, error) bool) {
			mt := lim.Meter(ctx)
			board, err := engine.NewPresser(mt, p)
			if err != nil {
				yield(scene.Frame{}, puzzle.AsLimit(err))
				return
			}
			move := ""
			for i := int64(0); ; i++ {
				if i >= first.Int64() &&
					!yield(scene.Frame{Move: move, Scene: picture(p, "", board.Board, lights.Hole, w)}, nil) {
					return
				}
				if i == int64(len(moves)) {
					return
				}
				y, x := moves[i][0], moves[i][1]
				h, width := p.Buttons()
				if y < 0 || y >= h || x < 0 || x >= width { // a claim that nobody has checked
					return
				}
				if err := board.Press(mt, y, x, 1); err != nil {
					yield(scene.Frame{}, puzzle.AsLimit(err))
					return
				}
				move = press(p, y, x, 1)
			}
		}
	}}
}

// TellExhausted tells that all boards were looked at.
func TellExhausted(
	_ context.Context, _ *lights.Instance, c *lights.Certificate, _ scene.Window, _ puzzle.Limits,
) (puzzle.Story, error) {
	return puzzle.Argument(fmt.Sprintf("By pressing lit lamps exactly %s can be reached from the start, and none of them "+
		"is the target.", grid.Number(c.Exhausted.States, "board"))), nil
}
