package cli

import (
	"fmt"
	"strings"

	"github.com/gridwright/gridwright/grid"
	"github.com/gridwright/gridwright/internal/cli/helptext"
	"github.com/gridwright/gridwright/internal/cli/session"
	"github.com/gridwright/gridwright/puzzle"
)

// matrix is the table of questions and families, made from what the families' hooks are.
func (a *app) matrix() string {
	rows := [][]string{append([]string{""}, a.FamilyNames()...)}
	add := func(question string, cell func(f *puzzle.Family) string) {
		row := []string{question}
		for _, f := range a.Families {
			row = append(row, cell(f))
		}
		rows = append(rows, row)
	}
	for _, q := range puzzle.Questions() {
		add(string(q), func(f *puzzle.Family) string {
			switch {
			case !f.Can(q):
				return "-"
			case q == puzzle.AskTables:
				return grid.Number(len(f.Tables()), "table")
			}
			return "yes"
		})
	}
	add("text formats", func(f *puzzle.Family) string { return fmt.Sprint(len(f.Formats())) })
	columns := make([][]string, len(rows[0]))
	for _, row := range rows {
		for i, cell := range row {
			columns[i] = append(columns[i], cell)
		}
	}
	var b strings.Builder
	for _, line := range session.Beside(columns) {
		b.WriteString(line + "\n")
	}
	return b.String()
}

// lacks are sentences that tell why some family does not answer a question.
func (a *app) lacks() (sentences []string) {
	for _, q := range puzzle.Questions() {
		for _, f := range a.Families {
			if why := f.Why(q); why != "" {
				sentences = append(sentences, fmt.Sprintf("%s does not answer %s: %s", f.Name(), q, why))
			}
		}
	}
	return sentences
}

// split lists the families that answer q, and those that do not, with the reason where somebody gives one.
func (a *app) split(q puzzle.Question) (can, cannot []string) {
	for _, f := range a.Families {
		name := f.Name()
		if f.Can(q) {
			can = append(can, name)
			continue
		}
		if why := f.Why(q); why != "" {
			name += " (" + why + ")"
		}
		cannot = append(cannot, name)
	}
	return can, cannot
}

// answering says in the help of a command which families answer it, and how; "" where it is not about any question.
func (a *app) answering(command string) string {
	var b strings.Builder
	for _, q := range puzzle.Questions() {
		if verb, _, _ := strings.Cut(string(q), " "); verb != command {
			continue
		}
		can, cannot := a.split(q)
		families := strings.Join(can, ", ")
		if len(can) == 0 {
			families = "none"
		}
		for _, c := range cannot {
			families += "; not " + c
		}
		b.WriteString("\n\nFamilies that answer " + string(q) + ": " + families + ".")
		gap := "\n\n"
		for _, f := range a.Families {
			if how := f.How(q); how != "" {
				b.WriteString(gap + "  " + strings.Join(helptext.Wrap(f.Name()+": "+how, helpWidth-4), "\n    "))
				gap = "\n"
			}
		}
	}
	return b.String()
}

// answers lists the questions that f answers, and the reasons why it does not answer others, for --json.
func answers(f *puzzle.Family) (can []puzzle.Question, cannot map[puzzle.Question]string) {
	cannot = map[puzzle.Question]string{}
	for _, q := range puzzle.Questions() {
		if f.Can(q) {
			can = append(can, q)
		} else {
			cannot[q] = f.Why(q)
		}
	}
	return can, cannot
}
