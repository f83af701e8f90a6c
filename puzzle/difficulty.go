package puzzle

import (
	"context"
	"fmt"
	"math"
	"math/big"
)

// A Difficulty is what a person meets on a shortest way, in numbers, and one grade. The grade is made of the numbers,
// in bits, one bit for each question with two answers that a person has to get right:
//
//	Choices  Σ log₂ of the moves that there are, over the moves of the way: what a person picks from
//	Ways     − log₂ of the ways that are as short: what may be picked as well
//	Lures    + 1 for each move of the way beside which another one looks better, as it leaves less to do by
//	         the eye, and + 1 for each that leaves more to do than before
//
// It grows with the length of the way, with the choices along it and with what misleads, and falls with the number of
// ways.
type Difficulty struct {
	Length   *big.Int
	Choices  float64 // Σ log₂ of the moves to pick from
	Orders   float64 // log₂ of the ways, each order of moves a way of its own
	Distance int64   // how many places are not yet as they are wanted; −1 where nobody counts
	Away     int64   // moves of the way after which more places are wrong than before
	Lures    int64   // moves of the way beside which another one leaves fewer places wrong
	Partial  string  // what of the way was looked at: "the first 4096 moves"; "" is all
}

// Bits is the sum behind the grade, at least 0.
func (d Difficulty) Bits() float64 {
	return max(0, d.Choices-d.Orders) + float64(d.Lures) + float64(d.Away)
}

// Grade is Bits as a whole number, rounded.
func (d Difficulty) Grade() int64 {
	return int64(math.Round(min(d.Bits(), 1<<53)))
}

// Word is the grade in a word.
func (d Difficulty) Word() string {
	for _, g := range grades() {
		if d.Grade() < g.below {
			return g.word
		}
	}
	return extreme
}

type grade struct {
	below int64
	word  string
}

func grades() [5]grade {
	return [...]grade{{4, "trivial"}, {12, "easy"}, {24, "medium"}, {48, "hard"}, {96, "very hard"}}
}

// GradesOf are the grades that word stands for, from and to, which is −1 where there is no end; ok says that it is one.
func GradesOf(word string) (from, to int64, ok bool) {
	for _, g := range grades() {
		if g.word == word {
			return from, g.below - 1, true
		}
		from = g.below
	}
	return from, -1, word == extreme
}

// GradeWords are the words of grades, from the lowest.
func GradeWords() (words []string) {
	for _, g := range grades() {
		words = append(words, g.word)
	}
	return append(words, extreme)
}

const extreme = "extreme"

// Facts are the numbers behind the grade, as Analyze tells facts.
func (d Difficulty) Facts() []Fact {
	fact := func(key string, value any, label string) Fact {
		return Fact{Key: key, Value: value, Lines: []Line{{label, fmt.Sprint(value)}}}
	}
	facts := []Fact{
		fact("length", d.Length.String(), "moves of the way"),
		fact("choice_bits", tenth(d.Choices), "bits of choice along it"),
		fact("way_bits", tenth(d.Orders), "bits off for other ways"),
	}
	if d.Distance >= 0 {
		facts = append(facts, fact("distance", d.Distance, "places not yet as wanted"),
			fact("away", d.Away, "moves that leave more of them"),
			fact("lures", d.Lures, "moves beside which another one looks better"))
	}
	if d.Partial != "" {
		facts = append(facts, fact("partial", d.Partial, "looked at"))
	}
	return facts
}

func tenth(x float64) float64 { return math.Round(10*x) / 10 }

// A Walk adds up what a person meets, move by move.
type Walk struct{ Difficulty }

// Step says of the next move of the way: it is one of choices moves, leaves after places wrong of before, and the best
// of the others leaves other.
func (w *Walk) Step(choices int, before, after, other int64) {
	w.Choices += math.Log2(float64(max(1, choices)))
	if after > before {
		w.Away++
	}
	if other < after {
		w.Lures++
	}
}

// Log2 is the logarithm of n, 0 where n is nil or not positive.
func Log2(n *big.Int) float64 {
	if n == nil || n.Sign() <= 0 {
		return 0
	}
	const kept = 60
	shift := max(0, n.BitLen()-kept)
	return math.Log2(float64(new(big.Int).Rsh(n, uint(shift)).Int64())) + float64(shift)
}

// Grades reports whether Difficulty grades anything.
func (f *Family) Grades() bool { return f.level.difficulty != nil }

// Difficulty tells what a person meets who solves in the way that cl shows, a claim of Solve.
func (f *Family) Difficulty(ctx context.Context, in Instance, cl Claim, fewest Fewest, lim Limits) (Difficulty, error) {
	if err := f.ownWay(in, cl); err != nil {
		return Difficulty{}, err
	}
	if f.level.difficulty == nil {
		return Difficulty{}, fmt.Errorf("%w: %s grades no puzzles", ErrUnsupported, f.name)
	}
	timed, cancel := lim.withTime(ctx)
	defer cancel()
	d, err := f.level.difficulty(timed, in.value, cl.outcome, fewest, lim)
	return d, lim.asLimit(timed, err)
}
