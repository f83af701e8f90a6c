package pack

import (
	"context"
	_ "embed" // for the page's script
	"fmt"
	"io"
	"math/big"
	"strings"

	"github.com/gridwright/gridwright/internal/report"
	"github.com/gridwright/gridwright/puzzle"
	"github.com/gridwright/gridwright/scene"
)

//go:embed static/report.js
var reportScript string

// mostWay is how many characters of a way a page shows.
const mostWay = 2000

// WriteHTML writes a page with a picture of each level. It asks for nothing from outside: whoever has the file has all
// of it. Time is that of drawing; ctx ends it.
func WriteHTML(ctx context.Context, w io.Writer, results []Result, lim puzzle.Limits) error {
	p := &page{report.New(ctx, w, lim, "Levels"), ctx, lim}
	p.top(results)
	for i := range results {
		if err := p.level(i, &results[i]); err != nil {
			return err
		}
	}
	p.WriteString("</tbody></table>\n<p class=\"none\" hidden>No level is like that.</p>\n</main>\n")
	return p.Close(reportScript)
}

type page struct {
	*report.Page
	ctx context.Context
	lim puzzle.Limits
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
	p.Put("<header><h1>Levels</h1><p>%s</p></header>\n<main>\n<form role=\"search\">"+
		"<label>Find <input type=\"search\" id=\"find\" placeholder=\"name, file, remark\"></label>\n"+
		"<fieldset><legend>Show</legend>", Summary(results))
	chip := func(value, text string, n int, checked string) {
		p.Put(`<label class="chip"><input type="radio" name="kind" value="%s"`+checked+`>%s <b>%d</b></label>`, value,
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
			p.Put(`<th scope="col">%s</th>`, c[1])
			continue
		}
		p.Put(`<th scope="col"><button type="button" data-by="%s">%s</button></th>`, c[0], c[1])
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
	p.Put(`<tr id="level-%d" data-number="%d" data-name="%s" data-verdict="%s" data-fewest="%s" data-ways="%s" `+
		`data-grade="%s" data-remarks="%d" data-kinds="%s">`, i+1, i+1, r.Name(), r.Verdict(), sortable(r.Length),
		sortable(r.Fewest.Ways), grade, len(r.Remarks), strings.Join(kinds, " "))
	p.Put(`<td class="number">%d</td><td class="board">`, i+1)
	if r.In.Solver() != nil {
		if err := p.Board(r.In, "the board of "+r.Name()); err != nil {
			return err
		}
	}
	p.Put(`</td><th scope="row" class="name">%s<small>%s</small></th>`, r.Name(), r.subtitle())
	p.Put(`<td data-label="verdict"><span class="verdict %s">%s</span></td>`, r.Verdict(), r.Verdict())
	p.Put(`<td class="figure" data-label="fewest">%s`, r.FewestText())
	if err := p.way(r); err != nil {
		return err
	}
	p.Put(`</td><td class="figure" data-label="ways">%s</td><td data-label="difficulty">`, r.WaysText())
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
			p.Put(`<li class="%s"><a href="#level-%d">%s</a></li>`, class, m.Of+1, m.Text)
			continue
		}
		p.Put(`<li class="%s">%s</li>`, class, m.Text)
	}
	if len(r.Remarks) > 0 {
		p.WriteString("</ul>")
	}
	if r.Fix != nil {
		p.Put(`<p class="fix">proposed: %s</p>`, strings.Join(r.Fix.What, ", "))
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
	p.Put(`<details><summary><span class="bar"><i style="width:%d%%"></i></span>%d %s</summary><dl>`,
		min(100, d.Grade()*100/full), d.Grade(), d.Word())
	for _, f := range d.Facts() {
		for _, line := range f.Lines {
			p.Put("<dt>%s</dt><dd>%s</dd>", line.Label, line.Text)
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
		return p.Unless(err)
	}
	text := []rune(st.Way)
	if len(text) == 0 {
		return nil
	}
	if len(text) > mostWay {
		text = append(text[:mostWay:mostWay], '…')
	}
	p.Put("<details><summary>way</summary><code>%s</code></details>", string(text))
	return nil
}
