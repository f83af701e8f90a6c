package search

import (
	"context"
	"math"
	"slices"

	"github.com/gridwright/gridwright/puzzle"
)

// maxSources is the most boards that a search backwards starts from. Beyond it, goals with many free cells are only
// searched forwards.
const maxSources = 1 << 16

// front is one side of a bidirectional search: the boards seen, with the least cost known, and those that wait to be
// expanded.
type front struct {
	seen  *boardTable
	wait  *buckets
	moves []packedMove
	cost  []int64
	back  []packedMove // the inverses of moves, for finding the way again
}

// bidirectional is Dijkstra's search from the start forwards and from all boards that fit a goal backwards, a bucket
// of equal cost at a time. It does without the backward side where those are too many, and then tests the boards
// themselves.
//
// Costs are counted in units of unit, the cost of a move where all cost the same.
type bidirectional struct {
	pr      *problem
	lay     layout
	m       *meter
	fore    *front
	aft     *front // nil: forwards only
	unit    int64
	least   int64 // of a move, in units
	best    int64 // least total of a way found; math.MaxInt64 while there is none
	meet    []uint64
	cross   []uint64 // in units of one cost: the boards of the bucket in which the first way was found
	ahead   bool     // and whether it was the forward side's
	board   []int32
	maxSeen int64 // stop beyond this many boards; 0: no such bound
}

// searched is what a search found out.
type searched struct {
	found       bool
	unreachable bool
	path        []int32
	goal        int
	cost        int64
	lower       int64    // no way costs less
	seen        [2]int64 // boards seen from the start, and from the goals
}

// errSeenEnough stops a search at maxSeen boards.
type errSeenEnough struct{}

func (errSeenEnough) Error() string { return "enough boards seen" }

// Is makes the bound one of the limits: what was found so far holds.
func (errSeenEnough) Is(target error) bool { return target == puzzle.ErrLimit }

func newBidirectional(ctx context.Context, pr *problem, lim puzzle.Limits, maxSeen int64) (*bidirectional, error) {
	c := pr.c
	s := &bidirectional{pr: pr, lay: newLayout(c.N, pr.kinds), best: math.MaxInt64, maxSeen: maxSeen, unit: 1}
	s.m = &meter{ctx: ctx, what: "a search over the boards of this puzzle", lim: lim}
	s.board = make([]int32, c.N)
	cost := make([]int64, len(c.Moves))
	if c.Unit && len(c.Moves) > 0 {
		s.unit = c.Moves[0].Cost
	}
	for i := range c.Moves {
		cost[i] = c.Moves[i].Cost / s.unit
		if i == 0 || cost[i] < s.least {
			s.least = cost[i]
		}
	}
	ahead, err := s.lay.packMoves(s.m, c, false)
	if err != nil {
		return nil, err
	}
	back, err := s.lay.packMoves(s.m, c, true)
	if err != nil {
		return nil, err
	}
	if s.fore, err = s.newFront(ahead, back, cost); err != nil {
		return nil, err
	}
	key := make([]uint64, s.lay.words)
	if pr.fillings(maxSources) <= maxSources {
		if s.aft, err = s.newFront(back, ahead, cost); err != nil {
			return nil, err
		}
		err = pr.eachFilling(ctx, func(board []int32, _ int) error {
			s.lay.pack(key, board)
			return s.aft.add(key, 0)
		})
		if err != nil {
			return nil, err
		}
	}
	s.lay.pack(key, pr.start)
	if err := s.fore.add(key, 0); err != nil {
		return nil, err
	}
	s.meeting(key, 0, true)
	return s, nil
}

func (s *bidirectional) newFront(moves, back []packedMove, cost []int64) (*front, error) {
	seen, err := newBoardTable(s.lay.words, s.m)
	if err != nil {
		return nil, err
	}
	return &front{seen: seen, wait: newBuckets(s.m), moves: moves, back: back, cost: cost}, nil
}

// add sees a board at cost d, if that is news.
func (f *front) add(key []uint64, d int64) error {
	news, err := f.seen.lower(key, d)
	if err == nil && news {
		err = f.wait.push(d, key)
	}
	return err
}

// meeting looks whether key, at cost d on its side, is seen on the other.
func (s *bidirectional) meeting(key []uint64, d int64, forward bool) {
	var rest int64
	if forward {
		rest = s.remains(key)
	} else {
		rest = s.fore.seen.lookup(key)
	}
	if rest >= 0 && d+rest < s.best {
		s.best = d + rest
		s.meet = append(s.meet[:0], key...)
	}
}

// remains is the cost from key to a goal as far as it is known, or -1.
func (s *bidirectional) remains(key []uint64) int64 {
	if s.aft != nil {
		return s.aft.seen.lookup(key)
	}
	s.lay.unpack(s.board, key)
	if s.pr.match(s.board) >= 0 {
		return 0
	}
	return -1
}

