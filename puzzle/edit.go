package puzzle

import (
	"fmt"
	"slices"
	"strings"

	"github.com/gridwright/gridwright/grid"
	"github.com/gridwright/gridwright/scene"
)

// An Editor changes instances by hand, beside playing them: the puzzle itself is another one afterwards. Where an edit
// asks for what is no puzzle the error says why in one sentence, and the person goes on with what was there before.
type Editor[P any] struct {
	// Layers says what can be changed about p.
	Layers func(p P) Editing
	// Stroke paints cells of a layer with a symbol of its palette. Cells are rows and columns, from 0, of the scene that
	// shows the layer; those off the board are left out. It does not change p. What it is given fits the layer: the
	// middle has looked.
	Stroke func(p P, layer string, cells [][2]int, symbol string) (P, error)
	// Resize gives p other sides, within Editing.Sides. The top left corner stays as it is. Optional.
	Resize func(p P, rows, cols int) (P, error)
	// Choose sets a choice of Editing.Choices. Optional.
	Choose func(p P, choice, value string) (P, error)
}

// Editing is what of an instance can be changed by hand.
type Editing struct {
	Layers  []Layer
	Choices []Choice
	Sides   *Sides // nil: the size stays
}

// An Act says what a tap on a cell does.
type Act string

// The acts. A toggle is a paint too: whoever names the symbol paints it.
const (
	Paint  Act = "paint"  // the cell gets the symbol that a person has picked
	Toggle Act = "toggle" // the cell gets the next symbol of the palette, for which "" stands; so do all of a stroke
	Swap   Act = "swap"   // two cells, tapped one after the other, change their contents
)

// A Layer is one picture that can be painted.
type Layer struct {
	Name    string // a word, unique in the instance: "start"
	Title   string // for a person: "Start"
	Act     Act
	Palette []Swatch // none for Swap
	Scene   int      // which scene of the drawing shows it
	Margin  int      // how many cells around that scene can be painted too: the board grows then
}

// A Swatch is a symbol that a cell may get, and how a cell that has it looks.
type Swatch struct {
	Symbol string
	Name   string // for a person: "red", "wall"
	Kind   scene.Kind
	Look   scene.Look
}

// A Choice is a setting of the whole instance.
type Choice struct {
	Name   string // a word, unique in the instance: "topology"
	Title  string // for a person
	Values []ChoiceValue
	Value  string // as it stands
	Free   bool   // any text may be given; Values are proposals
}

// A ChoiceValue is a value and its name for a person.
type ChoiceValue struct{ Value, Title string }

// Sides are the rows and columns as they stand, and what they may be.
type Sides struct{ Least, Most, Rows, Cols int }

// maxStroke is the most cells of a stroke: a board of 400 × 400 cells at once.
const maxStroke = 160000

// Next is the symbol behind the current one in a palette, or the first one.
func (l Layer) Next(current string) string {
	i := slices.IndexFunc(l.Palette, func(s Swatch) bool { return s.Symbol == current })
	return l.Palette[(i+1)%len(l.Palette)].Symbol
}

// Layer finds a layer by its name.
func (e Editing) Layer(name string) (Layer, bool) {
	i := slices.IndexFunc(e.Layers, func(l Layer) bool { return l.Name == name })
	if i < 0 {
		return Layer{}, false
	}
	return e.Layers[i], true
}

// editor is an Editor with the types erased.
type editor struct {
	layers func(p any) Editing
	stroke func(p any, layer string, cells [][2]int, symbol string) (any, error)
	resize func(p any, rows, cols int) (any, error)
	choose func(p any, choice, value string) (any, error)
}

func eraseEditor[P any](family string, e Editor[P]) *editor {
	if e.Layers == nil {
		return nil
	}
	if e.Stroke == nil {
		panic(fmt.Sprintf("puzzle: family %q has layers, and no strokes", family))
	}
	out := &editor{
		layers: func(p any) Editing { return e.Layers(p.(P)) },
		stroke: func(p any, layer string, cells [][2]int, symbol string) (any, error) {
			return e.Stroke(p.(P), layer, cells, symbol)
		},
	}
	if e.Resize != nil {
		out.resize = func(p any, rows, cols int) (any, error) { return e.Resize(p.(P), rows, cols) }
	}
	if e.Choose != nil {
		out.choose = func(p any, choice, value string) (any, error) { return e.Choose(p.(P), choice, value) }
	}
	return out
}

// Edits reports whether Editing says anything.
func (f *Family) Edits() bool { return f.edit != nil }

