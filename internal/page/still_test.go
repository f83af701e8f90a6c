package page_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/chromedp/chromedp/kb"

	"github.com/gridwright/gridwright/internal/engine"
	"github.com/gridwright/gridwright/internal/page"
)

// where is the place of an element on the page.
func (p *tab) where(selector string) (at [4]float64) {
	p.Helper()
	return js[[4]float64](p, `(e => { const r = e.getBoundingClientRect(); return [r.x, r.y, r.width, r.height]; })`+
		"(document.querySelector('"+selector+"'))")
}

// TestStill wants the board to stay where it is when a solution begins, runs and ends, and no buttons beside the boards
// of a story, which are not played.
func TestStill(t *testing.T) {
	each(t, func(t *testing.T, w *world, f engine.Family) {
		p := w.fresh(t, w.link(t, w.generated(t, f.Name, "solved", 2, 12)))
		board, tools := p.where("#now .board"), p.where("#tools")
		p.shot("still-" + f.Name + "-before")
		p.click("#solve")
		p.wait("app.answer.scrub?.at !== undefined && app.answer.scrub.at === app.answer.scrub.last && app.watching")
		p.shot("still-" + f.Name + "-solved")
		if b, u := p.where("#now .board"), p.where("#tools"); b != board || u != tools {
			t.Errorf("the board was at %v and is at %v, its tools were at %v and are at %v", board, b, tools, u)
		}
		if js[bool](p, "[...document.querySelectorAll('.held')].some(b => getComputedStyle(b).visibility !== 'hidden')") {
			t.Error("a board of the solution has buttons of the one that is played")
		}
		p.wait("(app.leave(), !app.watching)")
		if b := p.where("#now .board"); b != board {
			t.Errorf("back on the board it stands at %v, not at %v", b, board)
		}
	})
}

// TestWords wants words that a designer understands, and the editor's last button where all see it.
func TestWords(t *testing.T) {
	w := open(t)
	p := w.fresh(t, "")
	p.click("#solve")
	p.wait("document.querySelector('.ok')")
	if got := js[string](p, "document.querySelector('.ok').textContent"); got != "Checked by an independent program." {
		t.Errorf("it says %q", got)
	}
	for _, f := range w.families(t) {
		for _, k := range f.Profiles {
			if k.Title == "" || k.Group == "" || strings.ContainsAny(k.Title, "/_") && !strings.Contains(k.Title, " ") {
				t.Errorf("%s: the kind %s has the title %q", f.Name, k.Name, k.Title)
			}
		}
	}
	p.click("#new")
	for _, text := range js[[]string](p, "[...document.querySelectorAll('select[name=profile] option')].map(o => o.text)") {
		if strings.Contains(text, "/") {
			t.Errorf("a kind is called %q", text)
		}
	}
	p.shot("new")
	js[any](p, "(document.querySelector('dialog').close(), 0)")
	for _, width := range []int64{1280, 1100, 360} {
		p.size(width, 900)
		p.click("#edit")
		done, title := p.where("[data-key=done]"), p.where("#editor h2")
		if done[1] > title[1]+title[3] || done[0] < title[0]+40 {
			t.Errorf("at a width of %d Done is at %v, the title at %v", width, done, title)
		}
		p.click("#edit")
	}
}

