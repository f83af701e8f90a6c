//go:build !linux

package run

import (
	"os"
	"time"
)

var begin = time.Now()

// cpuTime stands in with wall time.
func cpuTime() time.Duration { return time.Since(begin) }

// peak is not known on this system.
func peak(*os.ProcessState) int64 { return 0 }
