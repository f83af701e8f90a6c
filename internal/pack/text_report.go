package pack

import (
	"fmt"
	"strings"

	"github.com/gridwright/gridwright/grid"
)

// FewestText is the least number of moves: "6", "≤ 9" or "3–9"; "" where none is known.
func (r *Result) FewestText() string {
	switch {
	case r.Length == nil:
		return ""
	case r.Exact():
		return grid.Short(r.Length)
	case r.Fewest.AtLeast == nil || r.Fewest.AtLeast.Sign() == 0:
		return "≤ " + grid.Short(r.Length)
	}
	return grid.Short(r.Fewest.AtLeast) + "–" + grid.Short(r.Length)
}

// WaysText is how many ways are that short: "4", "1000+"; "" where it is not known.
func (r *Result) WaysText() string {
	switch {
	case r.Fewest.Ways == nil:
		return ""
	case r.Fewest.More:
		return grid.Short(r.Fewest.Ways) + "+"
	}
	return grid.Short(r.Fewest.Ways)
}

// DifficultyText is the grade and its word: "17 hard"; "" where there is none.
func (r *Result) DifficultyText() string {
	if r.Difficulty == nil {
		return ""
	}
	return fmt.Sprintf("%d %s", r.Difficulty.Grade(), r.Difficulty.Word())
}

// RemarksText are the remarks, one behind the other.
func (r *Result) RemarksText() string {
	texts := make([]string, len(r.Remarks))
	for i, m := range r.Remarks {
		texts[i] = m.Text
	}
	if r.Fix != nil {
		texts = append(texts, "proposed: "+strings.Join(r.Fix.What, ", "))
	}
	return strings.Join(texts, "; ")
}

// Summary counts levels: "5 levels, 2 wrong: 1 impossible, 1 twin".
func Summary(results []Result) string {
	wrong := 0
	kinds := map[string]int{}
	for i := range results {
		if results[i].Wrong() {
			wrong++
		}
		for _, m := range results[i].Remarks {
			if m.Wrong || m.Kind == Unknown {
				kinds[m.Kind]++
			}
		}
	}
	text := grid.Number(len(results), "level")
	if wrong == 0 {
		text += ", none wrong"
	} else {
		text += fmt.Sprintf(", %d wrong", wrong)
	}
	var parts []string
	for _, k := range [...]struct{ kind, what string }{
		{Broken, "unreadable"}, {Impossible, "impossible"}, {Minimum, "with a wrong minimum"},
		{Solution, "with a wrong solution"}, {Twin, "twins"}, {Unknown, "not decided"},
	} {
		if n := kinds[k.kind]; n > 0 {
			what := k.what
			if n == 1 {
				what = strings.TrimSuffix(what, "s")
			}
			parts = append(parts, fmt.Sprintf("%d %s", n, what))
		}
	}
	if len(parts) == 0 {
		return text + "."
	}
	return text + ": " + strings.Join(parts, ", ") + "."
}
