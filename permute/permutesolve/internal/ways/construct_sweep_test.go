//go:build sweep

package ways

import "testing"

// TestSweepConstruct takes 1,000 random boards of the larger sizes.
func TestSweepConstruct(t *testing.T) {
	constructions(t, 20, 20, 1000, "shifts")
	constructions(t, 50, 50, 1000, "shifts")
	constructions(t, 20, 35, 1000, "shifts")
}
