// Bench runs and times what is promised, in processes of their own, next to published programs
// where they are at hand, in turn in one run.
//
//	go run ./bench FAMILY… [flags]
//
// Every answer that is timed is verified, outside the time except where it is streamed. A new line
// is a row in the function that prints the lines of its family and, if it is measured inside a
// process, a job.
package main

import "github.com/gridwright/gridwright/bench/run"

func main() { run.Main(tiltFamily, lightsFamily, assemblyFamily, permuteFamily, serveFamily) }
