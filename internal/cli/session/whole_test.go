package session

import (
	"os"
	"path/filepath"
	"testing"
)

// TestWriteWhole wants a file to be written, to keep its mode and its links, and to stay as it was where that fails.
func TestWriteWhole(t *testing.T) {
	dir := t.TempDir()
	name, link := filepath.Join(dir, "file"), filepath.Join(dir, "link")
	if err := os.WriteFile(name, []byte("old"), 0o640); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(name, link); err != nil {
		t.Fatal(err)
	}
	if err := WriteWhole(link, []byte("new")); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(name)
	info, _ := os.Lstat(link)
	mode, _ := os.Stat(name)
	if string(text) != "new" || err != nil || info.Mode()&os.ModeSymlink == 0 || mode.Mode().Perm() != 0o640 {
		t.Errorf("%q, %v, link %v, file %v", text, err, info.Mode(), mode.Mode())
	}
	if err := WriteWhole(filepath.Join(dir, "missing", "file"), nil); err == nil ||
		err.Error() != filepath.Join(dir, "missing", "file")+": no such file or directory" {
		t.Errorf("%v", err)
	}
	if err := WriteWhole(os.DevNull, []byte("new")); err != nil {
		t.Error(err)
	}
	if left, _ := filepath.Glob(filepath.Join(dir, ".*")); len(left) > 0 {
		t.Errorf("left behind: %q", left)
	}
	t.Chdir(dir)
	for _, c := range []struct {
		a, b string
		want bool
	}{{"file", "./link", true}, {"file", "other", false}, {"other", "./other", true}, {"link", dir, false}} {
		if SameFile(c.a, c.b) != c.want {
			t.Errorf("%s and %s: not %v", c.a, c.b, c.want)
		}
	}
}
