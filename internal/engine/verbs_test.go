package engine_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"image/gif"
	"image/png"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/gridwright/gridwright/examples/flip"
	"github.com/gridwright/gridwright/examples/flip/flipcheck"
	"github.com/gridwright/gridwright/examples/flip/flipsolve"
	"github.com/gridwright/gridwright/families"
	"github.com/gridwright/gridwright/grid"
	"github.com/gridwright/gridwright/internal/engine"
	"github.com/gridwright/gridwright/internal/extent"
	"github.com/gridwright/gridwright/puzzle"
	"github.com/gridwright/gridwright/scene"
)

// TestCheckCount checks counts, of which solve says nothing.
func TestCheckCount(t *testing.T) {
	e := newEngine()
	for _, ex := range families.Gallery() {
		count := ask[engine.Counted](t, e, "count", args{"document": json.RawMessage(ex.Document)})
		if len(count.Count) > 5 || count.Count == "0" { // some take a long search to be checked
			continue
		}
		got := ask[engine.Checked](t, e, "check", args{"document": json.RawMessage(ex.Document),
			"claim": args{"count": count.Count}})
		if !got.Accepted || got.Verified == "" || !strings.Contains(got.Text, count.Text) || got.Answer != nil {
			t.Errorf("%s: %+v", ex.Name, got)
		}
		got = ask[engine.Checked](t, e, "check", args{"document": json.RawMessage(ex.Document),
			"claim": args{"count": "7" + count.Count}})
		if got.Accepted {
			t.Errorf("%s: 7%s is accepted", ex.Name, count.Count)
		}
	}
}

// TestLeft wants one count of moves in headlines, hints and what is played: of 9 blocks 8 are let in, whoever chooses the
// first one.
func TestLeft(t *testing.T) {
	e := newEngine()
	var doc any = json.RawMessage(`{"family":"assembly","version":1,"rows":3,"columns":4,` +
		`"blocks":[[1,1],[1,2],[1,4],[2,1],[2,3],[2,4],[3,1],[3,2],[3,3]]}`)
	made := 0
	for {
		answer := ask[engine.Answer](t, e, "solve", args{"document": doc})
		hint := ask[engine.Hint](t, e, "hint", args{"document": doc})
		if hint.Left != fmt.Sprint(8-made) {
			t.Fatalf("after %d moves %s are left: %+v", made, hint.Left, hint)
		}
		if hint.Done {
			break
		}
		if want := "solved with " + grid.Number(8-made, "move"); !strings.Contains(strings.ToLower(answer.Headline), want) {
			t.Fatalf("%q, want %q", answer.Headline, want)
		}
		view := ask[engine.View](t, e, "apply", args{"document": doc, "moves": hint.Move})
		if doc = view.Document; view.Opening == "" {
			made++
		} else if made > 0 || view.Opening != hint.Move {
			t.Fatalf("%q is no move: %+v", view.Opening, hint)
		}
	}
	if made != 8 {
		t.Errorf("%d moves were made", made)
	}
}

// TestLongTrouble sends what an error must not repeat whole.
func TestLongTrouble(t *testing.T) {
	e, long := newEngine(), strings.Repeat("9", 100000)
	doc := families.Gallery()[5].Document
	for verb, body := range map[string]string{
		"draw":     `{"` + long + `":1}`,
		"resize":   `{"document":` + doc + `,"rows":` + long + `}`,
		"encode":   `{"document":` + doc + `,"format":"` + long + `"}`,
		"apply":    `{"document":` + doc + `,"moves":"` + long + `"}`,
		"paint":    `{"document":` + doc + `,"layer":"` + long + `"}`,
		"generate": `{"family":"` + long + `"}`,
		"decode":   `{"text":"x","format":"` + long + `"}`,
	} {
		_, err := e.Call(t.Context(), verb, []byte(body))
		if err == nil || len(err.Error()) > 400 {
			t.Errorf("%s: an error of %d bytes: %.200v", verb, len(fmt.Sprint(err)), err)
		}
	}
}

