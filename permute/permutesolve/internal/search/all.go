package search

import (
	"context"
	"encoding/binary"
	"fmt"
	"iter"
	"math/big"
	"slices"

	"github.com/gridwright/gridwright/permute"
	"github.com/gridwright/gridwright/permute/permutesolve/internal/moveset"
	"github.com/gridwright/gridwright/puzzle"
)

// Optima are all ways of least cost from a start to any goal: sequences of moves, two of which are different where
// the moves are, also if the boards between are not.
type Optima struct {
	cost  int64
	Count *big.Int
	ways  *ways
	start []uint64
}

// ways counts the ways of a given cost from boards that are seen again and again. What remains is known exactly near
// the goals, within radius; further out everything is tried.
type ways struct {
	ctx    context.Context
	lay    layout
	moves  []packedMove
	cost   []int64 // in units
	total  int64   // of a whole way
	radius int64
	// dist is the distance of a board from the nearest goal if that is at most radius, and otherwise -1 or more than
	// radius.
	dist func(key []uint64) int64
	// dead are boards with the least cost so far at which no way was left; live those on a way, with the ways from there.
	dead    *boardTable
	live    map[string]*big.Int
	m       *meter
	visited int
	keys    [][]uint64 // a buffer for each depth
	name    []byte
}

// liveBytes is about what an entry of live takes beside the board.
const liveBytes = 160

// All finds all ways of least cost: their number, and an iterator over them in the order of their moves. The
// problem has to be one that Optimal solves; the error is ctx's or a limit.
func All(ctx context.Context, c *moveset.Compiled, p *permute.Instance, prep *Preparations,
	lim puzzle.Limits) (*Optima, error) {
	if prep == nil {
		prep = NewPreparations(c, "")
	}
	pr := NewProblem(c, p)
	best, err := optimal(ctx, pr, prep, false, lim)
	if err != nil {
		return nil, err
	}
	if !best.Found {
		return &Optima{Count: new(big.Int)}, nil
	}
	if best.Cost == 0 {
		return &Optima{Count: big.NewInt(1)}, nil
	}
	w := &ways{ctx: ctx, live: make(map[string]*big.Int)}
	targets := pr.targets(maxTargets)
	unit := int64(1)
	if c.Unit {
		unit = c.Moves[0].Cost
	}
	var start []uint64
	if pm := prep.perimeter.Load(); pm != nil && len(targets) > 0 {
		w.lay = newLayout(c.N, c.N)
		start = w.byPerimeter(pm, targets, lim)
	} else {
		w.lay = newLayout(c.N, pr.kinds)
		if start, err = w.bySearch(pr, lim); err != nil {
			return nil, err
		}
	}
	if w.moves, err = w.lay.packMoves(w.m, c, false); err != nil {
		return nil, err
	}
	w.cost = make([]int64, len(c.Moves))
	for i := range w.cost {
		w.cost[i] = c.Moves[i].Cost / unit
	}
	w.total = best.Cost / unit
	if w.dead, err = newBoardTable(w.lay.words, w.m); err != nil {
		return nil, err
	}
	count, err := w.from(start, 0, 0)
	if err != nil {
		return nil, err
	}
	if count.Sign() == 0 {
		return nil, fmt.Errorf("%w: no way has the least cost", puzzle.ErrInternal)
	}
	return &Optima{cost: best.Cost, Count: count, ways: w, start: start}, nil
}

// byPerimeter measures distances with a perimeter: boards tell all tiles apart.
func (w *ways) byPerimeter(pm *Perimeter, targets []target, lim puzzle.Limits) []uint64 {
	w.m = &meter{ctx: w.ctx, what: "the list of all optimal ways", lim: lim, used: pm.m.used}
	d := newDeepening(pm, nil, targets)
	w.radius, _ = pm.radius()
	n := pm.c.N
	w.dist = func(key []uint64) int64 {
		best := int64(-1)
		var y position
		for t := range targets {
			for i := range n {
				y[i] = targets[t].place[w.lay.at(key, i)]
			}
			if v := d.dist(&y); v >= 0 && v <= w.radius && (best < 0 || v < best) {
				best = v
			}
		}
		return best
	}
	start := make([]uint64, w.lay.words)
	id := make([]int32, n)
	for i := range id {
		id[i] = int32(i)
	}
	w.lay.pack(start, id)
	return start
}

