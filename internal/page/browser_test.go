package page_test

import (
	"context"
	"encoding/json"
	"fmt"
	"io/fs"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/network"
	cdp "github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"

	"github.com/gridwright/gridwright/examples/flip/flipcheck"
	"github.com/gridwright/gridwright/examples/flip/flipsolve"
	"github.com/gridwright/gridwright/families"
	"github.com/gridwright/gridwright/internal/engine"
	"github.com/gridwright/gridwright/internal/page"
	"github.com/gridwright/gridwright/internal/server"
	"github.com/gridwright/gridwright/puzzle"
)

// patience is how long a test waits for what the page does at once on a fast machine.
const patience = 120 * time.Second

// patient is patience, or what PATIENCE says for somebody who is writing tests.
func patient() time.Duration {
	if d, err := time.ParseDuration(os.Getenv("PATIENCE")); err == nil {
		return d
	}
	return patience
}

// browser finds a Chromium or Chrome. As root on a machine with apt it installs one.
func browser(t testing.TB) string {
	t.Helper()
	if path := os.Getenv("CHROMIUM"); path != "" {
		return path
	}
	names := []string{"chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome", "headless-shell",
		"/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
		"/Applications/Chromium.app/Contents/MacOS/Chromium",
		filepath.Join(os.Getenv("ProgramFiles"), `Google\Chrome\Application\chrome.exe`)}
	find := func() string {
		for _, name := range names {
			if path, err := exec.LookPath(name); err == nil {
				return path
			}
		}
		return ""
	}
	if path := find(); path != "" {
		return path
	}
	if _, err := exec.LookPath("apt-get"); err == nil && runtime.GOOS == "linux" && os.Geteuid() == 0 {
		ctx, cancel := context.WithTimeout(context.Background(), 15*time.Minute)
		defer cancel()
		for _, args := range [][]string{{"update"}, {"install", "-y", "chromium"}} {
			cmd := exec.CommandContext(ctx, "apt-get", args...)
			cmd.Env = append(os.Environ(), "DEBIAN_FRONTEND=noninteractive")
			if out, err := cmd.CombinedOutput(); err != nil {
				t.Logf("apt-get %s: %v\n%.2000s", strings.Join(args, " "), err, out)
			}
		}
	}
	if path := find(); path != "" {
		return path
	}
	t.Skip("SKIPPED: no Chromium or Chrome, so the page was NOT tested; install chromium, or name it in CHROMIUM")
	return ""
}

// A world is a server with an engine, and a browser.
type world struct {
	engine *engine.Engine
	url    string
	ctx    context.Context // of the browser
}

var (
	starting sync.Once
	shared   context.Context // of the one browser of all tests
	stop     context.CancelFunc
)

// TestMain ends the browser behind the last test.
func TestMain(m *testing.M) {
	code := m.Run()
	if stop != nil {
		stop()
	}
	os.Exit(code)
}

// open starts a server, of more files too, and the browser where none runs.
func open(t testing.TB, more ...fs.FS) *world {
	t.Helper()
	path := browser(t)
	starting.Do(func() {
		opts := append(chromedp.DefaultExecAllocatorOptions[:], chromedp.ExecPath(path), chromedp.DisableGPU,
			chromedp.WindowSize(1280, 900))
		if os.Geteuid() == 0 {
			opts = append(opts, chromedp.NoSandbox)
		}
		ctx, end := chromedp.NewExecAllocator(context.Background(), opts...)
		ctx, endTab := chromedp.NewContext(ctx)
		shared, stop = ctx, func() { endTab(); end() }
		if err := chromedp.Do(ctx); err != nil {
			t.Fatalf("%s does not start: %v", path, err)
		}
	})
	known := families.All()
	opt := engine.Options{Version: "test", Contests: families.Contests(known)}
	toy := puzzle.Define(flipsolve.Spec(flipcheck.Spec())) // a family that the page has never heard of
	e := engine.New(append(known, toy), families.Gallery(), opt)
	srv := httptest.NewServer(server.New(server.Options{Engine: e, Files: append([]fs.FS{page.FS()}, more...)}))
	t.Cleanup(srv.Close)
	return &world{e, srv.URL, shared}
}

