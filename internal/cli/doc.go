// Package cli is the command gridwright: a tree of cobra commands over package puzzle.
//
// Below it, session is one run of the program, on which all commands are built, and contests holds the commands for
// those who compete. It knows no family by name. They are handed in, as are all streams, so that every
// command can be tried without a process; nothing here exits and nothing is kept between
// two calls.
package cli
