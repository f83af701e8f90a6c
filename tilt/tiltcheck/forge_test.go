package tiltcheck

import (
	"fmt"
	"maps"
	"math/big"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/gridwright/gridwright/puzzle"
	"github.com/gridwright/gridwright/tilt"
)

// deep returns a copy of c that shares nothing with it.
func deep(c tilt.Certificate) tilt.Certificate {
	c.Shapes = slices.Clone(c.Shapes)
	for i := range c.Shapes {
		c.Shapes[i].Rows = slices.Clone(c.Shapes[i].Rows)
	}
	c.Rings = slices.Clone(c.Rings)
	for i := range c.Rings {
		c.Rings[i].Cycles = slices.Clone(c.Rings[i].Cycles)
		for j := range c.Rings[i].Cycles {
			x := &c.Rings[i].Cycles[j]
			x.Start, x.Target = slices.Clone(x.Start), slices.Clone(x.Target)
			if x.Turns != nil {
				n := *x.Turns
				x.Turns = &n
			}
		}
	}
	return c
}

// forgeries yields changed copies of an honest certificate with every refutation, each of
// them wrong in one place.
func forgeries(c tilt.Certificate, yield func(what string, c tilt.Certificate)) {
	change := func(what string, how func(c *tilt.Certificate)) {
		forged := deep(c)
		how(&forged)
		yield(what, forged)
	}
	change("colour too", func(c *tilt.Certificate) { c.Colour = &tilt.Colour{Colour: "a", Start: 1} })
	change("no shapes", func(c *tilt.Certificate) { c.Shapes = nil })
	change("one shape", func(c *tilt.Certificate) { c.Shapes = c.Shapes[:1] })
	change("three shapes", func(c *tilt.Certificate) { c.Shapes = append(c.Shapes, c.Shapes[1]) })
	change("shapes renamed", func(c *tilt.Certificate) { c.Shapes[0].First, c.Shapes[1].First = "UD", "LR" })
	for i := range c.Shapes {
		change("shape name", func(c *tilt.Certificate) { c.Shapes[i].First = "L" })
		change("empty row", func(c *tilt.Certificate) { c.Shapes[i].Rows = append(c.Shapes[i].Rows, [2]int64{0, 1}) })
		for j := range c.Shapes[i].Rows {
			for side := range 2 {
				for _, d := range []int64{-1, 1, 1 << 32} {
					change("row", func(c *tilt.Certificate) { c.Shapes[i].Rows[j][side] += d })
				}
			}
			change("row lost", func(c *tilt.Certificate) { c.Shapes[i].Rows = slices.Delete(c.Shapes[i].Rows, j, j+1) })
			change("row twice", func(c *tilt.Certificate) {
				c.Shapes[i].Rows = slices.Insert(c.Shapes[i].Rows, j, c.Shapes[i].Rows[j])
			})
		}
	}
	for i := range c.Rings {
		for _, s := range []string{"", "X", "LR", "l"} {
			change("ring name", func(c *tilt.Certificate) { c.Rings[i].First = s })
			change("corner name", func(c *tilt.Certificate) { c.Rings[i].Corner = s })
		}
		change("other ring", func(c *tilt.Certificate) {
			c.Rings[i].First = map[string]string{"L": "R", "R": "U", "U": "D", "D": "L"}[c.Rings[i].First]
		})
		change("other corner", func(c *tilt.Certificate) {
			c.Rings[i].Corner = map[string]string{"LU": "RU", "RU": "RD", "RD": "LD", "LD": "LU"}[c.Rings[i].Corner]
		})
		change("ring twice", func(c *tilt.Certificate) { c.Rings = slices.Insert(c.Rings, i, c.Rings[i]) })
		if i > 0 {
			change("rings swapped", func(c *tilt.Certificate) { c.Rings[i], c.Rings[i-1] = c.Rings[i-1], c.Rings[i] })
		}
		change("no cycles", func(c *tilt.Certificate) { c.Rings[i].Cycles = nil })
		change("one cycle less or more", func(c *tilt.Certificate) {
			f := &c.Rings[i]
			if len(f.Cycles) == 2 {
				f.Cycles = f.Cycles[:1]
			} else {
				f.Cycles = append(f.Cycles, f.Cycles[0])
			}
		})
		change("three cycles", func(c *tilt.Certificate) {
			f := &c.Rings[i]
			f.Cycles = append(f.Cycles, f.Cycles[0], f.Cycles[0])[:3]
		})
		change("first cycle twice", func(c *tilt.Certificate) {
			f := &c.Rings[i]
			f.Cycles = []tilt.Cycle{f.Cycles[0], f.Cycles[0]}
		})
		for j := range c.Rings[i].Cycles {
			forgeCycle(change, i, j, c.Rings[i].Cycles[j])
		}
	}
}

