//go:build sweep

package assemblysolve

import "testing"

// The larger sizes whole, and many random shapes: half an hour.
//
//	go test -tags sweep -run TestSweep -timeout 3h ./assembly/assemblysolve

func TestSweepCounts(t *testing.T) { checkCounts(t, 11, 12) }

func TestSweepPolyominoes(t *testing.T) {
	for n := 10; n <= 11; n++ {
		checkPolyominoes(t, n)
	}
}

func TestSweepSafeRemovals(t *testing.T) { checkSafe(t, 2, 20000, 5000, 16) }

func TestSweepRandomShapes(t *testing.T) { checkRandomShapes(t, 3, 20000, 10000, 9, 20) }
