//go:build !js

package meter

// yield is for machines of one thread.
func yield() {}
