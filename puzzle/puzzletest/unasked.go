package puzzletest

import (
	"context"
	"maps"
	"slices"
	"testing"

	"github.com/gridwright/gridwright/puzzle"
	"github.com/gridwright/gridwright/scene"
)

// unasked calls the hooks that have no context, and so cannot be stopped, on Slow and on what answers it: each has to
// be done within the work that may lie between two polls. A front waits for them whatever its user says.
func (k Kit) unasked(t testing.TB) {
	in := k.Slow()
	cl, err := k.Family.Solve(context.Background(), in, puzzle.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	hooks := map[string]func() error{
		"Validate": func() error { return k.Family.Validate(in) },
		"Draw":     func() error { _, err := k.Family.Draw(in, scene.Corner(40, 80)); return err },
		"Parts":    func() error { k.Family.Parts(in, cl); return nil },
	}
	if cl.Verdict() == puzzle.Solved && k.Family.Can(puzzle.AskHint) {
		hooks["Hint"] = func() error { _, err := k.Family.Hint(in, cl); return err }
	}
	for _, name := range slices.Sorted(maps.Keys(hooks)) {
		work := NewPolls(1 << 62)
		if err := hooks[name](); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if complaint := work.Complaint(0); complaint != "" {
			t.Errorf("%s cannot be stopped: %s", name, complaint)
		}
	}
}
