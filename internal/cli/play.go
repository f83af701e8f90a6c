package cli

import (
	"context"
	"crypto/rand"
	"encoding/binary"
	"errors"
	"fmt"
	mathrand "math/rand/v2"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/gridwright/gridwright/grid"
	"github.com/gridwright/gridwright/internal/cli/exit"
	"github.com/gridwright/gridwright/internal/cli/input"
	"github.com/gridwright/gridwright/internal/cli/session"
	"github.com/gridwright/gridwright/puzzle"
)

func (a *app) scrambleCommand() *cobra.Command {
	var format, seed string
	distance := exit.Whole(-1)
	c := &cobra.Command{
		Use:   "scramble FILE...",
		Short: "Make a start for a puzzle: random, or at an exact distance",
		Long: `scramble reads puzzles from files, or from standard input for "-", and draws each with another
start: a random one of all from which the puzzle can be solved, or with --distance one from which
the best solution costs exactly that much. With --json it prints them as
documents. Standard error tells the seed and the command that makes the same again.`,
		Example: `  gridwright scramble puzzle.json
  gridwright scramble --json --distance 9 puzzle.json | gridwright solve -`,
		Args: session.Needs(1, -1, "a file"),
	}
	a.FormatFlag(c, &format)
	c.Flags().Var(&distance, "distance", "the cost of the best solution; without it the start is random")
	c.Flags().StringVar(&seed, "seed", "", "a number that decides all that is random (default: another one each time)")
	c.RunE = a.Run(func(ctx context.Context, args []string) error {
		number, err := parseSeed(seed)
		if err != nil {
			return err
		}
		rng := mathrand.New(mathrand.NewPCG(number, 0))
		err = a.EachCase(ctx, format, args, func(cases *input.Cases, in puzzle.Instance) error {
			out, err := in.Solver().Scramble(ctx, in, int64(distance), rng, a.Limits())
			if err != nil {
				return cases.Blame(exit.Unknown(err))
			}
			return a.Show(ctx, cases, out, "")
		})
		if err == nil && seed == "" && a.Code == exit.OK {
			again := fmt.Sprintf("%s scramble --seed %d", session.Prog, number)
			if a.JSON {
				again += " --json"
			}
			if distance >= 0 {
				again += fmt.Sprintf(" --distance %d", distance)
			}
			if format != "" {
				again += " --format " + format
			}
			if a.FamilyName != "" {
				again += " --family " + a.FamilyName
			}
			fmt.Fprintf(a.Stderr, "%s: seed %d; the same again: %s %s\n", session.Prog, number, again, strings.Join(args, " "))
		}
		return err
	})
	return c
}

// parseSeed reads a seed, or makes one.
func parseSeed(text string) (uint64, error) {
	if text == "" {
		var b [8]byte
		rand.Read(b[:])                                    // never fails
		return binary.LittleEndian.Uint64(b[:]) >> 32, nil // short enough to be typed again
	}
	n, err := strconv.ParseUint(text, 10, 64)
	if err != nil {
		return 0, exit.Usagef("--seed is %q; it must be a whole number from 0 to 2^64 - 1", text)
	}
	return n, nil
}

// errEnough ends a list that is long enough.
var errEnough = errors.New("enough answers")

// allOf prints every answer of one puzzle, or every best one, at most s.most of them where that is not 0.
func (s *solving) allOf(ctx context.Context, cases *input.Cases, in puzzle.Instance) error {
	f := in.Solver()
	n, noun := int64(0), "best answer"
	all, proved := f.All, f.ProveAll
	if s.every {
		noun, all, proved = "answer", f.Every, f.ProveEvery
	}
	if s.Checks {
		all = proved
	}
	err := all(ctx, in, s.Limits(), func(cl puzzle.Claim) error {
		if n == int64(s.most) && s.most > 0 {
			return errEnough
		}
		n++
		if s.JSON {
			return s.PrintJSON(ctx, cl.WithHead(cases.Head(in)))
		}
		return s.explain(ctx, f, cases, in, cl, n > 1)
	})
	enough := errors.Is(err, errEnough)
	if err != nil && !enough {
		return exit.Unknown(err)
	}
	if n == 0 && err == nil {
		return s.one(ctx, cases, in, false) // the reason why there is none
	}
	many := grid.Number(n, noun)
	if enough {
		many = "the first " + many + "; there are more"
	} else {
		many += " in all"
	}
	if !s.JSON {
		s.Gap()
		fmt.Fprintf(s.Out, "%s%s\n", s.Label(cases, in, ": "), many)
	}
	if err := s.Out.Flush(); err != nil {
		return err
	}
	if s.JSON && enough { // nothing on standard output says so
		fmt.Fprintf(s.Stderr, "%s: %s: %s\n", session.Prog, cases.Here(), many)
	}
	return nil
}
