package tiltsolve

import (
	"bytes"
	"context"
	"fmt"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/gridwright/gridwright/internal/extent"
	"github.com/gridwright/gridwright/puzzle"
	"github.com/gridwright/gridwright/tilt"
)

// The oracle: boards are strings of cells, tilts are done one tile at a time, distances
// come from breadth-first search.

type brute struct{ h, w int }

// tilted slides tiles one step at a time until nothing moves.
func (b brute) tilted(cells string, dir byte) string {
	now := []byte(cells)
	dr, dc := 0, 0
	switch dir {
	case 'L':
		dc = -1
	case 'R':
		dc = 1
	case 'U':
		dr = -1
	case 'D':
		dr = 1
	}
	for moved := true; moved; {
		moved = false
		for r := 0; r < b.h; r++ {
			for c := 0; c < b.w; c++ {
				nr, nc := r+dr, c+dc
				if nr < 0 || nr >= b.h || nc < 0 || nc >= b.w {
					continue
				}
				from, to := r*b.w+c, nr*b.w+nc
				if now[from] != 0 && now[to] == 0 {
					now[to], now[from] = now[from], 0
					moved = true
				}
			}
		}
	}
	return string(now)
}

// distances is breadth-first search from start.
func (b brute) distances(start string) map[string]int {
	dist := map[string]int{start: 0}
	queue := []string{start}
	for len(queue) > 0 {
		now := queue[0]
		queue = queue[1:]
		for _, dir := range []byte("LRUD") {
			next := b.tilted(now, dir)
			if _, seen := dist[next]; !seen {
				dist[next] = dist[now] + 1
				queue = append(queue, next)
			}
		}
	}
	return dist
}

// arrangements calls f with every board that holds the same tiles as cells.
func arrangements(cells string, f func(string)) {
	var counts [256]int
	for i := range len(cells) {
		counts[cells[i]]++
	}
	buf := make([]byte, len(cells))
	var fill func(int)
	fill = func(i int) {
		if i == len(buf) {
			f(string(buf))
			return
		}
		for c := range counts {
			if counts[c] > 0 {
				counts[c]--
				buf[i] = byte(c)
				fill(i + 1)
				counts[c]++
			}
		}
	}
	fill(0)
}

// starts calls f with every board of up to colours colours that is least among its images
// under the board's symmetries and the renamings of colours.
func (b brute) starts(colours int, f func(string)) {
	n := b.h * b.w
	buf := make([]byte, n)
	var fill func(int)
	fill = func(i int) {
		if i == n {
			if b.isLeast(buf, colours) {
				f(string(buf))
			}
			return
		}
		for c := 0; c <= colours; c++ {
			buf[i] = byte(c)
			fill(i + 1)
		}
	}
	fill(0)
}

func (b brute) isLeast(cells []byte, colours int) bool {
	image := make([]byte, len(cells))
	for sym := range 8 {
		if sym >= 4 && b.h != b.w {
			break
		}
		for r := 0; r < b.h; r++ {
			for c := 0; c < b.w; c++ {
				rr, cc := r, c
				if sym&1 != 0 {
					rr = b.h - 1 - r
				}
				if sym&2 != 0 {
					cc = b.w - 1 - c
				}
				if sym >= 4 {
					rr, cc = cc, rr
				}
				image[rr*b.w+cc] = cells[r*b.w+c]
			}
		}
		// The least renaming gives new colours in order of appearance.
		var name [256]byte
		next := byte(1)
		for i, c := range image {
			if c != 0 {
				if name[c] == 0 {
					name[c] = next
					next++
				}
				image[i] = name[c]
			}
		}
		if bytes.Compare(image, cells) < 0 {
			return false
		}
	}
	return true
}

func (b brute) board(cells string) *tilt.Board {
	return &tilt.Board{H: b.h, W: b.w, Narrow: []byte(cells)}
}

var testPalette = []string{"a", "b", "c", "d"}

func (b brute) show(cells string) string {
	var s strings.Builder
	for r := 0; r < b.h; r++ {
		if r > 0 {
			s.WriteByte('/')
		}
		for _, c := range []byte(cells[r*b.w : (r+1)*b.w]) {
			s.WriteByte(".abcd"[c])
		}
	}
	return s.String()
}

