package assemblycheck

import "github.com/gridwright/gridwright/assembly"

// lands reports whether i, if it came in last of the open set, could come to rest where it is. It looks at every
// other block of the set, whichever line that is in.
func (cl *closure) lands(i int32) bool {
	s := cl.k.shape
	t := s.blocks[i]
	for d := assembly.Left; d <= assembly.Down; d++ {
		free, contact := true, false
		for _, j := range cl.cells {
			if j == i {
				continue
			}
			b := s.blocks[j]
			aside, before := b.R-t.R, s.farther(j, i, d.Opposite())
			if d.Vertical() {
				aside = b.C - t.C
			}
			switch {
			case aside == 0 && before:
				free = false // on the way in
			case aside == 0:
				contact = contact || cl.beside[d][i] == j // ahead
			case (aside == 1 || aside == -1) && cl.k.p.Contact == assembly.Sticky:
				if before {
					free = false // beside the way in: it stops earlier
				}
				contact = contact || !before && !s.farther(j, i, d) // beside the cell itself
			}
		}
		if free && contact {
			return true
		}
	}
	return false
}

// joined reports whether the open set without i is connected: it walks over what can be reached.
func (cl *closure) joined(i int32) (bool, error) {
	clear(cl.met)
	cl.met.add(i) // the walk must not go through i
	from := cl.cells[0]
	if from == i {
		from = cl.cells[1]
	}
	cl.met.add(from)
	cl.stack = append(cl.stack[:0], from)
	reached := 1
	for len(cl.stack) > 0 {
		at := cl.stack[len(cl.stack)-1]
		cl.stack = cl.stack[:len(cl.stack)-1]
		for d := range cl.beside {
			if j := cl.beside[d][at]; j >= 0 && cl.in.has(j) && !cl.met.has(j) {
				cl.met.add(j)
				cl.stack = append(cl.stack, j)
				reached++
			}
		}
		if err := cl.touch(4); err != nil {
			return false, err
		}
	}
	return reached == len(cl.cells)-1, nil
}
