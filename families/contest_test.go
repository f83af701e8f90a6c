package families_test

import (
	"bytes"
	"crypto/sha256"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/gridwright/gridwright/assembly"
	"github.com/gridwright/gridwright/families"
	"github.com/gridwright/gridwright/internal/extent"
	"github.com/gridwright/gridwright/lights"
	"github.com/gridwright/gridwright/puzzle"
	"github.com/gridwright/gridwright/puzzle/contest"
	"github.com/gridwright/gridwright/tilt"
)

// A contestRow is what the tests know of one contest.
type contestRow struct {
	name string
	tiny int // how many tiny instances there are
	// shape is the shorter side, the longer one, and what a size counts: tiny instances are in its order.
	shape func(in puzzle.Instance) [3]int
	right func(ins []puzzle.Instance, output string) bool // a twin, for cases of few at the most
	few   int
	// least is what a smaller instance has less of, in this order. Optional: shrinking only has to end.
	least func(t *testing.T, p *contest.Problem, in puzzle.Instance) []int64
	files []string // small cases for judging
	// made are digests of what profiles make: the same seed makes the same bytes for ever. Behind them stands how many
	// of how many can be solved.
	made map[string]string
}

var contestRows = []contestRow{
	{
		name: "tilting-tiles", tiny: 4499, shape: tiltShape, right: only(tilted), few: 9, least: tiltLeast,
		files: []string{"2 2\na.\n.b\n\n..\nab\n", "1 3\nab.\n\n.ba\n"},
		made: map[string]string{
			"broken": "42dc0f3fcfdf 25/30", "clash": "312f99072625 22/30", "comb": "464300b13549 17/30",
			"few-tiles": "f744f48f8407 27/30", "full": "ca12c78e37f7 21/30", "many-turns": "064d2582253d 26/30",
			"near-miss": "52f61ea141f0 17/30", "one-colour": "15ea95ba0265 28/30", "one-tilt": "524cd4700f9a 26/30",
			"random": "6a5a3c20519b 24/30", "spiral": "28a2e1d1adac 25/30", "staircase": "b5faf0372c45 27/30",
			"thin": "d0241f1db16f 25/30", "walk": "af85e7bd6d3c 30/30", "worst-time": "8ee8090ad4b1 0/3",
		},
	},
	{
		name: "awkward-lights", tiny: 22716, shape: lightsShape, right: only(pressable), few: 9,
		files: []string{"1 1 1\n1\n2 1 1\n1 0\n0 0 0\n", "3 2 1\n1 0 1\n0 0 0\n0 0 0\n"},
		made: map[string]string{
			"all-on": "6fad508859cd 30/30", "beyond": "59c4607dfbe8 20/30", "near-miss": "7e33e86d0c99 0/30",
			"oblong": "f19f5a4dabed 22/30", "one-lamp": "cd339c437c87 6/30", "pressed": "65d529441448 30/30",
			"random": "78d07477df7b 20/30", "thin": "454ae165fcc1 27/30", "worst": "6dfc6ac405d0 3/3",
		},
	},
	{
		name: "extended-lights-out", tiny: 931, shape: lightsShape, right: only(chased), few: 30,
		files: []string{"1\n0 0 0 0 0 0\n0 0 1 0 0 0\n0 1 1 1 0 0\n0 0 1 0 0 0\n0 0 0 0 0 0\n"},
		made: map[string]string{
			"few": "895b39e8a08c 30/30", "lines": "349959933e9c 30/30", "pressed": "7ade179504bd 30/30",
			"random": "3c6c5e4ee330 30/30",
		},
	},
	{
		name: "fliptile", tiny: 1290, shape: lightsShape, right: only(fewestPresses), few: 9,
		files: []string{"1 2\n1 1\n", "1 2\n0 1\n", "2 3\n0 1 1\n1 1 0\n"},
		made: map[string]string{
			"near-miss": "2618748da01a 0/30", "random": "79487d65ccf1 27/30", "thin": "ee54d4e498aa 30/30",
			"ties": "4d3f1d392f73 30/30", "worst": "8d821b96e681 3/3",
		},
	},
	{
		name: "minimum-flips", tiny: 682, shape: lightsShape, right: only(numberOfPresses), few: 9,
		files: []string{"2\n1 1\n1\n1 2\n1 0\n", "1\n2 2\n0 0\n0 1\n"},
		made: map[string]string{
			"flipped": "b0a5b39cfcda 30/30", "full": "edf3f5742f97 25/30", "random": "2f61d77c9eba 23/30",
		},
	},
	{ // Trees of n cells, turned ones apart: 1, 2, 6, 18, 55, 174, 570 (OEIS A066158); each with each block as its root.
		name: "sliding-blocks", tiny: 1 + 2*2 + 3*6 + 4*18 + 5*55 + 6*174 + 7*570, shape: slidingShape,
		right: slidesRight, few: 8,
		files: []string{"4 4 4\n2 2\n2 3\n3 3\n1 2\n", "3 4 9\n1 4\n1 1\n1 2\n2 1\n2 3\n2 4\n3 1\n3 2\n3 3\n",
			"5 5 1\n3 3\n", "3 3 5\n2 2\n1 1\n1 2\n2 3\n3 3\n"},
		made: map[string]string{
			"comb": "93174c9703d3 30/30", "dense": "80958e94c903 21/30", "far-block": "6340fa1c0173 9/30",
			"large": "cbb027e8ce3c 2/3", "large-slides": "abd8abf0dc16 3/3", "long-line": "545033d16d82 3/3",
			"near-miss": "80c66bb55d57 23/30", "pocket": "1269c5f50a5f 24/30", "root-in-the-way": "5f134622de81 2/30",
			"root-last": "a38959dc5b24 24/30", "root-middle": "c79d7c1b569e 23/30", "single": "a2250f97185b 30/30",
			"slides": "4d083b7c8f6e 30/30", "snake": "6e99847bc1c7 30/30", "spiral": "8025f3aade75 23/30",
			"staircase": "dd007c8acdb2 28/30", "stretched": "4daca314d5c7 30/30", "thin": "94ccf666cd9e 30/30",
			"tree": "78ed95728c75 22/30",
		},
	},
	{
		name: "square-puzzle", tiny: 4938, shape: func(puzzle.Instance) [3]int { return [3]int{} }, right: only(squareMoves),
		files: []string{"3\n123\n456\n789\n312\n456\n789\n123\n456\n789\n213\n456\n789\n321\n654\n987\n321\n654\n987\n"},
		made: map[string]string{
			"again": "d4d024f225ff 20/30", "antipodes": "970a913b634b 30/30", "in-order": "c12236fc1110 30/30",
			"near": "0ed36cc38d92 30/30", "one-way": "67f44692b046 30/30", "parity-trap": "653c3ac2b28d 20/30",
			"random": "3774a93082c9 10/30", "reachable": "2b550d3cd279 30/30", "turns": "3d81955b8bb0 30/30",
		},
	},
}

