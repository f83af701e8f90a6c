package permutesolve

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/big"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/gridwright/gridwright/meter"
	"github.com/gridwright/gridwright/permute"
	"github.com/gridwright/gridwright/permute/permutesolve/internal/disk"
	"github.com/gridwright/gridwright/permute/permutesolve/internal/group"
	"github.com/gridwright/gridwright/permute/permutesolve/internal/moveset"
	"github.com/gridwright/gridwright/permute/permutesolve/internal/search"
	"github.com/gridwright/gridwright/permute/permutesolve/internal/tables"
	"github.com/gridwright/gridwright/permute/permutesolve/internal/ways"
	"github.com/gridwright/gridwright/puzzle"
)

// A Solver answers questions about permutation grids. What it prepares for a set of moves (the group, tables, what a
// search needs) is made when it is first needed, once, and kept: for the few sets in use latest in memory and, where
// there is a directory, tables in files. It is safe for concurrent use.
type Solver struct {
	dir    string
	tables *tables.Shelf
	costs  [64]permute.Witness // of answers that are a cost and nothing more
	effort effort

	last  atomic.Pointer[game] // of the latest question
	mu    sync.Mutex
	games []*game // the latest at the end, keepGames at the most
}

const keepGames = 8

// effort bounds the work on boards for which the best way may be out of reach: see searchCells and improveSteps.
type effort struct {
	search  int
	improve int64
}

// A game is a set of moves with what is known and prepared for it.
type game struct {
	set    *permute.MoveSet // of the latest question; c may have been made from another one of the same content
	key    moveset.Key
	c      *moveset.Compiled
	group  *group.Group
	words  *ways.Builder              // of group
	moving *moveset.Moving            // what tables and searches are made for
	prep   *search.Preparations       // of moving
	lists  *atomic.Pointer[[][]int32] // see parts
	reach  func() int64               // of a search, in cost: see near
}

// Options say what a Solver may use. The zero value is fine.
type Options struct {
	// Cache is a directory for tables, which may not be there yet; none are kept in files where it is empty.
	Cache string
}

// NewSolver returns a solver.
func NewSolver(o Options) *Solver {
	s := &Solver{dir: o.Cache, tables: tables.NewShelf(o.Cache), effort: effort{searchCells, improveSteps}}
	for i := range s.costs {
		s.costs[i].Cost = int64(i)
	}
	return s
}

// bytesPerCell is what every answer takes at the least: the board, the goal, a permutation and its inverse.
const bytesPerCell = 32

// gameOf validates p and finds or makes what belongs to its moves; see game.
func (s *Solver) gameOf(ctx context.Context, p *permute.Instance, lim puzzle.Limits) (*game, error) {
	if err := p.ValidateUnder(ctx); err != nil {
		return nil, err
	}
	if err := lim.CheckMemory("a board of this size", bytesPerCell*int64(len(p.Start))); err != nil {
		return nil, err
	}
	return s.game(ctx, p.Moves, lim)
}

// game finds or makes what belongs to a set of moves. Sets of the same content share it; instances that share a
// *MoveSet find it without a look at the moves. The error is ctx's or a *puzzle.LimitError; nothing that is not
// complete is kept.
func (s *Solver) game(ctx context.Context, set *permute.MoveSet, lim puzzle.Limits) (*game, error) {
	if g := s.last.Load(); g != nil && g.set == set {
		return g, nil
	}
	mt := lim.Meter(ctx)
	c, err := moveset.CompileWithin(mt, set)
	if err != nil {
		return nil, puzzle.AsLimit(err)
	}
	key, err := c.Digest(mt)
	if err != nil {
		return nil, err
	}
	if g := s.kept(key, set, nil); g != nil {
		return g, nil
	}
	g, err := s.newGame(mt, c, s.dir)
	if err != nil {
		return nil, puzzle.AsLimit(err)
	}
	g.key = key
	return s.kept(key, set, g), nil
}

// kept finds what is kept for a set. Where there is nothing yet it keeps made.
func (s *Solver) kept(key moveset.Key, set *permute.MoveSet, made *game) *game {
	s.mu.Lock()
	defer s.mu.Unlock()
	for i, g := range s.games {
		if g.key != key || !sameNames(g.c.Set, set) {
			continue
		}
		copy(s.games[i:], s.games[i+1:])
		s.games[len(s.games)-1] = g
		if g.set != set {
			// The next question of this document finds it at once.
			own := *g
			own.set = set
			g = &own
		}
		s.last.Store(g)
		return g
	}
	if made != nil {
		s.games = append(s.games, made)
		if len(s.games) > keepGames {
			s.games = append([]*game(nil), s.games[1:]...)
		}
		s.last.Store(made)
	}
	return made
}

