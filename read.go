package gridwright

import (
	"context"
	"fmt"
	"io"
	"strings"

	"github.com/gridwright/gridwright/grid"
	"github.com/gridwright/gridwright/puzzle"
	"github.com/gridwright/gridwright/puzzle/document"
)

// family is the family of a puzzle that a Solver made.
func family(p puzzle.Instance) (*puzzle.Family, error) {
	if f := p.Solver(); f != nil {
		return f, nil
	}
	return nil, fmt.Errorf("%w: no puzzle; Solver.Read and Solver.Puzzle make some", puzzle.ErrUnsupported)
}

// Read reads all puzzles of a text: a JSON document, or a text of the one format that fits. Where several formats fit,
// ReadFormat says which.
func (s *Solver) Read(ctx context.Context, text string) ([]puzzle.Instance, error) {
	if strings.HasPrefix(strings.TrimSpace(text), "{") {
		return s.readJSON(ctx, text)
	}
	for _, fits := range []func(puzzle.Format, []byte) bool{puzzle.Format.Sniff, puzzle.Format.Maybe} {
		var names []string
		for _, f := range s.families {
			for _, format := range f.Formats() {
				if fits(format, []byte(text)) {
					names = append(names, format.Name)
				}
			}
		}
		switch {
		case len(names) == 1:
			return s.ReadFormat(ctx, names[0], text)
		case len(names) > 1:
			return nil, grid.Errorf(grid.Pos{}, "this may be %s; choose one", strings.Join(names, " or "))
		}
	}
	return nil, grid.Errorf(grid.Pos{}, "this is neither a JSON document nor a text of a known format")
}

// ReadFormat reads all puzzles of a text in a format by its name, such as "permute-line".
func (s *Solver) ReadFormat(ctx context.Context, format, text string) (list []puzzle.Instance, err error) {
	var names []string
	for _, f := range s.families {
		for _, g := range f.Formats() {
			if names = append(names, g.Name); g.Name != format {
				continue
			}
			sc := grid.NewScanner(strings.NewReader(text), int64(len(text)))
			for {
				in, err := f.ReadText(s.limits.Meter(ctx), format, sc)
				if err == io.EOF {
					return list, nil
				}
				if err != nil {
					return nil, err
				}
				list = append(list, in)
			}
		}
	}
	return nil, grid.Errorf(grid.Pos{}, "there is no text format %s; there are %s%s", grid.Quote(format),
		strings.Join(names, ", "), grid.DidYouMean(format, names))
}

// readJSON reads a document, which may hold several puzzles.
func (s *Solver) readJSON(ctx context.Context, text string) ([]puzzle.Instance, error) {
	m := s.limits.Meter(ctx)
	v, err := document.ParseJSONWithin(m, []byte(text))
	if err != nil {
		return nil, puzzle.AsLimit(err)
	}
	f, err := s.named(&v)
	if err != nil {
		return nil, err
	}
	return f.DecodeInstances(m, &v)
}

// ReadClaim reads a claim about p from its JSON document.
func (s *Solver) ReadClaim(ctx context.Context, p puzzle.Instance, text string) (puzzle.Claim, error) {
	f, err := family(p)
	if err != nil {
		return puzzle.Claim{}, err
	}
	m := s.limits.Meter(ctx)
	v, err := document.ParseJSONWithin(m, []byte(text))
	if err != nil {
		return puzzle.Claim{}, puzzle.AsLimit(err)
	}
	return f.DecodeClaim(m, &v)
}

// named is the family that a document names.
func (s *Solver) named(v *document.Value) (*puzzle.Family, error) {
	name, err := puzzle.FamilyOf(v)
	if err != nil {
		return nil, err
	}
	var names []string
	for _, f := range s.families {
		if f.Name() == name {
			return f, nil
		}
		names = append(names, f.Name())
	}
	return nil, v.At("family").Errorf("there is no family %s; there are %s%s", grid.Quote(name), strings.Join(names,
		", "), grid.DidYouMean(name, names))
}
