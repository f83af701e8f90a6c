package pack

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"strings"
	"time"

	"github.com/gridwright/gridwright/grid"
	"github.com/gridwright/gridwright/internal/report"
	"github.com/gridwright/gridwright/puzzle"
	"github.com/gridwright/gridwright/scene"
)

// Bounds of the search for a level that can be solved: levels that are tried, and time for one and for all of a pack. A
// grown board has more neighbours than anybody waits for, and so has a pack of a thousand such boards.
const (
	mostTried      = 4096
	mostMending    = 5 * time.Second
	mostMendingAll = time.Minute
)

// A Fix is a level as it could be.
type Fix struct {
	In    puzzle.Instance
	What  []string // what has been changed, in a few words each
	Other bool     // it can be solved, and what it stands for cannot
}

// Mend proposes a Fix for each level of which something is wrong that can be put right: the least number of moves in
// place of a wrong minimum, a shortest way in place of a wrong solution; and for a level that cannot be solved, the
// nearest that can: one cell painted otherwise, or two cells, or one pair of cells swapped; where none of up to 4096 of
// these does, another start at random; and where that is of no use either, the level without what is claimed of its
// solution. No proposal is solved as it stands, or is a level of the pack up to symmetry. The same pack gives the same
// proposals, unless the search takes more than five seconds for a level or a minute for all: then levels stay. An error
// is that of ctx, or a fault.
func Mend(ctx context.Context, results []Result, lim puzzle.Limits) error {
	return mend(ctx, results, lim, mostMendingAll)
}

func mend(ctx context.Context, results []Result, lim puzzle.Limits, all time.Duration) error {
	m := &mender{lim: lim, taken: map[[32]byte]bool{}, left: all}
	for i := range results {
		if results[i].twins {
			m.taken[results[i].digest] = true
		}
	}
	for i := range results {
		r := &results[i]
		if r.Err != nil {
			continue
		}
		fix := Fix{In: r.In}
		if r.Claim.Verdict() == puzzle.Impossible {
			if err := m.nearest(ctx, r, i, &fix); err != nil {
				return err
			}
			if len(fix.What) == 0 {
				unclaim(r, &fix)
			}
		} else if err := m.claims(ctx, r, &fix); err != nil {
			return err
		}
		if len(fix.What) > 0 {
			r.Fix = &fix
		}
	}
	return nil
}

type mender struct {
	lim   puzzle.Limits
	taken map[[32]byte]bool // forms of the levels
	tried int
	left  time.Duration // for the search of what can be solved
}

// unclaim takes away what is claimed of a level that cannot be solved.
func unclaim(r *Result, fix *Fix) {
	h := r.In.Head()
	if h.Claimed.Minimum != "" {
		fix.What = append(fix.What, "no minimum")
	}
	if h.Claimed.Solution != "" {
		fix.What = append(fix.What, "no solution")
	}
	h.Claimed = puzzle.Claimed{}
	fix.In = r.In.WithHead(h)
}

// claims puts right what is claimed about a level that can be solved.
func (m *mender) claims(ctx context.Context, r *Result, fix *Fix) error {
	h := r.In.Head()
	if r.Minimum == wrong {
		if h.Claimed.Minimum = ""; r.Exact() {
			fix.What = append(fix.What, "minimum "+grid.Short(r.Length))
			h.Claimed.Minimum = r.Length.String()
		} else {
			fix.What = append(fix.What, "no minimum, as it is not known")
		}
	}
	if r.Solution == invalid {
		way, err := m.way(ctx, r.In, r.Claim)
		if err != nil {
			return err
		}
		if h.Claimed.Solution = way; way != "" {
			fix.What = append(fix.What, "solution "+way)
		} else {
			fix.What = append(fix.What, "no solution")
		}
	}
	fix.In = r.In.WithHead(h)
	return nil
}

