package input

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/gridwright/gridwright/grid"
	"github.com/gridwright/gridwright/internal/yamldoc"
	"github.com/gridwright/gridwright/meter"
	"github.com/gridwright/gridwright/puzzle"
	"github.com/gridwright/gridwright/puzzle/document"
)

// documents are the documents of one input, in JSON or YAML.
type documents interface {
	// next returns a document and the place in the input from which its places count;
	// io.EOF when none is left.
	next() (document.Value, grid.Pos, error)
	// more reports whether another one follows, and waits for it where it has to.
	more() (bool, error)
	// arrived reports whether another one is known to follow, without waiting.
	arrived() bool
}

// jsonDocuments reads JSON documents as they are asked for.
type jsonDocuments struct {
	*splitter
	ctx  context.Context
	flow string // what to say of a text that begins as YAML may and JSON does not
}

func (d *jsonDocuments) next() (document.Value, grid.Pos, error) {
	doc, begin, err := d.splitter.next()
	if err != nil {
		return document.Value{}, begin, err
	}
	v, err := parseJSON(d.ctx, doc, d.lim)
	var ge *grid.Error
	if errors.As(err, &ge) && bareKey(doc) {
		err = &grid.Error{Pos: ge.Pos, Msg: ge.Msg + d.flow}
	}
	return v, begin, err
}

// within does work on a document under the limits that a puzzle's solution has.
func within(ctx context.Context, lim puzzle.Limits, work func(m *meter.Meter) error) error {
	timed := ctx
	if lim.Time > 0 {
		var cancel context.CancelFunc
		timed, cancel = context.WithTimeout(ctx, lim.Time)
		defer cancel()
	}
	return asLimit(ctx, work(lim.Meter(timed)), lim)
}

func parseJSON(ctx context.Context, doc []byte, lim puzzle.Limits) (v document.Value, err error) {
	err = within(ctx, lim, func(m *meter.Meter) (err error) {
		v, err = document.ParseJSONWithin(m, doc)
		return err
	})
	return v, err
}

// asLimit turns what stopped the reading of a document into the limit behind it.
func asLimit(ctx context.Context, err error, lim puzzle.Limits) error {
	var me *meter.MemoryError
	switch {
	case errors.As(err, &me):
		return moreThan(me.What, me.Need, lim)
	case errors.Is(err, context.DeadlineExceeded) && ctx.Err() == nil:
		return &puzzle.LimitError{Limit: "time", Msg: fmt.Sprintf("reading the document was stopped after %v", lim.Time)}
	}
	return err
}

// bareKey reports whether doc begins with { and a name without quotes.
func bareKey(doc []byte) bool {
	rest, ok := bytes.CutPrefix(doc, []byte("{"))
	rest = bytes.TrimLeft(rest, " \t\r\n")
	return ok && len(rest) > 0 && rest[0] != '"' && rest[0] != '}'
}

// yamlDocuments are read already: the parser takes a text as a whole.
type yamlDocuments struct{ left []yamldoc.Document }

// bytesPerYAMLByte is what the parser of YAML keeps for a byte of a text of short tokens.
const bytesPerYAMLByte = 500

func newYAMLDocuments(ctx context.Context, r io.Reader, lim puzzle.Limits) (*yamlDocuments, error) {
	most := int64(yamldoc.MaxBytes)
	if lim.Memory > 0 {
		most = min(most, lim.Memory/bytesPerYAMLByte)
	}
	data, err := io.ReadAll(io.LimitReader(r, most+1)) // one byte too many is an error below
	if err != nil {
		return nil, err
	}
	if n := int64(len(data)); n > most && n <= yamldoc.MaxBytes {
		return nil, moreThan("a YAML text of this size (JSON takes a tenth of it)", bytesPerYAMLByte*n, lim)
	}
	docs, err := parseYAML(ctx, data, lim)
	if err == nil && len(docs) == 0 {
		err = inputf("there is no document to read here")
	}
	return &yamlDocuments{docs}, err
}

// parseYAML runs the parser aside, since nothing can stop it: when the context ends or time is up
// it is left behind.
func parseYAML(ctx context.Context, data []byte, lim puzzle.Limits) ([]yamldoc.Document, error) {
	if len(data) < 1<<16 { // some milliseconds
		return yamldoc.ParseAll(data)
	}
	type parsed struct {
		docs []yamldoc.Document
		err  error
	}
	done := make(chan parsed, 1)
	go func() {
		docs, err := yamldoc.ParseAll(data)
		done <- parsed{docs, err}
	}()
	timed := ctx
	if lim.Time > 0 {
		var cancel context.CancelFunc
		timed, cancel = context.WithTimeout(ctx, lim.Time)
		defer cancel()
	}
	select {
	case got := <-done:
		return got.docs, got.err
	case <-timed.Done():
		return nil, asLimit(ctx, timed.Err(), lim)
	}
}

func (d *yamlDocuments) next() (v document.Value, begin grid.Pos, err error) {
	begin = grid.Pos{Line: 1, Col: 1}
	if len(d.left) == 0 {
		return v, begin, io.EOF
	}
	v = d.left[0].Value
	d.left = d.left[1:]
	return v, begin, nil
}

func (d *yamlDocuments) more() (bool, error) { return d.arrived(), nil }

func (d *yamlDocuments) arrived() bool { return len(d.left) > 0 }
