package contests

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"

	"github.com/spf13/cobra"

	"github.com/gridwright/gridwright/grid"
	"github.com/gridwright/gridwright/internal/cli/exit"
	"github.com/gridwright/gridwright/internal/cli/input"
	"github.com/gridwright/gridwright/internal/cli/session"
	"github.com/gridwright/gridwright/internal/picture"
	"github.com/gridwright/gridwright/puzzle"
	"github.com/gridwright/gridwright/puzzle/contest"
	"github.com/gridwright/gridwright/scene/figure"
)

// mostOutput is how long an output may be unless a flag says otherwise.
const mostOutput = 64 << 20

func (a *app) judgeCommand() *cobra.Command {
	j := &judging{app: a, most: mostOutput}
	var as string
	c := &cobra.Command{
		Use:   "judge CONTEST INPUT OUTPUT [ANSWER]",
		Short: "Say whether a program's output is right, and why it is not",
		Long: `judge reads a contest's input and what a program has printed for it, and says "accepted", or what
is wrong and where: at which case, and at which line of the output. It judges what the output asserts: any
way is right that leads to the goal (and is short enough, where the contest asks for that), however it is spaced; a
bare "no" has to be true. With ANSWER, the jury's own output, that is judged first and has to be right too. One of
the files may be "-" for standard input.

An output may hold any bytes; one that is longer than --max-output is wrong. Whatever else happens says nothing of
the output and is an error of the judge: a file that is missing, an input that cannot be read or breaks a promise,
a limit, a jury that the output shows to be wrong.

--as kattis, testlib or oj: judge is called as that system calls an output validator or a checker, and ends with the
codes that it expects ("gridwright help exit-codes"):

    judge CONTEST --as kattis INPUT ANSWER FEEDBACKDIR < OUTPUT
    judge CONTEST --as testlib INPUT OUTPUT ANSWER [REPORT]
    judge CONTEST --as oj INPUT OUTPUT [ANSWER]

For kattis, judgemessage.txt in the directory tells the jury what is wrong, judgeimage.svg draws the case that has the
wrong answer, with the right answer where the judge has worked that out, and teammessage.txt tells the team no more
than where it is.`,
		Example: fmt.Sprintf("  gridwright judge %[1]s 1.in 1.out\n"+
			"  gridwright judge %[1]s --as kattis 1.in 1.ans feedback/ < 1.out", session.One(a.ProblemNames())),
		Args: func(c *cobra.Command, args []string) (err error) {
			if j.as, err = findProtocol(as, len(protocols)); err != nil {
				return err
			}
			if j.as == nil {
				return session.Needs(3, 4, "the name of a contest, an input and an output, and perhaps an answer")(c, args)
			}
			if err := session.Needs(1+j.as.least, 1+j.as.most, "the name of a contest, "+j.as.arguments)(c, args); err != nil {
				return err
			}
			if slices.Contains(args, "") {
				return exit.Usagef("an argument is empty; judge --as %s needs %s", as, j.as.arguments)
			}
			return nil
		},
		ValidArgsFunction: a.completeProblem,
	}
	c.Flags().StringVar(&as, "as", "", "be called, and answer, as a contest system expects: kattis, testlib or oj")
	c.Flags().Var(&j.most, "max-output", "the longest output that is read (0: no limit)")
	c.RegisterFlagCompletionFunc("as", cobra.FixedCompletions(protocolNames(len(protocols)),
		cobra.ShellCompDirectiveNoFileComp))
	c.RunE = a.Run(func(ctx context.Context, args []string) error {
		err := j.run(ctx, args)
		if err != nil {
			j.failed(err)
		}
		return err
	})
	return c
}

// judging is the command judge under way.
type judging struct {
	*app
	as   *protocol
	most exit.Size

	problem                            *contest.Problem
	input, output, answer, dir, report string // files; "" is none
}

