package tiltsolve_test

import (
	"bytes"
	"context"
	"fmt"
	"math/big"
	"strings"
	"testing"

	"github.com/gridwright/gridwright/bench/boards"
	"github.com/gridwright/gridwright/puzzle"
	"github.com/gridwright/gridwright/tilt"
	"github.com/gridwright/gridwright/tilt/tiltcheck"
	"github.com/gridwright/gridwright/tilt/tiltsolve"
)

func hardText(tb testing.TB, kind string, n int) []byte {
	for _, k := range boards.Kinds() {
		if k.Name == kind {
			var b bytes.Buffer
			if err := k.Write(&b, n, n, 1); err != nil {
				tb.Fatal(err)
			}
			return b.Bytes()
		}
	}
	tb.Fatalf("no kind %q", kind)
	return nil
}

func hardBoard(tb testing.TB, kind string, n int) *tilt.Instance {
	return readBoard(tb, hardText(tb, kind, n))
}

func readBoard(tb testing.TB, text []byte) *tilt.Instance {
	p, err := tilt.Parse(string(text))
	if err != nil {
		tb.Fatal(err)
	}
	return p
}

// perCell reports the time for one cell, which is what linear growth shows in.
func perCell(b *testing.B, cells int) {
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(cells), "ns/cell")
}

func prepare(tb testing.TB, p *tilt.Instance) *tiltsolve.Rings {
	rings, err := tiltsolve.NewSolver(tiltsolve.Options{}).Prepare(context.Background(), p, puzzle.Limits{})
	if err != nil {
		tb.Fatal(err)
	}
	return rings
}

func solve(b *testing.B, p *tilt.Instance, lim puzzle.Limits) tilt.Outcome {
	o, err := prepare(b, p).Solve(context.Background(), p, lim)
	if err != nil {
		b.Fatal(err)
	}
	return o
}

// The verdict alone, on every kind of hard board.
func BenchmarkVerdict500(b *testing.B) {
	for _, k := range boards.Kinds() {
		p := hardBoard(b, k.Name, 500)
		b.Run(k.Name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				solve(b, p, puzzle.Limits{VerdictOnly: true})
			}
			perCell(b, 500*500)
		})
	}
}

// Four sizes, each with four times the cells of the one before.
func BenchmarkGrowth(b *testing.B) {
	for _, n := range []int{250, 500, 1000, 2000} {
		p := hardBoard(b, "colours-26", n)
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				solve(b, p, puzzle.Limits{VerdictOnly: true})
			}
			perCell(b, n*n)
		})
	}
}

func BenchmarkRead500(b *testing.B) {
	text := hardText(b, "colours-26", 500)
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		readBoard(b, text)
	}
}

// The shortest way or the certificate, and the check of it.
func BenchmarkSolveAndCheck500(b *testing.B) {
	for _, kind := range []string{"reachable", "clash", "exchanged"} {
		p := hardBoard(b, kind, 500)
		o := solve(b, p, puzzle.Limits{})
		b.Run(kind+"/solve", func(b *testing.B) {
			for b.Loop() {
				solve(b, p, puzzle.Limits{})
			}
			perCell(b, 500*500)
		})
		b.Run(kind+"/check", func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if err := tiltcheck.Check(context.Background(), p, o, puzzle.Limits{}); err != nil {
					b.Fatal(err)
				}
			}
			perCell(b, 500*500)
		})
	}
}

// Many targets of one start: prepared once, and prepared for each.
func BenchmarkManyTargets(b *testing.B) {
	p := hardBoard(b, "reachable", 300)
	var targets []*tilt.Instance
	for k := range 16 {
		word := tilt.Word{{Moves: "LU", Times: big.NewInt(1)}, {Moves: "RDLU", Times: big.NewInt(int64(k * k * k))}}
		q, err := tiltsolve.NewSolver(tiltsolve.Options{}).Apply(context.Background(), p, word.String(), puzzle.Limits{})
		if err != nil {
			b.Fatal(err)
		}
		targets = append(targets, &tilt.Instance{Palette: p.Palette, Start: p.Start, Target: q.Start})
	}
	b.Run("prepared", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			rings := prepare(b, p)
			for _, q := range targets {
				if _, err := rings.Solve(context.Background(), q, puzzle.Limits{}); err != nil {
					b.Fatal(err)
				}
			}
		}
		perCell(b, len(targets)*300*300)
	})
	b.Run("each", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			for _, q := range targets {
				solve(b, q, puzzle.Limits{})
			}
		}
		perCell(b, len(targets)*300*300)
	})
}

func BenchmarkCount500(b *testing.B) {
	p := hardBoard(b, "reachable", 500)
	for b.Loop() {
		if _, err := prepare(b, p).Count(context.Background(), p, puzzle.Limits{}); err != nil {
			b.Fatal(err)
		}
	}
	perCell(b, 500*500)
}

// A group with an exponent of a thousand digits.
func BenchmarkApplyThousandDigits500(b *testing.B) {
	p := hardBoard(b, "reachable", 500)
	huge, _ := new(big.Int).SetString("1"+strings.Repeat("0", 1000), 10)
	word := tilt.Word{{Moves: "LU", Times: big.NewInt(1)}, {Moves: "RDLU", Times: huge}}
	solver := tiltsolve.NewSolver(tiltsolve.Options{})
	for b.Loop() {
		if _, err := solver.Apply(context.Background(), p, word.String(), puzzle.Limits{}); err != nil {
			b.Fatal(err)
		}
	}
	perCell(b, 500*500)
}
