package lights

import (
	"strings"
	"unicode/utf8"

	"github.com/gridwright/gridwright/grid"
	"github.com/gridwright/gridwright/meter"
	"github.com/gridwright/gridwright/puzzle/document"
)

// instanceJSON are the fields of a document, as they are written. A grid has width, height,
// pattern, topology and perhaps cells; a net has buttons, lamps and links.
type instanceJSON struct {
	Width    int      `json:"width,omitempty"`
	Height   int      `json:"height,omitempty"`
	Buttons  int      `json:"buttons,omitempty"`
	Lamps    int      `json:"lamps,omitempty"`
	Modulus  uint32   `json:"modulus"`
	Pattern  any      `json:"pattern,omitempty"`
	Topology string   `json:"topology,omitempty"`
	Links    *links   `json:"links,omitempty"`
	Start    rows     `json:"start"`
	Target   *rows    `json:"target,omitempty"`
	Goals    []rows   `json:"goals,omitempty"`
	Uniform  bool     `json:"uniform,omitempty"`
	Wrong    int      `json:"wrong,omitempty"`
	LitOnly  bool     `json:"lit_only,omitempty"`
	Cells    []string `json:"cells,omitempty"`
	Costs    *rows    `json:"costs,omitempty"`
}

// links are written [button, lamp], with the weight where it is not 1.
type links [][]uint32

// JSONBytes is about how long p's board is as JSON.
func (p instanceJSON) JSONBytes() int64 { return p.Start.size() * int64(1+len(p.Goals)) }

// encodeInstance returns p as encoding/json writes it.
func encodeInstance(p *Instance) (any, error) {
	start, err := newRows(p.Start, "start's cells")
	if err != nil {
		return nil, err
	}
	out := instanceJSON{Modulus: p.Modulus, Start: start, LitOnly: p.LitOnly}
	if p.Target != nil {
		target, err := newRows(p.Target, "target's cells")
		if err != nil {
			return nil, err
		}
		out.Target = &target
	}
	if c := p.Choice; c != nil {
		out.Uniform, out.Wrong = c.Uniform, c.Wrong
		for _, g := range c.Goals {
			goal, err := newRows(g, "goal's cells")
			if err != nil {
				return nil, err
			}
			out.Goals = append(out.Goals, goal)
		}
	}
	if p.Costs != nil {
		h, w := p.Buttons()
		out.Costs = &rows{&Board{W: w, H: h, Wide: p.Costs}}
	}
	if p.Net != nil {
		out.Buttons, out.Lamps = p.Net.Buttons, p.Net.Lamps
		list := make(links, len(p.Net.Links))
		for i, l := range p.Net.Links {
			list[i] = []uint32{uint32(l.Button) + 1, uint32(l.Lamp) + 1, l.Weight}
			if l.Weight == 1 {
				list[i] = list[i][:2]
			}
		}
		out.Links = &list
		return out, nil
	}
	out.Width, out.Height, out.Topology = p.Width, p.Height, p.Topology.String()
	out.Pattern = any(p.Pattern.Name)
	if p.Pattern.Name == "" {
		list := make([][3]int64, len(p.Pattern.Offsets))
		for i, o := range p.Pattern.Offsets {
			list[i] = [3]int64{int64(o.DX), int64(o.DY), int64(o.Weight)}
		}
		out.Pattern = list
	}
	if p.Cells != nil {
		for y := range p.Height {
			line := make([]byte, p.Width)
			for x := range line {
				line[x] = cellRunes[p.Cell(y, x)]
			}
			out.Cells = append(out.Cells, string(line))
		}
	}
	return out, nil
}

// decodeInstances reads the fields of an instance document. start implies width and height, which
// are checked where they are given; without it all lamps are 0 and the two are needed. modulus is 2, pattern "plus" and
// topology "plane" where they are left out.
func decodeInstances(mt *meter.Meter, f *document.Fields) ([]*Instance, error) {
	p := &Instance{Modulus: 2}
	if v := f.Get("modulus"); v != nil {
		m, err := v.Int("modulus", 2, MaxModulus)
		if err != nil {
			return nil, err
		}
		p.Modulus = uint32(m)
	}
	net, err := readNet(mt, f, p.Modulus)
	if err != nil {
		return nil, err
	}
	if p.Net = net; net == nil {
		err = p.decodeRules(mt, f)
	}
	if err != nil {
		return nil, err
	}
	if err := p.decodeBoards(mt, f); err != nil {
		return nil, err
	}
	return []*Instance{p}, f.Done()
}