func tiltShape(in puzzle.Instance) [3]int {
	b := in.Value().(*tilt.Instance).Start
	return [3]int{min(b.H, b.W), max(b.H, b.W), b.Len()}
}

func lightsShape(in puzzle.Instance) [3]int {
	p := in.Value().(*lights.Instance)
	return [3]int{min(p.Width, p.Height), max(p.Width, p.Height), p.Width * p.Height}
}

func slidingShape(in puzzle.Instance) [3]int {
	p := in.Value().(*assembly.Instance)
	return [3]int{int(min(p.Rows, p.Cols)), int(max(p.Rows, p.Cols)), len(p.Blocks)}
}

// tiltLeast are cells, tiles, colours, the sum of rows and columns of tiles of the start, and tilts of the shortest way.
func tiltLeast(t *testing.T, p *contest.Problem, in puzzle.Instance) []int64 {
	q := in.Value().(*tilt.Instance)
	size := []int64{int64(q.Start.Len()), 0, int64(len(q.Palette)), 0, 0}
	for r := range q.Start.H {
		for c := range q.Start.W {
			if q.Start.At(r, c) != 0 {
				size[1]++
				size[3] += int64(r + c)
			}
		}
	}
	cl, err := p.Family().Solve(t.Context(), in, puzzle.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	if cl.Verdict() == puzzle.Solved {
		size[4] = cl.Value().(tilt.Outcome).Witness.Length.Int64() // small boards have no ways of 2^63 tilts
	}
	return size
}

// problems are the contests by name, with families of their own.
func problems() map[string]*contest.Problem {
	all := map[string]*contest.Problem{}
	for _, p := range families.Contests(families.All()) {
		all[p.Name()] = p
	}
	return all
}

// eachContest runs a test for each row.
func eachContest(t *testing.T, test func(t *testing.T, row contestRow, p *contest.Problem)) {
	all := problems()
	for _, row := range contestRows {
		t.Run(row.name, func(t *testing.T) {
			t.Parallel()
			test(t, row, all[row.name])
		})
	}
}

// fileOf is a file of cases.
func fileOf(t testing.TB, p *contest.Problem, ins ...puzzle.Instance) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := p.WriteFile(&b, ins); err != nil {
		t.Fatalf("%s: %v", p.Name(), err)
	}
	return b.Bytes()
}

