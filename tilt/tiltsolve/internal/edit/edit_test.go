package edit

import (
	"encoding/json"
	"errors"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/gridwright/gridwright/grid"
	"github.com/gridwright/gridwright/puzzle"
	"github.com/gridwright/gridwright/tilt"
)

// An edit is a stroke, a choice ("movers", nil, "one"), or other sides ("sides", their numbers).
type edit struct {
	layer  string
	cells  [][2]int
	symbol string
}

func (e edit) of(p *tilt.Instance) (*tilt.Instance, error) {
	switch {
	case e.layer == "sides":
		return Editor().Resize(p, e.cells[0][0], e.cells[0][1])
	case e.cells == nil:
		return Editor().Choose(p, e.layer, e.symbol)
	}
	return Editor().Stroke(p, e.layer, e.cells, e.symbol)
}

// document is the family's own fields of p in JSON.
func document(p *tilt.Instance) ([]byte, error) {
	v, err := tilt.Data().Encode(p)
	if err != nil {
		return nil, err
	}
	return json.Marshal(v)
}

func at(cells ...int) (list [][2]int) {
	for i := 0; i < len(cells); i += 2 {
		list = append(list, [2]int{cells[i], cells[i+1]})
	}
	return list
}

func plain() *tilt.Instance {
	p := &tilt.Instance{Palette: []string{"a", "b"}, Start: tilt.NewBoard(2, 3, 2), Target: tilt.NewBoard(2, 3, 2)}
	p.Start.Narrow = []uint8{1, 1, 0, 2, 0, 0}
	p.Target.Narrow = []uint8{0, 1, 1, 0, 0, 2}
	return p
}

// A plain board gets each rule by hand, and loses it again.
func TestEdits(t *testing.T) {
	const start, target = `"start":["aa.","b.."]`, `"target":[".aa","..b"]`
	for _, c := range []struct {
		name  string
		edits []edit
		want  string // the document, without what all have
	}{
		{"a wall", []edit{{"ground", at(0, 2), "#"}}, `"start":["aa#","b.."],"target":[".a#","..b"]`},
		{"a wall where a tile is", []edit{{"ground", at(0, 0), "#"}}, `"start":["#a.","b.."],"target":["#aa","..b"]`},
		{"a hole", []edit{{"ground", at(1, 1), "O"}}, `"start":["aa.","bO."],"target":[".aa",".Ob"]`},
		{"a hole under a tile", []edit{{"ground", at(1, 0), "O"}}, `"start":["aa.","O.."],"target":[".aa","O.b"]`},
		{"a hole under a piece", []edit{{"pieces", at(0, 0), ">"}, {"ground", at(0, 0), "O"}},
			`"start":["aa.","b.."],"holes":["O..","..."],"pieces":["aa.","..."],"target":["Oaa","..b"]`},
		{"floor again", []edit{{"ground", at(0, 2, 1, 1), "#"}, {"ground", at(0, 2, 1, 1), "."}},
			start + `,"target":[".a.","..b"]`},
		{"what does not matter", []edit{{"target", at(0, 0, 1, 0), "?"}}, start + `,"target":["?aa","?.b"]`},
		{"floor where some cells do not matter", []edit{{"target", at(0, 0), "?"}, {"ground", at(1, 1), "#"},
			{"ground", at(1, 1), "."}}, start + `,"target":["?aa",".?b"]`},
		{"what matters again", []edit{{"target", at(0, 0, 0, 1), "?"}, {"target", at(0, 0), "."}, {"target", at(0, 1), "b"}},
			start + `,"target":[".ba","..b"]`},
		{"? on a wall", []edit{{"ground", at(0, 2), "#"}, {"target", at(0, 2), "?"}},
			`"start":["aa#","b.."],"target":[".a#","..b"]`},
		{"a piece", []edit{{"pieces", at(0, 0), ">"}}, start + `,"pieces":["aa.","..."],` + target},
		{"a piece of three", []edit{{"pieces", at(0, 0), "v"}, {"pieces", at(0, 0), ">"}},
			start + `,"pieces":["aa.","a.."],` + target},
		{"a piece taken apart", []edit{{"pieces", at(0, 0), "v"}, {"pieces", at(0, 0), ">"}, {"pieces", at(0, 0), "."}},
			start + "," + target},
		{"a tile of a piece painted", []edit{{"pieces", at(0, 0), "v"}, {"pieces", at(0, 0), ">"}, {"start", at(0, 1), "b"}},
			`"start":["ab.","b.."],"pieces":["a..","a.."],` + target},
		{"one at a time", []edit{{"movers", nil, "one"}}, start + "," + target + `,"movers":"one"`},
		{"steps", []edit{{"step", nil, "unit"}, {"movers", nil, "one"}, {"movers", nil, "all"}},
			start + "," + target + `,"step":"unit"`},
		{"no target", []edit{{"target", at(0, 0), "?"}, {"target", nil, "none"}}, start},
		{"larger", []edit{{"ground", at(0, 2), "#"}, {"target", at(0, 0), "?"}, {"pieces", at(0, 0), ">"},
			{"sides", at(3, 4), ""}},
			`"start":["aa#.","b...","...."],"pieces":["aa..","....","...."],"target":["?a#?","..b?","????"]`},
		{"smaller", []edit{{"ground", at(0, 2), "#"}, {"target", at(0, 0), "?"}, {"pieces", at(0, 0), ">"},
			{"sides", at(2, 1), ""}},
			`"start":["a","b"],"target":["?","."]`},
	} {
		p := plain()
		var err error
		for _, e := range c.edits {
			if p, err = e.of(p); err == nil {
				err = p.Validate()
			}
			if err != nil {
				t.Fatal(c.name, err)
			}
		}
		doc, err := document(p)
		if err != nil {
			t.Fatal(err)
		}
		if got := strings.Trim(string(doc), "{}"); got != c.want {
			t.Errorf("%s:\n%s\nnot\n%s", c.name, got, c.want)
		}
	}
}

