package batch

import (
	"bytes"
	"cmp"
	"slices"

	"github.com/gridwright/gridwright/internal/job"
)

// A Summary is what a run has said, by family, verb and answer.
type Summary struct {
	Jobs   int64
	counts map[entry]*int64
	// Samples are the first results that are errors.
	Samples [][]byte
}

type entry struct{ family, verb, said, class string }

// A Row is one line of a summary.
type Row struct {
	Family string `json:"family,omitempty"`
	Verb   string `json:"verb,omitempty"`
	Said   string `json:"said"`            // as job.Record has it
	Class  string `json:"error,omitempty"` // of an error
	Jobs   int64  `json:"lines"`
}

const mostSamples = 3

func newSummary() *Summary { return &Summary{counts: map[entry]*int64{}} }

// add counts a result, and tells whether it is an error.
func (s *Summary) add(result []byte) (isError bool) {
	r, _ := job.ReadRecord(result)
	s.Jobs++
	n := s.counts[entry{string(r.Family), string(r.Verb), string(r.Said), string(r.Class)}]
	if n == nil {
		n = new(int64)
		s.counts[entry{string(r.Family), string(r.Verb), string(r.Said), string(r.Class)}] = n
	}
	*n++
	if r.Class != nil && len(s.Samples) < mostSamples {
		s.Samples = append(s.Samples, bytes.Clone(result))
	}
	return r.Class != nil
}

// Rows are the lines of the summary in order.
func (s *Summary) Rows() (rows []Row) {
	for e, n := range s.counts {
		rows = append(rows, Row{e.family, e.verb, e.said, e.class, *n})
	}
	slices.SortFunc(rows, func(a, b Row) int {
		return cmp.Or(cmp.Compare(a.Family, b.Family), slices.Index(job.Verbs(), a.Verb)-slices.Index(job.Verbs(), b.Verb),
			cmp.Compare(a.Said, b.Said), cmp.Compare(a.Class, b.Class))
	})
	return rows
}

// Errors is how many lines have an error in place of an answer.
func (s *Summary) Errors() (n int64) {
	for e, k := range s.counts {
		if e.class != "" {
			n += *k
		}
	}
	return n
}
