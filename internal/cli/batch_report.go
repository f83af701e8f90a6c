package cli

import (
	"encoding/json"
	"fmt"
	"io"
	"math"
	"os"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/vbauerster/mpb/v8"
	"github.com/vbauerster/mpb/v8/decor"

	"github.com/gridwright/gridwright/grid"
	"github.com/gridwright/gridwright/internal/batch"
	"github.com/gridwright/gridwright/internal/cli/exit"
	"github.com/gridwright/gridwright/internal/cli/session"
	"github.com/gridwright/gridwright/internal/engine"
)

// How often progress is said, and over how long a rate is taken.
const (
	batchLive  = 200 * time.Millisecond
	batchPlain = 10 * time.Second // at the most, in a log
	batchQuiet = 5 * time.Minute  // at the least
	batchRate  = 10 * time.Second
)

// A pace is how fast a batch has been of late.
type pace struct {
	st      *batch.Status
	samples []sample
}

type sample struct {
	at         time.Time
	jobs, read int64
}

// look takes a sample, and says how far the batch is.
func (p *pace) look(now time.Time) string {
	s := sample{now, p.st.Jobs.Load(), p.st.Read.Load()}
	p.samples = append(p.samples, s)
	for len(p.samples) > 2 && now.Sub(p.samples[0].at) > batchRate {
		p.samples = p.samples[1:]
	}
	first := p.samples[0]
	var parts []string
	total := p.st.Total.Load()
	if total > 0 {
		parts = append(parts, fmt.Sprintf("%d%%", min(100, 100*s.read/total)))
	}
	parts = append(parts, counted(s.jobs, "line"))
	if seconds := s.at.Sub(first.at).Seconds(); seconds > 0 && s.jobs > first.jobs {
		parts = append(parts, perSecond(float64(s.jobs-first.jobs)/seconds))
		if total > 0 && s.read > first.read {
			left := float64(total-s.read) / (float64(s.read-first.read) / seconds)
			parts = append(parts, "about "+left2(time.Duration(left*float64(time.Second)))+" left")
		}
	}
	if n := p.st.Errors.Load(); n > 0 {
		parts = append(parts, counted(n, "error"))
	}
	return strings.Join(parts, ", ")
}

// paced keeps a log from filling up: of a run that takes long it has a line for each tenth of the way, or the rarer the
// longer it takes where nobody knows the end; and one now and then so that nobody takes it for dead.
type paced struct {
	began, at time.Time // and of the last line
	tenth     int64
}

// due reports whether it is time for a line.
func (p *paced) due(now time.Time, read, total int64) bool {
	wait, tenth := batchQuiet, int64(0)
	if total > 0 {
		tenth = 10 * read / total
	} else {
		wait = min(batchQuiet, now.Sub(p.began)/4)
	}
	if tenth > p.tenth {
		wait = batchPlain
	}
	if now.Sub(p.at) < max(wait, batchPlain)-time.Second { // the clock may tick a little early
		return false
	}
	p.at, p.tenth = now, tenth
	return true
}

func counted(n int64, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return session.Thousands(n) + " " + what + "s"
}

func perSecond(rate float64) string {
	if rate < 10 {
		return fmt.Sprintf("%.1f a second", rate)
	}
	return session.Thousands(int64(rate)) + " a second"
}

// left2 writes a time in its two largest units.
func left2(d time.Duration) string {
	switch d = d.Round(time.Second); {
	case d < time.Minute:
		return fmt.Sprintf("%d s", d/time.Second)
	case d < time.Hour:
		return fmt.Sprintf("%d:%02d min", d/time.Minute, d%time.Minute/time.Second)
	}
	return fmt.Sprintf("%d:%02d h", d/time.Hour, d%time.Hour/time.Minute)
}

