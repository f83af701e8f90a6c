// Package gridwright answers questions about grid puzzles exactly, and with proof: tilting tiles, Lights Out, shapes
// built from sliding blocks, and permutation puzzles.
//
// A [Solver] knows all families. [Solver.Read] turns documents and texts into puzzles, [Solver.Puzzle] a family's own
// typed value; the verbs then are the same for all of them:
//
//	s := gridwright.New(gridwright.Options{})
//	ps, err := s.Read(ctx, "123/456/789 -> 231/564/897 : shifts")
//	answer, err := s.Solve(ctx, ps[0])
//	moves, err := s.Moves(ctx, ps[0], answer) // "L3 L2 L1"
//
// An answer is a [puzzle.Claim]: solved with a witness, impossible with a certificate, or unknown with the limit that
// stopped the search. It has passed a checker that shares no code with the solver, and travels as a JSON document.
// Whoever works with one family alone uses its own packages, such as tilt and tilt/tiltsolve, and links no other.
package gridwright

import (
	"context"
	"io"
	"math/big"
	"math/rand/v2"

	"github.com/gridwright/gridwright/families"
	"github.com/gridwright/gridwright/puzzle"
	"github.com/gridwright/gridwright/scene"
)

// Options say how a Solver works. The zero Options are good for most.
type Options struct {
	// Limits bound each question; the zero Limits stand for puzzle.DefaultLimits.
	Limits puzzle.Limits
	// Cache is a directory for tables that are expensive to make; "" keeps them in memory.
	Cache string
}

// A Solver answers questions about the puzzles of all families. It keeps what it has prepared, and is safe for
// concurrent use. Errors match puzzle.ErrInput, puzzle.ErrLimit, puzzle.ErrUnsupported (the family does not answer
// this question) or a context's error.
type Solver struct {
	families []*puzzle.Family
	limits   puzzle.Limits
}

// New makes a solver.
func New(opt Options) *Solver {
	s := &Solver{families: families.WithCache(opt.Cache), limits: opt.Limits}
	if s.limits.Time == 0 && s.limits.Memory == 0 {
		d := puzzle.DefaultLimits()
		s.limits.Time, s.limits.Memory = d.Time, d.Memory
	}
	return s
}

// Families lists the families, whose methods say more of each.
func (s *Solver) Families() []*puzzle.Family { return s.families }

// Puzzle wraps a family's own instance, such as a *tilt.Instance.
func (s *Solver) Puzzle(value any) (puzzle.Instance, error) {
	var err error
	for _, f := range s.families {
		var in puzzle.Instance
		if in, err = f.InstanceOf(value); in.Family() != "" {
			return in, err
		}
	}
	return puzzle.Instance{}, err
}

// Solve decides p: the moves, or why there are none. The answer has passed the checker. A limit gives the verdict
// unknown and no error.
func (s *Solver) Solve(ctx context.Context, p puzzle.Instance) (puzzle.Claim, error) {
	f, err := family(p)
	if err != nil {
		return puzzle.Claim{}, err
	}
	return f.Prove(ctx, p, s.limits)
}

// All yields every answer that is as good as the best one, each once and checked. It stops at yield's error.
func (s *Solver) All(ctx context.Context, p puzzle.Instance, yield func(puzzle.Claim) error) error {
	f, err := family(p)
	if err != nil {
		return err
	}
	return f.ProveAll(ctx, p, s.limits, yield)
}

// Every is All for every answer, also those that are not as good as the best one.
func (s *Solver) Every(ctx context.Context, p puzzle.Instance, yield func(puzzle.Claim) error) error {
	f, err := family(p)
	if err != nil {
		return err
	}
	return f.ProveEvery(ctx, p, s.limits, yield)
}

// Count counts what the family counts: reachable boards, solutions, best ways, possible first blocks. The number has
// passed the checker.
func (s *Solver) Count(ctx context.Context, p puzzle.Instance) (*big.Int, error) {
	f, err := family(p)
	if err != nil {
		return nil, err
	}
	cl, err := f.ProveCount(ctx, p, s.limits)
	return cl.Count(), err
}

// Check returns nil where the claim is true of p, an error that matches puzzle.ErrRejected where it is not or cannot be
// shown, and another one where the check did not finish.
func (s *Solver) Check(ctx context.Context, p puzzle.Instance, claim puzzle.Claim) error {
	f, err := family(p)
	if err != nil {
		return err
	}
	return f.Check(ctx, p, claim, s.limits)
}

// Moves are the moves of a solution of p, as Apply takes them back; "" where the claim has none.
func (s *Solver) Moves(ctx context.Context, p puzzle.Instance, claim puzzle.Claim) (string, error) {
	st, err := s.Tell(ctx, p, claim)
	return st.Way, err
}

// Apply returns p with its start replaced by the board after moves.
func (s *Solver) Apply(ctx context.Context, p puzzle.Instance, moves string) (puzzle.Instance, error) {
	f, err := family(p)
	if err != nil {
		return puzzle.Instance{}, err
	}
	return f.Apply(ctx, p, moves, s.limits)
}

// Hint solves p and tells the next move in a few words; "" where none is left to make. Where p is impossible the error
// matches puzzle.ErrUnsupported.
func (s *Solver) Hint(ctx context.Context, p puzzle.Instance) (string, error) {
	cl, err := s.Solve(ctx, p)
	if err != nil {
		return "", err
	}
	if le := cl.Stopped(); le != nil {
		return "", le
	}
	return p.Solver().HintWithin(s.limits.Meter(ctx), p, cl)
}

// Scramble returns p with another start: distance moves away from being solved, or where distance is negative a random
// one from which p can be solved. The same state of rng gives the same.
func (s *Solver) Scramble(ctx context.Context, p puzzle.Instance, distance int64, rng *rand.Rand) (puzzle.Instance,
	error) {
	f, err := family(p)
	if err != nil {
		return puzzle.Instance{}, err
	}
	return f.Scramble(ctx, p, distance, rng, s.limits)
}

// Analyze yields what is known about p apart from the question of its target: ranks, orders, distributions.
func (s *Solver) Analyze(ctx context.Context, p puzzle.Instance, yield func(puzzle.Fact) error) error {
	f, err := family(p)
	if err != nil {
		return err
	}
	return f.Analyze(ctx, p, s.limits, yield)
}

// Tell is the claim as scenes and sentences, of at most a window that a terminal shows.
func (s *Solver) Tell(ctx context.Context, p puzzle.Instance, claim puzzle.Claim) (puzzle.Story, error) {
	f, err := family(p)
	if err != nil {
		return puzzle.Story{}, err
	}
	return f.Tell(ctx, p, claim, scene.Text{}.Window(), s.limits)
}

// Explain writes an answer of Solve for a person: boards, moves, the argument.
func (s *Solver) Explain(ctx context.Context, w io.Writer, p puzzle.Instance, answer puzzle.Claim) error {
	f, err := family(p)
	if err != nil {
		return err
	}
	return f.Explain(ctx, w, p, answer, puzzle.Style{Checked: true}, s.limits)
}
