package permute

import (
	"encoding/hex"

	"github.com/gridwright/gridwright/grid"
	"github.com/gridwright/gridwright/meter"
	"github.com/gridwright/gridwright/puzzle/document"
)

// certificateJSON has columns and one of the other fields.
type certificateJSON struct {
	Columns    int             `json:"columns"`
	Orbit      *orbitJSON      `json:"orbit,omitempty"`
	Parity     *parityJSON     `json:"parity,omitempty"`
	Blocks     *blocksJSON     `json:"blocks,omitempty"`
	Characters *charactersJSON `json:"characters,omitempty"`
	Chain      *chainJSON      `json:"chain,omitempty"`
	Exhausted  *exhaustedJSON  `json:"exhausted,omitempty"`
}

type orbitJSON struct {
	Goals []orbitGoalJSON `json:"goals"`
}

type orbitGoalJSON struct {
	Cells cellsJSON `json:"cells"`
	Tile  string    `json:"tile"`
	Have  int64     `json:"have"`
	Want  int64     `json:"want"`
}

type parityJSON struct {
	Cells *cellsJSON `json:"cells,omitempty"`
}

type blocksJSON struct {
	System []cellsJSON `json:"system"`
	Pairs  []cellsJSON `json:"pairs"`
}

type chainJSON struct {
	Cells  *cellsJSON   `json:"cells,omitempty"`
	Base   cellsJSON    `json:"base"`
	Strong []imagesJSON `json:"strong"`
}

type exhaustedJSON struct {
	States string `json:"states"`
	Digest string `json:"digest"`
}

// A cellsJSON is a list of cells on a board of cols columns.
type cellsJSON struct {
	cells []int32
	cols  int
}

func (c cellsJSON) MarshalJSON() ([]byte, error) { return appendCells(nil, c.cells, c.cols), nil }

// imagesJSON are the images of a permutation, as numbers of cells from 1.
type imagesJSON []int32

func (p imagesJSON) MarshalJSON() ([]byte, error) {
	out := append(make([]byte, 0, 2+5*len(p)), '[')
	for i, to := range p {
		if i > 0 {
			out = append(out, ',')
		}
		out = append(out, itoa(int64(to)+1)...)
	}
	return append(out, ']'), nil
}

// EncodeCertificate returns c as encoding/json writes it. It fails where not exactly one of the kinds is set.
func EncodeCertificate(c Certificate) (any, error) {
	if c.Cols < 1 || c.kinds() != 1 {
		return nil, grid.Errorf(grid.Pos{}, "the certificate is of %d kinds on a board of %d columns; it must be of one kind", c.kinds(), c.Cols)
	}
	out := certificateJSON{Columns: c.Cols}
	cells := func(list []int32) cellsJSON { return cellsJSON{list, c.Cols} }
	switch {
	case c.Orbit != nil:
		o := &orbitJSON{Goals: make([]orbitGoalJSON, len(c.Orbit.Goals))}
		for i, g := range c.Orbit.Goals {
			o.Goals[i] = orbitGoalJSON{cells(g.Cells), g.Tile, g.Have, g.Want}
		}
		out.Orbit = o
	case c.Parity != nil:
		out.Parity = &parityJSON{}
		if c.Parity.Cells != nil {
			list := cells(c.Parity.Cells)
			out.Parity.Cells = &list
		}
	case c.Blocks != nil:
		b := &blocksJSON{System: make([]cellsJSON, len(c.Blocks.System)), Pairs: make([]cellsJSON, len(c.Blocks.Pairs))}
		for i, block := range c.Blocks.System {
			b.System[i] = cells(block)
		}
		for i := range c.Blocks.Pairs {
			b.Pairs[i] = cells(c.Blocks.Pairs[i][:])
		}
		out.Blocks = b
	case c.Characters != nil:
		out.Characters = encodeCharacters(c.Characters, c.Cols)
	case c.Chain != nil:
		ch := &chainJSON{Base: cells(c.Chain.Base), Strong: make([]imagesJSON, len(c.Chain.Strong))}
		if c.Chain.Cells != nil {
			list := cells(c.Chain.Cells)
			ch.Cells = &list
		}
		for i, p := range c.Chain.Strong {
			ch.Strong[i] = p
		}
		out.Chain = ch
	default:
		out.Exhausted = &exhaustedJSON{itoa(c.Exhausted.States), hex.EncodeToString(c.Exhausted.Digest[:])}
	}
	return out, nil
}

