//go:build !unix

package zmod

import "time"

// cpuTime is not known here.
func cpuTime() time.Duration { return 0 }