// TestLoading opens a page whose engine comes late: what stands there says so, and stays where it is.
func TestLoading(t *testing.T) {
	w := open(t)
	list, err := w.engine.Call(t.Context(), "families", []byte("{}"))
	if err != nil {
		t.Fatal(err)
	}
	hold := make(chan struct{})
	mux := http.NewServeMux()
	mux.HandleFunc("/engine.json", func(w http.ResponseWriter, r *http.Request) {
		select {
		case <-hold:
		case <-r.Context().Done():
		}
		w.Write([]byte(`{"engine": "worker", "families": "families.json"}`))
	})
	mux.HandleFunc("/families.json", func(w http.ResponseWriter, _ *http.Request) { w.Write(list) })
	mux.HandleFunc("/worker.js", func(w http.ResponseWriter, _ *http.Request) { // never ready
		w.Header().Set("Content-Type", "text/javascript")
	})
	mux.Handle("/", http.FileServerFS(page.FS()))
	host := httptest.NewServer(mux)
	defer host.Close()
	w.url = host.URL
	p := w.fresh(t, "-")
	p.wait("(location.href = '" + host.URL + "/?test', true)")
	p.wait("globalThis.app && document.querySelector('#answer')")
	if got := js[string](p, "document.querySelector('#answer').innerText"); !strings.Contains(got, "Loading") {
		t.Errorf("the answer says %q while nothing is there", got)
	}
	p.shot("loading-0")
	answer, tools := p.where("#answer"), p.where("#tools")
	close(hold)
	p.wait("document.querySelector('#now .board svg') && document.querySelector('.verdict')")
	p.shot("loading-1")
	if a := p.where("#answer"); a[0] != answer[0] || a[1] != answer[1] || a[2] != answer[2] {
		t.Errorf("the answer was at %v and is at %v", answer, a)
	}
	if u := p.where("#tools"); u[1] < tools[1]-60 || u[1] > tools[1]+60 { // the moves of the board stand above them
		t.Errorf("the tools were at %v and are at %v", tools, u)
	}
	if js[bool](p, "[...document.querySelectorAll('#answer button')].some(b => !b.disabled)") {
		t.Error("the answer can be asked before there is an engine")
	}
}

// TestOuter paints by keyboard where a board can grow: on each side of it, and in the corner.
func TestOuter(t *testing.T) {
	w := open(t)
	doc := json.RawMessage(`{"family":"assembly","version":1,"shape":["##","##"]}`) // grows by any cell beside it
	p := w.fresh(t, w.link(t, doc))
	p.click("#edit")
	p.wait("!document.querySelector('#editor').hidden")
	for _, side := range []struct{ name, cell, key string }{{"above", "0, 0", kb.ArrowUp}, {"left", "0, 0", kb.ArrowLeft},
		{"below", "1, 1", kb.ArrowDown}, {"right", "1, 1", kb.ArrowRight}} {
		js[any](p, "(app.board.rove("+side.cell+", true), 0)")
		p.key(side.key)
		p.wait("document.activeElement.classList.contains('outer')")
		if label := js[string](p, "document.activeElement.ariaLabel"); !strings.Contains(label, side.name) {
			t.Errorf("%s of the board it is called %q", side.name, label)
		}
		p.shot("outer-" + side.name)
		p.key(kb.Enter)
		p.wait("app.board.scene.rows + app.board.scene.cols === 5")
		p.wait("document.activeElement.matches('[role=gridcell]') && !document.querySelector('.outer')")
		p.click("#undo")
		p.wait("app.board.scene.rows + app.board.scene.cols === 4")
	}
	// Out above, into the corner, down beside the board and back in.
	js[any](p, "(app.board.rove(0, 0, true), 0)")
	for _, key := range []string{kb.ArrowUp, kb.ArrowLeft, kb.ArrowDown} {
		p.key(key)
	}
	if label := js[string](p, "document.activeElement.ariaLabel"); !strings.HasSuffix(label, "row 1, 1 left of the first column") {
		t.Errorf("beside the first cell it is called %q", label)
	}
	p.key(kb.ArrowRight)
	p.wait("document.activeElement.matches('[role=gridcell]') && !document.querySelector('.outer')")
}

// TestPlayFromFar says up to which step play can go on, and does from there.
func TestPlayFromFar(t *testing.T) {
	w := open(t)
	p := w.fresh(t, "")
	js[any](p, "app.example(app.gallery.find(e => /tilts/.test(e.note) && parseInt(e.note) > 5000)).then(() => 0)")
	p.click("#solve")
	p.wait("app.answer.scrub && document.querySelector('.goto')")
	if text := js[string](p, "document.querySelector('.goto').textContent"); !strings.Contains(text, "up to step 2") {
		t.Errorf("the page says %q", text)
	}
	for at, off := range map[string]bool{"2000n": false, "2001n": true} {
		js[any](p, "(app.answer.scrub.pause(), app.answer.scrub.go("+at+").then(() => 0))")
		p.wait("app.answer.scrub.at === " + at)
		p.wait(fmt.Sprintf("app.answer.from.disabled === %v", off))
	}
	p.shot("play-from-far")
	js[any](p, "app.answer.scrub.go(2000n).then(() => app.answer.playFrom()).then(() => 0)")
	if got := js[int](p, "app.entry.moves"); got != 2000 {
		t.Errorf("after 2,000 steps %d moves are counted", got)
	}
}
