package stress

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/gridwright/gridwright/puzzle"
)

// TestReadFileLimit reads no more of an input than may be held: /dev/zero has no end.
func TestReadFileLimit(t *testing.T) {
	name := filepath.Join(t.TempDir(), "long.in")
	if err := os.WriteFile(name, []byte("1\n"+strings.Repeat("\n", 5000)), 0o666); err != nil {
		t.Fatal(err)
	}
	p := toy(t, 1, faults{})
	if _, err := ReadFile(t.Context(), p, name, puzzle.Limits{Memory: 4999}); !errors.Is(err, puzzle.ErrLimit) ||
		!strings.Contains(err.Error(), "longer than the limit on memory") {
		t.Errorf("more than 4999 bytes: %v", err)
	}
	if f, err := ReadFile(t.Context(), p, name, puzzle.Limits{Memory: 5002}); err != nil || len(f.Input) != 5002 {
		t.Errorf("5002 bytes: %v, %v", f, err)
	}
	if _, err := Kept(t.Context(), p, name, puzzle.Limits{}); !errors.Is(err, puzzle.ErrInput) {
		t.Errorf("a file for a directory: %v", err)
	}
}

// TestNotSaved wants bad input, and no fault of ours, where there is no place for what was found.
func TestNotSaved(t *testing.T) {
	p := toy(t, 1, faults{})
	file := filepath.Join(t.TempDir(), "afile")
	if err := os.WriteFile(file, nil, 0o666); err != nil {
		t.Fatal(err)
	}
	_, err := Save(p, filepath.Join(file, "kept"), &Found{File: &File{}})
	if !errors.Is(err, puzzle.ErrInput) || !strings.HasPrefix(err.Error(), "what was found cannot be saved: ") {
		t.Errorf("%v", err)
	}
}

// TestReadFileMost wants no more cases of a file than programs read.
func TestReadFileMost(t *testing.T) {
	name := filepath.Join(t.TempDir(), "two.in")
	if err := os.WriteFile(name, []byte("1\n\n2\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	_, err := ReadFile(t.Context(), toy(t, 1, faults{}), name, puzzle.Limits{})
	if !errors.Is(err, puzzle.ErrInput) || !strings.HasSuffix(err.Error(),
		"two.in: line 3, column 1: the file holds 2 cases; at most 1 are allowed") {
		t.Errorf("%v", err)
	}
	if f, err := ReadFile(t.Context(), toy(t, 2, faults{}), name, puzzle.Limits{}); err != nil || len(f.Cases) != 2 {
		t.Errorf("%v, %v", f, err)
	}
}
