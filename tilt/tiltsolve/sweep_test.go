//go:build sweep

package tiltsolve

import (
	"os"
	"strconv"
	"testing"
)

// TestSweep takes the larger sizes whole: minutes to hours. SWEEP_SHARE=k takes every k-th start.
//
//	go test -tags sweep -run TestSweep -timeout 3h ./tilt/tiltsolve
func TestSweep(t *testing.T) {
	of, err := strconv.Atoi(os.Getenv("SWEEP_SHARE"))
	if err != nil || of < 1 {
		of = 1
	}
	for _, c := range []size{{2, 5, 2, 31}, {3, 3, 3, 15}, {3, 4, 2, 31}} {
		c.checkAll(t, 0, of)
	}
}
