package cli

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"math/big"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/gridwright/gridwright/grid"
	"github.com/gridwright/gridwright/internal/cli/exit"
	"github.com/gridwright/gridwright/internal/cli/input"
	"github.com/gridwright/gridwright/internal/cli/session"
	"github.com/gridwright/gridwright/internal/picture"
	"github.com/gridwright/gridwright/puzzle"
	"github.com/gridwright/gridwright/scene"
	"github.com/gridwright/gridwright/scene/figure"
)

// rendering is the command render under way.
type rendering struct {
	*app
	format  string
	output  string
	frames  string
	step    string
	theme   string
	size    exit.Whole
	nth     exit.Whole
	solve   bool
	noCheck bool
}

func (a *app) renderCommand() *cobra.Command {
	r := &rendering{app: a, theme: "light", nth: 1}
	c := &cobra.Command{
		Use:   "render FILE [CLAIM]",
		Short: "Draw a puzzle, a solution or a reason: SVG, PNG, GIF or text",
		Long: `render draws the first puzzle of a file, or the one that --case names. With a claim about it, as "gridwright
solve --json" prints it, or with --solve, it draws the answer too: the boards along a solution, or the argument
why there is none. The claim is checked first.

The ending of -o says what is made: .svg, .png, .gif (a solution, move by move) or .txt; with "-o -" it is SVG on
standard output. --frames 20..30 chooses boards along the way, 0 is the start, and --step 20 is one of them; also
in a way of 10^30 moves. Without them a long way is drawn by its beginning and its end.`,
		Example: `  gridwright render board.txt -o board.svg
  gridwright render --solve board.txt -o way.gif
  gridwright render board.txt claim.json --frames 0..5 -o first.png`,
		Args: session.Needs(1, 2, "a file of puzzles, and perhaps one of claims"),
		RunE: a.Run(func(ctx context.Context, args []string) error { return r.run(ctx, args) }),
	}
	a.FormatFlag(c, &r.format)
	c.Flags().StringVarP(&r.output, "output", "o", "", "write this file: .svg, .png, .gif or .txt")
	c.Flags().StringVar(&r.frames, "frames", "", "draw these boards of a solution: 20..30, 20.. or all")
	c.Flags().StringVar(&r.step, "step", "", "draw the board after so many moves")
	c.Flags().StringVar(&r.theme, "theme", r.theme, "light or dark")
	c.Flags().Var(&r.size, "size", "the side of a cell in points (default: one that fits)")
	c.Flags().Var(&r.nth, "case", "the number of the puzzle in its file")
	c.Flags().BoolVar(&r.solve, "solve", false, "solve the puzzle and draw the answer")
	c.Flags().BoolVar(&r.noCheck, "no-check", false, "draw an answer that nobody has checked")
	c.RegisterFlagCompletionFunc("theme", cobra.FixedCompletions([]string{"light", "dark"},
		cobra.ShellCompDirectiveNoFileComp))
	return c
}

// kind is what the output is to be: "svg", "png", "gif" or "txt".
func (r *rendering) kind() (string, error) {
	if r.output == "" {
		return "", exit.Usagef("render needs -o FILE, which ends in .svg, .png, .gif or .txt, or -o - for SVG")
	}
	if r.output == input.Stdin {
		return "svg", nil
	}
	kind := strings.ToLower(strings.TrimPrefix(filepath.Ext(r.output), "."))
	if !slices.Contains([]string{"svg", "png", "gif", "txt"}, kind) {
		return "", exit.Usagef("-o %s: a picture ends in .svg, .png, .gif or .txt", r.output)
	}
	return kind, nil
}

// largestSize is the most points of the side of a cell.
const largestSize = 1000

func (r *rendering) run(ctx context.Context, args []string) error {
	kind, err := r.kind()
	if err != nil {
		return err
	}
	switch {
	case r.theme != "light" && r.theme != "dark":
		return exit.Usagef("--theme is %.40q; it must be light or dark", r.theme)
	case r.size > largestSize:
		return exit.Usagef("--size is %d; a cell has at most %d points", r.size, largestSize)
	case r.step != "" && r.frames != "":
		return exit.Usagef("--step is one of the boards that --frames chooses; leave out one of the two")
	case r.solve && len(args) == 2:
		return exit.Usagef("--solve finds an answer, and a claim is one; leave out one of the two")
	case (r.step != "" || r.frames != "") && !r.solve && len(args) == 1:
		return exit.Usagef("--step and --frames choose boards of an answer; give a claim, or --solve")
	}
	steps, err := parseSteps(r.frames + r.step)
	if err != nil {
		flag := "--frames"
		if r.step != "" {
			flag = "--step"
		}
		return exit.Usagef("%s", strings.Replace(err.Error(), "--steps", flag, 1))
	}
	in, cases, err := r.puzzle(ctx, args[0])
	if err != nil {
		return err
	}
	defer cases.Close()
	cl, err := r.answer(ctx, in, cases, args[1:])
	if err != nil {
		return r.rejected(err)
	}
	out := bounded{most: r.Limits().Memory}
	err = r.Limits().Within(ctx, func(ctx context.Context) error { return r.draw(ctx, &out, kind, in, cl, steps) })
	if err != nil {
		return cases.Blame(undrawn(err))
	}
	return r.write(out.Bytes())
}

