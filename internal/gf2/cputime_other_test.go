//go:build !unix

package gf2

import "time"

// cpuTime is not known here.
func cpuTime() time.Duration { return 0 }
