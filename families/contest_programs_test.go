//go:build !js

package families_test

import (
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/gridwright/gridwright/internal/contestant"
	"github.com/gridwright/gridwright/internal/extent"
	"github.com/gridwright/gridwright/internal/stress"
	"github.com/gridwright/gridwright/puzzle"
	"github.com/gridwright/gridwright/puzzle/contest"
)

// A fault is a program that is wrong, and how it is found out.
type fault struct {
	contest, program, kind string // the kind of failure, of stress
	// profile is the one that finds it at once; "": it is looked for in all that is tiny and all profiles, as users do.
	profile string
	within  int64 // cases
	most    [3]int
	cases   int // that are left of the file at the most; 0: any number
	from    int // the least extent of tests that look for it
}

// The extents of tests: with -short, without, and with the build tag sweep. What no tiny instance shows takes thousands of runs where nobody names a profile.
const (
	withShort = iota
	without
	swept
)

// faults are all wrong programs. What most says is how small the case gets: shorter side, longer side, and blocks where
// the contest has blocks; 0 is no matter.
var faults = []fault{
	{"tilting-tiles", "last-tilts", contest.WrongAnswer, "", 100, [3]int{1, 5}, 1, withShort},
	{"tilting-tiles", "last-tilts", contest.WrongAnswer, "walk", 100, [3]int{1, 5}, 1, without},
	{"tilting-tiles", "first-ring", contest.WrongAnswer, "one-colour", 100, [3]int{3, 3}, 1, without},
	{"tilting-tiles", "first-ring", contest.WrongAnswer, "", 2500, [3]int{3, 3}, 1, without},
	{"tilting-tiles", "one-tilt", contest.WrongAnswer, "one-tilt", 100, [3]int{3, 3}, 1, without},
	{"tilting-tiles", "one-tilt", contest.WrongAnswer, "", 2500, [3]int{3, 3}, 1, without},
	{"tilting-tiles", "three-tilts", contest.WrongAnswer, "walk", 100, [3]int{3, 3}, 1, without},
	{"tilting-tiles", "three-tilts", contest.WrongAnswer, "", 1000, [3]int{3, 3}, 1, without},
	{"tilting-tiles", "overflow", contest.WrongAnswer, "many-turns", 100, [3]int{}, 1, without},
	{"tilting-tiles", "overflow", contest.WrongAnswer, "", 6000, [3]int{}, 1, swept},
	{"tilting-tiles", "equal-moduli", stress.TimeLimit, "comb", 100, [3]int{}, 1, without},
	{"tilting-tiles", "equal-moduli", stress.TimeLimit, "", 6000, [3]int{}, 1, swept},

	{"awkward-lights", "swapped", contest.WrongAnswer, "", 2000, [3]int{3, 4}, 1, without},
	{"awkward-lights", "beyond", contest.WrongAnswer, "", 100, [3]int{3, 4}, 1, withShort},
	{"awkward-lights", "diagonal", contest.WrongAnswer, "", 100, [3]int{3, 4}, 1, withShort},
	{"awkward-lights", "state", contest.WrongAnswer, "", 100, [3]int{}, 2, withShort},
	{"extended-lights-out", "last_row", contest.WrongAnswer, "", 100, [3]int{}, 1, withShort},
	{"fliptile", "any_fewest", contest.WrongAnswer, "", 20, [3]int{1, 2}, 1, withShort},
	{"minimum-flips", "first_found", contest.WrongAnswer, "", 100, [3]int{2, 3}, 1, withShort},

	{"sliding-blocks", "next_only", contest.WrongAnswer, "far-block", 100, [3]int{3, 6, 12}, 1, withShort},
	{"sliding-blocks", "next_only", contest.WrongAnswer, "", 6000, [3]int{3, 6, 12}, 1, swept},
	{"sliding-blocks", "first_moves", contest.WrongAnswer, "root-in-the-way", 100, [3]int{3, 4, 9}, 1, withShort},
	{"sliding-blocks", "first_moves", contest.WrongAnswer, "", 6000, [3]int{3, 4, 9}, 1, swept},
	{"sliding-blocks", "recursion", stress.RuntimeError, "long-line", 20, [3]int{}, 1, without},
	{"sliding-blocks", "recursion", stress.RuntimeError, "", 6000, [3]int{}, 1, swept},

	{"square-puzzle", "composes_backwards", contest.WrongAnswer, "", 2000, [3]int{}, 1, without},
	{"square-puzzle", "off_by_one", contest.WrongAnswer, "", 100, [3]int{}, 1, withShort},
	{"square-puzzle", "from_target", contest.WrongAnswer, "", 100, [3]int{}, 1, withShort},
	{"square-puzzle", "keeps_state", contest.WrongAnswer, "again", 100, [3]int{}, 2, without},
	{"square-puzzle", "keeps_state", contest.WrongAnswer, "", 2500, [3]int{}, 2, swept},
}

