package packs

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/gridwright/gridwright/grid"
	"github.com/gridwright/gridwright/internal/cli/exit"
	"github.com/gridwright/gridwright/internal/cli/session"
	"github.com/gridwright/gridwright/internal/pack"
	"github.com/gridwright/gridwright/puzzle"
)

func makeCommand(s *session.Session) *cobra.Command {
	var w Wishes
	count, seed := exit.Whole(20), exit.Whole(1)
	c := &cobra.Command{
		Use:   "make FAMILY",
		Short: "Make a pack of levels by wish, from easy to difficult",
		Long: `make prints a pack of new levels, a list of documents in JSON that begins with the easiest. Each claims its
least number of moves and a shortest way, which have been checked, and no two are the same up to the symmetries of the
board and the names of colours.

The same arguments make the same pack, whatever the number of jobs; limits, which are those of one level, can leave out
levels that take long. Where no level can be as wished, that is said with the reason; where 2000 boards in a row were
none, the command gives up with exit code 3 and prints what it has.`,
		Example: fmt.Sprintf("  gridwright pack make %[1]s --board 6x6 --minimum 3..12 > pack.json\n"+
			"  gridwright pack make %[1]s --count 5 --difficulty hard --unique", session.One(s.FamilyNames())),
		Args: session.Needs(1, 1, "the name of a family"),
		ValidArgsFunction: func(_ *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
			if len(args) > 0 {
				return nil, cobra.ShellCompDirectiveNoFileComp
			}
			return s.FamilyNames(), cobra.ShellCompDirectiveNoFileComp
		},
	}
	w.Flags(c)
	c.Flags().Var(&count, "count", "how many levels")
	c.Flags().Var(&seed, "seed", "a number that decides all that is random")
	c.RunE = s.Run(func(ctx context.Context, args []string) error {
		i := slices.IndexFunc(s.Families, func(f *puzzle.Family) bool { return f.Name() == args[0] })
		if i < 0 {
			return exit.Usagef("there is no family %q; there are: %s%s", args[0], strings.Join(s.FamilyNames(), ", "),
				grid.DidYouMean(args[0], s.FamilyNames()))
		}
		if count == 0 || count > MaxMade {
			return exit.Usagef("--count is %d; a pack has from 1 to %d levels", int64(count), MaxMade)
		}
		levels, err := w.Make(ctx, s, s.Families[i], uint64(seed), int(count), true)
		pack.Rise(levels)
		return print(s, levels, err)
	})
	return c
}

// MaxMade bounds the levels that are made at once.
const MaxMade = 1 << 20

// print prints the levels that were made before err.
func print(s *session.Session, levels []pack.Result, err error) error {
	if err != nil && !errors.Is(err, puzzle.ErrLimit) {
		return err
	}
	ins := make([]puzzle.Instance, len(levels))
	for i := range levels {
		ins[i] = levels[i].In
	}
	text, bad := pack.WriteList(nil, ins)
	if bad != nil {
		return bad
	}
	s.Out.Write(text)
	if bad := s.Out.Flush(); bad != nil {
		return bad
	}
	return err
}
