package exit

import (
	"context"
	"fmt"
	"io"
	"os"
	"os/signal"
	"syscall"
)

// Interruptible returns a context that SIGINT and SIGTERM end. Whoever sends a second one does not want to wait for the
// end that the first asked for: one line on stderr in the name of prog says that this was all, and the process ends.
func Interruptible(stderr io.Writer, prog string) context.Context {
	ctx, cancel := context.WithCancel(context.Background())
	signals := make(chan os.Signal, 2)
	signal.Notify(signals, os.Interrupt, syscall.SIGTERM)
	go func() {
		<-signals
		cancel()
		<-signals
		fmt.Fprintf(stderr, "%s: interrupted twice, and ended at once\n", prog)
		os.Exit(Interrupted)
	}()
	return ctx
}
