package document

import (
	"fmt"
	"math/big"
	"unicode/utf8"

	"github.com/gridwright/gridwright/grid"
)

// ParseNatural reads a decimal number without sign or leading zeros. It refuses more
// than limit digits: a long number is quadratic work for whoever computes with it.
func ParseNatural(s string, limit int) (*big.Int, error) {
	switch {
	case s == "":
		return nil, fmt.Errorf("is empty; digits are expected")
	case len(s) > limit:
		return nil, fmt.Errorf("has %d digits; at most %d are accepted", len(s), limit)
	case len(s) > 1 && s[0] == '0':
		return nil, fmt.Errorf("begins with a zero")
	}
	for i := 0; i < len(s); i++ {
		if s[i] < '0' || s[i] > '9' {
			_, n := utf8.DecodeRuneInString(s[i:])
			return nil, fmt.Errorf("holds %s; only digits are expected", grid.Quote(s[i:i+n]))
		}
	}
	n, ok := new(big.Int).SetString(s, 10)
	if !ok {
		return nil, fmt.Errorf("is no number")
	}
	return n, nil
}
