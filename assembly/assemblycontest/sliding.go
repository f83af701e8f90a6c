package assemblycontest

import (
	"fmt"
	"strings"
	"time"

	"github.com/gridwright/gridwright/assembly"
	"github.com/gridwright/gridwright/assembly/assemblycontest/internal/cases"
	"github.com/gridwright/gridwright/assembly/assemblysolve"
	"github.com/gridwright/gridwright/grid"
	"github.com/gridwright/gridwright/puzzle"
	"github.com/gridwright/gridwright/puzzle/contest"
)

// slidingBlocks is problem H of ICPC Asia Singapore 2018.
func slidingBlocks() problem {
	return problem{
		Text:        puzzle.Text[*assembly.Instance, assembly.Witness, assembly.Certificate]{Name: "sliding-blocks"},
		Title:       "Sliding Blocks",
		Source:      "ICPC Asia Singapore 2018, problem H",
		Statement:   slidingStatement,
		Time:        2 * time.Second,
		Most:        1,
		AnyOrder:    true,
		Limits:      slidingLimits,
		Assert:      slidingAssert,
		Reject:      slidingReject,
		Tiny:        cases.Tiny,
		Profiles:    cases.Profiles(),
		Shrink:      cases.Shrink,
		Submissions: contest.Programs(submissions, "submissions/sliding-blocks"),
		Samples: []string{
			"3 3 5\n2 2\n1 1\n1 2\n2 3\n3 3\n",
			"3 4 9\n1 4\n1 1\n1 2\n2 1\n2 3\n2 4\n3 1\n3 2\n3 3\n",
			"2 3 1\n2 2\n",
		},
	}
}

const slidingStatement = `A board has N rows and M columns, numbered from 1, from top to bottom and from left to right.
One block of one cell lies on it. You want a shape of B blocks, the one on the board among them.

You let the other blocks in, one after the other. A block comes in from outside along a row or a
column, which you choose, from one of its two ends. It slides straight ahead until the next cell
on its way holds a block, and there it stays for good. You must not let a block in whose first
cell on the board is taken, nor one that meets no block: it would slide over the board and fall
off.

The cells of the shape form a tree: from each to each other one there is exactly one way over
cells that share sides.

Tell whether the shape can be built, block by block and with no block anywhere else, and how.

## Input

The first line holds the integers N, M and B (1 ≤ N, M, B ≤ 400000). Then follow B lines with
two integers r and c each: the row and the column of a cell of the shape (1 ≤ r ≤ N, 1 ≤ c ≤ M).
The first of these cells holds the block that is on the board. All cells differ, and they form a
tree.

## Output

Print "impossible" where the shape cannot be built. Otherwise print "possible", and then B − 1
lines, one for each block in the order in which you let them in: a character d and an integer k.
The character tells in which direction the block moves, "<" to the left, ">" to the right, "^"
up and "v" down; k is the row along which it moves to the left or to the right, or the column
along which it moves up or down.

Any right order is accepted.
`

// slidingLimits are those of the statement but for the tree, which the format looks at.
func slidingLimits(p *assembly.Instance) error {
	switch {
	case p.Rows > cases.Most || p.Cols > cases.Most:
		return fmt.Errorf("the board has %d × %d cells; both sides may be up to %d", p.Rows, p.Cols, cases.Most)
	case len(p.Blocks) > cases.Most:
		return fmt.Errorf("there %s; at most %d are allowed", grid.Are(len(p.Blocks), "block"), cases.Most)
	case p.Contact != assembly.Frontal:
		return fmt.Errorf("blocks stop in front of others only, and not beside them")
	case p.Root == assembly.NoRoot:
		return fmt.Errorf("one of the blocks has to be on the board")
	case p.Placed != nil:
		return fmt.Errorf("one block is on the board, and not %d", len(p.Placed))
	}
	return nil
}

const directions = "<>^v"

// slidingAssert reads "impossible", or "possible" and as many moves as there are blocks to come.
func slidingAssert(out *contest.Output, _ int, p *assembly.Instance,
) (a contest.Assertion[assembly.Witness], err error) {
	a = contest.Assertion[assembly.Witness]{Verdict: puzzle.Impossible, Number: -1}
	word, err := out.One("possible or impossible", "possible", "impossible")
	a.Line = out.Line()
	if err != nil || word == 1 {
		return a, err
	}
	a.Verdict = puzzle.Solved
	moves := make([]assembly.Move, len(p.Blocks)-1)
	a.Lines = make([]int32, len(moves))
	for i := range moves {
		char, err := out.Word(direction)
		if err != nil {
			return a, out.Errorf("the output ends behind %d of %s", i, grid.Number(len(moves), "move"))
		}
		d := strings.Index(directions, char)
		if d < 0 || len(char) != 1 {
			return a, out.Errorf("%s stands where %s is expected", grid.Quote(char), direction)
		}
		a.Lines[i] = int32(out.Line())
		line, err := out.Int("the row or column", 1, assembly.MaxSide)
		if err != nil {
			return a, err
		}
		moves[i] = assembly.MakeMove(assembly.Direction(d), int32(line-1))
	}
	a.Witness = &assembly.Witness{First: p.Blocks[p.Root], Moves: moves}
	return a, nil
}

const direction = "a direction, one of < > ^ v,"

// slidingReject finds the first move that is wrong; nil where it finds none.
func slidingReject(p *assembly.Instance, a contest.Assertion[assembly.Witness], _ error) error {
	i, why := assemblysolve.Fault(p, a.Witness.Moves)
	if i < 0 {
		return nil
	}
	return grid.Errorf(grid.Pos{Line: int(a.Lines[i]), Col: 1}, "move %d (%v) %s", i+1, a.Witness.Moves[i], why)
}
