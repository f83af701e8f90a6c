package tiltsolve

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"math/big"
	"slices"

	"github.com/gridwright/gridwright/grid"
	"github.com/gridwright/gridwright/puzzle"
	"github.com/gridwright/gridwright/scene"
	"github.com/gridwright/gridwright/tilt"
	"github.com/gridwright/gridwright/tilt/tiltsolve/internal/maze"
	"github.com/gridwright/gridwright/tilt/tiltsolve/internal/picture"
)

// searched meets the boards that can be reached on a board with rules. tree is there as soon as anything was met.
func searched(ctx context.Context, p *tilt.Instance, all bool, lim puzzle.Limits) (tree *maze.Tree, err error) {
	m := lim.Meter(ctx)
	g, err := maze.New(m, p)
	if err != nil {
		return nil, err
	}
	return g.Search(m, all, lim.OnProgress)
}

// solveRules is Solve for a board with rules: a search, nearest first. Each state takes its pieces' places, a byte or
// two each, and about six bytes.
func solveRules(ctx context.Context, p *tilt.Instance, lim puzzle.Limits) (tilt.Outcome, error) {
	if len(p.Goals()) == 0 {
		return tilt.Outcome{}, noTarget()
	}
	if c := differing(p); c != nil {
		return tilt.Outcome{Verdict: puzzle.Impossible, Certificate: &tilt.Certificate{Colour: c}}, ctx.Err()
	}
	tree, err := searched(ctx, p, false, lim)
	if err != nil {
		return bounded(ctx, tree, lim, err)
	}
	if tree.Least >= 0 {
		return solvedBy(tree, lim)
	}
	o := tilt.Outcome{Verdict: puzzle.Impossible}
	if lim.VerdictOnly {
		return o, nil
	}
	e := &tilt.Exhausted{States: big.NewInt(int64(tree.States()))}
	e.Digest, err = tree.Digest()
	o.Certificate = &tilt.Certificate{Exhausted: e}
	return o, err
}

func solvedBy(tree *maze.Tree, lim puzzle.Limits) (tilt.Outcome, error) {
	o := tilt.Outcome{Verdict: puzzle.Solved}
	if lim.VerdictOnly {
		return o, nil
	}
	if tree.Least > tilt.MaxWordLetters {
		return tilt.Outcome{Stopped: &puzzle.LimitError{Limit: "size", Msg: fmt.Sprintf("the shortest way has %d moves; "+
			"at most %d can be written", tree.Least, tilt.MaxWordLetters)}}, nil
	}
	way, err := tree.Way()
	if err != nil {
		return tilt.Outcome{}, err
	}
	w := witness(way)
	o.Witness = &w
	return o, nil
}

// witness is a shortest way.
func witness(way []tilt.Move) tilt.Witness {
	var b []byte
	for _, m := range way {
		b = m.Append(b)
	}
	return tilt.Witness{Moves: letterWord(string(b)), Length: big.NewInt(int64(len(way)))}
}

// bounded is the answer where a limit, err, stops a search: how many moves it takes at the least is known by then.
func bounded(ctx context.Context, tree *maze.Tree, lim puzzle.Limits, err error) (tilt.Outcome, error) {
	var le *puzzle.LimitError
	timed := errors.Is(err, context.DeadlineExceeded) && lim.Time > 0 &&
		!errors.Is(context.Cause(ctx), context.DeadlineExceeded)
	switch {
	case tree == nil:
		return tilt.Outcome{}, err
	case errors.As(puzzle.AsLimit(err), &le):
	case timed:
		le = &puzzle.LimitError{Limit: "time", Msg: fmt.Sprintf("stopped after %v", lim.Time)}
	default:
		return tilt.Outcome{}, err
	}
	le.Msg += fmt.Sprintf("; of %s met no one less than %s away is a target",
		grid.Number(tree.States(), "board"), grid.Number(tree.Depth(), "move"))
	return tilt.Outcome{Stopped: le}, nil
}

// differing is a colour whose numbers forbid the target; nil where there is none. Holes take tiles away, and so does a
// cell that does not matter hide one.
func differing(p *tilt.Instance) *tilt.Colour {
	if p.Target == nil {
		return nil
	}
	spare, holes := int64(0), false
	for i := range p.Start.Len() {
		holes = holes || p.Ground(i) == tilt.Hole
		if p.Rules.Any != nil && p.Rules.Any[i] && p.Ground(i) != tilt.Wall {
			spare++
		}
	}
	has, wants := p.Start.Counts(len(p.Palette)), p.Target.Counts(len(p.Palette))
	for code := 1; code < len(has); code++ {
		if wants[code] > has[code] || !holes && has[code] > wants[code]+spare {
			return &tilt.Colour{Colour: p.Label(code), Start: has[code], Target: wants[code]}
		}
	}
	return nil
}

// countRules is Count for a board with rules.
func countRules(ctx context.Context, p *tilt.Instance, lim puzzle.Limits) (*big.Int, error) {
	tree, err := searched(ctx, p, true, lim)
	if err != nil {
		return nil, err
	}
	return big.NewInt(int64(tree.States())), nil
}

// countWays is the number of shortest ways on a board with rules.
func countWays(ctx context.Context, p *tilt.Instance, lim puzzle.Limits) (*big.Int, error) {
	tree, err := searched(ctx, p, false, lim)
	if err != nil || tree.Least < 0 {
		return new(big.Int), err
	}
	ways, err := tree.Ways()
	if err != nil {
		return nil, err
	}
	return ways.Count(), nil
}