// A tab is a page that is driven. What it says on the console, and whom it asks, is watched to the end.
type tab struct {
	testing.TB
	w      *world
	ctx    context.Context
	mu     sync.Mutex
	wrong  []string
	allow  []string // what may stand on the console
	origin string
}

// fresh is a tab of a profile of its own, where nothing is kept.
func (w *world) fresh(t testing.TB, path string) *tab {
	t.Helper()
	return w.tab(t, w.ctx, path, chromedp.WithNewBrowserContext())
}

func (w *world) tab(t testing.TB, parent context.Context, path string, opts ...chromedp.ContextOption) *tab {
	t.Helper()
	ctx, cancel := chromedp.NewContext(parent, opts...)
	p := &tab{TB: t, w: w, ctx: ctx, origin: w.url}
	if err := chromedp.Do(ctx); err != nil {
		t.Fatal(err)
	}
	messages := chromedp.Console(ctx)
	requests := chromedp.Events(ctx, network.RequestWillBeSent)
	if _, err := chromedp.Call(ctx, network.Enable, network.EnableParams{}); err != nil {
		t.Fatal(err)
	}
	go func() {
		for m, err := range messages {
			if err != nil {
				return
			}
			if s := m.String(); !strings.HasPrefix(s, "log:") && !strings.HasPrefix(s, "debug:") {
				p.note(fmt.Sprintf("console: %s %s", s, m.URL))
			}
		}
	}()
	go func() {
		for r, err := range requests {
			if err != nil {
				return
			}
			u := r.Request.URL
			ours := strings.HasPrefix(u, p.origin+"/") || strings.HasPrefix(u, "blob:"+p.origin)
			if !ours && !strings.HasPrefix(u, "data:") && u != "about:blank" {
				p.note("outside request: " + u)
			}
		}
	}()
	t.Cleanup(func() {
		cancel()
		p.mu.Lock()
		defer p.mu.Unlock()
		for _, s := range p.wrong {
			t.Error(s)
		}
	})
	p.size(1280, 900)
	if path != "-" {
		p.visit(path)
	}
	return p
}

func (p *tab) note(s string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, ok := range p.allow {
		if strings.Contains(s, ok) {
			return
		}
	}
	p.wrong = append(p.wrong, s)
}

func (p *tab) do(actions ...chromedp.Action[chromedp.Void]) {
	p.Helper()
	ctx, cancel := context.WithTimeout(p.ctx, patient())
	defer cancel()
	if err := chromedp.Do(ctx, actions...); err != nil {
		p.Fatal(err)
	}
}

// visit opens a page and waits until it stands.
func (p *tab) visit(path string) {
	p.Helper()
	p.do(chromedp.Navigate(p.w.url + "/?test" + path))
	p.wait("globalThis.app?.view && !document.querySelector('#stage[aria-busy]')")
}

func (p *tab) size(w, h int64) { p.Helper(); p.do(chromedp.EmulateViewport(w, h)) }

// js runs a script; what it returns is read into T.
func js[T any](p *tab, script string) T {
	p.Helper()
	ctx, cancel := context.WithTimeout(p.ctx, patient())
	defer cancel()
	raw, err := chromedp.Run(ctx, chromedp.Evaluate[[]byte]("(async () => JSON.stringify(await ("+script+") ?? null))()",
		chromedp.EvalAwaitPromise))
	if err != nil {
		p.Fatalf("%s: %v", script, err)
	}
	var text string
	var v T
	if err := json.Unmarshal(raw, &text); err != nil {
		p.Fatalf("%s: %v in %.200s", script, err, raw)
	}
	if err := json.Unmarshal([]byte(text), &v); err != nil {
		p.Fatalf("%s: %v in %.200s", script, err, text)
	}
	return v
}

