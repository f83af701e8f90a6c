package tilt

import (
	_ "embed" // for schema.json
	"unicode/utf8"

	"github.com/gridwright/gridwright/meter"
	"github.com/gridwright/gridwright/puzzle"
	"github.com/gridwright/gridwright/puzzle/document"
)

//go:embed schema.json
var schemas []byte

// instanceJSON is an instance as it stands in a document. Many documents are small and there are many of them: it
// writes itself, as encoding/json would write the rows as Labels.
type instanceJSON struct{ p *Instance }

// encodeInstance returns p as encoding/json writes it.
func encodeInstance(p *Instance) (any, error) { return instanceJSON{p}, nil }

// MarshalJSON implements json.Marshaler.
func (d instanceJSON) MarshalJSON() ([]byte, error) { return d.AppendJSON(nil) }

// AppendJSON appends the fields of the family as an object.
func (d instanceJSON) AppendJSON(b []byte) ([]byte, error) {
	b, err := d.p.appendRows(append(b, `{"start":`...), d.p.Start)
	if t := d.p.Target; t != nil && t.H > 0 && err == nil {
		b, err = d.p.appendRows(append(b, `,"target":`...), d.p.Target)
	}
	return append(b, '}'), err
}

// appendRows appends a board as a list of rows.
func (p *Instance) appendRows(b []byte, board *Board) ([]byte, error) {
	b = append(b, '[')
	for r := range board.H {
		if r > 0 {
			b = append(b, ',')
		}
		from, plain := len(b), true
		b = append(b, '"')
		for c := range board.W {
			label := p.label(board.At(r, c))
			if len(label) != 1 || label[0] >= utf8.RuneSelf || label == `"` || label == `\` {
				row, err := p.row(board, r).MarshalJSON()
				if err != nil {
					return b, err
				}
				b, plain = append(b[:from], row...), false
				break
			}
			b = append(b, label[0])
		}
		if plain {
			b = append(b, '"')
		}
	}
	return append(b, ']'), nil
}

// row is a row as its labels.
func (p *Instance) row(board *Board, r int) Labels {
	row := make(Labels, board.W)
	for c := range row {
		row[c] = p.label(board.At(r, c))
	}
	return row
}

// decodeInstances reads the fields start and, at most one of them, target (a board) or
// targets (a list of boards). Targets give an instance each; they share the start.
func decodeInstances(m *meter.Meter, f *document.Fields) ([]*Instance, error) {
	pal := newPalette(m)
	sv, err := f.Need("start")
	if err != nil {
		return nil, err
	}
	start := &builder{pal: pal}
	h, w, err := start.document(sv, "start")
	if err != nil {
		return nil, err
	}
	boards, names, err := targetValues(f)
	if err != nil {
		return nil, err
	}
	if err := m.Hold(theBoard, bytesPerTarget*int64(len(boards))); err != nil {
		return nil, err
	}
	targets := make([]*builder, len(boards))
	wide := start.wide != nil
	for i, tv := range boards {
		targets[i] = &builder{pal: pal}
		th, tw, err := targets[i].document(tv, names)
		if err != nil {
			return nil, err
		}
		if th != h || tw != w {
			return nil, tv.Errorf("%s has %d × %d cells; the start has %d × %d", names, th, tw, h, w)
		}
		wide = wide || targets[i].wide != nil
	}
	board := start.board(h, w, wide)
	if m.Err() != nil {
		return nil, m.Err()
	}
	if len(targets) == 0 {
		return []*Instance{{Palette: pal.labels, Start: board}}, nil
	}
	out := make([]*Instance, len(targets))
	for i, t := range targets {
		out[i] = &Instance{Palette: pal.labels, Start: board, Target: t.board(h, w, wide)}
	}
	return out, m.Err()
}

func targetValues(f *document.Fields) (boards []*document.Value, what string, err error) {
	one, many := f.Get("target"), f.Get("targets")
	switch {
	case one != nil && many != nil:
		return nil, "", many.Errorf("the document has both target and targets")
	case one != nil:
		return []*document.Value{one}, "target", nil
	case many == nil:
		return nil, "", nil
	}
	items, err := many.List("targets")
	if err != nil {
		return nil, "", err
	}
	if len(items) == 0 {
		return nil, "", many.Errorf("targets is empty")
	}
	for i := range items {
		boards = append(boards, &items[i])
	}
	return boards, "a target", nil
}

// Data returns the family's data: everything but its dynamics.
func Data() puzzle.Data[*Instance, Witness, Certificate] {
	return puzzle.Data[*Instance, Witness, Certificate]{
		Name:    "tilt",
		Title:   "tilting a board slides all its tiles",
		Version: 1,
		Doc: `Tiles lie on a board of h × w cells. Tilting the board left, right, up or down
slides every tile until it meets the edge or another tile; tiles of one colour are alike. Can tilts
turn the start into the target, and which are the fewest? How many boards can be reached?`,
		Texts: []puzzle.Text[*Instance, Witness, Certificate]{{
			Name: formatContest, Doc: contestDoc, Contest: true, Sample: "2 3\na.b\n..c\n\n..b\n.ac\n",
			Sniff: sniffContest, Maybe: maybeContest, Read: readContest, Write: writeContest, Answer: answerContest,
		}},
		Schemas:      schemas,
		Decode:       decodeInstances,
		Encode:       encodeInstance,
		Validate:     (*Instance).Validate,
		Witnesses:    witnesses(),
		Certificates: certificates(),
	}
}
