package probpack

import (
	"bytes"
	"fmt"
	"math/big"

	"github.com/gridwright/gridwright/puzzle"
	"github.com/gridwright/gridwright/puzzle/contest"
)

// How many cases a file holds at most, where the contest allows more than one and the file is none of the extremes.
// Tiny ones stand as text in the file that says how the data were made.
const (
	tinyCases = 200
	someCases = 50
)

// moreTiny is how many times as many files the group of tiny ones has, where a file is a case.
const moreTiny = 5

// mostTiny bounds how many tiny instances are looked at.
const mostTiny = 100_000

// A slot is a place for one input of a group.
type slot struct {
	group *group
	name  string
	test  *test

	tiny []puzzle.Instance // the input is these; or

	profile contest.Kind // of instances of it
	seed    uint64
	size    int
	count   int
}

// weight orders slots by how much they hold.
func (s *slot) weight() int {
	if s.tiny != nil {
		return 0
	}
	return s.size * s.count
}

// slots plans the groups: tiny instances, each profile from small to large, and the extremes.
func (b *builder) slots() []*slot {
	slots := b.tinySlots()
	profiles := b.p.Profiles()
	var worst []contest.Kind
	for _, k := range profiles {
		if k.Slow {
			worst = append(worst, k)
		}
	}
	if worst == nil {
		worst = profiles
	}
	last := len(profiles) + 2
	seed := b.opts.Seed
	for i, k := range profiles {
		g := &group{name: fmt.Sprintf("secret/%s-%s", number(i+1, last), k.Name), doc: k.Doc}
		for n := range b.opts.Cases {
			slots = append(slots, &slot{group: g, name: number(n, b.opts.Cases), profile: k, seed: seed,
				size: between(k.Sizes[0], k.Sizes[1], n, b.opts.Cases), count: min(b.p.Most(), someCases)})
			seed++
		}
	}
	g := &group{name: fmt.Sprintf("secret/%s-extremes", number(last-1, last)),
		doc: "The largest of all, and those that take longest."}
	files := max(b.opts.Cases, len(worst))
	for n := range files {
		k := worst[n%len(worst)]
		slots = append(slots, &slot{group: g, name: number(n, files), profile: k, seed: seed, size: k.Sizes[1],
			count: between(1, min(b.p.Most(), max(1, b.opts.Largest)), n, files)})
		seed++
	}
	return slots
}

// tinySlots picks tiny instances, evenly from the smallest to the largest of them.
func (b *builder) tinySlots() (slots []*slot) {
	var all []puzzle.Instance
	for in := range b.p.Tiny() {
		if b.p.Valid(in) == nil {
			all = append(all, in)
		}
		if len(all) == mostTiny {
			break
		}
	}
	files, count := b.opts.Cases, min(b.p.Most(), tinyCases)
	if count == 1 {
		files *= moreTiny
	}
	n := min(len(all), files*count)
	picked := make([]puzzle.Instance, n)
	for i := range picked {
		picked[i] = all[i*len(all)/n]
	}
	files = (n + count - 1) / count
	g := &group{name: fmt.Sprintf("secret/%s-tiny", number(0, len(b.p.Profiles())+2)),
		doc: "Tiny ones, from the smallest on."}
	for i := range files {
		slots = append(slots, &slot{group: g, name: number(i, files), tiny: picked[i*n/files : (i+1)*n/files]})
	}
	return slots
}

// make makes the input.
func (s *slot) make(p *contest.Problem) ([]byte, error) {
	ins := s.tiny
	if ins == nil {
		for n := range s.count {
			in, err := p.Generate(s.profile.Name, s.seed, uint64(n), s.size)
			if err != nil {
				return nil, err
			}
			ins = append(ins, in)
		}
	}
	var text bytes.Buffer
	err := p.WriteFile(&text, ins)
	return text.Bytes(), err
}

// command is what makes the same with gridwright generate, behind the contest's name.
func (s *slot) command() string {
	if s.tiny != nil {
		return ""
	}
	return fmt.Sprintf("--profile %s --seed %d --size %d --count %d", s.profile.Name, s.seed, s.size, s.count)
}

// smaller makes the slot hold less, where that can be.
func (s *slot) smaller() bool {
	switch {
	case len(s.tiny) > 1:
		s.tiny = s.tiny[:len(s.tiny)/2]
	case s.tiny != nil:
		return false
	case s.count > 1:
		s.count /= 2
	case s.size > s.profile.Sizes[0]:
		s.size = max(s.profile.Sizes[0], s.size/2)
	default:
		return false
	}
	return true
}

// between is the i-th of n sizes from low to high, each the same factor above the last: the greatest s for which
// s^(n−1) is at most low^(n−1−i)·high^i. That is whole numbers alone, the same on every machine.
func between(low, high, i, n int) int {
	if n == 1 || low >= high {
		return high
	}
	low = max(1, low)
	pow := func(x, e int) *big.Int { return new(big.Int).Exp(big.NewInt(int64(x)), big.NewInt(int64(e)), nil) }
	limit := pow(low, n-1-i)
	limit.Mul(limit, pow(high, i))
	for low < high {
		mid := low + (high-low+1)/2
		if pow(mid, n-1).Cmp(limit) <= 0 {
			low = mid
		} else {
			high = mid - 1
		}
	}
	return low
}