// TestGallery asks every verb about every example.
func TestGallery(t *testing.T) {
	e := newEngine()
	brief := engine.New(families.All(), nil, engine.Options{Limits: puzzle.Limits{Time: 500 * time.Millisecond}})
	list := ask[engine.List](t, e, "families", args{})
	formats := map[string][]engine.Format{}
	for _, f := range list.Families {
		formats[f.Name] = f.Formats
		if !f.Can["apply"] || !f.Can["edit"] || f.Can["hint"] == (f.Why["hint"] != "") {
			t.Errorf("%s: %v %v", f.Name, f.Can, f.Why)
		}
	}
	if len(list.Gallery) < 3*len(list.Families) {
		t.Fatalf("the gallery has %d examples", len(list.Gallery))
	}
	for _, ex := range list.Gallery {
		t.Run(ex.Name, func(t *testing.T) {
			one := args{"document": ex.Document}
			view := ask[engine.View](t, e, "draw", one)
			if string(view.Document) != string(ex.Document) || view.Name != ex.Name || view.Done || ex.Scene == nil {
				t.Fatalf("drawn: %s, %q, %v", view.Document, view.Name, view.Done)
			}
			answer := ask[engine.Answer](t, e, "solve", one)
			if answer.Checked == "" || answer.Headline == "" || !strings.Contains(answer.Headline+answer.Verdict, ex.Note) {
				t.Errorf("the note is %q, the answer %+v", ex.Note, answer)
			}
			story(t, e, ex, answer)
			count := ask[engine.Counted](t, e, "count", one)
			if count.Of == "" || !strings.HasSuffix(count.Text, count.Of) && count.Count != "1" {
				t.Errorf("counted: %+v", count)
			}
			analyzed(t, brief, one)
			travels(t, e, ex.Document, answer.Claim, formats[ex.Family])
			edits(t, e, view)
		})
	}
}

// analyzed wants facts, as many as the time allows: some analyses take a minute.
func analyzed(t *testing.T, e *engine.Engine, one args) {
	raw, _ := json.Marshal(one)
	got, err := e.Call(context.Background(), "analyze", raw)
	var analysis engine.Analysis
	var problem *engine.Error
	switch {
	case errors.As(err, &problem) && problem.Kind == engine.Limit:
	case err != nil || json.Unmarshal(got, &analysis) != nil || len(analysis.Facts) == 0:
		t.Errorf("analyzed: %.200s, %v", got, err)
	}
	for _, fact := range analysis.Facts {
		if fact.Key == "" || fact.Lines == nil {
			t.Errorf("a fact without a key: %+v", fact)
		}
	}
}

// story looks at the frames of an answer: from the board as it stands to the one that is wanted, and anywhere.
func story(t *testing.T, e *engine.Engine, ex engine.Example, answer engine.Answer) {
	about := args{"document": ex.Document, "claim": answer.Claim}
	frames := ask[engine.Frames](t, e, "frames", about)
	if frames.Total == nil || len(frames.Frames) == 0 || frames.Frames[0].Step != "0" {
		t.Fatalf("frames: %+v", frames)
	}
	if answer.Verdict != "solved" {
		return
	}
	about["from"], about["count"] = answer.Steps, 5
	last := ask[engine.Frames](t, e, "frames", about)
	if len(last.Frames) != 1 || last.Frames[0].Step != answer.Steps {
		t.Fatalf("from %s on there are %d frames", answer.Steps, len(last.Frames))
	}
	end := ask[engine.View](t, e, "apply", args{"document": ex.Document, "moves": answer.Moves})
	if !end.Done || !slices.Equal(places(last.Frames[0].Scene), places(end.Scenes[0])) {
		t.Errorf("the last frame is %v, the board after the moves %v, done %v", places(last.Frames[0].Scene),
			places(end.Scenes[0]), end.Done)
	}
	if strings.Contains(answer.Moves, ")^") == (len(answer.Structure) == 0) {
		t.Errorf("the structure of %s is %v", answer.Moves, answer.Structure)
	}
}

