package contests

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/gridwright/gridwright/grid"
	"github.com/gridwright/gridwright/internal/cli/exit"
	"github.com/gridwright/gridwright/internal/cli/session"
	"github.com/gridwright/gridwright/internal/contestant"
	"github.com/gridwright/gridwright/internal/stress"
	"github.com/gridwright/gridwright/puzzle/contest"
)

// stressing is the command stress under way.
type stressing struct {
	*app
	problem *contest.Problem
	command []string // the program and its arguments

	time, timeLimit          exit.Timeout
	cases, jobs              exit.Whole
	seed                     exit.Whole
	profile                  string
	keep, replay, against    string // keep and replay are paths
	memoryLimit, outputLimit exit.Size
	slowest                  bool
	given                    func(flag string) bool
}

// What stress does until its user says otherwise.
const (
	stressTime        = time.Minute
	stressTimeLimit   = 10 * time.Second // where the contest names none
	stressMemoryLimit = 1 << 30
	stressOutputLimit = 64 << 20
	stressReference   = 10 * time.Second
	plainLines        = 10 * time.Second // between lines where nobody looks on
)

func (a *app) stressCommand() *cobra.Command {
	s := &stressing{
		app: a, time: exit.Timeout(stressTime), jobs: exit.Whole(runtime.GOMAXPROCS(0)), seed: 1,
		timeLimit: -1, memoryLimit: stressMemoryLimit, outputLimit: stressOutputLimit,
	}
	c := &cobra.Command{
		Use:   "stress CONTEST -- PROGRAM [ARGUMENT...]",
		Short: "Find the smallest input on which a program is wrong",
		Long: `stress runs a program for a contest on many inputs and judges what it prints by what that asserts: first on
every tiny input, then on profiles of inputs that are structured, nearly right, large or slow, from small to large.
(Tiny inputs get half of --time at the most.) Where the contest has many cases to a file, so have the inputs. It
stops at the first failure: a wrong answer, a runtime error, a limit on time, memory or output, or an output that
cannot be read. It shrinks the input while the program fails in the same way, in half of --time and 2,000 runs at the
most (30 seconds with --time 0), runs it again, draws the board, says why the output is wrong, and prints the command
that repeats it.

The limit on time is one of processor time. On the clock a run gets four times as long and a second more, so that a
program that only waits is stopped too; the report says which of the two it was.

The input, what is right and what the program printed are saved in a directory, stress-CONTEST unless --keep says
otherwise, and the inputs that lie there (*.in) are tried first the next time. The same seed tries the same inputs in
the same order, and the first failure in this order is the one reported, whatever -j is.

Every answer that judges the program has passed its check. Where a limit (--timeout, 10 seconds here, and
--max-memory) stops that, the case is not judged and counted. A program that is right where our answer is wrong is a
fault of ours, with exit code 4.

With --against a second program runs on the same inputs, and one that is wrong where the first is right is a failure
too. With --find-slowest the inputs are those on which the program takes longest, and the slowest is saved.
The contests are: ` + strings.Join(a.ProblemNames(), ", ") + `.`,
		Example: fmt.Sprintf(`  gridwright stress %[1]s -- ./mysolution
  gridwright stress %[1]s --cases 10000 --seed 7 -- python3 mysolution.py
  gridwright stress %[1]s --find-slowest --time 5m -- ./mysolution`, session.One(a.ProblemNames())),
		Args:                  cobra.ArbitraryArgs,
		DisableFlagsInUseLine: true,
		ValidArgsFunction:     a.completeProblem,
	}
	c.RunE = a.Run(func(ctx context.Context, args []string) error {
		s.given = c.Flags().Changed
		if err := s.called(args, c.ArgsLenAtDash()); err != nil {
			return err
		}
		return s.stress(ctx)
	})
	s.flags(c)
	return c
}

