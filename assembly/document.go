package assembly

import (
	_ "embed" // for schema.json
	"errors"
	"strconv"
	"unicode/utf8"

	"github.com/gridwright/gridwright/grid"
	"github.com/gridwright/gridwright/meter"
	"github.com/gridwright/gridwright/puzzle"
	"github.com/gridwright/gridwright/puzzle/document"
)

//go:embed schema.json
var schemas []byte

// instanceJSON are the fields of a document, as they are written: a picture, or the sides and the blocks.
type instanceJSON struct {
	Shape   []string `json:"shape,omitempty"`
	Rows    int32    `json:"rows,omitempty"`
	Columns int32    `json:"columns,omitempty"`
	Blocks  cellList `json:"blocks,omitempty"`
	Root    *Block   `json:"root,omitempty"`
	Placed  cellList `json:"placed,omitempty"`
	Contact string   `json:"contact"`
}

// A cellList is written [[r, c], …], from 1.
type cellList []Block

// MarshalJSON writes the cells without a value for each of them.
func (l cellList) MarshalJSON() ([]byte, error) {
	out := make([]byte, 0, 2+16*len(l))
	out = append(out, '[')
	for i, b := range l {
		if i > 0 {
			out = append(out, ',')
		}
		out = b.appendJSON(out)
	}
	return append(out, ']'), nil
}

func (b Block) appendJSON(dst []byte) []byte {
	dst = strconv.AppendInt(append(dst, '['), int64(b.R)+1, 10)
	dst = strconv.AppendInt(append(dst, ','), int64(b.C)+1, 10)
	return append(dst, ']')
}

// MarshalJSON writes [r, c], from 1.
func (b Block) MarshalJSON() ([]byte, error) { return b.appendJSON(nil), nil }

// encodeInstance returns p as encoding/json writes it: a picture where that is not much longer than the list
// of blocks.
func encodeInstance(p *Instance) (any, error) {
	out := instanceJSON{Contact: p.Contact.String(), Placed: p.placedCells()}
	if !p.pictured() {
		out.Rows, out.Columns, out.Blocks = p.Rows, p.Cols, p.Blocks
		if p.Root != NoRoot {
			out.Root = &p.Blocks[p.Root]
		}
		return out, nil
	}
	i := 0
	var row []byte
	for r := range p.Rows {
		row, i = p.drawRow(row[:0], r, i)
		out.Shape = append(out.Shape, string(row))
	}
	return out, nil
}

// decodeInstances reads the fields of an instance document: shape, or rows, columns, blocks and root; contact and
// placed.
func decodeInstances(m *meter.Meter, f *document.Fields) ([]*Instance, error) {
	contact := Frontal
	if v := f.Get("contact"); v != nil {
		name, err := v.String("contact")
		if err != nil {
			return nil, err
		}
		var ok bool
		if contact, ok = parseContact(name); !ok {
			return nil, v.Errorf("contact is %s; it must be frontal or sticky%s", grid.Quote(name),
				grid.DidYouMean(name, []string{"frontal", "sticky"}))
		}
	}
	var p *Instance
	var err error
	if v := f.Get("shape"); v != nil {
		for _, name := range []string{"rows", "columns", "blocks", "root"} {
			if other := f.Get(name); other != nil {
				return nil, other.Errorf("%s goes with blocks that are listed, not with a shape; in a shape R marks the root", name)
			}
		}
		p, err = decodeShape(m, v, contact)
	} else {
		p, err = decodeBlocks(m, f, contact)
	}
	if err != nil {
		return nil, err
	}
	if v := f.Get("placed"); v != nil {
		if p, err = decodePlaced(m, v, p); err != nil {
			return nil, err
		}
	}
	return []*Instance{p}, f.Done()
}

// decodePlaced reads the blocks that are in place.
func decodePlaced(m *meter.Meter, v *document.Value, p *Instance) (*Instance, error) {
	cells, err := decodeCells(m, v, "placed")
	if err != nil {
		return nil, err
	}
	if len(cells) == 0 {
		return nil, v.Errorf("placed is empty; where building has not begun it is left out")
	}
	placed, err := p.placedIndices(cells)
	if err == nil {
		p, err = p.withPlaced(m, placed)
	}
	var be *blockError
	switch {
	case errors.As(err, &be):
		return nil, v.Item(be.index(cells)).Errorf("%s", be.what)
	case errors.Is(err, grid.ErrInput):
		return nil, v.Errorf("%s", err)
	}
	return p, err
}

// decodeShape reads a picture.
func decodeShape(m *meter.Meter, v *document.Value, contact Contact) (*Instance, error) {
	rows, err := v.List("shape")
	if err != nil {
		return nil, err
	}
	p := shapeReader{blockList: blockList{meter: m}, root: NoRoot}
	for r := range rows {
		if err := p.row(&rows[r], r); err != nil {
			return nil, err
		}
	}
	if len(p.blocks) == 0 {
		return nil, v.Errorf("there is no block in this shape")
	}
	in, err := NewWithin(m, int32(len(rows)), int32(p.width), p.blocks, p.root, contact)
	var be *blockError
	if errors.As(err, &be) {
		return nil, rows[be.at.R].RuneErrorf(int(be.at.C), "%s", be.what)
	}
	return in, err
}

// A shapeReader is what has been read of a shape in a document.
type shapeReader struct {
	blockList
	root, width int
}

