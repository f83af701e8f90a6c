package scene

import (
	"fmt"
	"io"
	"iter"
	"math"
	"math/big"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/gridwright/gridwright/grid"
)

// maxBatch is how many frames Frames lays out together.
const maxBatch = 64

// Board draws one scene, without its caption.
func (t Text) Board(w io.Writer, s *Scene) error { return t.row(w, []panel{t.panel(s, "")}) }

// Boards draws scenes side by side, as many to a line as fit, below their captions. Boards that are too large are cut,
// and a line says what is left out: "… 990 more rows".
func (t Text) Boards(w io.Writer, scenes ...*Scene) error {
	panels := make([]panel, len(scenes))
	for i, s := range scenes {
		panels[i] = t.panel(s, s.Caption)
	}
	return t.row(w, panels)
}

// Frames tells a story: for some frames at a time what they say, each sentence once, then their boards side by side. A
// board's title is its caption or else "3: L", with the frame's number and move; first is the number of the first
// frame. A frame without a scene says its sentence alone. It ends at the first error of frames or w.
func (t Text) Frames(w io.Writer, first *big.Int, frames iter.Seq2[Frame, error]) error {
	n := new(big.Int).Set(first)
	b := batch{t: t, w: w}
	for f, err := range frames {
		if err != nil {
			return err
		}
		if f.Scene == nil || len(b.panels) == maxBatch {
			if err := b.flush(); err != nil {
				return err
			}
		}
		if f.Sentence != "" && !slices.Contains(b.said, f.Sentence) {
			b.said = append(b.said, f.Sentence)
		}
		if f.Scene == nil {
			if err := b.flush(); err != nil {
				return err
			}
		} else {
			b.panels = append(b.panels, t.panel(f.Scene, f.title(n)))
		}
		n.Add(n, one)
	}
	return b.flush()
}

func (f Frame) title(n *big.Int) string {
	switch {
	case f.Scene.Caption != "":
		return f.Scene.Caption
	case f.Move == "" && n.Sign() == 0:
		return "start"
	case f.Move == "":
		return n.String()
	}
	return n.String() + ": " + f.Move
}

// A batch is the frames that are told together.
type batch struct {
	t      Text
	w      io.Writer
	said   []string
	panels []panel
	ended  bool // boards have been drawn, and a blank line is due
}

func (b *batch) flush() error {
	if len(b.said)+len(b.panels) == 0 {
		return nil
	}
	if b.ended {
		if _, err := io.WriteString(b.w, "\n"); err != nil {
			return err
		}
	}
	for _, s := range b.said {
		if err := b.t.Sentence(b.w, s); err != nil {
			return err
		}
	}
	b.ended = len(b.panels) > 0
	if b.ended {
		if len(b.said) > 0 {
			if _, err := io.WriteString(b.w, "\n"); err != nil {
				return err
			}
		}
		if err := b.t.row(b.w, b.panels); err != nil {
			return err
		}
	}
	b.said, b.panels = b.said[:0], b.panels[:0]
	return nil
}

// Sentence writes text, each line of it broken between words where it is too wide. What follows a break is indented as
// the line is, and behind "- ".
func (t Text) Sentence(w io.Writer, text string) error {
	for l := range strings.SplitSeq(text, "\n") {
		if err := t.wrap(w, l); err != nil {
			return err
		}
	}
	return nil
}

func (t Text) wrap(w io.Writer, text string) error {
	out := line{t: t}
	words := strings.TrimLeft(text, " ")
	indent := len(text) - len(words)
	out.pad(indent)
	if strings.HasPrefix(words, "- ") {
		indent += 2
	}
	if indent > t.width()/2 {
		indent = 0
	}
	for len(words) > 0 {
		room := t.width() - out.used - out.blanks
		n, next := breakAt(words, room)
		if n == 0 && out.used > 0 { // the next word wants a line of its own
			if err := out.end(w); err != nil {
				return err
			}
			out.pad(indent)
			continue
		}
		if n == 0 { // a word that no line is wide enough for
			n = prefix(words, max(1, room))
			next = n
			if room <= 0 {
				out.blanks = 0
			}
		}
		out.put("", words[:n])
		words = words[next:]
		if len(words) > 0 {
			if err := out.end(w); err != nil {
				return err
			}
			out.pad(indent)
		}
	}
	return out.end(w)
}

