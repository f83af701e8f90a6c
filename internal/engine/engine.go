package engine

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"time"

	"github.com/gridwright/gridwright/grid"
	"github.com/gridwright/gridwright/meter"
	"github.com/gridwright/gridwright/puzzle"
	"github.com/gridwright/gridwright/puzzle/contest"
	"github.com/gridwright/gridwright/scene"
)

// Options say what an Engine offers beside its families, and how far it goes. What is zero has a default.
type Options struct {
	Version  string
	Contests []*contest.Problem // whose profiles generate offers

	Limits puzzle.Limits // of a call; the default is 30 seconds and 2 GiB
	Body   int64         // bytes of arguments: 64 MiB
	Side   int           // rows, and columns, of a board that are drawn: 400
	Cells  int           // of a puzzle that is generated: 250,000
	Frames int           // of a call: 500
	Scenes int64         // bytes of the frames of a call: 32 MiB
	Cache  int64         // bytes of answers that are kept for who asks the same again; 0 keeps none
}

// An Engine answers verbs. It is safe for concurrent use.
type Engine struct {
	families []*puzzle.Family
	gallery  []puzzle.Example
	opt      Options
	verbs    map[string]Verb
	cache    *cache // nil: none
}

// New makes an engine of families, with examples to begin with.
func New(families []*puzzle.Family, gallery []puzzle.Example, opt Options) *Engine {
	orElse(&opt.Limits.Time, 30*time.Second)
	orElse(&opt.Limits.Memory, 2<<30)
	orElse(&opt.Body, 64<<20)
	orElse(&opt.Side, 400)
	orElse(&opt.Cells, 250000)
	orElse(&opt.Frames, 500)
	orElse(&opt.Scenes, 32<<20)
	e := &Engine{families: families, gallery: gallery, opt: opt, verbs: map[string]Verb{}}
	for _, v := range Verbs() {
		e.verbs[v.Name] = v
	}
	if opt.Cache > 0 {
		e.cache = newCache(opt.Cache)
	}
	return e
}

func orElse[T comparable](v *T, otherwise T) {
	var zero T
	if *v == zero {
		*v = otherwise
	}
}

// A Verb is a question, with the types of its arguments and of its result.
type Verb struct {
	Name, Doc    string
	Args, Result reflect.Type
	look         func(args []byte) error
	run          func(c *call, args []byte) (any, error)
}

// verb makes a Verb of a function.
func verb[A, R any](name, doc string, run func(c *call, args A) (R, error)) Verb {
	look := func(raw []byte) error { return readArgs(raw, new(A)) }
	return Verb{name, doc, reflect.TypeFor[A](), reflect.TypeFor[R](), look, func(c *call, raw []byte) (any, error) {
		var args A
		if err := readArgs(raw, &args); err != nil {
			return nil, err
		}
		return run(c, args)
	}}
}

// Verbs lists all verbs.
func Verbs() []Verb {
	return []Verb{
		verb("families", "What there is: the families, what each answers, and a gallery of examples.", (*call).list),
		verb("decode", "Read puzzles from a document or from any text format.", (*call).decode),
		verb("encode", "Write a puzzle in a text format, or as a document.", (*call).encode),
		verb("draw", "A puzzle as scenes, with how it is played and edited.", (*call).draw),
		verb("apply", "Make moves.", (*call).apply),
		verb("paint", "Paint cells of a layer.", (*call).paint),
		verb("resize", "Give a puzzle other sides.", (*call).resize),
		verb("choose", "Set a choice.", (*call).choose),
		about("solve", "Decide a puzzle, with evidence that has passed its check.", (*call).solve,
			func(a Answer) bool { return a.Verdict != puzzle.Unknown.String() }),
		verb("frames", "The boards along a solution from any number on, or the steps of an argument.", (*call).frames),
		about("hint", "The next move of a best way from here.", (*call).hint, func(Hint) bool { return true }),
		about("count", "Count what the family counts.", (*call).count, func(Counted) bool { return true }),
		about("analyze", "What is known about a puzzle apart from its answer.", (*call).analyze,
			func(a Analysis) bool { return a.Stopped == "" }),
		verb("generate", "Make a puzzle.", (*call).generate),
		verb("check", "Check what somebody says about a puzzle.", (*call).check),
		verb("share", "The part of a link behind its #, which holds a puzzle and perhaps a claim.", (*call).share),
		verb("open", "Read such a link.", (*call).open),
		verb("render", "A picture of a puzzle or of an answer.", (*call).render),
		verb("schema", "The JSON Schema of a family's documents.", (*call).schema),
	}
}