// places are the pieces of a scene with their labels, in order; what says how a piece has come is left out.
func places(s *scene.Scene) (out []string) {
	for _, p := range s.Pieces {
		out = append(out, fmt.Sprint(p.X, p.Y, strings.Trim(p.Label, "<>^vR")))
	}
	slices.Sort(out)
	return out
}

// travels sends a puzzle through links, texts and pictures.
func travels(t *testing.T, e *engine.Engine, doc, claim engine.Document, formats []engine.Format) {
	link := ask[engine.Shared](t, e, "share", args{"document": doc, "claim": claim}).Fragment
	for _, how := range []args{{"fragment": link}, {"url": "http://127.0.0.1:8080/#" + link}} {
		back := ask[engine.Opened](t, e, "open", how)
		if string(back.Document) != string(doc) || string(back.Claim) != string(claim) {
			t.Fatalf("%s and %s came back as %s and %s", doc, claim, back.Document, back.Claim)
		}
	}
	for _, f := range append([]engine.Format{{Name: "json"}}, formats...) {
		raw, _ := json.Marshal(args{"document": doc, "format": f.Name})
		got, err := e.Call(context.Background(), "encode", raw)
		if err != nil {
			continue // this format has no place for it
		}
		var text engine.Encoded
		if err := json.Unmarshal(got, &text); err != nil {
			t.Fatal(err)
		}
		back := ask[engine.Decoded](t, e, "decode", args{"text": text.Text, "format": f.Name})
		if len(back.Instances) != 1 || back.More {
			t.Errorf("%s: %d puzzles come back from %q", f.Name, len(back.Instances), text.Text)
		}
	}
	for _, kind := range []string{"svg", "txt", "png", "gif"} {
		if kind == "gif" && extent.Less(true, false) {
			continue
		}
		p := ask[engine.Picture](t, e, "render", args{"document": doc, "claim": claim, "kind": kind, "theme": "dark"})
		var err error
		switch kind {
		case "svg":
			if !bytes.HasPrefix(p.Data, []byte("<svg")) {
				err = fmt.Errorf("it begins with %.20q", p.Data)
			}
		case "png":
			_, err = png.Decode(bytes.NewReader(p.Data))
		case "gif":
			_, err = gif.DecodeAll(bytes.NewReader(p.Data))
		}
		if err != nil || len(p.Data) == 0 || !strings.HasSuffix(p.Name, "."+kind) || p.Mime == "" {
			t.Errorf("%s: %s of %d bytes, %v", kind, p.Name, len(p.Data), err)
		}
	}
}

// edits paints each layer, makes each choice and gives the board other sides.
func edits(t *testing.T, e *engine.Engine, view engine.View) {
	for _, l := range view.Layers {
		if l.Act == puzzle.Swap {
			two := [][2]int{{0, 0}, {0, 1}}
			ask[engine.View](t, e, "paint", args{"document": view.Document, "layer": l.Name, "strokes": two})
			continue
		}
		done := 0
		for _, s := range l.Palette {
			raw, _ := json.Marshal(args{"document": view.Document, "layer": l.Name, "symbol": s.Symbol,
				"strokes": [][2]int{{0, 0}}})
			if _, err := e.Call(context.Background(), "paint", raw); err == nil {
				done++
			}
		}
		if done == 0 {
			t.Errorf("nothing can be painted on the layer %s", l.Name)
		}
	}
	for _, c := range view.Choices {
		chosen := ask[engine.View](t, e, "choose", args{"document": view.Document, "choice": c.Name, "value": c.Value})
		if string(chosen.Document) != string(view.Document) {
			t.Errorf("choosing what is chosen changes %s to %s", view.Document, chosen.Document)
		}
	}
	if r := view.Resize; r != nil {
		raw, _ := json.Marshal(args{"document": view.Document, "rows": r.Rows + 1, "cols": r.Cols})
		got, err := e.Call(context.Background(), "resize", raw)
		var larger engine.View
		if err == nil && (json.Unmarshal(got, &larger) != nil || larger.Resize.Rows != r.Rows+1) {
			t.Errorf("a row more gives %.200s", got)
		}
	}
}