// bound is what every way costs at least that has not been found.
//
// Let u be the last board of such a way that has been expanded forwards, and v the next one: v is seen, and costs at
// least the top of the queue. Were the board after v, or v as a goal, expanded backwards, then the way would have
// been found at v. So what remains from there costs at least the top of the other queue, and the move to there at
// least the least cost.
func (s *bidirectional) bound() int64 {
	b := s.least
	if !s.fore.wait.empty() {
		b += s.fore.wait.top()
	}
	if s.aft != nil && !s.aft.wait.empty() {
		b += s.aft.wait.top()
	}
	return b
}

// lower is the bound in the costs of the moves.
func (s *bidirectional) lower() int64 {
	if s.best == 0 {
		return 0
	}
	return min(s.best, s.bound()) * s.unit
}

// run searches until the best way is known or there is none. At an error lower holds all the same, and path may be a
// way that is perhaps not the best.
func (s *bidirectional) run(ctx context.Context) (out searched, err error) {
	if g := s.pr.match(s.pr.start); g >= 0 { // also the case of a single kind, whose board is zero and in no table
		return searched{found: true, goal: g, seen: [2]int64{1, 1}}, nil
	}
	for {
		out.seen[0] = int64(s.fore.seen.n)
		if s.aft != nil {
			out.seen[1] = int64(s.aft.seen.n)
		}
		exhausted := s.fore.wait.empty() || s.aft != nil && s.aft.wait.empty()
		if s.best == 0 || s.best < math.MaxInt64 && (exhausted || s.best <= s.bound()) {
			out.found, out.cost, out.lower = true, s.best*s.unit, s.best*s.unit
			if s.cross != nil {
				out.path, err = s.first(ctx)
			}
			if s.cross == nil || err != nil { // as good a way, though perhaps not the first of them
				out.path = s.way()
			}
			out.goal = s.pr.match(s.board)
			return out, err
		}
		if exhausted {
			out.unreachable = true
			return out, nil
		}
		out.lower = s.lower()
		f, forward := s.fore, true
		if s.aft != nil && s.aft.wait.width() < s.fore.wait.width() {
			f, forward = s.aft, false
		}
		if err := s.expand(ctx, f, forward); err != nil {
			if s.best < math.MaxInt64 {
				out.path, out.cost = s.way(), s.best*s.unit
				out.goal = s.pr.match(s.board)
			}
			return out, err
		}
	}
}

// expand makes all moves on all boards of the least cost that wait.
func (s *bidirectional) expand(ctx context.Context, f *front, forward bool) error {
	// A way that costs no more than this is as good as any that is not found yet.
	enough := s.bound()
	bk := f.wait.pop()
	defer func() {
		if s.cross == nil {
			f.wait.free(bk)
		}
	}()
	w := s.lay.words
	child := make([]uint64, w)
	pause := 1 + 1<<14/(1+len(f.moves)*(1+w))
	for at, count := 0, 0; at < len(bk.keys); at, count = at+w, count+1 {
		if count%pause == 0 {
			if err := ctx.Err(); err != nil {
				return err
			}
			if s.maxSeen > 0 && s.total() > s.maxSeen {
				return errSeenEnough{}
			}
		}
		key := bk.keys[at : at+w]
		if f.seen.lookup(key) != bk.cost {
			continue // seen at less since
		}
		for i := range f.moves {
			f.moves[i].apply(child, key)
			d := bk.cost + f.cost[i]
			news, err := f.seen.lower(child, d)
			if err != nil {
				return err
			}
			if !news {
				continue
			}
			if err := f.wait.push(d, child); err != nil {
				return err
			}
			s.meeting(child, d, forward)
			if s.best <= enough {
				if s.pr.c.Unit {
					s.cross, s.ahead = bk.keys, forward
				}
				return f.wait.push(bk.cost, bk.keys[at:]) // who asks for all ways relies on the queue
			}
		}
	}
	return nil
}

func (s *bidirectional) total() int64 {
	n := int64(s.fore.seen.n)
	if s.aft != nil {
		n += int64(s.aft.seen.n)
	}
	return n
}

// way returns the moves through the meeting board, and leaves the board they end at in s.board.
func (s *bidirectional) way() []int32 {
	path := s.fore.walk(slices.Clone(s.meet))
	slices.Reverse(path)
	end := slices.Clone(s.meet)
	if s.aft != nil {
		path = append(path, s.aft.walk(end)...)
	}
	s.lay.unpack(s.board, end)
	return path
}

// walk follows key back to where the front began, changing it to the board there, and returns the moves in the order
// in which they are taken back.
func (f *front) walk(key []uint64) []int32 {
	var path []int32
	before := make([]uint64, len(key))
	for d := f.seen.lookup(key); d > 0; {
		for i := range f.back {
			f.back[i].apply(before, key)
			if b := f.seen.lookup(before); b >= 0 && b+f.cost[i] == d {
				path = append(path, int32(i))
				copy(key, before)
				d = b
				break
			}
		}
	}
	return path
}
