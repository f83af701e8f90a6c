package puzzle

import (
	"fmt"
	"slices"
)

// A Question is something that a family may be asked, in the words of the command.
type Question string

// The questions. All families solve.
const (
	AskSolve    Question = "solve"
	AskAll      Question = "solve --all"
	AskEvery    Question = "solve --every"  // Every
	AskStream   Question = "solve --stream" // at least one of Streams
	AskCount    Question = "count"
	AskApply    Question = "apply"
	AskWhen     Question = "when"
	AskHint     Question = "hint"
	AskScramble Question = "scramble"
	AskDistance Question = "scramble --distance" // Scramble with a distance
	AskAnalyze  Question = "analyze"
	AskTables   Question = "analyze FAMILY" // at least one Table
)

// Questions lists all of them.
func Questions() []Question {
	return []Question{AskSolve, AskAll, AskEvery, AskStream, AskCount, AskApply, AskWhen, AskHint, AskScramble,
		AskDistance, AskAnalyze,
		AskTables}
}

// Can reports whether the family answers q. It goes by the hooks that are set, and by the reasons in Spec.Lacks.
func (f *Family) Can(q Question) bool {
	switch q {
	case AskSolve:
		return true
	case AskAll:
		return f.all != nil
	case AskEvery:
		return f.every != nil
	case AskStream:
		return len(f.streams) > 0
	case AskCount:
		return f.count != nil
	case AskApply:
		return f.apply != nil
	case AskWhen:
		return f.when != nil
	case AskHint:
		return f.hint != nil
	case AskScramble:
		return f.scramble != nil
	case AskDistance:
		return f.scramble != nil && f.lacks[AskDistance] == ""
	case AskAnalyze:
		return f.analyze != nil
	case AskTables:
		return len(f.tables) > 0
	}
	return false
}

// Why tells in a few words why the family does not answer q; "" where it does, or where nobody says.
func (f *Family) Why(q Question) string { return f.lacks[q] }

// How tells in a few words what a person should know of how the family answers q: of AskCount what it counts, of
// AskApply how moves are written; "" where nobody says.
func (f *Family) How(q Question) string {
	if q == AskCount {
		return f.CountOf()
	}
	return f.how[q]
}

// mustLack panics where a reason is given for what no question is, or for what f answers, and where it is told how f
// answers what it does not.
func (f *Family) mustLack() {
	for q := range f.lacks {
		if !slices.Contains(Questions(), q) || f.Can(q) {
			panic(fmt.Sprintf("puzzle: family %q says why it does not answer %q, and it does", f.name, q))
		}
	}
	for q := range f.how {
		if q == AskCount || !f.Can(q) { // CountOf says it of a count
			panic(fmt.Sprintf("puzzle: family %q says how it answers %q, and it does not", f.name, q))
		}
	}
}

// cannot is the error about a question that f does not answer.
func (f *Family) cannot(q Question, does string) error {
	if why := f.Why(q); why != "" {
		does += ": " + why
	}
	return fmt.Errorf("%w: %s %s", ErrUnsupported, f.name, does)
}
