package cli

import (
	"context"
	"fmt"
	"net/url"
	"strings"

	"github.com/spf13/cobra"

	"github.com/gridwright/gridwright/internal/cli/exit"
	"github.com/gridwright/gridwright/internal/cli/session"
	"github.com/gridwright/gridwright/internal/link"
	"github.com/gridwright/gridwright/puzzle"
)

// localPage is where gridwrightd serves the page if nobody says otherwise.
const localPage = "http://127.0.0.1:8080/"

func (a *app) shareCommand() *cobra.Command {
	r := &rendering{app: a, nth: 1}
	base := localPage
	c := &cobra.Command{
		Use:   "share FILE [CLAIM]",
		Short: "Print a link that holds a puzzle, and perhaps an answer",
		Long: `share prints a link to the first puzzle of a file, or to the one that --case names. The whole puzzle stands in
the link, behind the #, so no server has to know it; with a claim about it, or with --solve, the answer too, once it has
passed its check. The link opens in the page that "gridwrightd serve" shows, or at --base; and every command reads
it where it reads a file.`,
		Example: `  gridwright share board.txt
  gridwright share --solve board.txt --base https://example.org/puzzles/
  gridwright solve "$(gridwright share board.txt)"`,
		Args: session.Needs(1, 2, "a file of puzzles, and perhaps one of claims"),
	}
	a.FormatFlag(c, &r.format)
	c.Flags().StringVar(&base, "base", base, "the address of the page")
	c.Flags().Var(&r.nth, "case", "the number of the puzzle in its file")
	c.Flags().BoolVar(&r.solve, "solve", false, "solve the puzzle, and put the answer into the link too")
	c.RunE = a.Run(func(ctx context.Context, args []string) error {
		u, err := url.Parse(base)
		if err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Host == "" || strings.Contains(base, "#") {
			return exit.Usagef("--base is %.80q; it looks like %s", base, localPage)
		}
		if r.solve && len(args) == 2 {
			return exit.Usagef("--solve finds an answer, and a claim is one; leave out one of the two")
		}
		return r.share(ctx, base, args)
	})
	return c
}

// share prints the link.
func (r *rendering) share(ctx context.Context, base string, args []string) error {
	in, cases, err := r.puzzle(ctx, args[0])
	if err != nil {
		return err
	}
	defer cases.Close()
	cl, err := r.answer(ctx, in, cases, args[1:])
	if err != nil {
		return r.rejected(err)
	}
	h := in.Head()
	h.File, h.Case = "", 0 // of this machine, and of no use to anybody else
	m := r.Limits().Meter(ctx)
	doc, err := puzzle.AppendWithin(m, nil, in.WithHead(h))
	var claim []byte
	if err == nil && cl != nil {
		h = cl.Head()
		h.File, h.Case = "", 0
		claim, err = puzzle.AppendWithin(m, nil, cl.WithHead(h))
	}
	fragment := ""
	if err == nil {
		fragment, err = link.Pack(doc, claim)
	}
	if err != nil {
		return cases.Blame(puzzle.AsLimit(err))
	}
	text := base + "#" + fragment
	if r.JSON {
		return r.Encode(map[string]string{"url": text})
	}
	fmt.Fprintln(r.Out, text)
	return r.Out.Flush()
}
