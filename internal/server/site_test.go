package server_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/gridwright/gridwright/internal/page"
	"github.com/gridwright/gridwright/internal/server"
)

// TestSite writes the page beside an engine, and again after a change: a browser keeps all files, and takes them anew
// once one differs.
func TestSite(t *testing.T) {
	dir := t.TempDir()
	put := func(name, text string) {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	get := func(name string) string {
		text, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
	put("gridwasm.wasm", "one")
	put("gridwasm.wasm.gz", "small")
	if err := server.Site(dir, page.FS(), []byte("{}")); err != nil {
		t.Fatal(err)
	}
	first := get("sw.js")
	for _, name := range []string{`"./"`, `"gridwasm.wasm"`, `"engine.json"`} {
		if !strings.Contains(first, name) {
			t.Errorf("%s is not kept: %.300s", name, first)
		}
	}
	if strings.Contains(first, ".gz") || !strings.Contains(get("engine.json"), "worker") || get("index.html") == "" {
		t.Errorf("the site is not whole: %.300s", first)
	}
	put("gridwasm.wasm", "two")
	if err := server.Site(dir, page.FS(), []byte("{}")); err != nil || get("sw.js") == first {
		t.Errorf("another engine, and the same version (%v)", err)
	}
	if err := server.Site(dir, fstest.MapFS{"sw.js": {Data: []byte("x")}}, nil); err == nil {
		t.Error("a page whose service worker keeps nothing passes")
	}
}
