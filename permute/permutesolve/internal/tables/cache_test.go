package tables

import (
	"bytes"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"github.com/gridwright/gridwright/permute"
	"github.com/gridwright/gridwright/permute/permutesolve/internal/moveset"
	"github.com/gridwright/gridwright/permute/permutesolve/internal/twin"
	"github.com/gridwright/gridwright/puzzle"
)

// onlyFile is the one file of a directory.
func onlyFile(t *testing.T, dir string) string {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(dir, "*"))
	if err != nil || len(files) != 1 {
		t.Fatalf("files %v, %v", files, err)
	}
	return files[0]
}

// keeper is NewShelf that keeps small tables too.
func keeper(dir string) *Shelf {
	ts := NewShelf(dir)
	ts.worth = 0
	return ts
}

func TestTableCache(t *testing.T) {
	ctx := context.Background()
	dir := filepath.Join(t.TempDir(), "not", "there")
	c := moveset.Compile(twin.MoveSet(t, 3, 3, twin.ContestMoves))
	fresh, err := keeper(dir).Relative(ctx, c, nil, puzzle.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	file := onlyFile(t, dir)
	good, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if len(good) > 200_000 {
		t.Errorf("the table of 181,440 boards takes %d bytes", len(good))
	}
	same := func(tab *Table) bool {
		return tab.root == fresh.root && bytes.Equal(tab.Store.Data, fresh.Store.Data) &&
			slices.Equal(tab.counts, fresh.counts) && slices.Equal(tab.classes, fresh.classes) &&
			slices.Equal(tab.values, fresh.values)
	}
	tab, err := keeper(dir).Relative(ctx, c, nil, puzzle.Limits{})
	if err != nil || !same(tab) || !tab.Read || fresh.Read {
		t.Fatalf("read again: %v, %v", tab, err)
	}
	// Nothing is read whose making costs less than to look at it.
	if tab, err := NewShelf(dir).Relative(ctx, c, nil, puzzle.Limits{}); err != nil || !same(tab) || tab.Read {
		t.Errorf("a small table: %v, %v", tab, err)
	}
	other := moveset.Compile(twin.MoveSet(t, 3, 3, "shifts:right,down"))
	body := good[:len(good)-sha256.Size]
	edit := func(at int, v byte) []byte {
		b := slices.Clone(body)
		b[at] = v
		return twin.Signed(b)
	}
	numbers := len(tableHead) + sha256.Size
	for name, bad := range map[string][]byte{
		"empty": {}, "cut short": good[:len(good)/2], "a byte less": good[:len(good)-1],
		"a byte more":  append(slices.Clone(good), 0),
		"a bit turned": append(append(slices.Clone(good[:5000]), good[5000]^4), good[5001:]...),
		"another head": edit(3, 'x'), "another key": edit(len(tableHead), body[len(tableHead)]^1),
		"another width": edit(numbers, 8), "a width that is none": edit(numbers, 5),
		"other boards": edit(numbers+8, body[numbers+8]^1),
		"fewer levels": edit(numbers+16, 3), "no levels": edit(numbers+16, 0), "levels without end": edit(numbers+23, 0x80),
		"a level that is none": edit(len(body)-9, 0xc3), "head alone": twin.Signed([]byte(tableHead)),
		"sum alone":     twin.Signed(nil),
		"another count": edit(numbers+24+8, 77), "another cost": edit(numbers+24+24, 2),
		// and one too few of another: only the counts tell
		"a level too many":          edit(len(body)-7, body[len(body)-7]-1),
		"distances there, not back": twin.Signed(opposite(t, c, body)),
	} {
		if err := os.WriteFile(file, bad, 0o666); err != nil {
			t.Fatal(err)
		}
		if tab, err := keeper(dir).Relative(ctx, c, nil, puzzle.Limits{}); err != nil || !same(tab) {
			t.Errorf("%s: %v", name, err)
		}
		if now, _ := os.ReadFile(file); !bytes.Equal(now, good) {
			t.Errorf("%s: the file is not mended", name)
		}
	}
	// Another set's file under this name.
	if _, err := keeper(dir).Relative(ctx, other, nil, puzzle.Limits{}); err != nil {
		t.Fatal(err)
	}
	ts := keeper(dir)
	foreign, err := os.ReadFile(ts.path(other.Key("ranked")))
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, foreign, 0o666); err != nil {
		t.Fatal(err)
	}
	if tab, err := ts.Relative(ctx, c, nil, puzzle.Limits{}); err != nil || !same(tab) {
		t.Errorf("a foreign file: %v", err)
	}
	// A directory in the file's place: no cache, but an answer; and no litter.
	if err := errors.Join(os.RemoveAll(dir), os.MkdirAll(filepath.Join(file, "x"), 0o777)); err != nil {
		t.Fatal(err)
	}
	if tab, err := keeper(dir).Relative(ctx, c, nil, puzzle.Limits{}); err != nil || !same(tab) {
		t.Errorf("no place for a file: %v", err)
	}
	onlyFile(t, dir)
}

