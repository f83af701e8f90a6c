package cli

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/gridwright/gridwright/grid"
	"github.com/gridwright/gridwright/internal/cli/exit"
	"github.com/gridwright/gridwright/internal/cli/input"
	"github.com/gridwright/gridwright/internal/cli/packs"
	"github.com/gridwright/gridwright/internal/cli/session"
	"github.com/gridwright/gridwright/puzzle"
	"github.com/gridwright/gridwright/puzzle/contest"
)

// Tiny is the name under which --profile lists all tiny instances of a contest.
const Tiny = "tiny"

// usualSize is the size of what is generated where a profile allows it.
const usualSize = 16

func (a *app) generateCommand() *cobra.Command {
	g := &generating{app: a, count: -1, size: -1, seed: 1}
	c := &cobra.Command{
		Use:   "generate CONTEST|FAMILY",
		Short: "Make inputs for a contest, or puzzles of a family",
		Long: `generate prints a file of --count cases that keeps to a contest's statement, made by one of the contest's
profiles, which --profiles lists: small random cases, cases that are nearly right, cases that take long.
"--profile tiny" prints every tiny case, the smallest first. With --output each case goes to a file of its own
in a directory, 0001.in, 0002.in and so on; where the contest has one case to a file, more than one has to.
Of a family it prints random puzzles, a document in JSON a line, and with --format those that have a place in a
text format.

Wishes make puzzles of a family for players: of so many moves, so difficult, on such a board. Each has been solved and
checked, and says its least number of moves and a solution in its field "claimed"; "gridwright pack make" makes a whole
pack of them.

The same arguments print the same bytes on every machine and with every version of this program that knows the
profile; --size counts what the family counts, cells or blocks.`,
		Example: fmt.Sprintf("  gridwright generate %[1]s --profiles\n  gridwright generate %[1]s --seed 7 > 7.in\n"+
			"  gridwright generate %[2]s --count 10 | gridwright solve -\n"+
			"  gridwright generate %[2]s --board 6x6 --minimum 12 --unique",
			session.One(a.ProblemNames()), session.One(a.FamilyNames())),
		Args: session.Needs(1, 1, "the name of a contest or of a family"),
		ValidArgsFunction: func(_ *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
			if len(args) > 0 {
				return nil, cobra.ShellCompDirectiveNoFileComp
			}
			return append(a.ProblemNames(), a.FamilyNames()...), cobra.ShellCompDirectiveNoFileComp
		},
	}
	flags := c.Flags()
	flags.BoolVar(&g.list, "profiles", false, "list the contest's profiles")
	flags.StringVar(&g.profile, "profile", "", "how cases are made (default: as the first one is)")
	flags.Var(&g.size, "size", "about how large they are (default: 16, or as near as the profile allows)")
	flags.Var(&g.count, "count", "how many (default: 1; all tiny ones)")
	flags.Var(&g.seed, "seed", "a number that decides all that is random")
	flags.StringVar(&g.format, "format", "", "the format to write: json, or a text format of the family")
	flags.StringVarP(&g.dir, "output", "o", "", "write each case to a file of its own in this directory")
	g.wishes.Flags(c)
	c.RegisterFlagCompletionFunc("format", func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
		return writable(a.Checkers...), cobra.ShellCompDirectiveNoFileComp
	})
	c.RegisterFlagCompletionFunc("profile", g.completeProfile)
	c.RunE = a.Run(func(ctx context.Context, args []string) error { return g.run(ctx, args[0]) })
	return c
}

// completeProfile completes the profiles of the contest that is named.
func (g *generating) completeProfile(_ *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
	var names []string
	if len(args) > 0 {
		if p := g.app.Problem(args[0]); p != nil {
			for _, k := range g.kinds(p) {
				names = append(names, k.Name+"\t"+k.Doc)
			}
		}
	}
	return names, cobra.ShellCompDirectiveNoFileComp
}

