package disk

import (
	"bufio"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"
)

// TestOldTemporaries: what a killed run left goes when the directory is written to, after a day; everything else stays.
func TestOldTemporaries(t *testing.T) {
	dir := t.TempDir()
	const hex = "0123456789abcdef01234567"
	gone := []string{"permute-" + hex + ".table.123456", "permute-" + hex + ".search.7",
		"perimeter-4x4-" + hex + ".bin.99", "perimeter-1234.tmp"}
	stay := []string{
		"permute-" + hex + ".table", "permute-" + hex + ".search", "perimeter-4x4-" + hex + ".bin", "permute-" + hex +
			".table.old",
		"permute-" + hex[1:] + ".table.1", "permute-" + hex + ".table.1.2", "perimeter-x.tmp", "perimeter-1.tmp.1",
		"notes.txt", "x.tmp",
		"xpermute-" + hex + ".table.1", "perimeter-4-" + hex + ".bin.1",
	}
	old := time.Now().Add(-25 * time.Hour)
	put := func(name string, when time.Time) {
		if err := errors.Join(os.WriteFile(filepath.Join(dir, name), nil, 0o666),
			os.Chtimes(filepath.Join(dir, name), when, when)); err != nil {
			t.Fatal(err)
		}
	}
	for _, name := range slices.Concat(gone, stay) {
		put(name, old)
	}
	young := "permute-" + hex + ".table.55"
	put(young, time.Now().Add(-23*time.Hour))
	folder := "permute-" + hex + ".table.77"
	if err := os.Mkdir(filepath.Join(dir, folder), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.Chtimes(filepath.Join(dir, folder), old, old); err != nil {
		t.Fatal(err)
	}
	if err := Write(filepath.Join(dir, "new"), func(w *bufio.Writer) { w.WriteString("x") }); err != nil {
		t.Fatal(err)
	}
	for _, name := range gone {
		if _, err := os.Lstat(filepath.Join(dir, name)); !errors.Is(err, os.ErrNotExist) {
			t.Errorf("%s is left (%v)", name, err)
		}
	}
	for _, name := range append(stay, young, folder, "new") {
		if _, err := os.Lstat(filepath.Join(dir, name)); err != nil {
			t.Error(err)
		}
	}
}
