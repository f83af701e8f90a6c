package engine

import (
	"context"
	"errors"
	"hash/fnv"
	"io"
	"math"
	"math/rand/v2"
	"strings"

	"github.com/gridwright/gridwright/grid"
	"github.com/gridwright/gridwright/puzzle"
	"github.com/gridwright/gridwright/puzzle/contest"
	"github.com/gridwright/gridwright/scene"
)

// Nothing is the arguments of a verb that takes none.
type Nothing struct{}

// A List is what there is.
type List struct {
	Version  string    `json:"version" doc:"of the server"`
	Families []Family  `json:"families" doc:"those that this server knows"`
	Gallery  []Example `json:"gallery" doc:"puzzles to begin with"`
}

// A Family is what a family can do.
type Family struct {
	Name     string            `json:"name" doc:"as documents have it"`
	Title    string            `json:"title" doc:"for a person"`
	Doc      string            `json:"doc" doc:"what its puzzles are, in a paragraph"`
	Formats  []Format          `json:"formats" doc:"text formats beside documents"`
	Can      map[string]bool   `json:"can" doc:"by verb; also distance, all, every and edit"`
	Why      map[string]string `json:"why" doc:"it cannot, in a few words"`
	How      map[string]string `json:"how" doc:"it does, in a few words"`
	CountOf  string            `json:"countOf" doc:"what count counts"`
	Profiles []Profile         `json:"profiles" doc:"as generate takes them"`
}

// A Format is a text format.
type Format struct {
	Name   string `json:"name" doc:"as encode and decode take it"`
	Doc    string `json:"doc" doc:"what it looks like"`
	Sample string `json:"sample" doc:"a puzzle in it"`
}

// A Profile is a way to make puzzles.
type Profile struct {
	Name  string `json:"name" doc:"as generate takes it"`
	Title string `json:"title" doc:"what they are, for a person"`
	Group string `json:"group" doc:"of which problem, where there are several"`
	Least int    `json:"least" doc:"size, in what the family counts: cells or blocks"`
	Most  int    `json:"most" doc:"size, at the most"`
}

// An Example is a puzzle to begin with.
type Example struct {
	Family   string       `json:"family" doc:"its name"`
	Name     string       `json:"name" doc:"what the puzzle is called"`
	Note     string       `json:"note" doc:"what is special about it, in a few words"`
	Document Document     `json:"document"`
	Scene    *scene.Scene `json:"scene" doc:"its picture"`
}

// asked are the questions by the names that a page has for them.
func asked() map[string]puzzle.Question {
	return map[string]puzzle.Question{
		"solve": puzzle.AskSolve, "count": puzzle.AskCount, "hint": puzzle.AskHint, "apply": puzzle.AskApply,
		"analyze": puzzle.AskAnalyze, "scramble": puzzle.AskScramble, "distance": puzzle.AskDistance,
		"all": puzzle.AskAll, "every": puzzle.AskEvery, "when": puzzle.AskWhen,
	}
}

func (c *call) list(Nothing) (out List, err error) {
	out = List{Version: c.opt.Version, Families: []Family{}, Gallery: []Example{}}
	for _, f := range c.families {
		out.Families = append(out.Families, c.about(f))
	}
	for _, ex := range c.gallery {
		in, f, err := c.puzzle(Document(ex.Document))
		if errors.Is(err, puzzle.ErrInput) { // it is ours
			err = errors.Join(puzzle.ErrInternal, err)
		}
		if err != nil {
			return out, err
		}
		one := Example{Family: f.Name(), Name: ex.Name, Note: ex.Note}
		d, err := c.drawing(in, f)
		if err == nil {
			one.Document, err = c.document(in)
		}
		if err != nil {
			return out, err
		}
		if len(d.Scenes) > 0 {
			one.Scene = d.Scenes[0]
			one.Scene.Handles = nil
		}
		out.Gallery = append(out.Gallery, one)
	}
	return out, nil
}

func (c *call) about(f *puzzle.Family) Family {
	out := Family{Name: f.Name(), Title: f.Title(), Doc: unwrap(f.Doc()), Formats: []Format{}, CountOf: f.CountOf(),
		Can: map[string]bool{"generate": true, "edit": f.Edits()}, Why: map[string]string{}, How: map[string]string{},
		Profiles: []Profile{}}
	for _, t := range f.Formats() {
		out.Formats = append(out.Formats, Format{t.Name, unwrap(t.Doc), t.Sample})
	}
	for name, q := range asked() {
		out.Can[name] = f.Can(q)
		if why := f.Why(q); why != "" {
			out.Why[name] = why
		}
		if how := f.How(q); how != "" {
			out.How[name] = how
		}
	}
	for _, p := range c.opt.Contests {
		if p.Family() != f {
			continue
		}
		for _, k := range p.Profiles() {
			out.Profiles = append(out.Profiles, Profile{p.Name() + "/" + k.Name, sentence(unwrap(k.Doc)), p.About().Title,
				k.Sizes[0], k.Sizes[1]})
		}
	}
	return out
}

