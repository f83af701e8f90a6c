package puzzle

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math/big"

	"github.com/gridwright/gridwright/grid"
	"github.com/gridwright/gridwright/meter"
	"github.com/gridwright/gridwright/puzzle/codec"
	"github.com/gridwright/gridwright/puzzle/document"
)

// A Checker verifies claims about the instances of one family, and knows all their
// encodings. It is safe for concurrent use if the family's hooks are.
type Checker struct {
	name, title, doc string
	version          int
	formats          []Format
	schemas          []byte
	kinds            [2]codec.Schema // of witnesses and certificates
	ops              ops
	family           *Family // that the checker is part of; nil where it stands alone
}

// ops are a CheckSpec's hooks with the types erased. Every value in an `any` is
// exactly the P or Outcome[W, C] of the family that made it.
type ops struct {
	decode     func(*meter.Meter, *document.Fields) ([]any, error)
	encode     func(any) (any, error)
	validate   func(any) error
	typed      func(any) error // whether the value is a P
	read       func(i int, m *meter.Meter, s *grid.Scanner) (any, error)
	write      func(i int, w io.Writer, p any) error
	promise    func(i int, p any) error
	answer     func(i int, w io.Writer, p, o any) error
	evidence   func(i int, w io.Writer, p, o any) error
	decodeSide func(*meter.Meter, Verdict, *document.Value) (any, error) // evidence → Outcome
	appendSide func(m *meter.Meter, b []byte, o any) ([]byte, error)     // evidence ← Outcome
	unknown    func(*Stopped) any
	bare       func(Verdict) any // Outcome without evidence
	shown      func(o any) bool  // whether it has the evidence that its verdict names
	check      func(ctx context.Context, p, o any, lim Limits) error
	checkCount func(ctx context.Context, p any, n *big.Int, lim Limits) error
	verified   func(o any) string
	unverified func(p, o any) string
	countParts func(p any, n *big.Int) (verified, unverified string)
	none       func(p any) bool // whether a count of 0 is what "impossible" means; may be nil
}

// An Instance is one puzzle of some family. The zero Instance is none.
type Instance struct {
	of    *Checker
	value any
	head  *Head // nil: empty
}

// Family names the family that the instance belongs to; "" for the zero Instance.
func (in Instance) Family() string {
	if in.of == nil {
		return ""
	}
	return in.of.name
}

// Solver is the family that in was read or made by, or nil where that was a checker alone.
func (in Instance) Solver() *Family {
	if in.of == nil {
		return nil
	}
	return in.of.family
}

// Value is the family's own typed instance, for callers that know the family.
func (in Instance) Value() any { return in.value }

// InstanceOf wraps a family's own typed instance, for callers that know the family.
func (c *Checker) InstanceOf(value any) (Instance, error) {
	if err := c.ops.typed(value); err != nil {
		return Instance{}, err
	}
	return Instance{of: c, value: value}, c.ops.validate(value)
}

// DefineChecker erases the types of a CheckSpec. It panics where a hook that is not
// optional is missing: that is a mistake in the program, not in its input.
func DefineChecker[P, W, C any](s CheckSpec[P, W, C]) *Checker {
	s.byDocument()
	s.mustBeWhole()
	c := &Checker{name: s.Name, title: s.Title, doc: s.Doc, version: s.Version, schemas: s.Schemas,
		kinds: [2]codec.Schema{kindSchema(s.Witnesses), kindSchema(s.Certificates)}}
	for _, t := range s.Texts {
		c.formats = append(c.formats, Format{Name: t.Name, Doc: t.Doc, Contest: t.Contest, Evidence: t.Evidence != nil,
			Sample: t.Sample, sniff: t.Sniff, maybe: t.Maybe, promises: t.Promise != nil})
	}
	setInstances(&c.ops, s)
	setTexts(&c.ops, s)
	setOutcomes(&c.ops, s)
	setChecks(&c.ops, s)
	return c
}

// setInstances sets the hooks for instances and their documents.
func setInstances[P, W, C any](o *ops, s CheckSpec[P, W, C]) {
	o.decode = func(m *meter.Meter, f *document.Fields) ([]any, error) {
		ps, err := s.Decode(m, f)
		if err != nil {
			return nil, err
		}
		out := make([]any, len(ps))
		for i, p := range ps {
			out[i] = p
		}
		return out, nil
	}
	o.encode = func(p any) (any, error) { return s.Encode(p.(P)) }
	o.validate = func(p any) error { return s.Validate(p.(P)) }
	o.typed = func(v any) error {
		if _, ok := v.(P); !ok {
			return fmt.Errorf("%w: a %T is no instance of %s", ErrUnsupported, v, s.Name)
		}
		return nil
	}
}

