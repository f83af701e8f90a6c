package stress

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/gridwright/gridwright/internal/contestant"
	"github.com/gridwright/gridwright/puzzle"
	"github.com/gridwright/gridwright/puzzle/contest"
)

func config(p *contest.Problem, r Runner) Config {
	return Config{Problem: p, Program: r, Jobs: 4, Seed: 1, Cases: 2000, ShrinkTime: time.Hour}
}

// must runs c and wants no error.
func must(t *testing.T, c Config) *Report {
	t.Helper()
	r, err := Run(t.Context(), c)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func input(f *Found) string {
	if f == nil {
		return "no failure"
	}
	return strings.Join(strings.Fields(string(f.File.Input)), " ")
}

func TestRight(t *testing.T) {
	for _, most := range []int{1, 50} {
		r := must(t, config(toy(t, most, faults{}), program(halves)))
		if r.Found != nil || r.Cases < 2000 || r.Open != 0 || most > 1 && r.Files > 200 {
			t.Errorf("%d cases to a file: %+v, %v", most, r, r.Found)
		}
	}
}

// TestShrinks wants the smallest input for faults of all kinds.
func TestShrinks(t *testing.T) {
	for _, c := range []struct {
		name string
		kind string
		want string
		run  fake
	}{
		{"wrong from 700 on", contest.WrongAnswer, "700", program(func(n int64) string {
			if n >= 700 && n%2 == 0 {
				return "no\n"
			}
			return halves(n)
		})},
		{"half of another", contest.WrongAnswer, "0", program(func(n int64) string {
			return strings.Replace(halves(n), "yes ", "yes 1", 1)
		})},
		{"unreadable", contest.Unreadable, "1", program(func(n int64) string {
			return strings.Replace(halves(n), "no", "perhaps\x00", 1)
		})},
		{"keeps a state", contest.WrongAnswer, "0 0", func(text string) contestant.Result {
			out := ""
			for i, n := range numbers(text) {
				if i > 0 && n%2 == 0 {
					out += "no\n"
					continue
				}
				out += halves(n)
			}
			return prints(out)
		}},
		{"crashes", RuntimeError, "300", func(text string) contestant.Result {
			for _, n := range numbers(text) {
				if n >= 300 {
					return contestant.Result{Ending: contestant.Crashed, Code: -1, Signal: "SIGSEGV (segmentation fault)", Read: 1}
				}
				if n == 30 {
					return contestant.Result{Ending: contestant.Crashed, Code: 1, Read: 1}
				}
			}
			return program(halves)(text)
		}},
		{"waiting", TimeLimit, "5", func(text string) contestant.Result {
			if slices.Max(numbers(text)) >= 5 {
				return contestant.Result{Ending: contestant.TimeLimit, Clock: true, Read: 1}
			}
			return program(halves)(text)
		}},
		{"slow", TimeLimit, "1000", func(text string) contestant.Result {
			if slices.Max(numbers(text)) >= 1000 {
				return contestant.Result{Ending: contestant.TimeLimit, Read: 1}
			}
			return program(halves)(text)
		}},
		{"hungry", MemoryLimit, "3", func(text string) contestant.Result {
			if slices.Max(numbers(text)) >= 3 {
				return contestant.Result{Ending: contestant.MemoryLimit, Read: 1}
			}
			return program(halves)(text)
		}},
		{"talkative", OutputLimit, "4", func(text string) contestant.Result {
			if slices.Contains(numbers(text), 4) {
				return contestant.Result{Ending: contestant.OutputLimit, Read: 1}
			}
			return program(halves)(text)
		}},
	} {
		conf := config(toy(t, 50, faults{}), c.run)
		conf.Cases = 20_000
		if c.name == "crashes" {
			conf.Profile = "slow" // else it meets 30 first
		}
		r := must(t, conf)
		if r.Found == nil || r.Found.Failure.Kind != c.kind || input(r.Found) != c.want || r.Found.Stopped {
			t.Errorf("%s: %s: %+v", c.name, input(r.Found), r.Found)
			continue
		}
		if r.Found.Failed != r.Found.Repeats || r.Found.Repeats == 0 {
			t.Errorf("%s: it fails %d of %d times", c.name, r.Found.Failed, r.Found.Repeats)
		}
	}
}

// TestSame wants the same report whatever the number of jobs is, and whatever ends first.
func TestSame(t *testing.T) {
	wrong := func(text string) contestant.Result {
		list := numbers(text)
		if len(text)%3 == 0 {
			time.Sleep(time.Millisecond)
		}
		return program(func(n int64) string {
			if slices.Max(list) > 321 && n%2 == 0 {
				return "no\n"
			}
			return halves(n)
		})(text)
	}
	var want string
	for _, jobs := range []int{1, 2, 3, 8, 32} {
		c := config(toy(t, 10, faults{}), fake(wrong))
		c.Jobs, c.Seed = jobs, 7
		r := must(t, c)
		if r.Found == nil {
			t.Fatal("no failure")
		}
		got := fmt.Sprint(r.Files, r.Cases, r.Found.Failure, input(r.Found), r.Found.First.N, r.Found.First.From, r.Found.Runs,
			string(r.Found.First.Input))
		if want == "" {
			want = got
		}
		if got != want {
			t.Errorf("%d jobs: %s, want %s", jobs, got, want)
		}
	}
}

// inputs runs a right program and returns what it was given, in order.
func given(t *testing.T, c Config) (list []string) {
	c.Jobs = 1
	c.Program = fake(func(text string) contestant.Result {
		list = append(list, strings.Join(strings.Fields(text), " "))
		return program(halves)(text)
	})
	must(t, c)
	return list
}

func TestOrder(t *testing.T) {
	c := config(toy(t, 8, faults{}), nil)
	list := given(t, c)
	tiny := []string{"0 1 2 3 4 5 6 7", "8 9 10 11 12 13 14 15", "16 17 18 19"}
	if !slices.Equal(list[:3], tiny) {
		t.Errorf("first come %q", list[:3])
	}
	if again := given(t, c); !slices.Equal(again, list) {
		t.Error("the same seed gives other inputs")
	}
	c.Seed = 2
	if others := given(t, c); !slices.Equal(others[:3], tiny) || slices.Equal(others[3:6], list[3:6]) {
		t.Errorf("another seed gives %q", others[:6])
	}
	c.Profile, c.Cases = "even", 80
	for _, text := range given(t, c) {
		for _, n := range numbers(text) {
			if n%2 != 0 {
				t.Errorf("%s is no input of the profile", text)
			}
		}
	}
	c = config(toy(t, 1, faults{}), nil)
	c.Cases = 1000
	if list := given(t, c); len(list) != 1000 || list[19] != "19" {
		t.Errorf("%d inputs, the 20th %s", len(list), list[19])
	}
}

// TestProfiles wants every profile, sizes that grow, and slow ones that come late.
func TestProfiles(t *testing.T) {
	seen, largest := map[string]int{}, map[string]int{}
	n := 0
	for r := range rounds(toy(t, 5, faults{}), "", 3) {
		if n++; n == 2000 {
			break
		}
		if seen[r.from]++; r.from == "slow" && n < 40 {
			t.Errorf("the slow profile comes as number %d", n)
		}
		largest[r.from] = max(largest[r.from], r.size)
	}
	if want := map[string]int{"any": 1000, "even": 100_000, "slow": 100_000, "dull": 1, Mixed: 100_000}; !reflect.DeepEqual(
		largest, want) {
		t.Errorf("largest sizes are %v, want %v", largest, want)
	}
	if seen["slow"] < 20 || seen["slow"] > seen["any"]/4 {
		t.Errorf("profiles come %v times", seen)
	}
}

func TestJuryWrong(t *testing.T) {
	r := must(t, config(toy(t, 8, faults{lie: 12}), program(halves)))
	if r.Found == nil || r.Found.Failure.Kind != JuryWrong || input(r.Found) != "12" {
		t.Fatalf("%s: %+v", input(r.Found), r.Found)
	}
}

func TestOpen(t *testing.T) {
	bare := program(func(n int64) string {
		if n%2 == 0 {
			return "yes -1\n"
		}
		return "no\n"
	})
	c := config(toy(t, 8, faults{hard: 17}), bare)
	c.Cases = 20
	if r := must(t, c); r.Found != nil || r.Open != 3 || r.Cases != 20 {
		t.Errorf("%+v", r)
	}
}

func TestFlaky(t *testing.T) {
	c := config(toy(t, 1, faults{}), flaky(10))
	c.Jobs = 1
	r := must(t, c)
	if r.Found == nil || r.Found.Failed == r.Found.Repeats || r.Found.Repeats != repeats {
		t.Errorf("%+v", r.Found)
	}
}

func TestBounds(t *testing.T) {
	c := config(toy(t, 1, faults{}), program(func(n int64) string {
		if n > 5000 {
			return "no no"
		}
		return halves(n)
	}))
	c.ShrinkRuns = 2
	r := must(t, c)
	if r.Found == nil || !r.Found.Stopped || r.Found.Runs > 2 || r.Found.Failure.Line != 1 {
		t.Errorf("%+v", r.Found)
	}
}

// TestShrinkTime: no time for shrinking is left, so what was found first is reported, confirmed by one run.
func TestShrinkTime(t *testing.T) {
	c := config(toy(t, 1, faults{}), program(func(int64) string { return "no no" }))
	c.ShrinkTime, c.Profile = 1, "slow"
	r := must(t, c)
	if r.Found == nil || !r.Found.Stopped || r.Found.Repeats != 1 || r.Found.File.Input == nil {
		t.Errorf("%+v", r.Found)
	}
	for _, b := range []struct{ given, want time.Duration }{{0, ShrinkTime}, {time.Second, time.Second / 2}} {
		s, cancel := begin(t.Context(), Config{Time: b.given})
		cancel()
		if s.ShrinkTime != b.want || s.ShrinkRuns != ShrinkRuns {
			t.Errorf("--time %v: %v and %d runs to shrink", b.given, s.ShrinkTime, s.ShrinkRuns)
		}
	}
}

// TestOnlyTiny tries all that is tiny, and ends.
func TestOnlyTiny(t *testing.T) {
	c := config(toy(t, 8, faults{}), program(halves))
	c.Profile, c.Cases = Tiny, 0
	if r := must(t, c); r.Found != nil || r.Cases != 20 || r.Files != 3 || r.Largest != 0 {
		t.Errorf("%+v", r)
	}
}

// TestSavedOutput keeps the beginning of an output that is long.
func TestSavedOutput(t *testing.T) {
	c := config(toy(t, 1, faults{}), program(func(int64) string { return "no" + strings.Repeat(" no", MostSaved/3) }))
	c.Cases = 1
	p := c.Problem
	saved, err := Save(p, t.TempDir(), must(t, c).Found)
	if err != nil {
		t.Fatal(err)
	}
	got, err := os.ReadFile(saved.Output)
	if _, said, _ := strings.Cut(string(got), "\n"); err != nil || said != "[The output is cut here; 1 byte more came.]\n" {
		t.Errorf("%d bytes, %v: %.200q", len(got), err, said)
	}
}

func TestKept(t *testing.T) {
	p, dir := toy(t, 8, faults{}), t.TempDir()
	wrong := program(func(n int64) string {
		if n >= 500 && n%2 == 0 {
			return "no\n"
		}
		return halves(n)
	})
	c := config(p, wrong)
	c.Cases = 20_000
	r := must(t, c)
	saved, err := Save(p, dir, r.Found)
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]string{saved.Input: "500\n", saved.Output: "no\n", saved.Answer: "yes 250\n"} {
		if got, err := os.ReadFile(name); err != nil || string(got) != want {
			t.Errorf("%s: %q, %v", name, got, err)
		}
	}
	docs, err := os.ReadFile(saved.Claims)
	if err != nil || !strings.Contains(string(docs), `"witness":`) || strings.Count(string(docs), "\n") != 1 {
		t.Errorf("the claims are %s, %v", docs, err)
	}
	if c.Kept, err = Kept(t.Context(), p, dir, puzzle.Limits{}); err != nil || len(c.Kept) != 1 {
		t.Fatal(c.Kept, err)
	}
	if r = must(t, c); r.Files != 1 || r.Found.First != c.Kept[0] || input(r.Found) != "500" {
		t.Errorf("%+v, %+v", r, r.Found)
	}
	c.Replay, c.Program = true, program(halves)
	if r = must(t, c); r.Files != 1 || r.Found != nil {
		t.Errorf("%+v", r)
	}
	if err := os.WriteFile(filepath.Join(dir, "a.in"), []byte("3\nx\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	if _, err := Kept(t.Context(), p, dir, puzzle.Limits{}); !errors.Is(err, puzzle.ErrInput) ||
		!strings.Contains(err.Error(), "line 2") {
		t.Errorf("%v", err)
	}
	if list, err := Kept(t.Context(), p, filepath.Join(dir, "none"), puzzle.Limits{}); list != nil || err != nil {
		t.Error(list, err)
	}
}

func TestWarnings(t *testing.T) {
	c := config(toy(t, 1, faults{}), fake(func(string) contestant.Result { return contestant.Result{Output: []byte("no")} }))
	c.Problem = toy(t, 1, faults{lie: 8})
	c.Program = fake(func(string) contestant.Result { return contestant.Result{Output: []byte("no")} })
	c.Profile, c.Cases = "dull", 50
	r := must(t, c)
	if len(r.Warnings) != 2 || !strings.Contains(r.Warnings[0], "not read a byte of its input in 50 runs") ||
		!strings.Contains(r.Warnings[1], "the profile dull repeats itself: 49 of its 50 files") {
		t.Errorf("%q", r.Warnings)
	}
	c = config(toy(t, 1, faults{}), program(halves))
	c.Profile = "even"
	if r := must(t, c); len(r.Warnings) > 0 {
		t.Errorf("%q", r.Warnings)
	}
}

func TestInterrupted(t *testing.T) {
	for _, jobs := range []int{1, 3} {
		ctx, cancel := context.WithCancel(t.Context())
		var mu sync.Mutex
		n := 0
		c := config(toy(t, 1, faults{}), fake(func(text string) contestant.Result {
			mu.Lock()
			defer mu.Unlock()
			if n++; n == 30 {
				cancel()
			}
			return program(halves)(text)
		}))
		c.Jobs = jobs
		// Results are taken in the order of the files: several workers may have left the first of them for last.
		least := map[int]int64{1: 29}[jobs]
		r, err := Run(ctx, c)
		if !errors.Is(err, context.Canceled) || r.Files < least || r.Files > 32 || r.Found != nil {
			t.Errorf("%d jobs: %+v, %v", jobs, r, err)
		}
		if r, err := FindSlowest(ctx, c); !errors.Is(err, context.Canceled) || r.Slow != nil {
			t.Errorf("%d jobs: %+v, %v", jobs, r, err)
		}
		cancel()
	}
}

// broken is a runner that cannot run.
type broken struct{}

func (broken) Run(context.Context, io.Reader, contestant.Limits) (contestant.Result, error) {
	return contestant.Result{}, errBroken
}

var errBroken = errors.New("no process to be had")

func TestBroken(t *testing.T) {
	if r, err := Run(t.Context(), config(toy(t, 1, faults{}), broken{})); !errors.Is(err, errBroken) || r.Found != nil {
		t.Errorf("%+v, %v", r, err)
	}
}

func TestFindSlowest(t *testing.T) {
	cost := func(text string) contestant.Result {
		r := program(halves)(text)
		for _, n := range numbers(text) {
			r.CPU += time.Duration(n) * time.Microsecond
		}
		return r
	}
	c := config(toy(t, 1, faults{}), fake(cost))
	c.Cases = 400
	r, err := FindSlowest(t.Context(), c)
	if err != nil || r.Slow == nil || r.Slow.Result.CPU < 150*time.Millisecond || r.Slow.Result.CPU != r.Slowest {
		t.Fatalf("%+v, %+v, %v", r, r.Slow, err)
	}
	c.Program = fake(func(text string) contestant.Result {
		r := cost(text)
		if r.CPU > 150*time.Millisecond {
			r.Ending = contestant.TimeLimit
		}
		return r
	})
	r, err = FindSlowest(t.Context(), c)
	if err != nil || r.Slow != nil || r.Found == nil || r.Found.Failure.Kind != TimeLimit {
		t.Errorf("%+v, %v", r, err)
	}
}

// TestHalfForTiny goes on to profiles when half of the time is over; files keep their numbers then.
func TestHalfForTiny(t *testing.T) {
	s := &stresser{Config: config(toy(t, 1, faults{}), program(halves)), time: t.Context(), ending: t.Context(), report: new(Report)}
	s.began = time.Now() // far from the end of time
	s.Time = 1000 * time.Hour
	whole := recipe{}
	for r := range s.plan() {
		if whole = r; r.from != Tiny {
			break
		}
	}
	s.began = time.Now().Add(-600 * time.Hour)
	for r := range s.plan() {
		if r.from != whole.from || r.n != whole.n || s.report.Skipped != int64(whole.n-1) {
			t.Errorf("file %d of %s, %d left out; want file %d of %s", r.n, r.from, s.report.Skipped, whole.n, whole.from)
		}
		break
	}
}
