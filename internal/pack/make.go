package pack

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/big"
	"math/rand/v2"
	"runtime"
	"slices"
	"strconv"

	"github.com/gridwright/gridwright/grid"
	"github.com/gridwright/gridwright/puzzle"
)

// A Span is from From to To; To −1 is open.
type Span struct{ From, To int64 }

// has reports whether n lies in s.
func (s Span) has(n int64) bool { return n >= s.From && (s.To < 0 || n <= s.To) }

// A Wish says what made levels are to be like.
type Wish struct {
	puzzle.Wish                 // of the board, where From is none
	From        puzzle.Instance // of its shape, rules and target only the start is another one
	Minimum     *Span           // the fewest moves; nil: any number
	Grade       *Span           // of the difficulty
	Unique      bool            // one shortest way
	Distinct    bool            // no two levels are twins
}

// mostFailed is how many boards in a row may fail a wish.
const mostFailed = 2000

// Make makes count levels of f as w wishes, the same ones for a seed whatever the number of workers, unless limits keep
// one from being measured. Each claims its minimum and a solution. A wish that no level can meet is an error that
// matches puzzle.ErrInput, where that is known; where too many boards have failed it is a *puzzle.LimitError, with the
// levels that were made.
func Make(ctx context.Context, f *puzzle.Family, w Wish, seed uint64, count int, opt Options) ([]Result, error) {
	k := &maker{f: f, w: w, seed: seed, lim: opt.Limits}
	if err := k.possible(ctx); err != nil {
		return nil, err
	}
	workers := opt.Workers
	if workers <= 0 {
		workers = runtime.GOMAXPROCS(0)
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	var made []Result
	seen, failed := map[[32]byte]bool{}, 0
	var why string
	err := inOrder(ctx, workers, k.attempt, func(a attempt) (bool, error) {
		switch {
		case a.err != nil:
			return false, a.err
		case a.why == "" && w.Distinct && seen[a.level.digest]:
			a.why = "it was a twin of another one"
		}
		if a.why != "" {
			if failed, why = failed+1, a.why; failed < mostFailed {
				return true, nil
			}
			return false, &puzzle.LimitError{Limit: "size", Msg: fmt.Sprintf(
				"%s made; then %d boards in a row were none that is wished for: of the last one, %s",
				grid.Number(len(made), "level"), mostFailed, why)}
		}
		seen[a.level.digest], failed = true, 0
		made = append(made, a.level)
		return len(made) < count, nil
	})
	return made, err
}

// Rise puts levels in the order of their difficulty, and names them by it: Level 1 is the easiest.
func Rise(levels []Result) {
	slices.SortStableFunc(levels, func(a, b Result) int {
		switch x, y := bits(a), bits(b); {
		case x < y:
			return -1
		case x > y:
			return 1
		}
		return a.Length.Cmp(b.Length)
	})
	for i := range levels {
		h := levels[i].In.Head()
		h.Name = "Level " + strconv.Itoa(i+1)
		levels[i].In = levels[i].In.WithHead(h)
	}
}

func bits(r Result) float64 {
	if r.Difficulty == nil {
		return -1
	}
	return r.Difficulty.Bits()
}

type maker struct {
	f    *puzzle.Family
	w    Wish
	seed uint64
	lim  puzzle.Limits

	distances []int64 // that starts may have; nil: any
}

// An attempt is one board.
type attempt struct {
	level Result
	why   string // it is not what is wished for; "" where it is
	err   error  // that of a context, or a fault
}

// Bounds of the distances of a span that are tried one by one, and how far an open one goes where targets differ.
const (
	mostDistances = 64
	openDistances = 8
)

// possible finds out which distances starts can have. Where all levels have one target, they are tried.
func (k *maker) possible(ctx context.Context) error {
	base, only, err := k.base(k.rng(0))
	span := k.w.Minimum
	if err != nil || span == nil || k.w.Symmetric || !k.f.Can(puzzle.AskDistance) {
		return err
	}
	to, most := span.To, int64(mostDistances)
	if span.To < 0 && !only {
		most = openDistances
	}
	if to < 0 || to-span.From >= most {
		to = span.From + most - 1
	}
	var first error
	for d := span.From; d <= to; d++ {
		if only {
			_, err = k.f.Scramble(ctx, base, d, k.rng(0), k.lim)
		}
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if span.To < 0 && len(k.distances) > 0 && errors.Is(err, puzzle.ErrLimit) { // farther ones take longer still
			break
		}
		if err == nil || !errors.Is(err, puzzle.ErrInput) {
			k.distances = append(k.distances, d)
		} else if first == nil {
			first = err
		}
		if span.To < 0 && first != nil { // behind the farthest
			break
		}
	}
	switch {
	case len(k.distances) > 0:
		return nil
	case to == span.To:
		return fmt.Errorf("the wish cannot be met: %w", first)
	}
	return fmt.Errorf("no level is made for this wish: %w", first)
}

func (k *maker) rng(n uint64) *rand.Rand { return rand.New(rand.NewPCG(k.seed, n)) }

// base is the puzzle whose start is to be another one; only says that no other target is possible.
func (k *maker) base(rng *rand.Rand) (in puzzle.Instance, only bool, err error) {
	if k.w.From.Solver() != nil {
		return k.w.From, true, nil
	}
	return k.f.Board(rng, k.w.Wish)
}

// attempt makes board n.
func (k *maker) attempt(ctx context.Context, n uint64) (a attempt) {
	rng := k.rng(n)
	in, _, err := k.base(rng)
	if err == nil && !(k.w.Symmetric && k.w.From.Solver() == nil) {
		distance := int64(-1)
		if len(k.distances) > 0 {
			distance = k.distances[rng.IntN(len(k.distances))]
		}
		in, err = k.f.Scramble(ctx, in, distance, rng, k.lim)
	}
	switch {
	case err != nil && ctx.Err() != nil:
		return attempt{err: ctx.Err()}
	case errors.Is(err, puzzle.ErrInput), errors.Is(err, puzzle.ErrLimit):
		return attempt{why: err.Error()}
	case err != nil:
		return attempt{err: err}
	}
	a.level.Entry = Entry{In: in.WithHead(puzzle.Head{}), Case: 1}
	if err := a.level.look(ctx, k.lim); err != nil {
		return attempt{err: err}
	}
	if a.why = k.refuse(&a.level); a.why == "" {
		a.err = k.claim(ctx, &a.level)
	}
	return a
}

// refuse says why r is not what is wished for; "" where it is.
func (k *maker) refuse(r *Result) string {
	w := k.w
	whole := func(n *big.Int) int64 {
		if !n.IsInt64() {
			return math.MaxInt64
		}
		return n.Int64()
	}
	switch {
	case r.Err != nil:
		return r.Err.Error()
	case r.Claim.Verdict() != puzzle.Solved:
		return "it cannot be solved, or a limit kept that from being known"
	case r.Length == nil || w.Minimum != nil && (!r.Exact() || !w.Minimum.has(whole(r.Length))):
		return "the fewest moves are " + r.FewestText()
	case w.Minimum == nil && r.Length.Sign() == 0:
		return "it is solved as it stands"
	case w.Grade != nil && (r.Difficulty == nil || r.Difficulty.Partial != "" || !w.Grade.has(r.Difficulty.Grade())):
		return "the difficulty is " + r.DifficultyText()
	case w.Unique && (r.Fewest.More || r.Fewest.Ways == nil || !r.Fewest.Ways.IsInt64() || r.Fewest.Ways.Int64() != 1):
		return "it has " + r.WaysText() + " shortest ways"
	case w.Distinct && !r.twins:
		return "its twins are not known"
	}
	return ""
}

// claim writes into r what is known of its solution.
func (k *maker) claim(ctx context.Context, r *Result) error {
	var h puzzle.Head
	if r.Exact() {
		h.Claimed.Minimum = r.Length.String()
	}
	m := &mender{lim: k.lim}
	way, err := m.way(ctx, r.In, r.Claim)
	if h.Claimed.Solution = way; err == nil {
		r.In = r.In.WithHead(h)
	}
	return err
}
