package perm

import "slices"

// A Tree is a Schreier tree: for each cell of one orbit, a shortest word that carries the tile of
// the root there.
type Tree struct {
	root uint16
	into []Letter // the last move on the way to a cell
	prev []uint16 // where the tile was before it
	in   []bool
}

// Tree returns the tree for the orbit of root, breadth first over generators and inverses. Cost: the
// cells that the generators move.
func (g *Group) Tree(root int) *Tree {
	t := &Tree{uint16(root), make([]Letter, g.n), make([]uint16, g.n), make([]bool, g.n)}
	t.in[root] = true
	queue := []uint16{t.root}
	for len(queue) > 0 {
		x := queue[0]
		queue = queue[1:]
		visit := func(y uint16, l Letter) {
			if !t.in[y] {
				t.in[y], t.into[y], t.prev[y] = true, l, x
				queue = append(queue, y)
			}
		}
		for _, m := range g.at(x) {
			visit(m.from, Letter(m.gen)) // new[i] = old[g[i]]: the tile of x goes to g⁻¹[x]
			visit(m.to, ^Letter(m.gen))
		}
	}
	return t
}

// Word returns a word w with Eval(w)[cell] = root: it carries the tile of the root to the cell. ok
// is false if no word does.
func (t *Tree) Word(cell int) (w Word, ok bool) {
	if !t.in[cell] {
		return nil, false
	}
	for x := uint16(cell); x != t.root; x = t.prev[x] {
		w = append(w, t.into[x])
	}
	slices.Reverse(w)
	return w, true
}