// way is a way of in that cl shows, in words that are read again; "" where it is too long for that.
func (m *mender) way(ctx context.Context, in puzzle.Instance, cl puzzle.Claim) (string, error) {
	f := in.Solver()
	if cl.Verdict() != puzzle.Solved {
		return "", nil
	}
	st, err := f.Tell(ctx, in, cl, scene.Corner(1, 1), m.lim)
	if err != nil || st.Way == "" || len(st.Way) > mostWay {
		return "", unlessLimit(err)
	}
	again, err := f.WitnessOf(ctx, in, st.Way, m.lim)
	if err == nil {
		err = f.Check(ctx, in, again, m.lim)
	}
	if err != nil {
		if errors.Is(err, puzzle.ErrRejected) || errors.Is(err, puzzle.ErrInput) {
			err = nil
		}
		return "", unlessLimit(err)
	}
	return st.Way, nil
}

// unlessLimit is err, but for limits.
func unlessLimit(err error) error {
	if errors.Is(err, puzzle.ErrLimit) || errors.Is(err, puzzle.ErrUnsupported) {
		return nil
	}
	return err
}

// nearest looks for a level that can be solved.
func (m *mender) nearest(ctx context.Context, r *Result, number int, fix *Fix) error {
	short := m.lim
	if most := min(m.left, mostMending); short.Time == 0 || short.Time > most {
		short.Time = most
	}
	if m.left <= 0 {
		return nil
	}
	defer func(begun time.Time) { m.left -= time.Since(begun) }(time.Now())
	m.tried = 0
	err := short.Within(ctx, func(ctx context.Context) error {
		e, err := strokesOf(r.In)
		if err != nil {
			return unlessLimit(err)
		}
		for i := range e { // one change
			if done, err := m.try(ctx, r, fix, e[i:i+1]); done || err != nil {
				return err
			}
		}
		for i := range e { // two
			for k := range i {
				if m.tried == mostTried {
					break
				}
				if done, err := m.try(ctx, r, fix, []stroke{e[k], e[i]}); done || err != nil {
					return err
				}
			}
		}
		return m.scramble(ctx, r, number, fix)
	})
	return unlessLimit(err)
}

// A stroke is one change of a level.
type stroke struct {
	layer  puzzle.Layer
	cells  [][2]int
	symbol string
}

func (s stroke) String() string {
	at := make([]string, len(s.cells))
	for i, c := range s.cells {
		at[i] = fmt.Sprintf("row %d, column %d", c[0]+1, c[1]+1)
	}
	text := strings.ToLower(s.layer.Title) + ": "
	switch {
	case s.layer.Act == puzzle.Swap:
		return text + strings.Join(at, " and ") + " swapped"
	case s.symbol == "":
		return text + at[0] + " emptied"
	}
	return text + at[0] + " now " + s.symbol
}

// strokesOf lists the changes of one cell, or of two that are swapped, of the layers in their order.
func strokesOf(in puzzle.Instance) (list []stroke, err error) {
	f := in.Solver()
	e, err := f.Editing(in)
	if err != nil {
		return nil, err
	}
	d, err := f.Draw(in, scene.Corner(report.MostPictured, report.MostPictured))
	if err != nil {
		return nil, err
	}
	for _, l := range e.Layers {
		if l.Scene >= len(d.Scenes) {
			continue
		}
		rows, cols := d.Scenes[l.Scene].Rows, d.Scenes[l.Scene].Cols
		cells := min(rows, report.MostPictured) * min(cols, report.MostPictured)
		place := func(i int) [2]int {
			return [2]int{i / min(cols, report.MostPictured), i % min(cols, report.MostPictured)}
		}
		for i := range cells {
			if l.Act == puzzle.Swap {
				for k := range i {
					list = append(list, stroke{l, [][2]int{place(k), place(i)}, ""})
				}
			} else {
				for _, s := range l.Palette {
					list = append(list, stroke{l, [][2]int{place(i)}, s.Symbol})
				}
			}
			if len(list) >= mostTried {
				return list[:mostTried], nil
			}
		}
	}
	return list, nil
}

