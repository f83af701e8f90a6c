package zmod

import (
	"runtime"
	"sync"

	"github.com/gridwright/gridwright/meter"
)

// workers is how many workers there are at most, numbered from 0.
func workers() int { return max(1, runtime.GOMAXPROCS(0)) }

// parallel calls f(meter, worker, block) for every block 0 … n−1, dealt out in turn to as many
// workers as there are processors, or to one if there are fewer than 100,000 word operations; until mt
// stops it. f counts its own work.
func parallel(mt *meter.Meter, n, work int, f func(mt *meter.Meter, worker, block int)) {
	count := min(n, workers())
	if work < 100_000 {
		count = 1
	}
	one := func(mt *meter.Meter, k int) {
		for b := k; b < n && mt.Err() == nil; b += count {
			f(mt, k, b)
		}
	}
	var wg sync.WaitGroup
	for k := 1; k < count; k++ {
		fork := mt.Fork()
		wg.Go(func() { one(fork, k) })
	}
	one(mt, 0)
	wg.Wait()
	if count > 1 {
		_ = mt.Poll() // what stopped a fork stops mt
	}
}
