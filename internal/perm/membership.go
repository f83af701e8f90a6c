package perm

import "fmt"

// A Reason is the outcome of a test of membership.
type Reason int

// Outcomes, in the order in which they are tried.
const (
	// Unknown: the structure was stopped before it was known, and none of the simple reasons applies.
	Unknown Reason = iota
	// Member: the permutation is in the group.
	Member
	// WrongDegree: it has another degree than the group.
	WrongDegree
	// LeavesOrbit: it takes a cell to another orbit.
	LeavesOrbit
	// WrongParity: on certain orbits together every generator is even and it is odd.
	WrongParity
	// BreaksBlocks: it takes two cells of one block to different blocks.
	BreaksBlocks
	// OutsideChain: it does not sift through the chain of the reduced group.
	OutsideChain
)

func (r Reason) String() string {
	names := [...]string{"unknown", "member", "wrong degree", "leaves an orbit", "wrong parity", "breaks blocks",
		"outside the stabiliser chain"}
	if r < 0 || int(r) >= len(names) {
		return fmt.Sprintf("Reason(%d)", int(r))
	}
	return names[r]
}

// A Membership says whether a permutation p is in a group, and if not what shows it.
type Membership struct {
	Reason Reason

	// LeavesOrbit: cell Cells[0] has another orbit than p[Cells[0]], which is Cells[1].
	// BreaksBlocks: the cells are in one block of Blocks, and p of them is not.
	Cells [2]uint16

	// WrongParity: the indices of the orbits.
	// BreaksBlocks: the orbit of the block system.
	Orbits []int

	// BreaksBlocks: the block system.
	Blocks [][]uint16

	// OutsideChain: what Chain.Sift returns for Reduction.Reduce(p).
	Residue Perm
	Level   int
}

// In reports whether the permutation is known to be in the group.
func (m Membership) In() bool { return m.Reason == Member }

// Contains tests a valid permutation for membership. For a group of degree n without a chain the cost
// is that of going over the cycles.
func (s *Structure) Contains(p Perm) Membership {
	g := s.group
	if len(p) != g.n {
		return Membership{Reason: WrongDegree}
	}
	for x, y := range p {
		if g.orbitOf[x] != g.orbitOf[y] {
			return Membership{Reason: LeavesOrbit, Cells: [2]uint16{uint16(x), y}}
		}
	}
	c := p.Cycles()
	if orbits := s.parity.separate(c); orbits != nil {
		return Membership{Reason: WrongParity, Orbits: orbits}
	}
	for k, blocks := range s.blocks {
		if blocks == nil {
			continue
		}
		if cells, broken := breaks(p, blocks, g.n); broken {
			return Membership{Reason: BreaksBlocks, Cells: cells, Orbits: []int{k}, Blocks: blocks}
		}
	}
	switch {
	case s.order == nil:
		return Membership{}
	case s.chain == nil:
		return Membership{Reason: Member}
	}
	if residue, level := s.chain.Sift(s.red.reduceCycles(c)); !residue.IsIdentity() {
		return Membership{Reason: OutsideChain, Residue: residue, Level: level}
	}
	return Membership{Reason: Member}
}

// breaks returns two cells of one block whose images are in different blocks.
func breaks(p Perm, blocks [][]uint16, n int) (cells [2]uint16, broken bool) {
	block := make([]int32, n)
	for i, b := range blocks {
		for _, x := range b {
			block[x] = int32(i)
		}
	}
	for _, b := range blocks {
		for _, x := range b[1:] {
			if block[p[x]] != block[p[b[0]]] {
				return [2]uint16{b[0], x}, true
			}
		}
	}
	return cells, false
}
