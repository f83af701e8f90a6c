package cli

import (
	"math/big"
	"strings"

	"github.com/gridwright/gridwright/internal/cli/exit"
	"github.com/gridwright/gridwright/puzzle"
)

// maxStepDigits bounds the numbers of --steps.
const maxStepDigits = 1 << 14

// parseSteps reads "20..30", "20", "20.." or "all"; "" is nil.
func parseSteps(text string) (*puzzle.Steps, error) {
	if text == "" {
		return nil, nil
	}
	if text == "all" {
		return &puzzle.Steps{First: new(big.Int)}, nil
	}
	from, to, ranged := strings.Cut(text, "..")
	first, ok := stepNumber(from)
	if !ok {
		return nil, badSteps(text)
	}
	switch last, ok := stepNumber(to); {
	case !ranged:
		return &puzzle.Steps{First: first, Last: first}, nil
	case to == "":
		return &puzzle.Steps{First: first}, nil
	case ok && last.Cmp(first) >= 0:
		return &puzzle.Steps{First: first, Last: last}, nil
	}
	return nil, badSteps(text)
}

func stepNumber(text string) (*big.Int, bool) {
	if len(text) > maxStepDigits || strings.Trim(text, "0123456789") != "" {
		return nil, false
	}
	return new(big.Int).SetString(text, 10)
}

func badSteps(text string) error {
	return exit.Usagef("--steps is %.40q; it must be like 20..30, 20, 20.. or all, counted from 0, the start", text)
}
