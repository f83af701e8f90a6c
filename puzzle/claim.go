package puzzle

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/big"
	"slices"
	"strconv"

	"github.com/gridwright/gridwright/meter"
	"github.com/gridwright/gridwright/puzzle/document"
)

// maxCountDigits bounds the numbers that documents may carry.
const maxCountDigits = 1 << 20

// What an instance of a document takes besides what its family keeps: an any and an Instance.
const (
	bytesPerInstance = 48
	stepsPerInstance = 1000
)

// A Claim is something said about an instance: a verdict with its evidence, or a count.
type Claim struct {
	of      *Checker
	verdict Verdict
	outcome any // Outcome[W, C] of the family
	stopped *Stopped
	count   *big.Int // a count; outcome is then nil, or "impossible" with the certificate that shows a count of 0
	head    *Head    // nil: empty
	read    bool     // by of, from a document
	proven  []byte   // what stands in its document behind the head, where it has been checked so; nil: write it
}

// Family names the family that the claim is about.
func (c Claim) Family() string { return c.of.name }

// Verdict is the claim's verdict; Unknown for a count.
func (c Claim) Verdict() Verdict { return c.verdict }

// Count is the claimed number, or nil where the claim is a verdict. It is the caller's own.
func (c Claim) Count() *big.Int {
	if c.count == nil {
		return nil
	}
	return new(big.Int).Set(c.count)
}

// Stopped is the limit behind Unknown, or nil.
func (c Claim) Stopped() *Stopped { return c.stopped }

// Value is the family's own Outcome[W, C], for callers that know the family. Of a count it is nil, or the outcome
// "impossible" whose certificate shows that the count is 0.
func (c Claim) Value() any { return c.outcome }

// Reason is the claim of "impossible" with the certificate that shows a count of 0; ok is false where c is no count or
// holds none.
func (c Claim) Reason() (why Claim, ok bool) {
	if c.count == nil || c.outcome == nil {
		return Claim{}, false
	}
	return Claim{of: c.of, verdict: Impossible, outcome: c.outcome, head: c.head}, true
}

// ZeroBy is the claim that the count about in is 0, shown by the certificate of cl, a claim of "impossible" about in;
// ok is false where cl has none, or where impossible means less.
func (c *Checker) ZeroBy(in Instance, cl Claim) (zero Claim, ok bool) {
	if c.own(in) != nil || c.ownVerdict(cl) != nil || cl.verdict != Impossible || !c.ops.shown(cl.outcome) {
		return Claim{}, false
	}
	if c.ops.none == nil || !c.ops.none(in.value) {
		return Claim{}, false
	}
	return Claim{of: c, count: new(big.Int), outcome: cl.outcome, head: cl.head}, true
}

// usualDocument is how many bytes most documents of small puzzles have, with what is claimed of them.
const usualDocument = 512

// appendHead begins a document: family, version, and what h holds.
func (c *Checker) appendHead(b []byte, h *Head) ([]byte, error) {
	b = append(slices.Grow(b, usualDocument), `{"family":`...)
	b = document.AppendQuoted(b, c.name)
	b = append(b, `,"version":`...)
	return h.appendTo(strconv.AppendInt(b, int64(c.version), 10))
}

// A Lengthy value of Data.Encode knows about how many bytes of JSON it becomes, where these may be many more than it
// takes itself. They are asked for before they are made.
type Lengthy interface{ JSONBytes() int64 }

// copiesOfJSON is how many copies of a document the encoder has at once: what a value's own MarshalJSON returns, its
// buffer, and the buffer that it writes to.
const copiesOfJSON = 3

// marshal appends what json.Marshal makes of v without HTML escapes: '<' may be a tile. What can append itself, as a
// json.Marshaler that needs no second look, does so.
func marshal(m *meter.Meter, b []byte, v any) ([]byte, error) {
	if l, ok := v.(Lengthy); ok {
		if err := m.Room("a document of this size", copiesOfJSON*l.JSONBytes()); err != nil {
			return b, err
		}
	}
	if a, ok := v.(interface {
		AppendJSON(b []byte) ([]byte, error)
	}); ok {
		return a.AppendJSON(b)
	}
	buf := bytes.NewBuffer(b)
	enc := json.NewEncoder(buf)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		return b, err
	}
	return bytes.TrimSuffix(buf.Bytes(), []byte("\n")), nil
}

// AppendJSON appends the instance's document.
func (in Instance) AppendJSON(b []byte) ([]byte, error) { return in.appendWithin(nil, b) }