// opposite is the body of a table's file with the distances by the inverses of its moves: as many of each, and wrong.
func opposite(t *testing.T, c *moveset.Compiled, body []byte) []byte {
	t.Helper()
	back := &permute.MoveSet{Rows: c.Set.Rows, Cols: c.Set.Cols}
	for _, m := range c.Set.Moves {
		m.Cycles = slices.Clone(m.Cycles)
		for i := range m.Cycles {
			m.Cycles[i] = slices.Clone(m.Cycles[i])
			slices.Reverse(m.Cycles[i])
		}
		back.Moves = append(back.Moves, m)
	}
	tab, err := NewShelf("").Relative(context.Background(), moveset.Compile(back), nil, puzzle.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	head := len(body) - len(tab.Store.Data)
	return append(slices.Clone(body[:head]), tab.Store.Data...)
}

// TestGoalCache keeps a table of goals.
func TestGoalCache(t *testing.T) {
	dir := t.TempDir()
	set := twin.MoveSet(t, 3, 4, "shifts")
	p := &permute.Instance{Rows: 3, Cols: 4, Moves: set, Labels: []string{"a", "b", "c"},
		Start: []permute.Tile{0, 1, 2, 0, 1, 2, 0, 1, 2, 0, 1, 2},
		Goals: [][]permute.Tile{{0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2}}, Given: true}
	c := moveset.Compile(set)
	var first *Distribution
	for range 2 {
		d, err := keeper(dir).Distribution(context.Background(), c, p, DistributionOptions{}, puzzle.Limits{})
		if err != nil || d.Total != 34650 || first != nil && !slices.Equal(d.Boards, first.Boards) {
			t.Fatalf("%v, %v", d, err)
		}
		first = d
		onlyFile(t, dir)
	}
}

// TestResume kills a search after each level and goes on.
func TestResume(t *testing.T) {
	c := moveset.Compile(twin.MoveSet(t, 2, 4, "shifts"))
	one := moveset.Compile(twin.MoveSet(t, 3, 3, twin.ContestMoves))
	for _, s := range []struct {
		c   *moveset.Compiled
		lim puzzle.Limits // with or without room for a table
	}{{c, puzzle.Limits{}}, {one, puzzle.Limits{}},
		{one, puzzle.Limits{Memory: NeedRanked(one, NewShelf("").Plan(one), 4).Memory - 1}}} {
		want, err := NewShelf("").Distribution(context.Background(), s.c, nil, DistributionOptions{}, s.lim)
		if err != nil {
			t.Fatal(err)
		}
		dir := t.TempDir()
		begun := map[int64]bool{}
		for stop := 1; ; stop++ {
			if stop > 100 {
				t.Fatal("no end")
			}
			ctx, cancel := context.WithCancel(context.Background())
			told := 0
			lim := s.lim
			lim.OnProgress = func(p puzzle.Progress) {
				if told++; told == 1 {
					begun[p.Done] = true
				}
				if p.Memory <= 0 || p.Unit != "boards" {
					t.Errorf("progress %v", p)
				}
				if p.Stage == fmt.Sprint("distance ", stop+1) {
					cancel()
				}
			}
			opt := DistributionOptions{Checkpoint: dir}
			d, err := NewShelf("").Distribution(ctx, s.c, nil, opt, lim)
			cancel()
			if err != nil {
				if !errors.Is(err, context.Canceled) {
					t.Fatal(err)
				}
				if onlyFile(t, dir); stop == 5 { // what is damaged is not resumed
					data, _ := os.ReadFile(onlyFile(t, dir))
					data[len(data)/2] ^= 1
					if err := os.WriteFile(onlyFile(t, dir), data, 0o666); err != nil {
						t.Fatal(err)
					}
				}
				continue
			}
			if !slices.Equal(d.Boards, want.Boards) || !slices.Equal(d.Classes, want.Classes) || d.Total != want.Total {
				t.Errorf("resumed %v, at once %v", d, want)
			}
			break
		}
		if len(begun) < 4 {
			t.Errorf("searches began with %v boards: nothing was resumed", begun)
		}
		if files, _ := filepath.Glob(filepath.Join(dir, "*")); len(files) != 0 {
			t.Errorf("left behind: %v", files)
		}
	}
}

// TestCheckpointInterval keeps the state no oftener than was asked for.
func TestCheckpointInterval(t *testing.T) {
	c := moveset.Compile(twin.MoveSet(t, 3, 3, twin.ContestMoves))
	now := time.Unix(0, 0)
	dir := t.TempDir()
	saves := 0
	opt := DistributionOptions{Checkpoint: dir, Every: 3 * time.Second,
		Now: func() time.Time { now = now.Add(time.Second); return now }}
	lim := puzzle.Limits{OnProgress: func(puzzle.Progress) {
		if files, _ := filepath.Glob(filepath.Join(dir, "*")); len(files) > 0 {
			saves++
			os.Remove(files[0])
		}
	}}
	if _, err := NewShelf("").Distribution(context.Background(), c, nil, opt, lim); err != nil {
		t.Fatal(err)
	}
	if saves != 3 { // 10 levels of a second each
		t.Errorf("%d states kept in %v", saves, now.Sub(time.Unix(0, 0)))
	}
}