// breakAt returns how many bytes of text fit room columns without breaking a word, and where the next word begins.
func breakAt(text string, room int) (n, next int) {
	if end := prefix(text, room); end == len(text) {
		return end, end
	} else if at := strings.LastIndexByte(text[:end+1], ' '); at > 0 {
		return len(strings.TrimRight(text[:at], " ")), at + 1
	}
	return 0, 0
}

// prefix is the length in bytes of the first n characters of text.
func prefix(text string, n int) int {
	for i := range text {
		if n--; n < 0 {
			return i
		}
	}
	return len(text)
}

// metrics are what boards that stand together have in common.
type metrics struct {
	cell, gap int  // columns of a cell, and between cells
	right     bool // labels are numbers
	marked    bool
	spaced    bool
}

func (t Text) measure(panels []panel, f *faces) metrics {
	m := metrics{cell: 1, right: true}
	for i := range panels {
		m.marked = m.marked || len(panels[i].marks) > 0
		m.spaced = m.spaced || panels[i].Spaced
	}
	for i := range panels {
		p := &panels[i]
		for r := range p.w.Rows {
			for c := range p.w.Cols {
				text := f.of(p, p.w.Top+r, p.w.Left+c).text
				n := utf8.RuneCountInString(text)
				if n > 1 && strings.Trim(text, "0123456789") != "" {
					m.right = false
				}
				if m.marked {
					k := p.marks[r*p.w.Cols+c]
					n = len(k.before()) + n + utf8.RuneCountInString(k.after())
				}
				m.cell = max(m.cell, n)
			}
		}
	}
	m.cell = min(m.cell, maxCell, t.width())
	m.right = m.right && !m.marked
	if m.spaced || m.cell > 1 && !m.marked {
		m.gap = 1
	}
	return m
}

func (k marking) before() string {
	if k.left == 0 {
		return " "
	}
	return string(rune(k.left))
}

func (k marking) after() string {
	s := " "
	if k.right != 0 {
		s = string(rune(k.right))
	}
	if k.badge == "" {
		return s
	}
	return strings.TrimSpace(s) + ":" + k.badge
}

// cols is how many columns of cells fit.
func (t Text) cols(m metrics) int { return max(1, (t.width()+m.gap)/(m.cell+m.gap)) }

// row draws panels side by side: close together where one line holds them all, else in columns.
func (t Text) row(w io.Writer, panels []panel) error {
	d := drawing{line: line{t: t}, faces: t.faces()}
	d.m = t.measure(panels, &d.faces)
	d.cols = t.cols(d.m)
	widest, all := 0, -t.gap()
	for i := range panels {
		p := &panels[i]
		p.width = max(0, min(p.w.Cols, d.cols)*(d.m.cell+d.m.gap)-d.m.gap)
		p.room = min(t.width(), max(p.width, utf8.RuneCountInString(p.title)))
		widest, all = max(widest, p.room), all+p.room+t.gap()
	}
	perLine := len(panels)
	if all > t.width() {
		perLine = (t.width() + t.gap()) / (widest + t.gap())
		for i := range panels {
			panels[i].room = widest
		}
	}
	for at := 0; at < len(panels); at += perLine {
		if at > 0 {
			if err := d.end(w); err != nil {
				return err
			}
		}
		if err := d.draw(w, panels[at:min(at+perLine, len(panels))]); err != nil {
			return err
		}
	}
	return nil
}

// A drawing is a line of boards.
type drawing struct {
	line
	faces
	m    metrics
	cols int // the most that fit
}

