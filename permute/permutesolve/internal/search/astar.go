package search

import (
	"context"
	"fmt"
	"math"
	"slices"

	"github.com/gridwright/gridwright/permute/permutesolve/internal/disk"
	"github.com/gridwright/gridwright/puzzle"
)

// deepening is IDA* (Korf 1985) with a perimeter (Manzini 1995): ways are followed from the start up to a cost that
// grows, and each ends where what may remain is within the perimeter, which knows it exactly.
//
// Tiles of one kind are told apart in every possible way: the start is then one position, the identity, and the
// boards that fit a goal are one target or several.
type deepening struct {
	pm      *Perimeter
	pr      *pruner
	ctx     context.Context
	radius  int64 // of the perimeter, in units
	targets []target
	bound   int64 // what a way may cost, in units
	next    int64 // the least cost above bound that a way might have
	visited int
	most    int // nodes to visit; 0: no bound
	walks   *walks
	work    int64 // see lookWork
	budget  int64 // of work
	path    []int32
	hits    []target // positions in the perimeter that the way led to, each with the goal that it is towards
	scratch canonScratch
	nodes   []*deepNode // one for each depth
}

// target is a board that fits a goal: place takes a cell of the start to the cell where its tile belongs.
type target struct {
	place position
	goal  int
}

// deepNode holds the leaves below a node. They are looked up together, so that the waits for memory overlap.
type deepNode struct {
	child  position
	keys   []uint64
	hashes []uint64
	leaves []deepLeaf
	rest   []int      // of the moves that may follow, those to go deeper with, by their index
	notes  []walkNote // of each target and class of moves
}

type deepLeaf struct {
	move   int32
	target int32
	spent  int64
	rest   int64
}

func newDeepening(pm *Perimeter, pr *pruner, targets []target) *deepening {
	return &deepening{pm: pm, pr: pr, targets: targets, budget: math.MaxInt64}
}

// solve returns a cheapest way from the start to a target, knowing that none costs less than lower. Without a way it
// ends only where the perimeter is whole, or with ctx. At an error lower is still a bound.
func (d *deepening) solve(ctx context.Context, lower int64) (out searched, err error) {
	var whole bool
	d.ctx = ctx
	d.radius, whole = d.pm.radius()
	var start position
	for i := range d.pm.c.N {
		start[i] = uint8(i)
	}
	near := int64(math.MaxInt64)
	for i := range d.targets {
		if v := d.dist(&d.targets[i].place); v >= 0 && (v <= d.radius || whole) && v <= near {
			if v < near {
				near, d.hits = v, nil
			}
			d.hits = append(d.hits, d.targets[i])
		}
	}
	switch {
	case near < math.MaxInt64:
		d.bound = near
		return d.done()
	case whole:
		return searched{unreachable: true}, nil
	}
	d.next = max(d.radius+1, (lower+d.pm.unit-1)/d.pm.unit)
	parity := d.parity()
	for {
		d.bound = d.next
		if parity >= 0 && d.bound&1 != parity {
			d.bound++
		}
		d.next = math.MaxInt64
		d.path = d.path[:0]
		found, err := d.from(&start, 0, 0, 0)
		switch {
		case err != nil:
			return searched{lower: d.bound * d.pm.unit}, err
		case found:
			return d.done()
		case d.next == math.MaxInt64: // every way has ended
			return searched{unreachable: true}, nil
		}
	}
}

// parity returns whether all ways to all targets cost an even (0) or an odd (1) number of units, or -1 where that is
// not known: where the odd moves are those of odd cost, as on the 4 × 4 torus, every other bound can be left out.
func (d *deepening) parity() int64 {
	for i := range d.pm.c.Moves {
		if d.pm.c.Moves[i].Even != (d.pm.cost[i]%2 == 0) {
			return -1
		}
	}
	parity := int64(-1)
	for i := range d.targets {
		place := d.targets[i].place
		odd := int64(0)
		for k := range d.pm.c.N {
			for int(place[k]) != k {
				j := place[k]
				place[k], place[j] = place[j], place[k]
				odd ^= 1
			}
		}
		if i > 0 && odd != parity {
			return -1
		}
		parity = odd
	}
	return parity
}

// done adds the way through the perimeter: of several the first in the order of their moves. So where all moves cost
// the same the whole way is the first of all the cheapest, whatever the radius.
func (d *deepening) done() (searched, error) {
	cost := d.bound * d.pm.unit
	out := searched{found: true, cost: cost, lower: cost}
	var least []int32
	for i, h := range d.hits {
		rest, err := d.descend(h.place)
		if err != nil {
			return searched{}, err
		}
		if i == 0 || slices.Compare(rest, least) < 0 {
			least, out.goal = rest, h.goal
		}
	}
	out.path = append(slices.Clone(d.path), least...)
	return out, nil
}

