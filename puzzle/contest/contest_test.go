package contest_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/gridwright/gridwright/grid"
	"github.com/gridwright/gridwright/puzzle"
	"github.com/gridwright/gridwright/puzzle/contest"
)

func cases(t testing.TB, p *contest.Problem, numbers ...int64) (ins []puzzle.Instance) {
	t.Helper()
	for _, n := range numbers {
		in, err := p.Family().InstanceOf(n)
		if err != nil {
			t.Fatal(err)
		}
		ins = append(ins, in)
	}
	return ins
}

// said is what becomes of an output, in words that tell the ways apart.
func said(err error) string {
	var we *contest.WrongError
	var je *contest.JuryError
	switch {
	case err == nil:
		return "accepted"
	case errors.As(err, &we):
		return we.Kind + ": " + we.Error()
	case errors.As(err, &je):
		return je.Error()
	}
	return "no verdict: " + err.Error()
}

func TestJudge(t *testing.T) {
	divisors, bits := toys(t)
	for _, c := range []struct {
		numbers   []int64
		out, want string
	}{
		{[]int64{6, 7, 15}, "yes 2\nno\nyes 3\n", "accepted"},
		{[]int64{6, 7, 15}, "YES 2 No least\r\n3", "accepted"},
		{[]int64{6, 7}, "some no", "accepted"},
		{[]int64{15, 7}, "yes 5\nno", "wrong answer: case 1: line 1: 5; the least is 3"},
		{[]int64{7, 15}, "no\n\nyes 4", "wrong answer: case 2: line 3: 4 is no divisor"},
		{[]int64{7, 15}, "no\n\nleast 2", "wrong answer: case 2: line 3: the number is smaller than any way can be"},
		{[]int64{7}, "some", "wrong answer: line 1: the output says that it can be done; it is impossible"},
		{[]int64{15}, "no", "wrong answer: line 1: the output says that it is impossible; it can be done"},
		{[]int64{15}, "yes\n yes",
			"unreadable output: line 2, column 2: 'yes' stands where the divisor, a whole number, is expected"},
		{[]int64{15, 7}, "yes 3\n  perhaps",
			"unreadable output: case 2: line 2, column 3: 'perhaps' stands where no, some, yes or least is expected"},
		{[]int64{15, 7}, "yes 3\n",
			"unreadable output: case 2: line 2, column 1: the output ends where no, some, yes or least is expected"},
		{[]int64{15}, "", "unreadable output: line 1, column 1: the output ends where no, some, yes or least is expected"},
		{[]int64{15, 7}, "yes 3\nno\né no", "unreadable output: line 3, column 1: 'é' stands behind the last answer"},
		{[]int64{7, denied}, "no yes 3",
			"case 2: the jury is wrong: a way that passes its check stands where the reference says impossible"},
		{[]int64{denied}, "some", "wrong answer: line 1: the output says that it can be done; it is impossible"},
		{[]int64{notLeast}, "yes 2",
			"case 1: the jury is wrong: an answer that passes its check is better than the reference"},
		{[]int64{notLeast}, "least 2", "wrong answer: line 1: the number is smaller than any way can be"},
		{[]int64{slow}, "yes 7", "no verdict: the check of the output was stopped after 20ms"},
		{[]int64{slow}, "no", "no verdict: stopped after 20ms"},
		{[]int64{wild}, "yes 7", "no verdict: something strange"},
		{[]int64{wild}, "yes 13", "no verdict: this divisor needs about 1 PiB of memory and the limit is 1 GiB"},
		{[]int64{absurd}, "yes", "no verdict: internal fault: an output is taken to assert unknown"},
	} {
		j := contest.Judging{Problem: divisors, Cases: cases(t, divisors, c.numbers...),
			Limits: puzzle.Limits{Memory: 1 << 30}}
		if c.numbers[0] == slow {
			j.Limits.Time = 20 * time.Millisecond
		}
		err := j.Judge(context.Background(), []byte(c.out))
		if got := said(err); got != c.want {
			t.Errorf("%v, %q: %s\nwant %s", c.numbers, c.out, got, c.want)
		}
		if c.numbers[0] == slow && !errors.Is(err, puzzle.ErrLimit) {
			t.Errorf("%v is no limit", err)
		}
	}
	for _, c := range []struct {
		n         int64
		out, want string
	}{
		{15, "#1\nyes 5", "accepted"}, // any will do
		{15, "#1 some", "accepted"},
		{15, "#1\nyes 4", "wrong answer: line 2: 4 is no divisor"},
		{15, "#1\nyes 15", "wrong answer: line 3: 15 is the number itself"},
		{15, "#2\nyes 5", "unreadable output: line 1, column 1: '#2' stands where the number of the case is expected"},
		{denied, "#1 yes 3", "accepted"}, // what is shown needs no reference
		{denied, "#1 some", "wrong answer: line 1: the output says that it can be done; it is impossible"},
	} {
		j := contest.Judging{Problem: bits, Cases: cases(t, bits, c.n)}
		if got := said(j.Judge(context.Background(), []byte(c.out))); got != c.want {
			t.Errorf("%d, %q: %s\nwant %s", c.n, c.out, got, c.want)
		}
	}
}

