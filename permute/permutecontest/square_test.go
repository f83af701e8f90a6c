package permutecontest

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/gridwright/gridwright/permute"
)

// moved by hand: what the seven moves of the statement make of a grid.
func byHand(b square) (all []square) {
	for r := range 3 {
		c := b
		c[3*r], c[3*r+1], c[3*r+2] = b[3*r+2], b[3*r], b[3*r+1]
		all = append(all, c)
	}
	for k := range 3 {
		c := b
		c[k], c[k+3], c[k+6] = b[k+6], b[k], b[k+3]
		all = append(all, c)
	}
	return append(all, square{b[6], b[3], b[0], b[7], b[4], b[1], b[8], b[5], b[2]})
}

// The levels are those of a search that moves digits one by one.
func TestSquareLevels(t *testing.T) {
	s := newSquares()
	l := s.levels(5)
	far := map[square]int{inOrder(): 0}
	now := []square{inOrder()}
	for d, level := range l.level {
		if len(level) != len(now) {
			t.Fatalf("%d squares at distance %d, not %d", len(level), d, len(now))
		}
		for _, b := range level {
			if f, ok := far[b]; !ok || f != d || l.far[b] != d {
				t.Fatalf("%v is not at distance %d", b, d)
			}
		}
		var next []square
		for _, b := range now {
			for _, c := range byHand(b) {
				if _, ok := far[c]; !ok {
					far[c] = d + 1
					next = append(next, c)
				}
			}
		}
		now = next
	}
	if sizes := s.all().level; len(sizes) != 11 || len(s.all().far) != 181_440 {
		t.Errorf("%d levels, %d squares: not all even ones", len(sizes), len(s.all().far))
	}
}

// Instances and squares are the same, and moves lead from one grid to another where the square says so.
func TestSquareInstances(t *testing.T) {
	s := newSquares()
	n := 0
	for p := range s.tiny {
		n++
		if err := p.Validate(); err != nil {
			t.Fatal(err)
		}
		if err := permute.FitsSquare(p); err != nil {
			t.Fatal(err)
		}
		start, target := split(p)
		if q := s.instance(start, target); !slices.Equal(q.Start, p.Start) || !slices.Equal(q.Goals[0], p.Goals[0]) {
			t.Fatalf("%v %v comes back as %v", start, target, q)
		}
		if n > 1 && n < 9 {
			found := false
			for _, c := range byHand(start) {
				found = found || slices.Equal(c[:], digits(p.Goals[0]))
			}
			if !found {
				t.Errorf("%v is not a move away", p)
			}
		}
	}
	if n < 1000 || n > 9999 {
		t.Errorf("%d tiny instances", n)
	}
}

func digits(board []permute.Tile) (b []uint8) {
	for _, t := range board {
		b = append(b, uint8(t))
	}
	return b
}

// Shrinking ends, whatever is kept of what it offers: starts are more in order, or targets nearer.
func TestSquareShrinks(t *testing.T) {
	s := newSquares()
	size := func(p *permute.Instance) [2]int {
		start, target := split(p)
		d, reached := s.all().far[target]
		if !reached {
			d = target.misplaced()
		}
		return [2]int{start.misplaced(), d}
	}
	for _, pr := range s.profiles() {
		for n := range uint64(40) {
			p := pr.Make(rngOf(n), 9)
			for steps := 0; ; steps++ {
				var last *permute.Instance
				for q := range s.shrink(p) {
					a, b := size(p), size(q)
					if slices.Compare(b[:], a[:]) >= 0 || b[1] > a[1] {
						t.Fatalf("%s: %v %v is no smaller than %v %v", pr.Name, q, b, p, a)
					}
					_, t1 := split(p)
					_, t2 := split(q)
					if (9-t1.cycles())%2 != (9-t2.cycles())%2 {
						t.Fatalf("%s: %v from %v: what was in reach is out of it, or the other way round", pr.Name, q, p)
					}
					if last = q; rngOf(n+uint64(steps)).IntN(30) == 0 {
						break
					}
				}
				if last == nil {
					break
				}
				p = last
			}
			if got := size(p); got[0] != 0 || got[1] != 0 && got[1] != 2 {
				t.Errorf("%s: shrinks to %v only", pr.Name, p)
			}
		}
	}
}

// Profiles make what they say.
func TestSquareProfiles(t *testing.T) {
	s := newSquares()
	seen := map[string]map[int]int{} // by profile: how often a distance
	for _, pr := range s.profiles() {
		seen[pr.Name] = map[int]int{}
		for n := range uint64(300) {
			start, target := split(pr.Make(rngOf(n), 9))
			d, reached := s.all().far[target]
			if !reached {
				d = -1
			}
			seen[pr.Name][d]++
			back := s.all().far[target.inverse()]
			if pr.Name == "one-way" && back == d || pr.Name == "in-order" && start != inOrder() {
				t.Errorf("%s: %v %v", pr.Name, start, target)
			}
		}
	}
	only := func(name string, least, most int) {
		for d := range seen[name] {
			if d < least || d > most {
				t.Errorf("%s has a case of distance %d", name, d)
			}
		}
		if len(seen[name]) < min(2, most-least+1) {
			t.Errorf("%s has cases of %d distances", name, len(seen[name]))
		}
	}
	only("random", -1, 10)
	only("reachable", 0, 10)
	only("near", 1, 3)
	only("antipodes", 9, 10)
	only("turns", 0, 3)
	for _, name := range []string{"random", "parity-trap", "again"} {
		if n := seen[name][-1]; n == 0 || n > 290 {
			t.Errorf("%s: %d of 300 are impossible", name, n)
		}
	}
}

func rngOf(n uint64) *rand.Rand { return rand.New(rand.NewPCG(n, 17)) }