// TestRefusals asks what cannot be answered: each time one sentence, of the right kind, with a place where there is
// one.
func TestRefusals(t *testing.T) {
	e := newEngine()
	ex := ask[engine.List](t, e, "families", args{}).Gallery[0]
	doc := string(ex.Document)
	for _, c := range []struct {
		verb, args string
		kind       engine.Class
		line       int
		says       string
	}{
		{"nothing", `{}`, engine.Unsupported, 0, "there is no verb"},
		{"draw", `{`, engine.Input, 1, "ends too soon"},
		{"draw", "{\n \"document\": }", engine.Input, 2, "invalid character"},
		{"draw", `[]`, engine.Input, 1, "what is asked is an object, not a list"},
		{"draw", `{"documents":{}}`, engine.Input, 1, "there is no field"},
		{"draw", `{} {}`, engine.Input, 1, "follows behind"},
		{"draw", `{}`, engine.Input, 0, "the document is missing"},
		{"draw", `{"document":null}`, engine.Input, 0, "the document is missing"},
		{"draw", `{"document":{"family":"nobody","version":1}}`, engine.Input, 1, "there is no family"},
		{"draw", `{"document":{"family":7}}`, engine.Input, 1, "family"},
		{"apply", `{"document":` + doc + `,"moves":"\u0000"}`, engine.Input, -1, ""},
		{"paint", `{"document":` + doc + `,"layer":"sky","strokes":[[0,0]]}`, engine.Input, 0, "there is no layer"},
		{"paint", `{"document":` + doc + `,"layer":"start","strokes":[[0,0]],"symbol":"\n"}`, engine.Input, 0,
			"there is no symbol"},
		{"paint", `{"document":` + doc + `,"layer":"start","strokes":[[1e99,0]],"symbol":"."}`, engine.Input, 1, ""},
		{"resize", `{"document":` + doc + `,"rows":0,"cols":4}`, engine.Input, 0, "sides"},
		{"resize", `{"document":` + doc + `,"rows":100000,"cols":100000}`, engine.Input, 0, "sides"},
		{"choose", `{"document":` + doc + `,"choice":"x","value":"y"}`, engine.Input, 0, "there is no choice"},
		{"frames", `{"document":` + doc + `}`, engine.Input, 0, "the claim is missing"},
		{"frames", `{"document":` + doc + `,"claim":{"verdict":"solved"},"count":501}`, engine.Limit, 0, "500 frames"},
		{"frames", `{"document":` + doc + `,"claim":{"verdict":"solved"},"from":"-1"}`, engine.Input, 0, "from is"},
		{"frames", `{"document":` + doc + `,"claim":{"verdict":"maybe"}}`, engine.Input, 1, "verdict"},
		{"check", `{"document":` + doc + `}`, engine.Input, 0, "the claim is missing"},
		{"generate", `{"family":"nobody"}`, engine.Input, 0, "there is no family"},
		{"generate", `{"family":"` + ex.Family + `","size":1000000000}`, engine.Limit, 0, "at most"},
		{"generate", `{"family":"` + ex.Family + `","size":-1}`, engine.Input, 0, "size"},
		{"generate", `{"family":"` + ex.Family + `","profile":"nice"}`, engine.Input, 0, "no profile"},
		{"generate", `{"family":"` + ex.Family + `","distance":-4}`, engine.Input, 0, "distance"},
		{"decode", `{"text":"  \n"}`, engine.Input, 0, "nothing to read"},
		{"decode", `{"text":"\u0000\u0001 what is this?"}`, engine.Input, 0, "neither"},
		{"decode", `{"text":"x","format":"none"}`, engine.Input, 0, "no text format"},
		{"decode", `{"text":"{\n\"family\":"}`, engine.Input, 2, ""},
		{"open", `{"fragment":"v1.%%%"}`, engine.Input, 0, "damaged"},
		{"open", `{}`, engine.Input, 0, "no link"},
		{"render", `{"document":` + doc + `,"kind":"bmp"}`, engine.Input, 0, "no kind of picture"},
		{"render", `{"document":` + doc + `,"kind":"svg","theme":"pink"}`, engine.Input, 0, "no theme"},
		{"render", `{"document":` + doc + `,"kind":"svg","step":"1"}`, engine.Unsupported, 0, ""},
		{"schema", `{"family":""}`, engine.Input, 0, "there is no family"},
	} {
		p := refused(t, e, c.verb, c.args)
		if p.Kind != c.kind || p.Line != max(0, c.line) && c.line >= 0 || !strings.Contains(p.Title, c.says) {
			t.Errorf("%s %.80s: %+v, want %s with %q at line %d", c.verb, c.args, p, c.kind, c.says, c.line)
		}
	}
}

