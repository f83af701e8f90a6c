package permutesolve

import (
	"context"
	"fmt"
	"iter"
	"math/big"
	"slices"

	"github.com/gridwright/gridwright/grid"
	"github.com/gridwright/gridwright/permute"
	"github.com/gridwright/gridwright/permute/permutesolve/internal/moveset"
	"github.com/gridwright/gridwright/puzzle"
	"github.com/gridwright/gridwright/scene"
)

// TellWitness tells of each kind of witness.
func TellWitness() []puzzle.KindTell[*permute.Instance, permute.Witness] {
	return []puzzle.KindTell[*permute.Instance, permute.Witness]{{Name: "moves", Tell: tellMoves}}
}

// tellMoves tells of a way: how good it is, and the boards along it.
func tellMoves(ctx context.Context, p *permute.Instance, w *permute.Witness, window scene.Window,
	_ puzzle.Limits) (puzzle.Story, error) {
	to := ""
	if len(p.Goals) > 1 {
		to = ", to " + goalName(p, w.Goal)
	}
	if len(w.Moves) == 0 {
		return puzzle.Story{Title: "solved as it stands" + to}, nil
	}
	return puzzle.Story{
		Title:  "solved " + size(w) + to + quality(w),
		Way:    permute.FormatWord(w.Moves),
		Frames: frames(ctx, p, w.Moves, window),
		Notes:  reasons(w),
	}, nil
}

// size says how many moves w has and what they cost, as far as it claims that.
func size(w *permute.Witness) string {
	switch {
	case w.Length == permute.Unclaimed && w.Cost == permute.Unclaimed:
		return "with these moves"
	case w.Length == permute.Unclaimed:
		return fmt.Sprintf("at a cost of %d", w.Cost)
	case w.Cost == w.Length || w.Cost == permute.Unclaimed:
		return "in " + grid.Number(w.Length, "move")
	}
	return fmt.Sprintf("in %s at a cost of %d", grid.Number(w.Length, "move"), w.Cost)
}

// quality says how good w is.
func quality(w *permute.Witness) string {
	few, fewest := "few", "the fewest"
	if w.Cost != w.Length {
		few, fewest = "little", "the least"
	}
	low := w.AtLeast
	if u := w.Unverified; u != nil {
		low = max(low, u.AtLeast)
	}
	switch {
	case w.Cost == permute.Unclaimed:
		return ""
	case w.AtLeast == w.Cost:
		return ", " + fewest + " possible"
	case low == w.Cost:
		return ", " + fewest + " possible as the solver says"
	case low > 0:
		return fmt.Sprintf("; %s lie between %d and %d", fewest, low, w.Cost)
	}
	return "; how " + few + " would do is not known"
}

// reasons says why no way has less, as far as a checker can see that, and else which method says so: that stands
// elsewhere where the method says more than the claim.
func reasons(w *permute.Witness) (notes []string) {
	how := map[permute.Bound]string{permute.BySearch: "a search from both ends shows it",
		permute.ByDistance: "each tile has so far to go"}[w.Bound]
	switch {
	case how == "" || w.AtLeast < 1:
	case w.AtLeast == w.Cost:
		notes = append(notes, "no way has less: "+how)
	case w.Cost != w.Length:
		notes = append(notes, fmt.Sprintf("no way has less than a cost of %d: %s", w.AtLeast, how))
	default:
		notes = append(notes, fmt.Sprintf("no way has less than %s: %s", grid.Number(w.AtLeast, "move"), how))
	}
	if u := w.Unverified; u != nil && u.Method != "" && u.AtLeast <= w.AtLeast && u.Ways == nil {
		notes = append(notes, "found by "+u.Method)
	}
	return notes
}

// frames are the boards along a word, one for each single move. A frame anywhere costs O(cells of the moves' cycles)
// for each step before it, however often that is repeated.
func frames(ctx context.Context, p *permute.Instance, word []permute.Step, w scene.Window) scene.Frames {
	n := big.NewInt(1)
	for _, s := range word {
		n.Add(n, big.NewInt(max(0, s.Times)))
	}
	return scene.Frames{Len: n, From: func(first *big.Int) iter.Seq2[scene.Frame, error] {
		return func(yield func(scene.Frame, error) bool) {
			f := newFilm(p)
			left := new(big.Int).Sub(first, big.NewInt(1)) // moves that nobody sees
			show := left.Sign() < 0
			if show && !yield(scene.Frame{Scene: f.scene(w)}, nil) {
				return
			}
			for _, s := range word {
				m, ok := p.Moves.Find(s.Name)
				if !ok {
					yield(scene.Frame{}, grid.Errorf(grid.Pos{}, "there is no move %s", grid.Quote(s.Name)))
					return
				}
				times := s.Times
				if !show {
					skip := times
					if left.IsInt64() {
						skip = min(skip, left.Int64())
					}
					f.move(&p.Moves.Moves[m], skip)
					left.Sub(left, big.NewInt(skip))
					times -= skip
					show = times > 0
				}
				says := s.Name + ": " + inWords(p.Rows, p.Cols, &p.Moves.Moves[m])
				for range times {
					if err := ctx.Err(); err != nil {
						yield(scene.Frame{}, err)
						return
					}
					f.move(&p.Moves.Moves[m], 1)
					if !yield(scene.Frame{Move: s.Name, Scene: f.scene(w), Sentence: says}, nil) {
						return
					}
				}
				if err := ctx.Err(); err != nil {
					yield(scene.Frame{}, err)
					return
				}
			}
		}
	}}
}

// A film is a board that knows which tile is which.
type film struct {
	p     *permute.Instance
	ids   []int32 // by cell: the tile's cell at the start
	moved []int32 // cells of the latest move
}

func newFilm(p *permute.Instance) *film {
	f := &film{p: p, ids: make([]int32, len(p.Start))}
	for i := range f.ids {
		f.ids[i] = int32(i)
	}
	return f
}

// move makes a move some times: along each cycle the tiles go round.
func (f *film) move(m *permute.Move, times int64) {
	f.moved = f.moved[:0]
	for _, cycle := range m.Cycles {
		was := len(f.moved)
		for _, x := range cycle {
			f.moved = append(f.moved, f.ids[x])
		}
		n := int64(len(cycle))
		for k, id := range f.moved[was:] {
			f.ids[cycle[(int64(k)+times%n)%n]] = id
		}
	}
	slices.Sort(f.moved)
}

// scene is the board; tiles that the latest move has moved are bright.
func (f *film) scene(w scene.Window) *scene.Scene {
	s := cellScene(f.p, "", w, scene.Floor, func(x int) (scene.Look, int) {
		l := scene.Look{Label: f.p.Label(f.p.Start[f.ids[x]])}
		if _, moved := slices.BinarySearch(f.moved, f.ids[x]); moved {
			l.Colour = bright
		}
		return l, int(f.ids[x])
	})
	board := make([]permute.Tile, len(f.ids))
	for x, id := range f.ids {
		board[x] = f.p.Start[id]
	}
	s.Done = slices.ContainsFunc(f.p.Goals, func(goal []permute.Tile) bool { return moveset.Fits(goal, board) })
	return s
}