// row reads row r. A meter is asked about so many cells at a time.
func (p *shapeReader) row(v *document.Value, r int) error {
	const chunk = 32 << 10
	text, err := v.String("a row of the shape")
	if err != nil {
		return err
	}
	if err := p.meter.Work(stepsPerItem); err != nil {
		return err
	}
	if r == 0 {
		p.width = len(text)
	}
	for c := range len(text) {
		if c%chunk == 0 {
			if err := p.meter.Work(2 * min(chunk, len(text)-c)); err != nil {
				return err
			}
		}
		switch text[c] {
		case cellEmpty:
			continue
		case cellRoot:
			if p.root != NoRoot {
				return v.RuneErrorf(c, "this is the second R; one block at most is there from the start")
			}
			p.root = len(p.blocks)
		case cellBlock:
		default:
			bad, _ := utf8.DecodeRuneInString(text[c:])
			return v.RuneErrorf(c, "%s is no cell of a shape; a cell is # (a block), R (the block that is there from the "+
				"start) or . (empty)", grid.Quote(string(bad)))
		}
		if err := p.put(Block{int32(r), int32(c)}); err != nil {
			return err
		}
	}
	if len(text) != p.width {
		return v.RuneErrorf(min(len(text), p.width), "this row has %s; the first one has %d", grid.Number(len(text), "cell"),
			p.width)
	}
	return nil
}

// decodeBlocks reads rows, columns, blocks and root.
func decodeBlocks(m *meter.Meter, f *document.Fields, contact Contact) (*Instance, error) {
	if f.Get("blocks") == nil {
		return nil, f.Value().Errorf("the document needs the field \"shape\", or \"rows\", \"columns\" and \"blocks\"")
	}
	var side [2]int32
	for i, name := range [2]string{"rows", "columns"} {
		v, err := f.Need(name)
		if err != nil {
			return nil, err
		}
		n, err := v.Int(name, 1, MaxSide)
		if err != nil {
			return nil, err
		}
		side[i] = int32(n)
	}
	bv, _ := f.Need("blocks")
	blocks, err := decodeCells(m, bv, "blocks")
	if err != nil {
		return nil, err
	}
	if len(blocks) == 0 {
		return nil, bv.Errorf("blocks is empty; a shape has at least one")
	}
	root := NoRoot
	if v := f.Get("root"); v != nil {
		b, err := decodeCell(v, "root")
		if err != nil {
			return nil, err
		}
		for i := range blocks {
			if blocks[i] == b {
				root = i
			}
		}
		if root == NoRoot {
			return nil, v.Errorf("root %v is none of the blocks", b)
		}
	}
	p, err := NewWithin(m, side[0], side[1], blocks, root, contact)
	var be *blockError
	if errors.As(err, &be) {
		items, _ := bv.List("blocks")
		return nil, items[be.index(blocks)].Errorf("%s", be.what)
	}
	return p, err
}

// What reading a list takes for each item: a Block and a Move have eight bytes each.
const (
	bytesPerBlock = 8
	stepsPerItem  = 50
)

// decodeCell reads [r, c].
func decodeCell(v *document.Value, what string) (b Block, err error) {
	items, err := v.List(what)
	if err != nil {
		return b, err
	}
	if len(items) != 2 {
		return b, v.Errorf("%s is a cell [row, column], not %d numbers", what, len(items))
	}
	r, err := items[0].Int("a row", 1, MaxSide)
	if err != nil {
		return b, err
	}
	c, err := items[1].Int("a column", 1, MaxSide)
	if err != nil {
		return b, err
	}
	return Block{int32(r - 1), int32(c - 1)}, nil
}

// decodeCells reads [[r, c], …].
func decodeCells(m *meter.Meter, v *document.Value, what string) ([]Block, error) {
	items, err := v.List(what)
	if err != nil {
		return nil, err
	}
	if err := m.Hold(theShape, bytesPerBlock*int64(len(items))); err != nil {
		return nil, err
	}
	out := make([]Block, len(items))
	for i := range items {
		if err := m.Work(stepsPerItem); err != nil {
			return nil, err
		}
		if out[i], err = decodeCell(&items[i], "an item of "+what); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// Data returns the family's data: everything but its dynamics.
func Data() puzzle.Data[*Instance, Witness, Certificate] {
	return puzzle.Data[*Instance, Witness, Certificate]{
		Name:    "assembly",
		Title:   "building a shape by sliding blocks in",
		Version: 1,
		Doc: `A board holds one block. A new block slides in from an edge along a row or column and stops
when it bumps into a block (or, with sticky contact, as soon as one lies beside it). Can exactly the
shape be built, in which order and from which sides? If not, why not? Shapes are trees or any
connected sets of cells, and the first block is given or free.`,
		Texts: []puzzle.Text[*Instance, Witness, Certificate]{
			{Name: formatContest, Doc: formatContestDoc, Contest: true, Sample: "2 3 4\n1 1\n1 2\n1 3\n2 3\n",
				Promise: promiseContest, Sniff: sniffContest, Read: readContest,
				Write: writeContest, Answer: answerContest, Evidence: writeContestEvidence},
			{Name: formatPicture, Doc: formatPictureDoc, Sample: "contact frontal\n##.R\n#.##\n###.\n\n##/.#\n",
				Sniff: sniffPicture, Read: readPicture, Write: writePicture},
		},
		Schemas:      schemas,
		Decode:       decodeInstances,
		Encode:       encodeInstance,
		Validate:     (*Instance).Validate,
		Witnesses:    witnesses(),
		Certificates: certificates(),
	}
}
