package puzzletest

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"maps"
	"math/big"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/gridwright/gridwright/examples/flip"
	"github.com/gridwright/gridwright/examples/flip/flipcheck"
	"github.com/gridwright/gridwright/examples/flip/flipsolve"
	"github.com/gridwright/gridwright/puzzle"
	"github.com/gridwright/gridwright/puzzle/codec"
	"github.com/gridwright/gridwright/scene"
)

type spec = puzzle.Spec[*flip.Instance, flip.Flips, flip.Minor]

// A listener is a test that keeps what it is told.
type listener struct {
	testing.TB
	heard []string
}

func (l *listener) Helper()                      {}
func (l *listener) Log(...any)                   {}
func (l *listener) Logf(string, ...any)          {}
func (l *listener) Error(args ...any)            { l.heard = append(l.heard, fmt.Sprint(args...)) }
func (l *listener) Errorf(f string, args ...any) { l.heard = append(l.heard, fmt.Sprintf(f, args...)) }
func (l *listener) Fatal(args ...any)            { l.Error(args...); runtime.Goexit() }
func (l *listener) Fatalf(f string, args ...any) { l.Errorf(f, args...); runtime.Goexit() }

// listen is what a part of the contract has to say.
func listen(t *testing.T, part func(testing.TB)) string {
	l := &listener{TB: t}
	done := make(chan struct{})
	go func() {
		defer close(done)
		part(l)
	}()
	<-done
	return strings.Join(l.heard, "\n")
}

// spoilt is the toy family with a fault, and what its contract is tested on. The oracle is the family without it.
func spoilt(fault func(s *spec)) Kit {
	s := flipsolve.Spec(flipcheck.Spec())
	fault(&s)
	fam, honest := puzzle.Define(s), puzzle.Define(flipsolve.Spec(flipcheck.Spec()))
	return Kit{
		Family: fam, Seed: 1, Sizes: []int{4, 6}, PerSize: 10,
		Fresh: func() *puzzle.Family { return puzzle.Define(s) },
		True: func(in puzzle.Instance, cl puzzle.Claim) bool {
			return honest.Check(context.Background(), in, cl, puzzle.Limits{}) == nil
		},
		Small: func(yield func(puzzle.Instance) bool) {},
		Slow: func() puzzle.Instance {
			const n = 4096
			p := &flip.Instance{}
			for range n {
				p.Start, p.Target = append(p.Start, strings.Repeat("01", n/2)), append(p.Target, strings.Repeat("11", n/2))
			}
			in, err := fam.InstanceOf(p)
			if err != nil {
				panic(err)
			}
			return in
		},
	}
}

// level is a Level that is right.
func level() puzzle.Level[*flip.Instance, flip.Flips] {
	return puzzle.Level[*flip.Instance, flip.Flips]{
		Witness: func(_ context.Context, _ *flip.Instance, moves string, _ puzzle.Limits) (flip.Flips, error) {
			return flip.ParseFlips(nil, moves)
		},
		Length: func(_ *flip.Instance, w flip.Flips) *big.Int { return big.NewInt(int64(len(w))) },
		Fewest: func(_ context.Context, _ *flip.Instance, w flip.Flips, _ puzzle.Limits) (puzzle.Fewest, error) {
			return puzzle.Fewest{AtLeast: big.NewInt(int64(len(w)))}, nil
		},
	}
}

// TestLevelIsRight wants the Level behind the planted faults to pass.
func TestLevelIsRight(t *testing.T) {
	k := spoilt(func(s *spec) { s.Level = level() })
	if heard := listen(t, k.levels); heard != "" {
		t.Error(heard)
	}
}

