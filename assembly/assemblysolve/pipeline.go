package assemblysolve

import "iter"

// A Pipelined is the schedule of many copies of a shape on a row of stations: station i does step i of
// the shape's schedule on the copy that passes, then hands it on. So a copy is finished in every step of time
// once the first is: Copies copies take Copies + Steps - 1.
type Pipelined struct {
	Steps  int64 // of one copy
	Copies int64
}

// Pipeline is the schedule of copies copies of a shape whose own schedule has so many steps.
func Pipeline(steps int, copies int64) Pipelined { return Pipelined{int64(steps), copies} }

// Time is how many steps of time all copies take: 0 where there is nothing to do.
func (p Pipelined) Time() int64 {
	if p.Steps < 1 || p.Copies < 1 {
		return 0
	}
	return p.Copies + p.Steps - 1
}

// A Shift is what happens in one step of time: the copies from First to Last (from 0) are at
// work, and copy c is in step Time - c of its schedule (from 0).
type Shift struct{ Time, First, Last int64 }

// Step is the step of its schedule in which copy is, and whether it is in any.
func (s Shift) Step(copy int64) (step int64, ok bool) {
	return s.Time - copy, s.First <= copy && copy <= s.Last
}

// At is the shift at time t, from 0 to Time() - 1. O(1).
func (p Pipelined) At(t int64) Shift {
	return Shift{Time: t, First: max(0, t-p.Steps+1), Last: min(p.Copies-1, t)}
}

// All yields the shifts in order, Time() of them.
func (p Pipelined) All() iter.Seq[Shift] {
	return func(yield func(Shift) bool) {
		for t := range p.Time() {
			if !yield(p.At(t)) {
				return
			}
		}
	}
}
