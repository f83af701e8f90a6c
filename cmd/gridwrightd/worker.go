package main

import (
	"log/slog"
	"runtime"
	"time"

	"github.com/spf13/cobra"

	"github.com/gridwright/gridwright/families"
	"github.com/gridwright/gridwright/internal/cli/exit"
	"github.com/gridwright/gridwright/internal/fleet"
	"github.com/gridwright/gridwright/puzzle"
)

const workerLong = `worker answers the lines of batches that "gridwright batch --nats" puts into a queue, until it
is asked to end; then it gives back what it has under way. As many workers as you like, on as many
machines, share the work. One can be killed at any moment: another one takes over what it had.

A line that ends so many workers as --tries says, after a first one of which nobody knows at which
line it was, is given up: it becomes a dead letter, and its result says so.

Secrets come from the environment: GRIDWRIGHT_NATS_TOKEN, or GRIDWRIGHT_NATS_USER and
GRIDWRIGHT_NATS_PASSWORD.`

// ballast is memory that nobody touches, so that it takes none, and that the garbage collector counts all the same:
// small lines leave garbage and nothing else, and it comes when there are 64 MiB of it, not 4.
const ballast = 32 << 20

// mostTime is the most that --timeout may say: sums of times still are numbers then.
const mostTime = 10000 * time.Hour

func (p *program) workerCommand() *cobra.Command {
	c := &cobra.Command{Use: "worker", Short: "Answer lines from a queue", Long: workerLong, Args: noArgs}
	w := &fleet.Worker{Dial: fleet.Dial{URL: "nats://127.0.0.1:4222"}, Counters: &fleet.Counters{}}
	flags := c.Flags()
	flags.SortFlags = false
	w.Dial.Flags(flags)
	flags.IntVar(&w.Slots, "jobs", runtime.NumCPU(), "answer so many chunks at once")
	flags.IntVar(&w.Tries, "tries", 3, "give a line up when it has ended so many workers")
	limit := flags.Duration("timeout", 0, "no line gets more time than this, whatever its batch says (0: no limit)")
	memory := exit.Size(4 << 30)
	flags.Var(&memory, "max-memory", "no line gets more memory than this (0: no limit)")
	flags.DurationVar(&w.AckWait, "ack-wait", 0, "where this worker makes the streams: give a chunk to another worker "+
		"when its own has not been heard for this time (default 30s)")
	flags.IntVar(&w.Replicas, "replicas", 0, "where this worker makes the streams: keep everything so many times")
	metrics := flags.String("metrics", "", "serve metrics at `HOST:PORT`, path /metrics")
	verbose := flags.BoolP("verbose", "v", false, "say more")
	c.RunE = func(c *cobra.Command, _ []string) error {
		if w.Slots < 1 || w.Slots > 4096 || w.Tries < 1 || w.Tries > 1000 || *limit < 0 || *limit > mostTime {
			return exit.Usagef("--jobs is 1 to 4096, --tries 1 to 1000, and --timeout at most %v", mostTime)
		}
		if w.AckWait != 0 && w.AckWait < time.Second || w.AckWait > time.Hour || w.Replicas < 0 || w.Replicas > 5 {
			return exit.Usagef("--ack-wait is 1s to 1h, and --replicas 1 to 5")
		}
		if err := metricsAddress(*metrics); err != nil {
			return err
		}
		if err := w.Check(); err != nil {
			return exit.Usagef("%v", err)
		}
		w.Log = p.logger(*verbose)
		all := families.All()
		house := fleet.House{Families: all, Contests: families.Contests(all),
			Most: puzzle.Limits{Time: *limit, Memory: int64(memory)}}
		w.Answerer = house.Answerer
		if p.answerer != nil {
			w.Answerer = p.answerer(house)
		}
		heavy := make([]byte, ballast)
		defer runtime.KeepAlive(heavy)
		return p.withMetrics(c.Context(), *metrics, w.Counters.Write, w.Run)
	}
	return c
}

// logger writes what there is to say, a line each.
func (p *program) logger(verbose bool) *slog.Logger {
	level := slog.LevelInfo
	if verbose {
		level = slog.LevelDebug
	}
	return slog.New(slog.NewTextHandler(p.stderr, &slog.HandlerOptions{Level: level}))
}
