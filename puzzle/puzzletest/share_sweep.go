//go:build sweep

package puzzletest

const share = 1