// name hands out the arguments behind the name of the contest.
func (j *judging) name(args []string) {
	at := func(i int) string {
		if i < len(args) {
			return args[i]
		}
		return ""
	}
	j.input, j.output, j.answer = at(0), at(1), at(2)
	switch {
	case j.as == nil:
	case j.as.name == "kattis":
		j.output, j.answer, j.dir = input.Stdin, at(1), at(2)
	case j.as.name == "testlib":
		j.report = at(3)
	}
}

func (j *judging) run(ctx context.Context, args []string) (err error) {
	j.Out.Dispensable()
	defer j.CollectLate()()
	j.name(args[1:])
	if j.problem, err = j.needProblem(args[0]); err != nil {
		return err
	}
	if err := j.looksRight(len(args) - 1); err != nil {
		return err
	}
	judge, err := j.cases(ctx)
	if err != nil {
		return err
	}
	if j.answer != "" {
		if err := j.jury(ctx, judge); err != nil {
			return err
		}
	}
	text, more, err := input.ReadAll(ctx, j.output, j.Stdin, j.longest())
	if err != nil {
		return err
	}
	if more {
		err = &contest.WrongError{Kind: contest.WrongAnswer, Msg: "the output is longer than " + puzzle.Bytes(int64(j.most))}
	} else {
		err = judge.Judge(ctx, text)
	}
	var wrong *contest.WrongError
	if err != nil && !errors.As(err, &wrong) {
		return exit.Unknown(err)
	}
	if wrong != nil && j.dir != "" {
		if err := j.image(ctx, judge, wrong); err != nil {
			return err
		}
	}
	return j.say(wrong, len(judge.Cases))
}

// imageCells is the most rows, and columns, of a board in a picture for the jury.
const imageCells = 60

// image draws the case that is answered wrong, into the directory for feedback. An output that is wrong as a whole and
// a case that cannot be drawn within the limits have no picture.
func (j *judging) image(ctx context.Context, judge *contest.Judging, wrong *contest.WrongError) error {
	k := max(wrong.Case-1, 0)
	if wrong.Case == 0 && len(judge.Cases) != 1 || k >= len(judge.Claims) {
		return nil
	}
	job := picture.Job{Instance: judge.Cases[k], Claim: judge.Claims[k], Checked: true, Most: imageCells,
		Note: wrong.Kind + ": " + printable(wrong.Error()), Limits: judge.Limits, Theme: figure.Light()}
	var svg bytes.Buffer
	if err := job.Write(ctx, &svg, "svg"); err != nil {
		return ctx.Err()
	}
	name := filepath.Join(j.dir, "judgeimage.svg")
	if err := os.WriteFile(name, svg.Bytes(), 0o644); err != nil {
		return input.In(name, err)
	}
	return nil
}

// looksRight looks at what can be wrong with n arguments before anything is read.
func (j *judging) looksRight(n int) error {
	files := []string{j.input, j.output, j.answer}[:min(n, 3)]
	stdin := 0
	for _, f := range files {
		if f == input.Stdin {
			stdin++
		}
	}
	if stdin > 1 {
		return exit.Usagef(`only one of the files can be "-", standard input`)
	}
	if j.dir == "" {
		return nil
	}
	info, err := os.Stat(j.dir)
	if err != nil {
		return input.In("the directory for feedback, "+j.dir, err)
	}
	if !info.IsDir() {
		return exit.Usagef("the directory for feedback, %s, is no directory", j.dir)
	}
	return nil
}

// longest is how many bytes of an output are read.
func (j *judging) longest() int64 {
	if j.most == 0 {
		return math.MaxInt64
	}
	return int64(j.most)
}

// cases reads the input.
func (j *judging) cases(ctx context.Context) (*contest.Judging, error) {
	lim := j.Limits()
	text, err := j.whole(ctx, j.input)
	if err != nil {
		return nil, err
	}
	cases, err := j.problem.Read(lim.Meter(ctx), bytes.NewReader(text), int64(len(text)))
	if err != nil {
		return nil, input.In(j.input, err)
	}
	judge := &contest.Judging{Problem: j.problem, Limits: lim}
	for _, c := range cases {
		if err := j.problem.Family().Promise(j.problem.Name(), c.In); err != nil {
			return nil, input.In(j.input, broken(c, err))
		}
		judge.Cases = append(judge.Cases, c.In)
	}
	return judge, nil
}

