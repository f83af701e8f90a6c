// Gridverify checks claims about grid puzzles and holds no solver: it is the part of
// gridwright that one has to trust. Its output and exit codes are those of "gridwright check".
package main

import (
	"context"
	"os"
	"os/signal"
	"syscall"

	"github.com/gridwright/gridwright/families/checks"
	"github.com/gridwright/gridwright/internal/cli/verify"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	context.AfterFunc(ctx, stop) // a second signal ends the process at once
	os.Exit(verify.Main(ctx, os.Args[1:], os.Stdin, os.Stdout, os.Stderr, checks.All))
}
