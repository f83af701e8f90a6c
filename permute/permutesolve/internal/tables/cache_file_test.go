package tables

import (
	"context"
	"encoding/binary"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"github.com/gridwright/gridwright/permute/permutesolve/internal/moveset"
	"github.com/gridwright/gridwright/permute/permutesolve/internal/twin"
	"github.com/gridwright/gridwright/puzzle"
)

// TestTablesSweep: who keeps a table removes what a killed run left.
func TestTablesSweep(t *testing.T) {
	dir := t.TempDir()
	left := filepath.Join(dir, "permute-0123456789abcdef01234567.table.123456")
	old := time.Now().Add(-25 * time.Hour)
	if err := os.WriteFile(left, nil, 0o666); err != nil {
		t.Fatal(err)
	}
	if err := os.Chtimes(left, old, old); err != nil {
		t.Fatal(err)
	}
	if _, err := keeper(dir).Relative(context.Background(), moveset.Compile(twin.MoveSet(t, 2, 3, "shifts")), nil,
		puzzle.Limits{}); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Lstat(left); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("a table was kept and %s is left (%v)", left, err)
	}
}

// TestLyingState signs states of searches that hold something else: the search begins anew.
func TestLyingState(t *testing.T) {
	c := moveset.Compile(twin.MoveSet(t, 3, 3, twin.ContestMoves))
	for _, lim := range []puzzle.Limits{{}, {Memory: NeedRanked(c, NewShelf("").Plan(c), 4).Memory - 1}} {
		want, err := NewShelf("").Distribution(context.Background(), c, nil, DistributionOptions{}, lim)
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
		if _, err := NewShelf("").Distribution(ctx, c, nil, opt, stopped); !errors.Is(err, context.Canceled) {
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
			d, err := NewShelf("").Distribution(context.Background(), c, nil, opt, told)
			if err != nil || !slices.Equal(d.Boards, want.Boards) {
				t.Errorf("%s: %v, %v", name, d, err)
			}
			if (first == 1) == (name == "honest") {
				t.Errorf("%s: the search begins with %d boards", name, first)
			}
		}
	}
}