// TestContractCatches plants one fault at a time, and says which part of the contract has to find it.
func TestContractCatches(t *testing.T) {
	solve := flipsolve.Solve
	longWork := func() { spin(3 << 29) }
	for name, c := range map[string]struct {
		part  string
		fault func(s *spec)
		want  string
	}{
		"a checker that accepts any witness": {"ForgedClaims",
			func(s *spec) { s.CheckWitness = Believe[*flip.Instance](s.Witnesses) }, "a forged claim was accepted"},
		"a checker that accepts any certificate": {"ForgedClaims", func(s *spec) {
			s.CheckCertificate = Believe[*flip.Instance](s.Certificates)
		}, "a forged claim was accepted"},
		"a checker that accepts the claim of another puzzle": {"SwappedClaims", func(s *spec) {
			s.CheckWitness = Believe[*flip.Instance](s.Witnesses)
		}, "of another instance was accepted"},
		"a solver without a limit on memory": {"Limits", func(s *spec) {
			s.Solve = func(ctx context.Context, p *flip.Instance, lim puzzle.Limits) (flip.Outcome, error) {
				lim.Memory = 0
				return solve(ctx, p, lim)
			}
		}, "Solve with a limit on memory"},
		"a solver without a context, asked to stop": {"Cancellation", func(s *spec) {
			s.Solve = func(_ context.Context, p *flip.Instance, lim puzzle.Limits) (flip.Outcome, error) {
				return solve(context.Background(), p, lim)
			}
		}, "Solve asked its context 0 times only"},
		"a solver without a context, at its time limit": {"Limits", func(s *spec) {
			s.Solve = func(_ context.Context, p *flip.Instance, lim puzzle.Limits) (flip.Outcome, error) {
				return solve(context.Background(), p, lim)
			}
		}, "Solve with a limit on time"},
		"a schema that lets an instance be anything": {"SchemasAgree", func(s *spec) {
			props := maps.Clone(s.Document.Schema["properties"].(codec.Schema))
			props["start"] = codec.Schema{}
			s.Document.Schema = codec.Schema{"properties": props, "required": []any{"start", "target"}}
		}, "the schema of the instance is lax"},
		"a schema that does not ask for a field": {"SchemasAgree", func(s *spec) {
			s.Document.Schema = codec.Schema{"properties": s.Document.Schema["properties"]}
		}, "the schema of the instance is lax"},
		"a schema that lets evidence have any field": {"SchemasAgree", func(s *spec) {
			s.Certificates = slices.Clone(s.Certificates)
			s.Certificates[0].Codec.Schema = codec.Schema{"type": "object",
				"properties": s.Certificates[0].Codec.Schema["properties"]}
		}, "the schema of the claim is lax"},
		"a schema that asks for more than the decoder": {"SchemasAgree", func(s *spec) {
			s.Witnesses = slices.Clone(s.Witnesses)
			s.Witnesses[0].Codec.Schema = codec.Schema{"type": "object", "required": []any{"flips", "more"}}
		}, "the schema of the claim is strict"},
		"a Sniff that takes everything": {"Strangers", func(s *spec) { s.Texts[0].Sniff = func([]byte) bool { return true } },
			"for its own"},
		"a slow Validate": {"Unasked", func(s *spec) {
			solved := false
			s.Solve = func(ctx context.Context, p *flip.Instance, lim puzzle.Limits) (flip.Outcome, error) {
				solved = true // before that the test itself calls Validate
				return solve(ctx, p, lim)
			}
			s.Validate = func(*flip.Instance) error {
				if solved {
					longWork()
				}
				return nil
			}
		}, "Validate cannot be stopped"},
		"a sentence with two ends": {"SolveThenCheck", func(s *spec) {
			s.Draw = func(*flip.Instance, scene.Window) puzzle.Drawing {
				return puzzle.Drawing{About: []string{"Twice.."}}
			}
		}, `has a misplaced ".."`},
		"a title with an end": {"SolveThenCheck", func(s *spec) {
			s.TellWitness[0].Tell = func(context.Context, *flip.Instance, *flip.Flips, scene.Window,
				puzzle.Limits) (puzzle.Story, error) {
				return puzzle.Story{Title: "solved."}, nil
			}
		}, "the title ends with a full stop"},
		"a reason without an end": {"SolveThenCheck", func(s *spec) {
			s.TellCertificate[0].Tell = func(context.Context, *flip.Instance, *flip.Minor, scene.Window,
				puzzle.Limits) (puzzle.Story, error) {
				return puzzle.Argument("The target is too far away"), nil
			}
		}, "a sentence has no end"},
		"a slow Hint": {"Unasked", func(s *spec) {
			s.Hint = func(*flip.Instance, flip.Flips) string { longWork(); return "" }
		}, "Hint cannot be stopped"},
		"a form that is another puzzle": {"Levels", func(s *spec) {
			s.Level = level()
			s.Level.Canonical = func(_ context.Context, p *flip.Instance, _ puzzle.Limits) (puzzle.Form[*flip.Instance], error) {
				return puzzle.Form[*flip.Instance]{P: &flip.Instance{Start: p.Target, Target: p.Target}}, nil
			}
		}, "its form"},
		"a form with a form of its own": {"Levels", func(s *spec) {
			s.Level.Canonical = func(_ context.Context, p *flip.Instance, _ puzzle.Limits) (puzzle.Form[*flip.Instance], error) {
				q := flip.Instance{Start: slices.Clone(p.Target), Target: slices.Clone(p.Start)}
				return puzzle.Form[*flip.Instance]{P: &q}, nil
			}
		}, "the form of its form"},
		"a minimum above a way": {"Levels", func(s *spec) {
			s.Level = level()
			s.Level.Fewest = func(_ context.Context, _ *flip.Instance, w flip.Flips, _ puzzle.Limits) (puzzle.Fewest, error) {
				return puzzle.Fewest{AtLeast: big.NewInt(int64(len(w)) + 1)}, nil
			}
		}, "and no way is shorter than"},
		"moves read as others": {"Levels", func(s *spec) {
			s.Level = level()
			s.Level.Witness = func(_ context.Context, _ *flip.Instance, _ string, _ puzzle.Limits) (flip.Flips, error) {
				return flip.Flips{{N: 1}}, nil
			}
		}, "its own way"},
		"a word that is no fault of the user's": {"Levels", func(s *spec) {
			s.Level = level()
			read := s.Level.Witness
			s.Level.Witness = func(ctx context.Context, p *flip.Instance, moves string, lim puzzle.Limits) (flip.Flips, error) {
				w, err := read(ctx, p, moves, lim)
				if err != nil {
					err = errors.New("no flips")
				}
				return w, err
			}
		}, "no flips"},
	} {
		t.Run(name, func(t *testing.T) {
			if cpuTime() == 0 && strings.Contains(name, "slow") {
				t.Skip("SKIPPED: nothing measures processor time here, so slow hooks are NOT found")
			}
			k := spoilt(c.fault)
			i := slices.IndexFunc(k.parts(), func(p part) bool { return p.name == c.part })
			if heard := listen(t, k.parts()[i].test); !strings.Contains(heard, c.want) {
				t.Errorf("%s says %q, want %q", c.part, heard, c.want)
			}
		})
	}
}

