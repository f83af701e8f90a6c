package puzzletest

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/gridwright/gridwright/puzzle"
)

// foreign are beginnings of files that are nobody's text: a Sniff that takes one of them takes whatever it is given.
var foreign = []string{
	"", " ", "\n\n", "{", "[]", "{\"family\":\"none\"}\n", "family: none\nversion: 1\n",
	"Dear reader,\n\nthis is a letter.\n",
	"#!/bin/sh\nexit 1\n", "\x00\x01\x02", "\xFF\xFE1\x00", "?\n", "-\n", "π = 3.14\n",
}

// strangers offers texts that are nobody's to each Sniff.
func (k Kit) strangers(t testing.TB) {
	for _, f := range k.Family.Formats() {
		for _, text := range foreign {
			if f.Sniff([]byte(text)) {
				t.Errorf("the format %s takes %q for its own", f.Name, text)
			}
		}
	}
}

// List wants lists of families and of their checkers that belong together: the same families in the same order, no name
// of a family or of a text format twice, and no format whose Sniff takes the texts of another family: its sample, and
// generated ones that their own format takes.
func List(t *testing.T, families []*puzzle.Family, checkers []*puzzle.Checker) {
	t.Helper()
	for _, fault := range listFaults(families, checkers) {
		t.Error(fault)
	}
}

func listFaults(families []*puzzle.Family, checkers []*puzzle.Checker) (faults []string) {
	defer func() {
		if r := recover(); r != nil {
			faults = append(faults, fmt.Sprint(r))
		}
	}()
	known := map[string]bool{}
	for _, c := range checkers {
		known[c.Name()] = true
	}
	var names, checked []string
	for _, f := range families {
		if names = append(names, f.Name()); !known[f.Name()] {
			faults = append(faults, fmt.Sprintf("the family %s is missing from the list of checkers", f.Name()))
		}
	}
	for _, c := range checkers {
		checked = append(checked, c.Name())
	}
	if len(faults) == 0 && !slices.Equal(names, checked) {
		faults = append(faults, fmt.Sprintf("the families are %q, the checkers are of %q", names, checked))
	}
	puzzle.Unique(families...)
	puzzle.Unique(checkers...)
	return append(faults, greed(families)...)
}

// greed lists the formats that take the texts of other families.
func greed(families []*puzzle.Family) (faults []string) {
	for _, owner := range families {
		for _, own := range owner.Formats() {
			texts := textsOf(owner, own)
			for _, f := range families {
				for _, g := range f.Formats() {
					if i := slices.IndexFunc(texts, g.Sniff); f != owner && i >= 0 {
						faults = append(faults, fmt.Sprintf("the format %s of %s takes a text in %s of %s: %.80q", g.Name, f.Name(),
							own.Name, owner.Name(), texts[i]))
					}
				}
			}
		}
	}
	return faults
}

// textsOf are texts that format f of the family takes for its own.
func textsOf(family *puzzle.Family, f puzzle.Format) (texts [][]byte) {
	texts = append(texts, []byte(f.Sample))
	for seed := range uint64(10) {
		for _, size := range []int{4, 30} {
			var b bytes.Buffer
			in := family.Generate(rand.New(rand.NewPCG(seed, 1)), size)
			if family.WriteText(&b, f.Name, in) == nil {
				texts = append(texts, b.Bytes())
			}
		}
	}
	return slices.DeleteFunc(texts, func(text []byte) bool { return !f.Sniff(text) })
}
