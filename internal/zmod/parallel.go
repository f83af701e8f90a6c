package zmod

import (
	"runtime"
	"sync"
)

// workers is how many workers there are at most, numbered from 0.
func workers() int { return max(1, runtime.GOMAXPROCS(0)) }

// parallel calls f(worker, block) for every block 0 … n−1, dealt out in turn to as many
// workers as there are processors, or to one if there are fewer than 100,000 word operations.
func parallel(n, work int, f func(worker, block int)) {
	count := min(n, workers())
	if work < 100_000 {
		count = 1
	}
	one := func(k int) {
		for b := k; b < n; b += count {
			f(k, b)
		}
	}
	var wg sync.WaitGroup
	for k := 1; k < count; k++ {
		wg.Go(func() { one(k) })
	}
	one(0)
	wg.Wait()
}
