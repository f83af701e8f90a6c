package main

import (
	"bufio"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"strings"
)

// solids are shapes without holes of about a million cells: pictures, whose first block may be any.
var solids = []string{"square", "staircase", "ragged"}

// solid writes one of them. Rows of a ragged one begin and end at random, but near those above, so that there are notches and bays and
// no holes: each row is one run of blocks that overlaps the one above.
func solid(out io.Writer, kind string) error {
	const side = 1000
	w := bufio.NewWriter(out)
	rng := rand.New(rand.NewPCG(1, side))
	left, right := 100, 1100
	for r := range side {
		switch kind {
		case "square":
			left, right = 0, side
		case "staircase":
			left, right = 0, 2*r+1
		default:
			left = min(max(0, left+rng.IntN(21)-10), 400)
			right = max(min(1200, right+rng.IntN(21)-10), 800)
		}
		width := 2 * side
		fmt.Fprintf(w, "%s%s%s\n", strings.Repeat(".", left), strings.Repeat("#", right-left), strings.Repeat(".", width-right))
	}
	return w.Flush()
}

// solids times whole processes that solve them: with the schedule and the claim written out, and with the check of it too.
func (b *bench) solids(runs int) {
	fmt.Printf("\n%-12s %9s  %16s %16s  %9s\n", "shape", "model", "solved", "and checked", "memory")
	for _, kind := range solids {
		for _, contact := range []string{"frontal", "sticky"} {
			f, err := os.Create(b.file)
			if b.err == nil {
				b.err = err
			}
			if b.err != nil {
				return
			}
			fmt.Fprintf(f, "contact %s\n", contact)
			b.err = solid(f, kind)
			f.Close()
			var plain, checked []result
			for range runs {
				if b.err != nil {
					return
				}
				plain = append(plain, b.run(b.ours, "solve", "--json", "--no-check", "--timeout", "0", "-"))
				checked = append(checked, b.run(b.ours, "solve", "--json", "--timeout", "0", "-"))
			}
			if b.err != nil {
				return
			}
			if !strings.Contains(plain[0].answer, `"verdict":"solved"`) {
				b.err = fmt.Errorf("%s: %.80s", kind, plain[0].answer)
				return
			}
			fmt.Printf("%-12s %9s  %16s %16s  %6d MB\n", kind, contact, middleOf(plain), middleOf(checked), plain[0].rss>>20)
		}
	}
}

func middleOf(all []result) string {
	cpu, wall := all[0], all[0]
	for _, r := range all[1:] { // the best of a few: what disturbs only adds
		if r.cpu < cpu.cpu {
			cpu = r
		}
		if r.wall < wall.wall {
			wall = r
		}
	}
	return fmt.Sprintf("%.2f s, %.2f wall", cpu.cpu.Seconds(), wall.wall.Seconds())
}