// setTexts sets the hooks for text formats, which are called by their number.
func setTexts[P, W, C any](o *ops, s CheckSpec[P, W, C]) {
	o.read = func(i int, m *meter.Meter, sc *grid.Scanner) (any, error) {
		p, err := s.Texts[i].Read(m, sc)
		return p, err
	}
	o.write = func(i int, w io.Writer, p any) error { return s.Texts[i].Write(w, p.(P)) }
	o.promise = func(i int, p any) error {
		if s.Texts[i].Promise == nil {
			return nil
		}
		return s.Texts[i].Promise(p.(P))
	}
	o.answer = func(i int, w io.Writer, p, o any) error {
		return s.Texts[i].Answer(w, p.(P), o.(Outcome[W, C]))
	}
	o.evidence = func(i int, w io.Writer, p, o any) error {
		return s.Texts[i].Evidence(w, p.(P), o.(Outcome[W, C]))
	}
}

// setOutcomes sets the hooks for outcomes and their evidence.
func setOutcomes[P, W, C any](o *ops, s CheckSpec[P, W, C]) {
	o.decodeSide = func(m *meter.Meter, v Verdict, d *document.Value) (any, error) {
		o := Outcome[W, C]{Verdict: v}
		if v == Solved {
			w, err := readKind(s.Witnesses, "witness", m, d)
			o.Witness = &w
			return o, err
		}
		cert, err := readKind(s.Certificates, "certificate", m, d)
		o.Certificate = &cert
		return o, err
	}
	o.appendSide = func(m *meter.Meter, b []byte, o any) ([]byte, error) {
		if out := o.(Outcome[W, C]); out.Verdict == Solved {
			return appendKind(s.Witnesses, "witness", m, b, out.Witness)
		} else {
			return appendKind(s.Certificates, "certificate", m, b, out.Certificate)
		}
	}
	o.unknown = func(st *Stopped) any { return Outcome[W, C]{Stopped: st} }
	o.bare = func(v Verdict) any { return Outcome[W, C]{Verdict: v} }
	o.shown = func(o any) bool {
		out := o.(Outcome[W, C])
		return out.Verdict == Solved && out.Witness != nil || out.Verdict == Impossible && out.Certificate != nil
	}
}

// setChecks sets the hooks that judge claims.
func setChecks[P, W, C any](o *ops, s CheckSpec[P, W, C]) {
	o.check = func(ctx context.Context, p, o any, lim Limits) error {
		return s.Judge(ctx, p.(P), o.(Outcome[W, C]), lim)
	}
	if s.CheckCount != nil {
		o.checkCount = func(ctx context.Context, p any, n *big.Int, lim Limits) error {
			return s.CheckCount(ctx, p.(P), n, lim)
		}
	}
	o.verified = func(o any) string {
		if s.Verified == nil {
			return "all that it shows"
		}
		return s.Verified(o.(Outcome[W, C]))
	}
	o.unverified = func(p, o any) string {
		if s.Unverified == nil {
			return ""
		}
		return s.Unverified(p.(P), o.(Outcome[W, C]))
	}
	if s.NoneIsImpossible != nil && s.CheckCount != nil {
		o.none = func(p any) bool { return s.NoneIsImpossible(p.(P)) }
	}
	o.countParts = func(p any, n *big.Int) (verified, unverified string) {
		if s.CountParts == nil {
			return "", ""
		}
		return s.CountParts(p.(P), n)
	}
}

func (s *CheckSpec[P, W, C]) mustBeWhole() {
	missing := func(what string) { panic(fmt.Sprintf("puzzle: family %q lacks %s", s.Name, what)) }
	switch {
	case s.Name == "" || s.Title == "" || s.Doc == "":
		missing("a name, a title or a doc")
	case s.Version < 1:
		missing("a version")
	case s.Decode == nil || s.Encode == nil || s.Validate == nil:
		missing("Decode, Encode or Validate")
	case len(s.Schemas) == 0:
		missing("Schemas")
	}
	mustAgree(s.Name, "check", s.Witnesses, namesOf(s.CheckWitness))
	mustAgree(s.Name, "check", s.Certificates, namesOf(s.CheckCertificate))
	for _, t := range s.Texts {
		if t.Name == "" || t.Doc == "" || t.Sniff == nil || t.Read == nil || t.Write == nil ||
			t.Contest != (t.Answer != nil) {
			missing("a part of its text format " + t.Name)
		}
	}
}

// Name is the family's name.
func (c *Checker) Name() string { return c.name }

// Title is the family in one line.
func (c *Checker) Title() string { return c.title }

// Doc is the family in a paragraph.
func (c *Checker) Doc() string { return c.doc }