func (s *stressing) flags(c *cobra.Command) {
	f := c.Flags()
	f.Var(&s.time, "time", "begin no further input after this time (0: go on; with --cases no time is set)")
	f.Var(&s.cases, "cases", "begin no further input after so many cases")
	f.VarP(&s.jobs, "jobs", "j", "run so many at a time (default: one for each processor)")
	f.Var(&s.seed, "seed", "a number that decides all that is random")
	f.StringVar(&s.profile, "profile", "", "only inputs of this profile; tiny: the tiny ones alone")
	f.StringVar(&s.keep, "keep", "", `save failures in this directory, and try what lies there first
(default stress-CONTEST)`)
	f.StringVar(&s.replay, "replay", "", "run this input alone, and shrink nothing")
	f.StringVar(&s.against, "against", "", "compare with a second program, a command with its arguments")
	f.BoolVar(&s.slowest, "find-slowest", false, "look for the input on which the program takes longest")
	f.Var(&s.timeLimit, "time-limit", `most processor time of a run, and on the clock four times that and
a second (0: no limit; default: what the contest allows)`)
	f.Var(&s.memoryLimit, "memory-limit", "most memory of a run (0: no limit)")
	f.Var(&s.outputLimit, "output-limit", "most output of a run (0: no limit)")
	f.Lookup("time-limit").DefValue, f.Lookup("jobs").DefValue = "0", "0" // which the help leaves out
	c.RegisterFlagCompletionFunc("profile",
		func(_ *cobra.Command, args []string, _ string) (names []string, _ cobra.ShellCompDirective) {
			for _, p := range s.Problems {
				if len(args) > 0 && p.Name() == args[0] {
					names = profiles(p)
				}
			}
			return names, cobra.ShellCompDirectiveNoFileComp
		})
}

// profiles are the names that --profile takes.
func profiles(p *contest.Problem) (names []string) {
	names = append(names, stress.Tiny)
	for _, k := range p.Profiles() {
		names = append(names, k.Name)
	}
	return names
}

// called looks at the arguments, of which dash stand before "--"; −1: there is none.
func (s *stressing) called(args []string, dash int) (err error) {
	see := session.Prog + " stress --help"
	switch {
	case len(args) == 0 || dash == 0:
		return exit.Usagef("stress needs the name of a contest; see %q", see)
	case dash < 0 && len(args) > 1:
		return exit.Usagef(`stress wants "--" before the program: %s stress %s -- %s`, session.Prog, args[0],
			commandLine(args[1:]))
	case dash > 1:
		return exit.Usagef("stress takes the name of a contest before \"--\" and nothing more, not %q; see %q", args[1], see)
	case dash < 0 || len(args) == dash:
		return exit.Usagef(`stress needs a program behind "--": %s stress %s -- ./mysolution`, session.Prog, args[0])
	}
	s.command = args[1:]
	if s.problem, err = s.needProblem(args[0]); err != nil {
		return err
	}
	if names := profiles(s.problem); s.profile != "" && !slices.Contains(names, s.profile) {
		return exit.Usagef("%s has no profile %q; there are: %s%s", args[0], s.profile, strings.Join(names, ", "),
			grid.DidYouMean(s.profile, names))
	}
	return s.clash()
}

// clash is the error about flags that go together badly, and reads those that are more than a flag.
func (s *stressing) clash() error {
	switch {
	case s.jobs < 1 || s.jobs > 1024:
		return exit.Usagef("--jobs is %d; it must be between 1 and 1024", s.jobs)
	case s.replay != "" && s.slowest:
		return exit.Usagef("--replay runs one input and --find-slowest looks for others; leave out one of the two")
	case s.slowest && s.profile == stress.Tiny:
		return exit.Usagef("--find-slowest looks among the profiles, and the tiny inputs are none; leave out --profile %s",
			stress.Tiny)
	case s.replay != "" && s.profile != "":
		return exit.Usagef("--replay runs one input and --profile makes others; leave out one of the two")
	}
	if s.given("cases") && !s.given("time") {
		s.time = 0
	}
	if !s.given("time-limit") {
		s.timeLimit = allowed(s.problem)
	}
	if s.keep == "" && !s.given("keep") {
		s.keep = "stress-" + s.problem.Name()
	}
	return nil
}

// allowed is how long a run may take.
func allowed(p *contest.Problem) exit.Timeout {
	if t := p.About().Time; t > 0 {
		return exit.Timeout(t)
	}
	return exit.Timeout(stressTimeLimit)
}

