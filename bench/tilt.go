package main

import (
	"fmt"
	"io"
	"os"

	"github.com/gridwright/gridwright/bench/boards"
	"github.com/gridwright/gridwright/bench/run"
)

// The kinds of boards are as hard as we know how to make them.
var tiltFamily = &run.Family{
	Name:  "tilt",
	Doc:   "sizes are sides of boards; kinds are start and those of bench/boards",
	Sizes: []int{500},
	Jobs: map[string]run.Job{"board": run.Writer(func(out io.Writer, a run.Args) error {
		for _, k := range boards.Kinds() {
			if k.Name == a.Kind {
				return k.Write(out, a.N, a.N, 1)
			}
		}
		return fmt.Errorf("no kind of board is called %q", a.Kind)
	})},
	Lines: tiltLines,
}

func tiltLines(b *run.Bench) {
	const problem = "tilting-tiles"
	if b.Want("start") { // a process with next to nothing to do
		file := b.File("tiny")
		run.Check(os.WriteFile(file, []byte("4 4\n.r..\nrgyb\n.b..\n.yr.\n\nyrbr\n..yr\n...g\n...b\n"), 0o600))
		ours, _ := b.Contest(5*b.Runs(7), problem, file, false)
		b.Row(run.Row{Kind: "start", Size: 4, Work: "start-up and a 4 × 4 board", Ours: ours, Note: ours.Note})
	}
	b.Sized(func(n int, both bool) {
		for _, k := range boards.Kinds() {
			if !b.Want(k.Name) {
				continue
			}
			runs := b.Runs(7)
			if n >= 2000 {
				runs = min(runs, 3)
			}
			r := run.Row{Kind: k.Name, Size: n, Work: k.Name + ", " + run.Square(n), Peer: problem}
			r.Ours, r.Theirs = b.Contest(runs, problem, b.Input("board", run.Args{N: n, Kind: k.Name}), both)
			if r.Theirs != nil && r.Theirs.Note != r.Ours.Note {
				run.Failf("%s: we say %q, the published program %q", r.Work, r.Ours.Note, r.Theirs.Note)
			}
			if !both {
				r.Peer = ""
			}
			r.Note = fmt.Sprintf("%s, %.2f B a cell", r.Ours.Note, float64(r.Ours.Peak)/float64(n)/float64(n))
			b.Row(r)
		}
	})
}
