package families_test

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"maps"
	"math/big"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/gridwright/gridwright/families"
	"github.com/gridwright/gridwright/internal/extent"
	"github.com/gridwright/gridwright/puzzle"
	"github.com/gridwright/gridwright/tilt"
	"github.com/gridwright/gridwright/tilt/tiltcheck"
	"github.com/gridwright/gridwright/tilt/tiltsolve"
)

// agreesWithSlow compares verdict, minimum, number of shortest ways and number of boards with the slow board, and has
// the checker look at all of it.
func agreesWithSlow(p *tilt.Instance) error {
	ctx, solver := context.Background(), tiltsolve.NewSolver(tiltsolve.Options{})
	want := slowRules{p}.answer(mostSlow)
	if want.boards > mostSlow {
		return nil
	}
	o, err := solver.Solve(ctx, p, puzzle.Limits{})
	if err != nil {
		return err
	}
	if err := tiltcheck.Check(ctx, p, o, puzzle.Limits{}); err != nil {
		return fmt.Errorf("the checker: %w", err)
	}
	n, err := solver.Count(ctx, p, puzzle.Limits{})
	if err != nil || n.Cmp(big.NewInt(int64(want.boards))) != 0 {
		return fmt.Errorf("%v boards, %v; want %d", n, err, want.boards)
	}
	if err := tiltcheck.CheckCount(ctx, p, n, puzzle.Limits{}); err != nil {
		return fmt.Errorf("the checker of counts: %w", err)
	}
	if want.least < 0 {
		if o.Verdict != puzzle.Impossible {
			return fmt.Errorf("%v, want impossible", o.Verdict)
		}
		return nil
	}
	if o.Verdict != puzzle.Solved || o.Witness.Length.Cmp(big.NewInt(int64(want.least))) != 0 {
		return fmt.Errorf("%+v; want a way of %d", o, want.least)
	}
	few, err := solver.Level().Fewest(ctx, p, *o.Witness, puzzle.Limits{})
	if err != nil || few.Ways.Cmp(want.ways) != 0 && !few.More {
		return fmt.Errorf("%v shortest ways, %v; want %v", few.Ways, err, want.ways)
	}
	return nil
}

// smallBoards are the sizes whose boards are all tried: up to 3 × 3, the largest in part.
var smallBoards = [][2]int{{1, 1}, {1, 2}, {2, 1}, {1, 3}, {3, 1}, {1, 4}, {2, 2}, {2, 3}, {3, 2}, {3, 3}}

// TestTiltRulesSmall tries every start of . a b # O, moves of all and of one, with a target that is one of all pictures
// in turn.
func TestTiltRulesSmall(t *testing.T) {
	const signs, goals = ".ab#O", ".ab?"
	tried, verdicts := 0, map[bool]int{}
	for _, size := range smallBoards {
		h, w := size[0], size[1]
		n := 1
		for range h * w {
			n *= len(signs)
		}
		stride := extent.Of(1+n/150, 1+n/2500, 1+n/80000)
		for i := 0; i < n; i += stride {
			p := &tilt.Instance{Palette: []string{"a", "b"}, Start: tilt.NewBoard(h, w, 2), Target: tilt.NewBoard(h, w, 2),
				Rules: &tilt.Rules{Ground: make([]tilt.Ground, h*w), Any: make([]bool, h*w), One: i/stride%3 == 2}}
			for cell, k, g := 0, i, uint64(i)*7919; cell < h*w; cell, k, g = cell+1, k/len(signs), g/3 {
				switch sign := signs[k%len(signs)]; sign {
				case '#':
					p.Rules.Ground[cell] = tilt.Wall
					continue
				case 'O':
					p.Rules.Ground[cell] = tilt.Hole
				default:
					p.Start.Set(cell/w, cell%w, k%len(signs))
				}
				switch sign := int(g % uint64(len(goals))); goals[sign] {
				case '?':
					p.Rules.Any[cell] = true
				default:
					p.Target.Set(cell/w, cell%w, sign)
				}
			}
			// Where the picture asks for what no hole leaves, what moves make of the start is a fairer question.
			if i/stride%2 == 0 {
				askForLast(p)
			}
			if err := p.Validate(); err != nil {
				t.Fatal(err)
			}
			if err := agreesWithSlow(p); err != nil {
				in, _ := families.Tilt().InstanceOf(p)
				doc, _ := in.AppendJSON(nil)
				t.Fatalf("%s: %v", doc, err)
			}
			tried++
			verdicts[slowRules{p}.answer(mostSlow).least >= 0]++
		}
	}
	if verdicts[true] < tried/10 || verdicts[false] < tried/10 {
		t.Errorf("the boards are no test: %v", verdicts)
	}
	t.Log(tried, verdicts)
}

