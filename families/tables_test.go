package families_test

import (
	"context"
	"slices"
	"testing"

	"github.com/gridwright/gridwright/families"
	"github.com/gridwright/gridwright/puzzle"
)

// TestTablesInParts wants what is shared out between machines to be what one of them prints.
func TestTablesInParts(t *testing.T) {
	rows := func(f *puzzle.Family, table, arg string) (all [][]string, list puzzle.Listing) {
		list, err := f.OpenTable(table, arg, nil)
		if err == nil {
			err = list.Rows(context.Background(), puzzle.Limits{}, func(row []string) error {
				all = append(all, slices.Clone(row))
				return nil
			})
		}
		if err != nil {
			t.Fatalf("%s %s: %v", table, arg, err)
		}
		return all, list
	}
	args := map[string][]string{"nullity": {"1..9", "7", "2..4x3..5", "3x4"}, "fewest": {"1..5", "2..3x1..2"},
		"smith": {"2..4"}, "distribution": {"3x3"}, "counts": {"1..5"}}
	for _, f := range families.All() {
		for _, table := range f.Tables() {
			if args[table.Name] == nil {
				t.Errorf("nobody tries the table %s", table.Name)
			}
			for _, arg := range args[table.Name] {
				want, whole := rows(f, table.Name, arg)
				if whole.Parts == nil {
					continue
				}
				var got [][]string
				for part := range whole.Parts {
					some, list := rows(f, table.Name, part)
					if !slices.Equal(list.Columns, whole.Columns) {
						t.Errorf("%s %s has other columns than %s", table.Name, part, arg)
					}
					got = append(got, some...)
				}
				if !slices.EqualFunc(got, want, slices.Equal) {
					t.Errorf("%s %s in parts: %v, want %v", table.Name, arg, got, want)
				}
			}
		}
	}
}