// watch says how far a batch has come until stop is called: a bar where somebody looks on, else a line now and then.
func (b *batching) watch(st *batch.Status) (stop func()) {
	if b.Progress == "off" {
		return func() {}
	}
	p := &pace{st: st}
	live := b.Watched() && b.Progress == "auto"
	every := batchPlain
	said := &paced{began: time.Now(), at: time.Now()}
	show := func() {
		text := p.look(time.Now())
		if said.due(time.Now(), st.Read.Load(), st.Total.Load()) {
			fmt.Fprintf(b.Stderr, "%s: %s\n", session.Prog, text)
		}
	}
	end := func() {}
	if live {
		every = batchLive
		show, end = b.bar(p)
	}
	p.look(time.Now())
	quit, ended := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(ended)
		tick := time.NewTicker(every)
		defer tick.Stop()
		for {
			select {
			case <-quit:
				return
			case <-tick.C:
				show()
			}
		}
	}()
	return func() {
		close(quit)
		<-ended
		end()
	}
}

// bar is a bar that is taken away at the end.
func (b *batching) bar(p *pace) (show, end func()) {
	text := "" // of the goroutine that shows; the bar is drawn when it is told to be
	refresh := make(chan any)
	bars := mpb.New(mpb.WithOutput(b.Stderr), mpb.WithWidth(28), mpb.WithManualRefresh(refresh))
	style := mpb.BarStyle().Lbound("").Rbound("").Filler("━").Tip("╸").Padding("─")
	// The total is known when the run has looked at its files, and one more than that never comes.
	bar := bars.New(math.MaxInt64, style, mpb.BarRemoveOnComplete(),
		mpb.AppendDecorators(decor.Any(func(decor.Statistics) string { return " " + text })))
	return func() {
			text = p.look(time.Now())
			if total := p.st.Total.Load(); total > 0 {
				bar.SetTotal(total+1, false)
				bar.SetCurrent(p.st.Read.Load())
			}
			refresh <- time.Now()
		}, func() {
			bar.Abort(true)
			bars.Wait()
		}
}

// told prints the summary on standard error, and sets the exit code.
func (b *batching) told(sum *batch.Summary, cfg batch.Config, took time.Duration, whole bool) {
	rows := sum.Rows()
	for _, r := range rows {
		b.Code = exit.Worse(b.Code, batchCode(r))
	}
	before := cfg.Status.Before.Load()
	if b.JSON {
		text, _ := json.Marshal(struct {
			Lines   int64       `json:"lines"`
			Before  int64       `json:"before"`
			Seconds float64     `json:"seconds"`
			Whole   bool        `json:"whole"`
			Dead    int         `json:"dead,omitempty"`
			Table   []batch.Row `json:"table"`
		}{sum.Jobs, before, took.Seconds(), whole, b.dead, slices.Clip(append([]batch.Row{}, rows...))})
		b.Stderr.Write(append(text, '\n'))
		return
	}
	b.Out.Flush()
	style := func(code, text string) string { return text }
	if b.Color == "always" || b.Color == "auto" && b.Watched() && os.Getenv("NO_COLOR") == "" {
		style = func(code, text string) string { return "\x1b[" + code + "m" + text + "\x1b[0m" }
	}
	batchTable(b.Stderr, rows, style)
	done := sum.Jobs - before
	line := counted(done, "line") + " in " + spent(took)
	if before > 0 {
		line = counted(sum.Jobs, "line") + ", " + session.Thousands(before) + " of them from before; the others in " +
			spent(took)
	}
	if s := took.Seconds(); s > 0.01 && done > 0 {
		line += ", " + perSecond(float64(done)/s)
	}
	fmt.Fprintf(b.Stderr, "%s\n", style("1", line))
	b.samples(sum)
	if b.dead > 0 {
		fmt.Fprintf(b.Stderr, "%s given up, as each ended several workers\n", counted(int64(b.dead), "dead letter"))
	}
}

// samples shows some of the errors.
func (b *batching) samples(sum *batch.Summary) {
	n := sum.Errors()
	if n == 0 {
		return
	}
	for _, text := range sum.Samples {
		var r struct {
			File  string
			Line  int64
			Error engine.Error
		}
		if json.Unmarshal(text, &r) != nil {
			continue
		}
		at := fmt.Sprintf("%s:%d", r.File, r.Line)
		if r.Error.Column > 0 {
			at += fmt.Sprintf(":%d", r.Error.Column)
		}
		fmt.Fprintf(b.Stderr, "  %s: %s\n", printableLine(at), printableLine(r.Error.Title))
	}
	if more := n - int64(len(sum.Samples)); more > 0 {
		fmt.Fprintf(b.Stderr, "  and %s more\n", counted(more, "error"))
	}
}

