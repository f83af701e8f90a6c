package puzzle

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"math/big"
	"math/rand/v2"
	"slices"

	"github.com/gridwright/gridwright/grid"
	"github.com/gridwright/gridwright/scene"
)

// A Family is a Checker that can also answer. It is safe for concurrent use if the
// family's hooks are.
type Family struct {
	*Checker
	countOf  string
	countOne string
	solve    func(ctx context.Context, p any, lim Limits) (any, Verdict, *Stopped, error)
	distrust func(p any) bool
	quick    func(p any, lim Limits) (any, Verdict, bool)
	count    func(ctx context.Context, p any, lim Limits) (*big.Int, error)
	apply    func(ctx context.Context, p any, moves string, lim Limits) (any, error)
	opening  func(moves string) string
	when     func(ctx context.Context, p any, moves string, lim Limits) (first, every *big.Int, err error)
	analyze  func(ctx context.Context, p any, lim Limits, yield func(Fact) error) error
	tables   []Table
	all      lister
	every    lister
	streams  []Stream
	hint     func(p, o any) string
	scramble func(ctx context.Context, p any, distance int64, rng *rand.Rand, lim Limits) (any, error)
	draw     func(p any, w scene.Window) Drawing
	tell     func(ctx context.Context, p, o any, w scene.Window, lim Limits) (Story, error)
	generate func(rng *rand.Rand, size int) any
	shrink   func(p any) iter.Seq[any]
	lacks    map[Question]string
	how      map[Question]string
	edit     *editor // nil: none
	level    level
}

// Define erases the types of a Spec. Like DefineChecker it panics where a hook that
// is not optional is missing.
func Define[P, W, C any](s Spec[P, W, C]) *Family {
	check := s.CheckSpec
	check.Texts = slices.Concat(check.Texts, s.MoreTexts)
	f := &Family{Checker: DefineChecker(check), countOf: s.CountOf, countOne: s.CountOne}
	f.Checker.family = f
	if s.Solve == nil || s.Draw == nil || s.Generate == nil {
		panic(fmt.Sprintf("puzzle: family %q lacks Solve, Draw or Generate", s.Name))
	}
	if (s.Count != nil) != (s.CountOf != "") || (s.Count != nil) != (s.CountOne != "") ||
		(s.Count != nil) != (s.CheckCount != nil) {
		panic(fmt.Sprintf("puzzle: family %q needs Count, CountOf, CountOne and CheckCount together", s.Name))
	}
	f.solve = func(ctx context.Context, p any, lim Limits) (any, Verdict, *Stopped, error) {
		o, err := s.Solve(ctx, p.(P), lim)
		return o, o.Verdict, o.Stopped, err
	}
	mustAgree(s.Name, "story", s.Witnesses, tellNames(s.TellWitness))
	mustAgree(s.Name, "story", s.Certificates, tellNames(s.TellCertificate))
	f.draw = func(p any, w scene.Window) Drawing { return s.Draw(p.(P), w) }
	f.tell = func(ctx context.Context, p, o any, w scene.Window, lim Limits) (Story, error) {
		return s.tell(ctx, p.(P), o.(Outcome[W, C]), w, lim)
	}
	f.generate = func(rng *rand.Rand, size int) any { return s.Generate(rng, size) }
	mustFit(s.Name, s.Tables)
	f.tables = s.Tables
	f.shrink = func(p any) iter.Seq[any] {
		return func(yield func(any) bool) {
			if s.Shrink == nil {
				return
			}
			for q := range s.Shrink(p.(P)) {
				if !yield(q) {
					return
				}
			}
		}
	}
	setOptional(f, s)
	mustStream(f, s.Streams)
	f.streams = s.Streams
	f.lacks, f.how = s.Lacks, s.How
	f.edit = eraseEditor(s.Name, s.Edit)
	f.level = eraseLevel[P, W, C](s.Name, s.Level)
	f.mustLack()
	return f
}

// mustStream panics where streams name a format that f does not have.
func mustStream(f *Family, streams []Stream) {
	for _, s := range streams {
		if !slices.ContainsFunc(f.Formats(), func(t Format) bool { return t.Name == s.Format }) {
			panic(fmt.Sprintf("puzzle: family %q streams a format %q that it does not have", f.name, s.Format))
		}
	}
}

// A lister yields outcomes.
type lister func(ctx context.Context, p any, lim Limits, yield func(o any) error) error

// listing is the lister of a hook; nil where that is nil.
func listing[P, W, C any](hook func(context.Context, P, Limits, func(W) error) error) lister {
	if hook == nil {
		return nil
	}
	return func(ctx context.Context, p any, lim Limits, yield func(o any) error) error {
		return hook(ctx, p.(P), lim, func(w W) error { return yield(Outcome[W, C]{Verdict: Solved, Witness: &w}) })
	}
}

