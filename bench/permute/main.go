// Permute runs and times what the permute family promises: the contest from text to text, tables, God's algorithm for
// a board of 3 × 4, and orders of groups.
//
//	go run ./bench/permute -gridwright BIN [-runs 9]
//
// Every answer that is timed is verified outside the time, by a plain search or against published counts. The exit code is 1 where
// an answer is wrong; a target that is missed is marked, since it may be the machine.
//
// A new line is a job in jobs, if it is measured inside a process, and a call in all.
package main

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

func main() {
	b := &bench{out: os.Stdout}
	flag.StringVar(&b.program, "gridwright", "", "our program")
	flag.IntVar(&b.runs, "runs", 9, "runs of each process whose median is printed")
	job := flag.String("job", "", "run one job in this process (used by this program itself)")
	flag.Parse()
	if *job != "" {
		b.err = runJob(*job)
	} else if _, b.err = os.Stat(b.program); b.err == nil {
		b.all()
	}
	if b.err != nil {
		fmt.Fprintln(os.Stderr, b.err)
		os.Exit(1)
	}
}

func runJob(name string) error {
	f := jobs[name]
	if f == nil {
		return fmt.Errorf("there is no job %q", name)
	}
	got, err := f()
	if err != nil {
		return err
	}
	return json.NewEncoder(os.Stdout).Encode(got)
}

// A figure is what was measured.
type figure struct {
	CPU, Wall time.Duration
	Note      string
	Peak      int64 `json:"-"` // of the process, in bytes
}

// bench holds what all lines need; err is the first error, after which nothing runs.
type bench struct {
	program string
	runs    int
	out     io.Writer
	err     error
}

func (b *bench) all() {
	b.line("work", "target", "measured", "more", false)
	b.contest(200_000)
	b.job("table", "9! table, 181,440 boards, in memory", 40*time.Millisecond, 0)
	b.job("torus", "3 × 4 torus, God's algorithm, process", 45*time.Second, 600e6)
	b.job("order", "100 × 100 order", 100*time.Millisecond, 0)
	b.job("middle", "20 random 4 × 4 boards, optimal", 2*time.Second, 0)
	b.job("large", "100 × 100 random board, constructively", 2*time.Second, 0)
}

// run runs a program with a file as its standard input.
func run(stdin, program string, args ...string) ([]byte, figure, error) {
	c := exec.Command(program, args...)
	var out, complaint bytes.Buffer
	c.Stdout, c.Stderr = &out, &complaint
	if stdin != "" {
		f, err := os.Open(stdin)
		if err != nil {
			return nil, figure{}, err
		}
		defer f.Close()
		c.Stdin = f
	}
	begin := time.Now()
	if err := c.Run(); err != nil {
		return nil, figure{}, fmt.Errorf("%s: %w\n%s", strings.Join(c.Args, " "), err, &complaint)
	}
	p := c.ProcessState
	return out.Bytes(), figure{CPU: p.UserTime() + p.SystemTime(), Wall: time.Since(begin), Peak: peak(p)}, nil
}

// job runs a job in a process of its own, and prints its line. most is about its CPU time; memory, if not 0, about the
// whole process.
func (b *bench) job(name, work string, most time.Duration, memory int64) {
	if b.err != nil {
		return
	}
	program, err := os.Executable()
	if err != nil {
		b.err = err
		return
	}
	out, process, err := run("", program, "-job", name)
	var f figure
	if err == nil {
		err = json.Unmarshal(out, &f)
	}
	if b.err = err; err != nil {
		return
	}
	target := "≤ " + dur(most) + " CPU"
	measured := fmt.Sprintf("%s CPU, %s wall", dur(f.CPU), dur(f.Wall))
	if memory > 0 {
		target += ", " + mb(memory)
		measured += ", " + mb(process.Peak)
	}
	b.line(work, target, measured, f.Note, f.CPU > most || memory > 0 && process.Peak > memory)
}

// contest takes n random cases from text to text, each run a process that knows nothing.
func (b *bench) contest(n int) {
	if b.err != nil {
		return
	}
	dir, err := os.MkdirTemp("", "gridwright-bench")
	if err != nil {
		b.err = err
		return
	}
	defer os.RemoveAll(dir)
	in := filepath.Join(dir, "in.txt")
	text, want := contestText(n)
	if b.err = os.WriteFile(in, text, 0o666); b.err != nil {
		return
	}
	var cpu, wall []time.Duration
	var f figure
	for range b.runs {
		var out []byte
		if out, f, b.err = run(in, b.program, "contest", "square-puzzle"); b.err != nil {
			return
		}
		if !bytes.Equal(out, want) {
			b.err = fmt.Errorf("the contest's answers are not those of a plain search")
			return
		}
		cpu, wall = append(cpu, f.CPU), append(wall, f.Wall)
	}
	const most = 150 * time.Millisecond
	b.line(fmt.Sprintf("%d contest queries, text to text, process", n), "≤ "+dur(most)+" CPU",
		fmt.Sprintf("%s CPU, %s wall, %s", dur(median(cpu)), dur(median(wall)), mb(f.Peak)), "equal to a plain search", median(cpu) > most)
}

// line prints a row of the table; missed marks it.
func (b *bench) line(work, target, measured, more string, missed bool) {
	mark := ""
	if missed {
		mark = "  missed"
	}
	fmt.Fprintf(b.out, "%-48s | %-20s | %-36s | %s%s\n", work, target, measured, more, mark)
}

func median(d []time.Duration) time.Duration {
	slices.Sort(d)
	return d[len(d)/2]
}

func dur(d time.Duration) string {
	if d < time.Second {
		return fmt.Sprintf("%.3g ms", float64(d)/float64(time.Millisecond))
	}
	return fmt.Sprintf("%.3g s", d.Seconds())
}

func mb(bytes int64) string { return fmt.Sprintf("%d MB", (bytes+999999)/1e6) }
