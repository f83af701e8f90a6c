package page_test

import (
	"bytes"
	"context"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"github.com/gridwright/gridwright/families"
	"github.com/gridwright/gridwright/internal/cli/input"
	"github.com/gridwright/gridwright/internal/pack"
	"github.com/gridwright/gridwright/puzzle"
)

const packText = `[
{"family":"lights","version":1,"name":"easy","start":["110","100","000"]},
{"family":"lights","version":1,"name":"<b>lost</b>","start":["1000","0000","0000","0000"]},
{"family":"tilt","version":1,"name":"slide","start":["a..","...","b.."],"target":["...","..a","..b"]},
{"family":"lights","version":1,"name":"turned","start":["000","001","011"]},
{"family":"lights","version":1,"name":"long","start":["11111","11111","11111","11111","11111"]},
7]`

// report is the page about packText.
func report(t *testing.T) []byte {
	t.Helper()
	r := &input.Reader{Limits: puzzle.DefaultLimits(), Stdin: strings.NewReader(packText)}
	for _, f := range families.All() {
		r.Checkers = append(r.Checkers, f.Checker)
	}
	entries, err := pack.Load(context.Background(), r, []string{"-"}, func(err error) { t.Error(err) })
	if err != nil {
		t.Fatal(err)
	}
	results, err := pack.Check(context.Background(), entries, pack.Options{Limits: r.Limits})
	if err != nil {
		t.Fatal(err)
	}
	var text bytes.Buffer
	if err := pack.WriteHTML(context.Background(), &text, results, r.Limits); err != nil {
		t.Fatal(err)
	}
	return text.Bytes()
}

// TestPackReport opens the page about a pack: it asks for nothing, its pictures stand, it sorts and filters, by light and
// by dark, and on a phone.
func TestPackReport(t *testing.T) {
	text := report(t)
	host := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch r.URL.Path {
		case "/":
			w.Header().Set("Content-Type", "text/html; charset=utf-8")
			w.Write(text)
		case "/favicon.ico": // browsers ask for it on their own
		default:
			t.Errorf("the page asks for %s", r.URL)
		}
	}))
	defer host.Close()
	w := open(t)
	w.url = host.URL
	p := w.fresh(t, "-")
	p.allow = append(p.allow, "favicon")
	p.do(chromedp.Navigate(host.URL + "/"))
	names := func() []string {
		return js[[]string](p, "[...document.querySelectorAll('tbody tr')].filter(r => !r.hidden).map(r => r.dataset.name)")
	}
	want := func(what string, list ...string) {
		t.Helper()
		if got := names(); !slices.Equal(got, list) {
			t.Errorf("%s: %q, want %q", what, got, list)
		}
	}
	want("at first", "easy", "<b>lost</b>", "slide", "turned", "long", "-:6")
	js[any](p, "(document.querySelectorAll('img').forEach(i => i.loading = 'eager'), 0)")
	p.wait("[...document.querySelectorAll('img')].every(i => i.complete && i.naturalWidth > 40)")
	if n := js[int](p, "document.querySelectorAll('img').length"); n != 5 {
		t.Errorf("%d pictures, want 5", n)
	}
	p.shot("pack-light")

	click := func(selector string) {
		js[any](p, "(document.querySelector(`"+selector+"`).click(), 0)")
	}
	click("[data-by=grade]")
	want("by difficulty", "<b>lost</b>", "-:6", "easy", "slide", "turned", "long")
	click("[data-by=grade]")
	want("the most difficult first", "long", "easy", "slide", "turned", "<b>lost</b>", "-:6")
	if got := js[string](p, "document.querySelector('[aria-sort]').textContent + document.querySelector('[aria-sort]').ariaSort"); got !=
		"difficultydescending" {
		t.Errorf("the head of the column says %q", got)
	}
	click("[data-by=number]")
	click("[value=wrong]")
	want("what is wrong", "<b>lost</b>", "turned", "-:6")
	click("[value=twin]")
	want("twins", "turned")
	click("tr:not([hidden]) a")
	p.wait("location.hash === '#level-1' && !document.querySelector('#level-1').hidden")
	want("a link to what was hidden shows all", "easy", "<b>lost</b>", "slide", "turned", "long", "-:6")
	js[any](p, "(document.querySelector('#find').focus(), 0)")
	p.key("lights LO")
	want("words", "<b>lost</b>", "long")
	p.key("xyz")
	p.wait("!document.querySelector('.none').hidden")
	js[any](p, "(document.querySelector('#find').value = '', show(), 0)")

	p.scheme("dark")
	p.wait("getComputedStyle(document.body).backgroundColor === 'rgb(21, 23, 26)'")
	p.wait("[...document.querySelectorAll('img')].every(i => i.complete && i.naturalWidth > 40)")
	p.shot("pack-dark")
	p.size(390, 844)
	if js[bool](p, "document.documentElement.scrollWidth > innerWidth") {
		t.Error("on a phone the page is wider than the screen")
	}
	p.shot("pack-phone")
}