func (p *Instance) decodeRules(mt *meter.Meter, f *document.Fields) (err error) {
	p.Pattern.Name = "plus"
	if v := f.Get("pattern"); v != nil {
		if p.Pattern, err = readPattern(mt, v, p.Modulus); err != nil {
			return err
		}
	}
	if v := f.Get("topology"); v != nil {
		name, err := v.String("topology")
		if err != nil {
			return err
		}
		if p.Topology, err = parseTopology(name); err != nil {
			return v.Errorf("%v", err)
		}
	}
	return nil
}

// bytesPerOffset is what an offset takes, in a slice that grows and in a map that finds it again.
const bytesPerOffset = 150

func readPattern(mt *meter.Meter, v *document.Value, m uint32) (pt Pattern, err error) {
	if v.Kind() == document.String {
		pt.Name, _ = v.String("pattern")
		if _, _, _, err := split(pt.Name); err != nil {
			return pt, v.Errorf("%v", err)
		}
		return pt, nil
	}
	items, err := v.List("pattern")
	if err != nil {
		return pt, v.Errorf("pattern must be a name or a list of [dx, dy, weight], not %v", v.Kind())
	}
	if err := mt.Hold("the pattern", bytesPerOffset*int64(len(items))); err != nil {
		return pt, err
	}
	for i := range items {
		if err := mt.Work(2 * stepsPerItem); err != nil {
			return pt, err
		}
		part, err := items[i].List("an offset of the pattern")
		if err != nil {
			return pt, err
		}
		if len(part) != 3 {
			return pt, items[i].Errorf("an offset of the pattern is [dx, dy, weight], not %d numbers", len(part))
		}
		dx, err := part[0].Int("dx", -maxReach, maxReach)
		if err != nil {
			return pt, err
		}
		dy, err := part[1].Int("dy", -maxReach, maxReach)
		if err != nil {
			return pt, err
		}
		w, err := readWeight(&part[2], m)
		if err != nil {
			return pt, err
		}
		pt.Offsets = append(pt.Offsets, Offset{int(dx), int(dy), w})
	}
	if err := pt.validate(m); err != nil {
		return pt, v.Errorf("%v", err)
	}
	return pt, nil
}

func (p *Instance) decodeBoards(mt *meter.Meter, f *document.Fields) (err error) {
	sv := f.Get("start")
	if sv == nil {
		if p.Start, err = p.dark(mt, f); err != nil {
			return err
		}
		sv = f.Value()
	} else if p.Start, err = readRows(mt, sv, "start", p.Modulus); err != nil {
		return err
	}
	p.Width, p.Height = p.Start.W, p.Start.H
	if p.Net != nil && (p.Width != p.Net.Lamps || p.Height != 1) {
		return sv.Errorf("start is %d × %d; the start of a net is one row with a value for each of its %d lamps", p.Height,
			p.Width, p.Net.Lamps)
	}
	if p.Net == nil {
		for name, size := range map[string]int{"width": p.Width, "height": p.Height} {
			if v := f.Get(name); v != nil {
				n, err := v.Int(name, 1, MaxSide)
				if err != nil {
					return err
				}
				if int(n) != size {
					return v.Errorf("%s is %d but the start has %d", name, n, size)
				}
			}
		}
	}
	if v := f.Get("target"); v != nil {
		if p.Target, err = readRows(mt, v, "target", p.Modulus); err != nil {
			return err
		}
		if p.Target.W != p.Width || p.Target.H != p.Height {
			return v.Errorf("target has %d × %d cells; start has %d × %d", p.Target.H, p.Target.W, p.Height, p.Width)
		}
	}
	if err := p.decodeChoice(mt, f); err != nil {
		return err
	}
	if v := f.Get("cells"); v != nil && p.Net == nil {
		if p.Cells, err = readCells(mt, v, p.Width, p.Height); err != nil {
			return err
		}
	}
	if err := p.decodeCosts(mt, f); err != nil {
		return err
	}
	if v := f.Get("lit_only"); v != nil {
		if p.LitOnly, err = v.Bool("lit_only"); err != nil {
			return err
		}
		if p.LitOnly {
			if err := p.validateLit(); err != nil {
				return v.Errorf("%v", err)
			}
		}
	}
	return nil
}

