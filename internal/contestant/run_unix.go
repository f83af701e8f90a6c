//go:build unix && !linux

package contestant

import (
	"runtime"
	"syscall"
)

// dieWithUs asks the system to kill the program when this process dies, which only some can.
func dieWithUs(*syscall.SysProcAttr) {}

// rssUnit is what the system counts memory in.
func rssUnit() int64 {
	if runtime.GOOS == "darwin" || runtime.GOOS == "ios" {
		return 1
	}
	return 1 << 10
}

func unlimited() []string {
	said := []string{
		"A process that leaves its process group outlives its run.",
		"If this program is killed by SIGKILL, what it runs lives on.",
		"The processor time of all processes of a run together has no limit; that of each one has.",
	}
	if runtime.GOOS == "darwin" {
		said = append(said, "Memory has no limit; a run that used more than it may is told at its end.")
	}
	return said
}
