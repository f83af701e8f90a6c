package probpack

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/gridwright/gridwright/internal/contestant"
)

// accepted is the folder of programs that are right.
const accepted = "accepted"

// What a test case can say of a program.
const (
	ac  = "accepted"
	wa  = "wrong answer"
	tle = "too slow"
	rte = "crash"
)

// An expectation is what the name of a folder says of the programs in it.
type expectation struct {
	permitted []string // of all test cases
	required  []string // of one at least; none: nothing is
}

// expected are the folders of the format.
var expected = map[string]*expectation{
	accepted:              {permitted: []string{ac}},
	"rejected":            {permitted: []string{ac, wa, tle, rte}, required: []string{wa, tle, rte}},
	"wrong_answer":        {permitted: []string{ac, wa}, required: []string{wa}},
	"time_limit_exceeded": {permitted: []string{ac, tle}, required: []string{tle}},
	"run_time_error":      {permitted: []string{ac, rte}, required: []string{rte}},
	"brute_force":         {permitted: []string{ac, tle, rte}, required: []string{tle, rte}},
}

// A compiler makes a program of a source file, or runs it as it is.
type compiler struct {
	tool  string                            // the command that has to be there
	build func(source, out string) []string // nil: the source is run
	run   func(source, out string) []string
}

func itself(_, out string) []string { return []string{out} }

// compilers are known by the endings of sources.
func compilerOf(ext string) (c compiler, ok bool) {
	cpp := compiler{"c++", func(source, out string) []string {
		return []string{"c++", "-O2", "-o", out, source}
	}, itself}
	c, ok = map[string]compiler{
		".go":  {"go", func(source, out string) []string { return []string{"go", "build", "-o", out, source} }, itself},
		".c":   {"cc", func(source, out string) []string { return []string{"cc", "-O2", "-o", out, source, "-lm"} }, itself},
		".cc":  cpp,
		".cpp": cpp,
		".cxx": cpp,
		".py":  {"python3", nil, func(source, _ string) []string { return []string{"python3", source} }},
		".sh":  {"bash", nil, func(source, _ string) []string { return []string{"bash", source} }},
	}[ext]
	return c, ok
}

// submissions runs every program on all test cases.
func (v *verifier) submissions(ctx context.Context) error {
	judge, judgeErr := v.validator(ctx)
	for _, dir := range v.under("submissions") {
		want := expected[dir]
		if want == nil {
			continue
		}
		for _, name := range v.under("submissions/" + dir) {
			at := path.Join("submissions", dir, name)
			if v.opts.Quick || judgeErr != nil {
				why := "as was asked for"
				if !v.opts.Quick {
					why = "there is nothing to judge it by"
				}
				v.skip(at, why)
				continue
			}
			if err := v.submission(ctx, at, want, judge); err != nil {
				return err
			}
		}
	}
	return nil
}

// submission builds one program and runs it.
func (v *verifier) submission(ctx context.Context, at string, want *expectation, judge string) error {
	program, why, err := v.build(ctx, at)
	f := &finding{}
	switch {
	case err != nil:
		f.add("%v", err)
		v.check(at, f, "it does not compile")
		return nil
	case why != "":
		v.skip(at, why)
		return nil
	}
	r := &running{verifier: v, want: want, judge: judge, counts: map[string]int{}}
	patience := max(1, v.opts.Patience)
	if slices.Contains(want.required, tle) { // meant to be too slow, perhaps
		patience = v.meta.slower
	}
	r.limits = contestant.Limits{Time: span(v.meta.time.Seconds() * patience), Memory: v.meta.memory,
		Output: v.meta.output}
	for i, c := range v.cases {
		v.tell(at, i, len(v.cases))
		stop, err := r.on(ctx, program, c, f)
		if err != nil {
			return err
		}
		if stop {
			break
		}
	}
	if len(want.required) > 0 && !slices.ContainsFunc(want.required, func(s string) bool { return r.counts[s] > 0 }) {
		f.add("it should end as %s on a file at least", strings.Join(want.required, " or "))
	}
	v.check(at, f, "%s", r.says())
	return nil
}

