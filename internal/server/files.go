package server

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io/fs"
	"net/http"
	"path"
	"strings"
	"sync"
	"time"

	"github.com/gridwright/gridwright/internal/engine"
)

// files serves the files of a page, and no list of a folder. They are read at their first use: there are few, and they
// do not change.
type files struct {
	from []fs.FS
	mu   sync.Mutex
	kept map[string]*file
}

type file struct {
	data []byte
	etag string
}

func newFiles(from []fs.FS) *files { return &files{from: from, kept: map[string]*file{}} }

// kinds are what browsers call files by their ending; what the machine says of them differs from one to the next.
var kinds = map[string]string{ // nobody changes it
	".html": "text/html; charset=utf-8", ".js": "text/javascript; charset=utf-8", ".css": "text/css; charset=utf-8",
	".svg": "image/svg+xml", ".png": "image/png", ".ico": "image/x-icon", ".json": "application/json",
	".wasm": "application/wasm", ".webmanifest": "application/manifest+json", ".txt": "text/plain; charset=utf-8",
}

// read finds a file; nil where there is none.
func (f *files) read(name string) (*file, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if known := f.kept[name]; known != nil {
		return known, nil
	}
	for _, from := range f.from {
		data, err := fs.ReadFile(from, name)
		if err == nil {
			sum := sha256.Sum256(data)
			f.kept[name] = &file{data, `"` + hex.EncodeToString(sum[:12]) + `"`}
			return f.kept[name], nil
		}
		if info, gone := fs.Stat(from, name); gone == nil && !info.IsDir() && !errors.Is(err, fs.ErrNotExist) {
			return nil, err
		}
	}
	return nil, nil
}

func (f *files) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if r.Method != http.MethodGet && r.Method != http.MethodHead {
		w.Header().Set("Allow", "GET, HEAD")
		problem(w, http.StatusMethodNotAllowed, &engine.Error{Kind: engine.Unsupported, Title: "files are read with GET"})
		return
	}
	name := strings.TrimPrefix(path.Clean(r.URL.Path), "/")
	if name == "" {
		name = "index.html"
	}
	kind := kinds[path.Ext(name)]
	var found *file
	var err error
	if fs.ValidPath(name) && kind != "" && !strings.HasSuffix(r.URL.Path, name+"/") {
		found, err = f.read(name)
	}
	if err != nil || found == nil {
		problem(w, http.StatusNotFound, &engine.Error{Kind: engine.Unsupported, Title: "there is no such file"})
		return
	}
	h := w.Header()
	h.Set("Content-Type", kind)
	h.Set("Cache-Control", "no-cache") // ask again; the tag says whether it is the same
	h.Set("ETag", found.etag)
	http.ServeContent(w, r, name, time.Time{}, bytes.NewReader(found.data))
}

// icon serves the page's icon to those that ask for it by the name of old, or nothing where the page has none.
func (f *files) icon(w http.ResponseWriter, r *http.Request) {
	if found, err := f.read("icon.svg"); err != nil || found == nil {
		w.WriteHeader(http.StatusNoContent)
		return
	}
	r = r.Clone(r.Context())
	r.URL.Path = "/icon.svg"
	f.ServeHTTP(w, r)
}
