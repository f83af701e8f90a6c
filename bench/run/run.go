// Package run measures: programs and jobs in processes of their own, medians of several runs, runs
// in turn with a published program, and one table for all of it.
//
// The process that starts the others has to stay small: the memory that a process is reported to
// have used begins with that of the one that started it. So inputs are made by jobs, too.
package run

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"
)

// A Family is a set of lines of the table and the jobs they need.
type Family struct {
	Name string
	Doc  string // what sizes are, and which kinds there are
	// Sizes are those to run next to a published program, Solo those to run ours on alone, both
	// unless the command line names others.
	Sizes, Solo []int
	Jobs        map[string]Job
	Lines       func(b *Bench)
}

// A Figure is what was measured, once or as medians.
type Figure struct {
	CPU  time.Duration `json:"cpu_ns"` // user and system, all threads
	Wall time.Duration `json:"wall_ns,omitempty"`
	Peak int64         `json:"peak_bytes,omitempty"` // the largest resident size
	Note string        `json:"note,omitempty"`       // of a job about its answer; of a program its first line
}

// A Job is measured inside a process of its own. It verifies its answer outside the time, and ends
// with [Check] where that is wrong.
type Job func(a Args) Figure

// A failure is what Check panics with.
type failure struct{ error }

// Check ends the job or the program with err, if it is one.
func Check(err error) {
	if err != nil {
		panic(failure{err})
	}
}

// Failf ends the job or the program.
func Failf(format string, args ...any) { Check(fmt.Errorf(format, args...)) }

// Must is the value, if there is no error.
func Must[T any](value T, err error) T {
	Check(err)
	return value
}

// caught runs f and returns the error that it ended with.
func caught(f func()) (err error) {
	defer func() {
		switch r := recover().(type) {
		case nil:
		case failure:
			err = r.error
		default:
			panic(r)
		}
	}()
	f()
	return nil
}

// Args are what a job is told; it says itself which it looks at.
type Args struct {
	N, Mod, Runs int
	Kind, File   string
}

// Writer is a job that writes a file, an input for others.
func Writer(write func(out io.Writer, a Args) error) Job {
	return func(a Args) (none Figure) {
		f := Must(os.Create(a.File))
		Check(write(f, a))
		Check(f.Close())
		return none
	}
}

// Timed runs f and returns the medians of its times in this process.
func Timed(runs int, f func()) Figure {
	var all []Figure
	for range runs {
		begin, used := time.Now(), cpuTime()
		f()
		all = append(all, Figure{CPU: cpuTime() - used, Wall: time.Since(begin)})
	}
	return medians(all)
}

// medians are those of the times; the peak is the largest, the note the last.
func medians(all []Figure) (m Figure) {
	median := func(of func(Figure) time.Duration) time.Duration {
		var d []time.Duration
		for _, f := range all {
			d = append(d, of(f))
		}
		slices.Sort(d)
		return d[len(d)/2]
	}
	m.CPU = median(func(f Figure) time.Duration { return f.CPU })
	m.Wall = median(func(f Figure) time.Duration { return f.Wall })
	for _, f := range all {
		m.Peak, m.Note = max(m.Peak, f.Peak), f.Note
	}
	return m
}

// process runs a program with files as its standard input and output. Without out the first line
// that it prints is the note.
func process(in, out, program string, args ...string) Figure {
	c := exec.Command(program, args...)
	var line firstLine
	var complaint bytes.Buffer
	c.Stdout, c.Stderr = &line, &complaint
	if in != "" {
		file := Must(os.Open(in))
		defer file.Close()
		c.Stdin = file
	}
	if out != "" {
		file := Must(os.Create(out))
		defer file.Close()
		c.Stdout = file
	}
	begin := time.Now()
	if err := c.Run(); err != nil {
		Failf("%s: %w\n%s", strings.Join(c.Args, " "), err, &complaint)
	}
	p := c.ProcessState
	return Figure{CPU: p.UserTime() + p.SystemTime(), Wall: time.Since(begin), Peak: peak(p),
		Note: strings.TrimSpace(string(line.text))}
}

