package permutecheck

import (
	"github.com/gridwright/gridwright/permute"
	"github.com/gridwright/gridwright/puzzle"
)

// maxBlock is the most cells of a block: they are sorted between two looks at the context.
const maxBlock = 1 << 14

// A character is one of a certificate's that is being verified. It is defined on the permutations that
// permute.Character describes; all that is done here is to see that moves are such permutations and go to 0, and what
// those go to that a goal asks for.
type character struct {
	k     *work
	c     *permute.Character
	half  int64     // of the modulus, for what is odd
	list  [][]int32 // the blocks of all systems
	of    []int32   // by block: its system
	block []int32   // by cell: its block, -1: none
	slot  []int32   // by cell: its place in the block
	odd   []bool    // by cell: whether it is one of the single cells that count
	seen  []bool    // by cell or block; all false between uses

	cells  sets // orbits of cells
	blocks sets // orbits of blocks
}

// sets are disjoint sets of numbers: up[i] leads to the one that stands for i's set, which leads to itself.
type sets []int32

func newSets(n int) sets {
	s := make(sets, n)
	for i := range s {
		s[i] = int32(i)
	}
	return s
}

func (s sets) find(i int32) int32 {
	for s[i] != i {
		s[i] = s[s[i]]
		i = s[i]
	}
	return i
}

func (s sets) join(i, j int32) { s[s.find(i)] = s.find(j) }

// checkCharacters verifies that every move goes to 0, and what each goal asks for to what the certificate says.
func (k *work) checkCharacters(c *permute.Characters) error {
	if len(c.Goals) != len(k.p.Goals) {
		return puzzle.Rejectf("the certificate speaks of %d goals; there are %d", len(c.Goals), len(k.p.Goals))
	}
	used := make([]bool, len(c.List))
	for i, g := range c.Goals {
		if g.Character < 0 || g.Character >= len(c.List) {
			return puzzle.Rejectf("goal %d is to be refuted by character %d of %d", i+1, int64(g.Character)+1, len(c.List))
		}
		used[g.Character] = true
	}
	for i := range c.List {
		if !used[i] {
			return puzzle.Rejectf("character %d of the certificate refutes no goal", i+1)
		}
		held := k.held
		x, err := k.character(&c.List[i])
		if err != nil {
			return err
		}
		if err := x.checkMoves(); err != nil {
			return err
		}
		for g, says := range c.Goals {
			if says.Character != i {
				continue
			}
			if err := x.checkGoal(g, says.Sum); err != nil {
				return err
			}
		}
		k.held = held
	}
	return nil
}

// character verifies that c's lists are what they should be.
func (k *work) character(c *permute.Character) (*character, error) {
	if c.Modulus < 1 || c.Modulus > permute.MaxModulus {
		return nil, puzzle.Rejectf("the certificate has the modulus %d", c.Modulus)
	}
	if err := k.hold("the check of a character", 64*int64(k.n)); err != nil {
		return nil, err
	}
	odd, err := k.cells(c.Cells)
	if err != nil {
		return nil, err
	}
	x := &character{k: k, c: c, half: c.Modulus / 2, odd: odd, seen: make([]bool, k.n), block: make([]int32, k.n),
		slot: make([]int32, k.n), cells: newSets(k.n)}
	for i := range x.block {
		x.block[i] = -1
	}
	halves := len(c.Cells) > 0
	for i := range c.Systems {
		s := &c.Systems[i]
		halves = halves || s.Inside || s.Places
		if s.Weight < 0 || s.Weight >= c.Modulus {
			return nil, puzzle.Rejectf("system %d of the certificate has the weight %d modulo %d", i+1, s.Weight, c.Modulus)
		}
		for _, phase := range s.Phases {
			if phase < 0 || phase >= c.Modulus {
				return nil, puzzle.Rejectf("system %d of the certificate has the phase %d modulo %d", i+1, phase, c.Modulus)
			}
		}
		if err := k.spend(len(s.Phases) + 1); err != nil {
			return nil, err
		}
		for _, cells := range s.Blocks {
			if err := x.take(i, cells); err != nil {
				return nil, err
			}
		}
	}
	if halves && c.Modulus%2 != 0 {
		return nil, puzzle.Rejectf("the certificate counts odd permutations by half of the modulus %d, which is odd",
			c.Modulus)
	}
	x.blocks = newSets(len(x.list))
	return x, nil
}

// take takes in a block of system i.
func (x *character) take(i int, cells []int32) error {
	if len(cells) < 2 {
		return puzzle.Rejectf("a block of system %d of the certificate has %d cells; a block has two or more", i+1,
			len(cells))
	}
	if len(cells) > maxBlock {
		return tooMuch("a character with blocks of more than %d cells", maxBlock)
	}
	if len(cells) != len(x.c.Systems[i].Phases) {
		return puzzle.Rejectf("a block of system %d of the certificate has %d cells and %d phases", i+1, len(cells),
			len(x.c.Systems[i].Phases))
	}
	for j, cell := range cells {
		if cell < 0 || int(cell) >= x.k.n {
			return puzzle.Rejectf("a block of system %d of the certificate has cell %d of %d", i+1, int64(cell)+1, x.k.n)
		}
		if x.block[cell] >= 0 || x.odd[cell] {
			return puzzle.Rejectf("the certificate has the cell in %s twice", x.k.cell(cell))
		}
		x.block[cell], x.slot[cell] = int32(len(x.list)), int32(j)
	}
	x.list, x.of = append(x.list, cells), append(x.of, int32(i))
	return x.k.spend(2 * len(cells))
}

