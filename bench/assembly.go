package main

import (
	"bufio"
	"fmt"
	"io"
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/gridwright/gridwright/bench/run"
	"github.com/gridwright/gridwright/bench/shapes"
)

// Trees of all kinds as the contest has them; then shapes without holes, of a tenth as many cells
// as the largest tree that we run alone.
var assemblyFamily = &run.Family{
	Name:  "assembly",
	Doc:   "sizes are blocks of trees; kinds are those of bench/shapes, square, staircase and ragged",
	Sizes: []int{400_000},
	Solo:  []int{10_000_000},
	Jobs: map[string]run.Job{
		"tree": run.Writer(func(out io.Writer, a run.Args) error {
			k, ok := shapes.Find(a.Kind)
			if !ok {
				return fmt.Errorf("no kind of tree is called %q", a.Kind)
			}
			return k.Write(out, a.N, 1)
		}),
		"solid": run.Writer(solid),
	},
	Lines: assemblyLines,
}

func assemblyLines(b *run.Bench) {
	const problem = "sliding-blocks"
	b.Sized(func(n int, both bool) {
		for _, k := range shapes.Kinds() {
			if !b.Want(k.Name) {
				continue
			}
			r := run.Row{Kind: k.Name, Size: n, Work: fmt.Sprintf("%s, %s blocks", k.Name, run.Count(n)), Peer: problem}
			runs := b.Runs(7)
			if !both {
				r.Peer, runs = "", min(runs, 3)
			}
			// The published program goes down the tree by recursion, so it has a stack without
			// limit. It is known to be wrong on some inputs: where its verdict differs, that is no
			// error of ours.
			r.Ours, r.Theirs = b.Contest(runs, problem, b.Input("tree", run.Args{N: n, Kind: k.Name}), both,
				"sh", "-c", `ulimit -s unlimited; exec "$0"`)
			r.Note = r.Ours.Note
			if r.Theirs != nil && r.Theirs.Note != r.Note {
				r.Note += fmt.Sprintf(" (the published program says %q)", r.Theirs.Note)
			}
			b.Row(r)
		}
	})
	if len(b.Solo) > 0 {
		solids(b, slices.Max(b.Solo)/10)
	}
}

// solids times processes that solve shapes of about so many cells, with the schedule and the claim
// written out; and with the check of it, too.
func solids(b *run.Bench, cells int) {
	side := 10
	for side*side < cells {
		side++
	}
	for _, kind := range []string{"square", "staircase", "ragged"} {
		for _, contact := range []string{"frontal", "sticky"} {
			if !b.Want(kind) {
				continue
			}
			in := b.Input("solid", run.Args{N: side, Kind: kind + " " + contact})
			work := fmt.Sprintf("%s of %s rows, %s, ", kind, run.Count(side), contact)
			args := []string{"solve", "--json", "--timeout", "0", "-"}
			plain, checked := b.Pair(min(b.Runs(7), 3),
				func() run.Figure { return b.Ours(in, "", append(args, "--no-check")...) },
				func() run.Figure { return b.Ours(in, "", args...) })
			for _, f := range []*run.Figure{&plain, checked} {
				if !strings.Contains(f.Note, `"verdict":"solved"`) {
					run.Failf("%s: %.80s", work, f.Note)
				}
			}
			b.Row(run.Row{Kind: kind, Size: side, Work: work + "solved", Ours: plain})
			b.Row(run.Row{Kind: kind, Size: side, Work: work + "and checked", Ours: *checked})
		}
	}
}

// solid writes a picture, whose first block may be any. Rows of a ragged one begin and end at
// random, but near those above, so that there are notches and bays and no holes: each row is one
// run of blocks that overlaps the one above.
func solid(out io.Writer, a run.Args) error {
	kind, contact, _ := strings.Cut(a.Kind, " ")
	w := bufio.NewWriter(out)
	fmt.Fprintf(w, "contact %s\n", contact)
	rng := rand.New(rand.NewPCG(1, uint64(a.N)))
	tenth := a.N / 10
	left, right := tenth, 11*tenth
	for r := range a.N {
		switch kind {
		case "square":
			left, right = 0, a.N
		case "staircase":
			left, right = 0, 2*r+1
		default:
			left = min(max(0, left+rng.IntN(21)-10), 4*tenth)
			right = max(min(12*tenth, right+rng.IntN(21)-10), 8*tenth)
		}
		fmt.Fprintf(w, "%s%s%s\n", strings.Repeat(".", left), strings.Repeat("#", right-left),
			strings.Repeat(".", 2*a.N-right))
	}
	return w.Flush()
}
