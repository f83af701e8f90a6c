package job

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/gridwright/gridwright/grid"
	"github.com/gridwright/gridwright/internal/engine"
	"github.com/gridwright/gridwright/puzzle"
	"github.com/gridwright/gridwright/puzzle/contest"
	"github.com/gridwright/gridwright/puzzle/document"
)

// The verbs.
const (
	Solve    = "solve"
	Count    = "count"
	Analyze  = "analyze"
	Check    = "check"
	Generate = "generate"
)

// Verbs lists the verbs, the usual one first.
func Verbs() []string { return []string{Solve, Count, Analyze, Check, Generate} }

// A Place is where a line comes from: it is said in the result, and not looked at.
type Place struct {
	File string
	Line int64 // from 1
}

// Options say what a Runner can do, and how far it goes.
type Options struct {
	Families []*puzzle.Family
	Contests []*contest.Problem // whose profiles generate offers; may be none
	Limits   puzzle.Limits      // of one line; what is zero is no limit
	Verb     string             // of lines that name none; empty: solve
}

// A Runner does jobs. It is safe for concurrent use.
type Runner struct {
	opt      Options
	families map[string]*puzzle.Family
	engine   *engine.Engine
}

// New makes a Runner. It panics where the verb is none.
func New(opt Options) *Runner {
	if opt.Verb == "" {
		opt.Verb = Solve
	}
	if !slices.Contains(Verbs(), opt.Verb) {
		panic(fmt.Sprintf("job: there is no verb %q", opt.Verb))
	}
	r := &Runner{opt: opt, families: map[string]*puzzle.Family{}}
	for _, f := range opt.Families {
		r.families[f.Name()] = f
	}
	lim := opt.Limits
	if lim.Time <= 0 { // which the engine takes for the usual limit
		lim.Time = math.MaxInt64 / 4
	}
	if lim.Memory <= 0 {
		lim.Memory = math.MaxInt64 / 4
	}
	r.engine = engine.New(opt.Families, nil, engine.Options{Contests: opt.Contests, Limits: lim})
	return r
}

// Families are those that the Runner knows.
func (r *Runner) Families() []*puzzle.Family { return r.opt.Families }

// Append does the job of a line, without its line end, and appends the result with one. What is wrong with the line is
// said in the result. The one error is that of ctx, with nothing appended.
func (r *Runner) Append(ctx context.Context, b []byte, at Place, line []byte) (out []byte, err error) {
	t := &task{Runner: r, ctx: ctx, at: at, verb: r.opt.Verb}
	from := len(b)
	defer func() {
		if p := recover(); p != nil {
			title := fmt.Sprintf("an internal fault: %.200s", fmt.Sprint(p))
			out, err = t.appendError(b[:from], &engine.Error{Kind: engine.Internal, Title: title}), nil
		}
	}()
	out, err = t.do(b, line)
	if err == nil {
		return out, nil
	}
	if ctx.Err() != nil {
		return b[:from], ctx.Err()
	}
	return t.appendError(b[:from], r.engine.Problem(ctx, err)), nil
}

// Refuse appends the result of a line that was not read, such as one that is too long.
func (r *Runner) Refuse(b []byte, at Place, why *engine.Error) []byte {
	return (&task{Runner: r, at: at}).appendError(b, why)
}

// A task is a job under way, with what is known of it so far.
type task struct {
	*Runner
	ctx    context.Context
	at     Place
	name   string
	family string
	verb   string
	digest string

	doc, claim *document.Value
}

func (t *task) do(b, line []byte) ([]byte, error) {
	ctx, end := t.deadline()
	m := t.opt.Limits.Meter(ctx)
	read := func(err error) error { // of reading
		if ctx.Err() != nil && t.ctx.Err() == nil && errors.Is(err, context.DeadlineExceeded) {
			return &puzzle.LimitError{Limit: "time", Msg: fmt.Sprintf("stopped after %v, while it was read", end)}
		}
		return puzzle.AsLimit(err)
	}
	tree, err := document.ParseJSONWithin(m, line)
	if err != nil {
		return b, read(err)
	}
	args, err := t.open(&tree)
	if err != nil {
		return b, err
	}
	if t.verb == Generate {
		return t.generate(b, args)
	}
	f, err := t.familyOf(t.doc)
	if err != nil {
		return b, err
	}
	ins, err := f.DecodeInstances(m, t.doc)
	switch {
	case err != nil:
		return b, read(err)
	case len(ins) != 1:
		return b, t.doc.Errorf("the document holds %s; a line is one job, about one", grid.Number(len(ins), "puzzle"))
	}
	in := ins[0]
	if t.name != "" {
		h := in.Head()
		h.Name = t.name
		in = in.WithHead(h)
	}
	t.name = in.Head().Name
	if err := t.identify(m.Looks() > 0, in); err != nil {
		return b, err
	}
	return t.ask(b, f, in, read)
}

// identify sets the digest of in. A large document is written aside, so that ctx can end it.
func (t *task) identify(large bool, in puzzle.Instance) (err error) {
	t.digest, err = Digest(t.ctx, t.opt.Limits, large, in)
	return err
}

// Digest is the SHA-256 sum of in's document without a head (name, author, comment, file, case), in hexadecimal digits:
// the same for all documents of one puzzle. Where the document is large, ctx and lim can end the work.
func Digest(ctx context.Context, lim puzzle.Limits, large bool, in puzzle.Instance) (string, error) {
	bare := in.WithHead(puzzle.Head{})
	var doc []byte
	var err error
	if large {
		doc, err = puzzle.AppendWithin(lim.Meter(ctx), nil, bare)
	} else {
		doc, err = bare.AppendJSON(nil)
	}
	if err != nil {
		return "", puzzle.AsLimit(err)
	}
	sum := sha256.Sum256(doc)
	var digits [2 * sha256.Size]byte
	hex.Encode(digits[:], sum[:])
	return string(digits[:]), nil
}

