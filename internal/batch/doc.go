// Package batch runs many jobs: it is a source of lines, a pool that does them and a sink of results, with package job
// in the middle.
//
//	source ──chunks──▶ pool ──results──▶ sink
//
// The source reads files line by line and gives jobs their numbers. The pool is a queue of chunks from which workers
// take one line at a time, the oldest first, so that a slow line keeps nobody but itself from its result. The sink puts
// the results into the order of the lines, or writes them as they come.
//
// Memory is bounded whatever the input is: lines have a greatest length, and what has been read or answered and not yet
// written has a bound on its bytes. Behind a line that takes long the others are answered until that bound is met; then
// they wait for it.
//
// A run can die at any moment. Results are only ever appended to a file beside the output, which gets the output's
// name when it is whole; a second file there says which run it belongs to. The next run keeps the complete lines, or in
// a compressed output the complete frames, leaves out the jobs that have a result and goes on.
package batch
