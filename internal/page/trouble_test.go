package page_test

import (
	"bytes"
	"compress/flate"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

var arrows = map[string]string{"left": kb.ArrowLeft, "right": kb.ArrowRight, "up": kb.ArrowUp, "down": kb.ArrowDown}

// TestLinks opens links that are broken or hostile: a sentence each, and the page stands.
func TestLinks(t *testing.T) {
	w := open(t)
	pack := func(text string) string {
		var b bytes.Buffer
		z, _ := flate.NewWriter(&b, 9)
		z.Write([]byte(text))
		z.Close()
		return "#v1." + base64.RawURLEncoding.EncodeToString(b.Bytes())
	}
	for name, link := range map[string]string{
		"empty": "#v1.", "no base64": "#v1.%00!!", "no DEFLATE": "#v1.AAAA", "no JSON": pack("what"),
		"no document":  pack(`{"i":7}`),
		"other family": pack(`{"i":{"family":"<b>nobody</b>","version":1}}`),
		"many zeros":   pack(strings.Repeat("0", 70<<20)),
		"script":       pack(`{"i":{"family":"tilt","version":1,"start":["<script>","x"]}}`),
		"false claim": pack(`{"i":{"family":"tilt","version":1,"start":["a."],"target":[".a"]},` +
			`"c":{"family":"tilt","version":1,"verdict":"impossible"}}`),
	} {
		t.Run(name, func(t *testing.T) {
			p := w.fresh(t, "-")
			p.allow = []string{"Failed to load resource"} // the refusal, on the console
			p.visit(link)
			p.wait("document.querySelector('#toast').textContent.length > 10 || " +
				"document.querySelector('.verdict.no')?.textContent.length > 5 || document.querySelector('#answer .tell')")
			p.wait("app.board.scene.rows > 0")
			p.click("#share")
			p.wait("document.querySelector('dialog .link')?.textContent.includes('#v1.')")
		})
	}
}

// labelled is a puzzle all of whose texts look like HTML.
const labelled = `{"family":"tilt","version":1,"name":"<img src=x onerror=alert(1)>","author":"<b>A</b>",
"comment":"<script>alert(2)</script>","start":[["<i>x</i>",".","&lt;"],[".","<svg onload=alert(3)>","\"'>"]],
"target":[[".","&lt;","<i>x</i>"],[".","<svg onload=alert(3)>","\"'>"]]}`

// TestLabels draws labels, names and comments with HTML in them as the texts that they are.
func TestLabels(t *testing.T) {
	w := open(t)
	p := w.fresh(t, w.link(t, json.RawMessage(labelled)))
	p.wait("document.querySelector('#title').textContent.includes('<img src=x onerror=alert(1)>')")
	p.wait("document.querySelector('#title').textContent.includes('<script>alert(2)</script>')")
	p.wait("[...document.querySelectorAll('#now text')].some(t => t.textContent === '<svg onload=alert(3)>')")
	p.click("#solve")
	p.wait("app.answer.result")
	p.click("#edit")
	p.wait("!document.querySelector('#editor').hidden")
	p.shot("labels")
	made := "main img, main script, main i:not(.held i, .busy i), main svg[onload], main b"
	if n := js[int](p, fmt.Sprintf("document.querySelectorAll(%q).length", made)); n != 0 {
		t.Errorf("%d elements have been made of texts", n)
	}
}

// TestText pastes texts, good and bad; what is wrong is said with its place.
func TestText(t *testing.T) {
	w := open(t)
	p := w.fresh(t, "")
	p.allow = []string{"Failed to load resource"}
	js[any](p, "(app.editor.paste(), 0)")
	p.do(chromedp.SetValue(chromedp.CSS("dialog textarea"), "2 3\na.b\n..\n\n..b\n.ac\n"))
	p.click("dialog button.primary")
	p.wait("/line \\d/.test(document.querySelector('dialog .wrong').textContent)")
	p.do(chromedp.SetValue(chromedp.CSS("dialog textarea"), "2 3\na.b\n..c\n\n..b\n.ac\n\n1 2\na.\n\n.a\n"))
	p.click("dialog button.primary")
	p.wait("!document.querySelector('dialog') && app.board.scene.cols === 3")
	p.wait("document.querySelectorAll('#recent .card').length >= 1")
	// A text of 50 MB is refused in a sentence.
	js[any](p, "app.text('x'.repeat(50e6)).then(() => 0, e => { globalThis.refused = e.message; return 0; })")
	p.wait("globalThis.refused?.includes('MB')")
	// A claim that is dropped on the page is checked.
	p.click("#solve")
	p.wait("app.answer.result")
	js[any](p, "(globalThis.claim = app.answer.result.claim, app.answer.clear(), 0)")
	js[any](p, "app.text(JSON.stringify(globalThis.claim)).then(() => 0)")
	p.wait("document.querySelector('.ok') && app.answer.result")
	js[any](p, "(claim.verdict = 'impossible', app.text(JSON.stringify(claim)).then(() => 0, () => 0))")
	p.wait("document.querySelector('#answer .verdict.no')")
}

// TestTabs edits one board in two tabs of one profile: both boards are kept.
func TestTabs(t *testing.T) {
	w := open(t)
	a := w.fresh(t, "")
	play := func(p *tab, n int) {
		for range n {
			js[any](p, "(async () => { for (const h of app.play.scene.handles) { "+
				"const at = app.at; await app.move(h); if (app.at > at) break; } "+
				"app.keep(); return 0; })()")
		}
	}
	play(a, 1)
	b := w.tab(t, a.ctx, "")
	if x, y := js[string](a, "app.entry.id"), js[string](b, "app.entry.id"); x != y {
		t.Fatalf("the second tab has board %s, not %s", y, x)
	}
	play(a, 1)
	play(b, 2)
	documents := func(p *tab) string { return js[string](p, "JSON.stringify(app.view.document)") }
	if documents(a) == documents(b) {
		t.Fatal("both tabs have the same board")
	}
	if x, y := js[string](a, "app.entry.id"), js[string](b, "app.entry.id"); x == y {
		t.Errorf("both tabs write board %s", x)
	}
	for _, p := range []*tab{a, b} {
		p.wait("document.querySelectorAll('#recent .card').length === 2")
	}
	kept := js[[]string](a, "app.store.list().map(x => JSON.stringify(x.document))")
	if all := strings.Join(kept, "\n"); !strings.Contains(all, documents(a)) || !strings.Contains(all, documents(b)) {
		t.Errorf("kept are %s", all)
	}
	// A new visit has the latest board again.
	latest := documents(b)
	c := w.tab(t, a.ctx, "")
	if got := documents(c); got != latest {
		t.Errorf("the next visit has %s, not %s", got, latest)
	}
}

// TestStorage has a browser that keeps nothing, and one that is full: the page says so and works.
func TestStorage(t *testing.T) {
	w := open(t)
	for name, script := range map[string]string{
		"forbidden": "Object.defineProperty(window, 'localStorage', " +
			"{get() { throw new DOMException('no', 'SecurityError'); }})",
		"full": "Storage.prototype.setItem = () => { throw new DOMException('full', 'QuotaExceededError'); }",
	} {
		t.Run(name, func(t *testing.T) {
			p := w.fresh(t, "-")
			p.before(script)
			p.visit("")
			js[any](p, "app.move(app.play.scene.handles[0]).then(() => { app.keep(); return 0; })")
			p.wait("document.querySelector('#toast').textContent.includes('until this tab is closed')")
			p.click("#solve")
			p.wait("app.answer.result")
			js[any](p, "(app.undo(), app.theme('dark'), 0)")
		})
	}
}

// TestKeys does everything by keys alone.
func TestKeys(t *testing.T) {
	w := open(t)
	for _, f := range w.families(t) {
		t.Run(f.Name, func(t *testing.T) {
			doc := w.generated(t, f.Name, "solved", 1, 8)
			p := w.fresh(t, w.link(t, doc))
			for moves := 0; !js[bool](p, "app.view.done"); moves++ {
				if moves > 12 {
					t.Fatal("more moves than a shortest way has")
				}
				before := js[int](p, "app.at")
				p.key("h")
				p.wait("app.told?.text.startsWith('Hint')")
				// Tab leads to the button, or the arrows to the cell.
				p.reach(js[string](p, "app.answer.hinted"))
				p.key("\r")
				p.wait(fmt.Sprintf("app.at > %d", before))
			}
			p.key("z")
			p.wait("!app.view.done")
			p.key("y")
			p.wait("app.view.done")
			p.key("r")
			p.wait("app.entry.moves === 0")
			p.key("s")
			p.wait("app.answer.scrub")
			p.key("p")
			p.key(",")
			p.key("\x1b")
			p.wait("!app.watching")
			p.key("e")
			p.wait("app.editor.on")
			p.key("\x1b")
			p.wait("!app.editor.on")
			p.key("?")
			p.wait("document.querySelector('dialog[open]')")
			p.key("\x1b")
			p.wait("!document.querySelector('dialog[open]')")
			p.key("n")
			p.wait("document.querySelector('dialog[open] select')")
			p.key("\r")
		})
	}
}

// reach moves the focus, by Tab and arrows, to what makes a move. What has the focus can be seen.
func (p *tab) reach(move string) {
	p.Helper()
	for range 160 {
		state := js[string](p, fmt.Sprintf(`(() => {
			const el = document.activeElement, h = app.play.scene.handles.find(h => h.move === %q);
			if (el.dataset?.move === h.move) return 'there';
			if (!el.matches('[role=gridcell]') || ![...app.play.places.cells.values()].includes(h)) return 'tab';
			const [r, c] = app.board.focused;
			return r < h.y ? 'down' : r > h.y ? 'up' : c < h.x ? 'right' : c > h.x ? 'left' : 'there';
		})()`, move))
		switch state {
		case "there":
			if !js[bool](p, "getComputedStyle(document.activeElement).outlineStyle !== 'none'") {
				p.Errorf("nobody sees that %s has the focus", js[string](p, "document.activeElement.outerHTML.slice(0, 200)"))
			}
			return
		case "tab":
			p.key("\t")
		default:
			p.key(arrows[state])
		}
	}
	p.Fatalf("the keys do not lead to %q", move)
}

// TestSizes shows all families on phones, at twice the size, and with long sentences: nothing sticks out.
func TestSizes(t *testing.T) {
	w := open(t)
	sizes := [][2]int64{{360, 740}, {640, 450}, {1024, 700}}
	if testing.Short() {
		sizes = sizes[:1]
	}
	for _, size := range sizes {
		for _, f := range w.families(t) {
			t.Run(fmt.Sprintf("%d/%s", size[0], f.Name), func(t *testing.T) {
				p := w.fresh(t, "-")
				p.size(size[0], size[1])
				fits := func(what string) {
					t.Helper()
					wide := js[[]string](p, `[...document.querySelectorAll('body *')].filter(e =>
						e.getBoundingClientRect().right > innerWidth + 1 && !e.closest('.gallery ul, nav, .unseen, .word, svg'))
						.map(e => e.tagName + ' ' + e.className + ' ' + e.id).slice(0, 5)`)
					if len(wide) > 0 || js[bool](p, "document.documentElement.scrollWidth > innerWidth") {
						t.Errorf("%s is wider than %d: %q", what, size[0], wide)
					}
				}
				for _, verdict := range []string{"solved", "impossible"} {
					doc := w.generated(t, f.Name, verdict, 0, 1000)
					p.visit(w.link(t, doc))
					fits("the board")
					p.click("#solve")
					p.wait("app.answer.result")
					fits("an answer that is " + verdict)
					p.shot(fmt.Sprintf("size-%d-%s-%s", size[0], f.Name, verdict))
					p.click("#edit")
					p.wait("app.editor.on")
					fits("the editor")
					p.click("#share")
					p.wait("document.querySelector('dialog .link')?.textContent.includes('#v1.')")
					fits("the dialog")
					p.do(chromedp.Navigate("about:blank"))
				}
			})
		}
	}
}
