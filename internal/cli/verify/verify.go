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
	Stdout          *exit.Output
	Stderr          io.Writer
}

// Run checks all claims. The code covers what has been said already; an error is yet to
// be said.
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
	for {
		in, err := cases.Next()
		if err != nil && err != io.EOF {
			return code, err
		}
		cl, clErr := claims.Next()
		if clErr != nil && clErr != io.EOF {
			return code, clErr
		}
		switch {
		case err == io.EOF && clErr == io.EOF && cases.N() == 0:
			return code, input.In(cases.Name(), exit.Usagef("there is no case to check"))
		case err == io.EOF && clErr == io.EOF:
			return code, nil
		case err == io.EOF:
			return code, input.In(claims.Name(), exit.Usagef("there are more claims than cases (%d)", cases.N()))
		case clErr == io.EOF:
			return code, input.In(claims.Name(), exit.Usagef("the claim about case %d is missing", cases.N()))
		}
		one, err := j.one(ctx, cases, in, cl)
		if err != nil {
			return code, err
		}
		code = exit.Worse(code, one)
	}
}

func (j *Job) one(ctx context.Context, cases *input.Cases, in puzzle.Instance, cl puzzle.Claim) (code int, err error) {
	err = j.checker(in).Check(ctx, in, cl, j.Reader.Limits)
	var le *puzzle.LimitError
	switch {
	case err == nil:
		text, object := "accepted", `{"accepted":true`
		if more := j.checker(in).Unverified(cl); more != "" {
			text += "; not verified: " + more
			object += `,"unverified":` + string(document.AppendQuoted(nil, more))
		}
		err = j.say(cases, in, text, object+"}")
	case errors.Is(err, puzzle.ErrRejected):
		reason := strings.TrimPrefix(err.Error(), puzzle.ErrRejected.Error()+": ")
		code = exit.No
		err = j.say(cases, in, "rejected: "+reason,
			`{"accepted":false,"reason":`+string(document.AppendQuoted(nil, reason))+`}`)
	case errors.As(err, &le):
		err = j.say(cases, in, "unknown: "+le.Msg,
			`{"accepted":null,"reason":`+string(document.AppendQuoted(nil, le.Msg))+`}`)
		said := cases.Blame(exit.Unknown(le))
		code = exit.Report(j.Stderr, j.Prog, exit.Hint(said, j.Reader.Limits, 1))
	default:
		err = cases.Blame(err)
	}
	return code, err
}

func (j *Job) checker(in puzzle.Instance) *puzzle.Checker {
	for _, c := range j.Reader.Checkers {
		if c.Name() == in.Family() {
			return c
		}
	}
	return nil // not reached: in was read by one of them
}

func (j *Job) say(cases *input.Cases, in puzzle.Instance, text, json string) error {
	switch {
	case j.JSON:
		object, err := cases.Head(in).BeginJSON(nil)
		if err != nil {
			return err
		}
		text = string(object) + "," + strings.TrimPrefix(json, "{")
	case cases.Several():
		text = fmt.Sprintf("case %d: %s", cases.N(), text)
	}
	j.Stdout.WriteString(text)
	j.Stdout.WriteByte('\n')
	return j.Stdout.Flush()
}