// askForLast makes the board after L, U, R or their first piece's moves the target, beside what does not matter.
func askForLast(p *tilt.Instance) {
	o := slowRules{p}
	tiles := o.start()
	for _, side := range "LUR" {
		for _, name := range slices.Sorted(maps.Keys(o.moves(tiles))) {
			if strings.HasSuffix(name, string(side)) {
				tiles = o.move(tiles, o.moves(tiles)[name], byte(side))
				break
			}
		}
	}
	p.Target = tilt.NewBoard(p.Start.H, p.Start.W, 2)
	for _, u := range tiles {
		if cell := u.row*p.Start.W + u.col; !p.Rules.Any[cell] {
			p.Target.Set(u.row, u.col, u.code)
		}
	}
}

// drawnRules draws a board with rules, cell by cell, so that it shrinks to little.
func drawnRules(t *rapid.T) *tilt.Instance {
	h, w := rapid.IntRange(1, 4).Draw(t, "rows"), rapid.IntRange(1, 4).Draw(t, "columns")
	p := &tilt.Instance{Palette: []string{"a", "b"}, Start: tilt.NewBoard(h, w, 2), Target: tilt.NewBoard(h, w, 2),
		Rules: &tilt.Rules{Ground: make([]tilt.Ground, h*w), Any: make([]bool, h*w), Pieces: make([]uint32, h*w)}}
	r := p.Rules
	r.One, r.Unit = rapid.Bool().Draw(t, "one"), rapid.Bool().Draw(t, "unit")
	if rapid.Bool().Draw(t, "robots") {
		r.Robots = []int{rapid.IntRange(1, 2).Draw(t, "robot")}
	}
	last := uint32(0)
	for i := range h * w {
		r.Ground[i] = rapid.SampledFrom([]tilt.Ground{0, 0, 0, 0, tilt.Wall, tilt.Hole}).Draw(t, "ground")
		if r.Ground[i] == tilt.Wall {
			continue
		}
		p.Start.Set(i/w, i%w, rapid.SampledFrom([]int{0, 0, 0, 1, 2}).Draw(t, "tile"))
		r.Any[i] = rapid.Bool().Draw(t, "any")
		if !r.Any[i] {
			p.Target.Set(i/w, i%w, rapid.SampledFrom([]int{0, 0, 0, 1, 2}).Draw(t, "wanted"))
		}
		if p.Start.At(i/w, i%w) == 0 {
			continue
		}
		switch joined := rapid.IntRange(0, 2).Draw(t, "joined"); {
		case joined == 1 && i%w > 0 && r.Pieces[i-1] > 0:
			r.Pieces[i] = r.Pieces[i-1]
		case joined == 2 && i >= w && r.Pieces[i-w] > 0:
			r.Pieces[i] = r.Pieces[i-w]
		default:
			last++
			r.Pieces[i] = last
		}
	}
	if p.Validate() != nil { // a piece wholly over holes, or a robot in part
		r.Pieces, r.Robots = nil, nil
		for i := range h * w {
			if r.Ground[i] == tilt.Hole {
				p.Start.Set(i/w, i%w, 0)
			}
		}
	}
	return p
}

// TestTiltRulesProperty compares drawn boards with the slow one, and shrinks what differs.
func TestTiltRulesProperty(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		if err := agreesWithSlow(drawnRules(t)); err != nil {
			t.Fatal(err)
		}
	})
}