// newGame makes what belongs to a set, nothing of which is computed yet. Files are kept in dir, unless it is empty.
func (s *Solver) newGame(mt *meter.Meter, c *moveset.Compiled, dir string) (*game, error) {
	g := &game{set: c.Set, c: c, lists: new(atomic.Pointer[[][]int32]), group: group.New(mt, c, moveset.NewTorus(mt, c))}
	g.moving = moveset.NewMoving(mt, c, g.group.Orbits)
	if err := mt.Err(); err != nil {
		return nil, err
	}
	g.words = ways.NewBuilder(g.group)
	g.prep = search.NewPreparations(g.moving.Compiled, dir)
	g.prep.Distrusted = &s.tables.Distrusted
	if g.moving.Compiled.N > sureCells {
		g.prep.Most, g.prep.Visits = largeClasses, largeVisits
	}
	g.reach = sync.OnceValue(func() int64 { return searchReach(g.moving.Compiled) })
	return g, nil
}

// Distrust forgets everything that was read from files, which are not read any more: an answer about p was wrong. It
// reports whether there was such a thing, so that another answer may be another one. What is made anew replaces the
// files.
func (s *Solver) Distrust(p *permute.Instance) bool {
	any := s.tables.Distrust()
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, g := range s.games {
		any = g.prep.Distrust() || any
	}
	return any
}

// sameNames reports whether two sets of equal moves also call them by the same names.
func sameNames(a, b *permute.MoveSet) bool {
	for i := range a.Moves {
		if a.Moves[i].Name != b.Moves[i].Name {
			return false
		}
	}
	return true
}

// Solve decides p and finds a way of least cost where that is within reach. Which method found it, and what is not
// proved, the witness says. Errors: limits, the context's, and what Validate reports.
func (s *Solver) Solve(ctx context.Context, p *permute.Instance, lim puzzle.Limits) (permute.Outcome, error) {
	if o, ok := s.Quick(p, lim); ok {
		return o, nil
	}
	g, err := s.gameOf(ctx, p, lim)
	if err != nil {
		return permute.Outcome{}, err
	}
	order, err := g.order(ctx, lim)
	if err != nil {
		return permute.Outcome{}, err
	}
	if lim.VerdictOnly {
		st, err := g.moving.Stage(ctx, p)
		if err != nil {
			return permute.Outcome{}, err
		}
		if s.tabled(ctx, st, order, lim) {
			cost, reachable, err := s.tables.Distance(ctx, st.Compiled, st.Instance, order, lim)
			return s.bare(cost, reachable), err
		}
	}
	d, err := g.group.Decide(ctx, p, lim)
	if err != nil {
		return permute.Outcome{}, err
	}
	if d.Verdict == puzzle.Impossible {
		return permute.Outcome{Verdict: puzzle.Impossible, Certificate: d.Certificate}, nil
	}
	found, err := s.freest(ctx, g, p, d, order, lim)
	if err != nil {
		return permute.Outcome{}, err
	}
	w, err := found.witness(ctx, g, p, lim)
	return permute.Outcome{Verdict: puzzle.Solved, Witness: w}, err
}

// Prepare makes ahead what Solve needs for p and for boards of other tiles with the same moves: the group, and a
// table of all distances or what a search goes to, as far as Solve would make them. It takes up to a minute, on
// boards of 4 × 4 cells. Errors are those of Solve.
func (s *Solver) Prepare(ctx context.Context, p *permute.Instance, lim puzzle.Limits) error {
	g, err := s.gameOf(ctx, p, lim)
	if err != nil {
		return err
	}
	order, err := g.order(ctx, lim)
	if err != nil {
		return err
	}
	st, err := g.moving.Stage(ctx, p)
	switch {
	case err != nil || st.Instance == nil:
		return err
	case s.tabled(ctx, st, order, lim):
		_, _, err := s.tables.Distance(ctx, st.Compiled, st.Instance, order, lim)
		return err
	case st.Compiled.N <= sureCells:
		return search.Prepare(ctx, st.Compiled, st.Instance, g.prep, lim)
	}
	return nil
}

// Quick answers at once where only the verdict is asked for and the table is there, in some 50 ns: 200,000 contest
// cases have no time for a deadline each. p is valid.
func (s *Solver) Quick(p *permute.Instance, lim puzzle.Limits) (permute.Outcome, bool) {
	if !lim.VerdictOnly || p == nil {
		return permute.Outcome{}, false
	}
	g := s.last.Load()
	if g == nil || g.set != p.Moves {
		return permute.Outcome{}, false
	}
	cost, reachable, known := s.tables.Quick(g.c, p)
	if !known {
		return permute.Outcome{}, false
	}
	return s.bare(cost, reachable), true
}

