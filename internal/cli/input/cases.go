package input

import (
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/gridwright/gridwright/grid"
	"github.com/gridwright/gridwright/meter"
	"github.com/gridwright/gridwright/puzzle"
	"github.com/gridwright/gridwright/puzzle/document"
)

// A Reader knows how to open inputs.
type Reader struct {
	Checkers []*puzzle.Checker
	Format   string // forced; "" looks at the input
	Family   string // the only one that puzzles may be of; "" takes all
	Limits   puzzle.Limits
	Stdin    io.Reader
	OnWait   func() // if set, called when an input that may keep one waiting is read on
}

// Cases are the puzzles of one input, read one by one.
type Cases struct {
	src     *source
	ctx     context.Context
	next    func() (puzzle.Instance, error) // io.EOF at the end
	more    func() (bool, error)
	arrived func() bool // more, as far as is known without waiting
	ended   func() bool // whether the input said that it ends; may be nil
	n       int         // cases handed out
	taken   string
}

// Open opens the input called name and finds out its format. "-" is standard input.
func (r *Reader) Open(ctx context.Context, name string) (*Cases, error) {
	src, err := open(ctx, name, r.Stdin)
	if err != nil {
		return nil, err
	}
	src.seen.onWait = r.OnWait
	c := &Cases{src: src, ctx: ctx}
	if err := r.begin(c); err != nil {
		src.close()
		return nil, In(src.name, err)
	}
	return c, nil
}

// wanted are the families that puzzles may be of.
func (r *Reader) wanted() ([]*puzzle.Checker, error) {
	if r.Family == "" {
		return r.Checkers, nil
	}
	names := make([]string, len(r.Checkers))
	for i, c := range r.Checkers {
		if names[i] = c.Name(); names[i] == r.Family {
			return r.Checkers[i : i+1], nil
		}
	}
	return nil, inputf("--family: there is no family %q; there are: %s", r.Family, or(names))
}

func (r *Reader) begin(c *Cases) (err error) {
	checkers, err := r.wanted()
	if err != nil {
		return err
	}
	var f format
	if r.Format != "" {
		f, err = named(r.Format, checkers)
	} else {
		var head []byte
		if head, err = c.src.head(); err == nil {
			if f, err = sniff(head, checkers); err == nil {
				c.taken = others(f, head, checkers)
			}
		}
	}
	if err != nil {
		return err
	}
	of := *r
	of.Checkers = checkers
	switch {
	case f.name == JSON:
		c.documents(&jsonDocuments{newSplitter(c.src.r, MaxDocument, r.Limits), "; if this is YAML, --format yaml reads it"}, &of)
	case f.name == YAML:
		docs, err := newYAMLDocuments(c.src.r, r.Limits)
		if err != nil {
			return err
		}
		c.documents(docs, &of)
	default:
		c.text(f, r.Limits)
	}
	return nil
}

// text reads cases from a text format as they are asked for.
func (c *Cases) text(f format, lim puzzle.Limits) {
	s, clock := grid.NewScanner(c.src.r, c.src.size), &clock{Context: c.ctx, limit: lim.Time, seen: c.src.seen, idle: true}
	m := lim.Meter(clock)
	c.next = func() (puzzle.Instance, error) {
		clock.start(m)
		in, err := f.checker.ReadText(m, f.name, s)
		err = asLimit(c.ctx, err, lim, "the case")
		if err != nil && c.n == 0 && errors.Is(err, puzzle.ErrInput) {
			err = c.src.seen.explain(err, f)
		}
		return in, err
	}
	c.more = func() (bool, error) {
		more := s.SkipBlank()
		return more, s.Err()
	}
	c.arrived = func() bool { return c.src.seen.beyond(s.Pos()) }
	c.ended = s.Ended
}

// documents reads documents as they are asked for; each may hold several puzzles.
func (c *Cases) documents(docs documents, r *Reader) {
	var queue []puzzle.Instance
	c.next = func() (puzzle.Instance, error) {
		for len(queue) == 0 {
			doc, err := docs.next()
			if err == io.EOF {
				return puzzle.Instance{}, err
			}
			if err == nil {
				queue, err = instances(c.ctx, doc, r)
			}
			if err != nil {
				return puzzle.Instance{}, shifted(err, doc.begin)
			}
		}
		in := queue[0]
		queue = queue[1:]
		return in, nil
	}
	c.more = func() (bool, error) {
		if len(queue) > 0 {
			return true, nil
		}
		return docs.more()
	}
	c.arrived = func() bool { return len(queue) > 0 || docs.arrived() }
}

