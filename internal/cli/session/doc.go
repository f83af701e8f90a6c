// Package session is one run of the command, whatever it is asked: what it was given, where answers and complaints go,
// the limits, colours and progress that the flags set, how puzzles are read one by one, and with which code it ends.
// The commands are built on it.
package session
