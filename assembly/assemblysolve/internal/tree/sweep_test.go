//go:build sweep

package tree

import "testing"

// TestSweepTrees goes on where TestTreesOnAllSmallBoards ends: every tree and every root on larger boards.
//
//	go test -tags sweep -run TestSweepTrees -v -timeout 3h ./assembly/assemblysolve/internal/tree
func TestSweepTrees(t *testing.T) {
	for _, size := range [][2]int{{6, 3}, {4, 5}, {5, 4}, {3, 7}, {2, 10}} {
		checkTrees(t, size[0], size[1], 1)
	}
}