// printableLine keeps a text from moving the cursor.
func printableLine(s string) string {
	if strings.ContainsFunc(s, func(r rune) bool { return r < ' ' || r == 0x7f || r >= 0x80 && r < 0xa0 }) {
		return grid.Quote(s)
	}
	return s
}

// batchCode is the exit code for a row of the summary.
func batchCode(r batch.Row) int {
	switch {
	case r.Said == "rejected":
		return exit.No
	case r.Said == "unknown" || r.Class == string(engine.Limit):
		return exit.Limit
	case r.Class == string(engine.Internal):
		return exit.Fault
	case r.Class != "":
		return exit.Usage
	}
	return exit.OK
}

func spent(d time.Duration) string {
	switch {
	case d < 10*time.Second:
		return fmt.Sprintf("%.2f s", d.Seconds())
	case d < time.Minute:
		return fmt.Sprintf("%.1f s", d.Seconds())
	}
	return left2(d)
}

// batchColumns are the answers in the order of their columns, with their colours.
var batchColumns = [...][2]string{{"solved", "32"}, {"impossible", "33"}, {"unknown", "35"}, {"counted", "32"},
	{"analyzed", "32"}, {"accepted", "32"}, {"rejected", "33"}, {"generated", "32"}, {"bad", "31"}, {"unsupported", "31"},
	{"limit", "35"}, {"fault", "31"}}

// batchTable prints a row for each family and verb, and a column for each answer that there is.
func batchTable(w io.Writer, rows []batch.Row, style func(code, text string) string) {
	if len(rows) == 0 {
		return
	}
	type line struct{ family, verb string }
	var lines []line
	cells := map[line]map[string]int64{}
	used := map[string]bool{}
	for _, r := range rows {
		l := line{r.Family, r.Verb}
		if l.family == "" {
			l = line{"–", "–"}
		}
		if cells[l] == nil {
			cells[l] = map[string]int64{}
			lines = append(lines, l)
		}
		said := r.Said
		switch r.Class {
		case "":
		case string(engine.Input):
			said = "bad"
		case string(engine.Internal):
			said = "fault"
		default:
			said = r.Class
		}
		cells[l][said] += r.Jobs
		used[said] = true
	}
	table := [][]string{{"family", "verb"}}
	colours := []string{"", ""}
	for _, c := range batchColumns {
		if used[c[0]] {
			table[0], colours = append(table[0], c[0]), append(colours, c[1])
		}
	}
	for _, l := range lines {
		row := []string{l.family, l.verb}
		for _, said := range table[0][2:] {
			text := "·"
			if n := cells[l][said]; n > 0 {
				text = session.Thousands(n)
			}
			row = append(row, text)
		}
		table = append(table, row)
	}
	printTable(w, table, colours, style)
}

// printTable prints a table under its first row: two columns of words, and then numbers.
func printTable(w io.Writer, table [][]string, colours []string, style func(code, text string) string) {
	widths := make([]int, len(table[0]))
	for _, row := range table {
		for i, text := range row {
			widths[i] = max(widths[i], utf8.RuneCountInString(text))
		}
	}
	for n, row := range table {
		var out strings.Builder
		for i, text := range row {
			pad := strings.Repeat(" ", widths[i]-utf8.RuneCountInString(text))
			switch {
			case n == 0:
				text = style("2", text)
			case text == "·":
				text = style("2", text)
			case colours[i] != "":
				text = style(colours[i], text)
			}
			if i < 2 {
				out.WriteString("  " + text + pad)
			} else {
				out.WriteString("  " + pad + text)
			}
		}
		fmt.Fprintln(w, strings.TrimRight(out.String(), " "))
		if n == 0 {
			rule := 2 * len(widths)
			for _, width := range widths {
				rule += width
			}
			fmt.Fprintln(w, "  "+style("2", strings.Repeat("─", rule-2)))
		}
	}
}
