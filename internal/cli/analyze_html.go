package cli

import (
	"bytes"
	"context"
	"slices"

	"github.com/gridwright/gridwright/internal/cli/exit"
	"github.com/gridwright/gridwright/internal/cli/input"
	"github.com/gridwright/gridwright/internal/cli/session"
	"github.com/gridwright/gridwright/internal/plotting"
	"github.com/gridwright/gridwright/internal/report"
	"github.com/gridwright/gridwright/puzzle"
)

// analyses are what --html asks for.
type analyses struct {
	file string
	all  []*report.Analysis
}

// begin refuses a page in the place of what is read or plotted, and one that cannot be written.
func (r *analyses) begin(read []string, asJSON bool, plotted string) error {
	if r.file == "" {
		return nil
	}
	if asJSON {
		return exit.Usagef("--json prints facts and --html shows them; leave out one of the two")
	}
	for _, name := range append(slices.Clone(read), plotted) {
		if name != "" && session.SameFile(name, r.file) {
			return exit.Usagef("--html %s would overwrite what is read or drawn; name another file", r.file)
		}
	}
	return input.In(r.file, plotting.Writable(r.file))
}

// add begins what is said about a puzzle. Without a page nothing is kept.
func (r *analyses) add(place string, in puzzle.Instance) *report.Analysis {
	about := &report.Analysis{In: in, Place: place}
	if r.file != "" {
		r.all = append(r.all, about)
	}
	return about
}

// write writes the page, if there is anything to show.
func (r *analyses) write(ctx context.Context, lim puzzle.Limits) error {
	if len(r.all) == 0 {
		return nil
	}
	var text bytes.Buffer
	if err := report.WriteAnalyses(ctx, &text, r.all, lim); err != nil {
		return err
	}
	return session.WriteWhole(r.file, text.Bytes())
}