func (in Instance) appendWithin(m *meter.Meter, b []byte) ([]byte, error) {
	v, err := in.of.ops.encode(in.value)
	if err != nil {
		return b, err
	}
	if b, err = in.of.appendHead(b, in.head); err != nil {
		return b, err
	}
	head := len(b)
	if b, err = marshal(m, b, v); err != nil {
		return b, err
	}
	if body := b[head:]; len(body) < 2 || body[0] != '{' {
		return b, fmt.Errorf("%w: %s encodes an instance as something other than an object", ErrInternal, in.of.name)
	} else if len(body) == 2 {
		return append(b[:head], '}'), nil
	}
	b[head] = ',' // where the object of the family's own fields began
	return b, nil
}

// AppendWithin appends doc's document to b; m, which may be nil, ends the writing.
func AppendWithin(m *meter.Meter, b []byte, doc interface{ AppendJSON([]byte) ([]byte, error) }) ([]byte, error) {
	write := doc.AppendJSON
	switch d := doc.(type) {
	case Claim:
		return d.appendWithin(m, b)
	case Instance:
		fork := m.Fork()
		write = func(b []byte) ([]byte, error) { return d.appendWithin(fork, b) }
	}
	var data []byte // the goroutine's until it has ended: the encoder of the standard library asks nobody
	err := m.Aside(func() (err error) {
		data, err = write(nil)
		return err
	})
	if err != nil {
		return b, err
	}
	if b == nil {
		return data, nil
	}
	return append(b, data...), nil
}

// AppendJSON appends the claim's document.
func (c Claim) AppendJSON(b []byte) ([]byte, error) { return c.appendWithin(nil, b) }

func (c Claim) appendWithin(m *meter.Meter, b []byte) ([]byte, error) {
	b, err := c.of.appendHead(b, c.head)
	if err != nil {
		return b, err
	}
	if c.proven != nil {
		return append(b, c.proven...), nil
	}
	return c.appendBody(m, b)
}

// appendBody appends what stands behind the head.
func (c Claim) appendBody(m *meter.Meter, b []byte) ([]byte, error) {
	if c.count != nil {
		b = append(append(append(b, `,"count":"`...), c.count.String()...), '"')
		if c.outcome == nil {
			return append(b, '}'), nil
		}
		return c.appendEvidence(m, b, Impossible.String())
	}
	b = append(append(append(b, `,"verdict":"`...), c.verdict.String()...), '"')
	if c.verdict == Unknown {
		if c.stopped != nil {
			b = append(b, `,"stopped":{"limit":`...)
			b = document.AppendQuoted(b, c.stopped.Limit)
			b = append(b, `,"detail":`...)
			b = document.AppendQuoted(b, c.stopped.Msg)
			b = append(b, '}')
		}
		return append(b, '}'), nil
	}
	if !c.of.ops.shown(c.outcome) {
		return append(b, '}'), nil
	}
	return c.appendEvidence(m, b, c.verdict.evidence())
}

// appendEvidence appends the evidence as the last field of a document.
func (c Claim) appendEvidence(m *meter.Meter, b []byte, field string) ([]byte, error) {
	b = append(append(append(b, `,"`...), field...), `":`...)
	b, err := c.of.ops.appendSide(m, b, c.outcome)
	return append(b, '}'), err
}

// FamilyOf returns the text in the field "family" of a document.
func FamilyOf(v *document.Value) (string, error) {
	f, err := v.Object("the document")
	if err != nil {
		return "", err
	}
	name, err := f.Need("family")
	if err != nil {
		return "", err
	}
	return name.String("family")
}

// head reads family, version and Head.
func (c *Checker) head(v *document.Value, what string) (*document.Fields, *Head, error) {
	f, err := v.Object(what)
	if err != nil {
		return nil, nil, err
	}
	for _, field := range []string{"family", "version"} {
		if _, err := f.Need(field); err != nil {
			return nil, nil, err
		}
	}
	h, err := c.lentHead(f)
	return f, h, err
}

// lentHead is head where family and version may be left out: whoever asks c knows them.
func (c *Checker) lentHead(f *document.Fields) (*Head, error) {
	if fam := f.Get("family"); fam != nil {
		name, err := fam.String("family")
		if err != nil {
			return nil, err
		}
		if name != c.name {
			return nil, fam.Errorf("family is %s; %q is expected", document.Quoted(name), c.name)
		}
	}
	if ver := f.Get("version"); ver != nil {
		_, err := ver.Int("version", int64(c.version), int64(c.version))
		if err != nil && ver.Kind() == document.Number {
			err = ver.Errorf("version is %.20s; this program reads version %d", ver.AppendJSON(nil), c.version)
		}
		if err != nil {
			return nil, err
		}
	}
	return decodeHead(f)
}

