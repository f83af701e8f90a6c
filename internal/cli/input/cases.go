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
	Format   string      // forced; "" looks at the input
	Family   string      // the only one that puzzles may be of; "" takes all
	YAML     *YAMLParser // nil: this program reads no YAML
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
	at      func() grid.Pos
	n       int // cases handed out
	format  *format
	others  string // how else the input could be read
}

// Open opens the input called name and finds out its format. "-" is standard input.
func (r *Reader) Open(ctx context.Context, name string) (*Cases, error) {
	of := *r
	var err error
	if of.Checkers, err = r.wanted(); err != nil {
		return nil, err
	}
	f, err := r.forced(of.Checkers)
	if err != nil {
		return nil, err
	}
	src, err := open(ctx, name, r.Stdin)
	if err != nil {
		return nil, err
	}
	src.seen.onWait = r.OnWait
	c := &Cases{src: src, ctx: ctx}
	if err := of.begin(c, f); err != nil {
		src.close()
		return nil, In(src.name, err)
	}
	return c, nil
}

// begin makes c read on in the format f, or in that which the input seems to have where f is nil.
func (r *Reader) begin(c *Cases, f *format) error {
	if f == nil {
		head, err := c.src.head()
		if err != nil {
			return err
		}
		found, err := sniff(head, r.Checkers)
		if err != nil {
			return err
		}
		f = &found
		c.format, c.others = f, others(*f, head, r.Checkers)
	}
	switch f.name {
	case JSON:
		docs := &jsonDocuments{newSplitter(c.src.r, MaxDocument, r.Limits), r.flow()}
		c.documents(docs, r)
		c.at = func() grid.Pos { return docs.at }
	case YAML:
		docs, err := newYAMLDocuments(r.YAML, c.src, r.Limits)
		if err != nil {
			return err
		}
		c.documents(docs, r)
	default:
		c.text(*f, r.Limits)
	}
	return nil
}

// flow is what to say of a text that begins as YAML may and JSON does not.
func (r *Reader) flow() string {
	if r.YAML == nil {
		return ""
	}
	return "; if this is YAML, --format yaml reads it"
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
	c.ended, c.at = s.Ended, s.Pos
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
	for _, c := range checkers {
		if c.Name() == name {
			return c, nil
		}
	}
	at := v
	if f, err := v.Object("the document"); err == nil {
		at = f.Get("family")
	}
	if len(checkers) == 1 {
		return nil, at.Errorf("the family is %s; %q is asked for", document.Quoted(name), checkers[0].Name())
	}
	return nil, at.Errorf("%s", noFamily(name, checkers))
}

// Taken says what the input was taken for and how to choose, where it could be a puzzle of another family too; else "".
// Errors about the first case say it themselves.
func (c *Cases) Taken() string {
	if c.n == 0 || c.others == "" && (c.format == nil || !c.format.guess) {
		return ""
	}
	taken := "read as " + c.format.name + ", family " + c.format.checker.Name()
	if c.others != "" {
		taken += "; " + c.others
	}
	return taken
}

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
		if taken := c.Taken(); taken != "" && c.n == 1 && errors.Is(err, puzzle.ErrInput) {
			err = fmt.Errorf("%w (%s)", err, taken)
		}
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
func (c *Cases) Wrap(err error) error { return inCase(c.src.name, c.n, err) }

// Blame does the same for an error of the work on a case, and leaves its cause open.
func (c *Cases) Blame(err error) error { return &fileError{name: c.src.name, n: c.n, err: err} }

// Here names the input, and the present case where it is not the first.
func (c *Cases) Here() string { return here(c.src.name, c.n) }

// Close closes the input.
func (c *Cases) Close() error { return c.src.close() }
