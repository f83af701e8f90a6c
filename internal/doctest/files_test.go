//go:build !js

package doctest

import (
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

func repository(t *testing.T) string {
	t.Helper()
	root, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	return root
}

// find lists the files below root of which want says yes, by their names with slashes.
func find(t *testing.T, root string, want func(name string) bool) (files []string) {
	t.Helper()
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			if strings.HasPrefix(filepath.Base(path), "_doctest-") {
				return nil // another test has just removed its program
			}
			return err
		}
		name := d.Name()
		if d.IsDir() && path != root && (name[0] == '.' || name == "bin" || strings.HasPrefix(name, "_doctest-")) {
			return fs.SkipDir
		}
		rel, err := filepath.Rel(root, path)
		if err != nil {
			return err
		}
		if rel = filepath.ToSlash(rel); d.Type().IsRegular() && want(rel) {
			files = append(files, rel)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}

// documents lists all documents of the repository, those in folders too.
func documents(t *testing.T, root string) []string {
	t.Helper()
	return find(t, root, func(name string) bool {
		return strings.HasSuffix(name, ".md") && !strings.Contains(name, "testdata/")
	})
}

// lines reads a file of the repository.
func lines(t *testing.T, root, file string) []string {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(root, filepath.FromSlash(file)))
	if err != nil {
		t.Fatal(err)
	}
	return strings.Split(string(data), "\n")
}

// prose gives the lines of a document with those of code blocks emptied.
func prose(t *testing.T, root, file string) []string {
	t.Helper()
	out := lines(t, root, file)
	code := false
	for i, line := range out {
		fence := strings.HasPrefix(strings.TrimSpace(line), "```")
		if fence || code {
			out[i] = ""
		}
		code = code != fence
	}
	return out
}

// TestAllDocumentsAreFound compares the walk with names and with a plain listing of each folder of docs.
func TestAllDocumentsAreFound(t *testing.T) {
	root := repository(t)
	found := documents(t, root)
	want := []string{"README.md", "CONTRIBUTING.md", "CHANGELOG.md"}
	for _, pattern := range []string{"docs/*.md", "docs/*/*.md", "docs/*/*/*.md"} {
		files, err := filepath.Glob(filepath.Join(root, filepath.FromSlash(pattern)))
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range files {
			rel, err := filepath.Rel(root, f)
			if err != nil {
				t.Fatal(err)
			}
			want = append(want, filepath.ToSlash(rel))
		}
	}
	// Each family has its page of formats and its page of proofs.
	for _, name := range familyNames() {
		want = append(want, "docs/formats/"+name+".md", "docs/proofs/"+name+".md")
	}
	for _, name := range want {
		if !slices.Contains(found, name) {
			t.Errorf("%s is not among the documents that are tested", name)
		}
	}
}
