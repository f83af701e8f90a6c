package pack

import (
	"bufio"
	"bytes"
	"context"
	_ "embed" // for the page's style and script
	"encoding/base64"
	"errors"
	"fmt"
	"html"
	"io"
	"math/big"
	"strings"

	"github.com/gridwright/gridwright/internal/picture"
	"github.com/gridwright/gridwright/puzzle"
	"github.com/gridwright/gridwright/scene"
	"github.com/gridwright/gridwright/scene/figure"
)

//go:embed static/report.css
var reportStyle string

//go:embed static/report.js
var reportScript string

// What a page shows of large levels: so many rows and columns of a board, and characters of a way.
const (
	mostPictured = 40
	mostWay      = 2000
)

// WriteHTML writes a page with a picture of each level. It asks for nothing from outside: whoever has the file has all
// of it. Time is that of drawing; ctx ends it.
func WriteHTML(ctx context.Context, w io.Writer, results []Result, lim puzzle.Limits) error {
	p := &page{Writer: bufio.NewWriterSize(w, 64<<10), ctx: ctx, lim: lim}
	fmt.Fprintf(p, `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Levels</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; img-src data:; style-src 'unsafe-inline'; `+
		`script-src 'unsafe-inline'">
<style>%s</style></head><body>
`, reportStyle)
	p.top(results)
	for i := range results {
		if err := p.level(i, &results[i]); err != nil {
			return err
		}
	}
	fmt.Fprintf(p, "</tbody></table>\n<p class=\"none\" hidden>No level is like that.</p>\n</main>\n"+
		"<script>%s</script>\n</body></html>\n", reportScript)
	return p.Flush()
}

type page struct {
	*bufio.Writer
	ctx context.Context
	lim puzzle.Limits
}

func (p *page) put(format string, args ...any) {
	for i := range args {
		if s, ok := args[i].(string); ok {
			args[i] = html.EscapeString(s)
		}
	}
	fmt.Fprintf(p, format, args...)
}

// top is what stands above the levels.
func (p *page) top(results []Result) {
	kinds := map[string]int{}
	wrong := 0
	for i := range results {
		if results[i].Wrong() {
			wrong++
		}
		seen := map[string]bool{}
		for _, m := range results[i].Remarks {
			if !seen[m.Kind] {
				seen[m.Kind] = true
				kinds[m.Kind]++
			}
		}
	}
	p.put("<header><h1>Levels</h1><p>%s</p></header>\n<main>\n<form role=\"search\">"+
		"<label>Find <input type=\"search\" id=\"find\" placeholder=\"name, file, remark\"></label>\n"+
		"<fieldset><legend>Show</legend>", Summary(results))
	chip := func(value, text string, n int, checked string) {
		p.put(`<label class="chip"><input type="radio" name="kind" value="%s"`+checked+`>%s <b>%d</b></label>`, value,
			text, n)
	}
	chip("", "all", len(results), " checked")
	if wrong > 0 {
		chip("wrong", "wrong", wrong, "")
	}
	for _, k := range [...]string{Broken, Impossible, Minimum, Solution, Twin, Unknown, Unverified, Standing} {
		if kinds[k] > 0 {
			chip(k, k, kinds[k], "")
		}
	}
	p.WriteString("</fieldset></form>\n<table><caption class=\"unseen\">The levels; the heads of columns sort them." +
		"</caption><thead><tr>")
	for _, c := range [...][2]string{{"number", "#"}, {"", "board"}, {"name", "level"}, {"verdict", "verdict"},
		{"fewest", "fewest"}, {"ways", "ways"}, {"grade", "difficulty"}, {"remarks", "remarks"}} {
		if c[0] == "" {
			p.put(`<th scope="col">%s</th>`, c[1])
			continue
		}
		p.put(`<th scope="col"><button type="button" data-by="%s">%s</button></th>`, c[0], c[1])
	}
	p.WriteString("</tr></thead><tbody>\n")
}

// sortable is n so that it can be compared: a number where it fits one, and a large one where it does not.
func sortable(n *big.Int) string {
	switch {
	case n == nil:
		return "-1"
	case n.IsInt64() && n.BitLen() <= 53:
		return n.String()
	}
	f, _ := new(big.Float).SetInt(n).Float64()
	return fmt.Sprint(min(f, 1e300))
}

