package permutesolve

import (
	"context"
	"path/filepath"

	"github.com/gridwright/gridwright/permute"
	"github.com/gridwright/gridwright/permute/permutesolve/internal/moveset"
	"github.com/gridwright/gridwright/permute/permutesolve/internal/search"
	"github.com/gridwright/gridwright/puzzle"
)

func answerOf(r *search.Result) answer {
	const half = permute.SearchBound / 2 // the checker's search takes other turns
	return answer{path: r.Path, goal: r.Goal, cost: r.Cost, lower: r.Lower, method: r.Method,
		proved: r.Found && r.Seen[0]+r.Seen[1] > 0 && r.Seen[0] <= half && r.Seen[1] <= half}
}

// checkable reports whether a search from both sides, as a checker makes it, stays within its bound.
func checkable(s *moveset.Stage, ctx context.Context, lim puzzle.Limits) (bool, error) {
	var r search.Result
	err := r.Bidirectional(ctx, search.NewProblem(s.Compiled, s.Instance), lim, permute.SearchBound)
	if ctx.Err() != nil {
		return false, ctx.Err()
	}
	return err == nil && answerOf(&r).proved, nil
}

// witness puts an answer into words, with the strongest lower bound that a checker verifies.
func (a *answer) witness(ctx context.Context, g *game, p *permute.Instance,
	lim puzzle.Limits) (*permute.Witness, error) {
	w := &permute.Witness{Goal: a.goal, Cost: a.cost, Length: int64(len(a.path))}
	for _, m := range a.path {
		name := p.Moves.Moves[m].Name
		if n := len(w.Moves); n > 0 && w.Moves[n-1].Name == name {
			w.Moves[n-1].Times++
			continue
		}
		w.Moves = append(w.Moves, permute.Step{Name: name, Times: 1})
	}
	if a.lower > 0 && a.proved {
		w.AtLeast, w.Bound = a.lower, permute.BySearch
	}
	if w.AtLeast < a.cost {
		bound, err := search.DistanceBound(ctx, g.c, p)
		if err != nil {
			return nil, err
		}
		if bound > w.AtLeast {
			w.AtLeast, w.Bound = bound, permute.ByDistance
		}
	}
	if len(w.Moves) > 0 {
		w.Unverified = &permute.Unverified{AtLeast: max(a.lower, w.AtLeast), Method: a.method}
	}
	return w, nil
}

// checkpoints is the directory for the states of long searches, or "".
func (s *Solver) checkpoints() string {
	if s.dir == "" {
		return ""
	}
	return filepath.Join(s.dir, "unfinished")
}
