// Package puzzletest is the contract that every family of gridwright keeps, as tests: round
// trips of every format, schemas, validate-then-never-panic, solve → check on all small and on
// generated instances, swapped and forged claims, cancellation, limits, determinism.
//
// A family's test fills a [Kit] and calls [Kit.Run]; its fuzz target calls [Fuzz]. The package is
// for tests only and may therefore import test libraries.
package puzzletest