// slowDigest is the digest of all boards that can be reached, and their number, as tilt.Exhausted says it.
func slowDigest(o slowRules) (sum [32]byte, states int) {
	start := o.start()
	w := o.p.Start.W
	class, order := map[int]int{}, map[string]int{} // of each piece: shape and colouring, numbered in reading order
	for _, t := range start {
		if _, known := class[t.piece]; known {
			continue
		}
		name := ""
		for _, u := range start {
			if u.piece == t.piece {
				name += fmt.Sprint(u.row-t.row, ",", u.col-t.col, ",", u.code, " ")
			}
		}
		if _, known := order[name]; !known {
			order[name] = len(order)
		}
		class[t.piece] = order[name]
	}
	total, seen := new(big.Int), map[string]bool{o.key(start): true}
	for todo := [][]slowTile{start}; len(todo) > 0; todo = todo[1:] {
		firsts, met := make([][]uint32, len(order)), map[int]bool{}
		for _, t := range todo[0] {
			if !met[t.piece] {
				met[t.piece] = true
				firsts[class[t.piece]] = append(firsts[class[t.piece]], uint32(t.row*w+t.col))
			}
		}
		var text []byte
		for _, list := range firsts {
			slices.Sort(list)
			text = binary.BigEndian.AppendUint32(text, uint32(len(list)))
			for _, at := range list {
				text = binary.BigEndian.AppendUint32(text, at)
			}
		}
		one := sha256.Sum256(text)
		total.Add(total, new(big.Int).SetBytes(one[:]))
		states++
		for name, goes := range o.moves(todo[0]) {
			next := o.move(todo[0], goes, name[len(name)-1])
			if key := o.key(next); !seen[key] {
				seen[key] = true
				todo = append(todo, next)
			}
		}
	}
	total.Mod(total, new(big.Int).Lsh(big.NewInt(1), 256)).FillBytes(sum[:])
	return sum, states
}

// TestTiltExhaustedIsForged wants the checker to believe the number and the digest of all boards, and nothing else.
func TestTiltExhaustedIsForged(t *testing.T) {
	ctx := context.Background()
	judge := func(p *tilt.Instance, e tilt.Exhausted) error {
		return tiltcheck.Check(ctx, p, tilt.Outcome{Verdict: puzzle.Impossible,
			Certificate: &tilt.Certificate{Exhausted: &e}}, puzzle.Limits{})
	}
	impossible, solvable := 0, 0
	rapid.Check(t, func(t *rapid.T) {
		p := drawnRules(t)
		o := slowRules{p}
		a := o.answer(mostSlow)
		if a.boards > mostSlow/5 {
			return
		}
		sum, states := slowDigest(o)
		e := tilt.Exhausted{States: big.NewInt(int64(states)), Digest: sum}
		err := judge(p, e)
		if a.least >= 0 {
			solvable++
			if !errors.Is(err, puzzle.ErrRejected) {
				t.Fatalf("a board that can be solved: %v", err)
			}
			return
		}
		impossible++
		if err != nil {
			t.Fatalf("an honest certificate: %v", err)
		}
		for what, change := range map[string]func(*tilt.Exhausted){
			"one more":       func(e *tilt.Exhausted) { e.States = big.NewInt(int64(states + 1)) },
			"one less":       func(e *tilt.Exhausted) { e.States = big.NewInt(int64(states - 1)) },
			"many more":      func(e *tilt.Exhausted) { e.States = new(big.Int).Lsh(big.NewInt(1), 64) },
			"no number":      func(e *tilt.Exhausted) { e.States = nil },
			"another digest": func(e *tilt.Exhausted) { e.Digest[rapid.IntRange(0, 31).Draw(t, "byte")]++ },
			"no digest":      func(e *tilt.Exhausted) { e.Digest = [32]byte{} },
		} {
			forged := e
			change(&forged)
			if err := judge(p, forged); !errors.Is(err, puzzle.ErrRejected) {
				t.Fatalf("%s: %v", what, err)
			}
		}
		swapped := *p
		swapped.Target, swapped.Rules = p.Start, new(tilt.Rules)
		*swapped.Rules = *p.Rules
		swapped.Rules.Any = nil
		if err := judge(&swapped, e); !errors.Is(err, puzzle.ErrRejected) {
			t.Fatalf("the start as the target: %v", err)
		}
	})
	t.Logf("%d boards are impossible, %d are not", impossible, solvable)
	if !testing.Short() && (impossible == 0 || solvable == 0) {
		t.Error("the boards are no test")
	}
}