// running is a program on its way through the test cases.
type running struct {
	*verifier
	want    *expectation
	judge   string
	limits  contestant.Limits
	counts  map[string]int
	slowest time.Duration
	ran     int
}

// on runs the program on a test case, and reports whether that is enough: each further file would cost a program that
// is too slow its whole time.
func (r *running) on(ctx context.Context, p *contestant.Program, c testCase, f *finding) (enough bool, err error) {
	in, err := r.read(c.base + ".in")
	if err != nil {
		return false, err
	}
	res, err := p.Run(ctx, bytes.NewReader(in), r.limits)
	if err != nil {
		return false, err
	}
	r.ran++
	r.slowest = max(r.slowest, res.CPU)
	var verdict, why string
	switch res.Ending {
	case contestant.Exited:
		code, said, err := r.verifier.judge(ctx, r.judge, c.base, res.Output)
		if err != nil {
			return false, err
		}
		why = said
		switch code {
		case codeYes:
			verdict = ac
		case codeNo:
			verdict = wa
		default:
			f.add("%s: the output validator ends with code %d%s", c.base, code, colon(said))
			return false, nil
		}
	case contestant.TimeLimit:
		verdict = tle
	case contestant.MemoryLimit:
		verdict, why = rte, "memory limit"
	case contestant.OutputLimit:
		verdict, why = rte, "output limit"
	default:
		verdict, why = rte, crash(res)
	}
	r.counts[verdict]++
	if !slices.Contains(r.want.permitted, verdict) {
		f.add("%s: %s%s", c.base, verdict, colon(why))
	}
	return verdict == tle && slices.Contains(r.want.required, tle), nil
}

// crash says how a run ended.
func crash(res contestant.Result) string {
	how := res.Signal
	if how == "" {
		how = fmt.Sprintf("code %d", res.Code)
	}
	return how + colon(oneLine(string(res.Errors)))
}

// says sums up.
func (r *running) says() string {
	var parts []string
	for _, verdict := range []string{ac, wa, tle, rte} {
		if n := r.counts[verdict]; n > 0 {
			parts = append(parts, fmt.Sprintf("%s on %d", verdict, n))
		}
	}
	return fmt.Sprintf("%s of %d files; slowest %.2f s", strings.Join(parts, ", "), len(r.cases), r.slowest.Seconds())
}

// build makes a program of a submission; why says why that cannot be done here, and err that it does not compile.
func (v *verifier) build(ctx context.Context, at string) (p *contestant.Program, why string, err error) {
	if !v.isFile(at) {
		return nil, "programs of more than one file are not run here", nil
	}
	source, err := v.read(at)
	if err != nil {
		return nil, "", err
	}
	if int64(len(source)) > v.meta.code {
		return nil, "", fmt.Errorf("it has %d bytes; %d are allowed", len(source), v.meta.code)
	}
	c, ok := compilerOf(path.Ext(at))
	if !ok {
		return nil, "programs that end in " + path.Ext(at) + " are not run here", nil
	}
	if _, err := exec.LookPath(c.tool); err != nil {
		return nil, "there is no " + c.tool + " here", nil
	}
	dir, err := os.MkdirTemp(v.work, "submission-")
	if err != nil {
		return nil, "", err
	}
	file, out := filepath.Join(dir, path.Base(at)), filepath.Join(dir, "program.exe")
	if err := os.WriteFile(file, source, 0o600); err != nil {
		return nil, "", err
	}
	if c.build != nil {
		args := c.build(file, out)
		if code, _, said := v.command(ctx, dir, nil, args[0], args[1:]...); code != 0 {
			return nil, "", errors.New(args[0] + " says: " + said)
		}
	}
	args := c.run(file, out)
	if path.Ext(at) == ".sh" { // it may call gridwright
		args = append([]string{"env", "GRIDWRIGHT=" + v.opts.Program}, args...)
	}
	p, err = contestant.Find(args)
	return p, "", err
}
