//go:build !js

package doctest

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// pictures are those of the documents, in docs/pictures, by the arguments of render that draw them.
var pictures = map[string]string{
	"solved.svg":  "--solve examples/luxor.yaml --size 36",
	"presses.svg": "--solve examples/lights.yaml --size 36",
	"shape.svg":   "--solve examples/assembly.txt --size 36",
	"moves.svg":   "--solve examples/twist.json --size 36",
	"ring.svg":    "--solve examples/ring.json --size 36",
}

// TestPictures draws the pictures of the documents anew and compares; with -update, as "make docs" has it, it writes
// them. Each is shown somewhere.
func TestPictures(t *testing.T) {
	root := repository(t)
	dir := workplace(t, root)
	text := ""
	for _, doc := range documents(t, root) {
		text += strings.Join(lines(t, root, doc), "\n")
	}
	for name, args := range pictures {
		c := exec.Command(filepath.Join(dir, "bin", "gridwright"), strings.Fields("render -o "+name+" "+args)...)
		c.Dir = dir
		if out, err := c.CombinedOutput(); err != nil {
			t.Fatalf("%s: %v\n%s", name, err, out)
		}
		got, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil {
			t.Fatal(err)
		}
		file := filepath.Join(root, "docs", "pictures", name)
		if *update {
			if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(file, got, 0o644); err != nil {
				t.Fatal(err)
			}
		}
		if want, err := os.ReadFile(file); err != nil || !bytes.Equal(got, want) {
			t.Errorf("docs/pictures/%s is not what render draws today (%v); make docs writes it anew", name, err)
		}
		if !strings.Contains(text, "pictures/"+name) {
			t.Errorf("no document shows docs/pictures/%s", name)
		}
	}
}
