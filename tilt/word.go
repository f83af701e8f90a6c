package tilt

import (
	"fmt"
	"math/big"
	"strings"
	"unicode/utf8"

	"github.com/gridwright/gridwright/grid"
	"github.com/gridwright/gridwright/meter"
	"github.com/gridwright/gridwright/puzzle/document"
)

// Bounds of a written word: letters stand in memory and are played one by one, and
// exponents are multiplied and divided.
const (
	MaxWordLetters    = 1 << 16
	MaxExponentDigits = 1 << 14
)

// plainLength is the length up to which NewWord writes a word letter by letter.
const plainLength = 32

// A Run is a sequence of tilts (letters L, R, U, D), repeated.
type Run struct {
	Moves string
	Times *big.Int // ≥ 0
}

// A Word is a sequence of tilts with big repetitions: "LU(RDLU)^12R".
type Word []Run

// NewWord makes prefix·cycle^times·suffix; letter by letter where that is short. A nil
// times is 0.
func NewWord(prefix, cycle string, times *big.Int, suffix string) Word {
	one := big.NewInt(1)
	if times == nil {
		times = new(big.Int)
	}
	if times.IsInt64() {
		if k := times.Int64(); k*int64(len(cycle))+int64(len(prefix)+len(suffix)) <= plainLength && k <= plainLength {
			return Word{}.add(prefix+strings.Repeat(cycle, int(k))+suffix, one)
		}
	}
	return Word{}.add(prefix, one).add(cycle, times).add(suffix, one)
}

func (w Word) add(moves string, times *big.Int) Word {
	if moves == "" || times.Sign() == 0 {
		return w
	}
	return append(w, Run{moves, times})
}

// Length is the number of tilts.
func (w Word) Length() *big.Int {
	sum, term := new(big.Int), new(big.Int)
	for _, r := range w {
		sum.Add(sum, term.Mul(r.Times, big.NewInt(int64(len(r.Moves)))))
	}
	return sum
}

// String writes w; a run that is done once stands plain. The empty word is "".
func (w Word) String() string {
	var b strings.Builder
	for _, r := range w {
		if r.Times.IsInt64() && r.Times.Int64() == 1 {
			b.WriteString(r.Moves)
		} else {
			fmt.Fprintf(&b, "(%s)^%s", r.Moves, r.Times)
		}
	}
	return b.String()
}

// Letters writes w letter by letter; ok is false where that would be more than most letters.
func (w Word) Letters(most int) (letters string, ok bool) {
	n := w.Length()
	if !n.IsInt64() || n.Int64() > int64(most) {
		return "", false
	}
	var b strings.Builder
	for _, r := range w {
		b.WriteString(strings.Repeat(r.Moves, int(r.Times.Int64())))
	}
	return b.String(), true
}

// Mirror returns w as it reads on the transposed board: L ↔ U, R ↔ D.
func (w Word) Mirror() Word {
	out := make(Word, len(w))
	for i, r := range w {
		out[i] = Run{transposed.Replace(r.Moves), r.Times}
	}
	return out
}

var transposed = strings.NewReplacer("L", "U", "U", "L", "R", "D", "D", "R")

// ParseWord reads a word: letters L R U D and groups (letters)^times. Errors name the
// character, counted from 1.
func ParseWord(s string) (Word, error) { return parseWord(nil, s) }

// What a run takes when it is read.
const (
	bytesPerRun = 120
	stepsPerRun = 200
)

// parseWord is ParseWord that m stops. It holds the memory of what it returns.
func parseWord(m *meter.Meter, s string) (Word, error) {
	var w Word
	one := big.NewInt(1)
	written := 0
	for i := 0; i < len(s); {
		if err := m.Work(stepsPerRun); err != nil {
			return nil, err
		}
		if err := m.Hold("the moves", bytesPerRun); err != nil {
			return nil, err
		}
		if s[i] != '(' {
			j := i + letters(s[i:])
			if written += j - i; written > MaxWordLetters {
				return nil, tooManyLetters()
			}
			if j == i {
				_, n := utf8.DecodeRuneInString(s[i:])
				return nil, fmt.Errorf("character %d of the moves is %s; one of L R U D ( is expected", i+1, grid.Quote(s[i:i+n]))
			}
			w = append(w, Run{s[i:j], one})
			i = j
			continue
		}
		j := i + 1 + letters(s[i+1:])
		if written += j - i - 1; written > MaxWordLetters {
			return nil, tooManyLetters()
		}
		if j == i+1 {
			return nil, fmt.Errorf("character %d of the moves opens a group without tilts", i+1)
		}
		if j+1 >= len(s) || s[j] != ')' || s[j+1] != '^' {
			return nil, fmt.Errorf("the group that opens at character %d of the moves does not end in )^ and a number", i+1)
		}
		k := j + 2
		for k < len(s) && s[k] >= '0' && s[k] <= '9' {
			if k++; k%(1<<16) == 0 {
				if err := m.Work(1 << 16); err != nil {
					return nil, err
				}
			}
		}
		times, err := document.ParseNaturalWithin(m, s[j+2:k], MaxExponentDigits)
		if m.Err() != nil {
			return nil, m.Err()
		}
		if err != nil {
			return nil, fmt.Errorf("the exponent at character %d of the moves %v", j+3, err)
		}
		w = append(w, Run{s[i+1 : j], times})
		i = k
	}
	return w, nil
}

func tooManyLetters() error {
	return fmt.Errorf("the moves are written with more than %d letters; use exponents", MaxWordLetters)
}

// letters is the length of the longest prefix of s made of tilts, or a number that is too large.
func letters(s string) int {
	s = s[:min(len(s), MaxWordLetters+1)]
	for i := 0; i < len(s); i++ {
		switch s[i] {
		case 'L', 'R', 'U', 'D':
		default:
			return i
		}
	}
	return len(s)
}

// Cut returns the first n tilts of w, 0 ≤ n ≤ Length, and a function that gives the others one by one until ok is
// false. O(runs), and a letter a call.
func (w Word) Cut(n *big.Int) (before Word, after func() (letter byte, ok bool)) {
	left := new(big.Int).Set(n)
	run, done, letter := 0, new(big.Int), 0 // where the rest begins: done times of the run, and then letter
	for ; run < len(w); run++ {
		size := big.NewInt(int64(len(w[run].Moves)))
		whole := new(big.Int).Mul(size, w[run].Times)
		if left.Cmp(whole) < 0 {
			rest := new(big.Int)
			done.QuoRem(left, size, rest)
			letter = int(rest.Int64())
			before = before.add(w[run].Moves, new(big.Int).Set(done)).add(w[run].Moves[:letter], big.NewInt(1))
			break
		}
		before = append(before, w[run])
		left.Sub(left, whole)
	}
	return before, func() (byte, bool) {
		for run < len(w) && (done.Cmp(w[run].Times) >= 0 || w[run].Moves == "") {
			run, letter = run+1, 0
			done.SetInt64(0)
		}
		if run == len(w) {
			return 0, false
		}
		c := w[run].Moves[letter]
		if letter++; letter == len(w[run].Moves) {
			letter = 0
			done.Add(done, big.NewInt(1))
		}
		return c, true
	}
}

// Last is the last tilt of w, "" where there is none.
func (w Word) Last() string {
	for i := len(w) - 1; i >= 0; i-- {
		if n := len(w[i].Moves); n > 0 && w[i].Times.Sign() > 0 {
			return w[i].Moves[n-1:]
		}
	}
	return ""
}