// bySearch measures them with the backward half of a bidirectional search, or not at all where there is none.
func (w *ways) bySearch(pr *problem, lim puzzle.Limits) ([]uint64, error) {
	s, err := newBidirectional(w.ctx, pr, lim, 0)
	if err != nil {
		return nil, err
	}
	if _, err := s.run(w.ctx); err != nil {
		return nil, err
	}
	s.fore.seen.drop()
	w.m = s.m
	start := make([]uint64, w.lay.words)
	w.lay.pack(start, pr.start)
	if s.aft == nil {
		w.dist = func(key []uint64) int64 {
			w.lay.unpack(s.board, key)
			if pr.match(s.board) >= 0 {
				return 0
			}
			return -1
		}
		return start, nil
	}
	w.dist = s.aft.seen.lookup
	// Whatever costs at most the top of the queue has been seen at its least cost; with an empty queue, everything.
	w.radius = s.best
	if !s.aft.wait.empty() {
		w.radius = s.aft.wait.top()
	}
	return start, nil
}

// from returns the number of ways from key to a goal that cost what is left of the total at g.
func (w *ways) from(key []uint64, g int64, depth int) (*big.Int, error) {
	if w.visited++; w.visited%1024 == 0 && w.ctx.Err() != nil {
		return nil, w.ctx.Err()
	}
	none := new(big.Int)
	rest := w.total - g
	if rest < 0 {
		return none, nil
	}
	if rest <= w.radius {
		if w.dist(key) != rest {
			return none, nil
		}
		if rest == 0 {
			return big.NewInt(1), nil
		}
	} else if d := w.dead.lookup(key); d >= 0 && d <= g {
		return none, nil
	}
	if n := w.live[string(w.key(key, g))]; n != nil {
		return n, nil
	}
	if depth == len(w.keys) {
		w.keys = append(w.keys, make([]uint64, w.lay.words))
	}
	child := w.keys[depth]
	sum := new(big.Int)
	for m := range w.moves {
		w.moves[m].apply(child, key)
		n, err := w.from(child, g+w.cost[m], depth+1)
		if err != nil {
			return nil, err
		}
		sum.Add(sum, n)
	}
	if sum.Sign() == 0 {
		_, err := w.dead.lower(key, g)
		return sum, err
	}
	if err := w.m.take(liveBytes + 8*int64(w.lay.words)); err != nil {
		return nil, err
	}
	w.live[string(w.key(key, g))] = sum
	return sum, nil
}

// key writes a board at a cost as a key of live.
func (w *ways) key(key []uint64, g int64) []byte {
	w.name = appendLive(w.name[:0], key, g)
	return w.name
}

func appendLive(b []byte, key []uint64, g int64) []byte {
	b = binary.LittleEndian.AppendUint64(b, uint64(g))
	for _, k := range key {
		b = binary.LittleEndian.AppendUint64(b, k)
	}
	return b
}

// All yields every way, in the order of their moves. It stops early only when its caller does.
func (o *Optima) All() iter.Seq[[]int32] {
	return func(yield func([]int32) bool) {
		switch {
		case o.Count.Sign() == 0:
		case o.ways == nil:
			yield(nil)
		default:
			o.follow(o.start, 0, nil, yield)
		}
	}
}

func (o *Optima) follow(key []uint64, g int64, path []int32, yield func([]int32) bool) bool {
	w := o.ways
	if g == w.total {
		return yield(slices.Clone(path))
	}
	child := make([]uint64, len(key))
	var name []byte
	for m := range w.moves {
		w.moves[m].apply(child, key)
		at := g + w.cost[m]
		onWay := at == w.total && w.dist(child) == 0
		if at < w.total {
			name = appendLive(name[:0], child, at)
			onWay = w.live[string(name)] != nil
		}
		if onWay && !o.follow(child, at, append(path, int32(m)), yield) {
			return false
		}
	}
	return true
}
