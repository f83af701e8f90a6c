package tiltsolve

import (
	"context"
	"iter"
	"math/big"

	"github.com/gridwright/gridwright/puzzle"
	"github.com/gridwright/gridwright/tilt"
	"github.com/gridwright/gridwright/tilt/tiltsolve/internal/shrink"
)

const (
	// maxFollowed bounds the boards for which Shrink looks for a way.
	maxFollowed = 1 << 20
	// mostSought is how many bytes such a search may take where there are rules.
	mostSought = 16 << 20
	// maxPieces is how many pieces the tiles are cut into at most where some are left out.
	maxPieces = 64
)

// Shrink yields instances smaller than p: rows or columns less, halves first; fewer colours; fewer tiles; a start that
// is packed better; a target that is nearer. Where tilts lead to p's target, it also yields what the same tilts
// make of the smaller start, so that there is a way too. O(cells) for each. Boards with rules get fewer and simpler
// ones too; a way is sought on them in up to 16 MiB.
func Shrink(p *tilt.Instance) iter.Seq[*tilt.Instance] {
	return func(yield func(*tilt.Instance) bool) {
		if p.Rules != nil {
			shrink.Of(p, someWay(p))(yield)
			return
		}
		s := &shrinker{p: p, yield: yield}
		if p.Target != nil && p.Start.Len() <= maxFollowed {
			if ways, err := prepare(p).eng.shortest(context.Background(), p); err == nil && len(ways) > 0 {
				s.way = ways[0]
				s.led = true
			}
		}
		_ = s.rows() && s.cols() && s.colours() && s.tiles() && s.packed() && s.nearer()
	}
}

// someWay is a way to the target of a board with rules; nil where none is found, or none is asked for.
func someWay(p *tilt.Instance) tilt.Word {
	if p.Target == nil || p.Start.Len() > maxFollowed {
		return nil
	}
	o, err := solveRules(context.Background(), p, puzzle.Limits{Memory: mostSought})
	if err != nil || o.Witness == nil {
		return nil
	}
	return o.Witness.Moves
}

// A shrinker yields; its methods report whether to go on.
type shrinker struct {
	p     *tilt.Instance
	way   tilt.Word // to p's target
	led   bool      // whether there is one
	yield func(*tilt.Instance) bool
}

// boardAfter is the board after moves; they are short, or go round a ring.
func boardAfter(b *tilt.Board, moves tilt.Word) *tilt.Board {
	out, err := Play(context.Background(), b, moves, puzzle.Limits{})
	if err != nil { // there is no limit and nobody cancels
		return b.Clone()
	}
	return out
}

// give yields q, before it with the target to which p's way leads, if that is another one.
func (s *shrinker) give(q *tilt.Instance) bool {
	if s.led {
		target := boardAfter(q.Start, s.way)
		if !target.Equal(q.Target) && !s.yield(&tilt.Instance{Palette: q.Palette, Start: q.Start, Target: target}) {
			return false
		}
	}
	return s.yield(q)
}

func (s *shrinker) rows() bool {
	for from, end := range shrink.Parts(s.p.Start.H, s.p.Start.H) {
		if end-from < s.p.Start.H && !s.give(edited(s.p, from, end, 0, 0, same)) {
			return false
		}
	}
	return true
}

func (s *shrinker) cols() bool {
	for from, end := range shrink.Parts(s.p.Start.W, s.p.Start.W) {
		if end-from < s.p.Start.W && !s.give(edited(s.p, 0, 0, from, end, same)) {
			return false
		}
	}
	return true
}

// colours merges pairs of all colours, then two at a time.
func (s *shrinker) colours() bool {
	n := len(s.p.Palette)
	if n > 2 && !s.yield(merged(s.p, (n+1)/2, func(code int) int { return (code + 1) / 2 })) {
		return false
	}
	for from := n; from > 1; from-- {
		q := merged(s.p, n-1, func(code int) int {
			if code >= from {
				return code - 1
			}
			return code
		})
		if !s.yield(q) {
			return false
		}
	}
	return true
}