// instances reads a puzzle document of whichever family it names.
func instances(ctx context.Context, doc pending, r *Reader) (ins []puzzle.Instance, err error) {
	err = within(ctx, r.Limits, func(m *meter.Meter) error {
		v, err := doc.parse(m)
		if err != nil {
			return err
		}
		c, err := checkerOf(&v, r.Checkers)
		if err == nil {
			ins, err = c.DecodeInstances(m, &v)
		}
		if errors.Is(err, puzzle.ErrInput) && isClaim(&v) {
			err = v.Errorf("this is a claim, not a puzzle; use: gridwright check PUZZLE CLAIM")
		}
		return err
	})
	return ins, err
}

// isClaim reports whether v, which is no puzzle, looks like a claim.
func isClaim(v *document.Value) bool {
	f, err := v.Object("the document")
	return err == nil && (f.Get("verdict") != nil || f.Get("count") != nil)
}

// checkerOf finds the family that a document names.
func checkerOf(v *document.Value, checkers []*puzzle.Checker) (*puzzle.Checker, error) {
	name, err := puzzle.FamilyOf(v)
	if err != nil {
		return nil, err
	}
	names := make([]string, 0, len(checkers))
	for _, c := range checkers {
		if c.Name() == name {
			return c, nil
		}
		names = append(names, c.Name())
	}
	at := v
	if f, err := v.Object("the document"); err == nil {
		at = f.Get("family")
	}
	if len(names) == 1 {
		return nil, at.Errorf("the family is %s; %q is asked for", document.Quoted(name), names[0])
	}
	return nil, at.Errorf("there is no family %s; there are: %s", document.Quoted(name), or(names))
}

// Taken says what the input was taken for and how to choose, where it could be a puzzle of another family too; else "".
func (c *Cases) Taken() string { return c.taken }

// Name is the input's name for messages.
func (c *Cases) Name() string { return c.src.name }

// Head is what a document about in, the present case, says beside its content: what in's own
// document says, and where in came from.
func (c *Cases) Head(in puzzle.Instance) puzzle.Head {
	h := in.Head()
	h.File, h.Case = c.src.given, int64(c.n)
	return h
}

// N is the number of cases that Next has handed out.
func (c *Cases) N() int { return c.n }

// Next returns the next case; io.EOF when none is left. Errors name the file, and the
// case where it is not the first.
func (c *Cases) Next() (puzzle.Instance, error) {
	if err := c.ctx.Err(); err != nil {
		return puzzle.Instance{}, err
	}
	in, err := c.next()
	if err == io.EOF {
		return in, err
	}
	c.n++
	if err != nil {
		return in, c.Wrap(err)
	}
	return in, nil
}

// Several reports whether the input holds more than one case, after the first of them. It does
// not wait: of an input that is still open it knows what has arrived.
func (c *Cases) Several() bool {
	if c.n > 1 {
		return true
	}
	if c.src.seen.waits && !c.src.seen.ended {
		return c.arrived()
	}
	more, err := c.more()
	return more || err != nil // Next will say what is wrong
}

// Last reports whether the present case is known to be the last one, without waiting for another.
func (c *Cases) Last() bool {
	if c.src.seen.waits && !c.src.seen.ended {
		return false
	}
	more, err := c.more()
	return !more && err == nil
}

// Ended reports whether the input itself said that it ends, as some contests' do.
func (c *Cases) Ended() bool { return c.ended != nil && c.ended() }

// Wrap puts the input's name and the present case in front of err, whose cause is the
// input unless it says otherwise.
func (c *Cases) Wrap(err error) error { return In(c.Here(), err) }

// Blame does the same for an error of the work on a case, and leaves its cause open.
func (c *Cases) Blame(err error) error { return &fileError{name: c.Here(), err: err} }

// Here names the input, and the present case where it is not the first.
func (c *Cases) Here() string {
	if c.n > 1 {
		return fmt.Sprintf("%s: case %d", c.src.name, c.n)
	}
	return c.src.name
}

// Close closes the input.
func (c *Cases) Close() error { return c.src.close() }
