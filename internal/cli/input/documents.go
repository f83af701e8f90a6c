package input

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/gridwright/gridwright/grid"
	"github.com/gridwright/gridwright/meter"
	"github.com/gridwright/gridwright/puzzle"
	"github.com/gridwright/gridwright/puzzle/document"
)

// documents are the documents of one input, in JSON or YAML.
type documents interface {
	// next returns a document as it stands in the input, which it waits for; io.EOF when none is left.
	next() (pending, error)
	// more reports whether another one follows, and waits for it where it has to. It is asked when the
	// one before has been parsed.
	more() (bool, error)
	// arrived reports whether another one is known to follow, without waiting.
	arrived() bool
}

// A pending document has arrived and is not parsed yet: waiting for a document has no limit, work on it has.
type pending struct {
	begin grid.Pos // from which its places count
	parse func(m *meter.Meter) (document.Value, error)
}

// jsonDocuments reads JSON documents as they are asked for.
type jsonDocuments struct {
	*splitter
	flow string // what to say of a text that begins as YAML may and JSON does not
}

func (d *jsonDocuments) next() (pending, error) {
	doc, begin, err := d.splitter.next()
	if err != nil {
		return pending{begin: begin}, err
	}
	return pending{begin, func(m *meter.Meter) (document.Value, error) {
		if err := m.Hold("the text of this document", int64(len(doc))); err != nil {
			return document.Value{}, err
		}
		v, err := document.ParseJSONWithin(m, doc)
		var ge *grid.Error
		if errors.As(err, &ge) && bareKey(doc) {
			err = &grid.Error{Pos: ge.Pos, Msg: ge.Msg + d.flow}
		}
		return v, err
	}}, nil
}

// within does all the work on a document, parsing and decoding, under the limits that the solution of a puzzle has
// again.
func within(ctx context.Context, lim puzzle.Limits, work func(m *meter.Meter) error) error {
	timed := ctx
	if lim.Time > 0 {
		var cancel context.CancelFunc
		timed, cancel = context.WithTimeout(ctx, lim.Time)
		defer cancel()
	}
	return asLimit(ctx, work(lim.Meter(timed)), lim, "the document")
}

// asLimit turns what stopped the reading of what into the limit behind it.
func asLimit(ctx context.Context, err error, lim puzzle.Limits, what string) error {
	var me *meter.MemoryError
	switch {
	case errors.As(err, &me):
		return moreThan(me.What, me.Need, lim)
	case errors.Is(err, context.DeadlineExceeded) && ctx.Err() == nil:
		return &puzzle.LimitError{Limit: "time", Msg: fmt.Sprintf("reading %s was stopped after %v", what, lim.Time)}
	}
	return err
}

// bareKey reports whether doc begins with { and a name without quotes.
func bareKey(doc []byte) bool {
	rest, ok := bytes.CutPrefix(doc[:min(len(doc), headSize)], []byte("{"))
	rest = bytes.TrimLeft(rest, " \t\r\n")
	return ok && len(rest) > 0 && rest[0] != '"' && rest[0] != '}'
}

// A YAMLParser is a parser of documents in YAML, of a text of at most MaxBytes. Parse is stopped by its meter, as far
// as the parser behind it can be.
type YAMLParser struct {
	MaxBytes int
	Parse    func(m *meter.Meter, data []byte) ([]document.Value, error)
}

// yamlDocuments are parsed together: the parser takes a text as a whole.
type yamlDocuments struct {
	parser *YAMLParser
	text   []byte   // nil once it is parsed
	begin  grid.Pos // of text in the input
	left   []document.Value
}

// newYAMLDocuments reads src with the parser, which is nil where the program has none.
func newYAMLDocuments(parser *YAMLParser, src *source, lim puzzle.Limits) (*yamlDocuments, error) {
	if parser == nil {
		return nil, inputf("this is YAML, which is not read here; \"gridwright convert %s --to json\" makes JSON of it",
			src.given)
	}
	most := int64(parser.MaxBytes)
	if lim.Memory > 0 {
		most = min(most, lim.Memory)
	}
	in := bufio.NewReader(src.r)
	begin, err := skipLines(in)
	if err != nil {
		return nil, err
	}
	blank := bytes.Repeat([]byte(" "), min(begin.Col-1, int(most)+1))
	begin.Col = 1
	// one byte too many is an error below
	data, err := io.ReadAll(io.LimitReader(io.MultiReader(bytes.NewReader(blank), in), most+1))
	if err != nil {
		return nil, err
	}
	if n := int64(len(data)); n > most && n <= int64(parser.MaxBytes) {
		return nil, moreThan("a YAML text of this size", n, lim)
	}
	return &yamlDocuments{parser: parser, text: data, begin: begin}, nil
}

// skipLines skips lines of blanks, and the spaces in front of the first text, and returns where that begins.
func skipLines(r *bufio.Reader) (grid.Pos, error) {
	at := grid.Pos{Line: 1, Col: 1}
	if bom, _ := r.Peek(3); string(bom) == "\xEF\xBB\xBF" {
		r.Discard(3)
	}
	for {
		c, err := r.ReadByte()
		switch {
		case err == io.EOF:
			return at, nil
		case err != nil:
			return at, err
		case c == '\n':
			at = grid.Pos{Line: at.Line + 1, Col: 1}
		case c == ' ' || c == '\r' && at.Col == 1:
			if c == ' ' {
				at.Col++
			}
		default:
			return at, r.UnreadByte()
		}
	}
}

func (d *yamlDocuments) next() (pending, error) {
	first := d.begin
	if d.text == nil && len(d.left) == 0 {
		return pending{begin: first}, io.EOF
	}
	return pending{first, func(m *meter.Meter) (document.Value, error) {
		if d.text != nil {
			docs, err := d.parser.aside(m, d.text)
			d.text, d.left = nil, docs
			if err != nil {
				return document.Value{}, err
			}
			if len(docs) == 0 {
				return document.Value{}, inputf("there is no document to read here")
			}
		}
		v := d.left[0]
		d.left = d.left[1:]
		return v, nil
	}}, nil
}

// aside runs the parser in a goroutine of its own, since a part of it cannot be stopped: when the context ends or time
// is up that is left behind. The parser bounds what it may still take.
func (y *YAMLParser) aside(m *meter.Meter, data []byte) ([]document.Value, error) {
	if len(data) < 1<<16 { // some milliseconds
		return y.Parse(m, data)
	}
	var found []document.Value // the goroutine's until it has ended
	own := m.Fork()
	err := m.Aside(func() (err error) {
		found, err = y.Parse(own, data)
		return err
	})
	if err != nil {
		return nil, err
	}
	return found, nil
}

func (d *yamlDocuments) more() (bool, error) { return d.arrived(), nil }

func (d *yamlDocuments) arrived() bool { return len(d.left) > 0 }
