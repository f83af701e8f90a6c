package input

import (
	"bytes"
	"context"
	"io"

	"github.com/gridwright/gridwright/internal/yamldoc"
	"github.com/gridwright/gridwright/puzzle"
	"github.com/gridwright/gridwright/puzzle/document"
)

// Claims are the claims of one input, read one by one.
type Claims struct {
	src  *source
	next func() (document.Value, func(error) error, error)
	all  []*puzzle.Checker
	n    int
}

// OpenClaims opens a file of claims: JSON documents one after the other, or one document in
// YAML. "-" is standard input.
func (r *Reader) OpenClaims(ctx context.Context, name string) (*Claims, error) {
	src, err := open(ctx, name, r.Stdin)
	if err != nil {
		return nil, err
	}
	c := &Claims{src: src, all: r.Checkers}
	if err := c.begin(); err != nil {
		src.close()
		return nil, In(src.name, err)
	}
	return c, nil
}

func (c *Claims) begin() error {
	head, err := c.src.head()
	if err != nil {
		return err
	}
	body := bytes.TrimLeft(bytes.TrimPrefix(head, []byte("\xEF\xBB\xBF")), " \t\r\n")
	if len(body) == 0 {
		return inputf("there is no claim to read here")
	}
	if body[0] == '{' {
		s := newSplitter(c.src.r, MaxDocument)
		c.next = func() (document.Value, func(error) error, error) {
			doc, begin, err := s.next()
			shift := func(err error) error { return shifted(err, begin) }
			if err != nil {
				return document.Value{}, shift, err
			}
			v, err := document.ParseJSON(doc)
			return v, shift, err
		}
		return nil
	}
	if err := binary(head); err != nil {
		return err
	}
	if !likeYAML(body) {
		return inputf("this is no claim: a document in JSON or YAML is expected")
	}
	data, err := all(c.src.r, yamldoc.MaxBytes)
	if err != nil {
		return err
	}
	v, err := yamldoc.Parse(data)
	if err != nil {
		return err
	}
	given := false
	c.next = func() (document.Value, func(error) error, error) {
		if given {
			return document.Value{}, nil, io.EOF
		}
		given = true
		return v, func(err error) error { return err }, nil
	}
	return nil
}

// Name is the input's name for messages.
func (c *Claims) Name() string { return c.src.name }

// Next returns the next claim; io.EOF when none is left. A claim that is not a document
// of its family, well formed and complete, is an error here and not a claim to reject.
func (c *Claims) Next() (puzzle.Claim, error) {
	v, shift, err := c.next()
	if err == io.EOF {
		return puzzle.Claim{}, err
	}
	c.n++
	if err == nil {
		var of *puzzle.Checker
		if of, err = checkerOf(&v, c.all); err == nil {
			var cl puzzle.Claim
			if cl, err = of.DecodeClaim(&v); err == nil {
				return cl, nil
			}
		}
	}
	if shift != nil {
		err = shift(err)
	}
	return puzzle.Claim{}, In(c.src.name, err)
}

// Close closes the input.
func (c *Claims) Close() error { return c.src.close() }