// generating is the command generate under way.
type generating struct {
	*app
	list                 bool
	profile, format, dir string
	size, count, seed    exit.Whole // the first two are −1 where they are not set

	wishes packs.Wishes

	problem *contest.Problem // nil: of a family
	family  *puzzle.Family
}

func (g *generating) run(ctx context.Context, name string) error {
	if err := g.named(name); err != nil {
		return err
	}
	if g.list {
		return g.profiles()
	}
	if err := g.Out.Closed(); err != nil {
		return err
	}
	if g.format == "" && (g.problem == nil || g.JSON) {
		g.format = input.JSON
	} else if g.format == "" {
		g.format = g.problem.Name()
	}
	if names := writable(g.family.Checker); !slices.Contains(names, g.format) {
		return exit.Usagef("--format: no puzzle of the family %s is written as %q; there are: %s%s", g.family.Name(),
			g.format, strings.Join(names, ", "), grid.DidYouMean(g.format, names))
	}
	if g.JSON && g.format != input.JSON {
		return exit.Usagef("--format %s and --json ask for two different outputs", g.format)
	}
	cases, err := g.cases(ctx)
	if err != nil {
		return err
	}
	if g.dir != "" {
		return g.files(ctx, cases)
	}
	return g.print(ctx, cases)
}

// named finds what is called name.
func (g *generating) named(name string) error {
	if g.problem = g.app.Problem(name); g.problem != nil {
		g.family = g.problem.Family()
		return nil
	}
	for _, f := range g.Families {
		if f.Name() == name {
			g.family = f
			return nil
		}
	}
	names := append(g.ProblemNames(), g.FamilyNames()...)
	return exit.Usagef("there is no contest or family %q; there are: %s%s", name, strings.Join(names, ", "),
		grid.DidYouMean(name, names))
}

// kinds are the profiles of p, and tiny.
func (g *generating) kinds(p *contest.Problem) []contest.Kind {
	return append([]contest.Kind{{Name: Tiny, Doc: "every tiny case, the smallest first"}}, p.Profiles()...)
}

// A profileInfo is the document that --profiles prints with --json.
type profileInfo struct {
	Contest string `json:"contest"`
	Name    string `json:"name"`
	Sizes   []int  `json:"sizes,omitempty"`
	Slow    bool   `json:"slow"`
	Doc     string `json:"doc"`
}

func (g *generating) profiles() error {
	if g.problem == nil {
		return exit.Usagef("the family %s has no profiles; contests have: %s", g.family.Name(),
			strings.Join(g.ProblemNames(), ", "))
	}
	rows := [][]string{{"profile"}, {"sizes"}, {"what it makes"}}
	for _, k := range g.kinds(g.problem) {
		sizes := "all"
		if k.Name != Tiny {
			sizes = fmt.Sprintf("%d-%d", k.Sizes[0], k.Sizes[1])
		}
		doc := session.OneLine(k.Doc)
		if k.Slow {
			doc += " (slow)"
		}
		for i, text := range []string{k.Name, sizes, doc} {
			rows[i] = append(rows[i], text)
		}
		if !g.JSON {
			continue
		}
		info := profileInfo{Contest: g.problem.Name(), Name: k.Name, Slow: k.Slow, Doc: session.OneLine(k.Doc)}
		if k.Name != Tiny {
			info.Sizes = k.Sizes[:]
		}
		if err := g.Encode(info); err != nil {
			return err
		}
	}
	if g.JSON {
		return nil
	}
	for _, line := range session.Beside(rows) {
		fmt.Fprintln(g.Out, strings.TrimRight(line, " "))
	}
	return g.Out.Flush()
}

