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
	if p := d.p; p.Rules != nil {
		b, err := appendPicture(append(b, `{"start":`...), p.Start.H, p.Start.W, p.symbol)
		if err == nil {
			b, err = p.appendRules(b)
		}
		return append(b, '}'), err
	}
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

// decodeInstances reads the fields start and, at most one of them, target (a board), targets (a list of boards) or
// goals (likewise), and those of the rules. Targets give an instance each; they share the start.
func decodeInstances(m *meter.Meter, f *document.Fields) ([]*Instance, error) {
	pal := newPalette(m)
	sv, err := f.Need("start")
	if err != nil {
		return nil, err
	}
	start := &builder{pal: pal, signs: signsOfStart}
	h, w, err := start.document(sv, "start")
	if err != nil {
		return nil, err
	}
	ground, err := groundOf(m, start, h, w)
	if err != nil {
		return nil, err
	}
	asked, err := targetValues(f)
	if err != nil {
		return nil, err
	}
	if err := m.Hold(theBoard, bytesPerTarget*int64(len(asked.boards))); err != nil {
		return nil, err
	}
	var rules Rules
	if err := ground.rest(f, pal, start.board(h, w, start.wide != nil), &rules); err != nil {
		return nil, err
	}
	targets := make([]*builder, len(asked.boards))
	doubts := make([][]bool, len(asked.boards))
	wide := start.wide != nil
	for i, tv := range asked.boards {
		targets[i] = &builder{pal: pal, signs: signsOfTarget}
		if err := targets[i].picture(tv, asked.one, ground); err != nil {
			return nil, err
		}
		if doubts[i], err = ground.target(targets[i], spotIn(tv)); err != nil {
			return nil, err
		}
		wide = wide || targets[i].wide != nil
	}
	board := start.board(h, w, wide)
	if m.Err() != nil {
		return nil, m.Err()
	}
	if len(targets) == 0 {
		return []*Instance{(&Instance{Palette: pal.labels, Start: board, Rules: &rules}).Tidy()}, nil
	}
	out := make([]*Instance, len(targets))
	for i, t := range targets {
		r := rules
		r.Any = doubts[i]
		goal := Goal{t.board(h, w, wide), doubts[i]}
		if asked.goals {
			rules.Goals = append(rules.Goals, goal)
			continue
		}
		out[i] = (&Instance{Palette: pal.labels, Start: board, Target: goal.Board, Rules: &r}).Tidy()
	}
	if asked.goals {
		out = []*Instance{(&Instance{Palette: pal.labels, Start: board, Rules: &rules}).Tidy()}
	}
	return out, m.Err()
}

// asked is what a document asks for.
type asked struct {
	boards []*document.Value
	one    string // what a board is called
	goals  bool   // any of them is to be reached
}

func targetValues(f *document.Fields) (asked, error) {
	var found string
	var v *document.Value
	for _, name := range []string{"target", "targets", "goals"} {
		got := f.Get(name)
		if got != nil && v != nil {
			return asked{}, got.Errorf("the document has both %s and %s", found, name)
		}
		if got != nil {
			found, v = name, got
		}
	}
	switch found {
	case "":
		return asked{}, nil
	case "target":
		return asked{boards: []*document.Value{v}, one: "target"}, nil
	}
	items, err := v.List(found)
	if err != nil {
		return asked{}, err
	}
	if len(items) == 0 {
		return asked{}, v.Errorf("%s is empty", found)
	}
	a := asked{one: "a target", goals: found == "goals"}
	if a.goals {
		a.one = "a goal"
	}
	for i := range items {
		a.boards = append(a.boards, &items[i])
	}
	return a, nil
}

// Data returns the family's data: everything but its dynamics.
func Data() puzzle.Data[*Instance, Witness, Certificate] {
	return puzzle.Data[*Instance, Witness, Certificate]{
		Name:    "tilt",
		Title:   "tilting a board slides all its tiles",
		Version: 1,
		Doc: `Tiles lie on a board of h × w cells. Tilting the board left, right, up or down
slides every tile until it meets the edge or another tile; tiles of one colour are alike. Can tilts
turn the start into the target, and which are the fewest? How many boards can be reached? There may
be walls, holes, rigid pieces, cells of the target that do not matter, pieces that move alone.`,
		Texts: append([]puzzle.Text[*Instance, Witness, Certificate]{{
			Name: formatContest, Doc: contestDoc, Contest: true, Sample: "2 3\na.b\n..c\n\n..b\n.ac\n",
			Sniff: sniffContest, Maybe: maybeContest, Read: readContest, Write: writeContest, Answer: answerContest,
		}}, append(plainTexts(), tumbleText())...),
		Schemas:      schemas,
		Decode:       decodeInstances,
		Encode:       encodeInstance,
		Validate:     (*Instance).Validate,
		Witnesses:    witnesses(),
		Certificates: certificates(),
	}
}