// tiles leaves some out, counted row by row; from the target as many of each colour, and the same ones of those.
func (s *shrinker) tiles() bool {
	n := 0
	for r := range s.p.Start.H {
		for c := range s.p.Start.W {
			if s.p.Start.At(r, c) != 0 {
				n++
			}
		}
	}
	for from, end := range shrink.Parts(n, maxPieces) {
		q := &tilt.Instance{Palette: s.p.Palette, Start: s.p.Start.Clone()}
		less := map[int][2]int{} // by colour: the first one left out, and the one behind the last
		at, seen := 0, map[int]int{}
		for r := range q.Start.H {
			for c := range q.Start.W {
				code := q.Start.At(r, c)
				if code == 0 {
					continue
				}
				if from <= at && at < end {
					if _, ok := less[code]; !ok {
						less[code] = [2]int{seen[code], seen[code]}
					}
					less[code] = [2]int{less[code][0], seen[code] + 1}
					q.Start.Set(r, c, 0)
				}
				at++
				seen[code]++
			}
		}
		if q.Target = s.p.Target; q.Target != nil {
			q.Target = thinned(q.Target, less)
		}
		if !s.give(q) {
			return false
		}
	}
	return true
}

// thinned is b without the tiles that less names.
func thinned(b *tilt.Board, less map[int][2]int) *tilt.Board {
	b = b.Clone()
	seen := map[int]int{}
	for r := range b.H {
		for c := range b.W {
			code := b.At(r, c)
			if span := less[code]; code != 0 && span[0] <= seen[code] && seen[code] < span[1] {
				b.Set(r, c, 0)
			}
			seen[code]++
		}
	}
	return b
}

// packed tilts the start to the left, and up.
func (s *shrinker) packed() bool {
	for _, dir := range []string{"L", "U"} {
		start := boardAfter(s.p.Start, letterWord(dir))
		if !start.Equal(s.p.Start) && !s.yield(&tilt.Instance{Palette: s.p.Palette, Start: start, Target: s.p.Target}) {
			return false
		}
	}
	return true
}

// nearer takes tilts from the way.
func (s *shrinker) nearer() bool {
	if !s.led {
		return true
	}
	var words []tilt.Word
	for i, run := range s.way {
		words = append(words, changed(s.way, i, "", run.Times))
		if n := len(run.Moves); n > 1 && run.Times.Cmp(big.NewInt(1)) == 0 {
			words = append(words, changed(s.way, i, run.Moves[:n/2], run.Times),
				changed(s.way, i, run.Moves[1:], run.Times), changed(s.way, i, run.Moves[:n-1], run.Times))
		} else {
			words = append(words, changed(s.way, i, run.Moves, new(big.Int).Rsh(run.Times, 1)),
				changed(s.way, i, run.Moves, new(big.Int).Sub(run.Times, big.NewInt(1))))
		}
	}
	for _, word := range words {
		target := boardAfter(s.p.Start, word)
		if !target.Equal(s.p.Target) && !s.yield(&tilt.Instance{Palette: s.p.Palette, Start: s.p.Start, Target: target}) {
			return false
		}
	}
	return true
}

// changed is w with another run i.
func changed(w tilt.Word, i int, moves string, times *big.Int) tilt.Word {
	w = append(tilt.Word{}, w...)
	w[i] = tilt.Run{Moves: moves, Times: times}
	return w
}

func same(code int) int { return code }

// edited copies the boards without rows and columns, and with other codes.
func edited(p *tilt.Instance, top, bottom, left, right int, edit func(code int) int) *tilt.Instance {
	one := func(b *tilt.Board) *tilt.Board {
		if b == nil {
			return nil
		}
		out := &tilt.Board{H: b.H - (bottom - top), W: b.W - (right - left)}
		if b.Wide != nil {
			out.Wide = make([]uint32, 0, out.Len())
		} else {
			out.Narrow = make([]uint8, 0, out.Len())
		}
		for r := range b.H {
			for c := range b.W {
				if top <= r && r < bottom || left <= c && c < right {
					continue
				}
				code := edit(b.At(r, c))
				if b.Wide != nil {
					out.Wide = append(out.Wide, uint32(code))
				} else {
					out.Narrow = append(out.Narrow, uint8(code))
				}
			}
		}
		return out
	}
	return &tilt.Instance{Palette: p.Palette, Start: one(p.Start), Target: one(p.Target)}
}

// merged gives tiles the codes that edit says, of the first so many colours.
func merged(p *tilt.Instance, colours int, edit func(code int) int) *tilt.Instance {
	q := edited(p, 0, 0, 0, 0, edit)
	q.Palette = append([]string(nil), p.Palette[:colours]...)
	return q
}
