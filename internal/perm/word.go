package perm

import (
	"errors"
	"strconv"
	"strings"
)

// A Letter is one use of a generator: k ≥ 0 is generator k, ^k (that is −1−k) its inverse.
type Letter int32

// Gen returns the number of the generator.
func (l Letter) Gen() int { return int(max(l, ^l)) }

// Inverted reports whether the letter stands for the inverse.
func (l Letter) Inverted() bool { return l < 0 }

// Inverse returns the letter that undoes l.
func (l Letter) Inverse() Letter { return ^l }

// A Word is moves done from left to right; its value is the product (Mul) of the letters in that order.
type Word []Letter

// ErrWordLength is wrapped by errors about words that would be longer than a limit.
var ErrWordLength = errors.New("perm: word too long")

// Inverse returns the word that undoes w.
func (w Word) Inverse() Word {
	r := make(Word, len(w))
	for i, l := range w {
		r[len(w)-1-i] = l.Inverse()
	}
	return r
}

// Reduce cancels letters next to their inverses until there are none.
func (w Word) Reduce() Word {
	r := make(Word, 0, len(w))
	for _, l := range w {
		if len(r) > 0 && r[len(r)-1] == l.Inverse() {
			r = r[:len(r)-1]
		} else {
			r = append(r, l)
		}
	}
	return r
}

// String writes generators by number and inverses with a prime: "0 3' 1"; the empty word is "1".
func (w Word) String() string {
	if len(w) == 0 {
		return "1"
	}
	var b strings.Builder
	for i, l := range w {
		if i > 0 {
			b.WriteByte(' ')
		}
		b.WriteString(strconv.Itoa(l.Gen()))
		if l.Inverted() {
			b.WriteByte('\'')
		}
	}
	return b.String()
}
