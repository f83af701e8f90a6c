package contests

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/gridwright/gridwright/grid"
	"github.com/gridwright/gridwright/internal/cli/exit"
	"github.com/gridwright/gridwright/internal/cli/session"
	"github.com/gridwright/gridwright/internal/stress"
	"github.com/gridwright/gridwright/puzzle"
)

// warn says on standard error what is strange, or with --json as an event.
func (s *stressing) warn(text string) {
	if s.JSON {
		s.event("warning", "message", text)
		return
	}
	fmt.Fprintf(s.Stderr, "%s: warning: %s\n", session.Prog, text)
}

// event prints a line of JSON, with names and values in turn.
func (s *stressing) event(kind string, fields ...any) {
	o := session.NewObject("event", kind)
	for i := 0; i < len(fields); i += 2 {
		o.Add(fields[i].(string), fields[i+1])
	}
	s.Out.Write(o.Line())
	s.Out.Flush()
}

// start says what is begun, where a program reads it.
func (s *stressing) start(c stress.Config) {
	if s.JSON {
		s.event("start", "contest", s.problem.Name(), "program", s.command, "seed", s.seed, "jobs", c.Jobs,
			"kept", len(c.Kept))
	}
}

// stressMeter is the meter of a stress run, which says something now and then also where nobody looks on.
func (s *stressing) stressMeter() *session.Meter {
	m := s.NewMeter()
	if m == nil && s.Progress == "auto" {
		m = s.PlainMeter(plainLines)
	}
	return m
}

// progressOf says how far the run has come.
func (s *stressing) progressOf(m *session.Meter) func(stress.Progress) {
	if m == nil {
		return nil
	}
	return func(p stress.Progress) {
		if !m.Due(time.Now()) {
			return
		}
		if s.JSON && !m.Live {
			s.event("progress", "files", p.Files, "cases", p.Cases, "seconds", p.Elapsed.Seconds(), "from", p.From,
				"largest", p.Largest, "slowest", p.Slowest.Seconds())
			return
		}
		seconds := max(p.Elapsed.Seconds(), 0.001)
		line := fmt.Sprintf("%s, %s, %s cases/s, %s", count(p.Files, "file"), count(p.Cases, "case"),
			session.Thousands(int64(float64(p.Cases)/seconds)), filepath.Base(p.From))
		if p.Largest > 0 {
			line += fmt.Sprintf(", largest size %d", p.Largest)
		}
		m.Show(line + ", slowest run " + took(p.Slowest))
	}
}

// shrinking says that a failure has been found.
func (s *stressing) shrinking(m *session.Meter) func(stress.Failure) {
	if m == nil || s.JSON || s.replay != "" {
		return nil
	}
	return func(f stress.Failure) { m.Show(f.Kind + "; shrinking the input") }
}

// took writes the time that a run took.
func took(d time.Duration) string {
	if d < 10*time.Millisecond {
		return d.Round(10 * time.Microsecond).String()
	}
	return d.Round(time.Millisecond).String()
}

// found saves and reports a failure, or the slowest run.
func (s *stressing) found(ctx context.Context, r *stress.Report, f *stress.Found) error {
	var saved stress.Saved
	if s.keep != "" && s.replay == "" {
		var err error
		if saved, err = stress.Save(s.problem, s.keep, f); err != nil { // what was found is told all the same
			return errors.Join(s.told(ctx, r, f, stress.Saved{}), err)
		}
	}
	return s.told(ctx, r, f, saved)
}

// told tells of a failure, or of the slowest run, and where it is saved.
func (s *stressing) told(ctx context.Context, r *stress.Report, f *stress.Found, saved stress.Saved) error {
	name := saved.Input
	if s.replay != "" {
		name = s.replay
	}
	again := s.again(name)
	switch {
	case f == r.Slow:
	case f.Failure.Kind == stress.JuryWrong:
		s.Code = exit.Worse(s.Code, exit.Fault)
	default:
		s.Code = exit.Worse(s.Code, exit.No)
	}
	if s.JSON {
		return s.foundJSON(r, f, saved, again)
	}
	s.Said = true
	if f == r.Slow {
		fmt.Fprintf(s.Out, "slowest run: %s of processor time, %s on the clock, %s\n", took(f.Result.CPU),
			took(f.Result.Wall), s.origin(f.First))
	} else {
		fmt.Fprintf(s.Out, "%s\n", printable(f.Failure.String()))
		s.history(f)
	}
	if err := s.boards(ctx, f); err != nil {
		return err
	}
	s.texts(f)
	if saved.Input != "" {
		fmt.Fprintf(s.Out, "\nsaved: %s\n", savedAs(saved, f))
	}
	if again != "" {
		fmt.Fprintf(s.Out, "again: %s\n", again)
	}
	if f.Failure.Kind == stress.JuryWrong {
		fmt.Fprintf(s.Out, "The answer that %s believes to be right is wrong. Please report the saved files.\n", session.Prog)
	}
	return s.Out.Flush()
}

