package families_test

import (
	"context"
	"crypto/sha256"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/gridwright/gridwright/families"
	"github.com/gridwright/gridwright/permute"
	"github.com/gridwright/gridwright/puzzle"
)

// TestPermuteForgedTable puts another table with the right sum in the place of one that was kept: verdicts, proofs and scrambles
// are those without a cache.
func TestPermuteForgedTable(t *testing.T) {
	if testing.Short() {
		t.Skip("SKIPPED: with -short a table of 3 × 4 was NOT made")
	}
	ctx, dir := context.Background(), t.TempDir()
	const doc = `{"family":"permute","version":1,"start":[[12,2,3,4],[5,6,7,8],[9,10,11,1]],"target":[[1,2,3,4],[5,6,7,8],[9,10,11,12]],"moves":["shifts"]}`
	type answers struct {
		cost, proved int64
		start        []permute.Tile
	}
	ask := func(fam *puzzle.Family) (a answers) {
		t.Helper()
		in := mustInstances(fam, doc)[0]
		quick, err := fam.Solve(ctx, in, puzzle.Limits{VerdictOnly: true})
		if err != nil {
			t.Fatal(err)
		}
		a.cost = quick.Value().(permute.Outcome).Witness.Cost
		cl, err := fam.Prove(ctx, in, puzzle.Limits{})
		if err != nil {
			t.Fatal(err)
		}
		a.proved = cl.Value().(permute.Outcome).Witness.Cost
		from, err := fam.Scramble(ctx, in, 9, rand.New(rand.NewPCG(1, 2)), puzzle.Limits{})
		if err != nil {
			t.Fatal(err)
		}
		a.start = from.Value().(*permute.Instance).Start
		return a
	}
	want := ask(families.Permute(dir))
	files, err := filepath.Glob(filepath.Join(dir, "*.table"))
	if err != nil || len(files) != 1 {
		t.Fatal(files, err)
	}
	data, err := os.ReadFile(files[0])
	if err != nil {
		t.Fatal(err)
	}
	// The levels of all boards, 4 bits each, come last: each byte's boards change places, so that there are as many of each.
	forged := data[:len(data)-sha256.Size]
	for i := len(forged) - 1<<23; i < len(forged); i++ {
		forged[i] = forged[i]<<4 | forged[i]>>4
	}
	sum := sha256.Sum256(forged)
	if err := os.WriteFile(files[0], append(forged, sum[:]...), 0o666); err != nil {
		t.Fatal(err)
	}
	got := ask(families.Permute(dir))
	if got.cost != want.cost || got.proved != want.proved || want.cost != want.proved || !slices.Equal(got.start, want.start) {
		t.Errorf("with a forged table %+v, without %+v", got, want)
	}
}
