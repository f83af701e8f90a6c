// Assembly runs whole processes and times them: gridwright's contest command on large trees of blocks next to a
// published program, in turn, in one run.
//
//	go run ./bench/assembly -gridwright BIN [-peer BIN] [-runs 7] [-blocks 400000] [-solo 10000000]
//
// It prints for each kind of tree the median CPU time (user + system) of both, their ratio, and peak
// memory; then it solves shapes without holes of a million cells. Without a peer it prints our figures alone and says so. The published program goes down the tree by
// recursion, so it runs with a stack without limit; it is known to be wrong on some inputs, so that its
// verdict is printed where it differs from ours and is no error.
package main

import (
	"bytes"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/gridwright/gridwright/bench/assembly/shapes"
)

func main() {
	log := func(format string, args ...any) { fmt.Fprintf(os.Stderr, format+"\n", args...) }
	ours := flag.String("gridwright", "", "our program")
	peer := flag.String("peer", "", "the published program; may be missing")
	runs := flag.Int("runs", 7, "runs of each, of which the median counts")
	blocks := flag.Int("blocks", 400_000, "blocks of the trees to run both on")
	solo := flag.Int("solo", 10_000_000, "blocks of the trees to run ours on alone; 0 for none")
	kinds := flag.String("kinds", "", "kinds of trees, all by default")
	write := flag.Int("write", 0, "only write a tree of so many blocks and the one kind to standard output")
	flag.Parse()
	if *write > 0 {
		k, ok := shapes.Find(*kinds)
		if !ok {
			log("no kind of tree is called %q", *kinds)
			os.Exit(2)
		}
		if err := k.Write(os.Stdout, *write, 1); err != nil {
			log("%v", err)
			os.Exit(1)
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
	b := &bench{ours: *ours, peer: *peer, file: filepath.Join(dir, "tree"), runs: *runs, kinds: *kinds}
	fmt.Printf("%-12s %9s  %11s %11s  %6s  %9s %9s  %s\n", "tree", "blocks", "gridwright", "published", "ratio", "memory", "published", "answer")
	b.trees(*blocks, *runs, *peer != "")
	if *solo > 0 {
		b.trees(*solo, min(*runs, 3), false)
	}
	if *solo > 0 && *kinds == "" {
		b.solids(min(*runs, 3))
	}
	if b.err != nil {
		log("%v", b.err)
		os.Exit(1)
	}
}

type bench struct {
	ours, peer, file, kinds string
	runs                    int
	err                     error
}

// trees times one tree of each kind.
func (b *bench) trees(n, runs int, both bool) {
	for _, k := range shapes.Kinds() {
		if b.err != nil || b.kinds != "" && !strings.Contains(","+b.kinds+",", ","+k.Name+",") {
			continue
		}
		if b.err = b.generate(k.Name, n); b.err != nil {
			return
		}
		var ours, theirs []time.Duration
		var last, other result
		for range runs {
			last = b.run(b.ours, "contest", "--timeout", "0", "sliding-blocks")
			ours = append(ours, last.cpu)
			if both {
				other = b.run("sh", "-c", `ulimit -s unlimited; exec "$0"`, b.peer)
				theirs = append(theirs, other.cpu)
			}
		}
		published, ratio, memory, answer := "-", "-", "-", last.answer
		if both {
			published = ms(median(theirs))
			ratio = fmt.Sprintf("%.3f", float64(median(ours))/float64(median(theirs)))
			memory = fmt.Sprintf("%d MB", other.rss>>20)
			if other.answer != answer {
				answer += fmt.Sprintf(" (the published program says %q)", other.answer)
			}
		}
		fmt.Printf("%-12s %9d  %11s %11s  %6s  %6d MB %9s  %s\n", k.Name, n, ms(median(ours)), published, ratio, last.rss>>20, memory, answer)
	}
}

// generate has another process make the tree. This one has to stay small: the memory that a
// process is reported to have used begins with that of the process that started it.
func (b *bench) generate(kind string, n int) error {
	self, err := os.Executable()
	if err != nil {
		return err
	}
	f, err := os.Create(b.file)
	if err != nil {
		return err
	}
	defer f.Close()
	c := exec.Command(self, "-write", fmt.Sprint(n), "-kinds", kind)
	c.Stdout, c.Stderr = f, os.Stderr
	return c.Run()
}

type result struct {
	cpu    time.Duration
	wall   time.Duration
	rss    int64  // bytes
	answer string // its first line
}

func (b *bench) run(program string, args ...string) (r result) {
	in, err := os.Open(b.file)
	if err != nil {
		b.err = err
		return r
	}
	defer in.Close()
	var out firstLine
	c := exec.Command(program, args...)
	c.Stdin, c.Stdout, c.Stderr = in, &out, os.Stderr
	begin := time.Now()
	if err := c.Run(); err != nil {
		b.err = fmt.Errorf("%s: %w", program, err)
		return r
	}
	r.wall = time.Since(begin)
	r.cpu = c.ProcessState.UserTime() + c.ProcessState.SystemTime()
	r.rss = peak(c.ProcessState)
	r.answer = strings.TrimSpace(string(out.text))
	return r
}

// A firstLine keeps the first line of what is written to it.
type firstLine struct {
	text []byte
	full bool
}

var _ io.Writer = (*firstLine)(nil)

func (f *firstLine) Write(p []byte) (int, error) {
	if !f.full {
		line, _, found := bytes.Cut(p, []byte("\n"))
		f.text, f.full = append(f.text, line...), found
	}
	return len(p), nil
}

func median(d []time.Duration) time.Duration {
	d = slices.Clone(d)
	slices.Sort(d)
	return d[len(d)/2]
}

func ms(d time.Duration) string { return fmt.Sprintf("%.1f ms", float64(d)/float64(time.Millisecond)) }
