package tilt

import (
	"bufio"
	"bytes"
	"encoding/xml"
	"fmt"
	"io"
	"slices"

	"github.com/gridwright/gridwright/puzzle"
)

// theGlue bonds the cells of pieces in files that are written: it is on no side that another piece can touch.
const theGlue = "g"

// concreteColour is what walls are painted.
const concreteColour = "686868"

// writeTumble writes one file of the simulator, elements in the order that the simulator wants. A label that is no
// colour gets one, and stays in an attribute that the simulator ignores.
func writeTumble(out io.Writer, p *Instance) error {
	r := p.Rules
	if r == nil {
		r = &Rules{}
	}
	switch {
	case p.Target != nil || r.Goals != nil:
		return lacks(formatTumble, "targets")
	case r.One || r.Robots != nil || r.Unit:
		return lacks(formatTumble, "pieces that move alone and moves of one step")
	case slices.Contains(r.Ground, Hole):
		return lacks(formatTumble, "holes")
	case len(p.Palette) > maxTumble:
		return lacks(formatTumble, fmt.Sprintf("more than %d colours", maxTumble))
	case p.Start.Len() > maxTumble:
		return lacks(formatTumble, fmt.Sprintf("more than %d cells", maxTumble))
	}
	w := bufio.NewWriterSize(out, 64<<10)
	fmt.Fprintf(w, "<TileConfiguration>\n<BoardSize height=\"%d\" width=\"%d\"/>\n<GlueFunction>", p.Start.H, p.Start.W)
	if slices.ContainsFunc(r.Pieces, func(n uint32) bool { return n != 0 }) {
		fmt.Fprintf(w, `<Function><Labels L1="%s"/><Strength>1</Strength></Function>`, theGlue)
	}
	w.WriteString("</GlueFunction>\n<PreviewTiles/>\n<TileData>\n")
	colours := p.tumbleColours()
	for cell := range p.Start.Len() {
		if code := p.Start.At(cell/p.Start.W, cell%p.Start.W); code != 0 {
			p.writeTile(w, cell, colours[code-1], "False")
		}
	}
	for cell, g := range r.Ground { // the simulator writes them last
		if g == Wall {
			p.writeTile(w, cell, concreteColour, "True")
		}
	}
	w.WriteString("</TileData>\n</TileConfiguration>\n")
	return w.Flush()
}

// writeTile writes a cell.
func (p *Instance) writeTile(w *bufio.Writer, cell int, colour, concrete string) {
	y, x := cell/p.Start.W, cell%p.Start.W
	fmt.Fprintf(w, `<Tile><Location x="%d" y="%d"/><Color`, x, y)
	if code := p.Start.At(y, x); code != 0 && p.label(code) != colour {
		var name bytes.Buffer
		_ = xml.EscapeText(&name, []byte(p.label(code))) // a Buffer takes all
		fmt.Fprintf(w, ` name="%s"`, name.Bytes())
	}
	fmt.Fprintf(w, `>%s</Color>`, colour)
	glue := func(element string, bonded bool) {
		label := " "
		if bonded {
			label = theGlue
		}
		fmt.Fprintf(w, "<%s>%s</%[1]s>", element, label)
	}
	glue("NorthGlue", y > 0 && p.joined(cell, cell-p.Start.W))
	glue("SouthGlue", y+1 < p.Start.H && p.joined(cell, cell+p.Start.W))
	glue("EastGlue", x+1 < p.Start.W && p.joined(cell, cell+1))
	glue("WestGlue", x > 0 && p.joined(cell, cell-1))
	fmt.Fprintf(w, "<Concrete>%s</Concrete><Label>0</Label></Tile>\n", concrete)
}

// joined reports whether two cells belong to one piece.
func (p *Instance) joined(a, b int) bool {
	return p.Rules != nil && p.Rules.Pieces != nil && p.Rules.Pieces[a] != 0 && p.Rules.Pieces[a] == p.Rules.Pieces[b]
}

// tumbleColours are the colours of the labels, no two alike: each itself where it is a colour.
func (p *Instance) tumbleColours() []string {
	used := map[string]bool{concreteColour: true}
	for _, label := range p.Palette {
		used[label] = true
	}
	// Those that people tell apart whatever eyes they have, and then any.
	wheel := []string{"e69f00", "56b4e9", "009e73", "f0e442", "0072b2", "d55e00", "cc79a7"}
	mixed := uint32(0)
	colours := make([]string, len(p.Palette))
	for i, label := range p.Palette {
		if colours[i] = label; isColour(label) {
			continue
		}
		for used[colours[i]] {
			if len(wheel) > 0 {
				colours[i], wheel = wheel[0], wheel[1:]
				continue
			}
			mixed += 0x9E3779 // odd, so that it comes to each of the 2²⁴ colours
			colours[i] = fmt.Sprintf("%06x", mixed&0xFFFFFF)
		}
		used[colours[i]] = true
	}
	return colours
}

// tumbleText is the format.
func tumbleText() puzzle.Text[*Instance, Witness, Certificate] {
	return puzzle.Text[*Instance, Witness, Certificate]{Name: formatTumble, Doc: tumbleDoc, Sample: tumbleSample,
		Sniff: sniffTumble, Read: readTumble, Write: writeTumble}
}

// lacks is the error about what has no place in a format.
func lacks(format, what string) error {
	return fmt.Errorf("%w: the format %s has no place for %s", puzzle.ErrUnsupported, format, what)
}
