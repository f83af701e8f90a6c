package lights

import (
	"github.com/gridwright/gridwright/meter"
	"github.com/gridwright/gridwright/puzzle/document"
)

// MaxChoices bounds the goals of a Choice, and the boards that it lets be reached up to which solvers claim, and
// checkers verify, how many solutions there are and which is the cheapest.
const MaxChoices = 1 << 12

// A Choice lets several boards be reached, of which any will do.
//
// Where Goals is not empty each of its boards will do, and Instance.Target is nil. Where Uniform is set every
// board will do on which all lamps that matter show the same value; then Target is nil and Goals empty. Otherwise
// Target is the one goal.
//
// Wrong is how many of the lamps that matter may differ from such a board.
type Choice struct {
	Goals   []*Board
	Uniform bool
	Wrong   int
}

// Map is c with each goal changed; nil where there is no c.
func (c *Choice) Map(change func(*Board) *Board) *Choice {
	if c == nil {
		return nil
	}
	out := *c
	out.Goals = nil
	for _, g := range c.Goals {
		out.Goals = append(out.Goals, change(g))
	}
	return &out
}

// Bases is the number of boards that p wants, apart from lamps that may be wrong.
func (p *Instance) Bases() int {
	switch {
	case p.Choice == nil:
		return 1
	case p.Choice.Uniform:
		return int(p.Modulus)
	}
	return max(1, len(p.Choice.Goals))
}

// Base returns base i of p, from 0 to Bases − 1; nil stands for all 0. What a lamp shows in it that does not matter
// says nothing.
func (p *Instance) Base(i int) *Board {
	switch {
	case p.Choice == nil || !p.Choice.Uniform && len(p.Choice.Goals) == 0:
		return p.Target
	case !p.Choice.Uniform:
		return p.Choice.Goals[i]
	}
	b := NewBoard(p.Height, p.Width, p.Modulus)
	for y := range p.Height {
		for x := range p.Width {
			if p.Cell(y, x) != Hole {
				b.Set(y, x, uint32(i))
			}
		}
	}
	return b
}

// Toward returns p with the one target b and no Choice.
func (p *Instance) Toward(b *Board) *Instance {
	q := *p
	q.Target, q.Choice = b, nil
	return &q
}

// Choices bounds the number of boards that p lets be reached, counted on the lamps that matter; MaxChoices + 1 where it
// may be more than MaxChoices. Cost O(cells).
func (p *Instance) Choices() int {
	if p.Choice == nil || p.Choice.Wrong == 0 {
		return p.Bases()
	}
	lamps := p.Width * p.Height
	for _, c := range p.Cells {
		if c&NoLamp != 0 {
			lamps--
		}
	}
	all, ball := float64(p.Bases()), 1.0
	for i := range min(p.Choice.Wrong, lamps) {
		ball *= float64(lamps-i) * float64(p.Modulus-1) / float64(i+1)
		if all += ball * float64(p.Bases()); all > MaxChoices {
			return MaxChoices + 1
		}
	}
	return int(all)
}

// validateChoice looks at a Choice that is there.
func (p *Instance) validateChoice() error {
	c := p.Choice
	switch {
	case len(c.Goals) == 0 && !c.Uniform && c.Wrong == 0:
		return inputf("there is a choice without goals, not of one value, and without lamps that may be wrong")
	case len(c.Goals) > 0 && c.Uniform:
		return inputf("there are goals, and all lamps of one value are wanted; only one of the two is possible")
	case p.Target != nil && (len(c.Goals) > 0 || c.Uniform):
		return inputf("there is a target, and other boards will do too; only one of the two is possible")
	case len(c.Goals) > MaxChoices:
		return inputf("there are %d goals; at most %d are possible", len(c.Goals), MaxChoices)
	case c.Uniform && p.Modulus > MaxChoices:
		return inputf("all lamps of one of %d values are wanted; that is possible up to modulus %d", p.Modulus, MaxChoices)
	case c.Wrong < 0 || c.Wrong > MaxSide:
		return inputf("%d lamps may be wrong; that must be from 0 to %d", c.Wrong, MaxSide)
	}
	for _, g := range c.Goals {
		if g == nil {
			return inputf("a goal is no board")
		}
		if err := g.validate("goal", p.Height, p.Width, p.Modulus); err != nil {
			return err
		}
		if err := p.validateDark(g); err != nil {
			return err
		}
	}
	return nil
}

// validateDark makes sure that a goal shows nothing in holes.
func (p *Instance) validateDark(g *Board) error {
	for i, c := range p.Cells {
		if y, x := i/p.Width, i%p.Width; c == Hole && g.At(y, x) != 0 {
			return inputf("row %d, column %d is a hole and holds a value; it must be 0 in all goals", y+1, x+1)
		}
	}
	return nil
}

// decodeChoice reads goals, uniform and wrong.
func (p *Instance) decodeChoice(mt *meter.Meter, f *document.Fields) error {
	var c Choice
	if v := f.Get("goals"); v != nil {
		if err := p.decodeGoals(mt, v, &c); err != nil {
			return err
		}
	}
	if v := f.Get("uniform"); v != nil {
		var err error
		if c.Uniform, err = v.Bool("uniform"); err != nil {
			return err
		}
		switch {
		case c.Uniform && p.Target != nil:
			return v.Errorf("the document has both target and uniform; one of them says what is wanted")
		case c.Uniform && c.Goals != nil:
			return v.Errorf("the document has both goals and uniform; one of them says what is wanted")
		case c.Uniform && p.Modulus > MaxChoices:
			return v.Errorf("uniform is possible up to modulus %d, not %d", MaxChoices, p.Modulus)
		}
	}
	if v := f.Get("wrong"); v != nil {
		n, err := v.Int("wrong", 0, MaxSide)
		if err != nil {
			return err
		}
		c.Wrong = int(n)
	}
	if c.Goals != nil || c.Uniform || c.Wrong > 0 {
		p.Choice = &c
	}
	return nil
}

func (p *Instance) decodeGoals(mt *meter.Meter, v *document.Value, c *Choice) error {
	if p.Target != nil {
		return v.Errorf("the document has both target and goals; target is one goal, goals are several boards of which " +
			"any will do")
	}
	items, err := v.List("goals")
	if err != nil {
		return err
	}
	if len(items) == 0 || len(items) > MaxChoices {
		return v.Errorf("there are %d goals; there must be from 1 to %d", len(items), MaxChoices)
	}
	for i := range items {
		g, err := readRows(mt, &items[i], "a goal", p.Modulus)
		if err != nil {
			return err
		}
		if g.W != p.Width || g.H != p.Height {
			return items[i].Errorf("goal %d has %d × %d cells; start has %d × %d", i+1, g.H, g.W, p.Height, p.Width)
		}
		c.Goals = append(c.Goals, g)
	}
	return nil
}
