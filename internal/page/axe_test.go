package page_test

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
)

// axeVersion is the version of axe-core, which finds what people with disabilities would trip over. It comes through
// npm, at the time of the test alone.
const axeVersion = "4.10.3"

func axe(t *testing.T) string {
	npm, err := exec.LookPath("npm")
	if err != nil {
		t.Skip("SKIPPED: no npm here, so axe-core did NOT look at the page; install Node.js (Debian: apt-get install npm)")
	}
	dir := t.TempDir()
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Minute)
	defer cancel()
	cmd := exec.CommandContext(ctx, npm, "install", "--no-audit", "--no-fund", "--ignore-scripts", "--prefix", dir,
		"axe-core@"+axeVersion)
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Skipf("SKIPPED: axe-core cannot be had, so it did NOT look at the page: %v %.500s", err, out)
	}
	script, err := os.ReadFile(filepath.Join(dir, "node_modules", "axe-core", "axe.min.js"))
	if err != nil {
		t.Fatal(err)
	}
	return string(script)
}

// look says what axe-core, whose script is loaded, finds on the page.
func look(t *testing.T, p *tab, what string) {
	t.Helper()
	js[any](p, "Promise.allSettled(document.getAnimations().filter(a => a.effect.getComputedTiming().iterations < 9)"+
		".map(a => a.finished)).then(() => 0)")
	for _, s := range js[[]string](p, `axe.run(document, {resultTypes: ['violations']}).then(r => r.violations.filter(
		v => v.impact === 'serious' || v.impact === 'critical').map(v => v.id + ': ' + v.help + ': ' +
		v.nodes.slice(0, 3).map(n => n.html.slice(0, 160) + ' ' + (n.any[0]?.message || '')).join(' | ')))`) {
		t.Errorf("%s: %s", what, s)
	}
}

// TestAxe finds no serious violation, on boards of all families, in both themes, with dialogs and the editor.
func TestAxe(t *testing.T) {
	script := axe(t)
	w := open(t)
	for i, f := range w.families(t) {
		t.Run(f.Name, func(t *testing.T) {
			p := w.fresh(t, "-")
			p.scheme([]string{"light", "dark"}[i%2])
			for _, verdict := range []string{"solved", "impossible"} {
				p.visit(w.link(t, w.generated(t, f.Name, verdict, 0, 1000)))
				p.do(chromedp.Evaluate[chromedp.Void](script + ";0"))
				look(t, p, "the board")
				p.click("#solve")
				p.wait("app.answer.result")
				look(t, p, "an answer that is "+verdict)
				p.click("#edit")
				p.wait("app.editor.on")
				look(t, p, "the editor")
				if verdict == "solved" && (i == 0 || !testing.Short()) {
					for _, open := range []string{"app.share.open()", "app.fresh()", "app.editor.paste()"} {
						js[any](p, fmt.Sprintf("(%s, 0)", open))
						p.wait("document.querySelector('dialog[open]')")
						look(t, p, open)
						js[any](p, "(document.querySelector('dialog').close(), 0)")
					}
				}
				p.do(chromedp.Navigate("about:blank"))
			}
		})
	}
}

// TestPackAxe is TestAxe for the page about a pack.
func TestPackAxe(t *testing.T) {
	script, text := axe(t), report(t)
	host := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		w.Write(text)
	}))
	defer host.Close()
	w := open(t)
	w.url = host.URL
	for _, theme := range []string{"light", "dark"} {
		p := w.fresh(t, "-")
		p.allow = append(p.allow, "favicon")
		p.scheme(theme)
		p.do(chromedp.Navigate(host.URL + "/"))
		p.do(chromedp.Evaluate[chromedp.Void](script + ";0"))
		look(t, p, theme)
		js[any](p, "(document.querySelectorAll('details').forEach(d => d.open = true), 0)")
		look(t, p, theme+", details open")
	}
}