// again is the command that runs the same input again.
func (s *stressing) again(name string) string {
	if name == "" {
		return ""
	}
	words := []string{session.Prog, "stress", s.problem.Name(), "--replay", filepath.ToSlash(name)}
	for _, l := range []struct{ flag, value string }{
		{"time-limit", s.timeLimit.String()}, {"memory-limit", s.memoryLimit.String()},
		{"output-limit", s.outputLimit.String()}, {"against", s.against}, {"timeout", s.Timeout.String()},
		{"max-memory", s.Memory.String()},
	} {
		if s.given(l.flag) {
			words = append(words, "--"+l.flag, l.value)
		}
	}
	return commandLine(append(append(words, "--"), s.command...))
}

// origin tells where a file comes from.
func (s *stressing) origin(f *stress.File) string {
	text := fmt.Sprintf("in input %d of seed %d (%s", f.N, s.seed, f.From)
	switch {
	case f.N == 0:
		return "in " + f.From
	case f.Size > 0:
		text += fmt.Sprintf(", size %d", f.Size)
	}
	return text + ")"
}

// history tells how a failure was found, shrunk and repeated.
func (s *stressing) history(f *stress.Found) {
	text := "found " + s.origin(f.First)
	if f.First != f.File {
		text += fmt.Sprintf("; shrunk in %s", grid.Number(f.Runs, "run"))
		if was, is := len(f.First.Cases), len(f.File.Cases); was != is {
			text += fmt.Sprintf(" from %s to %d", grid.Number(was, "case"), is)
		}
	}
	if f.Stopped {
		text += "; not shrunk to the end"
	}
	if f.Failed < f.Repeats {
		text += fmt.Sprintf("; run again, it fails %d of %d times", f.Failed, f.Repeats)
	}
	fmt.Fprintln(s.Out, text)
	if len(f.File.Input) > 0 && f.Result.Read == 0 {
		fmt.Fprintln(s.Out, "the program has not read its input")
	}
	switch {
	case f.Second != nil:
		fmt.Fprintf(s.Out, "the second program fails as well: %s\n", printable(f.Second.String()))
	case s.against != "" && f.Failure.Kind != stress.Different && f.Failure.Kind != stress.JuryWrong:
		fmt.Fprintln(s.Out, "the second program does not fail")
	}
}

// fewBoards is how many boards are drawn where no case is to blame.
const fewBoards = 3

// mostDrawn is how long an input may be, in bytes, whose boards are drawn: of larger ones a corner would be seen.
const mostDrawn = 16 << 10

// boards draws the case that is to blame, or all where they are few.
func (s *stressing) boards(ctx context.Context, f *stress.Found) error {
	if n := len(f.File.Input); n > mostDrawn {
		fmt.Fprintf(s.Out, "the input has %s and is not drawn\n", count(int64(n), "byte"))
		return nil
	}
	for k, in := range f.File.Cases {
		if len(f.File.Cases) > fewBoards && f.Failure.Case != k+1 {
			continue
		}
		s.Out.WriteByte('\n')
		if len(f.File.Cases) > 1 {
			fmt.Fprintf(s.Out, "case %d:\n", k+1)
		}
		if err := s.Drawing(ctx, in, ""); err != nil {
			return err
		}
	}
	return nil
}

// Bounds of texts that a report shows.
const (
	mostLines = 12
	mostWidth = 76
)

// texts shows a short input, what is right and what was printed, the beginning of it.
func (s *stressing) texts(f *stress.Found) {
	if bytes.Count(f.File.Input, []byte("\n")) <= mostLines {
		s.block("input", f.File.Input)
	}
	if f.Failure.Kind == "" {
		return
	}
	if answer, ok := f.Answer(s.problem); ok {
		s.block("right is", answer)
	}
	title, run := "the program printed", f.Result
	if f.Failure.Second {
		title, run = "the second program printed", f.Other
	}
	s.block(title, run.Output)
	if len(run.Errors) > 0 {
		s.block("its standard error", run.Errors)
	}
}

// block shows a text that nobody trusts.
func (s *stressing) block(title string, text []byte) {
	if len(bytes.TrimSpace(text)) == 0 {
		fmt.Fprintf(s.Out, "\n%s: nothing\n", title)
		return
	}
	fmt.Fprintf(s.Out, "\n%s:\n", title)
	for i, line := range bytes.SplitN(bytes.TrimRight(text, "\n"), []byte("\n"), mostLines+1) {
		if i == mostLines {
			fmt.Fprintln(s.Out, "  …")
			break
		}
		fmt.Fprintf(s.Out, "  %s\n", short(string(line)))
	}
}

