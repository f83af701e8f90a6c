package input

import (
	"bytes"
	"context"
	"errors"
	"io"
	"time"

	"github.com/gridwright/gridwright/meter"
	"github.com/gridwright/gridwright/puzzle"
)

// Claims are the claims of one input, read one by one.
type Claims struct {
	src   *source
	docs  documents
	all   []*puzzle.Checker
	ctx   context.Context
	lim   puzzle.Limits
	ahead chan claimed // what Ahead has begun to read; nil where it has not
}

// A claimed is what reading a claim came to.
type claimed struct {
	claim puzzle.Claim
	err   error
}

// patience is how long Ahead waits for an input that may keep one waiting: somebody who writes one claim, and
// the next one only after the answer, gets that answer.
const patience = time.Second

// OpenClaims opens a file of claims, documents in JSON or YAML. "-" is standard input.
func (r *Reader) OpenClaims(ctx context.Context, name string) (*Claims, error) {
	src, err := open(ctx, name, r.Stdin)
	if err != nil {
		return nil, err
	}
	c := &Claims{src: src, all: r.Checkers, ctx: ctx, lim: r.Limits}
	if err := c.begin(r.Limits); err != nil {
		src.close()
		return nil, In(src.name, err)
	}
	return c, nil
}

func (c *Claims) begin(lim puzzle.Limits) error {
	head, err := c.src.head()
	if err != nil {
		return err
	}
	body := bytes.TrimLeft(bytes.TrimPrefix(head, []byte("\xEF\xBB\xBF")), " \t\r\n")
	if len(body) == 0 {
		return inputf("there is no claim to read here")
	}
	if body[0] == '{' {
		c.docs = &jsonDocuments{splitter: newSplitter(c.src.r, MaxDocument, lim)}
		return nil
	}
	if err := binary(head, len(head) == headSize); err != nil {
		return err
	}
	if !likeYAML(body) {
		return inputf("this is no claim: a document in JSON or YAML is expected")
	}
	c.docs, err = newYAMLDocuments(c.src.r, lim)
	return err
}

// Name is the input's name for messages.
func (c *Claims) Name() string { return c.src.name }

// Next returns the next claim; io.EOF when none is left. A claim that is not a document
// of its family, well formed and complete, is an error here and not a claim to reject.
func (c *Claims) Next() (puzzle.Claim, error) {
	if c.ahead != nil {
		got := <-c.ahead
		c.ahead = nil
		return got.claim, got.err
	}
	return c.read()
}

// Ahead reads the claim after the one that Next has returned, and keeps it for Next. It returns the error that
// Next will meet: what is broken right behind a claim puts that claim in doubt too. The end of the
// input is no error, and neither is it where an input that waits for somebody brings nothing for a while; limits are Next's.
func (c *Claims) Ahead() error {
	if c.ahead != nil {
		return nil
	}
	c.ahead = make(chan claimed, 1)
	if !c.src.seen.waits || c.src.seen.ended {
		cl, err := c.read()
		c.ahead <- claimed{cl, err}
		return broken(err)
	}
	found := make(chan claimed, 1)
	go func(to chan claimed) {
		cl, err := c.read()
		found <- claimed{cl, err}
		to <- claimed{cl, err}
	}(c.ahead)
	timer := time.NewTimer(patience)
	defer timer.Stop()
	select {
	case got := <-found:
		return broken(got.err)
	case <-timer.C:
		return nil
	}
}

// broken is err where that is bad input.
func broken(err error) error {
	if errors.Is(err, puzzle.ErrInput) {
		return err
	}
	return nil
}

func (c *Claims) read() (puzzle.Claim, error) {
	doc, err := c.docs.next()
	if err == io.EOF {
		return puzzle.Claim{}, err
	}
	var cl puzzle.Claim
	if err == nil {
		err = within(c.ctx, c.lim, func(m *meter.Meter) error {
			v, err := doc.parse(m)
			if err != nil {
				return err
			}
			of, err := checkerOf(&v, c.all)
			if err != nil {
				return err
			}
			cl, err = of.DecodeClaim(m, &v)
			return err
		})
	}
	return cl, In(c.src.name, shifted(err, doc.begin))
}

// Close closes the input.
func (c *Claims) Close() error { return c.src.close() }