// decodeCosts reads what a press of each button costs, where that is given.
func (p *Instance) decodeCosts(mt *meter.Meter, f *document.Fields) error {
	v := f.Get("costs")
	if v == nil {
		return nil
	}
	b, err := readRows(mt, v, "costs", MaxModulus)
	if err != nil {
		return err
	}
	h, w := p.Buttons()
	if b.W != w || b.H != h {
		return v.Errorf("costs are given for %d × %d buttons; there are %d × %d", b.H, b.W, h, w)
	}
	if err := mt.Hold("the costs", 4*int64(w)*int64(h)); err != nil {
		return err
	}
	p.Costs = make([]uint32, 0, w*h)
	for y := range h {
		for x := range w {
			if len(p.Costs)%chunk == 0 {
				if err := mt.Work(stepsPerCell * chunk); err != nil {
					return err
				}
			}
			p.Costs = append(p.Costs, b.At(y, x))
		}
	}
	return nil
}

// maxDark is the largest board that a document may have without showing it: memory is not given
// for a number alone.
const maxDark = 1 << 24

// dark is the start of a document without one: all lamps 0, on a board of the size that it gives.
func (p *Instance) dark(mt *meter.Meter, f *document.Fields) (*Board, error) {
	w, h := int64(0), int64(1)
	if p.Net != nil {
		w = int64(p.Net.Lamps)
	} else {
		for _, side := range []struct {
			name string
			into *int64
		}{{"width", &w}, {"height", &h}} {
			v := f.Get(side.name)
			if v == nil {
				return nil, f.Value().Errorf("the document needs the field \"start\", or width and height for a board with all " +
					"lamps 0")
			}
			n, err := v.Int(side.name, 1, MaxSide)
			if err != nil {
				return nil, err
			}
			*side.into = n
		}
	}
	if w*h > maxDark {
		return nil, f.Value().Errorf("a board of %d × %d cells has to show its start; without one at most %d cells are "+
			"possible", h, w, maxDark)
	}
	if err := mt.Hold(theBoard, BoardBytes(int(h), int(w), p.Modulus)); err != nil {
		return nil, err
	}
	return NewBoard(int(h), int(w), p.Modulus), mt.Work(int(w * h))
}

// readCells reads the picture of what cells lack.
func readCells(mt *meter.Meter, v *document.Value, w, h int) ([]Cell, error) {
	list, err := v.List("cells")
	if err != nil {
		return nil, err
	}
	if len(list) != h {
		return nil, v.Errorf("cells has %s; start has %d", grid.Number(len(list), "row"), h)
	}
	if err := mt.Hold("the cells", int64(w)*int64(h)); err != nil {
		return nil, err
	}
	out := make([]Cell, 0, w*h)
	for i := range list {
		text, err := list[i].String("a row of cells")
		if err != nil {
			return nil, err
		}
		if err := mt.Work(stepsPerItem + stepsPerCell*min(w, len(text))); err != nil {
			return nil, err
		}
		if n := utf8.RuneCountInString(text); n != w {
			return nil, list[i].RuneErrorf(min(n, w), "row %d of cells has %s; start has %d", i+1, grid.Number(n, "cell"), w)
		}
		k := 0
		for _, r := range text {
			if k%chunk == chunk-1 {
				if err := mt.Work(2 * stepsPerCell * chunk); err != nil {
					return nil, err
				}
			}
			c := strings.IndexRune(cellRunes, r)
			if c < 0 {
				return nil, list[i].RuneErrorf(k,
					"%q is no cell; a cell is . (whole), x (no button), ? (the lamp does not matter) or O (hole)", r)
			}
			out = append(out, Cell(c))
			k++
		}
	}
	return out, nil
}
