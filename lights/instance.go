package lights

import (
	"context"
	"fmt"

	"github.com/gridwright/gridwright/grid"
	"github.com/gridwright/gridwright/puzzle"
	"github.com/gridwright/gridwright/puzzle/document"
)

// Topology says which edges of a grid are joined.
type Topology uint8

// The topologies: a plane has edges, a cylinder joins left and right, a torus also joins top
// and bottom.
const (
	Plane Topology = iota
	Cylinder
	Torus
)

var topologyNames = [...]string{"plane", "cylinder", "torus"}

// String is the topology's name in documents.
func (t Topology) String() string {
	if int(t) < len(topologyNames) {
		return topologyNames[t]
	}
	return fmt.Sprintf("Topology(%d)", uint8(t))
}

// parseTopology is the inverse of String.
func parseTopology(s string) (Topology, error) {
	for i, n := range topologyNames {
		if n == s {
			return Topology(i), nil
		}
	}
	return 0, fmt.Errorf("there is no topology %s; there are plane, cylinder and torus%s", document.Quoted(s),
		grid.DidYouMean(s, topologyNames[:]))
}

// A Cell says what a cell of a grid lacks.
type Cell uint8

// The kinds of cells.
const (
	Whole    Cell = 0
	NoButton Cell = 1                 // the lamp is there, pressing it is not allowed ("dead")
	NoLamp   Cell = 2                 // the button is there, what the lamp shows does not matter ("don't care")
	Hole     Cell = NoButton | NoLamp // the cell does not exist
)

// cellRunes are the characters of the four kinds in the picture of a document's field cells.
const cellRunes = ".x?O"

// An Instance is a board, its start and its target. It is a grid, or a Net if that is not nil.
//
// On a grid one press in row y and column x adds to the lamp in row y+dy and column x+dx the weight of that offset of
// the Pattern, modulo Modulus; what lies off the board is not there, or lies across the edge if Topology joins it. See
// Offsets.
type Instance struct {
	Modulus       uint32 // 2 to 2^31
	Width, Height int
	Pattern       Pattern
	Topology      Topology

	Start  *Board
	Target *Board // nil: all 0
	// Choice lets other boards be reached too; nil: Target alone will do.
	Choice *Choice
	// LitOnly allows presses only of buttons whose own lamp does not show 0; then their order matters.
	LitOnly bool

	Cells []Cell   // nil: all are Whole; else one for each cell, row by row
	Costs []uint32 // nil: every press costs 1; else one for each button, row by row

	// Net replaces the grid. Then Width is the number of lamps and Height is 1, start and
	// target are one row of lamps, Costs has one entry a button, and Pattern, Topology and
	// Cells are zero.
	Net *Net
}

// MaxCost bounds what one press may cost.
const MaxCost = 1<<31 - 1

// Buttons returns the size of a plan: how many rows and columns the board of presses has. On
// a grid that is Height and Width; on a net 1 and the number of buttons.
func (p *Instance) Buttons() (h, w int) {
	if p.Net != nil {
		return 1, p.Net.Buttons
	}
	return p.Height, p.Width
}

// Cell returns what the cell in row y and column x lacks.
func (p *Instance) Cell(y, x int) Cell {
	if p.Cells == nil {
		return Whole
	}
	return p.Cells[y*p.Width+x]
}

// Cost returns what one press of the button in row y and column x costs.
func (p *Instance) Cost(y, x int) uint32 {
	if p.Costs == nil {
		return 1
	}
	_, w := p.Buttons()
	return p.Costs[y*w+x]
}

// Wanted returns what the presses must add to the lamp in row y and column x to reach the target: target − start
// modulo m.
func (p *Instance) Wanted(y, x int) uint32 {
	m := uint64(p.Modulus)
	v := m - uint64(p.Start.At(y, x))
	if p.Target != nil {
		v += uint64(p.Target.At(y, x))
	}
	return uint32(v % m)
}