// level is a row.
func (p *page) level(i int, r *Result) error {
	kinds := []string{}
	if r.Wrong() {
		kinds = append(kinds, "wrong")
	}
	for _, m := range r.Remarks {
		kinds = append(kinds, m.Kind)
	}
	grade := "-1"
	if r.Difficulty != nil {
		grade = fmt.Sprint(r.Difficulty.Grade())
	}
	p.put(`<tr id="level-%d" data-number="%d" data-name="%s" data-verdict="%s" data-fewest="%s" data-ways="%s" `+
		`data-grade="%s" data-remarks="%d" data-kinds="%s">`, i+1, i+1, r.Name(), r.Verdict(), sortable(r.Length),
		sortable(r.Fewest.Ways), grade, len(r.Remarks), strings.Join(kinds, " "))
	p.put(`<td class="number">%d</td><td class="board">`, i+1)
	if err := p.board(r); err != nil {
		return err
	}
	p.put(`</td><th scope="row" class="name">%s<small>%s</small></th>`, r.Name(), r.subtitle())
	p.put(`<td data-label="verdict"><span class="verdict %s">%s</span></td>`, r.Verdict(), r.Verdict())
	p.put(`<td class="figure" data-label="fewest">%s`, r.FewestText())
	if err := p.way(r); err != nil {
		return err
	}
	p.put(`</td><td class="figure" data-label="ways">%s</td><td data-label="difficulty">`, r.WaysText())
	p.difficulty(r)
	p.WriteString(`</td><td class="remarks">`)
	if len(r.Remarks) > 0 {
		p.WriteString("<ul>")
	}
	for _, m := range r.Remarks {
		class := "note"
		if m.Wrong {
			class = "wrong"
		}
		if m.Kind == Twin {
			p.put(`<li class="%s"><a href="#level-%d">%s</a></li>`, class, m.Of+1, m.Text)
			continue
		}
		p.put(`<li class="%s">%s</li>`, class, m.Text)
	}
	if len(r.Remarks) > 0 {
		p.WriteString("</ul>")
	}
	if r.Fix != nil {
		p.put(`<p class="fix">proposed: %s</p>`, strings.Join(r.Fix.What, ", "))
	}
	p.WriteString("</td></tr>\n")
	return nil
}

// subtitle is what stands below a level's name.
func (r *Result) subtitle() string {
	parts := []string{}
	if r.In.Family() != "" {
		parts = append(parts, r.In.Family())
	}
	if author := r.In.Head().Author; author != "" {
		parts = append(parts, "by "+author)
	}
	if r.Name() != r.place() {
		parts = append(parts, r.place())
	}
	return strings.Join(parts, " · ")
}

// difficulty is a bar, the grade, and the numbers behind it.
func (p *page) difficulty(r *Result) {
	if r.Difficulty == nil {
		return
	}
	d := r.Difficulty
	const full = 64 // bits that fill the bar
	p.put(`<details><summary><span class="bar"><i style="width:%d%%"></i></span>%d %s</summary><dl>`,
		min(100, d.Grade()*100/full), d.Grade(), d.Word())
	for _, f := range d.Facts() {
		for _, line := range f.Lines {
			p.put("<dt>%s</dt><dd>%s</dd>", line.Label, line.Text)
		}
	}
	p.WriteString("</dl></details>")
}

// way is the shortest way that is known, in words.
func (p *page) way(r *Result) error {
	if r.Err != nil || r.Claim.Verdict() != puzzle.Solved {
		return nil
	}
	st, err := r.In.Solver().Tell(p.ctx, r.In, r.Claim, scene.Corner(1, 1), p.lim)
	if err != nil {
		return p.unless(err)
	}
	text := []rune(st.Way)
	if len(text) == 0 {
		return nil
	}
	if len(text) > mostWay {
		text = append(text[:mostWay:mostWay], '…')
	}
	p.put("<details><summary>way</summary><code>%s</code></details>", string(text))
	return nil
}

// unless is err where the page cannot go on.
func (p *page) unless(err error) error {
	if p.ctx.Err() != nil {
		return p.ctx.Err()
	}
	if errors.Is(err, puzzle.ErrLimit) || errors.Is(err, puzzle.ErrUnsupported) || errors.Is(err, puzzle.ErrInput) {
		return nil
	}
	return err
}

// board is a picture for light and one for dark ground.
func (p *page) board(r *Result) error {
	if r.In.Solver() == nil {
		return nil
	}
	var data [2]string
	dark := figure.Dark()
	dark.Ground = scene.RGB{R: 0x1d, G: 0x20, B: 0x24} // --panel
	for i, theme := range [...]figure.Theme{dark, figure.Light()} {
		var svg bytes.Buffer
		job := picture.Job{Theme: theme, Instance: r.In, Limits: p.lim, Most: mostPictured}
		err := p.lim.Within(p.ctx, func(ctx context.Context) error { return job.Write(ctx, &svg, "svg") })
		if err != nil {
			return p.unless(err)
		}
		data[i] = "data:image/svg+xml;base64," + base64.StdEncoding.EncodeToString(svg.Bytes())
	}
	p.put(`<picture><source media="(prefers-color-scheme: dark)" srcset="%s"><img src="%s" alt="%s" loading="lazy">`+
		`</picture>`, data[0], data[1], "the board of "+r.Name())
	return nil
}
