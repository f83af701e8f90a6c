package cli_test

import (
	"bytes"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/gridwright/gridwright/families"
	"github.com/gridwright/gridwright/internal/cli"
)

// TestFamilyHelp wants the help about a family on one screen, with the name of each of its formats.
func TestFamilyHelp(t *testing.T) {
	for _, f := range families.All() {
		var out, errs bytes.Buffer
		code := cli.Main(t.Context(), []string{"help", f.Name()}, strings.NewReader(""), &out, &errs, families.All,
			families.Contests)
		lines := strings.Split(strings.TrimSuffix(out.String(), "\n"), "\n")
		if code != 0 || len(lines) > 20 {
			t.Errorf("help %s: code %d, %d lines; at most 20 fit", f.Name(), code, len(lines))
		}
		for i, l := range lines {
			if len([]rune(l)) > 78 || strings.HasSuffix(l, " ") {
				t.Errorf("help %s, line %d: %d columns, or a blank at the end: %q", f.Name(), i+1, len([]rune(l)), l)
			}
		}
		for _, format := range f.Formats() {
			if !strings.Contains(out.String(), format.Name) {
				t.Errorf("help %s does not show %s", f.Name(), format.Name)
			}
		}
	}
}

// TestNoFamilyIsNamed wants fronts that know families by what these say of themselves: no source of a front names one,
// nor a format of one.
func TestNoFamilyIsNamed(t *testing.T) {
	var names []string
	for _, f := range families.All() {
		names = append(names, f.Name())
		for _, format := range f.Formats() {
			names = append(names, format.Name)
		}
	}
	seen := 0
	look := func(path string, d fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return err
		}
		seen++
		text, err := os.ReadFile(path)
		for _, name := range names {
			if strings.Contains(strings.ToLower(string(text)), name) {
				t.Errorf("%s names %s", path, name)
			}
		}
		return err
	}
	for _, dir := range []string{".", filepath.Join("..", "..", "scene")} {
		if err := filepath.WalkDir(dir, look); err != nil {
			t.Error(err)
		}
	}
	if seen < 38 {
		t.Errorf("%d files were looked at", seen)
	}
}
