package grid

import (
	"math/big"
	"strings"
	"testing"
)

func TestNumber(t *testing.T) {
	for _, c := range []struct {
		n    any
		noun string
		want string
		are  string
	}{
		{0, "move", "0 moves", "are 0 moves"},
		{1, "move", "1 move", "is 1 move"},
		{int32(2), "press", "2 presses", "are 2 presses"},
		{int64(1), "press", "1 press", "is 1 press"},
		{big.NewInt(1), "optimal solution", "1 optimal solution", "is 1 optimal solution"},
		{new(big.Int).Lsh(big.NewInt(1), 70), "box", "1180591620717411303424 boxes", "are 1180591620717411303424 boxes"},
		{"11", "patch", "11 patches", "are 11 patches"},
	} {
		if got := Number(c.n, c.noun); got != c.want {
			t.Errorf("%v %s: %q", c.n, c.noun, got)
		}
		if got := Are(c.n, c.noun); got != c.are {
			t.Errorf("%v %s: %q", c.n, c.noun, got)
		}
	}
}

// TestShortNumber pins how numbers of any length are told.
func TestShortNumber(t *testing.T) {
	power10 := func(n int64) *big.Int { return new(big.Int).Exp(big.NewInt(10), big.NewInt(n), nil) }
	for _, c := range []struct {
		n    *big.Int
		want string
	}{
		{big.NewInt(-5), "-5"},
		{power10(39), "1" + strings.Repeat("0", 39)},
		{power10(40), "100000000000…000000000000 (41 digits)"},
		{new(big.Int).Lsh(big.NewInt(1), 1<<17), "a number of 131073 bits"},
	} {
		if got := Short(c.n); got != c.want {
			t.Errorf("%q, want %q", got, c.want)
		}
	}
}
