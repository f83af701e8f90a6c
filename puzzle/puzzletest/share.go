//go:build !sweep

package puzzletest

// share is the part of the generated documents and inputs that a run takes: one in so many, always the same ones. With the
// build tag sweep it takes them all.
const share = 6
