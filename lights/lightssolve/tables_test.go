package lightssolve

import (
	"context"
	"errors"
	"fmt"
	"math/big"
	"slices"
	"strings"
	"testing"

	"github.com/gridwright/gridwright/internal/zmod"
	"github.com/gridwright/gridwright/lights"
	"github.com/gridwright/gridwright/puzzle"
)

// rowsOf computes a table; what is left out of opt has its default.
func rowsOf(t *testing.T, name, arg string, opt puzzle.Options) ([]string, error) {
	t.Helper()
	for _, table := range Tables() {
		if table.Name != name {
			continue
		}
		all := puzzle.Options{}
		for _, o := range table.Options {
			all[o.Name] = o.Default
			if v, ok := opt[o.Name]; ok {
				all[o.Name] = v
			}
		}
		list, err := table.Open(arg, all)
		if err != nil {
			return nil, err
		}
		var rows []string
		err = list.Rows(context.Background(), puzzle.Limits{}, func(row []string) error {
			if len(row) != len(list.Columns) {
				t.Fatalf("%s: %v under %v", name, row, list.Columns)
			}
			rows = append(rows, strings.Join(row, " "))
			return nil
		})
		for _, c := range list.Columns {
			if key := strings.ReplaceAll(c, " ", "_"); !puzzle.IsKey(key) {
				t.Errorf("%s: the column %q is no key", name, c)
			}
		}
		return rows, err
	}
	t.Fatalf("there is no table %s", name)
	return nil, nil
}

func TestTables(t *testing.T) {
	king := puzzle.Options{"pattern": "king", "modulus": "3", "topology": "torus"}
	for _, c := range []struct {
		table, arg string
		opt        puzzle.Options
		want       string
	}{
		{"nullity", "3..5", nil, "3 0|4 4|5 2"},
		{"nullity", "4..5x1..2", nil, "4 1 0|4 2 0|5 1 1|5 2 1"},
		{"nullity", "5x2", nil, "5 2 1"},
		{"nullity", "3", king, "3 8"}, // all rows are alike
		{"nullity", "2..3x3", puzzle.Options{"modulus": "6", "pattern": "[[0,0,1]]"}, "2 3 0 0 1|3 3 0 0 1"},
		{"nullity", "2", puzzle.Options{"modulus": "6", "pattern": "[[0,0,2]]"}, "2 4 0 16"},
		{"nullity", "2", puzzle.Options{"modulus": "4", "pattern": "[[0,0,2]]"}, "2 4 16"},
		{"fewest", "4..5", nil, "4 4 2|5 15 4"},
		{"fewest", "1x2", puzzle.Options{"pattern": "[[0,0,2]]", "modulus": "4"}, "1 2 impossible 0"},
		{"fewest", "3", king, "3 2 45"},
		{"distribution", "2x2", nil, "0 1|1 4|2 6|3 4|4 1"},
		{"distribution", "2x2", puzzle.Options{"pattern": "king"}, "0 1|1 1"},
		{"smith", "3", nil, "3 1 (8 times), 7"},
		{"smith", "2x1..2", puzzle.Options{"pattern": "king"}, "2 1 1, 0|2 2 1, 0 (3 times)"},
		{"nullity", "0..3", nil, "is no range"},
		{"nullity", "5..3", nil, "is no range"},
		{"nullity", "x", nil, "is no range"},
		{"nullity", "3x", nil, "is no range"},
		{"nullity", "3x3x3", nil, "is no range"},
		{"distribution", "2", nil, "is no size"},
		{"smith", "2x201", nil, "is too large"},
		{"nullity", "3", puzzle.Options{"modulus": "1"}, "the modulus is"},
		{"nullity", "3", puzzle.Options{"modulus": "99999999999999999999"}, "the modulus is"},
		{"nullity", "3", puzzle.Options{"pattern": "queer"}, "there is no pattern"},
		{"nullity", "3", puzzle.Options{"pattern": "[[0,0,2]]"}, "vanishes"},
		{"nullity", "3", puzzle.Options{"pattern": "[[0,0"}, ""},
		{"nullity", "3", puzzle.Options{"topology": "sphere"}, "there is no topology"},
		{"nullity", "100000", puzzle.Options{"pattern": "square:40000"}, "at most"},
	} {
		rows, err := rowsOf(t, c.table, c.arg, c.opt)
		got := strings.Join(rows, "|")
		if err != nil {
			got = err.Error()
		}
		if (err != nil) != errors.Is(err, puzzle.ErrInput) || err == nil && got != c.want || err != nil && !strings.Contains(got, c.want) {
			t.Errorf("%s %s %v: %s, want %s", c.table, c.arg, c.opt, got, c.want)
		}
	}
}

// TestPublishedTables compares the first rows of OEIS A159257, A075464 and of b159257 with the tables, and the
// fast way of the classical nullity with the general one.
func TestPublishedTables(t *testing.T) {
	for name, want := range map[string]string{
		"nullity 1..40": "0 0 0 4 2 0 0 0 8 0 6 0 0 4 0 8 2 0 16 0 0 0 14 4 0 0 0 0 10 20 0 20 16 4 6 0 0 0 32 0",
		"fewest 1..14":  "1 4 5 4 15 28 33 40 25 44 55 72 105 56",
	} {
		table, arg, _ := strings.Cut(name, " ")
		rows, err := rowsOf(t, table, arg, nil)
		if err != nil {
			t.Fatal(err)
		}
		for i, value := range strings.Fields(want) {
			if f := strings.Fields(rows[i]); f[0] != fmt.Sprint(i+1) || f[1] != value {
				t.Errorf("%s: row %q, want %s", name, rows[i], value)
			}
		}
	}
	fast, err1 := rowsOf(t, "nullity", "1..12x1..9", nil)
	slow, err2 := rowsOf(t, "nullity", "1..12x1..9", puzzle.Options{"pattern": "[[0,0,1],[1,0,1],[-1,0,1],[0,1,1],[0,-1,1]]"})
	if err := errors.Join(err1, err2); err != nil || !slices.Equal(fast, slow) {
		t.Errorf("%v\n%v\n%v", err, fast, slow)
	}
}

