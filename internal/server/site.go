package server

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// What the files of a page say where a server answers, and what they say on a plain file host.
const (
	engineFile  = "engine.json"
	inWorker    = `{"engine": "worker", "families": "families.json"}` + "\n"
	familyFile  = "families.json"
	workerFile  = "sw.js"
	keepNothing = "const files = [];\nconst version = '';\n"
)

// Site writes the page into a folder that any file host can serve, beside what a browser runs in place of a server and
// what is there already: the engine and its worker. All of it is kept by the browser after the first visit, until one
// of the files is another one. families is what the engine says of its families: the page shows boards, and takes
// moves, before the engine is loaded.
func Site(dir string, page fs.FS, families []byte) error {
	if err := os.CopyFS(dir, page); err != nil && !errors.Is(err, fs.ErrExist) {
		return err
	}
	err := fs.WalkDir(page, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		data, err := fs.ReadFile(page, name)
		if err != nil {
			return err
		}
		return os.WriteFile(filepath.Join(dir, filepath.FromSlash(name)), data, 0o644) // also over one from before
	})
	if err == nil {
		err = os.WriteFile(filepath.Join(dir, engineFile), []byte(inWorker), 0o644)
	}
	if err == nil {
		err = os.WriteFile(filepath.Join(dir, familyFile), families, 0o644)
	}
	if err != nil {
		return err
	}
	keep, version, err := kept(os.DirFS(dir))
	if err != nil {
		return err
	}
	sw, err := fs.ReadFile(page, workerFile)
	if err != nil {
		return err
	}
	list, err := json.Marshal(keep)
	if err != nil {
		return err
	}
	if !bytes.Contains(sw, []byte(keepNothing)) {
		return fmt.Errorf("%s has no list of files to be replaced", workerFile)
	}
	all := fmt.Appendf(nil, "const files = %s;\nconst version = '%s';\n", list, version)
	sw = bytes.Replace(sw, []byte(keepNothing), all, 1)
	return os.WriteFile(filepath.Join(dir, workerFile), sw, 0o644)
}

// kept lists the files of a site that a browser keeps, and a version that is another one where any of them is.
func kept(site fs.FS) (names []string, version string, err error) {
	sum := sha256.New()
	err = fs.WalkDir(site, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || name == workerFile || strings.HasSuffix(name, ".gz") {
			return err
		}
		data, err := fs.ReadFile(site, name)
		if err != nil {
			return err
		}
		fmt.Fprintf(sum, "%s %d\n", name, len(data))
		sum.Write(data)
		if name == "index.html" {
			name = "./"
		}
		names = append(names, name)
		return nil
	})
	slices.Sort(names)
	return names, hex.EncodeToString(sum.Sum(nil)[:8]), err
}