// cases yields what is asked for, one by one.
func (g *generating) cases(ctx context.Context) (iter.Seq2[puzzle.Instance, error], error) {
	count := max(1, int64(g.count))
	if g.count == 0 {
		return nil, exit.Usagef("--count is 0; there is nothing to make")
	}
	if g.wishes.Any() {
		return g.wished(ctx, count)
	}
	if g.profile == Tiny && g.problem != nil {
		if g.size >= 0 {
			return nil, exit.Usagef("--profile tiny lists cases of its own sizes; leave out --size")
		}
		return g.tiny(), nil
	}
	size, err := g.sized()
	if err != nil {
		return nil, err
	}
	m := g.Limits().Meter(ctx)
	return func(yield func(puzzle.Instance, error) bool) {
		made, refused := int64(0), 0
		for n := uint64(0); made < count; n++ {
			var in puzzle.Instance
			err := m.Aside(func() (err error) {
				in, err = g.make(n, size)
				return err
			})
			if errors.Is(err, puzzle.ErrUnsupported) && refused < mostRefused {
				refused++
				continue
			}
			made, refused = made+1, 0
			if !yield(in, err) || err != nil {
				return
			}
		}
	}, nil
}

// wished yields puzzles of a family that are as wished, each with its least number of moves and a solution.
func (g *generating) wished(ctx context.Context, count int64) (iter.Seq2[puzzle.Instance, error], error) {
	switch {
	case g.problem != nil:
		return nil, exit.Usagef("wishes are for families, which are: %s; a contest has profiles",
			strings.Join(g.FamilyNames(), ", "))
	case g.size >= 0 || g.profile != "":
		return nil, exit.Usagef("--board and --from say how large wished puzzles are; leave out --size and --profile")
	case count > packs.MaxMade:
		return nil, exit.Usagef("--count is %d; at most %d puzzles are made by wish", count, packs.MaxMade)
	}
	levels, err := g.wishes.Make(ctx, g.Session, g.family, uint64(g.seed), int(count), false)
	if err != nil && !errors.Is(err, puzzle.ErrLimit) {
		return nil, err
	}
	return func(yield func(puzzle.Instance, error) bool) {
		for i := range levels {
			if !yield(levels[i].In, nil) {
				return
			}
		}
		if err != nil {
			yield(puzzle.Instance{}, err)
		}
	}, nil
}

// mostRefused is how many puzzles in a row a format may have no place for.
const mostRefused = 1000

// make makes puzzle n. One that has no place in the format is puzzle.ErrUnsupported.
func (g *generating) make(n uint64, size int) (in puzzle.Instance, err error) {
	if g.problem != nil {
		in, err = g.problem.Generate(g.profile, uint64(g.seed), n, size)
	} else {
		in = g.family.Generate(rand.New(rand.NewPCG(uint64(g.seed), n)), size)
	}
	if err == nil && g.format != input.JSON && (g.problem == nil || g.format != g.problem.Name()) {
		err = g.family.WriteText(io.Discard, g.format, in)
	}
	return in, err
}

// tiny yields the tiny cases, all of them or the first ones.
func (g *generating) tiny() iter.Seq2[puzzle.Instance, error] {
	return func(yield func(puzzle.Instance, error) bool) {
		n := exit.Whole(0)
		for in := range g.problem.Tiny() {
			if n++; g.count >= 0 && n > g.count || !yield(in, nil) {
				return
			}
		}
	}
}

// cellBytes is less than what a cell of a puzzle takes while it is made.
const cellBytes = 16

