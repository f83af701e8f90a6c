package puzzletest

import (
	"bytes"
	"context"
	"errors"
	"io"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/gridwright/gridwright/grid"
	"github.com/gridwright/gridwright/internal/extent"
	"github.com/gridwright/gridwright/puzzle"
	"github.com/gridwright/gridwright/puzzle/document"
	"github.com/gridwright/gridwright/scene"
)

// maxFuzzed keeps one fuzz input to instances that are solved in no time.
const maxFuzzed = 4096

// Fuzz feeds bytes to every parser of the families: what passes Validate must then be
// solved, checked, explained and written without a panic, and a solver's answer
// must pass its check. Seeds come from Generate and from the cases given.
func Fuzz(f *testing.F, families []*puzzle.Family, seeds ...string) {
	for _, s := range seeds {
		f.Add([]byte(s))
	}
	for _, fam := range families {
		for seed := range uint64(8) {
			in := fam.Generate(rand.New(rand.NewPCG(seed, 0)), extent.Less(2+int(seed), 12)) // twelve cells may take seconds
			if doc, err := in.AppendJSON(nil); err == nil {
				f.Add(doc)
			}
			for _, format := range fam.Formats() {
				var text bytes.Buffer
				if fam.WriteText(&text, format.Name, in) == nil {
					f.Add(text.Bytes())
				}
			}
			if cl, err := fam.Prove(context.Background(), in, puzzle.Limits{}); err == nil {
				if doc, err := cl.AppendJSON(nil); err == nil {
					f.Add(doc)
				}
			}
		}
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		if len(data) > maxFuzzed {
			return
		}
		for _, fam := range families {
			fuzzTexts(t, fam, data)
			fuzzDocument(t, fam, data)
		}
	})
}

var fuzzLimits = puzzle.Limits{Time: 10 * time.Second, Memory: 64 << 20}

func fuzzTexts(t *testing.T, fam *puzzle.Family, data []byte) {
	for _, format := range fam.Formats() {
		format.Sniff(data)
		s := grid.NewScanner(bytes.NewReader(data), -1)
		for {
			in, err := fam.ReadText(nil, format.Name, s)
			if err == io.EOF {
				break
			}
			if err != nil {
				wantInputOrLimit(t, err)
				break
			}
			exercise(t, fam, in)
		}
	}
}

func fuzzDocument(t *testing.T, fam *puzzle.Family, data []byte) {
	tree, err := document.ParseJSON(data)
	if err != nil {
		wantInputOrLimit(t, err)
		return
	}
	ins, err := fam.DecodeInstances(nil, &tree)
	if err != nil {
		wantInputOrLimit(t, err)
	}
	for _, in := range ins {
		exercise(t, fam, in)
	}
	cl, err := fam.DecodeClaim(nil, &tree)
	if err != nil {
		wantInputOrLimit(t, err)
		return
	}
	// A claim about nothing in particular: any answer but a panic.
	in := fam.Generate(rand.New(rand.NewPCG(1, 2)), 9)
	_ = fam.Check(context.Background(), in, cl, fuzzLimits)
	_ = fam.Explain(context.Background(), io.Discard, in, cl, puzzle.Style{}, puzzle.Limits{})
}

func wantInputOrLimit(t testing.TB, err error) {
	t.Helper()
	if !errors.Is(err, puzzle.ErrInput) && !errors.Is(err, puzzle.ErrLimit) {
		t.Fatalf("an error of another kind: %v", err)
	}
}

func exercise(t *testing.T, fam *puzzle.Family, in puzzle.Instance) {
	t.Helper()
	ctx := context.Background()
	doc, err := in.AppendJSON(nil)
	if err != nil {
		t.Fatalf("a valid instance has no document: %v", err)
	}
	tree, err := document.ParseJSON(doc)
	if err != nil {
		t.Fatalf("%v in %s", err, doc)
	}
	if _, err := fam.DecodeInstances(nil, &tree); err != nil {
		t.Fatalf("the document of a valid instance is refused: %v: %s", err, doc)
	}
	cl, err := fam.Prove(ctx, in, fuzzLimits)
	if err != nil {
		wantInputOrLimit(t, err)
		return
	}
	if err := fam.Explain(context.Background(), io.Discard, in, cl, puzzle.Style{Text: scene.Text{Depth: scene.TrueColour},
		Checked: true}, puzzle.Limits{}); err != nil {
		t.Fatal(err)
	}
	if fam.CountOf() == "" {
		return
	}
	n, err := fam.Count(ctx, in, fuzzLimits)
	if err != nil {
		wantInputOrLimit(t, err)
		return
	}
	if err := fam.Check(ctx, in, n, fuzzLimits); err != nil {
		wantInputOrLimit(t, err)
	}
}
