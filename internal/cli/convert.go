package cli

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/gridwright/gridwright/grid"
	"github.com/gridwright/gridwright/internal/cli/exit"
	"github.com/gridwright/gridwright/internal/cli/input"
	"github.com/gridwright/gridwright/internal/cli/session"
	"github.com/gridwright/gridwright/puzzle"
)

func (a *app) convertCommand() *cobra.Command {
	var format, to string
	c := &cobra.Command{
		Use:   "convert FILE...",
		Short: "Write puzzles in another format",
		Long: `convert reads puzzles from files, or from standard input for "-", and writes each in the format that
--to names: json, a document a line, or a text format of its family ("gridwright help formats"). What
is written is read again and compared. Where the format has no place for a part of a puzzle, that is an
error; only names, authors and comments are left out of texts. Standard error says so, and where a text
says something in other words than the document did.`,
		Example: `  gridwright convert board.yaml --to json
  gridwright convert board.json --to ` + session.One(writable(a.Checkers...)[1:]) + ` > board.txt`,
		Args: session.Needs(1, -1, "a file"),
	}
	a.FormatFlag(c, &format)
	c.Flags().StringVar(&to, "to", "", "the format to write")
	c.RegisterFlagCompletionFunc("to", func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
		return writable(a.Checkers...), cobra.ShellCompDirectiveNoFileComp
	})
	c.RunE = a.Run(func(ctx context.Context, args []string) error {
		names := writable(a.Checkers...)
		switch {
		case to == "" && a.JSON:
			to = input.JSON
		case to == "":
			return exit.Usagef("convert needs --to FORMAT; there are: %s", strings.Join(names, ", "))
		case !slices.Contains(names, to):
			return exit.Usagef("--to: no puzzle is written as %q; there are: %s%s", to, strings.Join(names, ", "),
				grid.DidYouMean(to, names))
		case a.JSON && to != input.JSON:
			return exit.Usagef("--to %s and --json ask for two different outputs", to)
		}
		conv := &converting{app: a, to: to}
		return a.EachCase(ctx, format, args, func(cases *input.Cases, in puzzle.Instance) error {
			h := in.Head()
			h.File, h.Case = "", 0 // say where answers come from
			if to == input.JSON {
				return a.PrintJSON(ctx, in.WithHead(h))
			}
			if err := conv.one(ctx, cases, in); err != nil {
				return cases.Blame(exit.Unknown(err))
			}
			return nil
		})
	})
	return c
}

// writable lists what convert writes puzzles of the families in: JSON, and then their text formats.
func writable(families ...*puzzle.Checker) []string {
	return slices.DeleteFunc(input.Known(families), func(name string) bool { return name == input.YAML })
}

// converting is the command convert under way, with a text format as its goal.
type converting struct {
	*app
	to      string
	last    []byte // the text of the case before, which is read again together with the next
	lastDoc []byte
}

func (c *converting) one(ctx context.Context, cases *input.Cases, in puzzle.Instance) error {
	f := in.Solver()
	if names := writable(f.Checker); !slices.Contains(names, c.to) {
		return exit.Usagef("no puzzle of the family %s is written as %s; there are: %s", f.Name(), c.to,
			strings.Join(names, ", "))
	}
	h := in.Head()
	doc, err := puzzle.AppendWithin(c.Limits().Meter(ctx), nil, in.WithHead(puzzle.Head{}))
	if err != nil {
		return err
	}
	text, back, err := c.render(ctx, in)
	if err != nil {
		return err
	}
	for _, field := range differing(doc, back) {
		fmt.Fprintf(c.Stderr, "%s: %s: %s says %s in another way, which reads back as %s\n", session.Prog, cases.Here(), c.to,
			field.name, field.text)
	}
	if err := c.put(ctx, f, text, back); err != nil {
		return err
	}
	if h.Name+h.Author+h.Comment != "" {
		fmt.Fprintf(c.Stderr, "%s: %s: %s has no place for names, authors and comments; they are left out\n", session.Prog,
			cases.Here(), c.to)
	}
	return nil
}

// render writes in as a text, and returns the document that the text reads back as.
func (c *converting) render(ctx context.Context, in puzzle.Instance) (text, back []byte, err error) {
	f := in.Solver()
	var b bytes.Buffer
	err = c.Limits().Meter(ctx).Writing(&b, func(w io.Writer) error { return f.WriteText(w, c.to, in) })
	if err != nil {
		return nil, nil, err
	}
	docs, err := c.again(ctx, f, b.Bytes())
	if err != nil && !errors.Is(err, puzzle.ErrInput) {
		return nil, nil, err
	}
	if err != nil || len(docs) != 1 {
		return nil, nil, fmt.Errorf("%w: what %s holds of this puzzle reads back as %s: %v", puzzle.ErrInternal, c.to,
			grid.Number(len(docs), "puzzle"), err)
	}
	return b.Bytes(), docs[0], nil
}

// put prints a text behind the one before.
func (c *converting) put(ctx context.Context, f *puzzle.Family, text, back []byte) error {
	sep, err := c.separator(ctx, f, text, back)
	if err != nil {
		return err
	}
	c.Out.WriteString(sep)
	c.Out.Write(text)
	c.last, c.lastDoc = text, back
	return c.Out.Flush()
}

// separator is what has to stand between the case before and this one so that they are read as two.
func (c *converting) separator(ctx context.Context, f *puzzle.Family, text, doc []byte) (string, error) {
	if c.last == nil {
		return "", nil
	}
	for _, sep := range []string{"", "\n"} {
		if back, err := c.again(ctx, f, slices.Concat(c.last, []byte(sep), text)); err == nil && same(back, c.lastDoc, doc) {
			return sep, nil
		}
	}
	return "", fmt.Errorf("%w: the format %s has no place for a puzzle behind another one; write a file for each",
		puzzle.ErrUnsupported, c.to)
}

// again reads a text and returns the documents of its cases.
func (c *converting) again(ctx context.Context, f *puzzle.Family, text []byte) (docs [][]byte, err error) {
	s, m := grid.NewScanner(bytes.NewReader(text), int64(len(text))), c.Limits().Meter(ctx)
	for {
		in, err := f.ReadText(m, c.to, s)
		if err == io.EOF {
			return docs, nil
		}
		if err != nil {
			return nil, err
		}
		doc, err := puzzle.AppendWithin(m, nil, in)
		if err != nil {
			return nil, err
		}
		docs = append(docs, doc)
	}
}

func same(docs [][]byte, want ...[]byte) bool {
	return slices.EqualFunc(docs, want, bytes.Equal)
}

// A rewritten is a field that a text says in another way than the document did.
type rewritten struct{ name, text string }

// differing lists the fields that back, a document, has in another way than doc, or lacks.
func differing(doc, back []byte) (list []rewritten) {
	if bytes.Equal(doc, back) {
		return nil
	}
	var a, b map[string]json.RawMessage
	if json.Unmarshal(doc, &a) != nil || json.Unmarshal(back, &b) != nil {
		return []rewritten{{"the puzzle", grid.Quote(string(back))}} // cannot be: both are documents
	}
	for name, text := range b {
		if !bytes.Equal(a[name], text) {
			list = append(list, rewritten{name, grid.Quote(string(text))})
		}
	}
	for name := range a {
		if b[name] == nil {
			list = append(list, rewritten{name, "nothing"})
		}
	}
	slices.SortFunc(list, func(x, y rewritten) int { return strings.Compare(x.name, y.name) })
	return list
}
