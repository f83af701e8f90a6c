// Gridverify checks claims about grid puzzles and holds no solver: it is the part of
// gridwright that one has to trust. Its output and exit codes are those of "gridwright check".
package main

import (
	"os"

	"github.com/gridwright/gridwright/families/checks"
	"github.com/gridwright/gridwright/internal/cli/exit"
	"github.com/gridwright/gridwright/internal/cli/verify"
)

func main() {
	ctx := exit.Interruptible(os.Stderr, "gridverify")
	os.Exit(verify.Main(ctx, os.Args[1:], os.Stdin, os.Stdout, os.Stderr, checks.All))
}
