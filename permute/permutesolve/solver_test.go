package permutesolve

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/gridwright/gridwright/permute"
	"github.com/gridwright/gridwright/permute/permutecheck"
	"github.com/gridwright/gridwright/permute/permutesolve/internal/moveset"
	"github.com/gridwright/gridwright/permute/permutesolve/internal/tables"
	"github.com/gridwright/gridwright/puzzle"
)

func parsed(t testing.TB, text string) *permute.Instance {
	t.Helper()
	p, err := permute.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// facts collects what an analysis yields.
func facts(t *testing.T, s *Solver, p *permute.Instance) map[string]puzzle.Fact {
	t.Helper()
	out := map[string]puzzle.Fact{}
	err := s.Analyze(context.Background(), p, puzzle.Limits{}, func(f puzzle.Fact) error {
		out[f.Key] = f
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// TestUnwritableCache gives solvers directories that cannot be: answers and analyses come all the same.
func TestUnwritableCache(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	p := parsed(t, "123/456/789 : shifts")
	for _, dir := range []string{file, filepath.Join(file, "below")} {
		s := NewSolver(Options{Cache: dir})
		if o, err := s.Solve(context.Background(), p, puzzle.Limits{}); err != nil || o.Verdict != puzzle.Solved {
			t.Errorf("%s: %v, %v", dir, o.Verdict, err)
		}
		if f := facts(t, s, p)["diameter"]; f.Value != "8" {
			t.Errorf("%s: %+v", dir, f)
		}
	}
	c := moveset.Compile(p.Moves)
	opt := tables.DistributionOptions{Checkpoint: file}
	if _, err := Distances(context.Background(), p.Moves, opt, puzzle.Limits{}); err == nil {
		t.Error("a checkpoint that was asked for was not kept, and nobody said so")
	}
	opt.Spare = true
	if _, err := tables.NewShelf("").Distribution(context.Background(), c, nil, opt, puzzle.Limits{}); err != nil {
		t.Error(err)
	}
}

// TestAnalyzeGoals wants distances to the nearest goal, and the hardest starts to be none.
func TestAnalyzeGoals(t *testing.T) {
	f := facts(t, NewSolver(Options{}), parsed(t, "321 -> 21. | 312 | 123 : mirror-up-down swap:adjacent"))
	if f["diameter"].Value != "1" || !strings.Contains(f["distances"].Lines[0].Text, "3 at 0") {
		t.Errorf("%+v", f)
	}
	hard, ok := f["hardest_starts"].Value.(farBoards)
	if !ok || hard.Total != "3" || len(hard.Boards) != 3 {
		t.Errorf("%+v", f["hardest_starts"])
	}
	for _, rows := range hard.Boards {
		if b := strings.Join(rows[0], ""); b == "213" || b == "312" || b == "123" {
			t.Errorf("the goal %s is among the hardest starts", b)
		}
	}
}

// TestAnalyzeListsAll wants all of the farthest boards, each once, in the document, and the first few in the text.
func TestAnalyzeListsAll(t *testing.T) {
	for _, words := range []string{"twist:2x2", "shifts"} { // 20 boards, and 2475
		f := facts(t, NewSolver(Options{}), parsed(t, "abc/def/ghi : "+words))
		hard, ok := f["hardest_starts"].Value.(farBoards)
		total, err := strconv.Atoi(hard.Total)
		seen := map[string]bool{}
		for _, b := range hard.Boards {
			seen[fmt.Sprint(b)] = true
		}
		if !ok || err != nil || total <= antipodesShown || len(seen) != min(total, antipodes) ||
			len(hard.Boards) != len(seen) {
			t.Errorf("%s: %d of %s boards, %d different ones", words, len(hard.Boards), hard.Total, len(seen))
		}
		if text := f["hardest_starts"].Lines[0].Text; !strings.HasSuffix(text,
			fmt.Sprintf(" and %d more", total-antipodesShown)) {
			t.Errorf("%s: the text is %q", words, text)
		}
	}
}

// A brief context has little time left whenever it is asked, and never ends: what a search gets of it is soon over,
// on a machine of any speed.
type brief struct{ context.Context }

func (brief) Deadline() (time.Time, bool) { return time.Now().Add(8 * time.Millisecond), true }

// TestLittleTimeCancelsTheSearch solves what there is no time for the best way for.
func TestLittleTimeCancelsTheSearch(t *testing.T) {
	ctx := brief{context.Background()}
	rng := rand.New(rand.NewPCG(4, 4))
	var b strings.Builder
	for i, x := range rng.Perm(16) {
		if i > 0 && i%4 == 0 {
			b.WriteByte('/')
		}
		b.WriteByte("abcdefghijklmnop"[x])
	}
	p := parsed(t, b.String()+" : shifts")
	o, err := NewSolver(Options{}).Solve(ctx, p, puzzle.Limits{})
	if err != nil || o.Verdict != puzzle.Solved {
		t.Fatalf("%v, %v", o.Verdict, err)
	}
	if err := permutecheck.Check(context.Background(), p, o, puzzle.Limits{}); err != nil {
		t.Error(err)
	}
}

// TestBrokenInstances hands the solver what Validate refuses: an error, and no panic.
func TestBrokenInstances(t *testing.T) {
	ctx, s := context.Background(), NewSolver(Options{})
	good := parsed(t, "12/34 : shifts")
	short := *good
	short.Start = short.Start[:3]
	for _, p := range []*permute.Instance{nil, {}, {Rows: 2, Cols: 2}, &short} {
		_, solve := s.Solve(ctx, p, puzzle.Limits{})
		_, verdict := s.Solve(ctx, p, puzzle.Limits{VerdictOnly: true})
		_, count := s.Count(ctx, p, puzzle.Limits{})
		_, apply := s.Apply(ctx, p, "R1", puzzle.Limits{})
		_, scramble := s.Scramble(ctx, p, -1, rand.New(rand.NewPCG(1, 1)), puzzle.Limits{})
		all := s.All(ctx, p, puzzle.Limits{}, func(permute.Witness) error { return nil })
		analyze := s.Analyze(ctx, p, puzzle.Limits{}, func(puzzle.Fact) error { return nil })
		for i, err := range []error{solve, verdict, count, apply, scramble, all, analyze} {
			if !errors.Is(err, puzzle.ErrInput) {
				t.Errorf("%+v, call %d: %v", p, i, err)
			}
		}
	}
}

// A solver answers, and code that shares nothing with it checks the answer.
func ExampleSolver() {
	p, err := permute.Parse("293/678/514 -> 624/579/183 : shift-right shift-down rotate-cw")
	if err != nil {
		panic(err)
	}
	ctx, limits := context.Background(), puzzle.DefaultLimits()
	answer, err := NewSolver(Options{}).Solve(ctx, p, limits)
	if err != nil {
		panic(err)
	}
	fmt.Println(answer.Verdict, permute.FormatWord(answer.Witness.Moves), permutecheck.Check(ctx, p, answer, limits))
	// Output: solved R3 D1 CW <nil>
}
