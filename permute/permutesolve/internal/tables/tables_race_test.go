package tables

import (
	"context"
	"fmt"
	"sync"
	"testing"

	"github.com/gridwright/gridwright/permute"
	"github.com/gridwright/gridwright/permute/permutesolve/internal/moveset"
	"github.com/gridwright/gridwright/permute/permutesolve/internal/twin"
	"github.com/gridwright/gridwright/puzzle"
)

// TestTablesAtOnce asks four solvers that share tables about four sets of moves at once, while tables are
// forgotten because they are too many together. Under the race detector it fails where a slot is written
// without the lock under which forget reads it.
func TestTablesAtOnce(t *testing.T) {
	words := []string{"shifts", "shift-right shift-down", "twist:2x2", "swap:adjacent"}
	var sets []*permute.MoveSet
	for _, w := range words {
		sets = append(sets, twin.MoveSet(t, 2, 3, w))
	}
	want := make([]int, len(sets))
	for i, set := range sets {
		tab, err := NewShelf("").Relative(context.Background(), moveset.Compile(set), nil, puzzle.Limits{})
		if err != nil {
			t.Fatal(err)
		}
		want[i] = len(tab.values)
	}
	for range 10 {
		ts := NewShelf("")
		ts.most = 1 // every table but the latest is forgotten
		var wg sync.WaitGroup
		errs := make([]error, 4*len(sets))
		for worker := range errs {
			wg.Go(func() {
				for k := range 3 * len(sets) {
					i := (worker + k) % len(sets)
					c := moveset.Compile(sets[i])
					tab, err := ts.Relative(context.Background(), c, nil, puzzle.Limits{})
					if err == nil && (tab.C != c || len(tab.values) != want[i]) {
						err = fmt.Errorf("%s: a table of %d levels, want %d", words[i], len(tab.values), want[i])
					}
					if err != nil {
						errs[worker] = err
						return
					}
				}
			})
		}
		wg.Wait()
		for _, err := range errs {
			if err != nil {
				t.Fatal(err)
			}
		}
		if len(ts.Slots) > 1 {
			t.Errorf("%d tables are kept", len(ts.Slots))
		}
	}
}