// bare is an outcome without evidence; the least cost alone is in it.
func (s *Solver) bare(cost int64, reachable bool) permute.Outcome {
	switch {
	case !reachable:
		return permute.Outcome{Verdict: puzzle.Impossible}
	case cost < int64(len(s.costs)):
		return permute.Outcome{Verdict: puzzle.Solved, Witness: &s.costs[cost]}
	}
	return permute.Outcome{Verdict: puzzle.Solved, Witness: &permute.Witness{Cost: cost}}
}

// order is the order of the group, or nil where it is not found out within the limits; the error is ctx's.
func (g *game) order(ctx context.Context, lim puzzle.Limits) (*big.Int, error) {
	st, err := g.group.Structure(ctx, lim)
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	if st == nil || err != nil {
		return nil, nil
	}
	return st.Order(), nil
}

// tableWork is the most work, in nanoseconds, that a table for one question may cost.
const tableWork = 8e9

// tabled reports whether a table is the way to answer a question: it fits, and its making leaves half of the
// time that there is. Where no goal can be reached for want of tiles nothing has to be looked up.
func (s *Solver) tabled(ctx context.Context, st *moveset.Stage, order *big.Int, lim puzzle.Limits) bool {
	if st.Instance == nil {
		return false
	}
	work, err := s.tables.Fits(st.Compiled, st.Instance, order, lim)
	if err != nil || work > tableWork {
		return false
	}
	end, ok := ctx.Deadline()
	return !ok || time.Duration(work) < time.Until(end)/2
}

// answer is a way to a goal, before it is a witness.
type answer struct {
	path   []int32
	goal   int
	cost   int64
	lower  int64  // no way costs less, says the method
	method string // that found the way
	proved bool   // a checker's search can prove lower too
}

// one finds a way of least cost or, on boards that are too big for that, some way, by one set of moves. d says that
// there is one. Without construct it only searches. Where time is short it takes one of so many shares for what need
// not be.
func (s *Solver) one(ctx context.Context, g *game, p *permute.Instance, d group.Decision, order *big.Int,
	construct bool, shares int, lim puzzle.Limits) (answer, error) {
	st, err := g.moving.Stage(ctx, p)
	if err != nil {
		return answer{}, err
	}
	if st.Instance == nil {
		return answer{}, fmt.Errorf("%w: the group reaches a goal whose orbits lack tiles", puzzle.ErrInternal)
	}
	if s.tabled(ctx, st, order, lim) {
		path, goal, cost, reachable, err := s.tables.Solve(ctx, st.Compiled, st.Instance, order, lim)
		if err != nil {
			return answer{}, err
		}
		if !reachable {
			return answer{}, &disk.DamagedError{What: "a table of all distances does not reach a goal that the group reaches"}
		}
		a := answer{path: path, goal: st.Goal(goal), cost: cost, lower: cost, method: "a table of all distances"}
		a.proved = order != nil && order.IsInt64() && order.Int64() <= permute.SearchBound
		if !a.proved {
			a.proved, err = checkable(st, ctx, lim)
		}
		return a, err
	}
	var known search.Result
	known, try, err := g.near(ctx, p, st, s.effort.search, shares, lim)
	if err != nil || known.Found {
		return answerOf(&known), err
	}
	a := answer{lower: known.Lower, cost: math.MaxInt64, method: "construction"}
	wayErr := noWay()
	if construct {
		a.path, wayErr = s.way(ctx, g, d, shares, lim)
		if ctx.Err() != nil {
			return answer{}, ctx.Err()
		}
		if wayErr == nil {
			a.goal, a.cost = d.Goal, g.c.CostOf(a.path)
		}
	}
	if try && (wayErr != nil || a.cost/farTimes <= g.reach()) {
		known, err = g.search(ctx, st, shares, lim)
		if err != nil || known.Found {
			return answerOf(&known), err
		}
		a.lower = max(a.lower, known.Lower)
	}
	if known.Path != nil && known.Cost < a.cost {
		a.path, a.goal, a.cost, wayErr = known.Path, known.Goal, known.Cost, nil
	}
	return a, wayErr
}

