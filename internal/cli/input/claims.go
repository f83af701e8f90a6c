package input

import (
	"bytes"
	"context"
	"errors"
	"io"
	"math"
	"time"

	"github.com/gridwright/gridwright/grid"
	"github.com/gridwright/gridwright/meter"
	"github.com/gridwright/gridwright/puzzle"
	"github.com/gridwright/gridwright/puzzle/document"
)

// Claims are the claims of one input, read one by one.
type Claims struct {
	src   *source
	docs  documents
	all   []*puzzle.Checker
	ctx   context.Context
	lim   puzzle.Limits
	yaml  *YAMLParser
	ahead chan claimed // what Ahead has begun to read; nil where it has not
	about place        // of the claim that Next has returned
}

// A place is the file and the case that a claim says it is about; zero where it names no case.
type place struct {
	file string
	n    int64
}

// A claimed is what reading a claim came to.
type claimed struct {
	claim puzzle.Claim
	lent  *document.Value // in place of claim: a document that leaves its family to its puzzle
	begin grid.Pos        // of that document
	about place
	err   error
}

// patience is how long Ahead waits for an input that may keep one waiting: somebody who writes one claim, and
// the next one only after the answer, gets that answer.
const patience = time.Second

// OpenClaims opens a file of claims, documents in JSON or YAML. "-" is standard input; of a link it is the claim.
func (r *Reader) OpenClaims(ctx context.Context, name string) (*Claims, error) {
	src, err := openLink(ctx, name, true)
	if src == nil && err == nil {
		src, err = open(ctx, name, r.Stdin)
	}
	if err != nil {
		return nil, err
	}
	c := &Claims{src: src, all: r.Checkers, ctx: ctx, lim: r.Limits, yaml: r.YAML}
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
	c.docs, err = newYAMLDocuments(c.yaml, c.src, lim)
	return err
}

// Name is the input's name for messages.
func (c *Claims) Name() string { return c.src.name }

// Next returns the next claim; io.EOF when none is left. Where it names no family it is read as one of the family of,
// its puzzle's; of is nil where there is no puzzle, and then so is such a claim. A claim that is not a document
// of its family, well formed and complete, is an error here and not a claim to reject.
func (c *Claims) Next(of *puzzle.Checker) (puzzle.Claim, error) {
	var got claimed
	if c.ahead == nil {
		got = c.read()
	} else {
		got = <-c.ahead
		c.ahead = nil
	}
	c.about = got.about
	if got.lent != nil && of != nil {
		err := within(c.ctx, c.lim, func(m *meter.Meter) (err error) {
			got.claim, err = of.DecodeClaim(m, got.lent)
			return err
		})
		got.err = In(c.src.name, shifted(err, got.begin))
	}
	return got.claim, got.err
}

// Same reports whether the claim that Ahead has begun to read is about the same case of the same file as the one that
// Next has returned, and says so: one of several answers. It waits until that claim is read.
func (c *Claims) Same() bool {
	if c.ahead == nil {
		return false
	}
	got := <-c.ahead
	c.ahead <- got
	return got.err == nil && got.about.n > 0 && got.about == c.about
}

// Ahead reads the claim after the one that Next has returned, keeps it for Next, and reports whether there is one. It
// returns the error that Next will meet: what is broken right behind a claim puts that claim in doubt too. The end of
// the input is no error, and neither is it where an input that waits for somebody brings nothing for a while; limits
// are Next's. It is called once for each claim that Next returns.
func (c *Claims) Ahead() (more bool, err error) {
	c.ahead = make(chan claimed, 1)
	found := make(chan claimed, 1)
	read := func(to chan claimed) {
		got := c.read()
		found <- got
		to <- got
	}
	patient := make(<-chan time.Time)
	if c.src.seen.waits && !c.src.seen.ended {
		timer := time.NewTimer(patience)
		defer timer.Stop()
		patient = timer.C
		go read(c.ahead)
	} else {
		read(c.ahead)
	}
	select {
	case got := <-found:
		if errors.Is(got.err, puzzle.ErrInput) {
			return true, got.err
		}
		return got.err == nil, nil
	case <-patient:
		return false, nil
	}
}

func (c *Claims) read() (got claimed) {
	doc, err := c.docs.next()
	if err == io.EOF {
		return claimed{err: err}
	}
	if err == nil {
		err = within(c.ctx, c.lim, func(m *meter.Meter) error {
			v, err := doc.parse(m)
			if err != nil {
				return err
			}
			if f, err := v.Object("the claim"); err == nil {
				got.about = placeOf(f)
				if f.Get("family") == nil {
					got.lent = &v
					return nil
				}
			}
			of, err := checkerOf(&v, c.all)
			if err != nil {
				return err
			}
			got.claim, err = of.DecodeClaim(m, &v)
			return err
		})
	}
	got.begin, got.err = doc.begin, In(c.src.name, shifted(err, doc.begin))
	return got
}

// placeOf is what a claim is about. What is wrong with these fields is said where the claim is read.
func placeOf(f *document.Fields) (p place) {
	if v := f.Get("case"); v != nil {
		p.n, _ = v.Int("case", 1, math.MaxInt64)
	}
	if v := f.Get("file"); v != nil {
		p.file, _ = v.String("file")
	}
	return p
}

// Close closes the input.
func (c *Claims) Close() error { return c.src.close() }
