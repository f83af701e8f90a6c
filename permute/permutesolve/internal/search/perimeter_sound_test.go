package search

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

// TestLyingPerimeter signs perimeters that hold something else.
func TestLyingPerimeter(t *testing.T) {
	ctx := context.Background()
	for name, c := range middleSets(t) {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			pm := grown(t, c, 5000)
			file := filepath.Join(dir, PerimeterName(c))
			save := func() []byte {
				t.Helper()
				if err := pm.save(dir); err != nil {
					t.Fatal(err)
				}
				data, err := os.ReadFile(file)
				if err != nil {
					t.Fatal(err)
				}
				return data[:len(data)-32]
			}
			body := save()
			reject := func(what string, bad []byte) {
				t.Helper()
				if err := os.WriteFile(file, twin.Signed(bad), 0o666); err != nil {
					t.Fatal(err)
				}
				if _, err := loadPerimeter(ctx, c, dir, puzzle.Limits{}); !errors.Is(err, errBadCache) {
					t.Errorf("%s: %v", what, err)
				}
			}
			if err := os.WriteFile(file, twin.Signed(body), 0o666); err != nil {
				t.Fatal(err)
			}
			if got, err := loadPerimeter(ctx, c, dir, puzzle.Limits{}); err != nil || !got.Read {
				t.Fatalf("the true file: %v", err)
			}
			top := len(perimeterMagic) + len(moveset.Key{})
			edit := func(at int, v uint64) []byte {
				bad := slices.Clone(body)
				binary.LittleEndian.PutUint64(bad[at:], v)
				return bad
			}
			reject("a wider radius", edit(top, uint64(pm.top+1)))
			reject("no radius", edit(top, 1<<63))
			reject("a whole perimeter", edit(top+8, binary.LittleEndian.Uint64(body[top+8:])|1))
			reject("a long key", edit(len(perimeterMagic), 1<<40))
			reject("many counts", edit(top+16, 1<<40))
			// Other distances: nearer, farther.
			for _, by := range []int64{-1, 1} {
				for _, table := range pm.shards {
					for slot := range table.mask + 1 {
						if d := table.dist(slot); d > 1 && d+by <= 255 {
							table.set(slot, d+by)
						}
					}
				}
				bad := save()
				for _, table := range pm.shards {
					for slot := range table.mask + 1 {
						if d := table.dist(slot); d+by > 1 && d > 0 {
							table.set(slot, max(1, d-by))
						}
					}
				}
				reject("other distances", bad)
			}
		})
	}
}

// TestPerimetersSweep: who keeps a perimeter removes what a killed run left.
func TestPerimetersSweep(t *testing.T) {
	dir := t.TempDir()
	left := filepath.Join(dir, "permute-0123456789abcdef01234567.table.123456")
	old := time.Now().Add(-25 * time.Hour)
	if err := os.WriteFile(left, nil, 0o666); err != nil {
		t.Fatal(err)
	}
	if err := os.Chtimes(left, old, old); err != nil {
		t.Fatal(err)
	}
	if err := grown(t, moveset.Compile(twin.MoveSet(t, 2, 3, "shifts")), 100).save(dir); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Lstat(left); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("a perimeter was kept and %s is left (%v)", left, err)
	}
}