// Goals have layers of their own.
func TestGoals(t *testing.T) {
	p := plain()
	p.Rules = &tilt.Rules{Goals: []tilt.Goal{{Board: p.Target}, {Board: p.Start.Clone()}}}
	p.Target = nil
	q, err := edit{"goal2", at(0, 0), "?"}.of(p)
	if err != nil || q.Validate() != nil {
		t.Fatal(err, q.Validate())
	}
	if g := q.Rules.Goals; g[0].Any != nil || !g[1].Any[0] || g[1].Board.At(0, 0) != 0 || p.Rules.Goals[1].Any != nil {
		t.Errorf("%+v", g)
	}
	names := ""
	for _, l := range Editor().Layers(p).Layers {
		names += l.Name + " "
	}
	if names != "start goal1 goal2 ground pieces " {
		t.Error(names)
	}
}

// A join of nothing says where.
func TestJoinsOfNothing(t *testing.T) {
	for _, e := range []edit{{"pieces", at(1, 0), ">"}, {"pieces", at(1, 0), "v"}, {"pieces", at(0, 2), ">"},
		{"pieces", at(0, 1), "v"}} {
		_, err := e.of(plain())
		if !errors.Is(err, grid.ErrInput) || !strings.Contains(err.Error(), "no two tiles here") {
			t.Errorf("%v: %v", e, err)
		}
	}
}

// Whatever is painted on a board of the rules' kind is a board, or is refused; what a board was before is not touched.
func TestManyEdits(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 0))
	p, refused := plain(), 0
	const rounds = 3000
	for range rounds {
		layers := Editor().Layers(p).Layers
		l := layers[rng.IntN(len(layers))]
		cells := at(rng.IntN(5)-1, rng.IntN(5)-1, rng.IntN(p.Start.H), rng.IntN(p.Start.W))
		before, err := document(p)
		if err != nil {
			t.Fatal(err)
		}
		q, err := edit{l.Name, cells, l.Palette[rng.IntN(len(l.Palette))].Symbol}.of(p)
		if after, _ := document(p); string(after) != string(before) {
			t.Fatalf("%s became %s", before, after)
		}
		if err == nil {
			err = q.Validate()
		}
		switch {
		case err == nil:
			p = q
		case errors.Is(err, puzzle.ErrInput):
			refused++
		default:
			t.Fatal(err)
		}
	}
	if refused == 0 || refused > rounds/2 {
		t.Errorf("%d of %d edits are refused", refused, rounds)
	}
}
