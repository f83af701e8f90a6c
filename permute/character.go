package permute

// Characters claims against each goal a homomorphism from a group that holds every move into the integers modulo some
// k: all moves go to 0, and every permutation of that group which gives the goal goes elsewhere, or
// there is none. It serves tiles that are alike and cells that do not matter.
type Characters struct {
	List  []Character
	Goals []CharacterGoal // one for each goal
}

// A CharacterGoal says which of the characters refutes a goal, and how: Sum, 1 ≤ Sum < Modulus, is the value of every way
// to match the start's tiles with the goal's cells; 0 claims that there is no way to match them at all.
type CharacterGoal struct {
	Character int // an index into Characters.List; documents count from 1
	Sum       int64
}

// A Character is a homomorphism into the integers modulo Modulus. It is defined for permutations of the cells that
//   - keep to the orbits: each cell goes to one where moves can bring its tile;
//   - take every block of a system as a whole to a block of that system, and
//   - add one number modulo Modulus, the turn of the block, to the phases of all its cells.
//
// The value is the sum, over all systems, of Weight times the turns of the blocks; of Modulus/2 for each block whose cells
// come to an odd permutation of their positions, if Inside is set; of Modulus/2 if the blocks
// make an odd permutation among themselves and Places is set; and of Modulus/2 if Cells, single cells, make an odd
// permutation among themselves.
type Character struct {
	Modulus int64 // 1 to MaxModulus; even where Inside, Places or Cells are there
	Systems []System
	// Cells are in no block, and no move leads out of them. They rise. Nil stands for none.
	Cells []int32
}

// MaxModulus bounds Character.Modulus.
const MaxModulus = 1 << 31

// A System is a list of blocks of one size, two cells or more, none in two blocks, in any order that suits: the
// i-th cell of each block has the phase Phases[i].
type System struct {
	Blocks [][]int32
	Phases []int64 // each from 0 to below the modulus
	Weight int64   // from 0 to below the modulus
	Inside bool
	Places bool
}
