package puzzle

import "fmt"

// Verdict is the answer to "can it be done?".
type Verdict uint8

// Unknown is the zero Verdict: what nobody has decided is not decided.
const (
	Unknown Verdict = iota
	Solved
	Impossible
)

var verdictNames = [...]string{"unknown", "solved", "impossible"}

// String gives the verdict's name in documents.
func (v Verdict) String() string {
	if int(v) < len(verdictNames) {
		return verdictNames[v]
	}
	return fmt.Sprintf("Verdict(%d)", uint8(v))
}

// evidence names what a claim of v shows, as documents do.
func (v Verdict) evidence() string {
	if v == Solved {
		return "witness"
	}
	return "certificate"
}

// ParseVerdict is the inverse of String.
func ParseVerdict(s string) (Verdict, bool) {
	for i, n := range verdictNames {
		if n == s {
			return Verdict(i), true
		}
	}
	return Unknown, false
}

// An Outcome is a verdict with exactly the evidence that the verdict names.
type Outcome[W, C any] struct {
	Verdict     Verdict
	Witness     *W       // solved, unless Limits.VerdictOnly asked for less or somebody else claims it without
	Certificate *C       // impossible, likewise
	Stopped     *Stopped // unknown
}

// Stopped is the limit that ended a search.
type Stopped = LimitError
