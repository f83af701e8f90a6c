package permutecheck

import (
	"crypto/sha256"
	"encoding/binary"
	"math"
	"math/big"

	"github.com/gridwright/gridwright/grid"
	"github.com/gridwright/gridwright/permute"
	"github.com/gridwright/gridwright/puzzle"
)

// checkExhausted visits every board that can be reached from the start.
func (k *work) checkExhausted(c *permute.Exhausted) error {
	switch {
	case c.States < 1:
		return puzzle.Rejectf("the certificate says that %s can be reached; the start is one", grid.Number(c.States, "board"))
	case c.States > int64(k.bound):
		return tooMuch("that no goal is among %s that can be reached; the checker looks at no more than %d",
			grid.Number(c.States, "board"), k.bound)
	}
	k, err := k.lean()
	if err != nil {
		return err
	}
	if k.narrow() {
		return exhaust[uint8](k, c)
	}
	return exhaust[int32](k, c)
}

func exhaust[T tile](k *work, c *permute.Exhausted) error {
	list, err := k.moves()
	if err != nil {
		return err
	}
	s, err := newShelf[T](k)
	if err != nil {
		return err
	}
	start := stored[T](k.p.Start)
	if err := s.add(start, hash(start)); err != nil {
		return err
	}
	wanted := goals[T]{k, k.p.Goals}
	made := make([]T, k.n)
	plain, put, err := k.plain()
	if err != nil {
		return err
	}
	var digest [32]byte
	for i := 0; i < s.count; i++ { // the boards come in the order of their visits
		b := s.board(i)
		goal, err := wanted.fitted(b)
		if err != nil {
			return err
		}
		if goal >= 0 {
			if k.part != nil {
				goal = k.part.goals[goal]
			}
			return puzzle.Rejectf("the certificate says that no goal can be reached; goal %d can", goal+1)
		}
		for c, t := range b {
			put(c, int32(t))
		}
		for j, x := range sha256.Sum256(plain) {
			digest[j] ^= x
		}
		if err := k.spend(2 * len(plain)); err != nil {
			return err
		}
		for j := range list {
			apply(&list[j], made, b)
			if err := k.spend(2 * k.n); err != nil {
				return err
			}
			at, h := s.find(made)
			if at >= 0 {
				continue
			}
			if int64(s.count) == c.States {
				return puzzle.Rejectf("the certificate says that %s can be reached; there are more", grid.Number(c.States, "board"))
			}
			if err := s.add(made, h); err != nil {
				return err
			}
		}
	}
	if int64(s.count) != c.States {
		return puzzle.Rejectf("the certificate says that %s can be reached; there are %d", grid.Number(c.States, "board"),
			s.count)
	}
	if digest != c.Digest {
		return puzzle.Rejectf("the digest of the boards that can be reached is %x; the certificate says %x", digest, c.Digest)
	}
	return nil
}

// plain is the start as the digest writes it, 4 bytes a cell, and put puts a tile of a search into one of its cells.
func (k *work) plain() (plain []byte, put func(cell int, t permute.Tile), err error) {
	p := k.p
	if k.part != nil {
		p = k.part.whole
	}
	if err := k.hold("the search", 4*int64(len(p.Start))+8*int64(k.n)); err != nil {
		return nil, nil, err
	}
	plain = make([]byte, 4*len(p.Start))
	for c, t := range p.Start {
		binary.LittleEndian.PutUint32(plain[4*c:], uint32(t))
	}
	return plain, func(cell int, t permute.Tile) {
		if k.part != nil {
			cell, t = int(k.part.cells[cell]), k.part.tiles[t]
		}
		binary.LittleEndian.PutUint32(plain[4*cell:], uint32(t))
	}, nil
}

// ways counts the optimal ways.
func (k *work) ways() (*big.Int, error) {
	k, err := k.lean()
	if err != nil {
		return nil, err
	}
	if len(k.p.Goals) == 0 {
		return new(big.Int), nil
	}
	if k.narrow() {
		return countWays[uint8](k)
	}
	return countWays[int32](k)
}

