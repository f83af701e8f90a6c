package report

import (
	"context"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"github.com/gridwright/gridwright/grid"
	"github.com/gridwright/gridwright/internal/plotting"
	"github.com/gridwright/gridwright/puzzle"
	"github.com/gridwright/gridwright/scene"
	"github.com/gridwright/gridwright/scene/figure"
)

// Bounds of what a page shows of an analysis.
const (
	mostTile     = 22   // characters of a text that stands large
	mostNote     = 60   // characters of what is said about it
	mostAlt      = 300  // characters of what is said in place of a picture
	mostLabel    = 40   // characters of its label
	mostText     = 6000 // characters of a text
	mostPictures = 24   // boards of a fact
	boardSide    = 150  // pixels of the longest side of a board where there are several
)

// An Analysis is what an analysis has found out about a puzzle.
type Analysis struct {
	In    puzzle.Instance
	Place string // where the puzzle stands: "moves.yaml", "moves.yaml: case 2"
	Facts []puzzle.Fact
	Stop  string // why it ended early; "" where it is whole
}

// WriteAnalyses writes a page about puzzles: short facts large, and of the others what they say, with bars where one is
// a distribution and boards where it speaks of some. It needs nothing from outside. Time is that of drawing.
func WriteAnalyses(ctx context.Context, w io.Writer, all []*Analysis, lim puzzle.Limits) error {
	title := "Analysis"
	if len(all) == 1 {
		title = all[0].name()
	}
	p := New(ctx, w, lim, title)
	p.WriteString("<main class=\"facts\">\n")
	for _, a := range all {
		if err := p.analysis(a); err != nil {
			return err
		}
	}
	p.WriteString("</main>\n")
	return p.Close("")
}

// name is what the puzzle calls itself, or where it stands.
func (a *Analysis) name() string {
	if name := a.In.Head().Name; name != "" {
		return name
	}
	return a.Place
}

func (p *Page) analysis(a *Analysis) error {
	p.Put("<article>\n<h1>%s</h1>\n<p class=\"under\">%s</p>\n", a.name(), a.subtitle())
	if comment := a.In.Head().Comment; comment != "" {
		p.Put("<p>%s</p>\n", comment)
	}
	p.WriteString("<figure>")
	if err := p.Board(a.In, "the board of "+a.name()); err != nil {
		return err
	}
	p.WriteString("</figure>\n")
	p.tiles(a.Facts)
	p.sentences(a.Facts)
	for _, f := range a.Facts {
		if seen(f) {
			if err := p.fact(f); err != nil {
				return err
			}
		}
	}
	if a.Stop != "" {
		p.Put("<p class=\"stop\">This is not all: %s</p>\n", a.Stop)
	}
	p.WriteString("</article>\n")
	return nil
}

// subtitle is the family, the author, and where the puzzle stands.
func (a *Analysis) subtitle() string {
	parts := []string{a.In.Family()}
	if author := a.In.Head().Author; author != "" {
		parts = append(parts, "by "+author)
	}
	if a.name() != a.Place {
		parts = append(parts, a.Place)
	}
	return strings.Join(parts, " · ")
}

// seen reports whether there is more to f than words.
func seen(f puzzle.Fact) bool {
	return len(f.Lines) > 0 && (f.Pictures != nil || len(f.Distribution.Bins) > 0)
}

// A tile is a line that stands large: a number, with what is said about it, or a few words.
type tile struct{ value, note string }

// tileOf is the tile of a line of f, where it is one.
func tileOf(f puzzle.Fact, line puzzle.Line) (t tile, ok bool) {
	if seen(f) || utf8.RuneCountInString(line.Label) > mostLabel || strings.Contains(line.Text, "\n") {
		return t, false
	}
	if utf8.RuneCountInString(line.Text) <= mostTile {
		return tile{value: line.Text}, true
	}
	number := line.Text[:len(line.Text)-len(strings.TrimLeft(line.Text, "0123456789"))]
	note := strings.TrimPrefix(line.Text, number)
	if number == "" || len(number) > mostTile || utf8.RuneCountInString(note) > mostNote ||
		!strings.HasPrefix(note, ": ") && !strings.HasPrefix(note, ", ") {
		return t, false
	}
	return tile{number, note[2:]}, true
}