// readCases reads a file of cases.
func readCases(t testing.TB, p *contest.Problem, file []byte) (ins []puzzle.Instance) {
	t.Helper()
	cases, err := p.Read(nil, bytes.NewReader(file), int64(len(file)))
	if err != nil {
		t.Fatalf("%s: %v in\n%.2000s", p.Name(), err, file)
	}
	for _, c := range cases {
		ins = append(ins, c.In)
	}
	return ins
}

// generated are n cases of a profile.
func generated(t testing.TB, p *contest.Problem, profile string, size, n int) (ins []puzzle.Instance) {
	t.Helper()
	for i := range n {
		in, err := p.Generate(profile, 1, uint64(i), size)
		if err != nil {
			t.Fatal(err)
		}
		ins = append(ins, in)
	}
	return ins
}

// packs are as many cases to a file as p takes.
func packs(p *contest.Problem, ins []puzzle.Instance) [][]puzzle.Instance {
	return slices.Collect(slices.Chunk(ins, p.Most()))
}

// wantFile wants a file of ins to be valid, and read as what it was made of.
func wantFile(t testing.TB, p *contest.Problem, ins []puzzle.Instance) {
	t.Helper()
	file := fileOf(t, p, ins...)
	if err := p.Validate(nil, file); err != nil {
		t.Fatalf("%v in\n%.2000s", err, file)
	}
	back := readCases(t, p, file)
	if len(back) != len(ins) {
		t.Fatalf("%d cases come back as %d", len(ins), len(back))
	}
	for i := range ins {
		got, err := back[i].AppendJSON(nil)
		want, err2 := ins[i].AppendJSON(nil)
		if err != nil || err2 != nil || !bytes.Equal(got, want) {
			t.Fatalf("%.2000s came back as %.2000s, %v, %v", want, got, err, err2)
		}
	}
}

// TestContestRows wants a row for each contest, which says all of itself that there is to say.
func TestContestRows(t *testing.T) {
	var names []string
	for _, row := range contestRows {
		names = append(names, row.name)
	}
	all := problems()
	if want := slices.Sorted(maps.Keys(all)); !slices.Equal(slices.Sorted(slices.Values(names)), want) {
		t.Fatalf("there are rows for %q; contests are %q", names, want)
	}
	eachContest(t, func(t *testing.T, _ contestRow, p *contest.Problem) {
		a := p.About()
		if a.Title == "" || a.Source == "" || a.Statement == "" || a.Doc == "" || a.Time <= 0 || len(a.Samples) == 0 {
			t.Errorf("it lacks something: %+v", a)
		}
		for _, sample := range a.Samples {
			if err := p.Validate(nil, []byte(sample)); err != nil {
				t.Errorf("%v in the sample\n%s", err, sample)
			}
		}
		for name, text := range a.Submissions() {
			if !strings.HasPrefix(text, "//go:build ignore\n\n// ") || !strings.Contains(text, "\npackage main\n") {
				t.Errorf("%s begins with %.60q", name, text)
			}
		}
	})
}

// TestContestTiny wants all that is tiny to be valid, each once, the smallest first.
func TestContestTiny(t *testing.T) {
	eachContest(t, func(t *testing.T, row contestRow, p *contest.Problem) {
		ins, seen, last := slices.Collect(p.Tiny()), map[string]bool{}, 0
		for _, in := range ins {
			file, size := string(fileOf(t, p, in)), row.shape(in)[2]
			if err := p.Valid(in); err != nil || seen[file] || size < last {
				t.Fatalf("%v, there before: %v, size %d behind %d:\n%s", err, seen[file], size, last, file)
			}
			seen[file], last = true, size
		}
		if len(ins) != row.tiny {
			t.Errorf("%d tiny instances, not %d", len(ins), row.tiny)
		}
		for i, pack := range packs(p, ins) {
			if i%extent.Less(10, 1) == 0 {
				wantFile(t, p, pack)
			}
		}
	})
}

