// Package extent says how much a test takes: all of its cases, with -short a share of them, which every change can
// afford. Of what takes minutes it is a share without -short too, and all with the build tag sweep.
package extent

import (
	"iter"
	"testing"
)

// Less is few with -short, or all: the number of cases of a test, or the size of its largest.
func Less[T any](few, all T) T { return Of(few, all, all) }

// Of is few with -short, some without, or under the tag sweep all.
func Of[T any](few, some, all T) T {
	switch {
	case Whole:
		return all
	case testing.Short():
		return few
	}
	return some
}

// Rounds is how often a test repeats what it does with random cases: all, or a fortieth of them with -short.
func Rounds(all int) int { return Less((all+39)/40, all) }

// A Count is how many cases of one kind a test has met, and how many it has to meet.
type Count struct {
	met   *int
	least int
}

// Met wants met to reach least, or with -short a tenth of it.
func Met(met *int, least int) Count { return Count{met, Less((least+9)/10, least)} }

// Until repeats what a test does with random cases as often as Rounds says, and goes on until it has met enough of each
// kind: whether it does so is no matter of luck. It fails t where 40 times all are not enough.
func Until(t testing.TB, all int, counts ...Count) iter.Seq[int] {
	return func(yield func(int) bool) {
		t.Helper()
		for i := 0; i < Rounds(all) || !enough(counts); i++ {
			if i == 40*all {
				for _, c := range counts {
					t.Errorf("after %d cases %d of a kind were met; %d are wanted", i, *c.met, c.least)
				}
				return
			}
			if !yield(i) {
				return
			}
		}
	}
}

func enough(counts []Count) bool {
	for _, c := range counts {
		if *c.met < c.least {
			return false
		}
	}
	return true
}
