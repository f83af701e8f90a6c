package pack

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/gridwright/gridwright/grid"
	"github.com/gridwright/gridwright/internal/cli/input"
	"github.com/gridwright/gridwright/puzzle"
	"github.com/gridwright/gridwright/puzzle/document"
)

// maxText bounds one file of a pack.
const maxText = 256 << 20

// An Entry is a level as it stands in a pack.
type Entry struct {
	File string
	Case int // its number in the file, from 1
	In   puzzle.Instance
	Err  error // what is wrong with it where it cannot be read; In is then none
}

// Name is what the level calls itself, or where it stands.
func (e Entry) Name() string {
	if name := e.In.Head().Name; name != "" {
		return name
	}
	return e.place()
}

// place is where the level stands: "levels.txt:3".
func (e Entry) place() string { return fmt.Sprintf("%s:%d", e.File, e.Case) }

// Load reads the levels of files and folders, "-" being standard input. A level that cannot be read is an entry with an
// error, and those behind it are read all the same. A file of which nothing can be read is handed to fail, and the
// others are read. Load itself fails where ctx ends.
//
// A file is a list of documents in JSON or YAML, documents one after the other (such as one a line), or a text format
// whose levels stand one after the other, with blank lines between them where they are boards. In a broken text the
// next level is looked for behind the next blank line. The files of a folder, and of the folders in it, are taken in
// the order of their names; hidden ones are left out.
func Load(ctx context.Context, r *input.Reader, names []string, fail func(error)) ([]Entry, error) {
	var all []Entry
	for _, name := range names {
		files, err := filesOf(name)
		if err != nil {
			fail(input.In(name, err))
			continue
		}
		for _, file := range files {
			entries, err := loadFile(ctx, r, file)
			if ctx.Err() != nil {
				return nil, ctx.Err()
			}
			if err != nil {
				fail(input.In(file, bare(err)))
			}
			all = append(all, entries...)
		}
	}
	return all, nil
}

// filesOf is name, or the files in it where it is a folder.
func filesOf(name string) (files []string, err error) {
	info, err := os.Stat(name)
	if err != nil || !info.IsDir() {
		return []string{name}, nil // a link, standard input, or an error for its reader
	}
	err = filepath.WalkDir(name, func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case path != name && strings.HasPrefix(d.Name(), "."):
			if d.IsDir() {
				return fs.SkipDir
			}
			return nil
		case d.Type().IsRegular():
			files = append(files, path)
		}
		return nil
	})
	if err == nil && len(files) == 0 {
		err = grid.Errorf(grid.Pos{}, "there is no file in this folder")
	}
	slices.Sort(files)
	return files, err
}

// A loader reads one file.
type loader struct {
	ctx     context.Context
	r       *input.Reader
	file    string
	entries []Entry
}

func loadFile(ctx context.Context, r *input.Reader, file string) ([]Entry, error) {
	text, more, err := input.ReadAll(ctx, file, r.Stdin, maxText)
	if err != nil {
		return nil, err
	}
	if more {
		return nil, grid.Errorf(grid.Pos{}, "this file has more than %s; at most that much is read", puzzle.Bytes(maxText))
	}
	l := &loader{ctx: ctx, r: r, file: file}
	if err = l.load(text); err == nil && len(l.entries) == 0 { // comments alone
		err = grid.Errorf(grid.Pos{}, "there is no level to read here")
	}
	return l.entries, err
}

// add adds a level, or what is wrong with it.
func (l *loader) add(in puzzle.Instance, err error) {
	l.entries = append(l.entries, Entry{File: l.file, Case: len(l.entries) + 1, In: in, Err: err})
}

func (l *loader) load(text []byte) error {
	text = bytes.TrimPrefix(text, []byte("\xEF\xBB\xBF"))
	body := bytes.TrimLeft(text, " \t\r\n")
	if len(body) == 0 {
		return grid.Errorf(grid.Pos{}, "there is nothing to read here")
	}
	switch name, _ := l.r.FormatOf(text); {
	case name == input.JSON, l.r.Format == "" && body[0] == '[':
		return l.json(text, body)
	case name == input.YAML, l.r.Format == "" && listOfYAML(body):
		values, err := l.r.Values(l.ctx, text, false)
		if err != nil {
			return err
		}
		return l.documents(values, 0)
	}
	return l.texts(text)
}

// listOfYAML reports whether body begins with a list of objects.
func listOfYAML(body []byte) bool {
	for line := range bytes.Lines(body) {
		line = bytes.TrimSpace(line)
		if len(line) == 0 || line[0] == '#' || bytes.HasPrefix(line, []byte("---")) {
			continue
		}
		return line[0] == '-' && (len(line) == 1 || line[1] == ' ' && bytes.IndexByte(line, ':') > 0)
	}
	return false
}

// documents adds the levels of documents, or of lists of them, whose lines count from one behind lines.
func (l *loader) documents(values []document.Value, lines int) error {
	for i := range values {
		items := values[i : i+1]
		if values[i].Kind() == document.List {
			items, _ = values[i].List("the pack")
			if len(items) == 0 {
				return values[i].Errorf("this list holds no levels")
			}
		}
		for k := range items {
			ins, err := l.r.Instances(l.ctx, items[k])
			if l.ctx.Err() != nil {
				return l.ctx.Err()
			}
			for _, in := range ins {
				l.add(in, nil)
			}
			if err != nil {
				l.add(puzzle.Instance{}, below(err, lines))
			}
		}
	}
	return nil
}

// readable reports whether a level could be read, for all that is known.
func readable(e Entry) bool { return e.Err == nil || errors.Is(e.Err, puzzle.ErrLimit) }

// bare is err without the name of its file.
func bare(err error) error {
	for {
		at, ok := err.(interface {
			Place() (file string, n int, err error)
		})
		if !ok {
			return err
		}
		_, _, err = at.Place()
	}
}

// below moves the place in err, if there is one, lines further down.
func below(err error, lines int) error {
	var ge *grid.Error
	if lines == 0 || !errors.As(bare(err), &ge) || ge.Pos.IsZero() {
		return bare(err)
	}
	at := ge.Pos
	at.Line += lines
	return &grid.Error{Pos: at, Msg: ge.Msg}
}
