package document

import (
	"fmt"
	"math/big"
	"unicode/utf8"

	"github.com/gridwright/gridwright/grid"
	"github.com/gridwright/gridwright/meter"
)

// ParseNatural reads a decimal number without sign or leading zeros. It refuses more
// than limit digits: a long number is long work for whoever computes with it.
func ParseNatural(s string, limit int) (*big.Int, error) { return ParseNaturalWithin(nil, s, limit) }

// ParseNaturalWithin is ParseNatural that m stops. It holds the memory of what it returns. Cost is that of
// multiplying numbers of len(s) digits.
func ParseNaturalWithin(m *meter.Meter, s string, limit int) (*big.Int, error) {
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
	if len(s) <= wordDigits {
		n := uint64(0)
		for i := range len(s) {
			n = n*10 + uint64(s[i]-'0')
		}
		return new(big.Int).SetUint64(n), m.Err()
	}
	if err := m.Hold(theDocument, int64(len(s))/2+bigBytes); err != nil {
		return nil, err
	}
	c := conversion{meter: m}
	n := c.digits(s)
	return n, m.Err()
}

// What a number takes. Digits from bigDigits on are halved, as math/big's own conversion is quadratic; one of so
// many digits takes bigSteps. A big.Int takes bigBytes besides its words.
const (
	wordDigits = 19
	bigDigits  = 1 << 12
	bigSteps   = 100_000
	bigBytes   = 64
)

// A conversion turns decimal digits into a number by halves.
type conversion struct {
	meter  *meter.Meter
	powers []*big.Int // 10^(bigDigits·2^i)
}

// digits is 0 once the meter has stopped the work.
func (c *conversion) digits(s string) *big.Int {
	n := new(big.Int)
	if len(s) <= bigDigits {
		if c.meter.Work(bigSteps/bigDigits*len(s)) == nil {
			n.SetString(s, 10)
		}
		return n
	}
	low, k := bigDigits, 0
	for 2*low < len(s) {
		low, k = 2*low, k+1
	}
	high := c.digits(s[:len(s)-low])
	rest := c.digits(s[len(s)-low:])
	if c.meter.Work(low) != nil {
		return n
	}
	return n.Add(n.Mul(high, c.power(k)), rest)
}

func (c *conversion) power(k int) *big.Int {
	for i := len(c.powers); i <= k; i++ {
		p := new(big.Int)
		if i == 0 {
			p.Exp(big.NewInt(10), big.NewInt(bigDigits), nil)
		} else if c.meter.Work(bigDigits<<i) == nil {
			p.Mul(c.powers[i-1], c.powers[i-1])
		}
		c.powers = append(c.powers, p)
	}
	return c.powers[k]
}
