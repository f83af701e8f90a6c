// Package verify is the command "check": it reads puzzles and claims side by side and
// says of each claim whether it holds. It is shared by gridwright and by gridverify,
// which links no solver.
package verify

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/gridwright/gridwright/internal/cli/exit"
	"github.com/gridwright/gridwright/internal/cli/input"
	"github.com/gridwright/gridwright/puzzle"
	"github.com/gridwright/gridwright/puzzle/document"
)

// A Job is one call of the command.
type Job struct {
	Prog            string // who speaks on Stderr
	Reader          input.Reader
	Instance, Claim string // files, or "-"
	JSON            bool
	Strict          bool // what nobody has verified is a reason to reject
	Stdout          *exit.Output
	Stderr          io.Writer
}

// Run checks all claims, each about the next case, or about the same one where it names the file and the case that the
// claim before it names. The code covers what has been said already; an error is yet to
// be said. Nothing is said about a claim before what stands behind it has been looked at, as far as it is there: with
// something broken right behind it, or with a claim too many, it is bad input and not accepted.
func (j *Job) Run(ctx context.Context) (code int, err error) {
	if j.Instance == input.Stdin && j.Claim == input.Stdin {
		return 0, exit.Usagef("only one of the puzzle and the claim can come from standard input")
	}
	cases, err := j.Reader.Open(ctx, j.Instance)
	if err != nil {
		return 0, err
	}
	defer cases.Close()
	claims, err := j.Reader.OpenClaims(ctx, j.Claim)
	if err != nil {
		return 0, err
	}
	defer claims.Close()
	var in puzzle.Instance
	for {
		again := claims.Same() // one more answer to the same question
		var err error
		if !again {
			in, err = cases.Next()
		}
		if err != nil && err != io.EOF {
			return code, err
		}
		if said := cases.Taken(); said != "" && cases.N() == 1 && err == nil && !again {
			fmt.Fprintf(j.Stderr, "%s: %s: %s\n", j.Prog, cases.Name(), said)
		}
		var of *puzzle.Checker
		if err == nil {
			of = j.checker(in)
		}
		cl, clErr := claims.Next(of)
		if clErr != nil && clErr != io.EOF {
			return code, clErr
		}
		switch {
		case err == io.EOF && clErr == io.EOF && cases.N() == 0:
			return code, input.In(cases.Name(), exit.Usagef("there is no case to check"))
		case err == io.EOF && clErr == io.EOF:
			return code, nil
		case err == io.EOF:
			return code, tooMany(cases, claims)
		case clErr == io.EOF:
			return code, input.In(claims.Name(), exit.Usagef("the claim about case %d is missing", cases.N()))
		}
		switch more, err := claims.Ahead(); {
		case err != nil:
			return code, err
		case more && !claims.Same() && cases.Last():
			return code, tooMany(cases, claims)
		}
		found, err := j.one(ctx, cases, of, in, cl)
		if err != nil {
			return code, err
		}
		one, err := j.say(cases, in, found)
		code = exit.Worse(code, one)
		if err != nil {
			return code, err
		}
	}
}

func tooMany(cases *input.Cases, claims *input.Claims) error {
	return input.In(claims.Name(), exit.Usagef("there are more claims than cases (%d)", cases.N()))
}

// A finding is what is to be said about one claim.
type finding struct {
	text   string
	object []byte // the same in JSON
	code   int
	limit  error // what Stderr hears of a limit
}

// one checks one claim.
func (j *Job) one(
	ctx context.Context, cases *input.Cases, checker *puzzle.Checker, in puzzle.Instance, cl puzzle.Claim,
) (f finding, err error) {
	err = checker.Check(ctx, in, cl, j.Reader.Limits)
	var le *puzzle.LimitError
	switch {
	case err == nil:
		verified, more := checker.Parts(in, cl)
		return j.accepted(verified, more), nil
	case errors.Is(err, puzzle.ErrRejected):
		reason := strings.TrimPrefix(err.Error(), puzzle.ErrRejected.Error()+": ")
		f.text, f.code = "rejected: "+reason, exit.No
		f.object = field([]byte(`{"accepted":false`), "reason", reason)
	case errors.As(err, &le):
		f.text = "unknown: " + le.Msg
		f.object = field([]byte(`{"accepted":null`), "reason", le.Msg)
		f.limit = exit.Hint(cases.Blame(&exit.Said{Limit: le, Err: le}), j.Reader.Limits, 1)
	default:
		return f, cases.Blame(err)
	}
	f.object = append(f.object, '}')
	return f, nil
}

// accepted is the finding about a claim that holds, apart from more, which nobody has verified.
func (j *Job) accepted(verified, more string) (f finding) {
	switch {
	case more == "":
		return finding{text: "accepted", object: []byte(`{"accepted":true}`)}
	case j.Strict:
		f.code = exit.No
		f.text = "rejected: not verified: " + more + "; verified: " + verified
		f.object = field([]byte(`{"accepted":false`), "reason", "not verified: "+more)
	default:
		f.text = "accepted: " + verified + "; not verified: " + more
		f.object = []byte(`{"accepted":true`)
	}
	f.object = append(field(field(f.object, "verified", verified), "unverified", more), '}')
	return f
}

// field appends a field with a text to an object under way.
func field(object []byte, name, text string) []byte {
	object = append(document.AppendQuoted(append(object, ','), name), ':')
	return document.AppendQuoted(object, text)
}

func (j *Job) checker(in puzzle.Instance) *puzzle.Checker {
	for _, c := range j.Reader.Checkers {
		if c.Name() == in.Family() {
			return c
		}
	}
	return nil // not reached: in was read by one of them
}

// say prints a finding about the present case, in, and returns its code.
func (j *Job) say(cases *input.Cases, in puzzle.Instance, f finding) (code int, err error) {
	text := f.text
	switch {
	case j.JSON:
		object, err := cases.Head(in).BeginJSON(nil)
		if err != nil {
			return f.code, err
		}
		text = string(object) + "," + strings.TrimPrefix(string(f.object), "{")
	case cases.Several():
		text = fmt.Sprintf("case %d: %s", cases.N(), text)
	}
	j.Stdout.WriteString(text)
	j.Stdout.WriteByte('\n')
	if err := j.Stdout.Flush(); err != nil {
		return f.code, err
	}
	if f.limit != nil {
		f.code = exit.Report(j.Stderr, j.Prog, j.JSON, f.limit)
	}
	return f.code, nil
}