// broken says of a case that it breaks a promise, and where the case begins.
func broken(c contest.Case, err error) error {
	var ge *grid.Error
	if errors.As(err, &ge) && !ge.Pos.IsZero() {
		return err
	}
	return grid.Errorf(grid.Pos{Line: c.Line, Col: 1}, "the case that begins here breaks a promise: %v", err)
}

// jury judges the jury's own output, which has to be right.
func (j *judging) jury(ctx context.Context, judge *contest.Judging) error {
	text, more, err := input.ReadAll(ctx, j.answer, j.Stdin, j.longest())
	if err != nil {
		return err
	}
	if more {
		return exit.Usagef("the jury's answer, %s, is longer than %s", j.answer, puzzle.Bytes(int64(j.most)))
	}
	err = judge.Judge(ctx, text)
	var wrong *contest.WrongError
	if errors.As(err, &wrong) {
		return exit.Usagef("the jury's answer, %s, is not right: %s: %s", j.answer, wrong.Kind, printable(wrong.Error()))
	}
	return exit.Unknown(err)
}

// A ruling is the document that judge prints with --json.
type ruling struct {
	Contest string `json:"contest"`
	Verdict string `json:"verdict"` // accepted, wrong answer or unreadable output
	Cases   int    `json:"cases"`
	Case    int    `json:"case,omitempty"`
	Line    int    `json:"line,omitempty"`
	Column  int    `json:"column,omitempty"`
	Message string `json:"message,omitempty"`
}

// say tells what is wrong with the output for n cases, or that it is accepted where that is nil.
func (j *judging) say(wrong *contest.WrongError, n int) error {
	j.Ruled = true
	r := ruling{Contest: j.problem.Name(), Verdict: "accepted", Cases: n}
	line, team := "accepted", ""
	if wrong != nil {
		j.Code = exit.No
		j.Unreadable = wrong.Kind == contest.Unreadable
		r.Verdict, r.Case, r.Line, r.Column, r.Message = wrong.Kind, wrong.Case, wrong.Line, wrong.Column,
			printable(wrong.Msg)
		line = wrong.Kind + ": " + printable(wrong.Error())
		team = line
		if !j.Unreadable { // no more than the place: the input is a secret
			team = wrong.Kind
			if place := (&contest.WrongError{Case: wrong.Case, Line: wrong.Line}).Error(); place != "" {
				team += ": " + place[:len(place)-len(": ")]
			}
		}
	}
	if err := j.hand(line, team); err != nil {
		return err
	}
	if j.JSON {
		return j.Encode(r)
	}
	switch {
	case j.dir != "": // standard output is the team's there
		fmt.Fprintln(j.Stderr, line)
	case j.report == "":
		fmt.Fprintln(j.Out, line)
	}
	return j.Out.Flush()
}

// hand writes the files that the protocol asks for: a line for the jury, and another one for the team unless it is "".
func (j *judging) hand(jury, team string) error {
	type file struct{ name, text string }
	var files []file
	if j.dir != "" {
		files = append(files, file{filepath.Join(j.dir, "judgemessage.txt"), jury})
		if team != "" {
			files = append(files, file{filepath.Join(j.dir, "teammessage.txt"), team})
		}
	}
	if j.report != "" {
		files = append(files, file{j.report, jury})
	}
	for _, f := range files {
		if err := os.WriteFile(f.name, []byte(f.text+"\n"), 0o644); err != nil {
			return input.In(f.name, err)
		}
	}
	return nil
}

// failed tells the jury of an error of the judge, as far as there is a place for it.
func (j *judging) failed(err error) {
	if j.as == nil {
		return
	}
	_ = j.hand("judge error: "+printable(err.Error()), "") // standard error says it anyway
}