// short is a line as far as it is short.
func short(line string) string {
	line = printable(line)
	if n := utf8.RuneCountInString(line); n > mostWidth {
		return string([]rune(line)[:mostWidth]) + "…"
	}
	return line
}

// savedAs lists the files of a failure.
func savedAs(saved stress.Saved, f *stress.Found) string {
	var others []string
	for _, o := range []struct{ name, what string }{
		{saved.Answer, "what is right"}, {saved.Claims, "the proof"},
		{saved.Output, "what the program printed" + isCut(f.Result.Output)},
		{saved.Other, "what the second one printed" + isCut(f.Other.Output)},
	} {
		if o.name != "" {
			others = append(others, strings.TrimPrefix(o.name, strings.TrimSuffix(saved.Input, ".in"))+": "+o.what)
		}
	}
	return filepath.ToSlash(saved.Input) + " (" + strings.Join(others, ", ") + ")"
}

// isCut says that an output is not saved to its end.
func isCut(output []byte) string {
	if len(output) <= stress.MostSaved {
		return ""
	}
	return ", its first " + puzzle.Bytes(stress.MostSaved)
}

// foundJSON is found as an event.
func (s *stressing) foundJSON(r *stress.Report, f *stress.Found, saved stress.Saved, again string) error {
	if f == r.Slow {
		s.event("slowest", "cpu_seconds", f.Result.CPU.Seconds(), "wall_seconds", f.Result.Wall.Seconds(), "from",
			f.File.From, "size", f.File.Size, "cases", len(f.File.Cases), "input", saved.Input, "again", again)
		return s.Out.Flush()
	}
	fail := f.Failure
	fields := []any{"kind", fail.Kind, "message", fail.Msg}
	for _, n := range []struct {
		name  string
		value int
	}{{"case", fail.Case}, {"line", fail.Line}, {"column", fail.Column}} {
		if n.value > 0 {
			fields = append(fields, n.name, n.value)
		}
	}
	if fail.Signal != "" {
		fields = append(fields, "signal", fail.Signal)
	}
	if fail.Second {
		fields = append(fields, "second", true)
	}
	fields = append(fields, "from", f.First.From, "number", f.First.N, "seed", s.seed, "cases", len(f.File.Cases),
		"shrunk", f.First != f.File, "shrink_runs", f.Runs, "to_the_end", !f.Stopped, "failed", f.Failed, "repeats",
		f.Repeats)
	for _, n := range []struct{ name, file string }{{"input", saved.Input}, {"answer", saved.Answer},
		{"claims", saved.Claims}, {"output", saved.Output}, {"other_output", saved.Other}, {"again", again}} {
		if n.file != "" {
			fields = append(fields, n.name, filepath.ToSlash(n.file))
		}
	}
	s.event("failure", fields...)
	return s.Out.Flush()
}

// ended says how much was done, and what took the time.
func (s *stressing) ended(r *stress.Report, stopped bool) {
	if s.JSON {
		s.event("end", "files", r.Files, "cases", r.Cases, "open", r.Open, "unfinished", r.Unfinished, "skipped",
			r.Skipped, "failed", r.Found != nil, "stopped", stopped, "seconds", r.Elapsed.Seconds(), "running",
			r.Share(r.Running), "judging", r.Share(r.Judging), "generating", r.Share(r.Generating))
		return
	}
	text := fmt.Sprintf("%s, %s", count(r.Files, "file"), count(r.Cases, "case"))
	if r.Open > 0 {
		text += fmt.Sprintf(", %s without a reference", count(r.Open, "case"))
	}
	if r.Found == nil {
		text += ", no failure"
		if stopped {
			text += " till then"
		}
	}
	if s.Said {
		s.Out.WriteByte('\n')
	}
	fmt.Fprintln(s.Out, text)
	s.Out.Flush()
	if r.Unfinished > 0 {
		fmt.Fprintf(s.Stderr, "%s: the time was over with %s under way\n", session.Prog, count(r.Unfinished, "file"))
	}
	if r.Skipped > 0 && r.Found == nil {
		fmt.Fprintf(s.Stderr, "%s: half of the time was over, so %s were left out; a longer --time tries them too\n",
			session.Prog, count(r.Skipped, "tiny case"))
	}
	if s.Progress != "off" {
		fmt.Fprintf(s.Stderr, "%s: %s, slowest run %s; running programs took %.0f %% of the time, judging %.0f %%, "+
			"generating %.0f %%\n", session.Prog, r.Elapsed.Round(10*time.Millisecond), took(r.Slowest), 100*r.Share(r.Running),
			100*r.Share(r.Judging), 100*r.Share(r.Generating))
	}
}

// count writes a number with commas and its noun.
func count(n int64, noun string) string {
	return strings.Replace(grid.Number(n, noun), fmt.Sprint(n), session.Thousands(n), 1)
}