// TestTiltNamedMovesAreForged changes honest ways in which pieces are named, move by move: the checker believes those
// that the slow board believes.
func TestTiltNamedMovesAreForged(t *testing.T) {
	ctx, solver := context.Background(), tiltsolve.NewSolver(tiltsolve.Options{})
	caught, fine := 0, 0
	rapid.Check(t, func(t *rapid.T) {
		p := drawnRules(t)
		askForLast(p)
		o := slowRules{p}
		a := o.answer(mostSlow)
		if a.boards > mostSlow || a.least < 1 {
			return
		}
		out, err := solver.Solve(ctx, p, puzzle.Limits{})
		if err != nil {
			t.Fatal(err)
		}
		text, _ := out.Witness.Moves.Letters(1000)
		var moves []tilt.Move
		for rest := text; rest != ""; {
			m, after, _ := tilt.CutMove(rest)
			moves, rest = append(moves, m), after
		}
		at := rapid.IntRange(0, len(moves)-1).Draw(t, "move")
		side := rapid.SampledFrom([]byte("LRUD")).Draw(t, "side")
		row, col := rapid.IntRange(0, 9).Draw(t, "row"), rapid.IntRange(1, 9).Draw(t, "column")
		for _, forged := range [][]tilt.Move{
			slices.Delete(slices.Clone(moves), at, at+1),
			slices.Insert(slices.Clone(moves), at, moves[at]),
			slices.Insert(slices.Clone(moves), at, tilt.Move{Row: row, Col: col, Side: side}),
			slices.Replace(slices.Clone(moves), at, at+1, tilt.Move{Row: row, Col: col, Side: moves[at].Side}),
			slices.Replace(slices.Clone(moves), at, at+1, tilt.Move{Row: moves[at].Row, Col: moves[at].Col, Side: side}),
			slices.Replace(slices.Clone(moves), at, at+1, tilt.Move{Side: moves[at].Side}),
		} {
			word := ""
			for _, m := range forged {
				word += m.String()
			}
			w, err := tilt.ParseWord(word)
			if err != nil {
				t.Fatal(err)
			}
			tiles, ok := o.play(word)
			honest := ok && o.reached(tiles) && len(forged) == a.least
			claim := tilt.Outcome{Verdict: puzzle.Solved, Witness: &tilt.Witness{Moves: w, Length: w.Length()}}
			err = tiltcheck.Check(ctx, p, claim, puzzle.Limits{})
			switch {
			case honest != (err == nil):
				t.Fatalf("%s instead of %s: %v", word, text, err)
			case honest:
				fine++
			case !errors.Is(err, puzzle.ErrRejected):
				t.Fatalf("%s instead of %s: %v", word, text, err)
			default:
				caught++
			}
		}
	})
	t.Logf("%d ways are wrong, %d are not", caught, fine)
	if !testing.Short() && (caught == 0 || fine == 0) {
		t.Error("the ways are no test")
	}
}

// hardTilt is a board of h × w with few walls and many tiles, all different, whose boards nobody can list.
func hardTilt(h, w, tiles int) *tilt.Instance {
	p := &tilt.Instance{Start: tilt.NewBoard(h, w, tiles), Target: tilt.NewBoard(h, w, tiles),
		Rules: &tilt.Rules{Ground: make([]tilt.Ground, h*w), Any: make([]bool, h*w)}}
	for i := range h * w {
		if i%11 == 5 {
			p.Rules.Ground[i] = tilt.Wall
		}
	}
	for i := range tiles {
		p.Palette = append(p.Palette, fmt.Sprint("t", i))
		for cell := i * h * w / tiles; ; cell++ {
			if p.Rules.Ground[cell] == tilt.Floor && p.Start.At(cell/w, cell%w) == 0 {
				p.Start.Set(cell/w, cell%w, i+1)
				break
			}
		}
	}
	at := (h/2)*w + w/2
	for p.Rules.Ground[at] != tilt.Floor || p.Rules.Ground[at-w] == tilt.Wall || p.Rules.Ground[at+w] == tilt.Wall ||
		p.Rules.Ground[at-1] == tilt.Wall || p.Rules.Ground[at+1] == tilt.Wall {
		at++
	}
	for i := range p.Rules.Any { // one tile in the open, its neighbours empty: out of reach for long
		near := i == at || i == at-1 || i == at+1 || i == at-w || i == at+w
		p.Rules.Any[i] = !near && p.Rules.Ground[i] != tilt.Wall
	}
	p.Target.Set(at/w, at%w, 1)
	return p
}