// What bounds runs, none of which a slow machine meets: a program that is meant to be too slow is so by far.
const (
	slowAfter  = 500 * time.Millisecond
	fewShrinks = 40 // runs, where nobody says how small it gets
)

// submissions builds those programs of all contests that a test runs, in one go: by contest and name, and where they
// lie in the package.
func submissions(t *testing.T, wanted func(contest, name string) bool) (programs map[string]*contestant.Program) {
	t.Helper()
	goTool, err := exec.LookPath("go")
	if err != nil {
		t.Skip("SKIPPED: no go command here, so programs for contests were NOT run")
	}
	dir := t.TempDir()
	write := func(name, text string) {
		file := filepath.Join(dir, filepath.FromSlash(name))
		err := os.MkdirAll(filepath.Dir(file), 0o700)
		if err == nil {
			err = os.WriteFile(file, []byte(text), 0o600)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	write("go.mod", "module programs\n\ngo 1.22\n")
	args := []string{"build", "-ldflags=-s -w", "-o", "bin" + string(filepath.Separator)}
	for _, p := range problems() {
		for name, text := range p.About().Submissions() {
			folder, file, _ := strings.Cut(strings.TrimSuffix(name, ".go"), "/")
			if key := p.Name() + "." + file; folder == "accepted" || wanted(p.Name(), file) {
				write(key+"/main.go", strings.TrimPrefix(text, "//go:build ignore\n"))
				args = append(args, "./"+key)
			}
		}
	}
	build := exec.Command(goTool, args...)
	build.Dir = dir
	build.Env = append(os.Environ(), "GOFLAGS=", "GOWORK=off", "GO111MODULE=on")
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	programs = map[string]*contestant.Program{}
	entries, err := os.ReadDir(filepath.Join(dir, "bin"))
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		p, err := contestant.Find([]string{filepath.Join(dir, "bin", e.Name())})
		if err != nil {
			t.Fatal(err)
		}
		programs[strings.TrimSuffix(e.Name(), ".exe")] = p
	}
	return programs
}

// stressed stresses a program, and wants to be told of nothing that is strange. No time bounds it.
func stressed(t *testing.T, c stress.Config) *stress.Report {
	t.Helper()
	c.Jobs, c.Seed, c.ShrinkTime = 1, 1, 1000*time.Hour
	c.Limits.Memory, c.Limits.Output, c.Reference = 1<<30, 64<<20, puzzle.Limits{}
	r, err := stress.Run(t.Context(), c)
	if err != nil {
		t.Fatal(err)
	}
	if r.Open > 0 || len(r.Warnings) > 0 {
		t.Errorf("%d cases are open; warnings: %q", r.Open, r.Warnings)
	}
	return r
}

// TestContestPrograms runs the programs of all contests as stress does: it finds out the wrong ones, and makes small
// what they are wrong about, and the right ones survive.
func TestContestPrograms(t *testing.T) {
	share := extent.Of(withShort, without, swept)
	programs := submissions(t, func(contest, name string) bool {
		return slices.ContainsFunc(faults, func(f fault) bool {
			return f.contest == contest && f.program == name && f.from <= share
		})
	})
	all, rows := problems(), map[string]contestRow{}
	for _, row := range contestRows {
		rows[row.name] = row
	}
	for _, f := range faults {
		if f.from > share {
			continue
		}
		t.Run(f.contest+"/"+f.program+"/"+f.profile, func(t *testing.T) {
			t.Parallel()
			f.find(t, all[f.contest], programs[f.contest+"."+f.program], rows[f.contest])
		})
	}
	for _, p := range all {
		for name := range p.About().Submissions() {
			if file, ok := strings.CutPrefix(strings.TrimSuffix(name, ".go"), "accepted/"); ok {
				t.Run(p.Name()+"/"+file, func(t *testing.T) {
					t.Parallel()
					survives(t, p, programs[p.Name()+"."+file])
				})
			}
		}
	}
}

// find finds the fault.
func (f fault) find(t *testing.T, p *contest.Problem, program *contestant.Program, row contestRow) {
	c := stress.Config{Problem: p, Program: program, Profile: f.profile, Cases: f.within}
	if f.most == [3]int{} && f.cases == 1 && p.Most() == 1 {
		c.ShrinkRuns = fewShrinks
	}
	if f.kind == stress.TimeLimit {
		c.Limits.Time = slowAfter
	}
	found := stressed(t, c).Found
	if found == nil {
		t.Fatal("it is not found")
	}
	t.Logf("input %d (%s, size %d), %d runs: %v\n%.300s", found.First.N, found.First.From, found.First.Size, found.Runs,
		found.Failure, found.File.Input)
	if found.Failure.Kind != f.kind || f.kind != stress.TimeLimit && found.Failed != found.Repeats {
		t.Errorf("it fails as %s, %d of %d times", found.Failure.Kind, found.Failed, found.Repeats)
	}
	if len(found.File.Cases) > f.cases {
		t.Errorf("%d cases are left", len(found.File.Cases))
	}
	shape := row.shape(found.File.Cases[len(found.File.Cases)-1])
	for i, most := range f.most {
		if most > 0 && shape[i] > most {
			t.Errorf("%v is left, more than %v", shape, f.most)
		}
	}
}

// survives wants a program to be right about what is tiny, and about some files of every profile.
func survives(t *testing.T, p *contest.Problem, program *contestant.Program) {
	right := func(profile string, cases int64) {
		c := stress.Config{Problem: p, Program: program, Profile: profile, Cases: cases}
		if r := stressed(t, c); r.Found != nil {
			t.Fatalf("%s: %v\n%.2000s", profile, r.Found.Failure, r.Found.File.Input)
		}
	}
	right(stress.Tiny, extent.Of[int64](40, 1500, 0))
	for _, k := range p.Profiles() {
		files := extent.Of(1, 6, 100)
		if k.Slow {
			files = extent.Less(0, 1)
		}
		if files > 0 {
			right(k.Name, int64(1+(files-1)*min(p.Most(), 100)))
		}
	}
}

// TestContestFaults wants each wrong program to be in the table, with a row that leaves the profile open, and its folder
// to say how it fails.
func TestContestFaults(t *testing.T) {
	folders := map[string]string{contest.WrongAnswer: "wrong_answer", stress.RuntimeError: "run_time_error",
		stress.TimeLimit: "time_limit_exceeded"}
	open := map[string]bool{}
	for _, f := range faults {
		if f.profile == "" {
			open[f.contest+"/"+folders[f.kind]+"/"+f.program+".go"] = true
		}
	}
	for _, p := range problems() {
		for name := range p.About().Submissions() {
			if full := p.Name() + "/" + name; !strings.HasPrefix(name, "accepted/") && !open[full] {
				t.Errorf("no row is about %s", full)
			} else {
				delete(open, full)
			}
		}
	}
	if len(open) > 0 {
		t.Errorf("there is no program %q", slices.Sorted(maps.Keys(open)))
	}
}