// checkMoves verifies that the character is defined for every move, and that the move goes to 0. On the way it finds
// the orbits.
func (x *character) checkMoves() error {
	k := x.k
	to := make([]int32, k.n) // of the move at hand
	for c := range to {
		to[c] = int32(c)
	}
	goes := make([]int32, len(x.list)) // where the move takes a block; -1: that is not known
	for b := range goes {
		goes[b] = -1
	}
	for i := range k.p.Moves.Moves {
		var touched []int32 // blocks
		sum := int64(0)
		cycles := k.p.Moves.Moves[i].Cycles
		for _, cycle := range cycles {
			for j, c := range cycle {
				to[c] = cycle[(j+1)%len(cycle)]
				x.cells.join(c, to[c])
				if x.odd[c] != x.odd[to[c]] {
					return puzzle.Rejectf("move %s leads from %s to %s, and only one of them is among the certificate's cells",
						k.move(i), k.cell(c), k.cell(to[c]))
				}
			}
			if x.odd[cycle[0]] && len(cycle)%2 == 0 {
				sum += x.half
			}
			if err := k.spend(4 * len(cycle)); err != nil {
				return err
			}
		}
		// Where each block goes to one, whole, no cell from outside finds room in a block.
		for _, cycle := range cycles {
			for _, c := range cycle {
				b := x.block[c]
				if b < 0 || goes[b] >= 0 {
					continue
				}
				there, value, err := x.turn(i, b, to)
				if err != nil {
					return err
				}
				goes[b] = there
				sum += value
				touched = append(touched, b)
				x.blocks.join(b, there)
			}
		}
		if x.oddPlaces(touched, goes) {
			sum += x.half
		}
		for _, cycle := range cycles {
			for _, c := range cycle {
				to[c] = c
			}
		}
		for _, b := range touched {
			goes[b] = -1
		}
		if sum %= x.c.Modulus; sum != 0 {
			return puzzle.Rejectf("the character of the certificate takes move %s to %d modulo %d, not to 0", k.move(i), sum,
				x.c.Modulus)
		}
		if err := k.spend(1 + 2*len(touched)); err != nil {
			return err
		}
	}
	return nil
}

// turn is where move i, given by to, takes block b, and what that counts.
func (x *character) turn(i int, b int32, to []int32) (there int32, value int64, err error) {
	cells := x.list[b]
	there = x.block[to[cells[0]]]
	if there < 0 || x.of[there] != x.of[b] {
		return 0, 0, puzzle.Rejectf("move %s takes the block of %s to no block of its system", x.k.move(i),
			x.k.cell(cells[0]))
	}
	s := &x.c.Systems[x.of[b]]
	by := x.minus(s.Phases[x.slot[to[cells[0]]]], s.Phases[0])
	places := make([]int32, len(cells))
	for j, c := range cells {
		if x.block[to[c]] != there {
			return 0, 0, puzzle.Rejectf("move %s takes the block of %s apart", x.k.move(i), x.k.cell(cells[0]))
		}
		places[j] = x.slot[to[c]]
		if x.minus(s.Phases[places[j]], s.Phases[j]) != by {
			return 0, 0, puzzle.Rejectf("move %s turns the cells of the block of %s by different phases", x.k.move(i),
				x.k.cell(cells[0]))
		}
	}
	value = s.Weight * by % x.c.Modulus
	if s.Inside && oddList(places) {
		value += x.half
	}
	return there, value, x.k.spend(6 * len(cells))
}

func (x *character) minus(a, b int64) int64 { return (a - b + x.c.Modulus) % x.c.Modulus }

// oddPlaces reports whether the blocks of the list, of those whose system counts places, make an odd permutation. It is
// whole: a block goes to one of the list.
func (x *character) oddPlaces(list, goes []int32) bool {
	swaps := 0
	for _, first := range list {
		if !x.c.Systems[x.of[first]].Places || x.seen[first] {
			continue
		}
		for b := first; !x.seen[b]; b = goes[b] {
			x.seen[b] = true
			swaps++
		}
		swaps--
	}
	for _, b := range list {
		x.seen[b] = false
	}
	return swaps%2 != 0
}

// oddList reports whether a permutation, by its images, is odd.
func oddList(p []int32) bool {
	odd := false
	seen := make([]bool, len(p))
	for i := range p {
		for at := int32(i); !seen[at]; at = p[at] {
			seen[at] = true
			if int(p[at]) != i {
				odd = !odd
			}
		}
	}
	return odd
}
