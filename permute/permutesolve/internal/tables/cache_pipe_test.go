//go:build unix

package tables

import (
	"context"
	"os"
	"path/filepath"
	"testing"

	"github.com/gridwright/gridwright/permute/permutesolve/internal/moveset"
	"github.com/gridwright/gridwright/permute/permutesolve/internal/twin"
	"github.com/gridwright/gridwright/puzzle"
)

// TestPipesForFiles puts pipes, to which nobody writes, and links to a device and to a pipe in the place of every
// kind of file. Nobody waits for them, they stay what they are, and there are answers.
func TestPipesForFiles(t *testing.T) {
	ctx := context.Background()
	c := moveset.Compile(twin.MoveSet(t, 3, 3, twin.ContestMoves))
	want, err := NewShelf("").Distribution(ctx, c, nil, DistributionOptions{}, puzzle.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	for what, put := range twin.InPlaceOfFiles() {
		dir := t.TempDir()
		ts := keeper(dir)
		watch := newWatch(c.Key("ranked"), DistributionOptions{Checkpoint: filepath.Join(dir, "states")}, puzzle.Limits{})
		if err := os.Mkdir(watch.opt.Checkpoint, 0o777); err != nil {
			t.Fatal(err)
		}
		names := []string{ts.path(c.Key("ranked")), watch.path()}
		var modes []os.FileMode
		for _, name := range names {
			if err := put(name); err != nil {
				t.Fatal(err)
			}
			info, err := os.Lstat(name)
			if err != nil {
				t.Fatal(err)
			}
			modes = append(modes, info.Mode())
		}
		got, err := ts.Distribution(ctx, c, nil, DistributionOptions{}, puzzle.Limits{})
		if err != nil || got.Total != want.Total {
			t.Errorf("%s for a table: %v", what, err)
		}
		spare := watch.opt
		spare.Spare = true
		if got, err = NewShelf("").Distribution(ctx, c, nil, spare, puzzle.Limits{}); err != nil || got.Total != want.Total {
			t.Errorf("%s for the state of a search: %v", what, err)
		}
		for i, name := range names {
			info, err := os.Lstat(name)
			if modes[i]&os.ModeSymlink != 0 { // a link is replaced; what it leads to is not touched
				if info, err := os.Lstat(name + ".pipe"); what == "a link to a pipe" &&
					(err != nil || info.Mode()&os.ModeNamedPipe == 0) {
					t.Errorf("the pipe behind %s is gone: %v", name, err)
				}
				continue
			}
			if err != nil || info.Mode() != modes[i] {
				t.Errorf("%s in place of %s is gone: %v", what, name, err)
			}
		}
	}
}
