package pack

import (
	"context"
	"crypto/sha256"
	"errors"

	"github.com/gridwright/gridwright/puzzle"
)

// identify notes which levels r is the same as.
func (r *Result) identify(ctx context.Context, canon puzzle.Canonical, lim puzzle.Limits) error {
	doc, err := puzzle.AppendWithin(lim.Meter(ctx), nil, canon.Form)
	if err != nil {
		if errors.Is(puzzle.AsLimit(err), puzzle.ErrLimit) {
			return nil
		}
		return err
	}
	r.digest, r.canon, r.twins = sha256.Sum256(doc), canon, true
	r.canon.Form = puzzle.Instance{} // of no more use
	return nil
}

// markTwins remarks on every level that is an earlier one again: the first of them.
func markTwins(results []Result) {
	first := make(map[[32]byte]int, len(results))
	files := map[string]bool{}
	for i := range results {
		files[results[i].File] = true
	}
	for i := range results {
		r := &results[i]
		if !r.twins {
			continue
		}
		k, ok := first[r.digest]
		if !ok {
			first[r.digest] = i
			continue
		}
		name := results[k].Name()
		if len(files) > 1 && name != results[k].place() {
			name += " (" + results[k].place() + ")"
		}
		r.Remarks = append(r.Remarks, Remark{Kind: Twin, Wrong: true, Of: k,
			Text: "the same level as " + name + alike(results[k].canon, r.canon)})
	}
}

// alike says how the level with the form b is that with the form a: what has been done to a.
func alike(a, b puzzle.Canonical) string {
	text := ""
	if s := a.Symmetry.Then(b.Symmetry.Inverse()); s != 0 {
		text = ", " + s.String()
	}
	if a.Names != b.Names {
		text += ", with other names or colours"
	}
	return text
}