// countWays goes forwards from the start until no goal can be cheaper than the cheapest one seen. Moves cost
// something, so that the number of ways to a board is known before a move is made on it.
func countWays[T tile](k *work) (*big.Int, error) {
	list, err := k.moves()
	if err != nil {
		return nil, err
	}
	s, err := newSide[T](k, list)
	if err != nil {
		return nil, err
	}
	c := counting[T]{side: s, k: k, wanted: goals[T]{k, k.p.Goals}, least: math.MaxInt64}
	if err := c.visit(stored[T](k.p.Start), 0, -1); err != nil {
		return nil, err
	}
	for {
		cost, at, ok := s.first()
		if !ok || cost >= c.least {
			break
		}
		s.queue.drop()
		for i := range list {
			apply(&list[i], s.made, s.board(at))
			if err := c.visit(s.made, cost+list[i].cost, at); err != nil {
				return nil, err
			}
		}
	}
	sum := new(big.Int)
	for _, at := range c.reached {
		if s.cost[at] == c.least {
			sum.Add(sum, c.ways.number(at))
		}
	}
	return sum, nil
}

// A counting is a search that counts the ways to each board.
type counting[T tile] struct {
	*side[T]
	k       *work
	wanted  goals[T]
	least   int64  // cost of a goal
	reached []int  // the boards that fit a goal
	fits    []bool // by board
	ways    tally
}

// visit notes that the board from leads to another at a cost; -1 is the start.
func (c *counting[T]) visit(board []T, cost int64, from int) error {
	if err := c.k.spend(2 * c.k.n); err != nil || cost > c.least {
		return err
	}
	seen := c.count
	at, news, err := c.put(board, cost)
	if err != nil {
		return err
	}
	if at < 0 {
		return tooMuch("the number of optimal ways, which takes a search of more than %d boards", c.k.bound)
	}
	switch {
	case news:
		c.ways.set(at, from)
	case c.cost[at] == cost:
		c.ways.add(at, from)
	}
	if at == seen { // it is new
		goal, err := c.wanted.fitted(board)
		if err != nil {
			return err
		}
		if goal >= 0 {
			c.reached = append(c.reached, at)
		}
		c.fits = append(c.fits, goal >= 0)
		if err := c.k.hold("the search", 16); err != nil {
			return err
		}
	}
	if c.fits[at] {
		c.least = min(c.least, cost)
	}
	return nil
}

// A tally is in how many ways each board is reached at the least cost known for it.
type tally struct {
	small []uint64         // 0 where it takes more than 64 bits
	large map[int]*big.Int // these
}

// number is the entry of the board at; -1 stands for what comes before the start, in one way.
func (n *tally) number(at int) *big.Int {
	switch {
	case at < 0:
		return big.NewInt(1)
	case n.small[at] == 0:
		return n.large[at]
	}
	return new(big.Int).SetUint64(n.small[at])
}

// set begins the entry of at anew with that of from.
func (n *tally) set(at, from int) {
	if at == len(n.small) {
		n.small = append(n.small, 0)
	}
	n.enter(at, n.number(from))
}

// add adds the entry of from to that of at.
func (n *tally) add(at, from int) {
	if from >= 0 && n.small[at] != 0 && n.small[from] != 0 {
		if sum := n.small[at] + n.small[from]; sum >= n.small[at] {
			n.small[at] = sum
			return
		}
	}
	n.enter(at, new(big.Int).Add(n.number(at), n.number(from)))
}

func (n *tally) enter(at int, x *big.Int) {
	if x.IsUint64() {
		n.small[at] = x.Uint64()
		delete(n.large, at)
		return
	}
	if n.large == nil {
		n.large = map[int]*big.Int{}
	}
	n.small[at], n.large[at] = 0, x
}