// checkStart compares everything about one start with breadth-first search, for each of its targets.
func (b brute) checkStart(start string) (pairs int, longest int, err error) {
	dist := b.distances(start)
	p := &tilt.Instance{Palette: testPalette, Start: b.board(start)}
	rings := prepare(p)
	ctx := context.Background()
	n, err := rings.Count(ctx, p, puzzle.Limits{})
	if err != nil {
		return 0, 0, err
	}
	if n.Int64() != int64(len(dist)) {
		return 0, 0, fmt.Errorf("%d×%d %s: Count says %v, breadth-first search %d", b.h, b.w, b.show(start), n, len(dist))
	}
	arrangements(start, func(target string) {
		if err != nil {
			return
		}
		pairs++
		want, reachable := dist[target]
		q := &tilt.Instance{Palette: testPalette, Start: p.Start, Target: b.board(target)}
		name := func() string { return fmt.Sprintf("%d×%d %s → %s", b.h, b.w, b.show(start), b.show(target)) }
		verdict, e := rings.Solve(ctx, q, puzzle.Limits{VerdictOnly: true})
		if e != nil {
			err = fmt.Errorf("%s: %w", name(), e)
			return
		}
		if (verdict.Verdict == puzzle.Solved) != reachable {
			err = fmt.Errorf("%s: verdict %v, breadth-first search says %v", name(), verdict.Verdict, reachable)
			return
		}
		if !reachable {
			return
		}
		longest = max(longest, want)
		o, e := rings.Solve(ctx, q, puzzle.Limits{})
		if e != nil {
			err = fmt.Errorf("%s: %w", name(), e)
			return
		}
		if o.Verdict != puzzle.Solved || o.Witness.Length.Int64() != int64(want) {
			err = fmt.Errorf("%s: %v, %v tilts; breadth-first search needs %d", name(), o.Verdict, o.Witness, want)
			return
		}
		letters, ok := o.Witness.Moves.Letters(1000)
		now := start
		for i := range len(letters) {
			now = b.tilted(now, letters[i])
		}
		if !ok || now != target || len(letters) != want {
			err = fmt.Errorf("%s: the word %v leads elsewhere", name(), o.Witness.Moves)
		}
	})
	return pairs, longest, err
}

// A size is a kind of board to be tried in full: every start up to symmetry and renaming of
// colours, every target with the same tiles. longest is the longest shortest way.
type size struct{ h, w, colours, longest int }

// checkAll compares all boards of a size with breadth-first search, on all processors. It
// looks at the starts whose number is share modulo of.
func (c size) checkAll(t *testing.T, share, of int) {
	b := brute{c.h, c.w}
	starts := make(chan string)
	go func() {
		n := 0
		b.starts(c.colours, func(s string) {
			if n%of == share {
				starts <- s
			}
			n++
		})
		close(starts)
	}()
	var tried, pairs, longest atomic.Int64
	var workers sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		workers.Go(func() {
			for s := range starts {
				n, l, err := b.checkStart(s)
				if err != nil {
					t.Error(err)
				}
				tried.Add(1)
				pairs.Add(int64(n))
				for old := longest.Load(); int64(l) > old && !longest.CompareAndSwap(old, int64(l)); old = longest.Load() {
				}
			}
		})
	}
	workers.Wait()
	t.Logf("%d × %d, %d colours: %d starts, %d pairs, longest shortest way %d tilts", c.h, c.w, c.colours, tried.Load(), pairs.Load(), longest.Load())
	if of == 1 && longest.Load() != int64(c.longest) {
		t.Errorf("the longest shortest way is %d tilts, want %d", longest.Load(), c.longest)
	}
}

// TestAllSmallBoards takes the smaller sizes whole; the larger ones of the sweep
// (-tags sweep) by a share that changes with nothing, so that a failure repeats.
func TestAllSmallBoards(t *testing.T) {
	for _, c := range []size{
		{1, 1, 2, 0}, {1, 2, 2, 1}, {1, 5, 3, 1}, {5, 1, 2, 1}, {1, 7, 1, 1},
		{2, 2, 3, 6}, {2, 3, 3, 11}, {3, 2, 2, 11}, {2, 4, 2, 15}, {3, 3, 2, 15}, {4, 2, 1, 2},
	} {
		c.checkAll(t, 0, extent.Less(5, 1))
	}
	size{3, 3, 3, 0}.checkAll(t, 1, 97)
	size{2, 5, 2, 31}.checkAll(t, 1, 97)
	size{3, 4, 2, 31}.checkAll(t, 1, 9973)
}