func forgeCycle(change func(string, func(*tilt.Certificate)), i, j int, honest tilt.Cycle) {
	one := func(what string, how func(x *tilt.Cycle)) {
		change(what, func(c *tilt.Certificate) { how(&c.Rings[i].Cycles[j]) })
	}
	for side := range 2 {
		for _, v := range []int64{-1, 0, 100, 1 << 40, -1 << 62} {
			one("cell", func(x *tilt.Cycle) { x.From[side] = v })
		}
	}
	for _, d := range []int64{-1, 1, -honest.Tiles, 1 << 32} {
		one("tiles", func(x *tilt.Cycle) { x.Tiles += d })
	}
	if honest.Turns == nil {
		zero := int64(0)
		one("period of a lone cycle", func(x *tilt.Cycle) { x.Period = x.Tiles })
		one("turns of a lone cycle", func(x *tilt.Cycle) { x.Turns = &zero })
		one("start lost", func(x *tilt.Cycle) { x.Start = nil })
		one("target lost", func(x *tilt.Cycle) { x.Target = nil })
		one("both lost", func(x *tilt.Cycle) { x.Start, x.Target = nil, nil })
		one("start for target", func(x *tilt.Cycle) { x.Target = slices.Clone(x.Start) })
		for n := range honest.Start {
			one("start", func(x *tilt.Cycle) { x.Start[n] += "b" })
			one("target", func(x *tilt.Cycle) { x.Target[n] = "." })
		}
		one("start longer", func(x *tilt.Cycle) { x.Start = append(x.Start, "a") })
		one("target shorter", func(x *tilt.Cycle) { x.Target = x.Target[1:] })
		return
	}
	one("colours in a clash", func(x *tilt.Cycle) { x.Start, x.Target = tilt.Labels{"a"}, tilt.Labels{"a"} })
	one("start in a clash", func(x *tilt.Cycle) { x.Start = tilt.Labels{"a"} })
	one("target in a clash", func(x *tilt.Cycle) { x.Target = tilt.Labels{"a"} })
	for _, d := range []int64{-1, 1, honest.Period, -honest.Period, -2 * honest.Period, 1 << 32} {
		one("period", func(x *tilt.Cycle) { x.Period += d })
		one("turns", func(x *tilt.Cycle) { *x.Turns += d })
	}
	one("turns lost", func(x *tilt.Cycle) { x.Turns = nil })
}

// TestForgedCertificates changes honest certificates in every field.
func TestForgedCertificates(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	made := map[string]int{} // by what was refuted
	for made["clash"] < 12 || made["lone"] < 12 || made["corners"] < 4 {
		h, w := 1+rng.IntN(4), 1+rng.IntN(5)
		start := randomBoard(rng, h, w, []string{".ab", ".aab", "..ab", "aab", ".abcd"}[rng.IntN(5)])
		words, ok := search(start, 3000)
		if !ok {
			continue
		}
		target := ""
		for _, b := range slices.Sorted(maps.Keys(words)) {
			target = max(target, swapped(rng, b))
		}
		if _, reached := words[target]; reached {
			continue
		}
		last := func(n int) int { return n - 1 } // clashes stand behind lone cycles
		c, ok := honestRings(start, target, last, false)
		if !ok || len(c.Rings) == 0 {
			continue
		}
		kind := "lone"
		switch {
		case c.Rings[0].Cycles[0].Turns != nil:
			kind = "clash"
		case len(c.Rings) > 1 && c.Rings[0].First == c.Rings[1].First:
			kind = "corners"
		}
		if made[kind]++; made[kind] > 20 {
			continue
		}
		accept(t, start, target, impossible(c))
		forgeries(c, func(what string, forged tilt.Certificate) {
			t.Run(what, func(t *testing.T) {
				reject(t, start, target, impossible(forged), "")
			})
		})
		lostRefutations(t, start, target, c)
	}
}

