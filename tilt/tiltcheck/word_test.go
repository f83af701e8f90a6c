package tiltcheck

import (
	"fmt"
	"math/big"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/gridwright/gridwright/internal/extent"
	"github.com/gridwright/gridwright/puzzle"
	"github.com/gridwright/gridwright/tilt"
)

// ends reports whether replay finds that w leads from start to target.
func ends(t *testing.T, start, target string, w tilt.Word) bool {
	t.Helper()
	return newTestWork(t, instance(start, target)).replay(w) == nil
}

// TestReplay plays random words with exponents and compares with the oracle, which plays
// them letter by letter.
func TestReplay(t *testing.T) {
	rng := rand.New(rand.NewPCG(9, 10))
	for range extent.Rounds(3000) {
		start := randomBoard(rng, 1+rng.IntN(4), 1+rng.IntN(4), []string{".ab", "..abcdefg", "abc."}[rng.IntN(3)])
		var w tilt.Word
		target := start
		for range rng.IntN(4) {
			letters := ""
			for range 1 + rng.IntN(5) {
				letters += string("LRUD"[rng.IntN(4)])
			}
			times := rng.IntN(9)
			w = append(w, tilt.Run{Moves: letters, Times: big.NewInt(int64(times))})
			target = slideAll(target, strings.Repeat(letters, times))
		}
		if !ends(t, start, target, w) {
			t.Fatalf("%s after %v is %s, says the oracle", start, w, target)
		}
		if wrong := swapped(rng, target); wrong != target && ends(t, start, wrong, w) {
			t.Fatalf("%s after %v is %s, says the oracle, not %s", start, w, target, wrong)
		}
	}
}

// TestHugeExponents plays words whose exponents have a thousand digits and more. The
// oracle reduces them by the number of turns after which the board comes back.
func TestHugeExponents(t *testing.T) {
	rng := rand.New(rand.NewPCG(11, 12))
	for range extent.Rounds(200) {
		start := randomBoard(rng, 3+rng.IntN(2), 3+rng.IntN(2), "..abc")
		letters := []string{"RDLU", "DRUL", "ULDR", "LU", "RUL", "LR", "D", "RRU", "LDRULD"}[rng.IntN(9)]
		var seen []string // after 1, 2, … times; periodic from the first on
		for b := slideAll(start, letters); len(seen) == 0 || b != seen[0]; b = slideAll(b, letters) {
			seen = append(seen, b)
		}
		times := power10(1000 + rng.Int64N(5000))
		times.Add(times, big.NewInt(rng.Int64N(1000)))
		period := big.NewInt(int64(len(seen)))
		before := new(big.Int).Sub(times, big.NewInt(1))
		at := int(new(big.Int).Mod(before, period).Int64())
		w := tilt.Word{{Moves: letters, Times: times}}
		if !ends(t, start, seen[at], w) {
			t.Fatalf("%s after (%s)^(%d digits) is %s", start, letters, len(times.String()), seen[at])
		}
		if next := seen[(at+1)%len(seen)]; next != seen[at] && ends(t, start, next, w) {
			t.Fatalf("%s after (%s)^(%d digits) is %s, not %s", start, letters, len(times.String()), seen[at], next)
		}
		if way, ok := search(start, 100000); ok && int64(len(way[seen[at]])) < 900 {
			reject(t, start, seen[at], solved(w, w.Length()), "digits) tilts are not the fewest: "+fmt.Sprint(len(way[seen[at]]))+" are enough")
		}
	}
}

