package page_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"github.com/gridwright/gridwright/internal/engine"
)

// generated are small puzzles of a family: one that is solved in a few steps, one that is impossible. Either may be
// missing.
func (w *world) generated(t testing.TB, family string, verdict string, least, most int) json.RawMessage {
	t.Helper()
	key := fmt.Sprint(family, verdict, least, most)
	if doc, ok := found[key]; ok {
		return doc
	}
	found[key] = w.search(t, family, verdict, least, most)
	return found[key]
}

var found = map[string]json.RawMessage{} // by generated

func (w *world) search(t testing.TB, family string, verdict string, least, most int) json.RawMessage {
	t.Helper()
	for size := 4; size <= 12; size += 2 {
		for seed := range 30 {
			view := call[engine.View](w, t, "generate", args{"family": family, "size": size, "seed": seed})
			answer := call[engine.Answer](w, t, "solve", args{"document": view.Document})
			var steps int
			if n, _ := fmt.Sscan(answer.Steps, &steps); answer.Verdict != verdict || n != 1 || steps < least || steps > most {
				continue
			}
			return view.Document
		}
	}
	return nil
}

func (w *world) families(t testing.TB) []engine.Family {
	t.Helper()
	list := call[engine.List](w, t, "families", args{}).Families
	if len(list) < 5 {
		t.Fatalf("%d families; the toy should be one more than there are", len(list))
	}
	return list
}

// each runs a test for each family, the toy too.
func each(t *testing.T, run func(t *testing.T, w *world, f engine.Family)) {
	w := open(t)
	for _, f := range w.families(t) {
		t.Run(f.Name, func(t *testing.T) { run(t, w, f) })
	}
}

// TestPlay plays a puzzle of each family to its end by what the page shows alone: hints point at a button, or at a
// place of the board.
func TestPlay(t *testing.T) {
	each(t, func(t *testing.T, w *world, f engine.Family) {
		doc := w.generated(t, f.Name, "solved", 2, 8)
		if doc == nil {
			t.Fatal("no small puzzle")
		}
		p := w.fresh(t, w.link(t, doc))
		for moves := 0; !js[bool](p, "app.view.done"); moves++ {
			if moves > 12 {
				t.Fatal("more moves than a shortest way has")
			}
			before := js[int](p, "app.at")
			p.click("#hint")
			p.wait("app.told?.text.startsWith('Hint')")
			move := js[string](p, "app.answer.hinted")
			switch {
			case js[bool](p, "!!document.querySelector('.held.hinted, #moves .hinted')"):
				p.click(".held.hinted, #moves .hinted")
			default:
				at := js[[2]float64](p, fmt.Sprintf("(h => [h.x + h.w / 2, h.y + h.h / 2])"+
					"(app.play.scene.handles.find(h => h.move === %q))", move))
				p.tapCell(at[0], at[1])
			}
			p.wait(fmt.Sprintf("app.at > %d", before))
		}
		p.wait("document.querySelector('#status').classList.contains('done')")
		p.wait("document.querySelector('#live').textContent.includes('Done')")
		p.shot("play-" + f.Name)
		moves := js[int](p, "app.entry.moves")
		p.click("#undo")
		p.wait(fmt.Sprintf("app.entry.moves === %d && !app.view.done", moves-1))
		p.click("#redo")
		p.wait("app.view.done")
		p.click("#reset")
		p.wait("app.entry.moves === 0 && !app.view.done")
		// Who takes a move back before it has been made gets the board from before it.
		if wrong := js[string](p, `(async () => {
			const {at} = app;
			for (const handle of app.play.scene.handles) {
				await app.move(handle);
				if (app.at === at) continue; // nothing moves
				await app.undo();
				app.move(handle);
				await app.undo();
				return app.at === at && app.history.length === at + 2 ? '' : 'at ' + at + ', then at ' + app.at;
			}
			return 'no move moves anything';
		})()`); wrong != "" {
			t.Error(wrong)
		}
	})
}

// TestSolve solves, lets the solution run to its end, which is the target, and goes through it by hand.
func TestSolve(t *testing.T) {
	each(t, func(t *testing.T, w *world, f engine.Family) {
		doc := w.generated(t, f.Name, "solved", 2, 30)
		p := w.fresh(t, w.link(t, doc))
		p.click("#solve")
		p.wait("app.answer.result?.verdict === 'solved' && document.querySelector('.ok')")
		p.wait("app.answer.scrub && app.answer.scrub.at === app.answer.scrub.last")
		p.wait("!app.answer.scrub.timer")
		// The last board is the one that stands after all moves have been made.
		answer := call[engine.Answer](w, t, "solve", args{"document": doc})
		if f.Can["apply"] && answer.Moves != "" {
			last := call[engine.View](w, t, "apply", args{"document": doc, "moves": answer.Moves})
			if !last.Done {
				t.Errorf("the moves %q do not end at the target", answer.Moves)
			}
			looks := "(sc => JSON.stringify(sc.pieces.map(p => [p.x, p.y]).sort()))" // what has just moved may look otherwise
			doc, _ := json.Marshal(last.Scenes[0])
			p.wait(fmt.Sprintf("(async () => {globalThis.read ??= (await import('./scene.js')).read})() && globalThis.read && "+
				"%s(app.board.scene) === %s(read(%s))", looks, looks, doc))
		}
		p.shot("solve-" + f.Name)
		p.key(",")
		p.wait("app.answer.scrub?.at !== undefined && app.answer.scrub.at === app.answer.scrub.last - 1n")
		p.key(".")
		p.wait("app.answer.scrub?.at !== undefined && app.answer.scrub.at === app.answer.scrub.last")
		js[any](p, "(r => { r.value = 1; r.dispatchEvent(new Event('input')); return 0; })"+
			"(document.querySelector('#scrub input[type=range]'))")
		p.wait("app.answer.scrub?.at === 1n && app.watching")
		p.wait("document.querySelector('#answer').textContent.includes('Step 1 of')")
		p.key("\x1b")
		p.wait("!app.watching")
	})
}