// TestTiltRulesStop wants limits to end searches with what is known, in the solver and in the checker.
func TestTiltRulesStop(t *testing.T) {
	f := families.Tilt()
	for _, size := range [][3]int{{16, 16, 12}, {3, 90, 20}, {70, 70, 40}} {
		p := hardTilt(size[0], size[1], size[2])
		in, err := f.InstanceOf(p)
		if err != nil {
			t.Fatal(err)
		}
		for what, lim := range map[string]puzzle.Limits{"memory": {Memory: 4 << 20}, "time": {Time: 30 * time.Millisecond}} {
			cl, err := f.Solve(context.Background(), in, lim)
			if err != nil || cl.Verdict() != puzzle.Unknown {
				t.Fatalf("%v, %s: %v, %v", size, what, cl.Verdict(), err)
			}
			stopped := cl.Value().(tilt.Outcome).Stopped
			if stopped == nil || stopped.Limit != what || !strings.Contains(stopped.Msg, "is a target") {
				t.Errorf("%v, %s: %+v", size, what, stopped)
			}
			if _, err := f.Count(context.Background(), in, lim); !errors.Is(err, puzzle.ErrLimit) {
				t.Errorf("%v, %s: the count ends with %v", size, what, err)
			}
			if lim.Memory == 0 {
				continue
			}
			if err := tiltcheck.CheckCount(context.Background(), p, big.NewInt(5), lim); !errors.Is(err, puzzle.ErrLimit) {
				t.Errorf("%v, %s: the check of a count ends with %v", size, what, err)
			}
		}
		e := &tilt.Exhausted{States: big.NewInt(5)} // a lie costs no more than what it says
		err = tiltcheck.Check(context.Background(), p, tilt.Outcome{Verdict: puzzle.Impossible,
			Certificate: &tilt.Certificate{Exhausted: e}}, puzzle.Limits{})
		if !errors.Is(err, puzzle.ErrRejected) {
			t.Errorf("%v: five boards: %v", size, err)
		}
		ctx, cancel := context.WithCancel(context.Background())
		cancel()
		if _, err := f.Solve(ctx, in, puzzle.Limits{}); !errors.Is(err, context.Canceled) {
			t.Errorf("%v: a cancelled search ends with %v", size, err)
		}
	}
}

// TestTiltRulesLarge compares boards that are wider or higher than a machine word with the slow board.
func TestTiltRulesLarge(t *testing.T) {
	for _, size := range [][2]int{{1, 70}, {70, 1}, {2, 65}, {65, 2}, {9, 9}, {3, 100}, {8, 8}, {64, 2}} {
		h, w := size[0], size[1]
		for round := range 6 {
			p := &tilt.Instance{Palette: []string{"a", "b"}, Start: tilt.NewBoard(h, w, 2), Target: tilt.NewBoard(h, w, 2),
				Rules: &tilt.Rules{Ground: make([]tilt.Ground, h*w), Any: make([]bool, h*w)}}
			for i := range h * w {
				switch k := (i*31 + round*17) % 41; {
				case k < 3:
					p.Rules.Ground[i] = tilt.Wall
				case k == 3 && round%2 == 0:
					p.Rules.Ground[i] = tilt.Hole
				case k == 9 && i < 90:
					p.Start.Set(i/w, i%w, 1+i%2)
				}
				p.Rules.Any[i] = p.Rules.Ground[i] == tilt.Floor && i%(round+2) > 0
			}
			p.Rules.One = round == 5 && h*w < 100
			askForLast(p)
			if err := p.Validate(); err != nil {
				t.Fatal(err)
			}
			if err := agreesWithSlow(p); err != nil {
				t.Fatalf("%v, round %d: %v", size, round, err)
			}
		}
	}
}

// TestTiltRulesKnowsAllFields fails where rules have got a field: the slow board has to know it too.
func TestTiltRulesKnowsAllFields(t *testing.T) {
	if n := reflect.TypeFor[tilt.Rules]().NumField(); n != 7 {
		t.Errorf("rules have %d fields; see what slowRules makes of the new ones", n)
	}
}
