package permutesolve

import (
	"bufio"
	"context"
	"encoding/binary"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"github.com/gridwright/gridwright/permute/permutesolve/internal/disk"
	"github.com/gridwright/gridwright/permute/permutesolve/internal/moveset"
	"github.com/gridwright/gridwright/permute/permutesolve/internal/search"
	"github.com/gridwright/gridwright/permute/permutesolve/internal/twin"
	"github.com/gridwright/gridwright/puzzle"
)

// TestOldTemporaries: what a killed run left goes when the directory is written to, after a day; everything else stays.
func TestOldTemporaries(t *testing.T) {
	dir := t.TempDir()
	const hex = "0123456789abcdef01234567"
	gone := []string{"permute-" + hex + ".table.123456", "permute-" + hex + ".search.7", "perimeter-4x4-" + hex + ".bin.99", "perimeter-1234.tmp"}
	stay := []string{
		"permute-" + hex + ".table", "permute-" + hex + ".search", "perimeter-4x4-" + hex + ".bin", "permute-" + hex + ".table.old",
		"permute-" + hex[1:] + ".table.1", "permute-" + hex + ".table.1.2", "perimeter-x.tmp", "perimeter-1.tmp.1", "notes.txt", "x.tmp",
		"xpermute-" + hex + ".table.1", "perimeter-4-" + hex + ".bin.1",
	}
	old := time.Now().Add(-25 * time.Hour)
	put := func(name string, when time.Time) {
		if err := errors.Join(os.WriteFile(filepath.Join(dir, name), nil, 0o666), os.Chtimes(filepath.Join(dir, name), when, when)); err != nil {
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
	if err := disk.Write(filepath.Join(dir, "new"), func(w *bufio.Writer) { w.WriteString("x") }); err != nil {
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
	// Both kinds of caches sweep.
	put(gone[0], old)
	if _, err := keeper(dir).relative(context.Background(), moveset.Compile(twin.MoveSet(t, 2, 3, "shifts")), nil, puzzle.Limits{}); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Lstat(filepath.Join(dir, gone[0])); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("a table was kept and %s is left (%v)", gone[0], err)
	}
	put(gone[1], old)
	if _, err := search.NewPreparations(moveset.Compile(twin.MoveSet(t, 2, 3, "shifts")), dir).Near(context.Background(), puzzle.Limits{}); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Lstat(filepath.Join(dir, gone[1])); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("a perimeter was kept and %s is left (%v)", gone[1], err)
	}
}

// TestLyingState signs states of searches that hold something else: the search begins anew.
func TestLyingState(t *testing.T) {
	c := moveset.Compile(twin.MoveSet(t, 3, 3, twin.ContestMoves))
	for _, lim := range []puzzle.Limits{{}, {Memory: needRanked(c, newTables("").plan(c), 4).memory - 1}} {
		want, err := newTables("").distribution(context.Background(), c, nil, DistributionOptions{}, lim)
		if err != nil {
			t.Fatal(err)
		}
		dir := t.TempDir()
		opt := DistributionOptions{Checkpoint: dir}
		ctx, cancel := context.WithCancel(context.Background())
		stopped := lim
		stopped.OnProgress = func(p puzzle.Progress) {
			if p.Stage == "distance 8" {
				cancel()
			}
		}
		if _, err := newTables("").distribution(ctx, c, nil, opt, stopped); !errors.Is(err, context.Canceled) {
			t.Fatal(err)
		}
		file := onlyFile(t, dir)
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		body := data[:len(data)-32]
		numbers := len(resumeHead) + 32 + 32 // counts and classes of each level
		sets := 16 * 3024                    // seen and front: a word for each block of 60 boards
		seen, front := len(body)-sets, len(body)-sets/2
		edit := func(f func(b []byte)) []byte {
			b := slices.Clone(body)
			f(b)
			return twin.Signed(b)
		}
		add := func(b []byte, at int, by uint64) {
			binary.LittleEndian.PutUint64(b[at:], binary.LittleEndian.Uint64(b[at:])+by)
		}
		for name, bad := range map[string][]byte{
			"a board more":           edit(func(b []byte) { add(b, numbers, 1); add(b, numbers+8, 1) }),
			"classes without boards": edit(func(b []byte) { add(b, numbers+24, 100) }),
			"nothing in front":       edit(func(b []byte) { clear(b[front:]) }),
			"all in front":           edit(func(b []byte) { copy(b[front:], b[seen:front]) }),
			"all seen": edit(func(b []byte) {
				for i := seen; i < front; i++ {
					b[i] = 255
				}
			}),
			"other boards": edit(func(b []byte) {
				for _, at := range []int{seen, front} { // the blocks the other way round
					for i, j := 0, sets/2-8; i < j; i, j = i+8, j-8 {
						x, y := binary.LittleEndian.Uint64(b[at+i:]), binary.LittleEndian.Uint64(b[at+j:])
						binary.LittleEndian.PutUint64(b[at+i:], y)
						binary.LittleEndian.PutUint64(b[at+j:], x)
					}
				}
			}),
			"honest": data,
		} {
			if err := os.WriteFile(file, bad, 0o666); err != nil {
				t.Fatal(err)
			}
			first := int64(-1)
			told := lim
			told.OnProgress = func(p puzzle.Progress) {
				if first < 0 {
					first = p.Done
				}
			}
			d, err := newTables("").distribution(context.Background(), c, nil, opt, told)
			if err != nil || !slices.Equal(d.Boards, want.Boards) {
				t.Errorf("%s: %v, %v", name, d, err)
			}
			if (first == 1) == (name == "honest") {
				t.Errorf("%s: the search begins with %d boards", name, first)
			}
		}
	}
}
