package puzzletest

import (
	"context"
	"errors"
	"io"
	"testing"

	"github.com/gridwright/gridwright/puzzle"
	"github.com/gridwright/gridwright/scene"
)

// A cutWriter takes what comes until its cut, when it calls off, and counts what is offered to it.
type cutWriter struct {
	cut     int // 0: never
	off     func()
	offered int
}

func (w *cutWriter) Write(p []byte) (int, error) {
	if w.offered++; w.offered == w.cut {
		w.off()
	}
	return len(p), nil
}

// errFull is the error of a fullWriter.
var errFull = errors.New("nothing more fits")

// A fullWriter takes so many writes, and counts all.
type fullWriter struct{ room, offered int }

func (w *fullWriter) Write(p []byte) (int, error) {
	if w.offered++; w.offered > w.room {
		return 0, errFull
	}
	return len(p), nil
}

// writing cuts off everything that is written about Slow and its solution. Whoever writes gives up soon after a write
// has failed; and where the context of a meter ends, nothing more gets through.
func (k Kit) writing(t testing.TB) {
	in := k.Slow()
	cl, err := k.Family.Solve(context.Background(), in, puzzle.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	hooks := map[string]func(w io.Writer) error{
		"Explain": func(w io.Writer) error {
			return k.Family.Explain(context.Background(), w, in, cl, puzzle.Style{Text: scene.Text{Depth: scene.TrueColour}},
				puzzle.Limits{})
		},
	}
	for _, f := range k.Family.Formats() {
		hooks["WriteText "+f.Name] = func(w io.Writer) error { return k.Family.WriteText(w, f.Name, in) }
		hooks["WriteEvidence "+f.Name] = func(w io.Writer) error { return k.Family.WriteEvidence(w, f.Name, in, cl) }
	}
	for name, write := range hooks {
		all := &fullWriter{room: 1 << 30}
		if err := write(all); errors.Is(err, puzzle.ErrUnsupported) {
			continue
		} else if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		for _, room := range []int{0, 1, all.offered / 2} {
			if room >= all.offered {
				continue
			}
			full := &fullWriter{room: room}
			if err := write(full); !errors.Is(err, errFull) || full.offered > room+maxLate {
				t.Errorf("%s: the write after %d of %d fails, and after %d more it says %v", name, room, all.offered,
					full.offered-room-1, err)
			}
			ctx, cancel := context.WithCancel(context.Background())
			cut := &cutWriter{cut: room, off: cancel}
			if room == 0 {
				cancel()
			}
			err := puzzle.Limits{}.Meter(ctx).Writing(cut, write)
			if !errors.Is(err, context.Canceled) || cut.offered != room {
				t.Errorf("%s, called off at write %d of %d: %d got through, and it says %v", name, room, all.offered, cut.offered,
					err)
			}
			cancel()
		}
	}
}
