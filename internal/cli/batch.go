package cli

import (
	"context"
	"errors"
	"fmt"
	"math"
	"os"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/gridwright/gridwright/grid"
	"github.com/gridwright/gridwright/internal/batch"
	"github.com/gridwright/gridwright/internal/cli/buildinfo"
	"github.com/gridwright/gridwright/internal/cli/exit"
	"github.com/gridwright/gridwright/internal/cli/session"
	"github.com/gridwright/gridwright/internal/job"
)

// batching is the command batch under way.
type batching struct {
	*app
	output    string
	verb      string
	jobs      exit.Whole
	shard     string
	unordered bool
	restart   bool
	maxLine   exit.Size
	window    exit.Size
	fleet     fleetFlags
	dead      int // lines that this run's workers have given up
}

func (a *app) batchCommand() *cobra.Command {
	b := &batching{app: a, output: batch.Std, verb: job.Solve, jobs: exit.Whole(runtime.GOMAXPROCS(0)), shard: "1/1",
		maxLine: 64 << 20, window: 64 << 20}
	c := &cobra.Command{
		Use:   "batch FILE...",
		Short: "Answer files with a puzzle a line, on all processors",
		Long: `batch reads files with a job a line and writes a result a line, in the order of the lines. A job is a puzzle
as a document in JSON, of any family, or an object that says what is asked about one:

  {"verb": "count", "document": {...}}
  {"verb": "check", "document": {...}, "claim": {...}}
  {"verb": "generate", "family": "...", "size": 16, "seed": 1}

The verbs are solve, count, analyze, check and generate; --verb is that of lines which name none. A result says where
its line stands, what the puzzle is called, its family and its digest, and then what the command of that name prints
with --json. A bad line has an error for its result, and the others are answered all the same. Blank lines are skipped.
The limits, --timeout and --max-memory, are those of one line.

Names that end in .gz or .zst are compressed files, read and written so; "-" is standard input, and standard output
where --output is left out.

A run that ends early, also by a crash, leaves OUT.part and OUT.resume behind. The same command goes on from there:
no result is lost or there twice, and the output is the same to the byte. Of a compressed output up to 1 MiB of
results is worked out again. An output that is there already is not written over, unless --restart says so.

With --nats the lines are answered by the workers of a queue ("gridwrightd worker", "gridwrightd queue"), on as many
machines as there are. The output is the same, and so is how a run goes on: workers, the queue and this command may die
at any time. A line that ends all workers that take it up is a dead letter: its error says so.

The exit code is 0 where all lines are answered, 1 where a claim is rejected, 2 where a line is bad, 3 where a limit
stopped one, and 4 for a fault of ours; the table on standard error says how many there are.`,
		Example: `  gridwright batch boards.ndjson -o results.ndjson
  gridwright batch boards-*.ndjson.zst --verb count -o counts.ndjson.zst
  gridwright batch boards.ndjson --shard 2/4 -o results-2.ndjson
  gridwright batch boards.ndjson -o out.ndjson --nats nats://127.0.0.1:4222`,
		Args: session.Needs(1, -1, "a file"),
	}
	c.RunE = a.Run(b.files)
	f := c.Flags()
	f.SortFlags = false // what goes in and out, how far it goes, and who does it
	f.StringVarP(&b.output, "output", "o", b.output, "write the results to this file")
	f.StringVar(&b.verb, "verb", b.verb, "what is asked about lines that name no verb: "+strings.Join(job.Verbs(), ", "))
	f.BoolVar(&b.unordered, "unordered", false, "write each result as soon as it is there")
	f.BoolVar(&b.restart, "restart", false, "begin anew, and write over an output that is there")
	f.VarP(&b.jobs, "jobs", "j", "answer so many lines at a time (default: one for each processor)")
	f.Var(&b.maxLine, "max-line", "a line that is longer than this is an error")
	f.Var(&b.window, "window", "hold so much of lines and results behind a line that takes long")
	f.StringVar(&b.shard, "shard", b.shard, "I/N: of all jobs each N-th, from the I-th on")
	b.fleet.flags(f)
	f.Lookup("jobs").DefValue = "0" // which the help leaves out
	c.RegisterFlagCompletionFunc("verb", cobra.FixedCompletions(job.Verbs(), cobra.ShellCompDirectiveNoFileComp))
	return c
}

