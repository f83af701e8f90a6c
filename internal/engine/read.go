package engine

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/gridwright/gridwright/grid"
	"github.com/gridwright/gridwright/puzzle"
	"github.com/gridwright/gridwright/puzzle/document"
)

// documentFormat is the format of documents beside those of texts.
const documentFormat = "json"

// A Document is a puzzle or a claim as it travels: an object of JSON.
type Document = json.RawMessage

// parse reads a document as a tree.
func (c *call) parse(what string, doc Document) (*document.Value, error) {
	if len(doc) == 0 || string(doc) == "null" {
		return nil, inputf("the %s is missing", what)
	}
	v, err := document.ParseJSONWithin(c.m, doc)
	return &v, puzzle.AsLimit(err)
}

// family finds a family by its name.
func (e *Engine) family(name string) (*puzzle.Family, error) {
	i := slices.IndexFunc(e.families, func(f *puzzle.Family) bool { return f.Name() == name })
	if i >= 0 {
		return e.families[i], nil
	}
	var names []string
	for _, f := range e.families {
		names = append(names, f.Name())
	}
	return nil, inputf("there is no family %s; there are %s%s", grid.Quote(name), strings.Join(names, ", "),
		grid.DidYouMean(name, names))
}

// puzzles reads the puzzles of a document.
func (c *call) puzzles(doc Document) ([]puzzle.Instance, error) {
	v, err := c.parse("document", doc)
	if err != nil {
		return nil, err
	}
	name, err := puzzle.FamilyOf(v)
	if err != nil {
		return nil, err
	}
	f, err := c.family(name)
	if err != nil {
		return nil, v.At("family").Errorf("%v", err)
	}
	return f.DecodeInstances(c.m, v)
}

// puzzle reads a document of one puzzle.
func (c *call) puzzle(doc Document) (in puzzle.Instance, f *puzzle.Family, err error) {
	ins, err := c.puzzles(doc)
	if err == nil && len(ins) != 1 {
		err = inputf("the document holds %s; one at a time is asked about", grid.Number(len(ins), "puzzle"))
	}
	if err != nil {
		return in, nil, err
	}
	return ins[0], ins[0].Solver(), nil
}

// claim reads a claim about puzzles of f; nil where there is none.
func (c *call) claim(f *puzzle.Family, doc Document) (*puzzle.Claim, error) {
	if len(doc) == 0 || string(doc) == "null" {
		return nil, nil
	}
	v, err := c.parse("claim", doc)
	if err != nil {
		return nil, err
	}
	cl, err := f.DecodeClaim(c.m, v)
	if err != nil {
		return nil, err
	}
	return &cl, nil
}

// claimed reads a puzzle and what is claimed about it; cl is nil where that is left out.
func (c *call) claimed(doc, claim Document) (in puzzle.Instance, f *puzzle.Family, cl *puzzle.Claim, err error) {
	if in, f, err = c.puzzle(doc); err == nil {
		cl, err = c.claim(f, claim)
	}
	return in, f, cl, err
}

// document is the document of a puzzle or of a claim.
func (c *call) document(doc interface{ AppendJSON([]byte) ([]byte, error) }) (Document, error) {
	b, err := puzzle.AppendWithin(c.m, nil, doc)
	return b, puzzle.AsLimit(err)
}

// DecodeArgs are a text, and its format where it is not to be found out.
type DecodeArgs struct {
	Text   string `json:"text" doc:"a document in JSON or YAML, or a text in any format of the families"`
	Format string `json:"format,omitempty" doc:"the one format to read it in; else it is read as what it looks like"`
	Limit  int    `json:"limit,omitempty" doc:"of puzzles; 20 where nothing is said"`
}

// Decoded are the puzzles of a text.
type Decoded struct {
	Format    string     `json:"format" doc:"the one that it was read in"`
	Instances []Document `json:"instances" doc:"a document for each puzzle"`
	More      bool       `json:"more" doc:"there are more puzzles than the limit"`
}