// wait waits until a condition holds.
func (p *tab) wait(condition string) {
	p.Helper()
	for end := time.Now().Add(patient()); ; {
		if js[bool](p, "(() => !!("+condition+"))()") {
			return
		}
		if time.Now().After(end) {
			state := js[string](p, "[document.title, document.querySelector('#status').textContent, "+
				"document.querySelector('#answer').textContent.slice(0, 400), document.querySelector('#toast').textContent]"+
				".join(' | ')")
			p.Fatalf("waited in vain for %s\n%s", condition, state)
		}
		time.Sleep(25 * time.Millisecond)
	}
}

func (p *tab) click(selector string) {
	p.Helper()
	p.do(chromedp.Click(chromedp.CSS(selector)))
}

func (p *tab) key(keys string) { p.Helper(); p.do(chromedp.KeyEvent(keys)) }

// pointer presses at a place of the board, in cells.
func (p *tab) tapCell(x, y float64) {
	p.Helper()
	at := js[[2]float64](p, fmt.Sprintf(`(() => { const b = app.board; b.el.scrollIntoView({block: 'center'});
		const r = b.el.getBoundingClientRect();
		return [r.left + (%g - b.b.x) / b.b.w * r.width, r.top + (%g - b.b.y) / b.b.h * r.height]; })()`, x, y))
	p.do(chromedp.MouseClickXY(at[0], at[1]))
}

// files has the page keep the files that it would hand to the person, in saved.
func (p *tab) files() {
	p.Helper()
	js[any](p, `(globalThis.saved = [], URL.createObjectURL = (old => b => {
		saved.push({size: b.size, type: b.type});
		return old.call(URL, b);
	})(URL.createObjectURL), 0)`)
}

// scheme is light or dark.
func (p *tab) scheme(to string) {
	p.Helper()
	feature := &emulation.MediaFeature{Name: "prefers-color-scheme", Value: to}
	media := emulation.SetEmulatedMediaParams{Features: []*emulation.MediaFeature{feature}}
	if _, err := chromedp.Call(p.ctx, emulation.SetEmulatedMedia, media); err != nil {
		p.Fatal(err)
	}
}

// before has a script run in each page before its own.
func (p *tab) before(script string) {
	p.Helper()
	early := cdp.AddScriptToEvaluateOnNewDocumentParams{Source: script}
	if _, err := chromedp.Call(p.ctx, cdp.AddScriptToEvaluateOnNewDocument, early); err != nil {
		p.Fatal(err)
	}
}

// shot keeps a picture of the page where somebody asks for it: SHOTS names a folder.
func (p *tab) shot(name string) {
	p.Helper()
	dir := os.Getenv("SHOTS")
	if dir == "" {
		return
	}
	time.Sleep(400 * time.Millisecond) // what moves comes to rest
	png, err := chromedp.Run(p.ctx, chromedp.CaptureScreenshot())
	if err == nil {
		err = os.WriteFile(filepath.Join(dir, name+".png"), png, 0o644)
	}
	if err != nil {
		p.Error(err)
	}
}

// call asks the engine of the server.
func call[R any](w *world, t testing.TB, verb string, args any) R {
	t.Helper()
	raw, err := json.Marshal(args)
	if err != nil {
		t.Fatal(err)
	}
	got, err := w.engine.Call(context.Background(), verb, raw)
	if err != nil {
		t.Fatalf("%s %.300s: %v", verb, raw, err)
	}
	var out R
	if err := json.Unmarshal(got, &out); err != nil {
		t.Fatal(err)
	}
	return out
}

type args = map[string]any

// link is what a link to a document has behind the address.
func (w *world) link(t testing.TB, document json.RawMessage) string {
	t.Helper()
	return "#" + call[engine.Shared](w, t, "share", args{"document": document}).Fragment
}
