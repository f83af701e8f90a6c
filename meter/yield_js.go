package meter

import "runtime"

// yield lets timers run: a browser's machine has one thread, which nobody else gets while there is work, and the limit
// on time is a timer.
func yield() { runtime.Gosched() }