// TestContestProfiles wants what profiles make to be valid at any size, and the same on every machine.
func TestContestProfiles(t *testing.T) {
	eachContest(t, func(t *testing.T, row contestRow, p *contest.Problem) {
		made := map[string]string{}
		for _, k := range p.Profiles() {
			sizes, more := []int{-1, 0, 1, 2, 3, 7, 12, 50, 333, 1001}, []int{k.Sizes[1], math.MaxInt32}
			if k.Slow {
				sizes = []int{0}
			}
			h, solved, all := sha256.New(), 0, 0
			try := func(size, n int, pinned bool) {
				ins := generated(t, p, k.Name, size, n)
				for _, pack := range packs(p, ins) {
					wantFile(t, p, pack)
				}
				for _, in := range ins {
					if got := row.shape(in)[2]; got > max(size, k.Sizes[0], 2) {
						t.Errorf("%s: size %d is asked for and %d made", k.Name, size, got)
					}
					if !pinned {
						continue
					}
					h.Write(fileOf(t, p, in))
					cl, err := p.Family().Solve(t.Context(), in, puzzle.Limits{VerdictOnly: true})
					if all++; err != nil {
						t.Fatal(err)
					} else if cl.Verdict() == puzzle.Solved {
						solved++
					}
				}
			}
			for _, size := range sizes {
				try(size, 3, true)
			}
			if !k.Slow || !testing.Short() {
				made[k.Name] = fmt.Sprintf("%.6x %d/%d", h.Sum(nil), solved, all)
			} else {
				made[k.Name] = row.made[k.Name]
			}
			for _, size := range more[:extent.Less(0, len(more))] {
				try(size, 1, false)
			}
		}
		if !maps.Equal(made, row.made) {
			t.Errorf("what a seed makes has changed:\n%#v", made)
		}
	})
}

// answers are what p answers to cases that are asked for one by one, together, and for the verdict alone; "" for one
// that cannot be answered so.
func answers(t *testing.T, p *contest.Problem, ins []puzzle.Instance) (outputs [3]string) {
	t.Helper()
	together, err := p.References(t.Context(), ins, puzzle.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	for k, in := range ins {
		one, err := p.Reference(t.Context(), in, puzzle.Limits{})
		if err != nil {
			t.Fatal(err)
		}
		bare, err := p.Family().Solve(t.Context(), in, puzzle.Limits{VerdictOnly: true})
		if err != nil {
			t.Fatal(err)
		}
		for i, cl := range []puzzle.Claim{one, together[k], bare} {
			var b bytes.Buffer
			if err := p.WriteAnswer(&b, k, in, cl); err != nil {
				t.Fatalf("%d: %v", i, err)
			}
			outputs[i] += b.String()
		}
	}
	return outputs
}

// TestContestTwins compares answers to small cases with those of the twins, and wants them to be judged right.
func TestContestTwins(t *testing.T) {
	eachContest(t, func(t *testing.T, row contestRow, p *contest.Problem) {
		var ins []puzzle.Instance
		n := 0
		for in := range p.Tiny() {
			if n++; n%extent.Of(50, 3, 1) == 0 || n < 50 {
				ins = append(ins, in)
			}
		}
		for _, k := range p.Profiles() {
			if !k.Slow {
				ins = append(ins, generated(t, p, k.Name, row.few, extent.Less(10, 60))...)
			}
		}
		ins = slices.DeleteFunc(ins, func(in puzzle.Instance) bool { return row.shape(in)[2] > row.few })
		for _, pack := range packs(p, ins) {
			for i, output := range answers(t, p, pack) {
				if !row.right(pack, output) {
					t.Fatalf("answers %d are %.2000q for\n%.2000s", i, output, fileOf(t, p, pack...))
				}
				j := contest.Judging{Problem: p, Cases: pack}
				if err := j.Judge(t.Context(), []byte(output)); err != nil {
					t.Fatalf("answers %d: %v in %.2000q for\n%.2000s", i, err, output, fileOf(t, p, pack...))
				}
			}
		}
	})
}

// TestContestShrinks wants what shrinking yields to be valid and smaller, so that it ends.
func TestContestShrinks(t *testing.T) {
	eachContest(t, func(t *testing.T, row contestRow, p *contest.Problem) {
		for _, k := range p.Profiles() {
			if k.Slow {
				continue
			}
			for i, in := range generated(t, p, k.Name, 20, extent.Less(2, 6)) {
				for steps := 0; ; steps++ {
					if steps > 2000 {
						t.Fatalf("%s: shrinking does not end at\n%s", k.Name, fileOf(t, p, in))
					}
					last, size := puzzle.Instance{}, []int64(nil)
					if row.least != nil {
						size = row.least(t, p, in)
					}
					for q := range p.Shrink(in) {
						wantFile(t, p, []puzzle.Instance{q})
						if row.least != nil && slices.Compare(row.least(t, p, q), size) >= 0 {
							t.Fatalf("%s: no smaller is\n%sthan\n%s", k.Name, fileOf(t, p, q), fileOf(t, p, in))
						}
						if last = q; i%2 == 0 {
							break // the first one and the last one are taken in turn
						}
					}
					if last.Value() == nil {
						break
					}
					in = last
				}
				if l, ok := in.Value().(*lights.Instance); ok && !l.Start.IsZero() {
					t.Errorf("%s: shrinks no further than\n%s", k.Name, fileOf(t, p, in))
				}
			}
		}
	})
}