func (d *drawing) draw(w io.Writer, panels []panel) error {
	from, rows := 0, 0
	for i := range panels {
		rows = max(rows, panels[i].w.Rows)
		if panels[i].title != "" {
			from = -1
		}
	}
	for r := from; r < rows; r++ {
		for i := range panels {
			p, used := &panels[i], 0
			switch {
			case r < 0:
				used = d.put("", cut(p.title, d.t.width()))
			case r < p.w.Rows:
				used = p.width
				d.cells(p, p.w.Top+r)
			}
			d.pad(p.room + d.t.gap() - used)
		}
		if err := d.end(w); err != nil {
			return err
		}
	}
	said := []string{}
	for i := range panels {
		for _, note := range panels[i].notes(d.cols) {
			if slices.Contains(said, note) {
				continue
			}
			said = append(said, note)
			if err := d.t.Sentence(w, note); err != nil {
				return err
			}
		}
	}
	return nil
}

// cut shortens s to n characters.
func cut(s string, n int) string {
	if prefix(s, n) < len(s) {
		return s[:prefix(s, n-1)] + "…"
	}
	return s
}

// cells draws a row of a board.
func (d *drawing) cells(p *panel, row int) {
	cols := min(p.w.Cols, d.cols)
	for c := range cols {
		x := d.of(p, row, p.w.Left+c)
		var k marking
		room := d.m.cell
		if d.m.marked {
			k = p.marks[p.index(row, p.w.Left+c)]
			d.put("", k.before())
			room = max(1, room-1-utf8.RuneCountInString(k.after()))
		}
		text := cut(x.text, room)
		room -= utf8.RuneCountInString(text)
		if d.m.right {
			d.put(x.style, blank(room))
		}
		d.put(x.style, text)
		if d.m.marked {
			d.put("", k.after())
			d.pad(room)
		} else if !d.m.right {
			d.put(x.style, blank(room))
		}
		if c < cols-1 {
			d.pad(d.m.gap)
		}
	}
}

func blank(n int) string { return blanks[:max(0, min(n, len(blanks)))] }

const blanks = "                                "

// Bounds of notes below a board.
const (
	maxNotes  = 8
	maxPlaces = 12
)

// notes say what the board itself does not show: that it is cut, and lines between cells of it.
func (p *panel) notes(cols int) (notes []string) {
	rows, cols := p.w.Rows, min(p.w.Cols, cols)
	switch {
	case p.w.Top > 0 || p.w.Left > 0:
		notes = append(notes, fmt.Sprintf("(rows %d to %d of %d, columns %d to %d of %d)",
			p.w.Top+1, p.w.Top+rows, p.Rows, p.w.Left+1, p.w.Left+cols, p.Cols))
	case rows < p.Rows && cols < p.Cols:
		notes = append(notes, "… "+grid.Number(p.Rows-rows, "more row")+" and "+grid.Number(p.Cols-cols, "more column"))
	case rows < p.Rows:
		notes = append(notes, "… "+grid.Number(p.Rows-rows, "more row"))
	case cols < p.Cols:
		notes = append(notes, "… "+grid.Number(p.Cols-cols, "more column"))
	}
	lines := 0
	for i := range p.Marks {
		outside := func(at Point) bool { return !p.w.Holds(int(math.Floor(at.Y)), int(math.Floor(at.X))) }
		if p.Marks[i].Sign <= Badge || slices.ContainsFunc(p.Marks[i].At, outside) {
			continue
		}
		if lines++; lines <= maxNotes {
			notes = append(notes, p.Marks[i].words(p.Origin))
		}
	}
	if lines > maxNotes {
		notes = append(notes, "… "+grid.Number(lines-maxNotes, "more line"))
	}
	return notes
}

// words tells a mark that is a line: "cycle: (1,2) – (2,2) – …". Places are rows and columns from 1.
func (m *Mark) words(origin [2]int) string {
	join := " – "
	if m.Sign == Arrow {
		join = " → "
	}
	places := make([]string, 0, maxPlaces+1)
	for i, at := range m.At {
		if i == maxPlaces {
			places = append(places, "…")
			break
		}
		places = append(places, fmt.Sprintf("(%d,%d)", int(math.Floor(at.Y))+origin[0]+1, int(math.Floor(at.X))+origin[1]+1))
	}
	label := m.Label
	if label == "" {
		label = signNames[m.Sign]
	}
	return label + ": " + strings.Join(places, join)
}
