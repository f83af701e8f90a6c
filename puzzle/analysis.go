package puzzle

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"math/big"
	"slices"

	"github.com/gridwright/gridwright/grid"
	"github.com/gridwright/gridwright/puzzle/document"
	"github.com/gridwright/gridwright/scene"
)

// A Fact is one thing that an analysis found out.
type Fact struct {
	// Key names the fact in documents, in snake_case; unique in the analysis, and described in the part
	// "analysis" of the family's schemas.
	Key string
	// Value is what encoding/json writes for the key. Whole numbers that may pass 2^53 are texts of digits,
	// under their key always, not only where they are large; lists are whole, or the schema states
	// their bound and a total stands beside them.
	Value any
	// Lines are what a person reads; none where the lines of another fact say it.
	Lines []Line
	// Distribution says the same as Value of a fact that is one, for those who draw it; without bins of all others.
	Distribution Distribution
	// Pictures are boards that Value speaks of, such as the hardest ones or cells that belong together: the first few,
	// each with a caption where there is more to say than which one it is. They are made when they are shown. nil: none.
	Pictures func(w scene.Window) []*scene.Scene
}

// A Distribution is how many of something there are at each whole number.
type Distribution struct {
	Of, By string // "boards" and "tilts"
	Bins   []Bin  // in order, without an overlap
}

// A Bin says how many there are at each number from From to To.
type Bin struct{ From, To, Count *big.Int }

// A Line is one line for a person: "rank of A: 12".
type Line struct{ Label, Text string }

// An Option is a named choice that a Table leaves open.
type Option struct {
	Name    string // lower case, the name of a command's flag: "modulus"
	Arg     string // what its value looks like: "M"
	Default string
	Doc     string // one sentence; options of one name are alike in all tables of a family
}

// An OptionError is what is wrong with the value of a Table's option, and not with its argument.
type OptionError struct {
	Option string
	Err    error
}

func (e *OptionError) Error() string { return e.Option + ": " + e.Err.Error() }

// Unwrap returns what is wrong.
func (e *OptionError) Unwrap() error { return e.Err }

// Options are the values of a Table's options by name; Family.Open puts in what is left out.
type Options map[string]string

// A Table lists numbers over a range that is given as a text ("1..25000").
type Table struct {
	Name    string // lower case, the name of a command's flag: "nullity"
	Arg     string // what its argument looks like: "FROM..TO"
	Doc     string // one sentence
	Options []Option
	// Open reads the argument and the options, and computes nothing yet.
	Open func(arg string, opt Options) (Listing, error)
}

// A Listing is a Table whose argument and options are known.
type Listing struct {
	Columns []string // titles in lower case; in documents each blank is an underscore
	// Rows yields the rows in order, as many values as Columns. It honours ctx, and stops at yield's error.
	Rows func(ctx context.Context, lim Limits, yield func(row []string) error) error
	// Parts are arguments of the same table for which others can ask at the same time: their rows, one part behind the
	// other, are these. nil: there is nothing to share out.
	Parts iter.Seq[string]
}

// Analyze yields what is known about in apart from its target. A limit is an error (a *LimitError);
// the facts that were yielded before hold.
func (f *Family) Analyze(ctx context.Context, in Instance, lim Limits, yield func(Fact) error) error {
	if err := f.own(in); err != nil {
		return err
	}
	if f.analyze == nil {
		return f.cannot(AskAnalyze, "has no analysis of instances")
	}
	timed, cancel := lim.withTime(ctx)
	defer cancel()
	seen := map[string]bool{}
	return lim.asLimit(timed, f.analyze(timed, in.value, lim, func(fact Fact) error {
		if !IsKey(fact.Key) || seen[fact.Key] {
			return fmt.Errorf("%w: %q is no key of a fact, or stands twice", ErrInternal, fact.Key)
		}
		seen[fact.Key] = true
		return yield(fact)
	}))
}

// AppendAnalysis appends the document of what Analyze yields. Where a limit stops the analysis the
// document says so and is whole all the same; the *LimitError comes with it.
func (f *Family) AppendAnalysis(ctx context.Context, b []byte, in Instance, lim Limits) ([]byte, error) {
	if err := f.own(in); err != nil {
		return b, err
	}
	doc, err := f.appendHead(b, in.head)
	if err != nil {
		return b, err
	}
	field := func(key string, value any) error {
		text, err := marshal(nil, nil, value)
		doc = append(document.AppendQuoted(append(doc, ','), key), ':')
		doc = append(doc, text...)
		return err
	}
	err = f.Analyze(ctx, in, lim, func(fact Fact) error { return field(fact.Key, fact.Value) })
	var le *LimitError
	if errors.As(err, &le) {
		if err := field("stopped", map[string]string{"limit": le.Limit, "detail": le.Msg}); err != nil {
			return b, err
		}
	} else if err != nil {
		return b, err
	}
	return append(doc, '}'), err
}

// IsKey reports whether key may name a fact or a column in documents: lower-case words of letters and
// digits with one underscore between two, and no field of the middle.
func IsKey(key string) bool {
	word := false
	for i := range len(key) {
		c := key[i]
		letter := c >= 'a' && c <= 'z' || i > 0 && c >= '0' && c <= '9'
		if !letter && (c != '_' || !word) {
			return false
		}
		word = letter
	}
	return word && !Reserved(key)
}

// Tables lists the family's tables.
func (f *Family) Tables() []Table { return f.tables }

// OpenTable opens the table called name. Options that are left out have their defaults; one that the table
// does not have is an error that matches ErrInput.
func (f *Family) OpenTable(name, arg string, opt Options) (Listing, error) {
	i := slices.IndexFunc(f.tables, func(t Table) bool { return t.Name == name })
	if i < 0 {
		return Listing{}, fmt.Errorf("%w: %s has no table %q", ErrUnsupported, f.name, name)
	}
	t := f.tables[i]
	all := Options{}
	for _, o := range t.Options {
		all[o.Name] = o.Default
	}
	for key, value := range opt {
		if _, ok := all[key]; !ok {
			return Listing{}, grid.Errorf(grid.Pos{}, "the table %s has no option %q", name, key)
		}
		all[key] = value
	}
	list, err := t.Open(arg, all)
	rows := list.Rows
	list.Rows = func(ctx context.Context, lim Limits, yield func(row []string) error) error {
		timed, cancel := lim.withTime(ctx)
		defer cancel()
		return lim.asLimit(timed, rows(timed, lim, yield))
	}
	return list, err
}

// mustFit panics where two tables or options of a family have one name and are not alike: that is a
// mistake in the program.
func mustFit(family string, tables []Table) {
	options, names := map[string]Option{}, map[string]bool{}
	for _, t := range tables {
		for _, o := range t.Options {
			if first, ok := options[o.Name]; ok && first != o {
				panic(fmt.Sprintf("puzzle: family %q has two options %q that differ", family, o.Name))
			}
			options[o.Name] = o
		}
	}
	for _, t := range tables {
		if _, taken := options[t.Name]; taken || names[t.Name] || t.Open == nil {
			panic(fmt.Sprintf("puzzle: family %q has a table %q twice, as an option too, or without Open", family, t.Name))
		}
		names[t.Name] = true
	}
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
