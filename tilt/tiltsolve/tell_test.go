package tiltsolve

import (
	"context"
	"fmt"
	"math/big"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/gridwright/gridwright/puzzle"
	"github.com/gridwright/gridwright/scene"
	"github.com/gridwright/gridwright/tilt"
)

// film is the brute form of a story: each tile with its number, one tilt after the other.
func (b brute) film(start, letters string) (boards []map[int]int) {
	now := []byte(start)
	for i, c := range now {
		if c != 0 {
			now[i] = byte(i + 1)
		}
	}
	for k := 0; ; k++ {
		places := map[int]int{}
		for i, n := range now {
			if n != 0 {
				places[int(n)-1] = i
			}
		}
		boards = append(boards, places)
		if k == len(letters) {
			return boards
		}
		now = []byte(b.tilted(string(now), letters[k]))
	}
}

// matches compares a scene with a board of the film.
func (b brute) matches(p *tilt.Instance, s *scene.Scene, places map[int]int) error {
	if err := s.Validate(); err != nil {
		return err
	}
	if len(s.Pieces) != len(places) {
		return fmt.Errorf("%d pieces, %d tiles", len(s.Pieces), len(places))
	}
	for _, piece := range s.Pieces {
		at, ok := places[piece.ID]
		label := p.Label(p.Start.At(piece.ID/b.w, piece.ID%b.w))
		if !ok || int(piece.Y)*b.w+int(piece.X) != at || piece.Label != label {
			return fmt.Errorf("piece %d %q stands at row %v, column %v; cell %d and %q are right", piece.ID, piece.Label, piece.Y, piece.X, at, label)
		}
	}
	return nil
}

func drawWord(t *rapid.T, times *rapid.Generator[int64]) tilt.Word {
	run := rapid.Custom(func(t *rapid.T) tilt.Run {
		moves := rapid.StringOfN(rapid.SampledFrom([]rune("LRUD")), 1, 6, -1).Draw(t, "moves")
		return tilt.Run{Moves: moves, Times: big.NewInt(times.Draw(t, "times"))}
	})
	return rapid.SliceOfN(run, 0, 4).Draw(t, "word")
}

// Frames from anywhere are those that come one by one from the start: tiles keep their numbers.
func TestFramesLeap(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		b, start := drawBoard(t)
		word := drawWord(t, rapid.Int64Range(0, 4))
		letters, _ := word.Letters(1000)
		p := &tilt.Instance{Palette: testPalette, Start: b.board(start), Target: b.board(start)}
		story, err := TellWay(context.Background(), p, &tilt.Witness{Moves: word}, scene.Window{}, puzzle.Limits{})
		if err != nil || story.Frames.Len.Int64() != int64(len(letters))+1 {
			t.Fatalf("%v frames of %s, %v", story.Frames.Len, letters, err)
		}
		film := b.film(start, letters)
		first := rapid.IntRange(0, len(letters)).Draw(t, "first")
		n := first
		for f, err := range story.Frames.From(big.NewInt(int64(first))) {
			if err != nil {
				t.Fatal(err)
			}
			move := ""
			if n > 0 {
				move = letters[n-1 : n]
			}
			if f.Move != move {
				t.Fatalf("frame %d of %v comes by %q, not %q", n, word, f.Move, move)
			}
			if err := b.matches(p, f.Scene, film[n]); err != nil {
				t.Fatalf("%s along %v, frame %d from %d on: %v", b.show(start), word, n, first, err)
			}
			n++
		}
		if n != len(film) {
			t.Fatalf("the frames end before %d of %d", n, len(film))
		}
	})
}

