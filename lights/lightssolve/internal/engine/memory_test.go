package engine

import (
	"context"
	"runtime"
	"runtime/debug"
	"testing"

	"github.com/gridwright/gridwright/internal/zmod"
	"github.com/gridwright/gridwright/lights"
	"github.com/gridwright/gridwright/meter"
)

// A highWater is a context that collects garbage whenever it is asked, and remembers the most that was then left: a meter
// asks after every million steps, so what is measured depends on the work and on nothing else.
type highWater struct {
	context.Context
	base, most uint64
}

func (c *highWater) Err() error {
	c.most = max(c.most, live())
	return nil
}

func live() uint64 {
	var m runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&m)
	return m.HeapAlloc
}

// What the algebra of a row is said to take is what it takes, and a little more: never less, and for one of the boards at
// least two thirds.
func TestLineMemory(t *testing.T) {
	defer debug.SetGCPercent(debug.SetGCPercent(-1))
	const noise = 64 << 10 // what the runtime and the test allocate
	type way struct {
		topology lights.Topology
		turned   bool
	}
	for _, q := range []uint32{2, 3} {
		widths := []int{2500}
		if q == 2 {
			widths = []int{60_000, 1 << 16}
		}
		for _, k := range []way{{lights.Plane, false}, {lights.Cylinder, false}, {lights.Cylinder, true}, {lights.Torus, false}} {
			fullest := 0.0
			for _, w := range widths {
				h := 3 * w
				p := &lights.Instance{Width: w, Height: h, Modulus: q, Topology: k.topology, Pattern: lights.Pattern{Name: "plus"}}
				if k.turned {
					p.Width, p.Height = h, w
				}
				r := rules{p: p, q: zmod.Factor(q)[0], turned: k.turned}
				ring, closes := r.closed()
				said := 4 * lineParts(q, ring, closes) * int64(w)
				if q == 2 {
					said /= 32
				}
				c := &highWater{Context: context.Background(), base: live()}
				e, err := newPlus(meter.New(c, 0), r, arms{1, 1, 1})
				if err != nil {
					t.Fatal(err)
				}
				runtime.KeepAlive(e)
				most := int64(max(c.most, c.base) - c.base)
				if most > said+noise {
					t.Errorf("%d × %d mod %d, %+v: %d bytes, and %d are said", w, h, q, k, most, said)
				}
				fullest = max(fullest, float64(most)/float64(said))
				t.Logf("%d × %d mod %d, %+v: %.2f of what is said", w, h, q, k, float64(most)/float64(said))
			}
			if fullest < 0.65 {
				t.Errorf("mod %d, %+v: no board takes more than %.2f of what is said", q, k, fullest)
			}
		}
	}
}

// What an engine was prepared under is forgotten: questions go on under their own meters, also where the first one has
// ended or is somebody else's at the same time.
func TestQuestionsHaveTheirOwnMeter(t *testing.T) {
	for _, topology := range []lights.Topology{lights.Plane, lights.Cylinder, lights.Torus} {
		for _, pattern := range []string{"plus", "king", "diamond:2", "open-king", "knight"} {
			for _, q := range []uint32{2, 3, 4} {
				p := &lights.Instance{Width: 5, Height: 4, Modulus: q, Topology: topology, Pattern: lights.Pattern{Name: pattern},
					Start: lights.NewBoard(4, 5, q)}
				p.Start.Set(1, 1, 1)
				ctx, cancel := context.WithCancel(t.Context())
				first := meter.New(ctx, 0)
				e, err := New(first, p, zmod.Factor(q)[0])
				if err != nil {
					t.Fatal(err)
				}
				cancel()
				if first.Poll() == nil {
					t.Fatal("the meter goes on")
				}
				looks := first.Looks()
				ask := func(mt *meter.Meter) (left, kernel []*lights.Board, err error) {
					if left, err = e.LeftKernel(mt); err == nil {
						kernel, err = e.Kernel(mt)
					}
					if err == nil {
						_, _, err = e.Solve(mt, p.Start, false)
					}
					return left, kernel, err
				}
				left, kernel, err := ask(meter.New(t.Context(), 0))
				if err != nil || len(kernel) != e.Nullity() && q != 4 || len(left) != len(kernel) || first.Looks() != looks {
					t.Errorf("%v, %s modulo %d: %d and %d generators, %v", topology, pattern, q, len(left), len(kernel), err)
				}
				if _, _, err := ask(first); err == nil {
					t.Errorf("%v, %s modulo %d: an ended meter does not end the questions", topology, pattern, q)
				}
			}
		}
	}
}
