package engine

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"

	"github.com/gridwright/gridwright/grid"
	"github.com/gridwright/gridwright/puzzle"
	"github.com/gridwright/gridwright/scene"
)

// A View is a puzzle as it is seen, played and edited.
type View struct {
	Document Document `json:"document"`
	Family   string   `json:"family" doc:"its name"`
	Name     string   `json:"name,omitempty" doc:"what the puzzle is called"`

	Scenes []*scene.Scene `json:"scenes" doc:"the board now, then the target and the like"`
	About  []string       `json:"about" doc:"sentences about what the scenes do not show"`
	Done   bool           `json:"done" doc:"the target stands"`

	Opening string `json:"opening,omitempty" doc:"of moves applied: what is a choice in front of them and counts as none"`

	Layers  []Layer  `json:"layers" doc:"what can be painted"`
	Choices []Choice `json:"choices" doc:"settings of the whole puzzle"`
	Resize  *Sides   `json:"resize" doc:"null where the sides are fixed"`
}

// append writes v as encode would, without looking at its document and scenes once more: of large boards they are all
// there is to write.
func (v View) append() ([]byte, error) {
	doc, scenes := v.Document, v.Scenes
	v.Document, v.Scenes = nil, nil
	rest, err := encode(v)
	if err != nil {
		return nil, err
	}
	// Quotes within texts are escaped, so that these are the fields.
	rest, isFirst := bytes.CutPrefix(rest, []byte(`{"document":null`))
	head, tail, isThere := bytes.Cut(rest, []byte(`,"scenes":null`))
	if !isFirst || !isThere || !json.Valid(doc) {
		return nil, fmt.Errorf("%w: a view without a document or scenes", puzzle.ErrInternal)
	}
	b := make([]byte, 0, 2*len(doc)+len(rest)+100)
	b = append(append(append(b, `{"document":`...), doc...), head...)
	b = append(b, `,"scenes":[`...)
	for i, s := range scenes {
		if i > 0 {
			b = append(b, ',')
		}
		if b, err = s.AppendJSON(b); err != nil {
			return nil, fmt.Errorf("%w: %w", puzzle.ErrInternal, err)
		}
	}
	return append(append(b, ']'), tail...), nil
}

// A Layer is what can be painted; see puzzle.Layer.
type Layer struct {
	Name    string     `json:"name" doc:"as paint takes it"`
	Title   string     `json:"title" doc:"for a person"`
	Palette []Swatch   `json:"palette" doc:"symbols that a cell may get"`
	Act     puzzle.Act `json:"act" enum:"paint,toggle,swap"`
	Scene   int        `json:"scene" doc:"which of the scenes shows it"`
	Margin  int        `json:"margin,omitempty" doc:"how many cells around the scene can be painted too"`
}

// A Swatch is a symbol that a cell may get.
type Swatch struct {
	Symbol string `json:"symbol" doc:"as paint takes it"`
	Name   string `json:"name" doc:"for a person"`
	Kind   string `json:"kind,omitempty" doc:"of a cell of the ground"`
	Look   *Look  `json:"look,omitempty" doc:"of a piece"`
}

// A Look is how a piece looks, as scenes have it.
type Look struct {
	Colour int    `json:"colour,omitempty" doc:"its number in the palette"`
	Shape  string `json:"shape,omitempty" doc:"its outline, in a word"`
	Label  string `json:"label,omitempty" doc:"text on it"`
}

// A Choice is a setting of the whole puzzle.
type Choice struct {
	Name   string        `json:"name" doc:"as choose takes it"`
	Title  string        `json:"title" doc:"for a person"`
	Values []ChoiceValue `json:"values" doc:"those that there are"`
	Value  string        `json:"value" doc:"the one that stands now"`
	Free   bool          `json:"free" doc:"any text may be given"`
}

// A ChoiceValue is a value and its name for a person.
type ChoiceValue struct {
	Value string `json:"value" doc:"as choose takes it"`
	Title string `json:"title" doc:"for a person"`
}

// Sides are what the sides may be, and are.
type Sides struct {
	Least int `json:"least" doc:"rows, and columns, at the least"`
	Most  int `json:"most" doc:"rows, and columns, at the most"`
	Rows  int `json:"rows" doc:"rows now"`
	Cols  int `json:"cols" doc:"columns now"`
}

// view makes the View of in.
func (c *call) view(in puzzle.Instance, f *puzzle.Family) (v View, err error) {
	d, err := c.drawing(in, f)
	if err != nil {
		return v, err
	}
	doc, err := c.document(in)
	if err != nil {
		return v, err
	}
	v = View{Document: doc, Family: f.Name(), Name: in.Head().Name, Scenes: d.Scenes, About: d.About,
		Layers: []Layer{}, Choices: []Choice{}}
	v.Scenes, v.About = slices.Grow(v.Scenes, 1)[:len(d.Scenes)], append([]string{}, d.About...)
	if len(d.Scenes) > 0 {
		v.Done = d.Scenes[0].Done
		if s := d.Scenes[0]; s.Shown().Rows < s.Rows || s.Shown().Cols < s.Cols {
			v.About = append(v.About, "the board has "+grid.Number(s.Rows, "row")+" and "+grid.Number(s.Cols, "column")+
				", of which the first are shown")
		}
	}
	if e, err := f.Editing(in); err == nil {
		v.edit(e)
	}
	return v, nil
}

// aside does work that nobody can stop, and does not wait for it longer than c may last.
func aside[T any](c *call, work func() (T, error)) (out T, err error) {
	var made T // the goroutine's until it has ended
	err = c.m.Aside(func() (err error) {
		made, err = work()
		return err
	})
	if err != nil {
		return out, err
	}
	return made, nil
}

