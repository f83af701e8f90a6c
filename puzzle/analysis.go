package puzzle

import (
	"context"
	"fmt"
)

// A Fact is one thing that an analysis found out.
type Fact struct {
	Name  string // a few words, unique in the analysis: "rank"
	Value any    // a text, a bool, an int, a *big.Int, or a slice of these; encoding/json writes it
	Text  string // what a person reads where it is not just the value
}

// A Table lists numbers over a range that is given as a text ("1..25000").
type Table struct {
	Name    string // lower case, the name of a command's flag: "nullity"
	Arg     string // what its argument looks like: "FROM..TO"
	Doc     string // one sentence
	Columns []string
	// Rows yields the rows in order, as many values as Columns. It honours ctx, and stops at yield's error.
	Rows func(ctx context.Context, arg string, lim Limits, yield func(row []string) error) error
}

// CanAnalyze reports whether the family analyses instances.
func (f *Family) CanAnalyze() bool { return f.analyze != nil }

// Analyze yields what is known about in apart from its target. A limit is an error (a *LimitError);
// the facts that were yielded before hold.
func (f *Family) Analyze(ctx context.Context, in Instance, lim Limits, yield func(Fact) error) error {
	if err := f.own(in); err != nil {
		return err
	}
	if f.analyze == nil {
		return fmt.Errorf("%w: %s has no analysis of instances", ErrUnsupported, f.name)
	}
	timed, cancel := lim.withTime(ctx)
	defer cancel()
	return lim.asLimit(timed, f.analyze(timed, in.value, lim, yield))
}

// Tables lists the family's tables.
func (f *Family) Tables() []Table { return f.tables }

// Table yields the rows of the table called name.
func (f *Family) Table(ctx context.Context, name, arg string, lim Limits, yield func(row []string) error) error {
	for _, t := range f.tables {
		if t.Name == name {
			timed, cancel := lim.withTime(ctx)
			defer cancel()
			return lim.asLimit(timed, t.Rows(timed, arg, lim, yield))
		}
	}
	return fmt.Errorf("%w: %s has no table %q", ErrUnsupported, f.name, name)
}

// asLimit turns an error behind which a limit stands into that limit's.
func (l Limits) asLimit(ctx context.Context, err error) error {
	if err == nil {
		return nil
	}
	if le := l.stopped(ctx, err); le != nil {
		return le
	}
	return err
}
