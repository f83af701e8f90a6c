package assemblysolve

import (
	"context"
	"fmt"
	"iter"
	"math/big"
	"strings"

	"github.com/gridwright/gridwright/assembly"
	"github.com/gridwright/gridwright/assembly/assemblysolve/internal/sets"
	"github.com/gridwright/gridwright/grid"
	"github.com/gridwright/gridwright/puzzle"
	"github.com/gridwright/gridwright/scene"
)

// Bounds of what is spelled out.
const (
	maxShownMoves = 20 // moves of a step
	maxTitled     = 12 // moves of a step that stand above its board
)

// TellMoves tells of a way to build the shape: the moves, and the boards step by step. A frame costs O(blocks) and the
// moves before it.
func TellMoves(
	ctx context.Context, p *assembly.Instance, w *assembly.Witness, window scene.Window, _ puzzle.Limits,
) (puzzle.Story, error) {
	f := newFilm(ctx, p, w, window)
	st := puzzle.Story{Frames: scene.Frames{Len: big.NewInt(int64(len(f.ends))), From: f.from}}
	if len(w.Moves) == 0 {
		st.Title = "solved as it stands"
		return st, nil
	}
	schedule := ""
	switch steps := len(w.Steps); {
	case steps == 0:
	case int(w.AtLeast) == steps:
		schedule = fmt.Sprintf(" in %s, the fewest possible", grid.Number(steps, "step"))
	case w.AtLeast > 0:
		schedule = fmt.Sprintf(" in %s (at least %d are needed)", grid.Number(steps, "step"), w.AtLeast)
	default:
		schedule = fmt.Sprintf(" in %s", grid.Number(steps, "step"))
	}
	from, first := "what is in place", sets.NoBlock()
	if p.Placed == nil {
		from = fmt.Sprintf("the block at %v", w.First)
		if p.Root == assembly.NoRoot {
			first = w.First
		} else if w.First.None() {
			from = fmt.Sprintf("the block at %v", p.Blocks[p.Root])
		}
	}
	st.Title = fmt.Sprintf("solved with %s%s, from %s", grid.Number(len(w.Moves), "move"), schedule, from)
	st.Way = assembly.FormatMoves(first, w.Moves)
	return st, nil
}

// A film is the boards along a witness.
type film struct {
	ctx    context.Context
	p      *assembly.Instance // with what is there before the first move in place
	moves  []assembly.Move
	ends   []int // how many moves have been made in frame n
	window scene.Window
	first  int32
}

func newFilm(ctx context.Context, p *assembly.Instance, w *assembly.Witness, window scene.Window) *film {
	f := &film{ctx: ctx, p: p, moves: w.Moves, ends: []int{0}, window: window, first: p.Root}
	if p.Start() == nil {
		f.first = p.Find(w.First)
		rooted := *p
		if rooted.Root = f.first; f.first < 0 {
			rooted.Root, f.moves = assembly.NoRoot, nil // not what a checker accepts
		}
		f.p = &rooted
	}
	end := 0
	for _, n := range w.Steps {
		if n < 1 || int(n) > len(f.moves)-end {
			break
		}
		end += int(n)
		f.ends = append(f.ends, end)
	}
	for ; end < len(f.moves); end++ {
		f.ends = append(f.ends, end+1)
	}
	return f
}

// from makes the frames from number n on.
func (f *film) from(n *big.Int) iter.Seq2[scene.Frame, error] {
	return func(yield func(scene.Frame, error) bool) {
		board, in := newPitch(f.p), sets.Start(f.p)
		fresh := map[int32]assembly.Direction{}
		for k := int(n.Int64()); k < len(f.ends); k++ {
			frame, from := scene.Frame{}, 0
			if k > 0 {
				from = f.ends[k-1]
			}
			if k == int(n.Int64()) { // what came before is only made
				if err := f.play(board, in, 0, from, nil); err != nil {
					yield(frame, err)
					return
				}
			}
			clear(fresh)
			if err := f.play(board, in, from, f.ends[k], fresh); err != nil {
				yield(frame, err)
				return
			}
			if k > 0 {
				f.tell(&frame, f.moves[from:f.ends[k]], fresh)
			}
			frame.Scene = shapeScene(f.p, f.window, func(i int32) (scene.Look, bool) {
				if d, ok := fresh[i]; ok {
					return scene.Look{Colour: colourNew, Shape: scene.Block, Label: string(d.Char())}, true
				}
				return blockLook(f.p, i, f.first), sets.Has(in, i)
			})
			frame.Scene.Done = f.ends[k] == len(f.p.Blocks)-len(f.p.Start())
			if len(frame.Move) > 3*maxTitled {
				frame.Scene.Caption = fmt.Sprintf("step %d", k)
			}
			if !yield(frame, nil) {
				return
			}
		}
	}
}

// play makes the moves from one to before another; fresh, which may be nil, learns what has come in and in which
// direction.
func (f *film) play(board *pitch, in []uint64, from, to int, fresh map[int32]assembly.Direction) error {
	for k := from; k < to; k++ {
		if k&0x3fff == 0 && f.ctx.Err() != nil {
			return f.ctx.Err()
		}
		at, i, why := board.land(f.moves[k])
		if why != "" {
			continue // not what a checker accepts
		}
		board.put(at)
		in[i>>6] |= 1 << (i & 63)
		if fresh != nil {
			fresh[i] = f.moves[k].Dir()
		}
	}
	return f.ctx.Err()
}

// tell says what the moves of a step did. Whoever shows the step counts it.
func (f *film) tell(frame *scene.Frame, moves []assembly.Move, fresh map[int32]assembly.Direction) {
	frame.Move = assembly.FormatMoves(sets.NoBlock(), moves)
	at := map[assembly.Move]assembly.Block{} // the moves of a step are along different ways
	for i, d := range fresh {
		b := f.p.Blocks[i]
		line := b.R
		if d.Vertical() {
			line = b.C
		}
		at[assembly.MakeMove(d, line)] = b
	}
	var words []string
	for n, m := range moves {
		if n == maxShownMoves {
			words = append(words, fmt.Sprintf("and %d more", len(moves)-n))
			break
		}
		if b, ok := at[m]; ok {
			words = append(words, fmt.Sprintf("%s stops at %v", inWords(m), b))
		} else {
			words = append(words, inWords(m)+" (and puts nothing there)")
		}
	}
	frame.Sentence = strings.Join(words, "; ")
}
