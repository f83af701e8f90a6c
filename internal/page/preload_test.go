package page_test

import (
	"io/fs"
	"strings"
	"testing"

	"github.com/gridwright/gridwright/internal/page"
)

// TestPreload wants all modules of the page named at its top, so that a browser asks for all of them at once.
func TestPreload(t *testing.T) {
	index, err := fs.ReadFile(page.FS(), "index.html")
	if err != nil {
		t.Fatal(err)
	}
	names, err := fs.Glob(page.FS(), "*.js")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range names {
		link := `<link rel="modulepreload" href="` + name + `">`
		if name != "sw.js" && !strings.Contains(string(index), link) {
			t.Errorf("index.html lacks %s", link)
		}
	}
}