// Version is the version of the family's documents.
func (c *Checker) Version() int { return c.version }

// Formats lists the text formats.
func (c *Checker) Formats() []Format { return c.formats }

func (c *Checker) format(name string) (int, error) {
	for i := range c.formats {
		if c.formats[i].Name == name {
			return i, nil
		}
	}
	return 0, fmt.Errorf("%w: family %s has no text format %.100q", ErrUnsupported, c.name, name)
}

func (c *Checker) own(in Instance) error {
	if in.of == nil {
		return fmt.Errorf("%w: no instance", ErrUnsupported)
	}
	if in.of != c && in.of.name != c.name {
		return grid.Errorf(grid.Pos{}, "an instance of %s was offered to %s", in.of.name, c.name)
	}
	return nil
}

// ownVerdict makes sure that cl holds an Outcome of this family.
func (c *Checker) ownVerdict(cl Claim) error {
	switch {
	case cl.of == nil:
		return fmt.Errorf("%w: no claim", ErrUnsupported)
	case cl.of.name != c.name:
		return grid.Errorf(grid.Pos{}, "a claim about %s was offered to %s", cl.of.name, c.name)
	case cl.count != nil:
		return fmt.Errorf("%w: a count is no verdict", ErrUnsupported)
	}
	return nil
}

// ReadText reads the next case of a text; io.EOF when none is left. m, which may be nil, stops it: by its context's
// error, or by a *LimitError where the case needs too much memory.
func (c *Checker) ReadText(m *meter.Meter, format string, s *grid.Scanner) (Instance, error) {
	i, err := c.format(format)
	if err != nil {
		return Instance{}, err
	}
	looks := m.Looks()
	p, err := c.ops.read(i, m, s)
	if err != nil {
		if s.Err() != nil { // also where the hook took it for the end of the input
			err = s.Err()
		}
		return Instance{}, AsLimit(err)
	}
	return Instance{of: c, value: p}, c.valid(m, p, m.Looks() > looks)
}

// valid validates what has just been read. Validate asks nobody and takes less than reading did, so it is done aside
// where that was long: a contest of many small cases waits for no goroutine.
func (c *Checker) valid(m *meter.Meter, p any, long bool) error {
	if !long {
		return c.ops.validate(p)
	}
	return m.Aside(func() error { return c.ops.validate(p) })
}

// WriteText writes in as one case of a text.
func (c *Checker) WriteText(w io.Writer, format string, in Instance) error {
	i, err := c.format(format)
	if err != nil {
		return err
	}
	if err := c.own(in); err != nil {
		return err
	}
	return c.ops.write(i, w, in.value)
}

// Promises reports whether the contest behind format promises anything that Promise looks at.
func (c *Checker) Promises(format string) bool {
	i, err := c.format(format)
	return err == nil && c.formats[i].promises
}

// Promise reports where in breaks what the contest behind format promises about its inputs.
func (c *Checker) Promise(format string, in Instance) error {
	i, err := c.format(format)
	if err != nil {
		return err
	}
	if err := c.own(in); err != nil {
		return err
	}
	return c.ops.promise(i, in.value)
}

// WriteAnswer writes what the contest behind format wants printed for in.
func (c *Checker) WriteAnswer(w io.Writer, format string, in Instance, cl Claim) error {
	i, err := c.format(format)
	if err != nil {
		return err
	}
	if err := c.own(in); err != nil {
		return err
	}
	if !c.formats[i].Contest {
		return fmt.Errorf("%w: %s is no contest format", ErrUnsupported, format)
	}
	if err := c.ownVerdict(cl); err != nil {
		return err
	}
	if cl.verdict == Unknown {
		if cl.stopped == nil {
			return &LimitError{Msg: "the answer is unknown"}
		}
		return cl.stopped
	}
	return c.ops.answer(i, w, in.value, cl.outcome)
}

// WriteEvidence writes the evidence of cl, a verdict about in, in the terms of format. The error
// matches ErrUnsupported where there is no evidence, or no place for it.
func (c *Checker) WriteEvidence(w io.Writer, format string, in Instance, cl Claim) error {
	i, err := c.format(format)
	if err != nil {
		return err
	}
	if err := c.own(in); err != nil {
		return err
	}
	if !c.formats[i].Evidence {
		return fmt.Errorf("%w: the format %s has no place for evidence", ErrUnsupported, format)
	}
	if err := c.ownVerdict(cl); err != nil {
		return err
	}
	if !c.ops.shown(cl.outcome) {
		return fmt.Errorf("%w: there is no evidence", ErrUnsupported)
	}
	return c.ops.evidence(i, w, in.value, cl.outcome)
}