// lostRefutations leaves out one refutation: it is missed unless its ring has an entry
// in common with an earlier one.
func lostRefutations(t *testing.T, start, target string, c tilt.Certificate) {
	for i, f := range c.Rings {
		lost := deep(c)
		lost.Rings = slices.Delete(lost.Rings, i, i+1)
		known := false
		for j := range strings.Index("LRUD", f.First) {
			for _, e := range honestEntries["LRUD"[j:j+1]] {
				for _, own := range honestEntries[f.First] {
					known = known || slideAll(start, e) == slideAll(start, own)
				}
			}
		}
		if known {
			accept(t, start, target, impossible(lost))
		} else {
			reject(t, start, target, impossible(lost), "ring "+f.First+" at corner "+f.Corner+" has the target's occupied cells")
		}
	}
}

// TestCyclesDoNotClash offers pairs of cycles whose residues agree, and a cycle that has
// a rotation: true in every field, and no reason.
func TestCyclesDoNotClash(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	agree, rotate := 0, 0
	for agree < 20 || rotate < 20 {
		start := slideAll(randomBoard(rng, 3, 4, "..ab"), "LU")
		goal := start
		for range rng.IntN(6) {
			goal = slideAll(goal, "RDLU")
		}
		if rng.IntN(2) == 0 {
			goal = swapped(rng, goal)
		}
		words, _ := search(start, 100000)
		cycles := honestCycles(start)
		var whole []tilt.Cycle
		for _, x := range cycles {
			all := honestRotation(start, goal, x)
			if len(all) == 0 {
				continue
			}
			turn := int64(all[0])
			c := tilt.Cycle{From: [2]int64{int64(x[0]/5) + 1, int64(x[0]%5) + 1}, Tiles: int64(len(x))}
			c.Period, c.Turns = int64(honestPeriod(start, x)), &turn
			whole = append(whole, c)
		}
		if len(whole) < 2 || goal == start || len(words[goal]) == 1 {
			continue
		}
		shapes := []tilt.Shape{{First: "LR", Rows: honestShape(slideAll(start, "LU"))}, {First: "UD", Rows: honestShape(slideAll(start, "UL"))}}
		claim := func(cycles ...tilt.Cycle) tilt.Outcome {
			return impossible(tilt.Certificate{Shapes: shapes, Rings: []tilt.Refutation{{First: "L", Corner: "LU", Cycles: cycles}}})
		}
		g := new(big.Int).GCD(nil, nil, big.NewInt(whole[0].Period), big.NewInt(whole[1].Period)).Int64()
		if (*whole[0].Turns-*whole[1].Turns)%g == 0 {
			agree++
			reject(t, start, goal, claim(whole[0], whole[1]), fmt.Sprintf("the two cycles do not clash: %d modulo %d and %d modulo %d agree modulo %d",
				*whole[0].Turns, whole[0].Period, *whole[1].Turns, whole[1].Period, g))
		}
		rotate++
		lone := whole[0]
		lone.Period, lone.Turns = 0, nil
		var cycle []int
		for _, x := range cycles {
			if int64(x[0]/5)+1 == lone.From[0] && int64(x[0]%5)+1 == lone.From[1] {
				cycle = x
			}
		}
		lone.Start, lone.Target = labelsAt(start, cycle), labelsAt(goal, cycle)
		reject(t, start, goal, claim(lone), fmt.Sprintf("after %d turns on this cycle", *whole[0].Turns))
	}
}