// Editing says what of in can be changed by hand; ErrUnsupported where the family has no editor.
func (f *Family) Editing(in Instance) (Editing, error) {
	if err := f.own(in); err != nil {
		return Editing{}, err
	}
	if f.edit == nil {
		return Editing{}, fmt.Errorf("%w: %s cannot be edited cell by cell", ErrUnsupported, f.name)
	}
	e := f.edit.layers(in.value)
	if f.edit.resize == nil {
		e.Sides = nil
	}
	if f.edit.choose == nil {
		e.Choices = nil
	}
	return e, nil
}

// Stroke returns in, with its head, after cells of a layer have got a symbol; see Editor. For Swap there are two cells
// and no symbol.
func (f *Family) Stroke(in Instance, layer string, cells [][2]int, symbol string) (Instance, error) {
	e, err := f.Editing(in)
	if err != nil {
		return Instance{}, err
	}
	l, ok := e.Layer(layer)
	if !ok {
		return Instance{}, unknownName("layer", layer, len(e.Layers), func(i int) string { return e.Layers[i].Name })
	}
	switch {
	case len(cells) > maxStroke:
		return Instance{}, grid.Errorf(grid.Pos{}, "a stroke has at most %d cells, not %d", maxStroke, len(cells))
	case l.Act == Swap && (len(cells) != 2 || symbol != ""):
		return Instance{}, grid.Errorf(grid.Pos{}, "in the layer %s two cells change places, and there is no symbol", layer)
	case l.Act == Toggle && symbol == "", l.Act == Swap:
	case !slices.ContainsFunc(l.Palette, func(s Swatch) bool { return s.Symbol == symbol }):
		return Instance{}, unknownName("symbol", symbol, len(l.Palette), func(i int) string { return l.Palette[i].Symbol })
	}
	if len(cells) == 0 {
		return in, nil
	}
	p, err := f.edit.stroke(in.value, layer, cells, symbol)
	return f.edited(in, p, err)
}

// Resize returns in, with its head, with other sides; see Editor.
func (f *Family) Resize(in Instance, rows, cols int) (Instance, error) {
	e, err := f.Editing(in)
	if err != nil {
		return Instance{}, err
	}
	if e.Sides == nil {
		return Instance{}, fmt.Errorf("%w: the size of this puzzle stays as it is", ErrUnsupported)
	}
	if least, most := e.Sides.Least, e.Sides.Most; min(rows, cols) < least || max(rows, cols) > most {
		return Instance{}, grid.Errorf(grid.Pos{}, "a board of %d × %d cells cannot be edited; its sides are from %d to %d",
			rows, cols, least, most)
	}
	p, err := f.edit.resize(in.value, rows, cols)
	return f.edited(in, p, err)
}

// maxChosen bounds the text of a choice.
const maxChosen = 1000

// Choose returns in, with its head, with a choice made; see Editor.
func (f *Family) Choose(in Instance, choice, value string) (Instance, error) {
	e, err := f.Editing(in)
	if err != nil {
		return Instance{}, err
	}
	i := slices.IndexFunc(e.Choices, func(c Choice) bool { return c.Name == choice })
	if i < 0 {
		return Instance{}, unknownName("choice", choice, len(e.Choices), func(i int) string { return e.Choices[i].Name })
	}
	c := e.Choices[i]
	known := slices.ContainsFunc(c.Values, func(v ChoiceValue) bool { return v.Value == value })
	switch {
	case len(value) > maxChosen:
		return Instance{}, grid.Errorf(grid.Pos{}, "the value of %s has more than %d bytes", choice, maxChosen)
	case value == c.Value:
		return in, nil
	case !known && !c.Free:
		return Instance{}, unknownName("value of "+choice, value, len(c.Values),
			func(i int) string { return c.Values[i].Value })
	}
	p, err := f.edit.choose(in.value, choice, value)
	return f.edited(in, p, err)
}

// edited is what an editor's hook has made of in.
func (f *Family) edited(in Instance, p any, err error) (Instance, error) {
	if err != nil {
		return Instance{}, AsLimit(err)
	}
	if err := f.ops.validate(p); err != nil {
		return Instance{}, err
	}
	return Instance{f.Checker, p, in.head.played()}, nil
}

// unknownName is the error about a name that is none of n.
func unknownName(what, name string, n int, at func(i int) string) error {
	const most = 16
	var names []string
	for i := range n {
		names = append(names, at(i))
	}
	list := strings.Join(names[:min(n, most)], ", ")
	if n > most {
		list += ", …"
	}
	if n == 0 {
		list = "none"
	}
	return grid.Errorf(grid.Pos{}, "there is no %s %s; there is %s%s", what, grid.Quote(name), list,
		grid.DidYouMean(name, names))
}