// dist is the distance of y in the perimeter, or -1. What it says beyond the radius is no more than an upper bound.
func (d *deepening) dist(y *position) int64 {
	var key [3]uint64
	k := key[:d.pm.lay.words]
	d.pm.leastKey(k, y, &d.scratch)
	return d.pm.shard(k).lookup(k)
}

// descend returns a cheapest way from y, a position within the radius, to the solved one.
func (d *deepening) descend(y position) (path []int32, err error) {
	var z position
	for left := d.dist(&y); left > 0; {
		at := left
		for m := range d.pm.pull {
			d.pm.after(&z, &y, m)
			if v := d.dist(&z); v >= 0 && v+d.pm.cost[m] == left {
				path, y, left = append(path, int32(m)), z, v
				break
			}
		}
		if left == at { // a table that was read from a file may lie
			return nil, disk.Contradicts(perimeterWhat)
		}
	}
	return path, nil
}

// from looks for a way that costs at most bound in all and begins with the one that led to board, at cost g. What
// remains is beyond the radius.
func (d *deepening) from(board *position, g int64, state int32, depth int) (bool, error) {
	if d.visited++; d.visited == d.most {
		return false, &puzzle.LimitError{Limit: "size",
			Msg: fmt.Sprintf("the search for the best way ended after %d boards, below a cost of %d", d.visited,
				d.bound*d.pm.unit)}
	}
	if d.visited%256 == 0 && d.ctx.Err() != nil {
		return false, d.ctx.Err()
	}
	if d.work > d.budget {
		return false, errPays
	}
	if depth == len(d.nodes) {
		d.nodes = append(d.nodes, new(deepNode))
	}
	node := d.nodes[depth]
	node.keys, node.hashes, node.leaves, node.rest = node.keys[:0], node.hashes[:0], node.leaves[:0], node.rest[:0]
	d.measure(node, board)
	for k, m := range d.pr.rest[state] {
		spent := g + d.pm.cost[m]
		rest := d.bound - spent
		if rest >= 0 && d.walks != nil {
			// Beyond the perimeter more than its radius remains, which is known when a board is looked up.
			if least := d.least(node, board, m); least > rest {
				d.next = min(d.next, spent+least)
				continue
			}
		}
		switch {
		case rest < 0:
			d.next = min(d.next, spent)
		case rest > d.radius:
			node.rest = append(node.rest, k)
		default:
			d.pm.after(&node.child, board, int(m))
			d.leaf(node, deepLeaf{move: m, spent: spent, rest: rest})
		}
	}
	d.work += lookWork * int64(len(node.leaves))
	if d.look(node) {
		return true, nil
	}
	for _, k := range node.rest {
		m := d.pr.rest[state][k]
		d.pm.after(&node.child, board, int(m))
		d.path = append(d.path, m)
		if found, err := d.from(&node.child, g+d.pm.cost[m], d.pr.next[state][k], depth+1); found || err != nil {
			return found, err
		}
		d.path = d.path[:len(d.path)-1]
	}
	return false, nil
}

// leaf notes node.child for looking up, once for each target.
func (d *deepening) leaf(node *deepNode, l deepLeaf) {
	var y position
	words := d.pm.lay.words
	for t := range d.targets {
		place := &d.targets[t].place
		for i := range d.pm.c.N {
			y[i&31] = place[node.child[i&31]&31]
		}
		node.keys = append(node.keys, 0, 0, 0)[:len(node.keys)+words]
		key := node.keys[len(node.keys)-words:]
		d.pm.leastKey(key, &y, &d.scratch)
		node.hashes = append(node.hashes, hashBoard(key))
		l.target = int32(t)
		node.leaves = append(node.leaves, l)
	}
}

// look looks the leaves of a node up and reports whether one is near enough. The first move that leads to one is then
// part of the path, and all targets that it is a way to are hits.
func (d *deepening) look(node *deepNode) bool {
	words := d.pm.lay.words
	move := int32(-1)
	d.hits = d.hits[:0]
	for i := range node.leaves {
		l := &node.leaves[i]
		if move >= 0 && l.move != move {
			break
		}
		h := node.hashes[i]
		shard := d.pm.shards[d.pm.shardOf(h)]
		slot, ok := shard.findFrom(int(h>>shard.shift), node.keys[i*words:(i+1)*words])
		v := d.radius + 1
		if ok {
			v = min(v, shard.dist(slot))
		}
		if v > l.rest {
			d.next = min(d.next, l.spent+v)
			continue
		}
		if move < 0 {
			move = l.move
			d.path = append(d.path, move)
		}
		d.hits = append(d.hits, d.reached(&d.targets[l.target]))
	}
	return move >= 0
}

// reached returns t as it is seen from the end of the path.
func (d *deepening) reached(t *target) target {
	var w position
	for i := range d.pm.c.N {
		w[i] = uint8(i)
	}
	for _, m := range d.path {
		z := w
		d.pm.after(&w, &z, int(m))
	}
	out := target{goal: t.goal}
	for i := range d.pm.c.N {
		out.place[i] = t.place[w[i]]
	}
	return out
}
