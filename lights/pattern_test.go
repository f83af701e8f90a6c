package lights

import (
	"context"
	"errors"
	"testing"

	"github.com/gridwright/gridwright/meter"
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

// asked is a context that counts how often it is asked, and ends at the last time.
type asked struct {
	context.Context
	times, last int
}

func (a *asked) Err() error {
	if a.times++; a.times >= a.last {
		return context.Canceled
	}
	return nil
}

func TestOffsetsAskTheirMeter(t *testing.T) {
	for _, p := range largePatterns() {
		var memory *meter.MemoryError
		if _, err := p.Offsets(meter.New(context.Background(), 8<<20)); !errors.As(err, &memory) {
			t.Errorf("%s under a limit of 8 MiB: %v", p.Pattern.Name, err)
		}
		for _, last := range []int{2, 5, 20} {
			ctx := &asked{Context: context.Background(), last: last}
			if list, err := p.Offsets(meter.New(ctx, 0)); !errors.Is(err, context.Canceled) || ctx.times != last {
				t.Errorf("%s, stopped at question %d: %d offsets, %v; it asked %d times", p.Pattern.Name, last, len(list), err, ctx.times)
			}
		}
	}
}