// Validate reports what is wrong with p. Cost O(cells).
func (p *Instance) Validate() error {
	if p == nil || p.Start == nil {
		return inputf("there is no start board")
	}
	if p.Modulus < 2 || p.Modulus > MaxModulus {
		return inputf("the modulus is %d; it must be from 2 to %d", p.Modulus, uint32(MaxModulus))
	}
	if err := p.validateShape(); err != nil {
		return err
	}
	if err := p.Start.validate("start", p.Height, p.Width, p.Modulus); err != nil {
		return err
	}
	if p.Target != nil {
		if err := p.Target.validate("target", p.Height, p.Width, p.Modulus); err != nil {
			return err
		}
	}
	if err := p.validateCells(); err != nil {
		return err
	}
	if p.Choice != nil {
		if err := p.validateChoice(); err != nil {
			return err
		}
	}
	if p.LitOnly {
		if err := p.validateLit(); err != nil {
			return err
		}
	}
	if p.Costs != nil {
		h, w := p.Buttons()
		if len(p.Costs) != w*h {
			return inputf("there are %d costs and %d buttons", len(p.Costs), w*h)
		}
		for i, c := range p.Costs {
			if c > MaxCost {
				return inputf("the cost %d in row %d, column %d is not from 0 to %d", c, i/w+1, i%w+1, MaxCost)
			}
		}
	}
	return nil
}

// ValidateUnder is Validate under a ctx that may end it.
func (p *Instance) ValidateUnder(ctx context.Context) error {
	if p == nil {
		return p.Validate()
	}
	cells := p.Width * p.Height
	if p.Net != nil {
		cells += len(p.Net.Links)
	}
	if p.Choice != nil {
		cells *= 1 + len(p.Choice.Goals)
	}
	return puzzle.Valid(ctx, cells, p.Validate)
}

func (p *Instance) validateShape() error {
	if p.Net != nil {
		if p.Pattern.Name != "" || p.Pattern.Offsets != nil || p.Topology != Plane || p.Cells != nil {
			return inputf("a net has no pattern, no topology and no cells")
		}
		if p.Width != p.Net.Lamps || p.Height != 1 {
			return inputf("the board is %d × %d but the net has %d lamps", p.Height, p.Width, p.Net.Lamps)
		}
		return p.Net.validate(p.Modulus)
	}
	if p.Width < 1 || p.Height < 1 {
		return inputf("the board has %d × %d cells; both must be at least 1", p.Height, p.Width)
	}
	if p.Width > MaxSide || p.Height > MaxSide || !addressable(p.Height, p.Width, p.Modulus) {
		return inputf("a board of %d × %d cells is too large", p.Height, p.Width)
	}
	if p.Topology > Torus {
		return inputf("there is no topology %d", p.Topology)
	}
	if err := p.Pattern.validate(p.Modulus); err != nil {
		return err
	}
	if a := p.area(); a > maxArea {
		return inputf("the pattern %s has about %d cells on this board; at most %d are possible", p.Pattern.Name, a, maxArea)
	}
	return nil
}

func (p *Instance) validateCells() error {
	if p.Cells == nil {
		return nil
	}
	if len(p.Cells) != p.Width*p.Height {
		return inputf("there are %d cells in the picture of a board of %d × %d", len(p.Cells), p.Height, p.Width)
	}
	for y := range p.Height {
		row := p.Cells[y*p.Width : (y+1)*p.Width]
		for x := 0; x < len(row); x++ {
			if x+8 <= len(row) {
				if c := (*[8]Cell)(row[x:]); c[0]|c[1]|c[2]|c[3]|c[4]|c[5]|c[6]|c[7] == Whole {
					x += 7
					continue
				}
			}
			if row[x] >= Hole {
				if err := p.validateHole(x, y); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

// validateHole looks at a cell that is a Hole, or no kind of cell.
func (p *Instance) validateHole(x, y int) error {
	switch i := y*p.Width + x; {
	case p.Cells[i] > Hole:
		return inputf("the cell in row %d, column %d is of the unknown kind %d", y+1, x+1, p.Cells[i])
	case p.Start.At(y, x) != 0 || p.Target != nil && p.Target.At(y, x) != 0:
		return inputf("row %d, column %d is a hole and holds a value; it must be 0 in start and target", y+1, x+1)
	case p.Costs != nil && len(p.Costs) == len(p.Cells) && p.Costs[i] != 0:
		return inputf("row %d, column %d is a hole and has a cost; it must be 0", y+1, x+1)
	}
	return nil
}

func inputf(format string, args ...any) error {
	return &grid.Error{Msg: fmt.Sprintf(format, args...)}
}