// A firstLine keeps the first line of what is written to it.
type firstLine struct {
	text []byte
	full bool
}

func (f *firstLine) Write(p []byte) (int, error) {
	if !f.full {
		line, _, found := bytes.Cut(p, []byte("\n"))
		f.text, f.full = append(f.text, line...), found
	}
	return len(p), nil
}

// A Bench runs the lines of one family.
type Bench struct {
	Options
	family *Family
	dir    string // for files
	table  *table
}

// Want says whether to run the lines of a kind.
func (b *Bench) Want(kind string) bool {
	return b.Kinds == "" || slices.Contains(strings.Split(b.Kinds, ","), kind)
}

// Runs is how often to run what runs own times by default.
func (b *Bench) Runs(own int) int {
	if b.Options.Runs > 0 {
		return b.Options.Runs
	}
	return own
}

// File is the name of a file that is removed in the end.
func (b *Bench) File(name string) string { return filepath.Join(b.dir, name) }

// Ours runs our program.
func (b *Bench) Ours(in, out string, args ...string) Figure {
	return process(in, out, Must(filepath.Abs(b.Program)), args...)
}

// Theirs runs a published program.
func (b *Bench) Theirs(in string, command ...string) Figure {
	return process(in, "", command[0], command[1:]...)
}

// Job runs a job of the family in a process of its own; the peak is that of this process.
func (b *Bench) Job(name string, a Args) (f Figure) {
	p := process("", "", Must(os.Executable()), jobFlag, b.family.Name+"/"+name, string(Must(json.Marshal(a))))
	Check(json.Unmarshal([]byte(p.Note), &f))
	f.Peak = p.Peak
	return f
}

// Input has a job write a file.
func (b *Bench) Input(job string, a Args) string {
	a.File = b.File("input")
	b.Job(job, a)
	return a.File
}

// JobRow runs a job and prints its row: kind is the job, unless it is given, and the note is the
// job's. Memory counts where there is a target for it.
func (b *Bench) JobRow(job string, a Args, r Row) {
	if r.Kind == "" {
		r.Kind = job
	}
	if !b.Want(r.Kind) {
		return
	}
	r.Size, r.Ours = a.N, b.Job(job, a)
	if r.Target.Peak == 0 {
		r.Ours.Peak = 0
	}
	r.Note = r.Ours.Note
	b.Row(r)
}

// Peer is the file of a published program, "" where it is not here.
func (b *Bench) Peer(name string) string {
	file := Must(filepath.Abs(filepath.Join(b.Peers, name)))
	if _, err := os.Stat(file); err != nil {
		return ""
	}
	return file
}

// Pair runs ours and theirs in turn and returns medians; theirs may be nil.
func (b *Bench) Pair(runs int, ours, theirs func() Figure) (Figure, *Figure) {
	var a, c []Figure
	for range runs {
		a = append(a, ours())
		if theirs != nil {
			c = append(c, theirs())
		}
	}
	if theirs == nil {
		return medians(a), nil
	}
	other := medians(c)
	return medians(a), &other
}

// Contest runs our contest command on an input in turn with a published program, if both, which
// is called like the contest's problem. A published program may begin with other words, of a shell.
func (b *Bench) Contest(runs int, problem, in string, both bool, shell ...string) (Figure, *Figure) {
	ours := func() Figure { return b.Ours(in, "", "contest", "--timeout", "0", problem) }
	peer := b.Peer(problem)
	if peer == "" || !both {
		return b.Pair(runs, ours, nil)
	}
	command := append(slices.Clone(shell), peer)
	return b.Pair(runs, ours, func() Figure { return b.Theirs(in, command...) })
}

// Sized calls f for each size, first those that the published program is run on, too.
func (b *Bench) Sized(f func(n int, both bool)) {
	for _, n := range b.Sizes {
		f(n, true)
	}
	for _, n := range b.Solo {
		f(n, false)
	}
}

// Square is a size in words.
func Square(n int) string { return Count(n) + " × " + Count(n) }

// Count is a number with commas from 10,000 on.
func Count(n int) string {
	s := strconv.Itoa(n)
	for i := len(s) - 3; n >= 10_000 && i > 0; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}
