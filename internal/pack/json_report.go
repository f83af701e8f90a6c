package pack

import (
	"bytes"
	"encoding/json"
	"math/big"

	"github.com/gridwright/gridwright/puzzle"
)

// levelJSON is a level in the report.
type levelJSON struct {
	Name       string         `json:"name"`
	File       string         `json:"file"`
	Case       int            `json:"case"`
	Family     string         `json:"family,omitempty"`
	Verdict    string         `json:"verdict"`
	Wrong      bool           `json:"wrong"`
	Fewest     string         `json:"fewest,omitempty"`  // the least number of moves, where it is known
	AtLeast    string         `json:"atLeast,omitempty"` // bounds, where it is not
	AtMost     string         `json:"atMost,omitempty"`
	Ways       string         `json:"ways,omitempty"`
	WaysMore   bool           `json:"moreWays,omitempty"`
	Unverified string         `json:"unverified,omitempty"`
	Difficulty map[string]any `json:"difficulty,omitempty"`
	Claimed    *claimedJSON   `json:"claimed,omitempty"`
	Remarks    []remarkJSON   `json:"remarks,omitempty"`
	Fix        []string       `json:"fix,omitempty"` // what is proposed
}

type claimedJSON struct {
	Minimum  string `json:"minimum,omitempty"`
	Solution string `json:"solution,omitempty"`
}

type remarkJSON struct {
	Kind  string `json:"kind"`
	Wrong bool   `json:"wrong"`
	Text  string `json:"text"`
	Of    string `json:"of,omitempty"`
}

func digits(n *big.Int) string {
	if n == nil {
		return ""
	}
	return n.String()
}

// AppendJSON appends the report of results: {"levels":[{"name":…,"verdict":"solved",…},…],"summary":…}.
func AppendJSON(b []byte, results []Result) ([]byte, error) {
	out := struct {
		Levels  []levelJSON `json:"levels"`
		Summary string      `json:"summary"`
	}{make([]levelJSON, len(results)), Summary(results)}
	for i := range results {
		out.Levels[i] = results[i].level(results)
	}
	var text bytes.Buffer
	enc := json.NewEncoder(&text)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(out); err != nil {
		return b, err
	}
	return append(b, bytes.TrimSuffix(text.Bytes(), []byte("\n"))...), nil
}

func (r *Result) level(all []Result) levelJSON {
	l := levelJSON{Name: r.Name(), File: r.File, Case: r.Case, Family: r.In.Family(), Verdict: r.Verdict(),
		Wrong: r.Wrong(), Ways: digits(r.Fewest.Ways), WaysMore: r.Fewest.More, Unverified: r.Unverified}
	if r.Exact() {
		l.Fewest = digits(r.Length)
	} else if r.Length != nil {
		l.AtLeast, l.AtMost = digits(r.Fewest.AtLeast), digits(r.Length)
	}
	if r.Difficulty != nil {
		l.Difficulty = difficultyJSON(*r.Difficulty)
	}
	if r.Minimum != "" || r.Solution != "" {
		l.Claimed = &claimedJSON{r.Minimum, r.Solution}
	}
	if r.Fix != nil {
		l.Fix = r.Fix.What
	}
	for _, m := range r.Remarks {
		of := ""
		if m.Kind == Twin {
			of = all[m.Of].Name()
		}
		l.Remarks = append(l.Remarks, remarkJSON{m.Kind, m.Wrong, m.Text, of})
	}
	return l
}

func difficultyJSON(d puzzle.Difficulty) map[string]any {
	out := map[string]any{"grade": d.Grade(), "word": d.Word()}
	for _, f := range d.Facts() {
		out[f.Key] = f.Value
	}
	return out
}
