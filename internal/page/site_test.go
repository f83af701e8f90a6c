package page_test

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os/exec"
	"strings"
	"testing"

	"github.com/gridwright/gridwright/internal/page"
	"github.com/gridwright/gridwright/internal/server"
)

// site is the folder that "make site" writes.
func site(t testing.TB, w *world) string {
	t.Helper()
	if _, err := exec.LookPath("make"); err != nil {
		t.Skip("SKIPPED: no make here, so the site for plain file hosts was NOT tested")
	}
	dir := t.TempDir()
	if out, err := exec.Command("make", "-C", "../..", "wasm", "SITE="+dir).CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	list, err := w.engine.Call(context.Background(), "families", []byte("{}"))
	if err == nil {
		err = server.Site(dir, page.FS(), list)
	}
	if err != nil {
		t.Fatal(err)
	}
	return dir
}

// TestSite has a plain file host serve the page: it is played before the engine is loaded, solves in a worker, stops a
// question that takes long, and goes on without the host.
func TestSite(t *testing.T) {
	w := open(t)
	host := httptest.NewServer(http.FileServer(http.Dir(site(t, w))))
	defer host.Close()
	w.url = host.URL
	p := w.fresh(t, "-")
	p.visit("")
	p.wait("app.engine.kind === 'worker'")
	js[any](p, "app.move(app.play.scene.handles[0]).then(() => 0)")
	p.click("#solve")
	p.wait("app.answer.result?.verdict === 'solved' && document.querySelector('.ok')")
	p.wait("app.answer.scrub?.at !== undefined && app.answer.scrub.at === app.answer.scrub.last")
	// Pictures are made here too.
	for _, kind := range []string{"svg", "png"} {
		p.files()
		js[any](p, "(app.share.pictures(app.answer.result), 0)")
		js[any](p, fmt.Sprintf("([...document.querySelectorAll('dialog button')].find(b => b.textContent === %q).click(), 0)",
			strings.ToUpper(kind)))
		p.wait(fmt.Sprintf("saved.at(-1)?.type.startsWith('image/%s') && saved.at(-1).size > 300", kind))
		js[any](p, "(document.querySelector('dialog').close(), 0)")
	}
	// A film is not: that is said in a sentence, and which way there is.
	js[any](p, "(app.share.pictures(app.answer.result), 0)")
	js[any](p, "([...document.querySelectorAll('dialog button')].find(b => b.textContent === 'GIF').click(), 0)")
	p.wait("/^GIF is not made in a browser; .* makes all\\.$/.test(document.querySelector('dialog .wrong').textContent)")
	p.shot("site-gif")
	js[any](p, "(document.querySelector('dialog').close(), 0)")
	// Who cancels ends the worker; the next question starts another.
	js[any](p, `(globalThis.stopped = '', globalThis.control = new AbortController(),
		app.call('solve', {document: app.gallery[4].document}, control.signal).catch(e => { stopped = e.kind; }),
		control.abort(), 0)`)
	p.wait("stopped === 'cancelled'")
	// Where the engine ends by itself whoever waits is told so, and the next question starts another one too.
	js[any](p, `(globalThis.lost = '',
		app.call('solve', {document: app.gallery[4].document}).catch(e => { lost = e.message; }),
		app.engine.worker.onmessage({data: {gone: 'it has ended'}}),
		app.call('draw', {document: app.gallery[0].document}).then(v => { globalThis.drawn = !!v.document; }), 0)`)
	p.wait("lost === 'it has ended' && globalThis.drawn")
	p.wait("navigator.serviceWorker.controller || navigator.serviceWorker.ready.then(() => true)")
	js[any](p, "navigator.serviceWorker.ready.then(() => 0)")
	p.wait("navigator.serviceWorker.controller")
	host.CloseClientConnections()
	host.Close()
	p.visit("")
	p.click("#solve")
	p.wait("app.answer.result?.verdict === 'solved' && document.querySelector('.ok')")
	p.click("#hint")
	p.wait("app.told?.text.length > 3")
}