// TestMalformedWords takes words that no parser would have made.
func TestMalformedWords(t *testing.T) {
	one := big.NewInt(1)
	long := strings.Repeat("L", tilt.MaxWordLetters)
	for _, c := range []struct {
		w      tilt.Word
		reason string
	}{
		{tilt.Word{{Moves: "", Times: one}}, "part 1 of the moves holds no tilt"},
		{tilt.Word{{Moves: "R", Times: one}, {Moves: "", Times: one}}, "part 2 of the moves holds no tilt"},
		{tilt.Word{{Moves: "R", Times: nil}}, "does not say how often"},
		{tilt.Word{{Moves: "R", Times: big.NewInt(-1)}}, "is done -1 times"},
		{tilt.Word{{Moves: "Rr", Times: one}}, `part 1 of the moves holds 'r' at place 2`},
		{tilt.Word{{Moves: "X", Times: one}}, `part 1 of the moves holds 'X' at place 1`},
		{tilt.Word{{Moves: "R\x00", Times: one}}, `at place 2`},
		{tilt.Word{{Moves: "R\xff", Times: one}}, `at place 2`},
		{tilt.Word{{Moves: "R)^2", Times: one}}, `at place 2`},
		{tilt.Word{{Moves: long + "L", Times: one}}, "more than 65536 letters"},
		{tilt.Word{{Moves: long, Times: one}, {Moves: "R", Times: one}}, "more than 65536 letters"},
		{tilt.Word{{Moves: long[1:], Times: one}, {Moves: "R", Times: one}}, "not the fewest: 1 are enough"},
	} {
		length := big.NewInt(1)
		if strings.Contains(c.reason, "fewest") {
			length = big.NewInt(tilt.MaxWordLetters)
		}
		reject(t, "a.", ".a", solved(c.w, length), c.reason)
	}
	for _, letter := range "LRUD" {
		accept(t, "...../..a../.....", slide("...../..a../.....", byte(letter)), witness(string(letter)))
	}
}

// TestLengths takes lengths that are not the moves', and moves that are not the fewest.
func TestLengths(t *testing.T) {
	start, target, way := "a.b/..c", "", ""
	words, _ := search(start, 1000)
	for b, w := range words {
		if len(w) > len(way) {
			target, way = b, w
		}
	}
	n := int64(len(way))
	accept(t, start, target, solved(word(way), big.NewInt(n)))
	reject(t, start, target, solved(word(way), big.NewInt(n+1)), fmt.Sprintf("the moves are %d tilts; the witness says %d", n, n+1))
	reject(t, start, target, solved(word(way), big.NewInt(n-1)), "the witness says")
	reject(t, start, target, solved(word(way), big.NewInt(-n)), "the witness says")
	reject(t, start, target, solved(word(way), new(big.Int).Lsh(big.NewInt(1), 1<<18)), "a number of 262145 bits")
	// Without a length nothing is claimed about it: neither how many tilts these are nor that none are fewer.
	accept(t, start, target, solved(word(way), nil))
	accept(t, start, target, solved(word(way+way[len(way)-1:]), nil)) // the same tilt again
	reject(t, start, "cab/...", solved(word(way), nil), "the moves do not reach the target")
	reject(t, start, "cab/...", solved(nil, new(big.Int)), `the moves do not reach the target: row 1, column 1 holds "a" after them, not "c"`)
	reject(t, ".a", "a.", solved(nil, new(big.Int)), `row 1, column 1 holds "." after them, not "a"`)
	reject(t, "a/b/.", "a/./b", solved(nil, new(big.Int)), `row 2, column 1 holds "b" after them, not "."`)
	accept(t, start, start, solved(nil, new(big.Int)))
	accept(t, start, start, witness("(RDLU)^0"))
	accept(t, start, start, solved(tilt.Word{{Moves: "RDLU", Times: new(big.Int)}}, new(big.Int)))
	reject(t, start, slide(start, 'L'), witness("RL"), "2 tilts are not the fewest: 1 are enough")
	reject(t, start, slide(start, 'L'), witness("(RL)^5"), "10 tilts are not the fewest: 1 are enough")
	reject(t, start, slide(start, 'L'), witness("(L)^3"), "3 tilts are not the fewest: 1 are enough")
	accept(t, start, slide(start, 'L'), witness("(L)^1"))
	reject(t, "a.", "a.", witness("L"), "1 tilts are not the fewest: 0 are enough")
}

// TestQuote pins how texts of any length are told.
func TestQuote(t *testing.T) {
	for _, c := range []struct{ s, want string }{
		{`a"b`, `"a\"b"`},
		{strings.Repeat("x", 80), `"` + strings.Repeat("x", 80) + `"`},
		{strings.Repeat("x", 81), `"` + strings.Repeat("x", 80) + `"… (81 bytes)`},
		{"x" + strings.Repeat("ö", 40), `"x` + strings.Repeat("ö", 39) + `"… (81 bytes)`},
		{strings.Repeat("\x80", 99), `"` + strings.Repeat(`\x80`, 76) + `"… (99 bytes)`},
	} {
		if got := quote(c.s); got != c.want {
			t.Errorf("quote: %s, want %s", got, c.want)
		}
	}
}

