package puzzle_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/gridwright/gridwright/puzzle"
)

// A named list entry has a name and text formats.
type named struct {
	name    string
	formats []string
}

func (n named) Name() string { return n.name }

func (n named) Formats() (list []puzzle.Format) {
	for _, f := range n.formats {
		list = append(list, puzzle.Format{Name: f})
	}
	return list
}

func TestUnique(t *testing.T) {
	a, b := named{"a", []string{"a-1", "a-2"}}, named{"b", []string{"b-1"}}
	if list := puzzle.Unique(a, b); len(list) != 2 || list[0].name != "a" || list[1].name != "b" {
		t.Errorf("%v", list)
	}
	for want, list := range map[string][]named{
		`two families are called "a"`:                        {a, b, a},
		`the text format "b-1" belongs to b and to c`:        {a, b, {"c", []string{"b-1"}}},
		`the text format "c-1" belongs to c and to c`:        {{"c", []string{"c-1", "c-1"}}},
		`the text format "yaml" belongs to all documents`:    {{"c", []string{"yaml"}}},
		`the text format "json" belongs to all documents an`: {{"c", []string{"json"}}},
	} {
		func() {
			defer func() {
				if got := fmt.Sprint(recover()); !strings.Contains(got, want) {
					t.Errorf("%q, want %q", got, want)
				}
			}()
			puzzle.Unique(list...)
		}()
	}
}
