package puzzle

import (
	"context"
	"fmt"
	"math/big"
	"math/rand/v2"

	"github.com/gridwright/gridwright/grid"
)

// A Level is what a family knows of its puzzles as levels of a pack. All of it is optional; Witness, Length and Fewest
// come together.
type Level[P, W any] struct {
	// Canonical makes the form of p that all puzzles share which are the same up to the symmetries of the board and new
	// names. It keeps verdict, minimum and number of optima.
	Canonical func(ctx context.Context, p P, lim Limits) (Form[P], error)
	// Witness makes the witness that moves are, a word as Apply reads it. It says nothing but that the moves solve p,
	// which is for a checker to find out.
	Witness func(ctx context.Context, p P, moves string, lim Limits) (W, error)
	// Length is how long w is as minima are counted.
	Length func(p P, w W) *big.Int
	// Priced reports whether Length and Fewest are what the moves of p cost, not how many there are; nil: never.
	Priced func(p P) bool
	// Fewest tells what is known of the shortest ways of p, which w solves. Under VerdictOnly it need not count them.
	Fewest func(ctx context.Context, p P, w W, lim Limits) (Fewest, error)
	// Difficulty tells what a person meets on the way w, of which fewest is known. Its bounds are its own: it does not
	// take longer than solving does.
	Difficulty func(ctx context.Context, p P, w W, fewest Fewest, lim Limits) (Difficulty, error)
	// Board makes a puzzle whose target Scramble can start from; see Family.Board.
	Board func(rng *rand.Rand, w Wish) (p P, only bool, err error)
}

// A Form is a canonical form.
type Form[P any] struct {
	P        P
	Symmetry grid.Symmetry // that took the puzzle there
	Names    string        // what the puzzle calls what bears a name, in the order of the form; "" where nothing does
	Partial  string        // which symmetries were left out, and why: "boards of more than …"; "" where none were
}

// Fewest is what is known of the shortest ways.
type Fewest struct {
	AtLeast *big.Int // no way is shorter; nil: nothing is known
	Ways    *big.Int // how many ways are as short as the best that is known; nil: nothing is known
	More    bool     // there may be more than Ways
}

// A Canonical is a Form with the types erased.
type Canonical struct {
	Form     Instance // without a head
	Symmetry grid.Symmetry
	Names    string
	Partial  string
}

// level is a Level with the types erased.
type level struct {
	canonical  func(ctx context.Context, p any, lim Limits) (Form[any], error)
	witness    func(ctx context.Context, p any, moves string, lim Limits) (any, error)
	length     func(p, o any) *big.Int
	priced     func(p any) bool
	fewest     func(ctx context.Context, p, o any, lim Limits) (Fewest, error)
	difficulty func(ctx context.Context, p, o any, fewest Fewest, lim Limits) (Difficulty, error)
	board      func(rng *rand.Rand, w Wish) (p any, only bool, err error)
}

func eraseLevel[P, W, C any](family string, l Level[P, W]) (out level) {
	if l.Canonical != nil {
		out.canonical = func(ctx context.Context, p any, lim Limits) (Form[any], error) {
			form, err := l.Canonical(ctx, p.(P), lim)
			return Form[any]{form.P, form.Symmetry, form.Names, form.Partial}, err
		}
	}
	if l.Board != nil {
		out.board = func(rng *rand.Rand, w Wish) (any, bool, error) { return l.Board(rng, w) }
	}
	if (l.Witness != nil) != (l.Length != nil) || (l.Witness != nil) != (l.Fewest != nil) ||
		l.Witness == nil && l.Difficulty != nil {
		panic(fmt.Sprintf("puzzle: family %q needs Witness, Length and Fewest together, and with Difficulty", family))
	}
	if l.Witness == nil {
		return out
	}
	witness := func(o any) W { return *o.(Outcome[W, C]).Witness }
	out.witness = func(ctx context.Context, p any, moves string, lim Limits) (any, error) {
		w, err := l.Witness(ctx, p.(P), moves, lim)
		return Outcome[W, C]{Verdict: Solved, Witness: &w}, err
	}
	out.length = func(p, o any) *big.Int { return l.Length(p.(P), witness(o)) }
	out.priced = func(p any) bool { return l.Priced != nil && l.Priced(p.(P)) }
	out.fewest = func(ctx context.Context, p, o any, lim Limits) (Fewest, error) {
		return l.Fewest(ctx, p.(P), witness(o), lim)
	}
	if l.Difficulty != nil {
		out.difficulty = func(ctx context.Context, p, o any, fewest Fewest, lim Limits) (Difficulty, error) {
			return l.Difficulty(ctx, p.(P), witness(o), fewest, lim)
		}
	}
	return out
}