// try makes the strokes and takes what comes of them where it is a level that can be solved.
func (m *mender) try(ctx context.Context, r *Result, fix *Fix, strokes []stroke) (done bool, err error) {
	if m.tried == mostTried {
		return false, nil
	}
	m.tried++
	f, in := r.In.Solver(), r.In
	for _, s := range strokes {
		in, err = f.Stroke(in, s.layer.Name, s.cells, s.symbol)
		if err != nil { // what is no puzzle is no proposal
			return false, ctx.Err()
		}
	}
	quick := m.lim
	quick.VerdictOnly = true
	cl, err := f.Solve(ctx, in, quick)
	if err != nil || cl.Verdict() != puzzle.Solved {
		return false, inLevel(ctx, err)
	}
	what := make([]string, len(strokes))
	for i, s := range strokes {
		what[i] = s.String()
	}
	return m.take(ctx, r, fix, in, what)
}

// inLevel is err where the search cannot go on: not where one proposal is no level.
func inLevel(ctx context.Context, err error) error {
	if ctx.Err() != nil {
		return ctx.Err()
	}
	if errors.Is(err, puzzle.ErrInput) {
		return nil
	}
	return unlessLimit(err)
}

// take makes in the proposal for r where it is solved, but not as it stands, and is no level of the pack.
func (m *mender) take(ctx context.Context, r *Result, fix *Fix, in puzzle.Instance, what []string) (bool, error) {
	probe := Result{Entry: Entry{In: in}}
	if err := probe.look(ctx, m.lim); err != nil {
		return false, inLevel(ctx, err)
	}
	if probe.Err != nil || probe.Claim.Verdict() != puzzle.Solved || probe.Length == nil || probe.Length.Sign() == 0 ||
		!probe.twins || m.taken[probe.digest] {
		return false, nil
	}
	m.taken[probe.digest] = true
	h := r.In.Head()
	claimed := h.Claimed
	if h.Claimed = (puzzle.Claimed{}); claimed.Minimum != "" && probe.Exact() {
		h.Claimed.Minimum = probe.Length.String()
	}
	if claimed.Solution != "" {
		way, err := m.way(ctx, in, probe.Claim)
		if err != nil {
			return false, err
		}
		h.Claimed.Solution = way
	}
	fix.In, fix.What, fix.Other = in.WithHead(h), append(what, "fewest "+probe.FewestText()), true
	return true, nil
}

// scramble proposes another start.
func (m *mender) scramble(ctx context.Context, r *Result, number int, fix *Fix) error {
	f := r.In.Solver()
	if !f.Can(puzzle.AskScramble) {
		return nil
	}
	const tries = 16
	rng := rand.New(rand.NewPCG(1, uint64(number)))
	for range tries {
		in, err := f.Scramble(ctx, r.In, -1, rng, m.lim)
		if err != nil {
			return inLevel(ctx, err)
		}
		if done, err := m.take(ctx, r, fix, in, []string{"another start"}); done || err != nil {
			return err
		}
	}
	return nil
}

// WriteFixed writes the pack as it could be, a list of documents, one a line: every level as it is or as proposed.
// Levels that cannot be read are left out: unread says how many. lost is how many stay that cannot be solved.
func WriteFixed(w io.Writer, results []Result) (unread, lost int, err error) {
	var ins []puzzle.Instance
	for i := range results {
		r := &results[i]
		if r.In.Solver() == nil {
			unread++
			continue
		}
		in := r.In
		if r.Fix != nil {
			in = r.Fix.In
		}
		ins = append(ins, in)
		if r.Err == nil && r.Claim.Verdict() == puzzle.Impossible && (r.Fix == nil || !r.Fix.Other) {
			lost++
		}
	}
	text, err := WriteList(nil, ins)
	if err == nil {
		_, err = w.Write(text)
	}
	return unread, lost, err
}

// WriteList appends a list of documents, one a line.
func WriteList(text []byte, ins []puzzle.Instance) (_ []byte, err error) {
	text = append(text, '[')
	separator := "\n"
	for _, in := range ins {
		text = append(text, separator...)
		if text, err = in.AppendJSON(text); err != nil {
			return text, err
		}
		separator = ",\n"
	}
	return append(text, "\n]\n"...), nil
}
