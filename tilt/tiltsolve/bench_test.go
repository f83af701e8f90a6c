package tiltsolve

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"testing"

	"github.com/gridwright/gridwright/grid"
	"github.com/gridwright/gridwright/puzzle"
	"github.com/gridwright/gridwright/tilt"
)

func BenchmarkFileTMP(b *testing.B) {
	for _, k := range []string{"d10", "d50", "one", "c26", "c26yes", "stair", "full", "full97", "clash"} {
		data, err := os.ReadFile(fmt.Sprintf("/tmp/tb/500_%s.in", k))
		if err != nil {
			b.Skip()
		}
		b.Run(k+"/read", func(b *testing.B) {
			for b.Loop() {
				if _, err := tilt.ReadContest(grid.NewScanner(bytes.NewReader(data), int64(len(data))), puzzle.Limits{}); err != nil {
					b.Fatal(err)
				}
			}
		})
		p, err := tilt.ReadContest(grid.NewScanner(bytes.NewReader(data), int64(len(data))), puzzle.Limits{})
		if err != nil {
			b.Fatal(err)
		}
		b.Run(k+"/solve", func(b *testing.B) {
			for b.Loop() {
				if _, err := Prepare(p).Solve(context.Background(), p, puzzle.Limits{VerdictOnly: true}); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