// TestTwoCellsOfOneCycle pairs a cycle that has a rotation with itself, seen from another cell.
// The second cycle of an honest clash lends the rest.
func TestTwoCellsOfOneCycle(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 8))
	for tried := 0; tried < 5; {
		start := slideAll(randomBoard(rng, 3, 4, "..ab"), "LU")
		target := slideAll(swapped(rng, start), "RD")
		c, ok := honestRings(start, target, func(n int) int { return n - 1 }, true)
		if !ok || len(c.Rings) == 0 || c.Rings[0].First != "L" || len(c.Rings[0].Cycles) != 2 {
			continue
		}
		x := c.Rings[0].Cycles[0]
		for _, cycle := range honestCycles(start) {
			if x.Tiles == 1 || int64(cycle[0]/5)+1 != x.From[0] || int64(cycle[0]%5)+1 != x.From[1] {
				continue
			}
			tried++
			last := cycle[len(cycle)-1]
			other := x
			other.From = [2]int64{int64(last/5) + 1, int64(last%5) + 1}
			kept := c.Rings[0].Cycles[0]
			c.Rings[0].Cycles[0] = other
			accept(t, start, target, impossible(c)) // the same cycle from its last cell
			c.Rings[0].Cycles = []tilt.Cycle{kept, other}
			reject(t, start, target, impossible(c), "both cells are on one cycle")
		}
	}
}

// TestReasons pins the words of reasons that tell where a certificate is wrong.
func TestReasons(t *testing.T) {
	start, target := ".aab.", "..baa"
	c, ok := honestRings(start, target, takeFirst, false)
	if !ok || len(c.Rings) < 2 {
		t.Fatalf("%+v", c)
	}
	accept(t, start, target, impossible(c))
	for _, x := range []struct {
		how    func(c *tilt.Certificate)
		reason string
	}{
		{func(c *tilt.Certificate) { c.Shapes[0].Rows[0] = [2]int64{7, 8} },
			"entry 1 of the rows of the shape LR must say length 3, 1 times; it says 7, 8 times"},
		{func(c *tilt.Certificate) { c.Shapes[1].Rows = nil },
			"the rows of the shape UD end too early: 1 of length 3 follow"},
		{func(c *tilt.Certificate) { c.Shapes[1].Rows = append(c.Shapes[1].Rows, [2]int64{2, 1}) },
			"the shape UD has no more rows than the first 1 entries list"},
		{func(c *tilt.Certificate) { c.Rings[1] = c.Rings[0] }, "ring L at corner RU is refuted twice"},
		{func(c *tilt.Certificate) { c.Rings[0], c.Rings[1] = c.Rings[1], c.Rings[0] },
			"ring L at corner RU stands too late"},
		{func(c *tilt.Certificate) { c.Rings[0].First = "Q" }, `there is no ring "Q" with a corner "RU"`},
		{func(c *tilt.Certificate) { c.Rings[0].Corner = "LU" }, "ring L at corner LU needs no refutation"},
		{func(c *tilt.Certificate) { c.Rings[0].Cycles[0].From[1] = 4 },
			"ring L at corner RU: no tile of the base is at row 1, column 4"},
		{func(c *tilt.Certificate) { c.Rings[0].Cycles[0].Tiles = 9 },
			"ring L at corner RU: the cycle of row 1, column 1 has 1 tile, not 9"},
		{func(c *tilt.Certificate) { c.Rings[0].Cycles[0].Start[0] = "z" },
			`ring L at corner RU: colour 1 of the start is "a", not "z"`},
		{func(c *tilt.Certificate) { c.Rings[0].Cycles[0].Target = nil },
			"ring L at corner RU: the target lists 0 colours; the cycle has 1 tile"},
		{func(c *tilt.Certificate) {
			turn := int64(0)
			x := tilt.Cycle{From: [2]int64{1, 1}, Tiles: 1, Period: 1, Turns: &turn}
			y := x
			y.From[1] = 2
			c.Rings[0].Cycles = []tilt.Cycle{y, x}
		}, "ring L at corner RU: the cycle of row 1, column 1 leaves no number of turns"},
		{func(c *tilt.Certificate) { c.Rings[0].Cycles = nil }, "ring L at corner RU: 0 cycles are listed"},
	} {
		forged := deep(c)
		x.how(&forged)
		reject(t, start, target, impossible(forged), x.reason)
	}
}

