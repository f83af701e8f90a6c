package assemblysolve

import (
	"context"
	"testing"

	"github.com/gridwright/gridwright/puzzle"
)

// known are published and reference numbers: free polyominoes are OEIS A000105.
var known = map[int]counts{
	1:  {1, [2]int64{1, 1}, [2]int64{0, 0}},
	2:  {1, [2]int64{1, 1}, [2]int64{0, 0}},
	3:  {2, [2]int64{2, 2}, [2]int64{0, 0}},
	4:  {5, [2]int64{5, 5}, [2]int64{0, 0}},
	5:  {12, [2]int64{12, 12}, [2]int64{0, 0}},
	6:  {35, [2]int64{35, 35}, [2]int64{0, 0}},
	7:  {108, [2]int64{108, 108}, [2]int64{0, 0}},
	8:  {369, [2]int64{369, 369}, [2]int64{0, 0}},
	9:  {1285, [2]int64{1285, 1285}, [2]int64{2, 0}},
	10: {4655, [2]int64{4655, 4655}, [2]int64{32, 0}},
	11: {17073, [2]int64{17072, 17073}, [2]int64{325, 2}},
	12: {63600, [2]int64{63590, 63600}, [2]int64{2536, 33}},
}

func checkCounts(t *testing.T, from, to int) {
	for n := from; n <= to; n++ {
		c, err := countShapes(context.Background(), n, puzzle.Limits{})
		if err != nil || c != known[n] {
			t.Errorf("%d cells: %+v, %v; want %+v", n, c, err, known[n])
		}
	}
}

func TestCounts(t *testing.T) { checkCounts(t, 1, 10) }