// Canonical makes the form of in that all instances share which are the same up to symmetry and renaming; see Level. An
// instance of a family that knows of no symmetry is its own.
func (f *Family) Canonical(ctx context.Context, in Instance, lim Limits) (Canonical, error) {
	if err := f.own(in); err != nil {
		return Canonical{}, err
	}
	if f.level.canonical == nil {
		return Canonical{Form: Instance{of: f.Checker, value: in.value}, Partial: "no symmetries of " + f.name +
			" are known"}, nil
	}
	timed, cancel := lim.withTime(ctx)
	defer cancel()
	form, err := f.level.canonical(timed, in.value, lim)
	if err != nil {
		return Canonical{}, lim.asLimit(timed, err)
	}
	return Canonical{Instance{of: f.Checker, value: form.P}, form.Symmetry, form.Names, form.Partial}, nil
}

// Reads reports whether WitnessOf reads moves.
func (f *Family) Reads() bool { return f.level.witness != nil }

// WitnessOf is the claim that moves, a word as Apply reads it, solve in. It is not yet checked.
func (f *Family) WitnessOf(ctx context.Context, in Instance, moves string, lim Limits) (Claim, error) {
	if err := f.own(in); err != nil {
		return Claim{}, err
	}
	if f.level.witness == nil {
		return Claim{}, fmt.Errorf("%w: %s reads no moves as a solution", ErrUnsupported, f.name)
	}
	timed, cancel := lim.withTime(ctx)
	defer cancel()
	o, err := f.level.witness(timed, in.value, moves, lim)
	if err != nil {
		return Claim{}, lim.asLimit(timed, err)
	}
	return Claim{of: f.Checker, verdict: Solved, outcome: o}, nil
}

// ownWay makes sure that cl holds a way of in, and that f can measure it.
func (f *Family) ownWay(in Instance, cl Claim) error {
	if err := f.own(in); err != nil {
		return err
	}
	if err := f.ownVerdict(cl); err != nil {
		return err
	}
	if f.level.witness == nil || cl.verdict != Solved || !f.ops.shown(cl.outcome) {
		return fmt.Errorf("%w: there is no way to measure", ErrUnsupported)
	}
	return nil
}

// Length is how long the way of cl is, a claim that in is solved, as the family counts minima.
func (f *Family) Length(in Instance, cl Claim) (*big.Int, error) {
	if err := f.ownWay(in, cl); err != nil {
		return nil, err
	}
	return f.level.length(in.value, cl.outcome), nil
}

// Fewest tells what is known of the shortest ways of in, which cl, a claim of Solve, solves. Where a limit stops it,
// what cl says itself is known.
func (f *Family) Fewest(ctx context.Context, in Instance, cl Claim, lim Limits) (Fewest, error) {
	if err := f.ownWay(in, cl); err != nil {
		return Fewest{}, err
	}
	timed, cancel := lim.withTime(ctx)
	defer cancel()
	fewest, err := f.level.fewest(timed, in.value, cl.outcome, lim)
	if err != nil && lim.stopped(timed, err) != nil {
		err = nil
	}
	return fewest, err
}
