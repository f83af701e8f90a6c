package input

import (
	"bytes"
	"context"

	"github.com/gridwright/gridwright/grid"
	"github.com/gridwright/gridwright/meter"
	"github.com/gridwright/gridwright/puzzle"
	"github.com/gridwright/gridwright/puzzle/document"
)

// FormatOf tells the format of a text from its beginning: JSON, YAML or the name of a text format.
func (r *Reader) FormatOf(text []byte) (string, error) {
	checkers, err := r.wanted()
	if err != nil {
		return "", err
	}
	f, err := r.forced(checkers)
	if err != nil {
		return "", err
	}
	if f == nil {
		found, err := sniff(text[:min(len(text), headSize)], checkers)
		if err != nil {
			return "", err
		}
		f = &found
	}
	return f.name, nil
}

// OpenText opens a text that has been read, as a part of the input called name.
func (r *Reader) OpenText(ctx context.Context, name string, text []byte) (*Cases, error) {
	of := *r
	var err error
	if of.Checkers, err = r.wanted(); err != nil {
		return nil, err
	}
	f, err := r.forced(of.Checkers)
	if err != nil {
		return nil, err
	}
	src := &source{name: name, given: name, size: int64(len(text)), close: func() error { return nil },
		seen: &seen{r: polled{ctx, bytes.NewReader(text)}}}
	src.r = src.seen
	c := &Cases{src: src, ctx: ctx}
	if err := of.begin(c, f); err != nil {
		return nil, err
	}
	return c, nil
}

// At is where the reading of a text format or of JSON stands; the zero Pos for YAML, which is read as a whole.
func (c *Cases) At() grid.Pos {
	if c.at == nil {
		return grid.Pos{}
	}
	return c.at()
}

// Instances reads a puzzle document, which may hold several puzzles, under the limits of r.
func (r *Reader) Instances(ctx context.Context, v document.Value) ([]puzzle.Instance, error) {
	of := *r
	var err error
	if of.Checkers, err = r.wanted(); err != nil {
		return nil, err
	}
	return instances(ctx, pending{parse: func(*meter.Meter) (document.Value, error) { return v, nil }}, &of)
}

// Values reads the values of a text that is JSON, where json is set, or YAML.
func (r *Reader) Values(ctx context.Context, text []byte, json bool) (values []document.Value, err error) {
	err = within(ctx, r.Limits, func(m *meter.Meter) error {
		if !json {
			values, err = r.YAML.aside(m, text)
			return err
		}
		if err := m.Hold("the text of this document", int64(len(text))); err != nil {
			return err
		}
		v, err := document.ParseJSONWithin(m, text)
		values = []document.Value{v}
		return err
	})
	return values, err
}