// ask answers the verbs about a puzzle.
func (t *task) ask(b []byte, f *puzzle.Family, in puzzle.Instance, read func(error) error) ([]byte, error) {
	lim := t.opt.Limits
	switch t.verb {
	case Count:
		cl, err := f.ProveCount(t.ctx, in, lim)
		if err != nil {
			return b, err
		}
		b = t.field(t.begin(b), "count", cl.Count().String())
		return t.end(b, "claim", cl.WithHead(in.Head()))
	case Analyze:
		doc, err := f.AppendAnalysis(t.ctx, nil, in, lim)
		if err != nil && !(errors.Is(err, puzzle.ErrLimit) && len(doc) > 0) { // the document says what stopped it
			return b, err
		}
		b = append(append(t.begin(b), `,"analysis":`...), doc...)
		return append(b, "}\n"...), nil
	case Check:
		return t.check(b, f, in, read)
	}
	cl, err := f.Prove(t.ctx, in, lim)
	if err != nil {
		return b, err
	}
	b = t.field(t.begin(b), "verdict", cl.Verdict().String())
	return t.end(b, "claim", cl.WithHead(in.Head()))
}

func (t *task) check(b []byte, f *puzzle.Family, in puzzle.Instance, read func(error) error) ([]byte, error) {
	if t.claim == nil {
		return b, t.doc.Errorf(`there is no claim to check; write {"verb": "check", "document": …, "claim": …}`)
	}
	cl, err := f.DecodeClaim(t.opt.Limits.Meter(t.ctx), t.claim)
	if err != nil {
		return b, read(err)
	}
	err = f.Check(t.ctx, in, cl, t.opt.Limits)
	switch {
	case errors.Is(err, puzzle.ErrRejected):
		b = append(t.begin(b), `,"accepted":false`...)
		b = t.field(b, "reason", strings.TrimPrefix(err.Error(), puzzle.ErrRejected.Error()+": "))
		return append(b, "}\n"...), nil
	case err != nil:
		return b, err
	}
	b = append(t.begin(b), `,"accepted":true`...)
	if verified, unverified := f.Parts(in, cl); unverified != "" {
		b = t.field(t.field(b, "verified", verified), "unverified", unverified)
	}
	return append(b, "}\n"...), nil
}

func (t *task) generate(b []byte, args engine.GenerateArgs) ([]byte, error) {
	in, err := t.engine.Generate(t.ctx, args)
	if err != nil {
		return b, err
	}
	if t.name != "" {
		in = in.WithHead(puzzle.Head{Name: t.name})
	}
	if err := t.identify(true, in); err != nil {
		return b, err
	}
	return t.end(t.begin(b), "document", in)
}

// begin appends the beginning of a result: what is known of its job.
func (t *task) begin(b []byte) []byte {
	b = append(b, '{')
	if t.at.File != "" {
		b = document.AppendQuoted(append(b, `"file":`...), strings.ToValidUTF8(t.at.File, "\uFFFD"))
		b = append(b, ',')
	}
	b = strconv.AppendInt(append(b, `"line":`...), t.at.Line, 10)
	for _, f := range [...][2]string{{"name", t.name}, {"family", t.family}, {"verb", t.verb}, {"digest", t.digest}} {
		if f[1] != "" {
			b = t.field(b, f[0], f[1])
		}
	}
	return b
}

func (t *task) field(b []byte, name, text string) []byte {
	b = append(append(append(b, ',', '"'), name...), '"', ':')
	return document.AppendQuoted(b, text)
}

// end appends a document as the last field.
func (t *task) end(b []byte, name string, doc interface{ AppendJSON([]byte) ([]byte, error) }) ([]byte, error) {
	b = append(append(append(b, ',', '"'), name...), '"', ':')
	b, err := puzzle.AppendWithin(t.opt.Limits.Meter(t.ctx), b, doc)
	if err != nil {
		return b, puzzle.AsLimit(err)
	}
	return append(b, "}\n"...), nil
}

// appendError appends the result of a job that has none. A place is one in the line.
func (t *task) appendError(b []byte, e *engine.Error) []byte {
	b = t.field(append(t.begin(b), `,"error":{"kind":"`+string(e.Kind)+`"`...), "title", e.Title)
	if e.Column > 0 {
		b = strconv.AppendInt(append(b, `,"line":`...), t.at.Line, 10)
		b = strconv.AppendInt(append(b, `,"column":`...), int64(e.Column), 10)
	}
	return append(b, "}}\n"...)
}

// deadline is a context that ends when the time of a line has passed, for those who ask Err now and then: most lines
// are read before anybody asks, and a timer would cost as much as they do.
func (t *task) deadline() (context.Context, time.Duration) {
	d := t.opt.Limits.Time
	if d <= 0 {
		return t.ctx, 0
	}
	return &lazy{t.ctx, time.Now().Add(d)}, d
}

type lazy struct {
	context.Context
	until time.Time
}

// Err implements context.Context.
func (l *lazy) Err() error {
	if err := l.Context.Err(); err != nil {
		return err
	}
	if time.Now().After(l.until) {
		return context.DeadlineExceeded
	}
	return nil
}