// Validate reports what is wrong with in.
func (c *Checker) Validate(in Instance) error {
	if err := c.own(in); err != nil {
		return err
	}
	return c.ops.validate(in.value)
}

// Unverified tells what cl, which Check has accepted for in, says beyond what Check verifies, or rests on that is not
// proved; "" where there is nothing of the kind.
func (c *Checker) Unverified(in Instance, cl Claim) string {
	_, unverified := c.Parts(in, cl)
	return unverified
}

// Parts tells what of cl, which Check has accepted for in, Check has verified, and what Unverified tells. Both are
// "" where Check verifies all that cl says.
func (c *Checker) Parts(in Instance, cl Claim) (verified, unverified string) {
	switch {
	case c.own(in) != nil || cl.of == nil || cl.of.name != c.name:
		return "", ""
	case cl.count != nil && cl.outcome == nil:
		return c.ops.countParts(in.value, cl.count)
	case cl.count != nil: // and a certificate shows it
	case cl.verdict == Unknown || !c.ops.shown(cl.outcome):
		return "", ""
	}
	if unverified = c.ops.unverified(in.value, cl.outcome); unverified != "" {
		verified = c.ops.verified(cl.outcome)
	}
	return verified, unverified
}

// Check returns nil where cl is true of in. A claim that c has not read from a document is encoded and decoded again
// first, so nothing that only the solver's memory holds can help it. An error that
// matches ErrRejected carries the reason; a *LimitError or a context's error
// means that the check did not finish. A claim of "unknown" is rejected: there is
// nothing in it to verify.
func (c *Checker) Check(ctx context.Context, in Instance, cl Claim, lim Limits) error {
	_, err := c.check(ctx, in, cl, lim)
	return err
}

// check is Check. Of a claim that was not read from a document, it also returns what it has read in its place: the
// document, from behind the head on.
func (c *Checker) check(ctx context.Context, in Instance, cl Claim, lim Limits) (body []byte, err error) {
	if err := c.own(in); err != nil {
		return nil, err
	}
	if cl.of == nil {
		return nil, Rejectf("there is no claim")
	}
	if cl.of.name != c.name {
		return nil, Rejectf("the claim is about the family %s; the puzzle is of the family %s", cl.of.name, c.name)
	}
	if cl.verdict == Unknown && cl.count == nil {
		return nil, Rejectf("the claim is \"unknown\"; it asserts nothing that could be verified")
	}
	if cl.count == nil && !c.ops.shown(cl.outcome) {
		return nil, notShown(cl.verdict)
	}
	ctx, cancel := lim.withTime(ctx)
	defer cancel()
	again := cl
	if !cl.read || cl.of != c {
		if again, body, err = c.reread(ctx, cl, lim); err != nil {
			return nil, lim.asLimit(ctx, err)
		}
	}
	if err = c.judge(ctx, in, again, lim); err != nil && !errors.Is(err, ErrRejected) {
		if le := lim.stopped(ctx, err); le != nil {
			return nil, le
		}
	}
	return body, err
}

// judge checks what stands in a claim.
func (c *Checker) judge(ctx context.Context, in Instance, again Claim, lim Limits) error {
	switch {
	case again.count == nil:
		return c.ops.check(ctx, in.value, again.outcome, lim)
	case c.ops.checkCount == nil:
		return fmt.Errorf("%w: %s has no check for counts", ErrUnsupported, c.name)
	case again.outcome == nil:
		return c.ops.checkCount(ctx, in.value, again.count, lim)
	case again.count.Sign() != 0:
		return Rejectf("the claim counts %s; a certificate of impossibility shows a count of 0", again.count)
	case c.ops.none == nil || !c.ops.none(in.value):
		return Rejectf("that this puzzle is impossible does not show that the count is 0")
	}
	return c.ops.check(ctx, in.value, again.outcome, lim)
}

// reread is cl after a journey through its own document, with the part of that behind its head. It is slow for a claim
// of 10^7 moves, so it looks at ctx on its way.
func (c *Checker) reread(ctx context.Context, cl Claim, lim Limits) (again Claim, body []byte, err error) {
	m := lim.Meter(ctx)
	data, err := cl.of.appendHead(nil, cl.head)
	head := len(data)
	if err == nil {
		data, err = cl.appendBody(m, data)
	}
	if err != nil {
		return again, nil, AsLimit(err)
	}
	tree, err := document.ParseJSONWithin(m, data)
	if err == nil {
		again, err = c.DecodeClaim(m, &tree)
	}
	switch {
	case m.Poll() != nil:
		return again, nil, AsLimit(m.Err())
	case err != nil:
		return again, nil, Rejectf("the claim does not survive its own encoding: %v", err)
	}
	return again, data[head:], nil
}