// TestPlayFrom plays on from a step of a solution, also of one that names what stands before its first step.
func TestPlayFrom(t *testing.T) {
	w := open(t)
	for name, doc := range map[string]string{
		"first block": `{"family":"assembly","version":1,"shape":["##.#","#.##","###."],"contact":"sticky"}`,
		"repetition": `{"family":"tilt","version":1,"start":["caabb","bbaa.","bcac.","caa..","acb..","ab..."],` +
			`"target":["bcbba","aaca.","baac.","acb..","abb..","ac..."]}`,
	} {
		p := w.fresh(t, w.link(t, json.RawMessage(doc)))
		p.click("#solve")
		p.wait("app.answer.scrub")
		js[any](p, "(app.answer.scrub.pause(), app.answer.scrub.go(2n).then(() => 0))")
		p.wait("app.watching && app.answer.scrub.at === 2n")
		js[any](p, "app.answer.playFrom().then(() => 0)")
		if got := js[string](p, "app.entry.kind"); got != "move" {
			t.Errorf("%s: what stands then comes from a %s: %s", name, got,
				js[string](p, "document.querySelector('#toast').textContent"))
		}
	}
}

// TestAnalyze asks for more about a board: words for people, no values of documents.
func TestAnalyze(t *testing.T) {
	each(t, func(t *testing.T, w *world, f engine.Family) {
		if !f.Can["analyze"] {
			return // nothing is known of its boards
		}
		p := w.fresh(t, w.link(t, w.generated(t, f.Name, "solved", 1, 30)))
		js[any](p, "([...document.querySelectorAll('#answer button')].find(b => b.textContent.startsWith('More')).click(), 0)")
		p.wait("document.querySelectorAll('#answer dd').length > 1")
		text := js[string](p, "document.querySelector('#answer dl').textContent")
		if strings.Contains(text, "[object") || strings.Contains(text, "_") {
			t.Errorf("it tells %s", text)
		}
		p.shot("more-" + f.Name)
	})
}

// TestWhyNot walks through the certificate of an impossible puzzle.
func TestWhyNot(t *testing.T) {
	each(t, func(t *testing.T, w *world, f engine.Family) {
		doc := w.generated(t, f.Name, "impossible", 0, 1000)
		if doc == nil {
			t.Fatal("no small impossible puzzle")
		}
		p := w.fresh(t, w.link(t, doc))
		p.click("#solve")
		p.wait("document.querySelector('.verdict.no') && document.querySelector('.ok') && app.answer.scrub")
		n := js[int](p, "Number(app.answer.scrub.total)")
		if n < 1 {
			t.Fatal("the argument has no steps")
		}
		for i := 1; i < n && i < 40; i++ {
			p.key(".")
			p.wait(fmt.Sprintf("app.answer.scrub.at === %dn", i))
			p.wait(fmt.Sprintf("document.querySelector('#answer li button[aria-current]')?.dataset.at === '%d'", i))
		}
		p.wait("document.querySelector('#answer li button[aria-current]').textContent.length > 3")
		p.shot("why-" + f.Name)
		if f.Can["hint"] && f.Can["apply"] {
			p.key("\x1b")
			p.wait("!app.watching")
			p.click("#hint")
			p.wait("document.querySelector('#status').textContent.includes('no way')")
		}
	})
}

