package lights

import (
	"github.com/gridwright/gridwright/puzzle/document"
)

// readNet reads the grid-free forms: nil where the document has none of them.
//
//	"buttons": 3, "lamps": 2, "links": [[1, 1], [3, 2, 4]]   button, lamp, weight (1 if left out)
//	"matrix": ["110", "011"]                                 a row a lamp, a column a button
//	"graph": {"nodes": 3, "edges": [[1, 2], [2, 3, 4]], "directed": true, "own": 0}
//
// In a graph every node is a button and a lamp: a press adds own (1 if left out) to its node
// and an edge's weight to the node at the edge's end, for an undirected edge to both ends' other.
func readNet(f *document.Fields, m uint32) (*Net, error) {
	links, matrix, graph := f.Get("links"), f.Get("matrix"), f.Get("graph")
	n := 0
	for _, v := range []*document.Value{links, matrix, graph} {
		if v == nil {
			continue
		}
		if n++; n > 1 {
			return nil, v.Errorf("a document has at most one of links, matrix and graph")
		}
	}
	switch {
	case links != nil:
		return readLinks(f, links, m)
	case matrix != nil:
		return readMatrix(matrix, m)
	case graph != nil:
		return readGraph(graph, m)
	}
	return nil, nil
}

func needInt(f *document.Fields, name string, low, high int64) (int, error) {
	v, err := f.Need(name)
	if err != nil {
		return 0, err
	}
	n, err := v.Int(name, low, high)
	return int(n), err
}

func readLinks(f *document.Fields, v *document.Value, m uint32) (*Net, error) {
	buttons, err := needInt(f, "buttons", 1, MaxNet)
	if err != nil {
		return nil, err
	}
	lamps, err := needInt(f, "lamps", 1, MaxNet)
	if err != nil {
		return nil, err
	}
	items, err := v.List("links")
	if err != nil {
		return nil, err
	}
	links := make([]Link, 0, len(items))
	for i := range items {
		l, err := readLink(&items[i], "a link", buttons, lamps, m)
		if err != nil {
			return nil, err
		}
		links = append(links, l)
	}
	return NewNet(buttons, lamps, links, m), nil
}

// readLink reads [from, to] or [from, to, weight].
func readLink(v *document.Value, what string, from, to int, m uint32) (l Link, err error) {
	part, err := v.List(what)
	if err != nil {
		return l, err
	}
	if len(part) != 2 && len(part) != 3 {
		return l, v.Errorf("%s must be two numbers and perhaps a weight, not %d", what, len(part))
	}
	a, err := part[0].Int("the beginning of "+what, 1, int64(from))
	if err != nil {
		return l, err
	}
	b, err := part[1].Int("the end of "+what, 1, int64(to))
	if err != nil {
		return l, err
	}
	l = Link{int32(a - 1), int32(b - 1), 1}
	if len(part) == 3 {
		l.Weight, err = readWeight(&part[2], m)
	}
	return l, err
}

// readWeight reads a weight; negative ones are taken modulo m, and 0 modulo m is an error.
func readWeight(v *document.Value, m uint32) (uint32, error) {
	d, err := v.Int("a weight", -MaxModulus, MaxModulus)
	if err != nil {
		return 0, err
	}
	w := (d%int64(m) + int64(m)) % int64(m)
	if w == 0 {
		return 0, v.Errorf("the weight %d vanishes modulo %d", d, m)
	}
	return uint32(w), nil
}

func readMatrix(v *document.Value, m uint32) (*Net, error) {
	b, err := readRows(v, "matrix", m)
	if err != nil {
		return nil, err
	}
	if b.W > MaxNet || b.H > MaxNet {
		return nil, v.Errorf("the matrix is %d × %d; at most %d rows and columns are possible", b.H, b.W, MaxNet)
	}
	var links []Link
	for y := range b.H {
		for x := range b.W {
			if d := b.At(x, y); d != 0 {
				links = append(links, Link{int32(x), int32(y), d})
			}
		}
	}
	return NewNet(b.W, b.H, links, m), nil
}

func readGraph(v *document.Value, m uint32) (*Net, error) {
	f, err := v.Object("graph")
	if err != nil {
		return nil, err
	}
	nodes, err := needInt(f, "nodes", 1, MaxNet)
	if err != nil {
		return nil, err
	}
	own, directed := uint32(1), false
	if o := f.Get("own"); o != nil {
		if own, err = readBelow(o, "own", m); err != nil {
			return nil, err
		}
	}
	if d := f.Get("directed"); d != nil {
		if directed, err = d.Bool("directed"); err != nil {
			return nil, err
		}
	}
	ev, err := f.Need("edges")
	if err != nil {
		return nil, err
	}
	edges, err := ev.List("edges")
	if err != nil {
		return nil, err
	}
	links := make([]Link, 0, nodes+2*len(edges))
	for i := range edges {
		l, err := readLink(&edges[i], "an edge", nodes, nodes, m)
		if err != nil {
			return nil, err
		}
		links = append(links, l)
		if !directed && l.Button != l.Lamp {
			links = append(links, Link{l.Lamp, l.Button, l.Weight})
		}
	}
	if own != 0 {
		for i := range nodes {
			links = append(links, Link{int32(i), int32(i), own})
		}
	}
	return NewNet(nodes, nodes, links, m), f.Done()
}