// TestLimits wants an end with a reason where something takes too long or too much, and none for whoever has left.
func TestLimits(t *testing.T) {
	all := families.All()
	e := engine.New(all, families.Gallery(), engine.Options{Limits: puzzle.Limits{Time: 1}, Body: 1 << 20, Scenes: 1})
	ex := families.Gallery()[0]
	one := `{"document":` + ex.Document + `}`
	if got, err := e.Call(t.Context(), "solve", []byte(one)); err == nil && !bytes.Contains(got, []byte(`"unknown"`)) {
		t.Errorf("solved in a nanosecond: %s", got)
	} else if err != nil && err.(*engine.Error).Kind != engine.Limit {
		t.Errorf("in a nanosecond: %v", err)
	}
	if p := refused(t, e, "decode", `{"text":"`+strings.Repeat(" ", 1<<20)+`"}`); p.Kind != engine.Limit {
		t.Errorf("a long text: %+v", p)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_, err := newEngine().Call(ctx, "solve", []byte(one))
	if p, ok := err.(*engine.Error); !ok || p.Kind != engine.Cancelled {
		t.Errorf("the caller has left: %v", err)
	}
	small := engine.New(all, nil, engine.Options{Scenes: 1})
	answer := ask[engine.Answer](t, small, "solve", json.RawMessage(one))
	frames := ask[engine.Frames](t, small, "frames", args{"document": json.RawMessage(ex.Document), "claim": answer.Claim})
	if len(frames.Frames) != 1 {
		t.Errorf("with room for one frame there are %d", len(frames.Frames))
	}
}

// TestToy registers a family that has Draw, layers and Apply and little else: nothing here knows it, and all works.
func TestToy(t *testing.T) {
	spec := flipsolve.Spec(flipcheck.Spec())
	spec.Hint = nil
	toy := puzzle.Define(spec)
	e := engine.New([]*puzzle.Family{toy}, nil, engine.Options{})
	read := ask[engine.Decoded](t, e, "decode", args{"text": "flip 010,111 to 000,101\nflip 01 to 10\n", "limit": 1})
	if len(read.Instances) != 1 || !read.More {
		t.Fatalf("read %+v", read)
	}
	view := ask[engine.View](t, e, "draw", args{"document": read.Instances[0]})
	if len(view.Scenes) != 2 || len(view.Layers) != 2 || view.Resize != nil || len(view.Choices) != 0 {
		t.Fatalf("drawn %+v", view)
	}
	after := ask[engine.View](t, e, "apply", args{"document": view.Document, "moves": view.Scenes[0].Handles[0].Move})
	painted := ask[engine.View](t, e, "paint", args{"document": view.Document, "layer": "target",
		"strokes": [][2]int{{0, 0}}})
	if string(after.Document) == string(view.Document) || string(painted.Document) == string(view.Document) {
		t.Fatal("nothing has changed")
	}
	answer := ask[engine.Answer](t, e, "solve", args{"document": view.Document})
	end := ask[engine.View](t, e, "apply", args{"document": view.Document, "moves": answer.Moves})
	if answer.Verdict != "solved" || !slices.Equal(places(end.Scenes[0]), places(end.Scenes[1])) {
		t.Fatalf("solved by %q: %v", answer.Moves, places(end.Scenes[0]))
	}
	for verb, arg := range map[string]args{"hint": {}, "count": {}, "analyze": {}, "resize": {"rows": 2, "cols": 2}} {
		arg["document"] = view.Document
		raw, _ := json.Marshal(arg)
		if p := refused(t, e, verb, string(raw)); p.Kind != engine.Unsupported {
			t.Errorf("%s of a family that has none: %+v", verb, p)
		}
	}
}

// TestLeftBehind cancels calls in the middle of what asks nobody: an edit, and a story of a claim.
func TestLeftBehind(t *testing.T) {
	began, never := make(chan struct{}, 1), make(chan struct{})
	t.Cleanup(func() { close(never) })
	stuck := func() {
		began <- struct{}{}
		<-never
	}
	spec := flipsolve.Spec(flipcheck.Spec())
	spec.Edit.Stroke = func(p *flip.Instance, _ string, _ [][2]int, _ string) (*flip.Instance, error) {
		stuck()
		return p, nil
	}
	for i := range spec.TellWitness {
		spec.TellWitness[i].Tell = func(context.Context, *flip.Instance, *flip.Flips, scene.Window, puzzle.Limits) (
			puzzle.Story, error) {
			stuck()
			return puzzle.Story{}, nil
		}
	}
	e := engine.New([]*puzzle.Family{puzzle.Define(spec)}, nil, engine.Options{})
	doc := ask[engine.Decoded](t, e, "decode", args{"text": "flip 010,111 to 000,101\n"}).Instances[0]
	for verb, more := range map[string]string{"paint": `,"layer":"target","strokes":[[0,0]]`, "solve": ""} {
		ctx, cancel := context.WithCancel(t.Context())
		go func() {
			<-began
			cancel()
		}()
		_, err := e.Call(ctx, verb, []byte(`{"document":`+string(doc)+more+`}`))
		if p, ok := err.(*engine.Error); !ok || p.Kind != engine.Cancelled {
			t.Errorf("%s: %v", verb, err)
		}
	}
}

// FuzzCall feeds bytes to every verb: the answer is JSON or one sentence.
func FuzzCall(f *testing.F) {
	e := engine.New(families.All(), families.Gallery(), engine.Options{Limits: puzzle.Limits{Time: 1e9, Memory: 64 << 20}})
	f.Add(uint8(3), []byte(`{"document":`+families.Gallery()[0].Document+`}`))
	f.Add(uint8(1), []byte(`{"text":"2 2\na.\n.b\n\nab\n..\n"}`))
	f.Add(uint8(9), []byte(`{"document":{},"claim":{},"from":"99999999999999999999"}`))
	f.Fuzz(func(t *testing.T, n uint8, raw []byte) {
		all := engine.Verbs()
		verb := all[int(n)%len(all)].Name
		if len(raw) > 4096 || verb == "generate" {
			return
		}
		got, err := e.Call(context.Background(), verb, raw)
		if err == nil {
			if !json.Valid(got) {
				t.Fatalf("%s gives %q", verb, got)
			}
			return
		}
		if p, ok := err.(*engine.Error); !ok || p.Title == "" || p.Kind == engine.Internal {
			t.Fatalf("%s %q: %#v", verb, raw, err)
		}
	})
}