// way constructs some way and makes it shorter. The error is ctx's or a limit.
func (s *Solver) way(ctx context.Context, g *game, d group.Decision, shares int, lim puzzle.Limits) ([]int32, error) {
	word, err := g.words.Word(ctx, d, lim)
	if err != nil {
		return nil, err
	}
	steps := s.effort.improve
	if !g.c.Closed {
		steps /= 4 // there are many such parts of a set, and ways there and back are rarely shorter than by it
	}
	part, cancel := most(ctx, shares) // what it has when that ends is a way all the same
	defer cancel()
	return append(slices.Clone(d.Head), g.words.Improve(part, d, word, steps, lim)...), nil
}

// near looks for the best way on boards that are small or near a goal, and reports whether a longer search is worth
// its time: not where tiles have to go farther than that gets, nor on boards of more than so many cells.
func (g *game) near(ctx context.Context, p *permute.Instance, st *moveset.Stage, cells, shares int,
	lim puzzle.Limits) (r search.Result, try bool, err error) {
	if st.Compiled.N > cells {
		return r, false, nil
	}
	if g.reach() == math.MaxInt64 {
		r, err = g.search(ctx, st, shares, lim)
		return r, false, err
	}
	bound, err := search.DistanceBound(ctx, g.c, p)
	if err != nil || bound > g.reach() {
		return r, false, err
	}
	err = r.Bidirectional(ctx, search.NewProblem(st.Compiled, st.Instance), lim, nearBoards)
	return g.checked(ctx, st, r, err)
}

// search looks for the best way as far as bounds let it that do not depend on the clock: the same answer each time.
func (g *game) search(ctx context.Context, st *moveset.Stage, shares int, lim puzzle.Limits) (search.Result, error) {
	if st.Compiled.N > search.MaxMiddle && (lim.Memory == 0 || lim.Memory > searchMemory) {
		lim.Memory = searchMemory
	}
	// Where the time for this answer is bounded, a part is left for a way that need not be the best.
	part, cancel := most(ctx, shares)
	defer cancel()
	r, err := search.Optimal(part, st.Compiled, st.Instance, g.prep, lim)
	if part.Err() != nil && ctx.Err() == nil {
		err = &puzzle.LimitError{Limit: "time", Msg: "the search has had its share"}
	}
	r, _, err = g.checked(ctx, st, r, err)
	return r, err
}

// checked is what a search found, in terms of the question; more reports whether a limit stopped it.
func (g *game) checked(ctx context.Context, st *moveset.Stage, r search.Result,
	err error) (_ search.Result, more bool, _ error) {
	r.Goal = st.Goal(r.Goal)
	switch {
	case ctx.Err() != nil:
		return r, false, ctx.Err()
	case errors.Is(err, puzzle.ErrLimit):
		return r, true, nil
	case err == nil && !r.Found:
		err = &disk.DamagedError{What: "the search does not reach a goal that the group reaches"}
	}
	return r, false, err
}

func noWay() error {
	return &puzzle.LimitError{Limit: "size", Msg: "the search was stopped before it met a way"}
}

// most returns a context that ends when three quarters of one of so many shares of the time that ctx leaves are over.
func most(ctx context.Context, shares int) (context.Context, context.CancelFunc) {
	end, ok := ctx.Deadline()
	if !ok {
		return ctx, func() {}
	}
	return context.WithTimeout(ctx, time.Until(end)*3/4/time.Duration(shares))
}

const (
	// sureCells is the most cells on which the best way is searched for until it is found, or a limit ends it. On larger
	// boards most are out of reach, and the search is bounded: by numbers, so that the answer is the same each time.
	sureCells    = 16
	largeClasses = 1 << 20
	largeVisits  = 1 << 18
	// searchMemory bounds searches on boards beyond those that searches are prepared for.
	searchMemory = 256 << 20
	// nearBoards is how many boards are looked at before a way is constructed, and farTimes how many times longer than
	// the best way that a search finds one may be that has been constructed: about.
	nearBoards = 1 << 14
	farTimes   = 3
	// largeBoards is about how many boards have room there, on each side.
	largeBoards = 1 << 22
	// searchCells is the most moving cells on which a search for the best way is tried.
	searchCells = 64
	// improveSteps is the work that goes into making a constructed word shorter: about a second.
	improveSteps = 1 << 26
)

// searchReach is about the cost up to which the best way is found on boards that are too large for sure ones.
func searchReach(c *moveset.Compiled) int64 {
	switch {
	case c.N <= sureCells || c.N > searchCells:
		return math.MaxInt64
	case c.N <= search.MaxMiddle:
		return search.Reach(c, [2]float64{largeVisits, largeClasses * float64(len(c.Symmetries()))})
	}
	return search.Reach(c, [2]float64{largeBoards, largeBoards})
}