// config is what the engine is asked to do.
func (s *stressing) config(ctx context.Context) (c stress.Config, err error) {
	program, err := contestant.Find(s.command)
	if err != nil {
		return c, err
	}
	lim := s.Limits()
	lim.OnProgress = nil // many answers are worked out at once
	if !s.given("timeout") {
		lim.Time = stressReference
	}
	c = stress.Config{
		Problem: s.problem, Program: program, Reference: lim, Jobs: int(s.jobs), Seed: uint64(s.seed), Profile: s.profile,
		Limits: contestant.Limits{Time: s.timeLimit.Duration(), Memory: int64(s.memoryLimit), Output: int64(s.outputLimit)},
		Time:   s.time.Duration(), Cases: int64(s.cases),
	}
	if s.against != "" {
		words, err := splitWords(s.against)
		if err != nil {
			return c, err
		}
		second, err := contestant.Find(words)
		if err != nil {
			return c, fmt.Errorf("--against: %w", err)
		}
		c.Against = second
	}
	switch {
	case s.replay != "":
		f, err := stress.ReadFile(ctx, s.problem, s.replay, lim)
		c.Kept, c.Replay = []*stress.File{f}, true
		return c, err
	case s.keep != "" && !s.slowest:
		c.Kept, err = stress.Kept(ctx, s.problem, s.keep, lim)
	}
	return c, err
}

func (s *stressing) stress(ctx context.Context) error {
	if err := s.Out.Closed(); err != nil {
		return err
	}
	c, err := s.config(ctx)
	if err != nil {
		return err
	}
	for _, w := range contestant.Unlimited() {
		s.warn(w)
	}
	s.start(c)
	s.Meter = s.stressMeter()
	m := s.Meter
	c.OnProgress, c.OnShrink = s.progressOf(m), s.shrinking(m)
	run := stress.Run
	if s.slowest {
		run = stress.FindSlowest
	}
	report, err := run(ctx, c)
	m.Clear()
	for _, w := range report.Warnings {
		s.warn(w)
	}
	found := report.Found
	if found == nil {
		found = report.Slow
	}
	if found != nil && (err == nil || ctx.Err() != nil) {
		err = errors.Join(s.found(context.WithoutCancel(ctx), report, found), err)
	}
	s.ended(report, err != nil)
	if ferr := s.Out.Flush(); err == nil {
		err = ferr
	}
	return err
}

// commandLine writes words so that a shell reads them.
func commandLine(words []string) string {
	quoted := make([]string, len(words))
	for i, w := range words {
		quoted[i] = shellWord(w)
	}
	return strings.Join(quoted, " ")
}

func shellWord(w string) string {
	plain := func(r rune) bool {
		return r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || strings.ContainsRune("-_./=:,+@%", r)
	}
	if w != "" && strings.IndexFunc(w, func(r rune) bool { return !plain(r) }) < 0 {
		return w
	}
	return "'" + strings.ReplaceAll(w, "'", `'\''`) + "'"
}

// splitWords reads a command as a shell does: quotes and backslashes, which within double quotes stand for themselves
// unless the next character means something there, and nothing else.
func splitWords(text string) (words []string, err error) {
	var word strings.Builder
	quote, inside, escaped := rune(0), false, false
	for _, r := range text {
		switch {
		case escaped:
			if quote == '"' && !strings.ContainsRune("\"\\$`", r) {
				word.WriteRune('\\')
			}
			word.WriteRune(r)
			escaped = false
		case r == '\\' && quote != '\'':
			escaped, inside = true, true
		case quote != 0 && r == quote:
			quote = 0
		case quote != 0:
			word.WriteRune(r)
		case r == '\'' || r == '"':
			quote, inside = r, true
		case r == ' ' || r == '\t' || r == '\n':
			if inside {
				words = append(words, word.String())
				word.Reset()
			}
			inside = false
		default:
			word.WriteRune(r)
			inside = true
		}
	}
	if inside {
		words = append(words, word.String())
	}
	switch {
	case quote != 0 || escaped:
		return nil, exit.Usagef("--against: %s ends within quotes", strconv.Quote(text))
	case len(words) == 0:
		return nil, exit.Usagef("--against needs a command")
	}
	return words, nil
}
