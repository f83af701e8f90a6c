package tiltcheck

import (
	"math/big"
	"slices"
	"strings"

	"github.com/gridwright/gridwright/puzzle"
	"github.com/gridwright/gridwright/tilt"
)

// Honest certificates, made the slow way from the oracle's boards.

func solved(w tilt.Word, length *big.Int) tilt.Outcome {
	return tilt.Outcome{Verdict: puzzle.Solved, Witness: &tilt.Witness{Moves: w, Length: length}}
}

func impossible(c tilt.Certificate) tilt.Outcome {
	return tilt.Outcome{Verdict: puzzle.Impossible, Certificate: &c}
}

var (
	honestBases   = map[string]string{"L": "LU", "R": "RUL", "U": "UL", "D": "DLU"}
	honestEntries = map[string][]string{"L": {"LU", "LD"}, "R": {"RU", "RD"}, "U": {"UL", "UR"}, "D": {"DL", "DR"}}
	honestBack    = map[string]string{"LU": "", "RU": "L", "RD": "UL", "LD": "RUL"}
	honestThere   = map[string]string{"LU": "", "RU": "R", "RD": "RD", "LD": "RDL"}
)

// filled tells the occupied cells apart from the empty ones.
func filled(b string) string {
	return strings.Map(func(c rune) rune {
		if c == '.' || c == '/' {
			return c
		}
		return 'x'
	}, b)
}

// honestShape is the run-length list of the rows of a base.
func honestShape(base string) (rows [][2]int64) {
	for _, row := range strings.Split(base, "/") {
		n := int64(len([]rune(strings.ReplaceAll(row, ".", ""))))
		if n == 0 {
			continue
		}
		if len(rows) > 0 && rows[len(rows)-1][0] == n {
			rows[len(rows)-1][1]++
		} else {
			rows = append(rows, [2]int64{n, 1})
		}
	}
	return rows
}

// honestCycles returns the cycles of one turn, each as places in the text of the base.
func honestCycles(base string) (cycles [][]int) {
	numbered := []rune(base)
	for i, c := range numbered {
		if c != '.' && c != '/' {
			numbered[i] = rune(0x4E00 + i)
		}
	}
	to := map[int]int{}
	for i, c := range []rune(slideAll(string(numbered), "RDLU")) {
		if c != '.' && c != '/' {
			to[int(c)-0x4E00] = i
		}
	}
	seen := map[int]bool{}
	for i := range numbered {
		if _, tile := to[i]; !tile || seen[i] {
			continue
		}
		var cycle []int
		for at := i; !seen[at]; at = to[at] {
			seen[at] = true
			cycle = append(cycle, at)
		}
		cycles = append(cycles, cycle)
	}
	return cycles
}

// honestRotation returns all n < len(cycle) for which goal is base after n turns on it.
func honestRotation(base, goal string, cycle []int) (all []int) {
	b, g := []rune(base), []rune(goal)
	for n := range cycle {
		ok := true
		for i := range cycle {
			ok = ok && g[cycle[(i+n)%len(cycle)]] == b[cycle[i]]
		}
		if ok {
			all = append(all, n)
		}
	}
	return all
}

func honestPeriod(base string, cycle []int) int {
	all := honestRotation(base, base, cycle)
	if len(all) == 1 {
		return len(cycle)
	}
	return all[1]
}

func labelsAt(b string, cycle []int) (l tilt.Labels) {
	for _, at := range cycle {
		l = append(l, string([]rune(b)[at]))
	}
	return l
}

// honestReasons returns every reason why goal, a board at LU, is not on the ring of base:
// refutations without names.
func honestReasons(base, goal string) (list []tilt.Refutation) {
	w := int64(strings.Index(base+"/", "/")) + 1
	from := func(at int) [2]int64 { return [2]int64{int64(at)/w + 1, int64(at)%w + 1} }
	type known struct {
		cycle        []int
		turn, period int
	}
	var residues []known
	for _, cycle := range honestCycles(base) {
		all := honestRotation(base, goal, cycle)
		if len(all) > 0 {
			residues = append(residues, known{cycle, all[0], honestPeriod(base, cycle)})
			continue
		}
		c := tilt.Cycle{From: from(cycle[0]), Tiles: int64(len(cycle))}
		if len(cycle) <= 64 {
			c.Start, c.Target = labelsAt(base, cycle), labelsAt(goal, cycle)
		}
		list = append(list, tilt.Refutation{Cycles: []tilt.Cycle{c}})
	}
	for i, a := range residues {
		for _, b := range residues[:i] {
			g := new(big.Int).GCD(nil, nil, big.NewInt(int64(a.period)), big.NewInt(int64(b.period))).Int64()
			if (a.turn-b.turn)%int(g) == 0 {
				continue
			}
			var f tilt.Refutation
			for _, x := range []known{b, a} {
				turn := int64(x.turn)
				f.Cycles = append(f.Cycles, tilt.Cycle{From: from(x.cycle[0]), Tiles: int64(len(x.cycle)), Period: int64(x.period), Turns: &turn})
			}
			list = append(list, f)
		}
	}
	return list
}

// honestRings makes the ring form of a certificate. choose picks one of the reasons for each
// ring and corner; lean leaves out rings that have an entry in common with earlier
// ones. ok is false where a reason is missing: the target is on a ring.
func honestRings(start, target string, choose func(n int) int, lean bool) (c tilt.Certificate, ok bool) {
	c.Shapes = []tilt.Shape{
		{First: "LR", Rows: honestShape(slideAll(start, "LU"))},
		{First: "UD", Rows: honestShape(slideAll(start, "UL"))},
	}
	ok = true
	var entries []string
	for _, first := range []string{"L", "R", "U", "D"} {
		known := false
		for _, e := range honestEntries[first] {
			known = known || slices.Contains(entries, slideAll(start, e))
		}
		for _, e := range honestEntries[first] {
			entries = append(entries, slideAll(start, e))
		}
		if lean && known {
			continue
		}
		base := slideAll(start, honestBases[first])
		for _, corner := range []string{"LU", "RU", "RD", "LD"} {
			if filled(slideAll(base, honestThere[corner])) != filled(target) {
				continue
			}
			reasons := honestReasons(base, slideAll(target, honestBack[corner]))
			if len(reasons) == 0 {
				ok = false
				continue
			}
			f := reasons[choose(len(reasons))]
			f.First, f.Corner = first, corner
			c.Rings = append(c.Rings, f)
		}
	}
	return c, ok
}

func takeFirst(int) int { return 0 }