func (c *Certificate) kinds() int {
	n := 0
	for _, set := range []bool{c.Orbit != nil, c.Parity != nil, c.Blocks != nil, c.Characters != nil, c.Chain != nil, c.Exhausted != nil} {
		if set {
			n++
		}
	}
	return n
}

// A certReader reads certificates; cols is the board's number of columns.
type certReader struct {
	cols  int
	meter *meter.Meter
}

// bytesPerCertValue is what a certificate takes for each value of its document: what lists of lists of cells need.
const bytesPerCertValue = 64

// DecodeCertificate reads {"columns": 3, "parity": {}} and the other kinds. What it returns has exactly one kind; its cells are
// cells of some board of that many columns, and its permutations are permutations, all of one length.
func DecodeCertificate(m *meter.Meter, v *document.Value) (c Certificate, err error) {
	if err := v.Hold(m, "the certificate", bytesPerCertValue, 1); err != nil {
		return c, err
	}
	f, err := v.Object("the certificate")
	if err != nil {
		return c, err
	}
	n, err := f.Need("columns")
	if err != nil {
		return c, err
	}
	cols, err := n.Int("columns", 1, MaxCells)
	if err != nil {
		return c, err
	}
	c.Cols = int(cols)
	r := certReader{c.Cols, m}
	if k := f.Get("orbit"); k != nil {
		if c.Orbit, err = r.orbit(k); err != nil {
			return c, err
		}
	}
	if k := f.Get("parity"); k != nil {
		if c.Parity, err = r.parity(k); err != nil {
			return c, err
		}
	}
	if k := f.Get("blocks"); k != nil {
		if c.Blocks, err = r.blocks(k); err != nil {
			return c, err
		}
	}
	if k := f.Get("characters"); k != nil {
		if c.Characters, err = r.characters(k); err != nil {
			return c, err
		}
	}
	if k := f.Get("chain"); k != nil {
		if c.Chain, err = r.chain(k); err != nil {
			return c, err
		}
	}
	if k := f.Get("exhausted"); k != nil {
		if c.Exhausted, err = readExhausted(k); err != nil {
			return c, err
		}
	}
	if c.kinds() != 1 {
		return c, v.Errorf("the certificate must have exactly one of orbit, parity, blocks, characters, chain and exhausted; it has %d", c.kinds())
	}
	return c, f.Done()
}

// readList reads the list in a field that has to be there.
func readList[T any](f *document.Fields, name string, one func(*document.Value) (T, error)) ([]T, error) {
	v, err := f.Need(name)
	if err != nil {
		return nil, err
	}
	return listOf(v, name, one)
}

func listOf[T any](v *document.Value, name string, one func(*document.Value) (T, error)) ([]T, error) {
	items, err := v.List(name)
	if err != nil {
		return nil, err
	}
	out := make([]T, len(items))
	for i := range items {
		if out[i], err = one(&items[i]); err != nil {
			return nil, err
		}
	}
	return out, nil
}

func (r certReader) cell(v *document.Value) (int32, error) {
	if err := r.meter.Work(stepsPerCell); err != nil {
		return 0, err
	}
	row, col, err := readCell(v)
	if err != nil {
		return 0, err
	}
	if col > r.cols || int64(row)*int64(r.cols) > MaxCells {
		return 0, v.Errorf("the cell [%d, %d] is off every board of %d columns", row, col, r.cols)
	}
	return int32((row-1)*r.cols + col - 1), nil
}

func (r certReader) cells(v *document.Value) ([]int32, error) {
	return listOf(v, "a list of cells", r.cell)
}

func (r certReader) orbit(v *document.Value) (*Orbit, error) {
	f, err := v.Object("orbit")
	if err != nil {
		return nil, err
	}
	o := &Orbit{}
	if o.Goals, err = readList(f, "goals", r.orbitGoal); err != nil {
		return nil, err
	}
	return o, f.Done()
}