// allRules is All for a board with rules.
func allRules(ctx context.Context, p *tilt.Instance, lim puzzle.Limits, yield func(tilt.Witness) error) error {
	tree, err := searched(ctx, p, false, lim)
	if err != nil || tree.Least < 0 {
		return err
	}
	if tree.Least > tilt.MaxWordLetters {
		return &puzzle.LimitError{Limit: "size", Msg: fmt.Sprintf("shortest ways have %d moves; at most %d can be written",
			tree.Least, tilt.MaxWordLetters)}
	}
	ways, err := tree.Ways()
	if err != nil {
		return err
	}
	return ways.Each(func(way []tilt.Move) error { return yield(witness(way)) })
}

// playing begins a game on p's start.
func playing(ctx context.Context, p *tilt.Instance, lim puzzle.Limits) (*maze.Play, error) {
	m := lim.Meter(ctx)
	g, err := maze.New(m, p)
	if err != nil {
		return nil, puzzle.AsLimit(err)
	}
	y, err := g.Play(m)
	return y, puzzle.AsLimit(err)
}

// applyRules is Apply for a board with rules.
func applyRules(ctx context.Context, p *tilt.Instance, w tilt.Word, lim puzzle.Limits) (*tilt.Instance, error) {
	y, err := playing(ctx, p, lim)
	if err != nil {
		return nil, err
	}
	if err := y.Word(w); err != nil {
		return nil, puzzle.AsLimit(err)
	}
	return y.Board(p), nil
}

// bytesPerRound is what whenRules keeps for each repetition besides the places of the pieces.
const bytesPerRound = 120

// whenRules is When for a board with rules: it repeats the word until a board has been there before.
func whenRules(
	ctx context.Context, p *tilt.Instance, w tilt.Word, lim puzzle.Limits,
) (first, every *big.Int, err error) {
	if len(p.Goals()) == 0 {
		return nil, nil, noTarget()
	}
	m := lim.Meter(ctx)
	g, err := maze.New(m, p)
	if err != nil {
		return nil, nil, err
	}
	y, err := g.Play(m)
	if err != nil {
		return nil, nil, err
	}
	last := len(w) - 1
	if err := y.Word(w[:last]); err != nil {
		return nil, nil, err
	}
	met := map[string]int64{}
	var hits []int64
	for k := int64(0); ; k++ {
		state := y.State()
		if since, again := met[state]; again {
			return progression(hits, since, k)
		}
		if err := m.Hold("the boards after each repetition", bytesPerRound+int64(len(state))); err != nil {
			return nil, nil, err
		}
		met[state] = k
		if y.Reached() {
			hits = append(hits, k)
		}
		if err := y.Moves(w[last].Moves); err != nil {
			return nil, nil, err
		}
	}
}

// progression says which of all repetitions are hits: those that are listed, and from since on again and again, the
// board of again being that of since.
func progression(hits []int64, since, again int64) (first, every *big.Int, err error) {
	if len(hits) == 0 {
		return nil, nil, nil
	}
	none := fmt.Errorf("%w: the target stands after %d repetitions, and then after numbers of them that no one period "+
		"tells", puzzle.ErrUnsupported, hits[0])
	at := slices.IndexFunc(hits, func(k int64) bool { return k >= since })
	if at < 0 && len(hits) > 1 {
		return nil, nil, none
	}
	if at < 0 {
		return big.NewInt(hits[0]), new(big.Int), nil // never again
	}
	hits = append(hits, hits[at]+again-since)
	step := hits[1] - hits[0]
	for i := 1; i < len(hits); i++ {
		if hits[i]-hits[i-1] != step {
			return nil, nil, none
		}
	}
	return big.NewInt(hits[0]), big.NewInt(step), nil
}

// framesRules are the boards along a word on a board with rules. A tile is called by its cell at the start.
func framesRules(
	ctx context.Context, p *tilt.Instance, word tilt.Word, w scene.Window, lim puzzle.Limits,
) scene.Frames {
	n := word.Length()
	return scene.Frames{Len: n.Add(n, big.NewInt(1)), From: func(n *big.Int) iter.Seq2[scene.Frame, error] {
		return func(yield func(scene.Frame, error) bool) {
			before, after := word.Cut(n)
			y, err := playing(ctx, p, lim)
			var at [][]int32
			if err == nil {
				for i := range y.At {
					at = append(at, y.Cells(i))
				}
				err = y.Word(before)
			}
			move := before.Last()
			for ok := true; ok; {
				if err != nil {
					yield(scene.Frame{}, puzzle.AsLimit(err))
					return
				}
				if !yield(scene.Frame{Scene: picture.Played(p, y, at, w), Move: move}, nil) {
					return
				}
				if move, ok = after(); ok {
					err = y.Moves(move)
				}
			}
		}
	}}
}

// TellExhausted tells that all boards are known and no target is among them.
func TellExhausted(
	_ context.Context, _ *tilt.Instance, cert *tilt.Certificate, _ scene.Window, _ puzzle.Limits,
) (puzzle.Story, error) {
	e := cert.Exhausted
	return argument(fmt.Sprintf("%s can be reached, the start among them, and no target is one of them.",
		grid.Number(grid.Short(e.States), "board")),
		fmt.Sprintf("Digest of all: %x.", e.Digest)), nil
}