// TestEdit paints with each symbol of each layer, makes each choice, and takes all of it back.
func TestEdit(t *testing.T) {
	each(t, func(t *testing.T, w *world, f engine.Family) {
		doc := w.generated(t, f.Name, "solved", 1, 30)
		view := call[engine.View](w, t, "draw", args{"document": doc})
		if len(view.Layers) == 0 {
			t.Fatal("nothing can be painted")
		}
		p := w.fresh(t, w.link(t, doc))
		p.allow = []string{"Failed to load resource"} // a stroke that leaves no puzzle is refused, on the console too
		p.click("#edit")
		p.wait("!document.querySelector('#editor').hidden")
		changes := 0
		for i, l := range view.Layers {
			if len(view.Layers) > 1 {
				p.click(fmt.Sprintf("#editor [role=tab]:nth-child(%d)", i+1))
			}
			p.wait(fmt.Sprintf("app.editor.now.name === %q", l.Name))
			if l.Act == "swap" {
				p.tapCell(0.5, 0.5)
				p.wait("app.editor.first")
				p.tapCell(1.5, 0.5)
				p.wait("!app.editor.first")
				js[any](p, "app.editor.queue.then(() => 0)")
				continue
			}
			for k := 0; k < len(l.Palette) && k < 3; k++ {
				before := js[int](p, "app.at")
				p.click(fmt.Sprintf("#editor .swatch:nth-last-child(%d)", k+1))
				p.tapCell(0.5, 0.5)
				js[any](p, "new Promise(r => setTimeout(r, 30)).then(() => app.editor.queue).then(() => 0)")
				changes += js[int](p, "app.at") - before
			}
		}
		p.shot("edit-" + f.Name)
		if changes == 0 && view.Layers[0].Act != "swap" {
			t.Error("no stroke has changed anything")
		}
		for i := range view.Choices {
			for v := range view.Choices[i].Values {
				if view.Choices[i].Free {
					break
				}
				js[any](p, fmt.Sprintf(`(s => {
					const o = s?.options[%d];
					if (o) { s.value = o.value; s.dispatchEvent(new Event('change')); }
					return app.editor.queue.then(() => 0);
				})(document.querySelector('#editor select[data-key="choice %s"]'))`, v, view.Choices[i].Name))
			}
		}
		for js[int](p, "app.at") > 0 {
			p.click("#undo")
		}
		var want, got any
		got = js[any](p, "app.view.document")
		if err := json.Unmarshal(doc, &want); err != nil {
			t.Fatal(err)
		}
		if a, b := fmt.Sprint(want), fmt.Sprint(got); a != b {
			t.Errorf("after undo the board is %.300s, not %.300s", b, a)
		}
	})
}

// TestShare opens a link, made on the page, in a fresh profile: the same board and the same answer.
func TestShare(t *testing.T) {
	each(t, func(t *testing.T, w *world, f engine.Family) {
		doc := w.generated(t, f.Name, "solved", 1, 30)
		p := w.fresh(t, w.link(t, doc))
		p.allow = []string{"Failed to load resource"} // of formats that have no place for this puzzle
		p.click("#solve")
		p.wait("app.answer.result?.verdict === 'solved'")
		headline := js[string](p, "document.querySelector('.verdict').textContent")
		p.click("#share")
		p.wait("document.querySelector('dialog .link')?.textContent.includes('#v1.')")
		link := js[string](p, "document.querySelector('dialog .link').textContent")
		p.shot("share-" + f.Name)

		// Files of all kinds.
		p.files()
		n := js[int](p, "document.querySelectorAll('dialog [role=group] button').length")
		for i := range n {
			js[any](p, fmt.Sprintf("(document.querySelectorAll('dialog [role=group] button')[%d].click(), 0)", i))
			p.wait(fmt.Sprintf("saved.length > %d && saved.at(-1).size > 3 || "+
				"document.querySelector('dialog .wrong').textContent", i))
			js[any](p, "(document.querySelector('dialog .wrong').textContent && saved.push({}), 0)")
		}
		if made := js[int](p, "saved.filter(f => f.size).length"); made < 5 {
			t.Errorf("%d of %d kinds of files", made, n)
		}

		q := w.fresh(t, link[len(w.url)+1:])
		q.wait("app.answer.result?.verdict === 'solved' && document.querySelector('.ok')")
		if a, b := js[any](p, "app.view.document"), js[any](q, "app.view.document"); fmt.Sprint(a) != fmt.Sprint(b) {
			t.Errorf("the link opens %v, not %v", b, a)
		}
		if got := js[string](q, "document.querySelector('.verdict').textContent"); got != headline {
			t.Errorf("the link answers %q, not %q", got, headline)
		}
	})
}

// TestTyped makes moves that are typed; what is no move is said in a sentence.
func TestTyped(t *testing.T) {
	each(t, func(t *testing.T, w *world, f engine.Family) {
		doc := w.generated(t, f.Name, "solved", 2, 30)
		moves := call[engine.Answer](w, t, "solve", args{"document": doc}).Moves
		if moves == "" {
			return // the frames have them, one by one
		}
		p := w.fresh(t, w.link(t, doc))
		p.allow = []string{"Failed to load resource"}
		p.key("m")
		p.wait("document.querySelector('dialog input')")
		p.do(chromedp.SetValue(chromedp.CSS("dialog input"), "§"), chromedp.Click(chromedp.CSS("dialog .primary")))
		p.wait("document.querySelector('dialog .wrong').textContent.length > 5")
		p.do(chromedp.SetValue(chromedp.CSS("dialog input"), moves), chromedp.Click(chromedp.CSS("dialog .primary")))
		p.wait("!document.querySelector('dialog') && app.view.done")
		p.click("#reset")
		p.wait("!app.view.done")
	})
}