// TestAbsurd offers outcomes that no decoder makes: whatever they hold, Check answers.
func TestAbsurd(t *testing.T) {
	rng := rand.New(rand.NewPCG(13, 14))
	number := func() int64 { return []int64{0, 1, -1, 2, 3, 1 << 31, 1<<63 - 1, -1 << 63}[rng.IntN(8)] }
	str := func() string {
		return []string{"", "L", "R", "U", "D", "LU", "RD", "LR", "UD", "a", "\xff", strings.Repeat("x", 1000)}[rng.IntN(12)]
	}
	for range extent.Rounds(20000) {
		var o tilt.Outcome
		o.Verdict = puzzle.Verdict(rng.IntN(4))
		if o.Verdict == puzzle.Solved {
			w := &tilt.Witness{}
			for range rng.IntN(3) {
				run := tilt.Run{Moves: str()}
				if rng.IntN(4) > 0 {
					run.Times = big.NewInt(number())
				}
				w.Moves = append(w.Moves, run)
			}
			if rng.IntN(4) > 0 {
				w.Length = big.NewInt(number())
			}
			if rng.IntN(2) > 0 && validWord(w.Moves, false) == nil {
				w.Length = w.Moves.Length()
			}
			o.Witness = w
		}
		if o.Verdict == puzzle.Impossible {
			c := &tilt.Certificate{}
			if rng.IntN(6) == 0 {
				c.Colour = &tilt.Colour{Colour: str(), Start: number(), Target: number()}
			}
			c.Shapes = []tilt.Shape{{First: "LR", Rows: [][2]int64{{2, 1}, {1, 1}}}, {First: "UD", Rows: [][2]int64{{2, 1}, {1, 1}}}}
			for range rng.IntN(3) {
				f := tilt.Refutation{First: str(), Corner: str()}
				if rng.IntN(2) > 0 {
					f.First, f.Corner = "L", "LU"
				}
				for range rng.IntN(4) {
					x := tilt.Cycle{From: [2]int64{number(), number()}, Tiles: number(), Period: number()}
					if rng.IntN(2) > 0 {
						n := number()
						x.Turns = &n
					}
					if rng.IntN(2) > 0 {
						x.Start = tilt.Labels{str()}
					}
					f.Cycles = append(f.Cycles, x)
				}
				c.Rings = append(c.Rings, f)
			}
			o.Certificate = c
		}
		err := Check(background, instance("ab./.c.", "ba./c.."), o, noLimits)
		if err == nil && o.Verdict != puzzle.Impossible {
			t.Fatalf("%+v is accepted", o)
		}
	}
}

// TestEqualLongCycles replays turns on boards with several cycles of one length above 64, by more
// than 64 places: the remainder of the exponent is worked out once a length and used for all.
func TestEqualLongCycles(t *testing.T) {
	rng := rand.New(rand.NewPCG(31, 32))
	for met := 0; met < extent.Less(1, 4); {
		start := slideAll(randomBoard(rng, 16, 18, "..abc"), "LU")
		k := newTestWork(t, instance(start, start))
		b := k.base
		if _, err := k.load(b, place{k.p.Start, ""}); err != nil {
			t.Fatal(err)
		}
		if _, err := k.permute(b, "RDLU"); err != nil {
			t.Fatal(err)
		}
		if err := k.decompose(); err != nil {
			t.Fatal(err)
		}
		times := map[int]int{} // how many cycles of each length
		for at := 0; at < len(k.order); at = k.end(at) {
			times[k.end(at)-at]++
		}
		long := 0
		for n, many := range times {
			if many > 1 && n > 80 {
				long = n
			}
		}
		if long == 0 {
			continue
		}
		met++
		turns := 1 + 64 + rng.IntN(long-65)
		target := slideAll(start, strings.Repeat("RDLU", turns))
		w := tilt.Word{{Moves: "RDLU", Times: big.NewInt(int64(turns))}}
		if !ends(t, start, target, w) {
			t.Fatalf("%s after %d turns is %s, says the oracle", start, turns, target)
		}
		if ends(t, start, slideAll(target, "RDLU"), w) {
			t.Fatalf("%s after %d turns is not one turn further", start, turns)
		}
	}
}
