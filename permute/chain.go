package permute

import (
	"github.com/gridwright/gridwright/puzzle"
	"github.com/gridwright/gridwright/puzzle/codec"
	"github.com/gridwright/gridwright/puzzle/document"
)

// A Chain is a stabiliser chain of a group H that contains every move, as far as it acts on Cells: Strong are
// permutations of all cells, each a list of images: the tile at cell i goes to p[i]; Base are cells. The checker
// shows that Strong is a strong generating set of H with respect to Base: level k are the elements of Strong that fix
// the first k cells of Base; no element but the identity fixes all of Base; and every Schreier generator of each
// level sifts to the identity through the levels below. All moves sift to the identity, and what a goal asks for does
// not, for any goal.
//
// Where tiles are alike, or more than one cell of a goal is Any, a goal asks for one of many permutations. Then the
// checker looks for one in H by choosing the images of the base cells one after the other, each from its orbit in its
// level. It goes no further where a choice leaves some orbit of the next level with fewer of a tile than the goal
// wants in the cells that this orbit is then taken to. It makes up to SearchBound choices for all goals together, and
// the claim is that it finds none.
type Chain struct {
	// Cells, rising, are cells that no move leads out of: only what the goals want there counts. Nil stands for all cells.
	Cells  []int32
	Base   []int32
	Strong [][]int32
}

// chainKind: {"chain": {"base": [[1, 1]], "strong": [[3, 2, 1, 4]]}}.
func chainKind() puzzle.Kind[Certificate] {
	return certificate("chain", func(on board) codec.Codec[Chain] {
		image := codec.Map(codec.Number[int32](1, MaxCells), func(n int32) int32 { return n - 1 },
			func(n int32) int32 { return n + 1 })
		return codec.Object(
			codec.MayList("cells", on.cells().Described("Closed under the moves: only what the goals want there counts. All "+
				"cells where it is left out."),
				func(c *Chain) *[]int32 { return &c.Cells }),
			codec.Need("base", on.cells(), func(c *Chain) *[]int32 { return &c.Base }),
			codec.Need("strong", codec.ListOf("a permutation", codec.ListOf("an image", image)),
				func(c *Chain) *[][]int32 { return &c.Strong }),
		).Described("A base and strong generators of a group that holds every move and not what a goal asks for. " +
			"A permutation lists for each cell, row by row, the number of the cell where its tile goes, " +
			"from 1.").Then(permutations)
	}, func(c *Certificate) **Chain { return &c.Chain })
}

// permutations refuses lists of images that are no permutations, all of one length.
func permutations(v *document.Value, c *Chain) error {
	if len(c.Strong) == 0 {
		return nil
	}
	lists, err := v.At("strong").List("strong")
	if err != nil {
		return err
	}
	seen := make([]bool, len(c.Strong[0]))
	for i, p := range c.Strong {
		if len(p) != len(seen) {
			return lists[i].Errorf("a permutation has %d images; the first one has %d", len(p), len(seen))
		}
		images, err := lists[i].List("a permutation")
		if err != nil {
			return err
		}
		for k, to := range p {
			if _, err := images[k].Int("an image", 1, int64(len(seen))); err != nil {
				return err
			}
			if seen[to] {
				return images[k].Errorf("this is no permutation: the cell %d stands in it twice", to+1)
			}
			seen[to] = true
		}
		clear(seen)
	}
	return nil
}
