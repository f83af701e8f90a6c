package lights

import (
	"context"
	"errors"
	"testing"

	"github.com/gridwright/gridwright/meter"
	"github.com/gridwright/gridwright/puzzle/puzzletest"
)

// largePatterns are a few letters for half a million offsets and more.
func largePatterns() []*Instance {
	var list []*Instance
	for _, c := range []struct {
		name string
		w, h int
	}{
		{"ball:500", 1024, 1024}, {"square:400", 1024, 1024}, {"diamond:250000", 1024, 1024},
		{"rook", 500000, 1}, {"bishop", 701, 700}, {"queen", 701, 700},
	} {
		list = append(list, &Instance{Modulus: 2, Width: c.w, Height: c.h, Topology: Torus, Pattern: Pattern{Name: c.name}})
	}
	return list
}

func TestOffsetsAskTheirMeter(t *testing.T) {
	for _, p := range largePatterns() {
		var memory *meter.MemoryError
		if _, err := p.Offsets(meter.New(context.Background(), 8<<20)); !errors.As(err, &memory) {
			t.Errorf("%s under a limit of 8 MiB: %v", p.Pattern.Name, err)
		}
		for _, after := range []int64{2, 5, 20} {
			ctx := puzzletest.NewPolls(after)
			if list, err := p.Offsets(meter.New(ctx, 0)); !errors.Is(err, context.Canceled) || ctx.Asked() != after {
				t.Errorf("%s, stopped at poll %d: %d offsets, %v; it asked %d times",
					p.Pattern.Name, after, len(list), err, ctx.Asked())
			}
		}
	}
}
