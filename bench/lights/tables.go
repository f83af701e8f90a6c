package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// distribution5 is how many solvable 5 × 5 boards need 0, 1, … presses. (The entry A079873 of the OEIS
// prints 476104 for the eighth; the numbers must sum up to 2^23.)
var distribution5 = []string{
	"1", "25", "300", "2300", "12650", "53130", "176176", "467104", "982335", "1596279", "1935294",
	"1684446", "1004934", "383670", "82614", "7350",
}

// sweep compares the published tables, whole, with what our commands print.
func (b *bench) sweep() {
	var five strings.Builder
	for i, n := range distribution5 {
		fmt.Fprintf(&five, "%d %s\n", i, n)
	}
	for _, t := range []struct{ flag, file string }{
		{"--nullity", "b159257.txt"}, {"--fewest", "a075464.txt"}, {"--distribution", ""},
	} {
		want, arg, name := []byte(five.String()), "5x5", "the 5 × 5 distribution"
		if t.file != "" {
			var err error
			if want, err = os.ReadFile(filepath.Join(b.tables, t.file)); err != nil {
				fmt.Fprintf(b.out, "%s: not here, skipped (%v)\n", t.file, err)
				continue
			}
			arg, name = fmt.Sprintf("1..%d", len(pairs(want))), t.file
		}
		got, f := b.ours("", "analyze", "lights", "--timeout", "0", t.flag, arg)
		if b.err != nil {
			return
		}
		verdict, err := compare(got, want)
		if err != nil {
			b.err = fmt.Errorf("%s: %w", name, err)
			return
		}
		fmt.Fprintf(b.out, "%s: %s, in %s CPU, %s wall\n", name, verdict, dur(f.CPU), dur(f.Wall))
	}
}

// compare holds a table that we printed, a line of titles first, against a published one of two
// columns.
func compare(got, want []byte) (string, error) {
	g, w := pairs(got), pairs(want)
	if len(g) > 0 {
		g = g[1:]
	}
	if len(g) != len(w) || len(w) == 0 {
		return "", fmt.Errorf("%d rows where %d are published", len(g), len(w))
	}
	for i := range w {
		if g[i] != w[i] {
			return "", fmt.Errorf("%s where %s is published", g[i], w[i])
		}
	}
	return fmt.Sprintf("%d rows equal", len(w)), nil
}

// pairs returns the first two fields of each line that has as many.
func pairs(text []byte) (out [][2]string) {
	for line := range bytes.Lines(text) {
		if f := strings.Fields(string(line)); len(f) >= 2 && f[0] != "#" {
			out = append(out, [2]string{f[0], f[1]})
		}
	}
	return out
}
