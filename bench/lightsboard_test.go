package main

import (
	"context"
	"os"
	"path/filepath"
	"testing"

	"github.com/gridwright/gridwright/lights"
	"github.com/gridwright/gridwright/lights/lightssolve"
	"github.com/gridwright/gridwright/puzzle"
)

// An image is what presses make, one lamp at a time.
func TestImage(t *testing.T) {
	for _, n := range []int{1, 2, 63, 64, 65, 130} {
		presses, image := newSource(n, false), newSource(n, true)
		x, b := lights.NewBoard(n, n, 2), lights.NewBoard(n, n, 2)
		for y := range n {
			presses.random(y, x.Row(y))
			if err := image.row(y, b.Row(y)); err != nil {
				t.Fatal(err)
			}
		}
		for y := range n {
			for i := range n {
				on := x.At(y, i)
				for _, d := range [][2]int{{1, 0}, {-1, 0}, {0, 1}, {0, -1}} {
					if i, y := i+d[0], y+d[1]; i >= 0 && i < n && y >= 0 && y < n {
						on ^= x.At(y, i)
					}
				}
				if b.At(y, i) != on {
					t.Fatalf("%d: lamp %d, %d is %d", n, i, y, 1-on)
				}
			}
		}
	}
}

// Verifiers accept answers and nothing else.
func TestVerifier(t *testing.T) {
	for _, image := range []bool{false, true} {
		const n = 99 // nullity 16: hardly any board can be solved
		rules := lights.Instance{Modulus: 2, Width: n, Height: n, Pattern: lights.Pattern{Name: "plus"}}
		for _, bad := range []int{-1, 0, 77, n - 1} {
			v := newVerifier(newSource(n, image))
			got, err := lightssolve.Stream(context.Background(), rules, newSource(n, image).row,
				func(bool) lightssolve.Rows {
					return func(y int, row []uint64) error {
						if y == bad {
							row[0] ^= 2
						}
						return v.row(y, row)
					}
				}, puzzle.Limits{})
			if bad >= 0 {
				if v.finish(got.Solved) == nil {
					t.Fatalf("a wrong row %d is accepted", bad)
				}
			} else if err != nil || v.finish(got.Solved) != nil || image != got.Solved {
				t.Fatal(got, err)
			}
		}
	}
}

// A file of the presses themselves is right, one of the board is not.
func TestVerifyPBM(t *testing.T) {
	file := filepath.Join(t.TempDir(), "x.pbm")
	for _, right := range []bool{true, false} {
		f, err := os.Create(file)
		if err != nil {
			t.Fatal(err)
		}
		if err := writePBM(f, newSource(100, !right)); err != nil {
			t.Fatal(err)
		}
		f.Close()
		if err := verifyPBM(file, newSource(100, true)); (err == nil) != right {
			t.Fatal(right, err)
		}
	}
}

func TestCompare(t *testing.T) {
	want := []byte("1 0\n2 4\n")
	for got, right := range map[string]bool{"n\tnullity\n1\t0\n2\t4\n": true, "n\tnullity\n1\t0\n2\t5\n": false,
		"n\tnullity\n1\t0\n": false, "": false} {
		if _, err := compare([]byte(got), want); (err == nil) != right {
			t.Errorf("%q: %v", got, err)
		}
	}
}
