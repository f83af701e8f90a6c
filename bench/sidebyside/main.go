// Sidebyside runs whole processes and times them: gridwright's contest command on hard tilting boards next
// to a published program, in turn, in one run.
//
//	go run ./bench/sidebyside -gridwright BIN [-peer BIN] [-runs 7] [-sizes 500,5000] [-solo 10000]
//
// It prints for each input the median CPU time (user + system) of both, their ratio, and peak
// memory. Without a peer it prints our figures alone and says so.
package main

import (
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/gridwright/gridwright/bench/boards"
)

func main() {
	log := func(format string, args ...any) { fmt.Fprintf(os.Stderr, format+"\n", args...) }
	ours := flag.String("gridwright", "", "our program")
	peer := flag.String("peer", "", "the published program; may be missing")
	runs := flag.Int("runs", 7, "runs of each, of which the median counts")
	sizes := flag.String("sizes", "500", "board sizes to run both on")
	solo := flag.String("solo", "", "board sizes to run ours on alone")
	kinds := flag.String("kinds", "", "kinds of boards, all by default")
	write := flag.Int("write", 0, "only write a board of this size and the one kind to standard output")
	flag.Parse()
	if *write > 0 {
		if err := writeBoard(os.Stdout, *kinds, *write); err != nil {
			log("%v", err)
			os.Exit(2)
		}
		return
	}
	if _, err := os.Stat(*ours); err != nil {
		log("no program of ours: %v", err)
		os.Exit(2)
	}
	if _, err := os.Stat(*peer); err != nil {
		fmt.Println("(the published program is not here; our figures stand alone)")
		*peer = ""
	}
	dir, err := os.MkdirTemp("", "gridwright-bench")
	if err != nil {
		log("%v", err)
		os.Exit(1)
	}
	defer os.RemoveAll(dir)
	b := &bench{ours: *ours, peer: *peer, runs: *runs, dir: dir, out: os.Stdout, kinds: *kinds}
	b.start()
	for _, s := range split(*sizes) {
		b.size(s, true)
	}
	for _, s := range split(*solo) {
		b.size(s, false)
	}
	if b.err != nil {
		log("%v", b.err)
		os.Exit(1)
	}
}

func split(s string) (out []int) {
	for _, f := range strings.Split(s, ",") {
		if n, err := strconv.Atoi(strings.TrimSpace(f)); err == nil {
			out = append(out, n)
		}
	}
	return out
}

type bench struct {
	ours, peer, dir, kinds string
	runs                   int
	out                    io.Writer
	err                    error
}

// start measures the cost of a process with next to nothing to do.
func (b *bench) start() {
	file := filepath.Join(b.dir, "tiny")
	text := "4 4\n.r..\nrgyb\n.b..\n.yr.\n\nyrbr\n..yr\n...g\n...b\n"
	if b.err = os.WriteFile(file, []byte(text), 0o600); b.err != nil {
		return
	}
	var cpu, wall []time.Duration
	for range 5 * b.runs {
		r := b.run(b.ours, []string{"contest", "tilting-tiles"}, file)
		cpu, wall = append(cpu, r.cpu), append(wall, r.wall)
	}
	fmt.Fprintf(b.out, "start-up and a 4 × 4 board: %s CPU, %s wall (median of %d)\n\n", ms(median(cpu)), ms(median(wall)), 5*b.runs)
	fmt.Fprintf(b.out, "%-12s %7s  %10s %10s  %6s  %9s %9s  %s\n", "board", "size", "gridwright", "published", "ratio", "memory", "B/cell", "answer")
}

func (b *bench) size(n int, both bool) {
	for _, k := range boards.Kinds() {
		if b.err != nil || b.kinds != "" && !strings.Contains(","+b.kinds+",", ","+k.Name+",") {
			continue
		}
		file := filepath.Join(b.dir, "board")
		if b.err = b.generate(k.Name, n, file); b.err != nil {
			return
		}
		runs := b.runs
		if n >= 2000 {
			runs = min(runs, 3)
		}
		var ours, theirs []time.Duration
		var last, other result
		for range runs {
			last = b.run(b.ours, []string{"contest", "--timeout", "0", "tilting-tiles"}, file)
			ours = append(ours, last.cpu)
			if both && b.peer != "" {
				other = b.run(b.peer, nil, file)
				theirs = append(theirs, other.cpu)
			}
		}
		published, ratio := "-", "-"
		if len(theirs) > 0 {
			published = ms(median(theirs))
			ratio = fmt.Sprintf("%.3f", float64(median(ours))/float64(median(theirs)))
			if last.answer != other.answer {
				b.err = fmt.Errorf("%s %d: we say %q, the published program %q", k.Name, n, last.answer, other.answer)
			}
		}
		fmt.Fprintf(b.out, "%-12s %7d  %10s %10s  %6s  %6d MB %9.2f  %s\n", k.Name, n, ms(median(ours)), published, ratio,
			last.rss>>20, float64(last.rss)/float64(n)/float64(n), last.answer)
	}
}

// generate has another process make the board. This one has to stay small: the memory that a
// process is reported to have used begins with that of the process that started it.
func (b *bench) generate(kind string, n int, file string) error {
	self, err := os.Executable()
	if err != nil {
		return err
	}
	f, err := os.Create(file)
	if err != nil {
		return err
	}
	defer f.Close()
	c := exec.Command(self, "-write", strconv.Itoa(n), "-kinds", kind)
	c.Stdout, c.Stderr = f, os.Stderr
	return c.Run()
}

func writeBoard(w io.Writer, kind string, n int) error {
	for _, k := range boards.Kinds() {
		if k.Name == kind {
			return k.Write(w, n, n, 1)
		}
	}
	return fmt.Errorf("no kind of board is called %q", kind)
}

type result struct {
	cpu, wall time.Duration
	rss       int64 // bytes
	answer    string
}

func (b *bench) run(program string, args []string, file string) (r result) {
	in, err := os.Open(file)
	if err != nil {
		b.err = err
		return r
	}
	defer in.Close()
	c := exec.Command(program, args...)
	c.Stdin = in
	begin := time.Now()
	out, err := c.Output()
	if err != nil {
		b.err = fmt.Errorf("%s: %w", program, err)
		return r
	}
	r.wall = time.Since(begin)
	r.cpu = c.ProcessState.UserTime() + c.ProcessState.SystemTime()
	r.rss = peak(c.ProcessState)
	r.answer = strings.TrimSpace(string(out))
	return r
}

func median(d []time.Duration) time.Duration {
	d = slices.Clone(d)
	slices.Sort(d)
	return d[len(d)/2]
}

func ms(d time.Duration) string { return fmt.Sprintf("%.2f ms", float64(d)/float64(time.Millisecond)) }
