// Gridwright answers questions about grid puzzles exactly, with evidence that can be
// checked. "gridwright help" says more.
package main

import (
	"context"
	"os"
	"os/signal"
	"syscall"

	"github.com/gridwright/gridwright/families"
	"github.com/gridwright/gridwright/internal/cli"
)

func main() {
	os.Exit(cli.Main(interruptible(), os.Args[1:], os.Stdin, os.Stdout, os.Stderr, families.All))
}

// interruptible returns a context that SIGINT and SIGTERM end. A contest run has nothing to
// tidy up and no answer to finish, so it leaves signals to their default, which ends it at
// once with the same 130 in a shell's eyes; catching them costs 0.4 ms of processor time, and
// a small case costs 3.
func interruptible() context.Context {
	if len(os.Args) > 1 && os.Args[1] == "contest" {
		return context.Background()
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	context.AfterFunc(ctx, stop) // a second signal ends the process at once
	return ctx
}
