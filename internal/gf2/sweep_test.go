//go:build sweep

package gf2

import (
	"bufio"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"sync"
	"sync/atomic"
	"testing"
)

// TestSweepNullity compares the whole published table (OEIS A159257). Run it with
//
//	GRIDWRIGHT_TABLES=dir go test -tags sweep -run Sweep -v ./internal/gf2
//
// where dir holds b159257.txt.
func TestSweepNullity(t *testing.T) {
	dir := os.Getenv("GRIDWRIGHT_TABLES")
	if dir == "" {
		t.Fatal("GRIDWRIGHT_TABLES does not name the folder of the tables")
	}
	f, err := os.Open(filepath.Join(dir, "b159257.txt"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var table [][2]int
	for s := bufio.NewScanner(f); s.Scan(); {
		var e [2]int
		if _, err := fmt.Sscan(s.Text(), &e[0], &e[1]); err != nil {
			t.Fatal(err)
		}
		table = append(table, e)
	}
	var next atomic.Int64
	var wg sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		wg.Go(func() {
			for {
				i := int(next.Add(1)) - 1
				if i >= len(table) {
					return
				}
				if got := Nullity(nil, table[i][0], table[i][0]); got != table[i][1] {
					t.Errorf("Nullity(%d) = %d, want %d", table[i][0], got, table[i][1])
				}
			}
		})
	}
	wg.Wait()
	t.Logf("%d boards", len(table))
}