// setOptional sets the hooks that a family may lack.
func setOptional[P, W, C any](f *Family, s Spec[P, W, C]) {
	if s.Distrust != nil {
		f.distrust = func(p any) bool { return s.Distrust(p.(P)) }
	}
	if s.Quick != nil {
		f.quick = func(p any, lim Limits) (any, Verdict, bool) {
			o, ok := s.Quick(p.(P), lim)
			if !ok {
				return nil, Unknown, false
			}
			return o, o.Verdict, true
		}
	}
	if s.Count != nil {
		f.count = func(ctx context.Context, p any, lim Limits) (*big.Int, error) { return s.Count(ctx, p.(P), lim) }
	}
	if s.Apply != nil {
		f.apply = func(ctx context.Context, p any, moves string, lim Limits) (any, error) {
			return s.Apply(ctx, p.(P), moves, lim)
		}
	}
	if s.When != nil {
		f.when = func(ctx context.Context, p any, moves string, lim Limits) (first, every *big.Int, err error) {
			return s.When(ctx, p.(P), moves, lim)
		}
	}
	f.all, f.every = listing[P, W, C](s.All), listing[P, W, C](s.Every)
	if s.Hint != nil {
		f.hint = func(p, o any) string { return s.Hint(p.(P), *o.(Outcome[W, C]).Witness) }
	}
	f.opening = s.Opening
	if s.Scramble != nil {
		f.scramble = func(ctx context.Context, p any, distance int64, rng *rand.Rand, lim Limits) (any, error) {
			return s.Scramble(ctx, p.(P), distance, rng, lim)
		}
	}
	if s.Analyze != nil {
		f.analyze = func(ctx context.Context, p any, lim Limits, yield func(Fact) error) error {
			return s.Analyze(ctx, p.(P), lim, yield)
		}
	}
}

// again answers a question about in, and once more where that ends in an internal fault and the family then gives
// up something that it had believed.
func (f *Family) again(in Instance, answer func() error) error {
	err := answer()
	if errors.Is(err, ErrInternal) && f.distrust != nil && f.distrust(in.value) {
		err = answer()
	}
	return err
}

// Solve decides in and gives evidence. A limit gives the verdict Unknown and no error;
// the caller's own cancellation gives the context's error. The answer is not yet
// checked: see Prove.
func (f *Family) Solve(ctx context.Context, in Instance, lim Limits) (Claim, error) {
	if err := f.own(in); err != nil {
		return Claim{}, err
	}
	if f.quick != nil && ctx.Err() == nil {
		if o, v, ok := f.quick(in.value, lim); ok {
			return Claim{of: f.Checker, verdict: v, outcome: o}, nil
		}
	}
	timed, cancel := lim.withTime(ctx)
	defer cancel()
	var o any
	var v Verdict
	var st *Stopped
	err := f.again(in, func() (err error) { o, v, st, err = f.solve(timed, in.value, lim); return err })
	if err != nil {
		if le := lim.stopped(timed, err); le != nil {
			return f.stoppedClaim(le), nil
		}
		return Claim{}, err
	}
	return Claim{of: f.Checker, verdict: v, outcome: o, stopped: st}, nil
}

func (f *Family) stoppedClaim(le *LimitError) Claim {
	return Claim{of: f.Checker, verdict: Unknown, stopped: le, outcome: f.ops.unknown(le)}
}

// CountOf names what Count counts ("reachable boards"); empty where it cannot count.
func (f *Family) CountOf() string { return f.countOf }

// CountText writes a number of what Count counts, as grid.Short does: "1 reachable board", "203 reachable boards".
func (f *Family) CountText(n *big.Int) string {
	if n.IsInt64() && n.Int64() == 1 {
		return "1 " + f.countOne
	}
	return grid.Short(n) + " " + f.countOf
}

// Count counts what CountOf names and returns the number as a claim. A limit is an
// error here (a *LimitError): half a count is of no use.
func (f *Family) Count(ctx context.Context, in Instance, lim Limits) (Claim, error) {
	if err := f.own(in); err != nil {
		return Claim{}, err
	}
	if f.count == nil {
		return Claim{}, f.cannot(AskCount, "counts nothing")
	}
	timed, cancel := lim.withTime(ctx)
	defer cancel()
	var n *big.Int
	err := f.again(in, func() (err error) { n, err = f.count(timed, in.value, lim); return err })
	if err != nil {
		if le := lim.stopped(timed, err); le != nil {
			return Claim{}, le
		}
		return Claim{}, err
	}
	return Claim{of: f.Checker, count: n}, nil
}

// Apply returns in, with its head but for what is claimed of its solution, and its start replaced by the board after
// moves.
func (f *Family) Apply(ctx context.Context, in Instance, moves string, lim Limits) (Instance, error) {
	if err := f.own(in); err != nil {
		return Instance{}, err
	}
	if f.apply == nil {
		return Instance{}, f.cannot(AskApply, "applies no moves")
	}
	timed, cancel := lim.withTime(ctx)
	defer cancel()
	p, err := f.apply(timed, in.value, moves, lim)
	if err != nil {
		if le := lim.stopped(timed, err); le != nil {
			err = le
		}
		return Instance{}, err
	}
	return Instance{f.Checker, p, in.head.played()}, nil
}

// When finds after how many repetitions of a word the target stands; see Spec.When.
func (f *Family) When(ctx context.Context, in Instance, moves string, lim Limits) (first, every *big.Int, err error) {
	if err := f.own(in); err != nil {
		return nil, nil, err
	}
	if f.when == nil {
		return nil, nil, f.cannot(AskWhen, "repeats no moves")
	}
	timed, cancel := lim.withTime(ctx)
	defer cancel()
	first, every, err = f.when(timed, in.value, moves, lim)
	if err != nil {
		if le := lim.stopped(timed, err); le != nil {
			err = le
		}
	}
	return first, every, err
}

// Generate makes an instance of about size cells; the same rng state gives the same one.
func (f *Family) Generate(rng *rand.Rand, size int) Instance {
	return Instance{of: f.Checker, value: f.generate(rng, size)}
}

// Shrink yields instances smaller than in, the most promising first.
func (f *Family) Shrink(in Instance) iter.Seq[Instance] {
	return func(yield func(Instance) bool) {
		for p := range f.shrink(in.value) {
			if !yield(Instance{of: f.Checker, value: p}) {
				return
			}
		}
	}
}
