//go:build unix

package search

import (
	"context"
	"os"
	"path/filepath"
	"testing"

	"github.com/gridwright/gridwright/permute/permutesolve/internal/moveset"
	"github.com/gridwright/gridwright/permute/permutesolve/internal/twin"
	"github.com/gridwright/gridwright/puzzle"
)

// TestPipesForPerimeters puts what is no file in the place of a perimeter: nobody waits for it, it stays what it is
// but for links, which are replaced, and there is a perimeter.
func TestPipesForPerimeters(t *testing.T) {
	c := moveset.Compile(twin.MoveSet(t, 4, 4, "shifts"))
	for what, put := range twin.InPlaceOfFiles() {
		dir := t.TempDir()
		name := filepath.Join(dir, PerimeterName(c))
		if err := put(name); err != nil {
			t.Fatal(err)
		}
		before, err := os.Lstat(name)
		if err != nil {
			t.Fatal(err)
		}
		prep := NewPreparations(c, dir)
		prep.Most = 20000
		if pm, err := prep.Near(context.Background(), puzzle.Limits{}); err != nil || pm.Read {
			t.Errorf("%s for a perimeter: %v", what, err)
		}
		if before.Mode()&os.ModeSymlink != 0 {
			if info, err := os.Lstat(name + ".pipe"); what == "a link to a pipe" &&
				(err != nil || info.Mode()&os.ModeNamedPipe == 0) {
				t.Errorf("the pipe behind %s is gone: %v", name, err)
			}
			continue
		}
		if after, err := os.Lstat(name); err != nil || after.Mode() != before.Mode() {
			t.Errorf("%s in place of %s is gone: %v", what, name, err)
		}
	}
}