// A call is a verb under way.
type call struct {
	*Engine
	ctx context.Context
	m   *meter.Meter
	lim puzzle.Limits
	hit bool // the answer had been kept
}

// A Request is a verb with its arguments. Limits that are zero are the engine's own; who asks sees to it that others
// are no more than they may be.
type Request struct {
	Verb   string
	Args   []byte
	Limits puzzle.Limits

	// Ended, where it is set, is called once: when all work of the question has ended. What asks nobody goes on for a
	// moment behind the back of an answer that did not wait for it.
	Ended func()
}

// A Reply is the result of a verb, which nobody changes. Hit says that it had been kept.
type Reply struct {
	Body []byte
	Hit  bool
}

// Limits are those of a call that brings none.
func (e *Engine) Limits() puzzle.Limits { return e.opt.Limits }

// Keeps reports whether e keeps answers.
func (e *Engine) Keeps() bool { return e.cache != nil }

// Has reports whether there is such a verb.
func (e *Engine) Has(verb string) bool { return e.verbs[verb].run != nil }

// verb finds a verb that may take so many arguments.
func (e *Engine) verb(name string, args []byte) (v Verb, err error) {
	v, ok := e.verbs[name]
	if !ok {
		return v, &Error{Kind: Unsupported, Title: fmt.Sprintf("there is no verb %s%s", grid.Quote(name),
			grid.DidYouMean(name, e.Names()))}
	}
	if int64(len(args)) > e.opt.Body {
		return v, &Error{Kind: Limit, Title: fmt.Sprintf("the request has %s; at most %s are read",
			puzzle.Bytes(int64(len(args))), puzzle.Bytes(e.opt.Body))}
	}
	return v, nil
}

// Look says what is wrong with a question before any work is done for it: that there is no such verb, or that its
// arguments cannot be read. The documents in them are read when it is asked. Errors are of the type *Error.
func (e *Engine) Look(verb string, args []byte) error {
	v, err := e.verb(verb, args)
	if err != nil {
		return err
	}
	if err := v.look(args); err != nil {
		return e.Problem(context.Background(), err)
	}
	return nil
}

// Names are the names of all verbs.
func (e *Engine) Names() []string { return slices.Sorted(maps.Keys(e.verbs)) }

// Call answers a verb. Errors are of the type *Error.
func (e *Engine) Call(ctx context.Context, name string, args []byte) (result []byte, err error) {
	reply, err := e.Ask(ctx, Request{Verb: name, Args: args})
	return reply.Body, err
}

// Ask answers a verb within limits of its own. Errors are of the type *Error.
func (e *Engine) Ask(ctx context.Context, r Request) (reply Reply, err error) {
	if r.Ended != nil {
		left := new(meter.Left)
		ctx = meter.Watch(ctx, left)
		defer func() { left.Then(r.Ended) }()
	}
	defer func() {
		if r := recover(); r != nil {
			reply, err = Reply{}, &Error{Kind: Internal, Title: fmt.Sprintf("an internal fault: %.200s", fmt.Sprint(r))}
		}
	}()
	v, err := e.verb(r.Verb, r.Args)
	if err != nil {
		return reply, err
	}
	lim := r.Limits
	orElse(&lim.Time, e.opt.Limits.Time)
	orElse(&lim.Memory, e.opt.Limits.Memory)
	// A question has the limit on time for itself; reading, checking and drawing have as much again.
	timed, cancel := context.WithTimeout(ctx, 2*lim.Time)
	defer cancel()
	c := &call{Engine: e, ctx: timed, m: lim.Meter(timed), lim: lim}
	out, err := v.run(c, r.Args)
	if err == nil {
		reply.Body, err = marshal(out)
	}
	if err != nil {
		return Reply{}, problem(ctx, err, lim)
	}
	reply.Hit = c.hit
	return reply, nil
}

// marshal writes v without a line end. Text is for JSON alone: < and & stand as they are.
func marshal(v any) ([]byte, error) {
	switch v := v.(type) {
	case View:
		return v.append()
	case ready:
		return v, nil
	}
	return encode(v)
}

func encode(v any) ([]byte, error) {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		return nil, fmt.Errorf("%w: %w", puzzle.ErrInternal, err)
	}
	return bytes.TrimSuffix(b.Bytes(), []byte("\n")), nil
}

func (c *call) limits() puzzle.Limits { return c.lim }

func (e *Engine) window() scene.Window { return scene.Corner(e.opt.Side, e.opt.Side) }