// undrawn says of the limit on time behind err that it has stopped the drawing; other errors stay as they are.
func undrawn(err error) error {
	var le *puzzle.LimitError
	if errors.As(err, &le) && le.Limit == "time" {
		return &puzzle.LimitError{Limit: le.Limit, Msg: "the drawing was " + le.Msg}
	}
	return err
}

// bounded is a picture in memory, which is written whole or not at all.
type bounded struct {
	bytes.Buffer
	most int64 // bytes of memory; 0 is no limit
}

// Write refuses what takes more memory than there may be; a buffer that grows has up to three times what it holds.
func (b *bounded) Write(p []byte) (int, error) {
	if b.most > 0 && int64(b.Len())+int64(len(p)) > b.most/3 {
		return 0, &puzzle.LimitError{Limit: "memory", Msg: fmt.Sprintf(
			"the picture needs more than %s of memory; --frames chooses fewer boards", puzzle.Bytes(b.most))}
	}
	return b.Buffer.Write(p)
}

// rejected says that a claim was not accepted, which is the answer and no error; other errors stay as they are.
func (r *rendering) rejected(err error) error {
	if !errors.Is(err, puzzle.ErrRejected) {
		return err
	}
	fmt.Fprintf(r.Stderr, "%s: %v\n", session.Prog, err)
	r.Code = exit.Worse(r.Code, exit.No)
	return nil
}

// puzzle reads the puzzle that --case names.
func (r *rendering) puzzle(ctx context.Context, file string) (in puzzle.Instance, cases *input.Cases, err error) {
	if cases, err = r.Reader(r.format).Open(ctx, file); err != nil {
		return in, nil, err
	}
	for n := exit.Whole(0); n < max(1, r.nth); n++ {
		if in, err = cases.Next(); err == io.EOF {
			err = session.Nothing(cases)
			if err == nil {
				err = input.In(cases.Name(), exit.Usagef("--case is %d; there %s", r.nth, grid.Are(cases.N(), "puzzle")))
			}
		}
		if err != nil {
			cases.Close()
			return in, nil, err
		}
	}
	return in, cases, nil
}

// answer is the claim to draw; nil where none is asked for.
func (r *rendering) answer(ctx context.Context, in puzzle.Instance, cases *input.Cases, files []string) (*puzzle.Claim,
	error) {
	f := in.Solver()
	r.Checks = !r.noCheck
	if r.solve {
		answer := f.Prove
		if r.noCheck {
			answer = f.Solve
		}
		cl, err := answer(ctx, in, r.Limits())
		if err == nil && cl.Verdict() == puzzle.Unknown {
			err = session.Stopped(limitOf(cl), session.LeaveOut)
		}
		if err != nil {
			return nil, cases.Blame(err)
		}
		return &cl, nil
	}
	if len(files) == 0 {
		return nil, nil
	}
	claims, err := r.Reader("").OpenClaims(ctx, files[0])
	if err != nil {
		return nil, err
	}
	defer claims.Close()
	var cl puzzle.Claim
	for range cases.N() {
		if cl, err = claims.Next(f.Checker); err == io.EOF {
			err = input.In(claims.Name(), exit.Usagef("the claim about case %d is missing", cases.N()))
		}
		if err != nil {
			return nil, err
		}
	}
	if !r.noCheck {
		err := f.Check(ctx, in, cl, r.Limits())
		if err != nil {
			return nil, input.In(claims.Name(), err)
		}
	}
	return &cl, nil
}

// draw makes the picture.
func (r *rendering) draw(ctx context.Context, out io.Writer, kind string, in puzzle.Instance, cl *puzzle.Claim,
	steps *puzzle.Steps) error {
	if kind == "txt" {
		text := scene.Text{Width: 100, Rows: picture.MostCells}
		return r.Limits().Meter(ctx).Writing(out, func(w io.Writer) error {
			if cl == nil {
				d, err := in.Solver().Draw(in, text.Window())
				if err != nil {
					return err
				}
				return d.Write(w, text)
			}
			style := puzzle.Style{Text: text, Checked: !r.noCheck, Steps: steps}
			return in.Solver().Explain(ctx, w, in, *cl, style, r.Limits())
		})
	}
	j := picture.Job{Theme: figure.Light(), Cell: float64(r.size), Instance: in, Claim: cl, Checked: !r.noCheck,
		Limits: r.Limits(), Film: kind == "gif"}
	if r.theme == "dark" {
		j.Theme = figure.Dark()
	}
	if steps != nil {
		j.First, j.Last = steps.First, steps.Last
		if j.First == nil {
			j.First = new(big.Int)
		}
	}
	return r.Limits().Meter(ctx).Writing(out, func(w io.Writer) error { return j.Write(ctx, w, kind) })
}

// write writes the whole picture, or nothing.
func (r *rendering) write(data []byte) error {
	if r.output == input.Stdin {
		r.Out.Write(data)
		return r.Out.Flush()
	}
	if err := os.WriteFile(r.output, data, 0o644); err != nil {
		return fmt.Errorf("%w: %w", grid.ErrInput, err)
	}
	return nil
}
