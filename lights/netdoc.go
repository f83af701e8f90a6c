package lights

import (
	"github.com/gridwright/gridwright/meter"
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
func readNet(mt *meter.Meter, f *document.Fields, m uint32) (*Net, error) {
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
		return readLinks(mt, f, links, m)
	case matrix != nil:
		return readMatrix(mt, matrix, m)
	case graph != nil:
		return readGraph(mt, graph, m)
	}
	return nil, nil
}

// theLinks names what is held in errors.
const theLinks = "the links of a net"

func needInt(f *document.Fields, name string, low, high int64) (int, error) {
	v, err := f.Need(name)
	if err != nil {
		return 0, err
	}
	n, err := v.Int(name, low, high)
	return int(n), err
}

func readLinks(mt *meter.Meter, f *document.Fields, v *document.Value, m uint32) (*Net, error) {
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
	if err := mt.Hold(theLinks, bytesPerLink*int64(len(items))); err != nil {
		return nil, err
	}
	links := make([]Link, 0, len(items))
	for i := range items {
		if err := mt.Work(stepsPerItem); err != nil {
			return nil, err
		}
		l, err := readLink(&items[i], "a link", buttons, lamps, m)
		if err != nil {
			return nil, err
		}
		links = append(links, l)
	}
	return newNet(mt, buttons, lamps, links, m), mt.Err()
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

func readMatrix(mt *meter.Meter, v *document.Value, m uint32) (*Net, error) {
	b, err := readRows(mt, v, "matrix", m)
	if err != nil {
		return nil, err
	}
	if b.W > MaxNet || b.H > MaxNet {
		return nil, v.Errorf("the matrix is %d × %d; at most %d rows and columns are possible", b.H, b.W, MaxNet)
	}
	count := int(b.NonZero())
	if err := mt.Hold(theLinks, bytesPerLink*int64(count)); err != nil {
		return nil, err
	}
	links := make([]Link, 0, count)
	for y := range b.H {
		for x := range b.W {
			if x%chunk == 0 {
				if err := mt.Work(stepsPerCell * min(chunk, b.W-x)); err != nil {
					return nil, err
				}
			}
			if d := b.At(y, x); d != 0 {
				links = append(links, Link{int32(x), int32(y), d})
			}
		}
	}
	return newNet(mt, b.W, b.H, links, m), mt.Err()
}

func readGraph(mt *meter.Meter, v *document.Value, m uint32) (*Net, error) {
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
	most := 2 * len(edges)
	if own != 0 {
		most += nodes
	}
	if err := mt.Hold(theLinks, bytesPerLink*int64(most)); err != nil {
		return nil, err
	}
	links := make([]Link, 0, most)
	for i := range edges {
		if err := mt.Work(stepsPerItem); err != nil {
			return nil, err
		}
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
			if i%chunk == 0 {
				if err := mt.Work(stepsPerCell * chunk); err != nil {
					return nil, err
				}
			}
			links = append(links, Link{int32(i), int32(i), own})
		}
	}
	if net := newNet(mt, nodes, nodes, links, m); net != nil {
		return net, f.Done()
	}
	return nil, mt.Err()
}
