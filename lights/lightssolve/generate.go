package lightssolve

import (
	"math/rand/v2"

	"github.com/gridwright/gridwright/lights"
	"github.com/gridwright/gridwright/lights/lightssolve/internal/engine"
)

// generated are the patterns that Generate takes; the classical one more often than others.
var generated = [...]string{"plus", "plus", "plus", "x", "king", "knight", "diamond:2", "diamond:3", "ball:2", "rook",
	"bishop", "queen"}

// maxLit is the most cells of a board that Generate makes with lit lamps alone to press: 2^8 boards to go through.
const maxLit = 8

// maxLines is the size up to which Generate takes patterns that grow with the board.
const maxLines = 4096

// Generate makes an instance of about size cells, of any kind of the family: mostly planes of
// bits with a plus, and one in two of its boards made by pressing buttons, so that it can be
// solved.
func Generate(rng *rand.Rand, size int) *lights.Instance {
	size = max(1, size)
	h := 1 + rng.IntN(max(1, min(size, 2*isqrt(size))))
	w := max(1, size/h)
	p := &lights.Instance{Modulus: 2, Width: w, Height: h}
	if rng.IntN(3) == 0 {
		p.Modulus = [...]uint32{3, 3, 4, 5, 6, 10, 12}[rng.IntN(7)]
	}
	switch {
	case rng.IntN(8) == 0:
		generateNet(rng, p)
	default:
		generateGrid(rng, p)
	}
	p.Start = lights.NewBoard(p.Height, p.Width, p.Modulus)
	fillBoard(rng, p, p.Start)
	if rng.IntN(4) == 0 {
		p.Target = lights.NewBoard(p.Height, p.Width, p.Modulus)
		fillBoard(rng, p, p.Target)
	}
	if rng.IntN(2) == 0 {
		bh, bw := p.Buttons()
		x := lights.NewBoard(bh, bw, p.Modulus)
		for i := range bw * bh {
			if p.Net != nil || p.Cell(i/bw, i%bw)&lights.NoButton == 0 {
				x.Set(i/bw, i%bw, rng.Uint32N(p.Modulus))
			}
		}
		if q, err := engine.Pressed(nil, p, x); err == nil {
			if p.Target != nil {
				q.Start, q.Target = q.Target, q.Start
			}
			p = q
		}
	}
	if rng.IntN(8) == 0 {
		bh, bw := p.Buttons()
		p.Costs = make([]uint32, bw*bh)
		for i := range p.Costs {
			if p.Net != nil || p.Cell(i/bw, i%bw) != lights.Hole {
				p.Costs[i] = rng.Uint32N(10)
			}
		}
	}
	if rng.IntN(8) == 0 {
		generateChoice(rng, p)
	} else if p.Net == nil && p.Costs == nil && p.Modulus == 2 && p.Width*p.Height <= maxLit && rng.IntN(8) == 0 {
		p.LitOnly = true
	}
	return p
}

// generateChoice lets p be solved by several boards.
func generateChoice(rng *rand.Rand, p *lights.Instance) {
	p.Choice = &lights.Choice{Wrong: rng.IntN(3)}
	switch kind := rng.IntN(3); {
	case kind == 0:
		p.Target, p.Choice.Uniform = nil, true
	case kind == 1 || p.Choice.Wrong == 0:
		p.Choice.Goals = []*lights.Board{base(p.Toward(p.Target), 0)}
		p.Target = nil
		for range 1 + rng.IntN(3) {
			g := lights.NewBoard(p.Height, p.Width, p.Modulus)
			fillBoard(rng, p, g)
			p.Choice.Goals = append(p.Choice.Goals, g)
		}
	}
}

func generateGrid(rng *rand.Rand, p *lights.Instance) {
	name := generated[rng.IntN(len(generated))]
	if p.Width*p.Height > maxLines {
		name = generated[rng.IntN(6)]
	}
	if rng.IntN(5) == 0 {
		name = "open-" + name
	}
	p.Pattern = lights.Pattern{Name: name}
	if rng.IntN(6) == 0 {
		p.Pattern = lights.Pattern{}
		for dy := -1; dy <= 1; dy++ {
			for dx := -1; dx <= 1; dx++ {
				if weight := rng.Uint32N(p.Modulus); weight != 0 {
					p.Pattern.Offsets = append(p.Pattern.Offsets, lights.Offset{DX: dx, DY: dy, Weight: weight})
				}
			}
		}
		if p.Pattern.Offsets == nil {
			p.Pattern.Offsets = []lights.Offset{{DX: 0, DY: 0, Weight: 1}}
		}
	}
	if rng.IntN(3) == 0 {
		p.Topology = lights.Topology(rng.IntN(3))
	}
	if rng.IntN(6) == 0 {
		p.Cells = make([]lights.Cell, p.Width*p.Height)
		for i := range p.Cells {
			if rng.IntN(4) == 0 {
				p.Cells[i] = lights.Cell(rng.IntN(4))
			}
		}
	}
}

func generateNet(rng *rand.Rand, p *lights.Instance) {
	lamps := p.Width * p.Height
	buttons := max(1, lamps+rng.IntN(3)-1)
	var links []lights.Link
	for range 3 * lamps {
		links = append(links, lights.Link{
			Button: int32(rng.IntN(buttons)), Lamp: int32(rng.IntN(lamps)), Weight: 1 + rng.Uint32N(p.Modulus-1),
		})
	}
	p.Width, p.Height = lamps, 1
	p.Net = lights.NewNet(buttons, lamps, links, p.Modulus)
}

// fillBoard gives every cell that exists a value.
func fillBoard(rng *rand.Rand, p *lights.Instance, b *lights.Board) {
	for y := range b.H {
		for x := range b.W {
			if p.Cell(y, x) != lights.Hole {
				b.Set(y, x, rng.Uint32N(p.Modulus))
			}
		}
	}
}

func isqrt(n int) int {
	r := 0
	for (r+1)*(r+1) <= n {
		r++
	}
	return r
}
