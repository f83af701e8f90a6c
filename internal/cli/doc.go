// Package cli is the command gridwright: a tree of cobra commands over package puzzle.
//
// It knows no family by name. They are handed in, as are all streams, so that every
// command can be tried without a process; nothing here exits and nothing is kept between
// two calls.
package cli