// Somewhere in a word that is repeated 10^9 times: the frame is what the numbers of the repetitions, modulo the period of
// the numbered board, say.
func TestFramesOfHugeWords(t *testing.T) {
	const times = 1_000_000_000
	rapid.Check(t, func(t *rapid.T) {
		b := brute{rapid.IntRange(1, 3).Draw(t, "rows"), rapid.IntRange(1, 3).Draw(t, "columns")}
		start := string(rapid.SliceOfN(rapid.ByteRange(0, 3), b.h*b.w, b.h*b.w).Draw(t, "cells"))
		moves := rapid.StringOfN(rapid.SampledFrom([]rune("LRUD")), 1, 5, -1).Draw(t, "moves")
		p := &tilt.Instance{Palette: testPalette, Start: b.board(start), Target: b.board(start)}
		word := tilt.Word{{Moves: "R", Times: big.NewInt(1)}, {Moves: moves, Times: big.NewInt(times)}, {Moves: "U", Times: big.NewInt(1)}}
		story, err := TellWay(context.Background(), p, &tilt.Witness{Moves: word}, scene.Window{}, puzzle.Limits{})
		if err != nil {
			t.Fatal(err)
		}
		// One repetition is in front, then boards come back after some period.
		film := b.film(start, "R"+strings.Repeat(moves, 1+64))
		size, period := len(moves), 0
		for k := 1; k <= 63 && period == 0; k++ {
			if fmt.Sprint(film[1+size]) == fmt.Sprint(film[1+size+k*size]) {
				period = k * size
			}
		}
		if period == 0 { // a permutation of at most 9 tiles comes back after at most 20 times
			t.Fatalf("%s along %s has no period up to 63", b.show(start), moves)
		}
		last := 1 + int64(size)*times
		n := rapid.Int64Range(1+int64(size), last).Draw(t, "n")
		for f, err := range story.Frames.From(big.NewInt(n)) {
			if err != nil {
				t.Fatal(err)
			}
			if n > last {
				if f.Move != "U" || n != last+1 {
					t.Fatalf("frame %d is behind the word", n)
				}
				break
			}
			at := 1 + size + int((n-1-int64(size))%int64(period))
			if err := b.matches(p, f.Scene, film[at]); err != nil {
				t.Fatalf("%s along %v, frame %d: %v", b.show(start), word, n, err)
			}
			if want := moves[(n-2)%int64(size)]; f.Move != string(want) {
				t.Fatalf("frame %d comes by %s, not %c", n, f.Move, want)
			}
			if n++; n > last+1 || n%16 == 0 {
				break
			}
		}
	})
}

// The scene of the start: a tap or a drag is a move, and it is done where the target stands.
func TestDraw(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		b, start := drawBoard(t)
		target := b.played(start, rapid.StringOfN(rapid.SampledFrom([]rune("LRUD")), 0, 3, -1).Draw(t, "moves"))
		p := &tilt.Instance{Palette: testPalette, Start: b.board(start), Target: b.board(target)}
		d := Draw(p, scene.Window{})
		if len(d.Scenes) != 2 || d.Scenes[0].Done != (start == target) || d.Scenes[1].Validate() != nil {
			t.Fatalf("%d scenes, done is %v", len(d.Scenes), d.Scenes[0].Done)
		}
		if err := b.matches(p, d.Scenes[0], b.film(start, "")[0]); err != nil {
			t.Fatal(err)
		}
		for i := range target {
			ghost := d.Scenes[0].Cell(i/b.w, i%b.w)
			if (ghost.Kind == scene.Ghost) != (target[i] != 0) || target[i] != 0 && ghost.Look.Label != testPalette[target[i]-1] {
				t.Fatalf("cell %d of %s is drawn as %v", i, b.show(target), ghost)
			}
		}
		for _, h := range d.Scenes[0].Handles {
			q, err := NewSolver(Options{}).Apply(context.Background(), p, h.Move, puzzle.Limits{})
			if err != nil || string(q.Start.Narrow) != b.tilted(start, h.Move[0]) {
				t.Fatalf("the handle %q: %v", h.Label, err)
			}
		}
		p.Target = nil
		if d = Draw(p, scene.Corner(1, 1)); len(d.Scenes) != 1 || len(d.Scenes[0].Pieces) > 1 {
			t.Fatalf("%d scenes of one cell", len(d.Scenes))
		}
	})
}

// What cannot be played within the limits is an error of the frame, and a cancelled story ends.
func TestFramesStop(t *testing.T) {
	p := staircase(20)
	w := &tilt.Witness{Moves: tilt.NewWord("LU", "RDLU", big.NewInt(1<<60), "R")}
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	story, err := TellWay(ctx, p, w, scene.Window{}, puzzle.Limits{Memory: 100})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := story.Frames.At(big.NewInt(1 << 61)); err == nil || !strings.Contains(err.Error(), "memory") {
		t.Errorf("with 100 bytes: %v", err)
	}
	story, err = TellWay(ctx, p, w, scene.Window{}, puzzle.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	for _, err := range story.Frames.From(big.NewInt(1 << 61)) {
		if n++; n == 2 {
			cancel()
		} else if n == 3 {
			if err == nil {
				t.Error("a frame after the end of the context")
			}
			break
		}
	}
	if story.Title != "solved with these tilts" {
		t.Errorf("%q", story.Title)
	}
}