// An assertion of nothing is a fault of the contest, neither right nor wrong; the end of a context says as little.
func TestJudgeGivesUp(t *testing.T) {
	divisors, bits := toys(t)
	j := contest.Judging{Problem: bits, Cases: cases(t, bits, absurd)}
	if err := j.Judge(context.Background(), []byte("#1 no")); !errors.Is(err, puzzle.ErrInternal) {
		t.Error(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	j = contest.Judging{Problem: divisors, Cases: cases(t, divisors, 6)}
	if err := j.Judge(ctx, []byte("yes 2")); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
	ctx, cancel = context.WithCancel(context.Background())
	time.AfterFunc(time.Millisecond, cancel)
	j = contest.Judging{Problem: divisors, Cases: cases(t, divisors, slow), Limits: puzzle.Limits{Time: time.Hour}}
	if err := j.Judge(ctx, []byte("yes 7")); !errors.Is(err, context.Canceled) || errors.Is(err, puzzle.ErrLimit) {
		t.Error(err)
	}
}

// References are worked out where they are needed, once, and those that are known are believed.
func TestClaims(t *testing.T) {
	p, _ := toys(t)
	ins := cases(t, p, 6, 15)
	j := contest.Judging{Problem: p, Cases: ins}
	if err := j.Judge(context.Background(),
		[]byte("yes 3 yes 3")); said(err) != "wrong answer: case 1: line 1: 3; the least is 2" {
		t.Error(err)
	}
	if j.Claims[0] == nil || j.Claims[1] != nil {
		t.Error("a reference was kept that nobody needed, or the other way round")
	}
	other, err := p.Reference(context.Background(), ins[1], puzzle.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	j.Claims[0] = &other
	if err := j.Judge(context.Background(), []byte("yes 3 yes 3")); err != nil {
		t.Error(err)
	}
	if cl, err := j.Reference(context.Background(), 0); err != nil || cl.Value().(toyOutcome).Witness == nil {
		t.Error(cl, err)
	}
	var b bytes.Buffer
	if err := p.WriteAnswer(&b, 0, ins[1], other); err != nil || b.String() != "yes 3\n" {
		t.Error(b.String(), err)
	}
}

// Where all references can be checked at once they are, and where one is wrong each is proved for itself.
func TestMany(t *testing.T) {
	f, s := toyFamily(nil)
	all, asked, fault := toyContests(), 0, error(nil)
	all[0].CheckMany = func(_ context.Context, ps []int64, os []toyOutcome, lim puzzle.Limits) error {
		asked += len(ps)
		return fault
	}
	p := contest.Bind(f, s.Judge, all)[0]
	many := make([]int64, 20)
	for i := range many {
		many[i] = 15
	}
	ins, right := cases(t, p, many...), strings.Repeat("yes 3 ", len(many))
	for _, c := range []struct {
		fault error
		asked int
		n     int
	}{{nil, 20, 20}, {puzzle.Rejectf("one is wrong"), 20, 20}, {nil, 0, 2}} {
		asked, fault = 0, c.fault
		j := contest.Judging{Problem: p, Cases: ins[:c.n]}
		err := j.Judge(context.Background(), []byte(right[:6*c.n]))
		if err != nil || asked != c.asked {
			t.Errorf("%v; %d were checked at once, not %d", err, asked, c.asked)
		}
		proved := slices.ContainsFunc(j.Claims, func(cl *puzzle.Claim) bool { return cl != nil })
		if proved != (c.fault != nil || c.asked == 0) {
			t.Errorf("proved for itself: %v", proved)
		}
		cls, err := p.References(context.Background(), ins[:c.n], puzzle.Limits{})
		if err != nil || len(cls) != c.n {
			t.Errorf("%d references, %v", len(cls), err)
		}
	}
	fault = errors.New("no")
	if _, err := p.References(context.Background(), cases(t, p, slow), puzzle.Limits{Time: time.Millisecond}); !errors.Is(
		err, puzzle.ErrLimit) {
		t.Error(err)
	}
}

func TestValidate(t *testing.T) {
	divisors, bits := toys(t)
	for _, c := range []struct {
		p        *contest.Problem
		in, want string
	}{
		{divisors, "2\n6\n7\n", ""},
		{divisors, "", "line 1, column 1: the input holds no case"},
		{divisors, "2\n6\n7", "line 3, column 1: the last line has no line end"},
		{divisors, "2\n6\r\n7\n", "line 2, column 2: a carriage return stands where the end of the line is expected"},
		{divisors, "2\n 6\n7\n", "line 2, column 1: a blank stands where \"6\" is expected"},
		{divisors, "2\n6\n\n7\n", "line 3, column 1: the end of the line stands where \"7\" is expected"},
		{divisors, "2\n6\n7\n\n", "line 4, column 1: an empty line stands behind the end of the input"},
		{divisors, "2\n06\n7\n", "line 2, column 1: \"06\" stands where \"6\" is expected"},
		{divisors, "1\n6\n7\n", "line 1, column 1: \"1\" stands where \"2\" is expected"},
		{divisors, "3\n6\n7\n", "line 4, column 1: the input ends and 1 case to come"},
		{divisors, "\xEF\xBB\xBF1\n6\n", "line 1, column 1: \"\\ufeff1\" stands where \"1\" is expected"},
		{divisors, "5\n2\n3\n4\n5\n6\n", "line 6, column 1: the file holds 5 cases; at most 4 are allowed"},
		{divisors, "2\n6\n1001\n", "line 3, column 1: the case that begins here breaks a promise: 1001 is more than 1000"},
		{divisors, "1\n13\n", "line 1, column 1: the case that begins here breaks a promise: 13 brings bad luck"},
		{divisors, "1\nx\n", "line 2, column 1: the number is expected here, not 'x'"},
		{bits, "bits\n3\n1\n2\n4\nend\n", ""},
		{bits, "bits\n3\n4\n1\n2\nend\n", ""},
		{bits, "3\nbits\n1\n2\n4\nend\n", "line 1, column 2: '3' stands where bits is expected"},
		{bits, "bits\n3\n1\n2\n4\n", "line 6, column 1: the input ends where \"end\" is expected"},
		{bits, "bits\n3\n1\n2\n\n4\nend\n", "line 5, column 1: the end of the line stands where \"1\" is expected"},
		{bits, "bits\n3\n4\n 2\n1\nend\n", "line 4, column 1: a blank stands where \"1\" is expected"},
		{bits, "bits\n2\n2\n2\nend\n", "line 2, column 1: \"2\" stands where \"1\" is expected"},
	} {
		err := c.p.Validate(nil, []byte(c.in))
		if got := fmt.Sprint(err); c.want == "" && err != nil || c.want != "" && got != c.want {
			t.Errorf("%q: %v; want %s", c.in, err, c.want)
		}
		if err != nil && !errors.Is(err, puzzle.ErrInput) {
			t.Errorf("%q: %v is no bad input", c.in, err)
		}
	}
}

func TestFiles(t *testing.T) {
	divisors, bits := toys(t)
	for _, c := range []struct {
		p       *contest.Problem
		numbers []int64
		want    string
	}{
		{divisors, []int64{6}, "1\n6\n"}, {divisors, []int64{6, 7, 8}, "3\n6\n7\n8\n"},
		{bits, []int64{5}, "bits\n2\n1\n4\nend\n"},
	} {
		var b bytes.Buffer
		if err := c.p.WriteFile(&b, cases(t, c.p, c.numbers...)); err != nil || b.String() != c.want {
			t.Errorf("%q, %v", b.String(), err)
		}
		got, err := c.p.Read(nil, bytes.NewReader(b.Bytes()), int64(b.Len()))
		if err != nil || len(got) != len(c.numbers) {
			t.Fatal(got, err)
		}
		for i, n := range c.numbers {
			if got[i].In.Value().(int64) != n {
				t.Errorf("case %d comes back as %v", i, got[i].In.Value())
			}
		}
	}
	if err := divisors.WriteFile(new(bytes.Buffer), make([]puzzle.Instance, 1)); !errors.Is(err, puzzle.ErrUnsupported) {
		t.Error(err)
	}
	if err := divisors.WriteFile(broken{}, cases(t, divisors, 6)); !errors.Is(err, errWild) {
		t.Error(err)
	}
	var b bytes.Buffer
	ins := cases(t, bits, 15)
	cl, err := bits.Reference(context.Background(), ins[0], puzzle.Limits{})
	if err == nil {
		err = bits.WriteAnswer(&b, 6, ins[0], cl)
	}
	if err != nil || b.String() != "#7\nyes 3\n" {
		t.Error(b.String(), err)
	}
}

type broken struct{}

func (broken) Write([]byte) (int, error) { return 0, errWild }

func TestGenerate(t *testing.T) {
	p, _ := toys(t)
	seen := map[int64]bool{}
	for n := range uint64(50) {
		a, err := p.Generate("even", 1, n, 50)
		if err != nil {
			t.Fatal(err)
		}
		again, _ := toys(t)
		b, err := again.Generate("even", 1, n, 50)
		if err != nil || a.Value() != b.Value() {
			t.Fatal(a.Value(), b.Value(), err)
		}
		seen[a.Value().(int64)] = true
	}
	if len(seen) < 10 {
		t.Errorf("%d different instances of 50", len(seen))
	}
	for _, size := range []int{-5, 0, math.MaxInt} { // the nearest that there is
		if _, err := p.Generate("even", 1, 1, size); err != nil {
			t.Error(err)
		}
	}
	var ge *grid.Error
	_, err := p.Generate("evne", 1, 1, 9)
	if want := "divisors has no profile \"evne\"; did you mean \"even\"?"; !errors.As(err, &ge) || err.Error() != want {
		t.Errorf("%v; want %s", err, want)
	}
	for profile, want := range map[string]string{"large": "1001 is more than 1000", "zero": "0 is too small"} {
		if _, err := p.Generate(profile, 1, 1, 9); !errors.Is(err, puzzle.ErrInternal) || !strings.Contains(err.Error(),
			want) {
			t.Errorf("%s: %v", profile, err)
		}
	}
}

func TestTinyAndShrink(t *testing.T) {
	divisors, bits := toys(t)
	values := func(seq func(func(puzzle.Instance) bool)) (all []int64) {
		for in := range seq {
			all = append(all, in.Value().(int64))
		}
		return all
	}
	if got := values(divisors.Tiny()); fmt.Sprint(got) != "[2 3 4 5 6 7 8 9]" {
		t.Error(got)
	}
	for range divisors.Tiny() {
		break
	}
	// 13 breaks a promise, 1 is no instance, 2000 is beyond the limits.
	if got := values(divisors.Shrink(cases(t, divisors, 20)[0])); fmt.Sprint(got) != "[10 19]" {
		t.Error(got)
	}
	if got := values(bits.Shrink(cases(t, bits, 20)[0])); fmt.Sprint(got) != "[19 2]" {
		t.Error(got)
	}
	for range bits.Shrink(cases(t, bits, 20)[0]) {
		break
	}
}

func TestBindPanics(t *testing.T) {
	for name, change := range map[string]func(c *toyContest){
		"":         func(*toyContest) {},
		"format":   func(c *toyContest) { c.Text.Name = "other" },
		"Assert":   func(c *toyContest) { c.Assert = nil },
		"Tiny":     func(c *toyContest) { c.Tiny = nil },
		"Limits":   func(c *toyContest) { c.Limits = nil },
		"Most":     func(c *toyContest) { c.Most = 0 },
		"Profiles": func(c *toyContest) { c.Profiles = nil },
		"Make":     func(c *toyContest) { c.Profiles[0].Make = nil },
		"Sizes":    func(c *toyContest) { c.Profiles[0].Sizes = [2]int{9, 1} },
		"twice":    func(c *toyContest) { c.Profiles[1].Name = c.Profiles[0].Name },
	} {
		func() {
			f, s := toyFamily(nil)
			all := toyContests()[:1]
			change(&all[0])
			defer func() {
				if msg := recover(); (msg == nil) != (name == "") {
					t.Errorf("%q: %v", name, msg)
				}
			}()
			contest.Bind(f, s.Judge, all)
		}()
	}
}

func TestPrograms(t *testing.T) {
	files := fstest.MapFS{"sub/x/accepted/a.go": {Data: []byte("A")}, "sub/x/wrong_answer/b.go": {Data: []byte("B")},
		"sub/y/accepted/c.go": {Data: []byte("C")}}
	got := contest.Programs(files, "sub/x")()
	if len(got) != 2 || got["accepted/a.go"] != "A" || got["wrong_answer/b.go"] != "B" {
		t.Error(got)
	}
	defer func() {
		if recover() == nil {
			t.Error("a folder that is not there has programs")
		}
	}()
	contest.Programs(files, "sub/z")()
}
