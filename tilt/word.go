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

// A Run is a sequence of moves, repeated: letters L, R, U, D, and where pieces move alone such as 2,3R; see CutMove.
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

// Length is the number of moves.
func (w Word) Length() *big.Int {
	sum, term := new(big.Int), new(big.Int)
	for _, r := range w {
		sum.Add(sum, term.Mul(r.Times, big.NewInt(int64(count(r.Moves)))))
	}
	return sum
}

// String writes w; a run that is done once stands plain. The empty word is "". A blank keeps an exponent from a row.
func (w Word) String() string {
	var b strings.Builder
	number := false // what was written last
	for _, r := range w {
		if number = r.plain(&b, number); !number {
			continue
		}
		fmt.Fprintf(&b, "(%s)^%s", r.Moves, r.Times)
	}
	return b.String()
}

// plain writes a run that is done once, behind a number perhaps; it reports whether the run is another.
func (r Run) plain(b *strings.Builder, number bool) (group bool) {
	if !r.Times.IsInt64() || r.Times.Int64() != 1 {
		return true
	}
	if number && r.Moves != "" && !side(r.Moves[0]) {
		b.WriteByte(' ')
	}
	b.WriteString(r.Moves)
	return false
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

// ParseWord reads a word: moves L R U D, or 2,3R of one piece, and groups (moves)^times. Behind an exponent a blank
// stands before a row. Errors name the character, counted from 1.
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
		if s[i] == ' ' && i > 0 && digit(s[i-1]) && i+1 < len(s) && digit(s[i+1]) {
			i++
		}
		if s[i] != '(' {
			n, moves := steps(s[i:])
			if written += moves; written > MaxWordLetters {
				return nil, tooManyLetters()
			}
			if n == 0 {
				return nil, notMove(s, i)
			}
			w = append(w, Run{s[i : i+n], one})
			i += n
			continue
		}
		n, moves := steps(s[i+1:])
		j := i + 1 + n
		if written += moves; written > MaxWordLetters {
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

func digit(c byte) bool { return c >= '0' && c <= '9' }

// notMove says that s does not go on with a move at i.
func notMove(s string, i int) error {
	_, n := utf8.DecodeRuneInString(s[i:])
	return fmt.Errorf("character %d of the moves is %s; one of L R U D ( is expected", i+1, grid.Quote(s[i:i+n]))
}

// Cut returns the first n moves of w, 0 ≤ n ≤ Length, and a function that gives the others one by one until ok is
// false. O(runs and the letters of one), and a move a call.
func (w Word) Cut(n *big.Int) (before Word, after func() (move string, ok bool)) {
	left := new(big.Int).Set(n)
	run, done, at := 0, new(big.Int), 0 // where the rest begins: done times of the run, and then the byte at
	for ; run < len(w); run++ {
		size := big.NewInt(int64(count(w[run].Moves)))
		whole := new(big.Int).Mul(size, w[run].Times)
		if left.Cmp(whole) < 0 {
			rest := new(big.Int)
			done.QuoRem(left, size, rest)
			at = behind(w[run].Moves, int(rest.Int64()))
			before = before.add(w[run].Moves, new(big.Int).Set(done)).add(w[run].Moves[:at], big.NewInt(1))
			break
		}
		before = append(before, w[run])
		left.Sub(left, whole)
	}
	return before, func() (string, bool) {
		for run < len(w) && (done.Cmp(w[run].Times) >= 0 || w[run].Moves == "") {
			run, at = run+1, 0
			done.SetInt64(0)
		}
		if run == len(w) {
			return "", false
		}
		moves := w[run].Moves[at:]
		move := moves[:behind(moves, 1)]
		if at += len(move); at == len(w[run].Moves) {
			at = 0
			done.Add(done, big.NewInt(1))
		}
		return move, true
	}
}

// Last is the last move of w, "" where there is none.
func (w Word) Last() string {
	for i := len(w) - 1; i >= 0; i-- {
		if s := w[i].Moves; s != "" && w[i].Times.Sign() > 0 {
			return s[behind(s, count(s)-1):]
		}
	}
	return ""
}