// config reads the flags.
func (b *batching) config(names []string) (cfg batch.Config, err error) {
	switch {
	case !slices.Contains(job.Verbs(), b.verb):
		return cfg, exit.Usagef("--verb: there is no verb %q; there are %s%s", b.verb, strings.Join(job.Verbs(), ", "),
			grid.DidYouMean(b.verb, job.Verbs()))
	case b.jobs < 1 || b.jobs > 1024:
		return cfg, exit.Usagef("--jobs is %d; it must be between 1 and 1024", b.jobs)
	case b.output == "":
		return cfg, exit.Usagef("--output needs the name of a file, or \"-\"")
	case b.maxLine < 1 || b.maxLine > 1<<30:
		return cfg, exit.Usagef("--max-line is %s; it must be from 1B to 1GiB", &b.maxLine)
	}
	of, n, found := strings.Cut(b.shard, "/")
	shard, err1 := strconv.Atoi(of)
	shards, err2 := strconv.Atoi(n)
	if !found || err1 != nil || err2 != nil || shard < 1 || shard > shards || shards > 1<<30 {
		return cfg, exit.Usagef("--shard is %q; write 2/4 for the second of four parts", b.shard)
	}
	lim := b.Limits()
	lim.OnProgress = nil // many lines are worked on at once
	if b.window <= 0 {
		b.window = math.MaxInt64 / 2
	}
	return batch.Config{
		Inputs: names, Stdin: b.Stdin, Output: b.output, Stdout: b.Out, Jobs: int(b.jobs), Unordered: b.unordered,
		Shard: shard, Shards: shards, Restart: b.restart, MaxLine: int64(b.maxLine), Window: int64(b.window),
		Runner: job.New(job.Options{Families: b.Families, Contests: b.Problems, Limits: lim, Verb: b.verb}),
		Asked: fmt.Sprintf("--verb %s --timeout %s --max-memory %s --max-line %s and version %s", b.verb, &b.Timeout,
			&b.Memory, &b.maxLine, buildinfo.Read().Version),
		Status: new(batch.Status),
	}, nil
}

// ballast is memory that nobody touches, so that it takes none, and that the garbage collector counts all the same:
// small puzzles leave garbage and nothing else, and it comes when there are 32 MiB of it, not 4.
const ballast = 32 << 20

func (b *batching) files(ctx context.Context, names []string) error {
	cfg, err := b.config(names)
	if err != nil {
		return err
	}
	if cfg.Output == batch.Std {
		if err := b.Out.Closed(); err != nil {
			return err
		}
	}
	if err := b.remote(&cfg); err != nil {
		return err
	}
	heavy := make([]byte, ballast)
	defer runtime.KeepAlive(heavy)
	began := time.Now()
	stop := b.watch(cfg.Status)
	sum, err := batch.Run(ctx, cfg)
	stop()
	if errors.Is(err, batch.ErrDone) {
		fmt.Fprintf(b.Stderr, "%s: %s is whole already\n", session.Prog, cfg.Output)
		return nil
	}
	if sum == nil {
		return err
	}
	b.told(sum, cfg, time.Since(began), err == nil)
	if err != nil && cfg.Output != batch.Std && !b.JSON {
		b.kept(cfg.Output, sum.Jobs, err)
	}
	return err
}

// kept says where the results are of a run that has ended early, and whether the same command goes on from there: where
// an input is broken it would end at the same place.
func (b *batching) kept(output string, done int64, err error) {
	var broken *batch.BrokenError
	stuck := errors.As(err, &broken)
	if _, statErr := os.Stat(output + ".resume"); statErr != nil || stuck && done == 0 {
		return
	}
	hint := ", and the same command goes on from there"
	if stuck {
		hint = ""
	}
	fmt.Fprintf(b.Stderr, "%s: what is done is in %s.part%s\n", session.Prog, output, hint)
}
