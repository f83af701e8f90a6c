package engine_test

import (
	"context"
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"github.com/gridwright/gridwright/families"
	"github.com/gridwright/gridwright/internal/engine"
)

func newEngine() *engine.Engine {
	all := families.All()
	return engine.New(all, families.Gallery(), engine.Options{Version: "test", Contests: families.Contests(all)})
}

// ask calls a verb with args, which json writes, and reads the result into R.
func ask[R any](t testing.TB, e *engine.Engine, verb string, args any) R {
	t.Helper()
	var out R
	raw, err := json.Marshal(args)
	if err != nil {
		t.Fatal(err)
	}
	got, err := e.Call(context.Background(), verb, raw)
	if err != nil {
		t.Fatalf("%s %.300s: %v", verb, raw, err)
	}
	if err := json.Unmarshal(got, &out); err != nil {
		t.Fatalf("%s: %v in %.300s", verb, err, got)
	}
	return out
}

// refused calls a verb that cannot be answered.
func refused(t testing.TB, e *engine.Engine, verb, args string) *engine.Error {
	t.Helper()
	got, err := e.Call(context.Background(), verb, []byte(args))
	var problem *engine.Error
	if !errors.As(err, &problem) || problem.Title == "" || strings.Contains(problem.Title, "\n") {
		t.Fatalf("%s %.300s: %s, %v; want an error of one sentence", verb, args, got, err)
	}
	return problem
}

type args = map[string]any

// TestPlay solves generated puzzles of every family, and plays each to its end by hints.
func TestPlay(t *testing.T) {
	e := newEngine()
	list := ask[engine.List](t, e, "families", args{})
	if len(list.Families) == 0 {
		t.Fatal("there are no families")
	}
	for _, f := range list.Families {
		verdicts := map[string]int{}
		for seed := range 12 {
			view := ask[engine.View](t, e, "generate", args{"family": f.Name, "size": 6, "seed": seed})
			answer := ask[engine.Answer](t, e, "solve", args{"document": view.Document})
			verdicts[answer.Verdict]++
			about := args{"document": view.Document, "claim": answer.Claim}
			if !ask[engine.Checked](t, e, "check", about).Accepted {
				t.Fatalf("%s: %s is not accepted of %s", f.Name, answer.Claim, view.Document)
			}
			frames := ask[engine.Frames](t, e, "frames", about)
			for _, fr := range frames.Frames {
				if fr.Scene == nil || fr.Text == "" {
					t.Fatalf("%s: a frame without a scene or words: %+v", f.Name, fr)
				}
			}
			hint := ask[engine.Hint](t, e, "hint", args{"document": view.Document})
			if answer.Verdict != "solved" {
				if !hint.Impossible || len(frames.Frames) == 0 || len(answer.Lines) == 0 {
					t.Fatalf("%s: impossible without an argument: %+v %+v", f.Name, hint, answer)
				}
				continue
			}
			for moves := 0; !hint.Done; moves++ {
				if moves > 1000 {
					t.Fatalf("%s: hints lead nowhere from %s", f.Name, view.Document)
				}
				view = ask[engine.View](t, e, "apply", args{"document": view.Document, "moves": hint.Move})
				if string(view.Document) != string(hint.Document) {
					t.Fatalf("%s: %s leads to %s, not to %s", f.Name, hint.Move, view.Document, hint.Document)
				}
				hint = ask[engine.Hint](t, e, "hint", args{"document": view.Document})
			}
			if !view.Done {
				t.Fatalf("%s: the hints end at %s, which is not done", f.Name, view.Document)
			}
		}
		if verdicts["solved"] == 0 {
			t.Errorf("%s: the puzzles are no test: %v", f.Name, verdicts)
		}
	}
}