// kernelByElimination is the twin of the nullity tables: it writes the matrix button by button with the
// naive dynamics, and counts the solutions of A·x = 0 modulo a prime power by elimination with the smallest
// power of the prime as pivot. dim is the nullity modulo the prime.
func kernelByElimination(p *lights.Instance, prime, q uint64) (dim int, size *big.Int) {
	n := naive{p, rawOffsets(p)}
	cells := p.Width * p.Height
	rows := make([][]uint64, cells) // a row a button: the transpose has a kernel of the same size
	for i := range rows {
		rows[i] = make([]uint64, cells)
		n.press(rows[i], i%p.Width, i/p.Width, 1)
		for j := range rows[i] {
			rows[i][j] %= q
		}
	}
	power := func(v uint64) uint64 { // the largest power of prime in v
		out := uint64(1)
		for v != 0 && v%prime == 0 {
			v, out = v/prime, out*prime
		}
		return out
	}
	size = big.NewInt(1)
	for k := range cells {
		pr, pc := -1, -1
		for i := k; i < cells; i++ {
			for j := k; j < cells; j++ {
				if rows[i][j] != 0 && (pr < 0 || power(rows[i][j]) < power(rows[pr][pc])) {
					pr, pc = i, j
				}
			}
		}
		if pr < 0 {
			dim += cells - k
			return dim, size.Mul(size, new(big.Int).Exp(new(big.Int).SetUint64(q), big.NewInt(int64(cells-k)), nil))
		}
		rows[k], rows[pr] = rows[pr], rows[k]
		for i := range rows {
			rows[i][k], rows[i][pc] = rows[i][pc], rows[i][k]
		}
		v := power(rows[k][k])
		if size.Mul(size, new(big.Int).SetUint64(v)); v > 1 {
			dim++
		}
		for i := k + 1; i < cells; i++ {
			for times := uint64(0); rows[i][k] != 0; times++ { // add the pivot's row until it is gone
				for j := k; j < cells; j++ {
					rows[i][j] = (rows[i][j] + rows[k][j]) % q
				}
				if times > q {
					panic("no such multiple")
				}
			}
		}
	}
	return dim, size
}

// TestNullityTables compares the table with the twin over small rectangles.
func TestNullityTables(t *testing.T) {
	for _, pattern := range []string{"plus", "x", "king", "knight", "rook", "bishop", "queen", "diamond:2", "ball:2", "square:2",
		"open-plus", "open-x", "open-king", "open-knight", "open-rook", "open-bishop", "open-queen", "open-diamond:3", "[[0,0,1],[1,0,1],[0,2,1]]"} {
		for _, topology := range []string{"plane", "cylinder", "torus"} {
			for _, modulus := range []uint32{2, 3, 4, 6, 9} {
				opt := puzzle.Options{"pattern": pattern, "topology": topology, "modulus": fmt.Sprint(modulus)}
				rows, err := rowsOf(t, "nullity", "1..5x1..4", opt)
				if err != nil {
					t.Fatalf("%v: %v", opt, err)
				}
				rules, err := lights.ParseRules(opt["modulus"], pattern, topology)
				if err != nil {
					t.Fatal(err)
				}
				for w := 1; w <= 5; w++ {
					for h := 1; h <= 4; h++ {
						p, err := rules.Sized(h, w)
						if err != nil {
							t.Fatal(err)
						}
						want, all := fmt.Sprint(w, " ", h), big.NewInt(1)
						factors := zmod.Factor(modulus)
						for _, q := range factors {
							dim, size := kernelByElimination(p, uint64(q.P), uint64(q.Value()))
							want += fmt.Sprint(" ", dim)
							all.Mul(all, size)
						}
						if len(factors) > 1 || factors[0].K > 1 {
							want += " " + all.String()
						}
						if got := rows[(w-1)*4+h-1]; got != want {
							t.Errorf("%v: the row is %q, by elimination %q", opt, got, want)
						}
					}
				}
			}
		}
	}
}

// TestTableLimits wants the limits of memory and time to end a table.
func TestTableLimits(t *testing.T) {
	rules, err := openNullity("3000", puzzle.Options{"pattern": "knight", "topology": "plane", "modulus": "6"})
	if err != nil {
		t.Fatal(err)
	}
	none := func([]string) error { return nil }
	if err := rules.Rows(context.Background(), puzzle.Limits{Memory: 1 << 20}, none); !errors.Is(err, puzzle.ErrLimit) {
		t.Errorf("memory: %v", err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if err := rules.Rows(ctx, puzzle.Limits{}, none); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
	stop := errors.New("enough")
	list, err := openNullity("1..100000", puzzle.Options{"pattern": "plus", "topology": "plane", "modulus": "2"})
	if err == nil {
		err = list.Rows(context.Background(), puzzle.Limits{}, func([]string) error { return stop })
	}
	if !errors.Is(err, stop) {
		t.Error(err)
	}
}
