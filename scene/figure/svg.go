package figure

import (
	"bufio"
	"fmt"
	"io"
	"strconv"
	"strings"
	"unicode"

	"github.com/gridwright/gridwright/scene"
)

// SVG writes s as a picture whose size does not matter: shapes that occur often are defined once. It needs no font but
// the viewer's own, and asks for nothing from outside. Cost linear in cells and pieces.
func (s Sheet) SVG(w io.Writer) error {
	l := s.Layout()
	v := &svg{Writer: bufio.NewWriterSize(w, 64<<10), theme: s.Theme, stop: s.Stop, names: map[StampKey]int{}}
	fmt.Fprintf(v, `<svg xmlns="http://www.w3.org/2000/svg" width="%s" height="%s" viewBox="0 0 %s %s" role="img" `+
		`font-family="system-ui, sans-serif" text-anchor="middle">`+"\n", short(l.Width), short(l.Height), short(l.Width),
		short(l.Height))
	v.element("title", s.alt())
	if err := v.define(l); err != nil {
		return err
	}
	fmt.Fprintf(v, `<rect width="100%%" height="100%%" fill="%s"/>`+"\n", hex(s.Theme.Ground))
	for _, t := range l.Title {
		v.written(t)
	}
	for _, p := range l.Panels {
		if err := v.panel(p); err != nil {
			return err
		}
	}
	for _, t := range l.Notes {
		v.written(t)
	}
	v.WriteString("</svg>\n")
	return v.Flush()
}

// alt is the sheet for somebody who cannot see it.
func (s Sheet) alt() string {
	parts := []string{}
	if s.Title != "" {
		parts = append(parts, s.Title)
	}
	for _, p := range s.Panels {
		for _, text := range []string{p.Words, p.Scene.Alt} {
			if text != "" {
				parts = append(parts, text)
			}
		}
	}
	parts = append(parts, s.Notes...)
	return strings.Join(parts, "; ")
}

type svg struct {
	*bufio.Writer
	theme Theme
	stop  func() error
	names map[StampKey]int
}

func (v *svg) element(name, text string) {
	fmt.Fprintf(v, "<%s>%s</%s>\n", name, escaped(text), name)
}

// define writes each sprite once.
func (v *svg) define(l Layout) error {
	v.WriteString("<defs>\n")
	for _, p := range l.Panels {
		err := StampsUntil(p.Scene, v.stop, func(st Stamp, _ bool) bool {
			if _, known := v.names[st.Key]; !known {
				v.names[st.Key] = len(v.names)
				fmt.Fprintf(v, `<g id="s%d">`, v.names[st.Key])
				for _, f := range v.theme.Figures(st.Key) {
					v.figure(f)
				}
				v.WriteString("</g>\n")
			}
			return true
		})
		if err != nil {
			return err
		}
	}
	v.WriteString("</defs>\n")
	return nil
}

// panel writes a board in its place, in cells.
func (v *svg) panel(p Placed) error {
	fmt.Fprintf(v, `<g transform="translate(%s %s) scale(%s)">`+"\n", short(p.X), short(p.Y), short(p.Cell))
	for _, f := range v.theme.Board(p.Scene) {
		v.figure(f)
	}
	links := true
	err := StampsUntil(p.Scene, v.stop, func(st Stamp, piece bool) bool {
		if piece && links {
			v.marks(p.Scene, true)
			links = false
		}
		v.WriteString(`<use href="#s`)
		v.WriteString(strconv.Itoa(v.names[st.Key]))
		v.WriteString(`" x="`)
		v.WriteString(short(st.X))
		v.WriteString(`" y="`)
		v.WriteString(short(st.Y))
		v.WriteString("\"/>\n")
		return true
	})
	if err != nil {
		return err
	}
	if links {
		v.marks(p.Scene, true)
	}
	v.marks(p.Scene, false)
	v.WriteString("</g>\n")
	for _, t := range p.Lines {
		v.written(t)
	}
	return nil
}

func (v *svg) marks(s *scene.Scene, links bool) {
	for _, m := range s.Marks {
		if (m.Sign == scene.Link) == links {
			for _, f := range v.theme.Mark(m) {
				v.figure(f)
			}
		}
	}
}

func (v *svg) figure(f Figure) {
	paint := `fill="` + hex(f.Paint.RGB) + `"`
	if f.Width > 0 {
		paint = fmt.Sprintf(`fill="none" stroke="%s" stroke-width="%s" stroke-linecap="round" stroke-linejoin="round"`,
			hex(f.Paint.RGB), short(f.Width))
	}
	if f.Paint.Cover < 1 {
		paint += ` opacity="` + short(f.Paint.Cover) + `"`
	}
	if f.Text != "" {
		weight := ""
		if f.Bold {
			weight = ` font-weight="600"`
		}
		fmt.Fprintf(v, `<text x="%s" y="%s" font-size="%s"%s %s>%s</text>`, short(f.At.X), short(f.At.Y+0.36*f.Size),
			short(f.Size), weight, paint, escaped(f.Text))
		return
	}
	v.WriteString(`<path d="`)
	f.Path.Walk(func(kind byte, at []scene.Point) {
		v.WriteByte(kind)
		for i, p := range at {
			if i > 0 {
				v.WriteByte(' ')
			}
			v.WriteString(short(p.X))
			v.WriteByte(' ')
			v.WriteString(short(p.Y))
		}
	})
	v.WriteString(`" ` + paint + `/>`)
}

func (v *svg) written(t Written) {
	c, weight := v.theme.Ink, ""
	if t.Dim {
		c = v.theme.Dim
	}
	if t.Bold {
		weight = ` font-weight="600"`
	}
	fmt.Fprintf(v, `<text x="%s" y="%s" font-size="%s"%s fill="%s">%s</text>`+"\n", short(t.X), short(t.Y+0.36*t.Size),
		short(t.Size), weight, hex(c), escaped(t.Text))
}

// short writes a number with at most three digits behind the point.
func short(x float64) string {
	text := strconv.FormatFloat(x, 'f', 3, 64)
	text = strings.TrimRight(strings.TrimRight(text, "0"), ".")
	if text == "-0" {
		return "0"
	}
	return text
}

func hex(c scene.RGB) string { return fmt.Sprintf("#%02x%02x%02x", c.R, c.G, c.B) }

// escaped is text that stands for itself in SVG. Characters that XML does not have, and others that nobody sees, are
// shown as "�".
func escaped(text string) string {
	var b strings.Builder
	for _, r := range text {
		switch {
		case r == '<':
			b.WriteString("&lt;")
		case r == '>':
			b.WriteString("&gt;")
		case r == '&':
			b.WriteString("&amp;")
		case r == '"':
			b.WriteString("&quot;")
		case !unicode.IsPrint(r) && r != ' ' || r == 0xFFFE || r == 0xFFFF:
			b.WriteRune('�')
		default:
			b.WriteRune(r)
		}
	}
	return b.String()
}