func (r certReader) orbitGoal(v *document.Value) (g OrbitGoal, err error) {
	f, err := v.Object("the evidence against a goal")
	if err != nil {
		return g, err
	}
	if g.Cells, err = readList(f, "cells", r.cell); err != nil {
		return g, err
	}
	tile, err := f.Need("tile")
	if err != nil {
		return g, err
	}
	if g.Tile, err = tile.String("tile"); err != nil {
		return g, err
	}
	if err := checkLabel(g.Tile); err != nil {
		return g, tile.Errorf("%v", err)
	}
	if g.Have, err = needCount(f, "have"); err != nil {
		return g, err
	}
	if g.Want, err = needCount(f, "want"); err != nil {
		return g, err
	}
	return g, f.Done()
}

func needCount(f *document.Fields, name string) (int64, error) {
	v, err := f.Need(name)
	if err != nil {
		return 0, err
	}
	return v.Int(name, 0, MaxCells)
}

func (r certReader) parity(v *document.Value) (*Parity, error) {
	f, err := v.Object("parity")
	if err != nil {
		return nil, err
	}
	p := &Parity{}
	if c := f.Get("cells"); c != nil {
		if p.Cells, err = r.cells(c); err != nil {
			return nil, err
		}
	}
	return p, f.Done()
}

func (r certReader) blocks(v *document.Value) (*Blocks, error) {
	f, err := v.Object("blocks")
	if err != nil {
		return nil, err
	}
	b := &Blocks{}
	if b.System, err = readList(f, "system", r.cells); err != nil {
		return nil, err
	}
	pair := func(v *document.Value) (p [2]int32, err error) {
		list, err := r.cells(v)
		if err != nil {
			return p, err
		}
		if len(list) != 2 {
			return p, v.Errorf("a pair has two cells, not %d", len(list))
		}
		return [2]int32(list), nil
	}
	if b.Pairs, err = readList(f, "pairs", pair); err != nil {
		return nil, err
	}
	return b, f.Done()
}

func (r certReader) chain(v *document.Value) (*Chain, error) {
	f, err := v.Object("chain")
	if err != nil {
		return nil, err
	}
	c := &Chain{}
	if l := f.Get("cells"); l != nil {
		if c.Cells, err = r.cells(l); err != nil {
			return nil, err
		}
	}
	if c.Base, err = readList(f, "base", r.cell); err != nil {
		return nil, err
	}
	n := -1
	var seen []bool
	perm := func(v *document.Value) ([]int32, error) {
		items, err := v.List("a permutation")
		if err != nil {
			return nil, err
		}
		if n >= 0 && len(items) != n {
			return nil, v.Errorf("a permutation has %d images; the first one has %d", len(items), n)
		}
		if n < 0 {
			n, seen = len(items), make([]bool, len(items))
		}
		if err := r.meter.Work(stepsPerCell * (1 + n)); err != nil {
			return nil, err
		}
		p := make([]int32, n)
		for i := range items {
			to, err := items[i].Int("an image", 1, int64(n))
			if err != nil {
				return nil, err
			}
			if seen[to-1] {
				return nil, items[i].Errorf("this is no permutation: the cell %d stands in it twice", to)
			}
			seen[to-1] = true
			p[i] = int32(to) - 1
		}
		clear(seen)
		return p, nil
	}
	if c.Strong, err = readList(f, "strong", perm); err != nil {
		return nil, err
	}
	return c, f.Done()
}

func readExhausted(v *document.Value) (*Exhausted, error) {
	f, err := v.Object("exhausted")
	if err != nil {
		return nil, err
	}
	e := &Exhausted{}
	if e.States, err = needNumber(f, "states", 1); err != nil {
		return nil, err
	}
	d, err := f.Need("digest")
	if err != nil {
		return nil, err
	}
	text, err := d.String("digest")
	if err != nil {
		return nil, err
	}
	sum, err := hex.DecodeString(text[:min(len(text), 2*len(e.Digest)+1)])
	if err != nil || len(sum) != len(e.Digest) || hex.EncodeToString(sum) != text {
		return nil, d.Errorf("digest must be %d digits from 0 to 9 and a to f", 2*len(e.Digest))
	}
	copy(e.Digest[:], sum)
	return e, f.Done()
}