// DecodeInstances reads an instance document, which may hold several instances. m, which may be nil, stops it as
// it stops ReadText.
func (c *Checker) DecodeInstances(m *meter.Meter, v *document.Value) ([]Instance, error) {
	f, head, err := c.head(v, "the document")
	if err != nil {
		return nil, err
	}
	if err := f.Alias("goal", "target"); err != nil {
		return nil, err
	}
	looks := m.Looks()
	ps, err := c.ops.decode(m, f)
	if err != nil {
		return nil, decodeLimit(err)
	}
	if err := f.Done(); err != nil {
		return nil, err
	}
	if err := m.Hold("the document", bytesPerInstance*int64(len(ps))); err != nil {
		return nil, decodeLimit(err)
	}
	out := make([]Instance, len(ps))
	for i, p := range ps {
		if err := m.Work(stepsPerInstance); err != nil {
			return nil, err
		}
		if err := c.valid(m, p, m.Looks() > looks); err != nil {
			return nil, err
		}
		out[i] = Instance{c, p, head}
	}
	return out, nil
}

// DecodeClaim reads a claim document, which may leave out family and version. m, which may be nil, stops it as it stops
// ReadText. A verdict without evidence is a claim, though none that Check accepts.
func (c *Checker) DecodeClaim(m *meter.Meter, v *document.Value) (Claim, error) {
	f, err := v.Object("the claim")
	if err != nil {
		return Claim{}, err
	}
	head, err := c.lentHead(f)
	if err != nil {
		return Claim{}, err
	}
	if n := f.Get("count"); n != nil {
		cl := Claim{of: c, head: head, read: true}
		if cl.count, err = n.BigTextWithin(m, "count", maxCountDigits); err != nil {
			return Claim{}, decodeLimit(err)
		}
		if cl.outcome, err = c.decodeReason(m, f, cl.count); err != nil {
			return Claim{}, err
		}
		return cl, f.Done()
	}
	vv, err := f.Need("verdict")
	if err != nil {
		return Claim{}, err
	}
	name, err := vv.String("verdict")
	if err != nil {
		return Claim{}, err
	}
	verdict, ok := ParseVerdict(name)
	if !ok {
		return Claim{}, vv.Errorf("verdict is %s; it must be solved, impossible or unknown", document.Quoted(name))
	}
	cl := Claim{of: c, verdict: verdict, head: head}
	if verdict == Unknown {
		if cl.stopped, err = decodeStopped(f.Get("stopped")); err != nil {
			return Claim{}, err
		}
		cl.outcome = c.ops.unknown(cl.stopped)
		return cl, f.Done()
	}
	cl.outcome, cl.read = c.ops.bare(verdict), true
	if side := f.Get(verdict.evidence()); side != nil {
		if cl.outcome, err = c.ops.decodeSide(m, verdict, side); err != nil {
			return Claim{}, decodeLimit(err)
		}
	}
	return cl, f.Done()
}

// decodeReason reads the certificate that shows a count of 0; nil where the document holds none.
func (c *Checker) decodeReason(m *meter.Meter, f *document.Fields, count *big.Int) (any, error) {
	if c.ops.none == nil {
		return nil, nil // and the field is one too many
	}
	side := f.Get(Impossible.String())
	if side == nil {
		return nil, nil
	}
	if count.Sign() != 0 {
		return nil, side.Errorf("only a count of 0 can be shown by a certificate of impossibility")
	}
	o, err := c.ops.decodeSide(m, Impossible, side)
	if err != nil {
		return nil, decodeLimit(err)
	}
	return o, nil
}

func decodeStopped(v *document.Value) (*Stopped, error) {
	if v == nil {
		return &Stopped{}, nil
	}
	f, err := v.Object("stopped")
	if err != nil {
		return nil, err
	}
	st := &Stopped{}
	if d := f.Get("limit"); d != nil {
		if st.Limit, err = d.String("limit"); err != nil {
			return nil, err
		}
	}
	if d := f.Get("detail"); d != nil {
		if st.Msg, err = d.String("detail"); err != nil {
			return nil, err
		}
	}
	return st, f.Done()
}
