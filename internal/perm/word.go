package perm

import (
	"errors"
	"fmt"
	"math/big"
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

// Positive writes w without inverses, for move sets that go one way only: each run of a letter
// and its inverse becomes the least number ≥ 0 of forward moves. orders[k] is the order of generator k
// ([Group.GenOrders]). The error is ErrWordLength if there are more than limit letters.
func (w Word) Positive(orders []*big.Int, limit int) (Word, error) {
	var r Word
	var m big.Int
	for i := 0; i < len(w); {
		k, sum := w[i].Gen(), int64(0)
		for ; i < len(w) && w[i].Gen() == k; i++ {
			if w[i].Inverted() {
				sum--
			} else {
				sum++
			}
		}
		m.Mod(m.SetInt64(sum), orders[k])
		if !m.IsInt64() || m.Int64() > int64(limit-len(r)) {
			return nil, fmt.Errorf("%w: more than %d forward moves", ErrWordLength, limit)
		}
		for range m.Int64() {
			r = append(r, Letter(k))
		}
	}
	return r, nil
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