// TestColourForm takes the other form of a certificate.
func TestColourForm(t *testing.T) {
	start, target := "ab./a..", "ab./b.."
	claim := func(label string, n, m int64) tilt.Outcome {
		return impossible(tilt.Certificate{Colour: &tilt.Colour{Colour: label, Start: n, Target: m}})
	}
	accept(t, start, target, claim("a", 2, 1))
	accept(t, start, target, claim("b", 1, 2))
	accept(t, "a.", "ab", claim("b", 0, 1))
	reject(t, start, target, claim("a", 1, 2), `the start holds 2 tiles of colour "a"; the certificate says 1`)
	reject(t, start, target, claim("a", 2, 2), `the target holds 1 tile of colour "a"; the certificate says 2`)
	reject(t, start, target, claim("a", -2, 1), "the start holds 2")
	reject(t, start, target, claim("c", 0, 1), `there is no colour "c"`)
	reject(t, start, target, claim("", 3, 3), "there is no colour")
	reject(t, start, target, claim(".", 3, 3), "there is no colour")
	reject(t, start, target, claim(strings.Repeat("ä", 1000), 2, 1), "(2000 bytes)")
	reject(t, "ab", "ba", claim("a", 1, 1), "forbids nothing")
	withRings := claim("a", 2, 1)
	withRings.Certificate.Rings = []tilt.Refutation{{}}
	reject(t, start, target, withRings, "of exactly one of colours, shapes and exhausted")
	withShapes := claim("a", 2, 1)
	withShapes.Certificate.Shapes = []tilt.Shape{{}}
	reject(t, start, target, withShapes, "of exactly one of colours, shapes and exhausted")
	// The rings may be given all the same, but then whole.
	rings, ok := honestRings(start, target, takeFirst, true)
	if !ok {
		t.Fatal("the oracle finds no reason")
	}
	accept(t, start, target, impossible(rings))
	if rings, ok = honestRings("ab", "bb", takeFirst, true); !ok {
		t.Fatal("the oracle finds no reason")
	}
	accept(t, "ab", "bb", impossible(rings))
	rings.Rings = nil
	reject(t, "ab", "bb", impossible(rings), "does not refute it")
}

// TestNearTargets offers the certificate of rings where one tilt or none is enough and the
// target lies on no ring.
func TestNearTargets(t *testing.T) {
	for _, c := range []struct{ target, reason string }{
		{"a.b/.c.", "the target is the start"},
		{"ab./c..", "the target is reached by one tilt"},
		{".ab/..c", "the target is reached by one tilt"},
		{"acb/...", "the target is reached by one tilt"},
		{".../acb", "the target is reached by one tilt"},
	} {
		rings, _ := honestRings("a.b/.c.", c.target, takeFirst, false)
		reject(t, "a.b/.c.", c.target, impossible(rings), c.reason)
	}
}

// TestVerdicts takes claims that lack what their verdict names, or have more.
func TestVerdicts(t *testing.T) {
	start, target := "a.", ".a"
	good := witness("R")
	accept(t, start, target, good)
	cert := &tilt.Certificate{}
	for _, c := range []struct {
		o      tilt.Outcome
		reason string
	}{
		{tilt.Outcome{}, "the claim says unknown"},
		{tilt.Outcome{Verdict: puzzle.Unknown, Witness: good.Witness, Stopped: &puzzle.Stopped{}}, "the claim says unknown"},
		{tilt.Outcome{Verdict: 7, Witness: good.Witness, Certificate: cert}, "the claim says Verdict(7)"},
		{tilt.Outcome{Verdict: puzzle.Solved}, "has no witness"},
		{tilt.Outcome{Verdict: puzzle.Solved, Witness: good.Witness, Certificate: cert}, "has a certificate"},
		{tilt.Outcome{Verdict: puzzle.Impossible}, "has no certificate"},
		{tilt.Outcome{Verdict: puzzle.Impossible, Witness: good.Witness, Certificate: cert}, "has a witness"},
		{tilt.Outcome{Verdict: puzzle.Impossible, Certificate: cert}, "is of 0 kinds"},
	} {
		reject(t, start, target, c.o, c.reason)
	}
	reject(t, start, "", good, "there is no target")
	reject(t, start, "", tilt.Outcome{}, "the claim says unknown")
}