// sized finds the profile, where there are some, and the size.
func (g *generating) sized() (size int, err error) {
	if size = usualSize; g.size >= 0 {
		size = int(min(int64(g.size), math.MaxInt32))
	}
	if err := g.Limits().CheckMemory("a puzzle of that size", int64(size)*cellBytes); err != nil {
		return 0, err
	}
	if g.problem == nil {
		if size == 0 {
			return 0, exit.Usagef("--size is 0; a puzzle has a size from 1 up")
		}
		if g.profile != "" {
			return 0, exit.Usagef("the family %s has no profiles; contests have: %s", g.family.Name(),
				strings.Join(g.ProblemNames(), ", "))
		}
		return size, nil
	}
	kinds := g.problem.Profiles()
	if g.profile == "" {
		g.profile = kinds[0].Name
	}
	i := slices.IndexFunc(kinds, func(k contest.Kind) bool { return k.Name == g.profile })
	if i < 0 {
		var names []string
		for _, k := range g.kinds(g.problem) {
			names = append(names, k.Name)
		}
		return 0, exit.Usagef("%s has no profile %q; it has: %s%s", g.problem.Name(), g.profile, strings.Join(names, ", "),
			grid.DidYouMean(g.profile, names))
	}
	low, high := kinds[i].Sizes[0], kinds[i].Sizes[1]
	if g.size >= 0 && (size < low || size > high) {
		return 0, exit.Usagef("--size is %d; the profile %s makes sizes from %d to %d", size, g.profile, low, high)
	}
	return min(max(size, low), high), nil
}

// print writes the cases to standard output.
func (g *generating) print(ctx context.Context, cases iter.Seq2[puzzle.Instance, error]) error {
	if g.problem != nil && g.format == g.problem.Name() {
		ins, err := g.atMost(g.problem.Most(), cases)
		if err != nil {
			return err
		}
		err = g.Limits().Meter(ctx).Writing(g.Out, func(w io.Writer) error { return g.problem.WriteFile(w, ins) })
		if err != nil {
			return err
		}
		return g.Out.Flush()
	}
	conv := &converting{app: g.app, to: g.format}
	for in, err := range cases {
		if err == nil {
			err = ctx.Err()
		}
		switch {
		case err != nil:
		case g.format == input.JSON:
			err = g.PrintJSON(ctx, in)
		default:
			var text, back []byte
			if text, back, err = conv.render(ctx, in); err == nil {
				err = conv.put(ctx, g.family, text, back)
			}
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// atMost collects cases for a file of the contest, which holds so many.
func (g *generating) atMost(most int, cases iter.Seq2[puzzle.Instance, error]) (ins []puzzle.Instance, err error) {
	for in, err := range cases {
		if err != nil {
			return nil, err
		}
		if len(ins) == most {
			return nil, exit.Usagef("a file of %s holds at most %s; choose how many with --count, or write each to a file "+
				"of its own with --output, or a document a line with --json", g.problem.Name(), grid.Number(most, "case"))
		}
		ins = append(ins, in)
	}
	return ins, nil
}

// files writes each case to a file of its own.
func (g *generating) files(ctx context.Context, cases iter.Seq2[puzzle.Instance, error]) error {
	if err := os.MkdirAll(g.dir, 0o777); err != nil {
		return input.In(g.dir, err)
	}
	n := 0
	for in, err := range cases {
		if err == nil {
			err = ctx.Err()
		}
		var text []byte
		if err == nil {
			text, err = g.text(ctx, in)
		}
		if err != nil {
			return err
		}
		n++
		ending := "in"
		if g.format == input.JSON {
			ending = "json"
		}
		name := filepath.Join(g.dir, fmt.Sprintf("%04d.%s", n, ending))
		if err := os.WriteFile(name, text, 0o666); err != nil {
			return input.In(name, err)
		}
	}
	fmt.Fprintf(g.Stderr, "%s: %s in %s\n", session.Prog, grid.Number(n, "file"), g.dir)
	return nil
}

// text is a file with one case.
func (g *generating) text(ctx context.Context, in puzzle.Instance) ([]byte, error) {
	m := g.Limits().Meter(ctx)
	if g.format == input.JSON {
		doc, err := puzzle.AppendWithin(m, nil, in)
		return append(doc, '\n'), err
	}
	var text bytes.Buffer
	err := m.Writing(&text, func(w io.Writer) error {
		if g.problem != nil && g.format == g.problem.Name() {
			return g.problem.WriteFile(w, []puzzle.Instance{in})
		}
		return g.family.WriteText(w, g.format, in)
	})
	return text.Bytes(), err
}
