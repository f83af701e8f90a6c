package lightssolve

import (
	"context"
	"math"
	"math/big"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/gridwright/gridwright/internal/zmod"
	"github.com/gridwright/gridwright/lights"
	"github.com/gridwright/gridwright/lights/lightssolve/internal/engine"
	"github.com/gridwright/gridwright/meter"
	"github.com/gridwright/gridwright/puzzle"
)

// A Solver answers questions and remembers what it has prepared for boards that it has
// seen, so that many boards of one size and pattern are cheap. Safe for concurrent use.
type Solver struct {
	mu   sync.Mutex
	seen map[key]*System
	last key
}

// Options are the choices of a Solver; there are none yet.
type Options struct{}

// NewSolver returns a Solver that has seen nothing yet.
func NewSolver(Options) *Solver { return &Solver{seen: map[key]*System{}} }

// key is what a System depends on, where that is little.
type key struct {
	w, h     int
	m        uint32
	pattern  string
	topology lights.Topology
}

// maxSeen bounds how many systems a Solver remembers, maxSeenCells the boards among
// them; of a larger board it remembers the last alone.
const (
	maxSeen      = 256
	maxSeenCells = 1 << 12
)

// Prepare returns what p's rules are prepared to; start and target do not matter. Cost: nothing for rules that were
// seen, else that of package engine: for a plus it is small beside reading the board, for other patterns it is the main
// part of the work.
func (s *Solver) Prepare(ctx context.Context, p *lights.Instance, lim puzzle.Limits) (*System, error) {
	if p.Net != nil || p.Cells != nil || p.Pattern.Name == "" {
		return prepare(ctx, p, lim)
	}
	k := key{p.Width, p.Height, p.Modulus, p.Pattern.Name, p.Topology}
	s.mu.Lock()
	sys := s.seen[k]
	s.mu.Unlock()
	if sys != nil {
		return sys, nil
	}
	sys, err := prepare(ctx, p, lim)
	if err != nil {
		return nil, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.last.w*s.last.h > maxSeenCells {
		delete(s.seen, s.last)
	}
	if len(s.seen) >= maxSeen {
		clear(s.seen)
	}
	s.seen[k], s.last = sys, k
	return sys, nil
}

// Solve decides p, with presses or a certificate. Where p.Verifiable says so, the presses are the
// fewest (or cheapest), and the number of optima and of solutions is claimed too.
func (s *Solver) Solve(ctx context.Context, p *lights.Instance, lim puzzle.Limits) (lights.Outcome, error) {
	sys, err := s.Prepare(ctx, p, lim)
	if err != nil {
		return lights.Outcome{}, err
	}
	return sys.Solve(ctx, p, lim)
}

// Count returns the number of solutions of p: of boards of presses, each value in [0, m), that
// turn the start into the target, or into any board that will do; where only lit lamps can be pressed of ways with the
// fewest presses.
func (s *Solver) Count(ctx context.Context, p *lights.Instance, lim puzzle.Limits) (*big.Int, error) {
	lim.VerdictOnly = true
	sys, err := s.Prepare(ctx, p, lim)
	if err != nil {
		return nil, err
	}
	if p.LitOnly {
		return sys.countLit(ctx, p, lim)
	}
	if p.Choice != nil && sys.writable() {
		mt, err := sys.meter(ctx, lim)
		if err != nil {
			return nil, err
		}
		n, err := sys.countAny(mt, p)
		return n, puzzle.AsLimit(err)
	}
	o, err := sys.Solve(ctx, p, lim)
	if err != nil {
		return nil, err
	}
	if o.Verdict == puzzle.Impossible {
		return new(big.Int), nil
	}
	if !sys.writable() {
		return nil, &puzzle.LimitError{Limit: "size", Msg: "the number of solutions is too long to be written"}
	}
	return sys.Solutions(), nil
}

// A System is the matrix A of an instance, prepared: the rules without start and target. It
// is immutable and safe for concurrent use.
type System struct {
	m     uint32
	held  int64  // what the engines keep
	bytes int64  // of a board of presses or of lamps, whichever is larger
	parts []part // one for each prime power of m
}

type part struct {
	q zmod.PrimePower
	e engine.Engine
}

// prepare prepares the rules of p.
func prepare(ctx context.Context, p *lights.Instance, lim puzzle.Limits) (*System, error) {
	s, err := newSystem(lim.Meter(ctx), p)
	return s, puzzle.AsLimit(err)
}

func newSystem(mt *meter.Meter, p *lights.Instance) (*System, error) {
	if err := mt.Err(); err != nil {
		return nil, err
	}
	h, w := p.Buttons()
	s := &System{m: p.Modulus, bytes: max(lights.BoardBytes(h, w, p.Modulus),
		lights.BoardBytes(p.Height, p.Width, p.Modulus))}
	for _, q := range zmod.Factor(p.Modulus) {
		e, err := engine.New(mt, p, q)
		if err != nil {
			return nil, err
		}
		s.parts = append(s.parts, part{q, e})
	}
	s.held = mt.Held()
	return s, nil
}

// Methods says in a few words how boards of s are solved: each method once, and modulo which prime powers of the
// modulus where these are several.
func (s *System) Methods() []string {
	names, powers := make([]string, len(s.parts)), make([]zmod.PrimePower, len(s.parts))
	for i, p := range s.parts {
		names[i], powers[i] = p.e.Method(), p.q
	}
	return methods(names, powers)
}

// methods are the names of what is done modulo each of some prime powers, each once and with these behind it.
func methods(names []string, powers []zmod.PrimePower) []string {
	if len(names) == 1 {
		return names
	}
	var out []string
	for i, name := range names {
		if slices.Index(names, name) < i {
			continue
		}
		var moduli []string
		for k, q := range powers {
			if names[k] == name {
				moduli = append(moduli, strconv.FormatUint(uint64(q.Value()), 10))
			}
		}
		out = append(out, name+", modulo "+strings.Join(moduli, " and "))
	}
	return out
}

// Solutions is the number of presses that change nothing; a solvable board has as many solutions.
func (s *System) Solutions() *big.Int {
	n := big.NewInt(1)
	for _, p := range s.parts {
		n.Mul(n, p.e.Solutions())
	}
	return n
}

// maxWritten bounds the binary digits of a number of solutions that is written out.
const maxWritten = 1 << 20

// writable reports whether Solutions has at most about so many digits.
func (s *System) writable() bool {
	digits := 0.0
	for _, p := range s.parts {
		digits += float64(p.e.Nullity()) * math.Log2(float64(p.q.Value()))
	}
	return digits <= maxWritten
}

// A Nullity is the dimension of the kernel of A modulo a prime, a divisor of the modulus.
type Nullity struct {
	Prime     uint32
	Dimension int
}

// Nullities lists the nullities for the primes that divide the modulus, ascending.
func (s *System) Nullities() []Nullity {
	var out []Nullity
	for _, p := range s.parts {
		out = append(out, Nullity{p.q.P, p.e.Nullity()})
	}
	return out
}

// Solve decides p, whose rules must be those that s was made from.
func (s *System) Solve(ctx context.Context, p *lights.Instance, lim puzzle.Limits) (lights.Outcome, error) {
	mt, err := s.meter(ctx, lim)
	if err != nil {
		return lights.Outcome{}, err
	}
	o, err := s.solve(mt, p, lim.VerdictOnly)
	return o, puzzle.AsLimit(err)
}

// meter is a meter for one question about s.
func (s *System) meter(ctx context.Context, lim puzzle.Limits) (*meter.Meter, error) {
	mt := lim.Meter(ctx)
	return mt, puzzle.AsLimit(mt.Hold("what a board of this size is prepared to", s.held))
}

func (s *System) solve(mt *meter.Meter, p *lights.Instance, verdictOnly bool) (lights.Outcome, error) {
	if p.Choice != nil {
		return s.solveAny(mt, p, verdictOnly)
	}
	if p.LitOnly {
		return s.solveLit(mt, p)
	}
	need := s.memory(p, verdictOnly)
	if err := mt.Hold("solving a board of this size", need); err != nil {
		return lights.Outcome{}, err
	}
	defer mt.Release(need)
	b := wanted(mt, p)
	xs := make([]*lights.Board, len(s.parts))
	for i, part := range s.parts {
		q := part.q.Value()
		x, y, err := part.e.Solve(mt, reduced(mt, b, s.m, q), verdictOnly)
		if err != nil {
			return lights.Outcome{}, err
		}
		if y != nil && verdictOnly {
			return lights.Outcome{Verdict: puzzle.Impossible}, nil
		}
		if y != nil {
			c := &lights.Certificate{Weights: scaled(mt, y, q, s.m)}
			c.Value = product2(mt, c.Weights, b, s.m)
			return lights.Outcome{Verdict: puzzle.Impossible, Certificate: c}, mt.Poll()
		}
		xs[i] = x
	}
	if verdictOnly {
		return lights.Outcome{Verdict: puzzle.Solved}, mt.Err()
	}
	w, err := s.witness(mt, p, s.join(mt, xs))
	return lights.Outcome{Verdict: puzzle.Solved, Witness: w}, err
}

// witness makes of one solution what can be claimed.
func (s *System) witness(mt *meter.Meter, p *lights.Instance, x *lights.Board) (*lights.Witness, error) {
	w := &lights.Witness{Presses: x}
	count, fewest := p.Verifiable(nil)
	if count = count && s.writable(); count {
		w.Solutions = s.Solutions()
		_, fewest = p.Verifiable(w.Solutions)
	}
	switch {
	case count && s.unique():
		w.Optima = w.Solutions
	case fewest:
		gens, err := s.kernel(mt)
		if err != nil {
			return nil, err
		}
		best, err := enumerate(mt, p, x, gens)
		if err != nil {
			return nil, err
		}
		w.Presses, w.Optima = best.presses, best.optima
	}
	w.Cost = costOf(mt, p, w.Presses)
	if w.Cost.Sign() == 0 && p.Priced() {
		w.Optima = big.NewInt(1)
	}
	return w, mt.Poll()
}

// memory estimates what Solve needs besides p.
func (s *System) memory(p *lights.Instance, verdictOnly bool) int64 {
	h, w := p.Buttons()
	if verdictOnly && p.Target == nil && s.m == 2 {
		return 64 * int64(w)
	}
	need := lights.BoardBytes(h, w, s.m) + lights.BoardBytes(p.Height, p.Width, s.m)
	if len(s.parts) > 1 || s.parts[0].q.K > 1 {
		need *= 4
	}
	return need
}

// Kernel returns independent generators of the presses that change nothing (quiet patterns): for
// prime m a basis. Their orders multiply to Solutions. Each takes a board, which lim.Memory bounds.
func (s *System) Kernel(ctx context.Context, lim puzzle.Limits) ([]*lights.Board, error) {
	return s.asked(ctx, lim, s.kernel)
}

func (s *System) kernel(mt *meter.Meter) ([]*lights.Board, error) {
	return s.generators(mt, func(e engine.Engine) ([]*lights.Board, error) { return e.Kernel(mt) })
}

// LeftKernel returns independent generators of the weights of lamps whose weighted sum no press
// changes: a change b of the board is possible iff all of them give 0 modulo m.
func (s *System) LeftKernel(ctx context.Context, lim puzzle.Limits) ([]*lights.Board, error) {
	return s.asked(ctx, lim, s.leftKernel)
}

func (s *System) leftKernel(mt *meter.Meter) ([]*lights.Board, error) {
	return s.generators(mt, func(e engine.Engine) ([]*lights.Board, error) { return e.LeftKernel(mt) })
}

// asked answers a question from outside.
func (s *System) asked(
	ctx context.Context, lim puzzle.Limits, f func(*meter.Meter) ([]*lights.Board, error),
) ([]*lights.Board, error) {
	mt, err := s.meter(ctx, lim)
	if err != nil {
		return nil, err
	}
	list, err := f(mt)
	return list, puzzle.AsLimit(err)
}

// kernelBytes is the memory of all generators.
func (s *System) kernelBytes() (need int64) {
	for _, p := range s.parts {
		need += int64(p.e.Nullity()) * s.bytes
	}
	return need
}

func (s *System) generators(mt *meter.Meter, of func(engine.Engine) ([]*lights.Board, error)) ([]*lights.Board, error) {
	if err := mt.Hold("a list of all quiet patterns", s.kernelBytes()); err != nil {
		return nil, err
	}
	var out []*lights.Board
	for _, p := range s.parts {
		list, err := of(p.e)
		if err != nil {
			return nil, err
		}
		for _, x := range list {
			out = append(out, scaled(mt, x, p.q.Value(), s.m))
		}
	}
	return out, mt.Poll()
}

// join makes the solution modulo m of those modulo its prime powers.
func (s *System) join(mt *meter.Meter, xs []*lights.Board) *lights.Board {
	if len(xs) == 1 {
		return xs[0]
	}
	residues, moduli := make([][]uint32, len(xs)), make([]uint32, len(xs))
	for i, x := range xs {
		residues[i], moduli[i] = engine.Cells(mt, x), s.parts[i].q.Value()
	}
	return engine.BoardOf(mt, zmod.CRT(mt, residues, moduli), xs[0].W, xs[0].H, s.m)
}
