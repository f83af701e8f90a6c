//go:build sweep

package assemblysolve_test

import "testing"

// The theorems for larger sets, and their proofs on many random ones: a few minutes.
//
//	go test -tags sweep -run TestSweepTheorem -timeout 1h ./assembly/assemblysolve

func TestSweepTheorems(t *testing.T) { checkAllSolid(t, 11) }

func TestSweepTheoremTwo(t *testing.T) {
	checkDrawn(t, 40000, checkPosed, lidExits()...)
	checkDrawn(t, 20000, checkGrown, firstKindExits()...)
}

func TestSweepTheoremLemmas(t *testing.T) { checkDrawn(t, 100000, checkLidded) }
