package stress

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/gridwright/gridwright/grid"
	"github.com/gridwright/gridwright/puzzle"
	"github.com/gridwright/gridwright/puzzle/contest"
)

// inputs is what the names of kept inputs end in.
const inputs = ".in"

// Kept reads the inputs that were kept in dir, in the order of their names; none where dir is not there.
func Kept(ctx context.Context, p *contest.Problem, dir string, lim puzzle.Limits) (files []*File, err error) {
	entries, err := os.ReadDir(dir) // in order
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, unreadable(dir, err)
	}
	for _, e := range entries {
		if e.IsDir() || !strings.HasSuffix(e.Name(), inputs) {
			continue
		}
		f, err := ReadFile(ctx, p, filepath.Join(dir, e.Name()), lim)
		if err != nil {
			return nil, err
		}
		files = append(files, f)
	}
	return files, nil
}

// ReadFile reads an input, which the limit on memory bounds. Its cases have to keep what the statement promises.
func ReadFile(ctx context.Context, p *contest.Problem, name string, lim puzzle.Limits) (*File, error) {
	input, err := bytesOf(name, lim.Memory)
	if err != nil {
		return nil, err
	}
	held := puzzle.Limits{Memory: lim.Memory} // the time is one for answers
	cases, err := p.Read(held.Meter(ctx), bytes.NewReader(input), int64(len(input)))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, puzzle.AsLimit(err))
	}
	if len(cases) > p.Most() { // of which programs know nothing
		return nil, fmt.Errorf("%s: %w", name, grid.Errorf(grid.Pos{Line: cases[p.Most()].Line, Col: 1},
			"the file holds %s; at most %d are allowed", grid.Number(len(cases), "case"), p.Most()))
	}
	f := &File{From: filepath.ToSlash(name), Input: input}
	for i, c := range cases {
		if err := p.Valid(c.In); err != nil {
			return nil, fmt.Errorf("%s: %w", name, grid.Errorf(grid.Pos{Line: c.Line, Col: 1}, "case %d breaks a promise: %v",
				i+1, err))
		}
		f.Cases = append(f.Cases, c.In)
	}
	return f, nil
}

// bytesOf reads a file of at most so many bytes; 0 is any number. Some files are without end.
func bytesOf(name string, most int64) ([]byte, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, unreadable(name, err)
	}
	defer f.Close()
	if most <= 0 {
		most = math.MaxInt64 - 1
	}
	text, err := io.ReadAll(io.LimitReader(f, most+1))
	switch {
	case err != nil:
		return nil, unreadable(name, err)
	case int64(len(text)) > most:
		return nil, fmt.Errorf("%s: %w", name, &puzzle.LimitError{Limit: "memory",
			Msg: "the input is longer than the limit on memory, " + puzzle.Bytes(most)})
	}
	return text, nil
}

// unreadable is the error of a file that cannot be read, in one sentence.
func unreadable(name string, err error) error {
	var pe *fs.PathError
	if errors.As(err, &pe) {
		err = pe.Err
	}
	return grid.Errorf(grid.Pos{}, "%s cannot be read: %v", name, err)
}

// MostSaved is how many bytes of an output are saved. A sentence says where one is cut.
const MostSaved = 4 << 20

// cut is an output as it is saved.
func cut(output []byte) []byte {
	more := len(output) - MostSaved
	if more <= 0 {
		return output
	}
	return fmt.Appendf(slices.Clip(output[:MostSaved]), "\n[The output is cut here; %s more came.]\n",
		grid.Number(more, "byte"))
}

// Saved are the names of the files that belong to a failure; "" for what there is not.
type Saved struct {
	Input  string
	Output string // of the program
	Other  string // of the second one
	Answer string // that is right
	Claims string // about the cases, a document a line
}

// Save writes what belongs to a failure, or to the slowest run, to dir, which is made where it is not there. The same
// input gets the same names.
func Save(p *contest.Problem, dir string, f *Found) (s Saved, err error) {
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return s, unsaved(err)
	}
	kind := f.Failure.Kind
	if kind == "" {
		kind = "slowest"
	}
	sum := sha256.Sum256(f.File.Input)
	stem := filepath.Join(dir, strings.ReplaceAll(kind, " ", "-")+"-"+hex.EncodeToString(sum[:4]))
	write := func(name *string, ending string, text []byte) {
		if err == nil {
			*name = stem + ending
			err = os.WriteFile(*name, text, 0o666)
		}
	}
	write(&s.Input, inputs, f.File.Input)
	write(&s.Output, ".out", cut(f.Result.Output))
	if f.Failure.Second || f.Second != nil || len(f.Other.Output) > 0 {
		write(&s.Other, ".other.out", cut(f.Other.Output))
	}
	if answer, ok := f.Answer(p); ok {
		write(&s.Answer, ".ans", answer)
	}
	if docs, known := f.documents(); known {
		write(&s.Claims, ".claims.json", docs)
	}
	if err != nil {
		err = unsaved(err)
	}
	return s, err
}

// unsaved is the error of a file that cannot be written, in one sentence.
func unsaved(err error) error {
	return grid.Errorf(grid.Pos{}, "what was found cannot be saved: %v", err)
}

// Answer is the output that is right; ok is false where the answer to a case is not known.
func (f *Found) Answer(p *contest.Problem) (text []byte, ok bool) {
	var b bytes.Buffer
	for k, in := range f.File.Cases {
		if k >= len(f.Claims) || f.Claims[k] == nil || p.WriteAnswer(&b, k, in, *f.Claims[k]) != nil {
			return nil, false
		}
	}
	return b.Bytes(), true
}

// documents are the claims about cases, as far as they are known: a line for each case, "null" where none is.
func (f *Found) documents() (text []byte, known bool) {
	for _, cl := range f.Claims {
		doc := []byte("null")
		if cl != nil {
			if d, err := cl.AppendJSON(nil); err == nil {
				doc, known = d, true
			}
		}
		text = append(append(text, doc...), '\n')
	}
	return text, known
}