// tiles are the lines that stand large.
func (p *Page) tiles(facts []puzzle.Fact) {
	p.WriteString("<dl class=\"tiles\">\n")
	for _, f := range facts {
		for _, line := range f.Lines {
			if t, ok := tileOf(f, line); ok {
				p.Put("<div><dt>%s</dt><dd>%s", line.Label, t.value)
				if t.note != "" {
					p.Put("<small>%s</small>", t.note)
				}
				p.WriteString("</dd></div>\n")
			}
		}
	}
	p.WriteString("</dl>\n")
}

// sentences are the other lines of facts without anything to see.
func (p *Page) sentences(facts []puzzle.Fact) {
	p.WriteString("<dl class=\"list\">\n")
	for _, f := range facts {
		for _, line := range f.Lines {
			if _, ok := tileOf(f, line); !ok && !seen(f) {
				p.Put("<dt>%s</dt><dd class=\"%s\">%s</dd>\n", line.Label, class(line.Text), whole(line.Text))
			}
		}
	}
	p.WriteString("</dl>\n")
}

// class is how a text stands on the page: rows below each other, or sentences.
func class(text string) string {
	if strings.Contains(text, "\n") {
		return "rows"
	}
	return "said"
}

// whole is a text as far as a page shows it.
func whole(text string) string {
	text = strings.ReplaceAll(strings.TrimPrefix(text, "\n  "), "\n  ", "\n")
	return cut(text, mostText)
}

// fact is a fact with what there is to see of it.
func (p *Page) fact(f puzzle.Fact) error {
	p.Put("<section>\n<h2>%s</h2>\n", f.Lines[0].Label)
	if len(f.Distribution.Bins) > 0 {
		p.WriteString("<figure class=\"bars\">")
		err := p.picture(f.Lines[0].Label+": "+cut(f.Lines[0].Text, mostAlt),
			func(_ context.Context, w io.Writer, theme figure.Theme) error {
				return plotting.SVG(w, f, theme.Ground != figure.Light().Ground, theme.Ground)
			})
		if err != nil {
			return err
		}
		p.WriteString("</figure>\n")
	}
	if f.Pictures != nil {
		scenes := f.Pictures(scene.Corner(MostPictured, MostPictured))
		if err := p.boards(f.Lines[0].Label, scenes[:min(len(scenes), mostPictures)]); err != nil {
			return err
		}
	}
	p.WriteString("<details><summary>in words</summary>\n")
	for i, line := range f.Lines {
		if i > 0 {
			p.Put("<h3>%s</h3>\n", line.Label)
		}
		p.Put("<p class=\"%s\">%s</p>\n", class(line.Text), whole(line.Text))
	}
	p.WriteString("</details>\n</section>\n")
	return nil
}

// boards are scenes side by side.
func (p *Page) boards(label string, scenes []*scene.Scene) error {
	if len(scenes) == 0 {
		return nil
	}
	p.WriteString("<figure>")
	err := p.picture(fmt.Sprintf("%s: %s", label, grid.Number(len(scenes), "board")),
		func(ctx context.Context, w io.Writer, theme figure.Theme) error {
			s := figure.Sheet{Theme: theme, Side: boardSide, Width: 1040, Stop: ctx.Err}
			for _, sc := range scenes {
				s.Panels = append(s.Panels, figure.Panel{Scene: sc, Words: sc.Caption})
			}
			return s.SVG(w)
		})
	p.WriteString("</figure>\n")
	return err
}

// cut is a text, or the beginning of a long one.
func cut(text string, most int) string {
	if n := utf8.RuneCountInString(text); n > most {
		return string([]rune(text)[:most]) + fmt.Sprintf(" … and %s more", grid.Number(n-most, "character"))
	}
	return text
}
