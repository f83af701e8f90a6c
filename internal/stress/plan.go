package stress

import (
	"bytes"
	"fmt"
	"iter"
	"math"
	"math/rand/v2"
	"time"

	"github.com/gridwright/gridwright/puzzle"
	"github.com/gridwright/gridwright/puzzle/contest"
)

// A File is an input for a program.
type File struct {
	N      int    // its place in the order of work, from 1; 0: it was kept
	From   string // "tiny", a profile, Mixed, or the name of a file that was kept
	Size   int    // that its profile was asked for; 0: of none
	Cases  []puzzle.Instance
	Input  []byte
	recipe recipe
}

// The names of what is no profile.
const (
	Tiny  = "tiny"
	Mixed = "mixed"
)

// A recipe says how a file is made.
type recipe struct {
	n     int
	from  string
	size  int
	count int               // of cases
	cases []puzzle.Instance // tiny ones; nil: they are generated
	file  *File             // that was kept
}

// Bounds of the plan.
const (
	mostCases = 100    // to a file
	mostTiny  = 400    // to a file of tiny instances, which double from mostCases
	mostCells = 20_000 // to a file, where it has more cases than one
	rampUp    = 60     // rounds, from the smallest size of a profile to the greatest
	slowFirst = 12     // rounds without a slow profile
	slowEvery = 8      // rounds for each file of a slow profile
	large     = 10     // rounds for each of the greatest size, behind the ramp
)

// plan yields the recipes of all files, in the order of work.
func (s *stresser) plan() iter.Seq[recipe] {
	return func(yield func(recipe) bool) {
		n, cases := 0, int64(0)
		next := func(r recipe) bool {
			if s.time.Err() != nil || s.Cases > 0 && cases >= s.Cases {
				return false
			}
			n++
			r.n = n
			cases += int64(r.count)
			return yield(r)
		}
		for _, f := range s.Kept {
			if s.time.Err() != nil || !yield(recipe{from: f.From, count: len(f.Cases), file: f}) {
				return
			}
		}
		// Half of the time is for what the tiny instances do not show. Those left out keep their numbers.
		few := func(r recipe) bool {
			if s.Time > 0 && time.Since(s.began) > s.Time/2 && s.time.Err() == nil {
				n++
				s.report.Skipped += int64(r.count)
				return true
			}
			return next(r)
		}
		switch {
		case s.Replay:
			return
		case s.Profile == Tiny:
			tiny(s.Problem, next)
			return
		case s.Profile == "" && !tiny(s.Problem, few):
			return
		}
		for r := range rounds(s.Problem, s.Profile, s.Seed) {
			if !next(r) {
				return
			}
		}
	}
}

// tiny hands every tiny instance on, many to a file where the contest has many.
func tiny(p *contest.Problem, next func(recipe) bool) bool {
	var pack []puzzle.Instance
	size := min(p.Most(), mostCases)
	flush := func() bool {
		r := recipe{from: Tiny, count: len(pack), cases: pack}
		pack = nil
		size = min(p.Most(), mostTiny, 2*size)
		return r.count == 0 || next(r)
	}
	for in := range p.Tiny() {
		if pack = append(pack, in); len(pack) == size && !flush() {
			return false
		}
	}
	return flush()
}

// rounds yields files of all profiles in turn, or of one, for ever.
func rounds(p *contest.Problem, only string, seed uint64) iter.Seq[recipe] {
	var fast, slow []contest.Kind
	for _, k := range p.Profiles() {
		switch {
		case only != "" && k.Name != only:
		case k.Slow && only == "":
			slow = append(slow, k)
		default:
			fast = append(fast, k)
		}
	}
	return func(yield func(recipe) bool) {
		for round := 0; ; round++ {
			for i, k := range fast {
				if !yield(ordinary(p, k, seed, round, i)) {
					return
				}
			}
			if len(fast) > 1 && p.Most() > 1 && !yield(mixed(p, fast, seed, round)) {
				return
			}
			at := round - slowFirst
			if len(fast) == 0 {
				at = round * slowEvery
			}
			if len(slow) == 0 || at < 0 || at%slowEvery != 0 {
				continue
			}
			turn := at / slowEvery
			k := slow[turn%len(slow)]
			size := ramp(k.Sizes, turn/len(slow), rampUp/slowEvery, rand.New(rand.NewPCG(seed, uint64(turn))))
			if !yield(recipe{from: k.Name, size: size, count: 1}) {
				return
			}
		}
	}
}

// ordinary is a file of the profile k, the i-th of a round.
func ordinary(p *contest.Problem, k contest.Kind, seed uint64, round, i int) recipe {
	size := ramp(k.Sizes, round, rampUp, rand.New(rand.NewPCG(seed, uint64(round)<<32|uint64(i))))
	return recipe{from: k.Name, size: size, count: perFile(p, size)}
}

// mixed is a file with cases of all profiles.
func mixed(p *contest.Problem, kinds []contest.Kind, seed uint64, round int) recipe {
	size := 0
	for i, k := range kinds {
		size = max(size, ordinary(p, k, seed, round, i).size)
	}
	return recipe{from: Mixed, size: size, count: perFile(p, size)}
}

// perFile is how many cases of a size go into a file.
func perFile(p *contest.Problem, size int) int {
	return max(1, min(p.Most(), mostCases, mostCells/max(1, size)))
}

// ramp goes from the smallest size to the greatest within some rounds; later sizes are random, more often small.
func ramp(sizes [2]int, round, rounds int, rng *rand.Rand) int {
	at := float64(round) / float64(rounds)
	if round > rounds {
		if at = rng.Float64(); round%large == 0 {
			at = 1
		}
	}
	return between(sizes, at)
}

// between is a size between two others, in proportion.
func between(sizes [2]int, at float64) int {
	low, high := float64(max(1, sizes[0])), float64(max(1, sizes[0], sizes[1]))
	return int(math.Round(low * math.Pow(high/low, at)))
}

// make makes the file of r.
func (s *stresser) make(r recipe) (*File, error) {
	if r.file != nil {
		return r.file, nil
	}
	f := &File{N: r.n, From: r.from, Size: r.size, Cases: r.cases, recipe: r}
	if r.cases == nil {
		var err error
		if f.Cases, err = generate(s.Problem, s.Seed, r); err != nil {
			return nil, err
		}
	}
	return f, f.write(s.Problem)
}

// write sets f's input.
func (f *File) write(p *contest.Problem) error {
	var b bytes.Buffer
	err := p.WriteFile(&b, f.Cases)
	if err != nil {
		err = fmt.Errorf("%w: a file for %s cannot be written: %w", puzzle.ErrInternal, p.Name(), err)
	}
	f.Input = b.Bytes()
	return err
}

// generate makes the cases of a file: the last has its size, the others are smaller as it comes.
func generate(p *contest.Problem, seed uint64, r recipe) (cases []puzzle.Instance, err error) {
	rng := rand.New(rand.NewPCG(seed, uint64(r.n)))
	var kinds []contest.Kind
	for _, k := range p.Profiles() {
		if k.Name == r.from || r.from == Mixed && !k.Slow {
			kinds = append(kinds, k)
		}
	}
	for i := range r.count {
		k := kinds[i%len(kinds)]
		size := min(r.size, k.Sizes[1])
		if i < r.count-1 {
			size = between([2]int{k.Sizes[0], size}, rng.Float64())
		}
		in, err := p.Generate(k.Name, seed, uint64(r.n)*mostCases+uint64(i), size)
		if err != nil {
			return nil, err
		}
		cases = append(cases, in)
	}
	return cases, nil
}