const (
	usualDecoded = 20
	mostDecoded  = 1000
)

func (c *call) decode(a DecodeArgs) (out Decoded, err error) {
	most := min(a.Limit, mostDecoded)
	if most <= 0 {
		most = usualDecoded
	}
	text := strings.TrimPrefix(a.Text, "\uFEFF")
	if out.Format = a.Format; out.Format == "" {
		if out.Format, err = c.sniff(text); err != nil {
			return out, err
		}
	}
	var ins []puzzle.Instance
	if out.Format == documentFormat {
		ins, err = c.puzzles(Document(text))
	} else {
		ins, err = c.texts(out.Format, text, most+1)
	}
	if err != nil {
		return out, err
	}
	if len(ins) == 0 {
		return out, inputf("there is no puzzle in this text")
	}
	out.More = len(ins) > most
	for _, in := range ins[:min(len(ins), most)] {
		doc, err := c.document(in)
		if err != nil {
			return out, err
		}
		out.Instances = append(out.Instances, doc)
	}
	return out, nil
}

// sniff tells the format of a text: a document, or the one text format that it is like.
func (e *Engine) sniff(text string) (string, error) {
	if strings.TrimSpace(text) == "" {
		return "", inputf("there is nothing to read here")
	}
	if strings.HasPrefix(strings.TrimSpace(text), "{") {
		return documentFormat, nil
	}
	for _, fits := range []func(puzzle.Format, []byte) bool{puzzle.Format.Sniff, puzzle.Format.Maybe} {
		var names []string
		for _, f := range e.families {
			for _, format := range f.Formats() {
				if fits(format, []byte(text)) {
					names = append(names, format.Name)
				}
			}
		}
		if len(names) == 1 {
			return names[0], nil
		}
		if len(names) > 1 {
			return "", inputf("this may be %s; choose the format", strings.Join(names, " or "))
		}
	}
	return "", inputf("this is neither a document in JSON nor a text of a format that is known here")
}

// withFormat finds the family of a text format.
func (e *Engine) withFormat(format string) (*puzzle.Family, error) {
	var names []string
	for _, f := range e.families {
		for _, t := range f.Formats() {
			if t.Name == format {
				return f, nil
			}
			names = append(names, t.Name)
		}
	}
	return nil, inputf("there is no text format %s; there are %s%s", grid.Quote(format), strings.Join(names, ", "),
		grid.DidYouMean(format, names))
}

// texts reads at most so many puzzles of a text.
func (c *call) texts(format, text string, most int) (ins []puzzle.Instance, err error) {
	f, err := c.withFormat(format)
	if err != nil {
		return nil, err
	}
	s := grid.NewScanner(strings.NewReader(text), int64(len(text)))
	for len(ins) < most {
		in, err := f.ReadText(c.m, format, s)
		if err == io.EOF {
			break
		}
		if err != nil {
			return nil, err
		}
		ins = append(ins, in)
	}
	return ins, nil
}

// EncodeArgs are a puzzle and the format that it is wanted in.
type EncodeArgs struct {
	Document Document `json:"document"`
	Format   string   `json:"format" doc:"json, or a text format of the family"`
}

// Encoded is a puzzle as a text.
type Encoded struct {
	Text string `json:"text" doc:"the puzzle in that format"`
}

func (c *call) encode(a EncodeArgs) (out Encoded, err error) {
	in, f, err := c.puzzle(a.Document)
	if err != nil {
		return out, err
	}
	if a.Format == documentFormat {
		doc, err := c.document(in)
		return Encoded{string(doc) + "\n"}, err
	}
	var text bytes.Buffer
	err = c.m.Writing(&text, func(w io.Writer) error { return f.WriteText(w, a.Format, in) })
	if err == nil && !utf8.Valid(text.Bytes()) {
		err = fmt.Errorf("%w: the format %s is bytes and no text; \"gridwright convert\" writes it", puzzle.ErrUnsupported,
			a.Format)
	}
	return Encoded{text.String()}, err
}
