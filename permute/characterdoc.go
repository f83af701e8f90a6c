package permute

import "github.com/gridwright/gridwright/puzzle/document"

type charactersJSON struct {
	List  []characterJSON     `json:"list"`
	Goals []characterGoalJSON `json:"goals"`
}

type characterGoalJSON struct {
	Character int64 `json:"character"`
	Sum       int64 `json:"sum,omitempty"`
}

type characterJSON struct {
	Modulus int64        `json:"modulus"`
	Systems []systemJSON `json:"systems,omitempty"`
	Cells   *cellsJSON   `json:"cells,omitempty"`
}

type systemJSON struct {
	Blocks []cellsJSON `json:"blocks"`
	Phases []int64     `json:"phases"`
	Weight int64       `json:"weight"`
	Inside bool        `json:"inside,omitempty"`
	Places bool        `json:"places,omitempty"`
}

func encodeCharacters(c *Characters, cols int) *charactersJSON {
	out := &charactersJSON{List: make([]characterJSON, len(c.List)), Goals: make([]characterGoalJSON, len(c.Goals))}
	for i := range c.List {
		x := &c.List[i]
		o := characterJSON{Modulus: x.Modulus}
		for _, s := range x.Systems {
			sys := systemJSON{Blocks: make([]cellsJSON, len(s.Blocks)), Phases: s.Phases, Weight: s.Weight, Inside: s.Inside, Places: s.Places}
			if sys.Phases == nil {
				sys.Phases = []int64{}
			}
			for j, b := range s.Blocks {
				sys.Blocks[j] = cellsJSON{b, cols}
			}
			o.Systems = append(o.Systems, sys)
		}
		if x.Cells != nil {
			o.Cells = &cellsJSON{x.Cells, cols}
		}
		out.List[i] = o
	}
	for i, g := range c.Goals {
		out.Goals[i] = characterGoalJSON{int64(g.Character) + 1, g.Sum}
	}
	return out
}

func (r certReader) characters(v *document.Value) (*Characters, error) {
	f, err := v.Object("characters")
	if err != nil {
		return nil, err
	}
	c := &Characters{}
	if c.List, err = readList(f, "list", r.character); err != nil {
		return nil, err
	}
	goal := func(v *document.Value) (CharacterGoal, error) { return readCharacterGoal(v, len(c.List)) }
	if c.Goals, err = readList(f, "goals", goal); err != nil {
		return nil, err
	}
	return c, f.Done()
}

func readCharacterGoal(v *document.Value, most int) (g CharacterGoal, err error) {
	f, err := v.Object("the evidence against a goal")
	if err != nil {
		return g, err
	}
	n, err := f.Need("character")
	if err != nil {
		return g, err
	}
	number, err := n.Int("character", 1, MaxCells)
	if err != nil {
		return g, err
	}
	if number > int64(most) {
		return g, n.Errorf("there is no character %d; the list has %d", number, most)
	}
	g.Character = int(number) - 1
	if s := f.Get("sum"); s != nil {
		if g.Sum, err = s.Int("sum", 1, MaxModulus-1); err != nil {
			return g, err
		}
	}
	return g, f.Done()
}

func (r certReader) character(v *document.Value) (c Character, err error) {
	f, err := v.Object("a character")
	if err != nil {
		return c, err
	}
	n, err := f.Need("modulus")
	if err != nil {
		return c, err
	}
	if c.Modulus, err = n.Int("modulus", 1, MaxModulus); err != nil {
		return c, err
	}
	if s := f.Get("systems"); s != nil {
		system := func(v *document.Value) (System, error) { return r.system(v, c.Modulus) }
		if c.Systems, err = listOf(s, "systems", system); err != nil {
			return c, err
		}
	}
	if l := f.Get("cells"); l != nil {
		if c.Cells, err = r.cells(l); err != nil {
			return c, err
		}
	}
	return c, f.Done()
}

func (r certReader) system(v *document.Value, modulus int64) (s System, err error) {
	f, err := v.Object("a system of blocks")
	if err != nil {
		return s, err
	}
	if s.Blocks, err = readList(f, "blocks", r.cells); err != nil {
		return s, err
	}
	residue := func(v *document.Value) (int64, error) { return v.Int("a phase", 0, modulus-1) }
	if s.Phases, err = readList(f, "phases", residue); err != nil {
		return s, err
	}
	w, err := f.Need("weight")
	if err != nil {
		return s, err
	}
	if s.Weight, err = w.Int("weight", 0, modulus-1); err != nil {
		return s, err
	}
	if s.Inside, err = readFlag(f, "inside"); err != nil {
		return s, err
	}
	if s.Places, err = readFlag(f, "places"); err != nil {
		return s, err
	}
	return s, f.Done()
}

func readFlag(f *document.Fields, name string) (bool, error) {
	v := f.Get(name)
	if v == nil {
		return false, nil
	}
	return v.Bool(name)
}