// unwrap makes one line of a paragraph.
func unwrap(text string) string { return strings.Join(strings.Fields(text), " ") }

// GenerateArgs say what puzzle is wanted.
type GenerateArgs struct {
	Family   string `json:"family" doc:"the name of a family"`
	Profile  string `json:"profile,omitempty" doc:"one of the family's; empty for any puzzle"`
	Size     int    `json:"size,omitempty" doc:"in what the family counts: cells or blocks; 16 where nothing is said"`
	Seed     uint64 `json:"seed,omitempty" doc:"a number that decides all that is random"`
	Distance *int64 `json:"distance,omitempty" doc:"the cost of the best solution, exactly"`
}

const usualSize = 16

func (c *call) generate(a GenerateArgs) (View, error) {
	in, err := c.made(a)
	if err != nil {
		return View{}, err
	}
	return c.view(in, in.Solver())
}

// Generate is the verb generate for a caller in Go who wants the puzzle and no picture of it. Errors are of the type
// *Error.
func (e *Engine) Generate(ctx context.Context, a GenerateArgs) (puzzle.Instance, error) {
	timed, cancel := context.WithTimeout(ctx, 2*e.opt.Limits.Time)
	defer cancel()
	c := &call{Engine: e, ctx: timed, m: e.opt.Limits.Meter(timed)}
	in, err := c.made(a)
	if err != nil {
		return in, e.Problem(ctx, err)
	}
	return in, nil
}

// made is the puzzle that is wanted.
func (c *call) made(a GenerateArgs) (in puzzle.Instance, err error) {
	f, err := c.family(a.Family)
	if err != nil {
		return in, err
	}
	if a.Size == 0 {
		a.Size = usualSize
	}
	switch {
	case a.Size < 0:
		return in, inputf("the size is %d; it is a positive number", a.Size)
	case a.Size > c.opt.Cells:
		return in, &Error{Kind: Limit, Title: "a puzzle that is made here has at most " +
			grid.Number(c.opt.Cells, "cell")}
	case a.Distance != nil && (*a.Distance < 0 || *a.Distance > math.MaxInt32):
		return in, inputf("the distance is %d; it is from 0 to %d", *a.Distance, math.MaxInt32)
	}
	p, profile, err := c.profile(f, a.Profile)
	if err != nil {
		return in, err
	}
	in, err = aside(c, func() (puzzle.Instance, error) {
		if p != nil {
			return p.Generate(profile, a.Seed, 0, a.Size)
		}
		return f.Generate(rand.New(rand.NewPCG(a.Seed, 0)), a.Size), nil
	})
	if err != nil {
		return in, err
	}
	if a.Distance != nil {
		h := fnv.New64a()
		io.WriteString(h, a.Profile)
		if in, err = f.Scramble(c.ctx, in, *a.Distance, rand.New(rand.NewPCG(a.Seed, h.Sum64())), c.limits()); err != nil {
			return in, err
		}
	}
	return in, nil
}

// profile finds a profile, as "contest/profile"; nil where none is named.
func (c *call) profile(f *puzzle.Family, name string) (*contest.Problem, string, error) {
	if name == "" {
		return nil, "", nil
	}
	var names []string
	for _, p := range c.opt.Contests {
		for _, k := range p.Profiles() {
			full := p.Name() + "/" + k.Name
			if p.Family() == f && full == name {
				return p, k.Name, nil
			}
			if p.Family() == f {
				names = append(names, full)
			}
		}
	}
	return nil, "", inputf("%s has no profile %s%s", f.Name(), grid.Quote(name), grid.DidYouMean(name, names))
}

// SchemaArgs name a family.
type SchemaArgs struct {
	Family string `json:"family" doc:"the name of a family"`
}

// Schemas are those of a family's documents.
type Schemas struct {
	Instance Document `json:"instance"`
	Claim    Document `json:"claim"`
}

func (c *call) schema(a SchemaArgs) (out Schemas, err error) {
	f, err := c.family(a.Family)
	if err != nil {
		return out, err
	}
	if out.Instance, err = f.Schema(puzzle.SchemaInstance); err == nil {
		out.Claim, err = f.Schema(puzzle.SchemaClaim)
	}
	return out, err
}
