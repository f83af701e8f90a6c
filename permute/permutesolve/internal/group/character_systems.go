package group

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/binary"
	"slices"

	"github.com/gridwright/gridwright/internal/perm"
)

// blockSystems lists partitions of the cells that the moves keep, each by its classes of two cells and more: the
// finest in which two given cells are together, and what these make together, one from each orbit or none, the fewest
// first.
func (g *Group) blockSystems(ctx context.Context, st *perm.Structure) ([][][]uint16, error) {
	group := st.Group()
	giant := make([]bool, len(g.Orbits))
	for _, x := range st.Giants() {
		giant[g.OrbitOf[group.Orbits()[x.Orbit][0]]] = true
	}
	work := 0
	for i := range g.C.Moves {
		work += len(g.C.Moves[i].To)
	}
	left := maxCharacterClosures
	var choices [][][2]uint16 // by orbit: pairs that are together in one of its systems
	known := make(map[[sha256.Size]byte]bool)
	for k, cells := range g.Orbits {
		if giant[k] || len(cells) < 2 {
			continue
		}
		type choice struct {
			pair [2]uint16
			size int // of the largest class
		}
		var found []choice
		for j := k; j < len(g.Orbits); j++ {
			if giant[j] || len(g.Orbits[j]) < 2 {
				continue
			}
			for _, y := range g.Orbits[j] {
				if y == cells[0] {
					continue
				}
				if left -= work + g.C.N; left < 0 {
					break
				}
				if err := ctx.Err(); err != nil {
					return nil, err
				}
				pair := [2]uint16{uint16(cells[0]), uint16(y)}
				classes := group.Congruence(pair)
				key := classesKey(classes)
				if len(classes) == 0 || known[key] {
					continue
				}
				known[key] = true
				found = append(found, choice{pair, largest(classes)})
			}
		}
		slices.SortStableFunc(found, func(a, b choice) int { return cmp.Compare(a.size, b.size) })
		if len(found) > 0 {
			pairs := make([][2]uint16, len(found))
			for i := range found {
				pairs[i] = found[i].pair
			}
			choices = append(choices, pairs)
		}
	}
	return joined(ctx, group, choices, systemsFor(g.C.N))
}

// systemsFor is how many systems of blocks a board of n cells may have.
func systemsFor(n int) int { return max(4, min(maxCharacterSystems, maxCharacterCells/n)) }

func largest(classes [][]uint16) int {
	size := 0
	for _, c := range classes {
		size = max(size, len(c))
	}
	return size
}

// classesKey tells partitions apart. Systems of large boards are many bytes, and two of one key would only be one less.
func classesKey(classes [][]uint16) [sha256.Size]byte {
	var key []byte
	for _, c := range classes {
		for _, x := range c {
			key = binary.LittleEndian.AppendUint16(key, x)
		}
		key = binary.LittleEndian.AppendUint16(key, c[0]) // ends the class: the cells rise
	}
	return sha256.Sum256(key)
}

// joined makes the partitions for choices of pairs, the first ones of them.
func joined(ctx context.Context, group *perm.Group, choices [][][2]uint16, most int) ([][][]uint16, error) {
	var out [][][]uint16
	known := make(map[[sha256.Size]byte]bool)
	add := func(pairs [][2]uint16) error {
		if len(pairs) == 0 || len(out) >= most {
			return nil
		}
		if err := ctx.Err(); err != nil {
			return err
		}
		classes := group.Congruence(pairs...)
		if key := classesKey(classes); !known[key] && largest(classes) <= maxCharacterBlock {
			known[key] = true
			out = append(out, classes)
		}
		return nil
	}
	for _, list := range choices { // one system alone
		for _, pair := range list {
			if err := add([][2]uint16{pair}); err != nil {
				return nil, err
			}
		}
	}
	longest := 0
	for _, list := range choices {
		longest = max(longest, len(list))
	}
	for i := range longest { // one of each orbit: the finest, the next, and so on
		var pairs [][2]uint16
		for _, list := range choices {
			pairs = append(pairs, list[min(i, len(list)-1)])
		}
		if err := add(pairs); err != nil {
			return nil, err
		}
	}
	// All choices, as far as the bound allows: pick[k] is the place in list k, or its length for none.
	pick := make([]int, len(choices))
	for len(out) < most {
		var pairs [][2]uint16
		for k, list := range choices {
			if pick[k] < len(list) {
				pairs = append(pairs, list[pick[k]])
			}
		}
		if err := add(pairs); err != nil {
			return nil, err
		}
		k := 0
		for ; k < len(choices); k++ {
			if pick[k]++; pick[k] <= len(choices[k]) {
				break
			}
			pick[k] = 0
		}
		if k == len(choices) {
			break
		}
	}
	return out, nil
}