// drawing draws in.
func (c *call) drawing(in puzzle.Instance, f *puzzle.Family) (puzzle.Drawing, error) {
	return aside(c, func() (puzzle.Drawing, error) { return f.Draw(in, c.window()) })
}

// tell makes the story of a claim, which may be one that no checker has seen.
func (c *call) tell(in puzzle.Instance, f *puzzle.Family, cl puzzle.Claim, w scene.Window) (puzzle.Story, error) {
	return aside(c, func() (puzzle.Story, error) { return f.Tell(c.ctx, in, cl, w, c.limits()) })
}

func (v *View) edit(e puzzle.Editing) {
	for _, l := range e.Layers {
		out := Layer{Name: l.Name, Title: l.Title, Palette: []Swatch{}, Act: l.Act, Scene: l.Scene, Margin: l.Margin}
		for _, s := range l.Palette {
			w := Swatch{Symbol: s.Symbol, Name: s.Name}
			switch {
			case s.Kind != scene.Floor:
				w.Kind = s.Kind.String()
			case s.Look != scene.Look{}:
				w.Look = &Look{s.Look.Colour, s.Look.Shape.String(), s.Look.Label}
			}
			out.Palette = append(out.Palette, w)
		}
		v.Layers = append(v.Layers, out)
	}
	for _, c := range e.Choices {
		out := Choice{Name: c.Name, Title: c.Title, Value: c.Value, Free: c.Free, Values: []ChoiceValue{}}
		for _, x := range c.Values {
			out.Values = append(out.Values, ChoiceValue(x))
		}
		v.Choices = append(v.Choices, out)
	}
	if s := e.Sides; s != nil {
		v.Resize = &Sides{s.Least, s.Most, s.Rows, s.Cols}
	}
}

// One is a puzzle and nothing else.
type One struct {
	Document Document `json:"document"`
}

func (c *call) draw(a One) (View, error) {
	return c.changed(a.Document, func(in puzzle.Instance, _ *puzzle.Family) (puzzle.Instance, error) { return in, nil })
}

// changed reads a puzzle, changes it and draws what comes out.
func (c *call) changed(doc Document, change func(in puzzle.Instance, f *puzzle.Family) (puzzle.Instance, error)) (View,
	error) {
	in, f, err := c.puzzle(doc)
	if err == nil {
		in, err = change(in, f)
	}
	if err != nil {
		return View{}, err
	}
	return c.view(in, f)
}

// ApplyArgs are moves, in the family's words.
type ApplyArgs struct {
	Document Document `json:"document"`
	Moves    string   `json:"moves" doc:"in the words of the family, as hint and the handles of draw have them"`
}

func (c *call) apply(a ApplyArgs) (View, error) {
	opening := ""
	v, err := c.changed(a.Document, func(in puzzle.Instance, f *puzzle.Family) (puzzle.Instance, error) {
		opening = f.Opening(a.Moves)
		return f.Apply(c.ctx, in, a.Moves, c.limits())
	})
	v.Opening = opening
	return v, err
}

// edited is changed for what nobody can stop.
func (c *call) edited(doc Document, change func(in puzzle.Instance, f *puzzle.Family) (puzzle.Instance, error)) (View,
	error) {
	return c.changed(doc, func(in puzzle.Instance, f *puzzle.Family) (puzzle.Instance, error) {
		return aside(c, func() (puzzle.Instance, error) { return change(in, f) })
	})
}

// PaintArgs are a stroke: cells of a layer, from 0, and the symbol that they get. In a layer that is toggled the symbol
// may be left out; in one whose cells are swapped there are two cells and no symbol.
type PaintArgs struct {
	Document Document `json:"document"`
	Layer    string   `json:"layer" doc:"the name of one of the layers of draw"`
	Strokes  [][2]int `json:"strokes" doc:"row and column of each cell, from 0, of the scene that shows the layer"`
	Symbol   string   `json:"symbol,omitempty" doc:"one of its palette"`
	Bare     bool     `json:"bare,omitempty" doc:"leave out the handles of the scenes: nobody plays while they paint"`
}

func (c *call) paint(a PaintArgs) (View, error) {
	v, err := c.edited(a.Document, func(in puzzle.Instance, f *puzzle.Family) (puzzle.Instance, error) {
		return f.Stroke(in, a.Layer, a.Strokes, a.Symbol)
	})
	if a.Bare {
		for _, s := range v.Scenes {
			s.Handles = nil
		}
	}
	return v, err
}

// ResizeArgs are sides.
type ResizeArgs struct {
	Document Document `json:"document"`
	Rows     int      `json:"rows" doc:"rows, within the sides of draw"`
	Cols     int      `json:"cols" doc:"columns, within the sides of draw"`
}

func (c *call) resize(a ResizeArgs) (View, error) {
	return c.edited(a.Document, func(in puzzle.Instance, f *puzzle.Family) (puzzle.Instance, error) {
		return f.Resize(in, a.Rows, a.Cols)
	})
}

// ChooseArgs are a choice and what is chosen.
type ChooseArgs struct {
	Document Document `json:"document"`
	Choice   string   `json:"choice" doc:"the name of one of the choices of draw"`
	Value    string   `json:"value" doc:"one of its values, or any text where it is free"`
}

func (c *call) choose(a ChooseArgs) (View, error) {
	return c.edited(a.Document, func(in puzzle.Instance, f *puzzle.Family) (puzzle.Instance, error) {
		return f.Choose(in, a.Choice, a.Value)
	})
}