// TestListCatches plants faults in lists of families and checkers.
func TestListCatches(t *testing.T) {
	toy := func(name, format string, sniff func([]byte) bool) *puzzle.Family {
		s := flipsolve.Spec(flipcheck.Spec())
		s.Name, s.Texts[0].Name, s.Texts[0].Sniff = name, format, sniff
		return puzzle.Define(s)
	}
	begins := func(b []byte) bool { return bytes.HasPrefix(b, []byte("flip ")) }
	never := func([]byte) bool { return false }
	a, b := toy("flip", "flip-line", begins), toy("flop", "flop-line", never)
	for name, c := range map[string]struct {
		families []*puzzle.Family
		checkers []*puzzle.Checker
		want     string
	}{
		"nothing": {[]*puzzle.Family{a, b}, []*puzzle.Checker{a.Checker, b.Checker}, ""},
		"a missing checker": {[]*puzzle.Family{a, b}, []*puzzle.Checker{a.Checker},
			"the family flop is missing from the list of checkers"},
		"a missing family": {[]*puzzle.Family{a}, []*puzzle.Checker{a.Checker, b.Checker},
			`the families are ["flip"], the checkers are of ["flip" "flop"]`},
		"another order": {[]*puzzle.Family{a, b}, []*puzzle.Checker{b.Checker, a.Checker}, "the families are"},
		"a name twice": {[]*puzzle.Family{a, a}, []*puzzle.Checker{a.Checker, a.Checker},
			`two families are called "flip"`},
		"a format twice": {[]*puzzle.Family{a, toy("flop", "flip-line", never)}, []*puzzle.Checker{a.Checker, b.Checker},
			`the text format "flip-line" belongs to flip and to flop`},
		"a format of documents": {[]*puzzle.Family{toy("flip", "json", begins)}, []*puzzle.Checker{a.Checker},
			`the text format "json" belongs to all documents and to flip`},
		"a greedy Sniff": {[]*puzzle.Family{a, toy("flop", "flop-line", begins)}, []*puzzle.Checker{a.Checker, b.Checker},
			`the format flop-line of flop takes a text in flip-line of flip`},
	} {
		faults := strings.Join(listFaults(c.families, c.checkers), "\n")
		if c.want == "" && faults != "" || !strings.Contains(faults, c.want) {
			t.Errorf("%s: %q, want %q", name, faults, c.want)
		}
	}
}
