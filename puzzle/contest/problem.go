package contest

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"hash/fnv"
	"io"
	"iter"
	"math/rand/v2"
	"slices"
	"time"

	"github.com/gridwright/gridwright/grid"
	"github.com/gridwright/gridwright/meter"
	"github.com/gridwright/gridwright/puzzle"
)

// A Problem is a Contest whose types are erased. It is safe for concurrent use if the family is.
type Problem struct {
	family   *puzzle.Family
	about    About
	profiles []Kind

	limits  func(p any) error
	tiny    iter.Seq[any]
	makers  []func(rng *rand.Rand, size int) any
	shrink  func(p any) iter.Seq[any]
	write   func(w io.Writer, p any) error // nil: as the format writes a text
	many    manyCheck                      // may be nil
	judge   func(ctx context.Context, j *Judging, out *Output, k int) (Open, error)
	compare bool
}

// About is what a Problem says of itself; the fields are those of Contest.
type About struct {
	Name, Doc, Title, Source, Statement string

	Time        time.Duration
	Most        int
	Submissions func() map[string]string
	Samples     []string

	head     func(n int) string
	tail     string
	before   func(k int) string
	anyOrder bool
}

// A Kind is a Profile without its maker.
type Kind struct {
	Name  string
	Doc   string
	Sizes [2]int
	Slow  bool
}

// Bind erases the types of contests of the family f, whose checker check is. It panics where a part is missing or
// the family has no such format: that is a mistake in the program.
func Bind[P, W, C any](f *puzzle.Family, check func(context.Context, P, puzzle.Outcome[W, C], puzzle.Limits) error,
	all []Contest[P, W, C]) (problems []*Problem) {
	for _, c := range all {
		problems = append(problems, bind(f, check, c))
	}
	return problems
}

func bind[P, W, C any](f *puzzle.Family, check judge[P, W, C], c Contest[P, W, C]) *Problem {
	i := slices.IndexFunc(f.Formats(), func(t puzzle.Format) bool { return t.Name == c.Text.Name && t.Contest })
	if i < 0 || c.Assert == nil || c.Tiny == nil || c.Limits == nil || c.Most < 1 || len(c.Profiles) == 0 {
		panic(fmt.Sprintf("contest: the contest %q of %s lacks its format, Assert, Tiny, Limits, Most or Profiles",
			c.Text.Name, f.Name()))
	}
	if c.Submissions == nil {
		c.Submissions = func() map[string]string { return nil }
	}
	p := &Problem{family: f, compare: c.Compare != nil, about: About{
		Name: c.Text.Name, Doc: f.Formats()[i].Doc, Title: c.Title, Source: c.Source, Statement: c.Statement,
		Time: c.Time, Most: c.Most, Submissions: c.Submissions, Samples: c.Samples,
		head: c.Head, tail: c.Tail, before: c.Before, anyOrder: c.AnyOrder,
	}}
	p.limits = func(v any) error { return c.Limits(v.(P)) }
	p.tiny = erased(c.Tiny)
	if c.Shrink != nil {
		p.shrink = func(v any) iter.Seq[any] { return erased(c.Shrink(v.(P))) }
	}
	if c.Write != nil {
		p.write = func(w io.Writer, v any) error {
			q, ok := v.(P)
			if !ok {
				return fmt.Errorf("%w: a %T is no instance of %s", puzzle.ErrUnsupported, v, f.Name())
			}
			return c.Write(w, q)
		}
	}
	for i, pr := range c.Profiles {
		if pr.Make == nil || pr.Sizes[0] < 1 || pr.Sizes[1] < pr.Sizes[0] || slices.ContainsFunc(c.Profiles[:i],
			func(other Profile[P]) bool { return other.Name == pr.Name }) {
			panic(fmt.Sprintf("contest: the profile %q of the contest %q lacks Make, has no sizes, or is there twice", pr.Name,
				c.Text.Name))
		}
		p.profiles = append(p.profiles, Kind{pr.Name, pr.Doc, pr.Sizes, pr.Slow})
		p.makers = append(p.makers, func(rng *rand.Rand, size int) any { return pr.Make(rng, size) })
	}
	if c.CheckMany != nil {
		p.many = manyOf(c)
	}
	p.judge = func(ctx context.Context, j *Judging, out *Output, k int) (Open, error) {
		return judgeCase(ctx, j, out, k, check, c)
	}
	return p
}

func erased[P any](seq iter.Seq[P]) iter.Seq[any] {
	return func(yield func(any) bool) {
		for p := range seq {
			if !yield(p) {
				return
			}
		}
	}
}

// Name is the contest's name, which is that of its text format.
func (p *Problem) Name() string { return p.about.Name }

// About is what the problem says of itself.
func (p *Problem) About() About { return p.about }

// Family is the family whose solver is the reference.
func (p *Problem) Family() *puzzle.Family { return p.family }

// Most is how many cases a file holds at most.
func (p *Problem) Most() int { return p.about.Most }

// Profiles lists the profiles.
func (p *Problem) Profiles() []Kind { return p.profiles }

// Tiny yields every tiny instance, the smallest first.
func (p *Problem) Tiny() iter.Seq[puzzle.Instance] { return p.instances(p.tiny) }

func (p *Problem) instances(values iter.Seq[any]) iter.Seq[puzzle.Instance] {
	return func(yield func(puzzle.Instance) bool) {
		for v := range values {
			if in, err := p.family.InstanceOf(v); err == nil && !yield(in) {
				return
			}
		}
	}
}

// Generate makes the n-th instance of a profile and seed, of about size cells or blocks, or the nearest size that the
// profile has. The same arguments give the same instance on every machine. A profile that does not exist is bad input.
func (p *Problem) Generate(profile string, seed, n uint64, size int) (puzzle.Instance, error) {
	i := slices.IndexFunc(p.profiles, func(k Kind) bool { return k.Name == profile })
	if i < 0 {
		names := make([]string, len(p.profiles))
		for i, k := range p.profiles {
			names[i] = k.Name
		}
		return puzzle.Instance{}, grid.Errorf(grid.Pos{}, "%s has no profile %q%s", p.Name(), profile,
			grid.DidYouMean(profile, names))
	}
	h := fnv.New64a()
	io.WriteString(h, p.Name()+"/"+profile)
	rng := rand.New(rand.NewPCG(seed, h.Sum64()^n*0x9E3779B97F4A7C15))
	sizes := p.profiles[i].Sizes
	in, err := p.family.InstanceOf(p.makers[i](rng, min(max(size, sizes[0]), sizes[1])))
	if err == nil {
		err = p.Valid(in)
	}
	if err != nil {
		return puzzle.Instance{}, fmt.Errorf("%w: the profile %s of %s made an instance that breaks a promise (seed %d, "+
			"number %d, size %d): %w", puzzle.ErrInternal, profile, p.Name(), seed, n, size, err)
	}
	return in, nil
}

// Valid says where in breaks a limit or a promise of the statement.
func (p *Problem) Valid(in puzzle.Instance) error {
	if err := p.limits(in.Value()); err != nil {
		return err
	}
	return p.family.Promise(p.Name(), in)
}

// Shrink yields valid instances smaller than in, the most promising first.
func (p *Problem) Shrink(in puzzle.Instance) iter.Seq[puzzle.Instance] {
	smaller := p.family.Shrink(in)
	if p.shrink != nil {
		smaller = p.instances(p.shrink(in.Value()))
	}
	return func(yield func(puzzle.Instance) bool) {
		for q := range smaller {
			if p.family.Validate(q) == nil && p.Valid(q) == nil && !yield(q) {
				return
			}
		}
	}
}

// A Case is one case of a file.
type Case struct {
	In   puzzle.Instance
	Line int // where it begins
}

// Read reads a file of cases as leniently as the format is read elsewhere; m, which may be nil, stops it.
func (p *Problem) Read(m *meter.Meter, r io.Reader, size int64) (cases []Case, err error) {
	s := grid.NewScanner(r, size)
	for {
		s.SkipBlank()
		line := s.Pos().Line
		in, err := p.family.ReadText(m, p.Name(), s)
		if err == io.EOF {
			break
		}
		if err != nil {
			return nil, err
		}
		cases = append(cases, Case{in, line})
		if err := m.Hold("the cases", bytesPerCase); err != nil {
			return nil, puzzle.AsLimit(err)
		}
	}
	if len(cases) == 0 {
		return nil, grid.Errorf(s.Pos(), "the input holds no case")
	}
	return cases, nil
}

// bytesPerCase is what a Case takes at the least.
const bytesPerCase = 100

// WriteFile writes a file of cases.
func (p *Problem) WriteFile(w io.Writer, ins []puzzle.Instance) error {
	out := bufio.NewWriter(w) // whose errors last
	if p.about.head != nil {
		out.WriteString(p.about.head(len(ins)))
	}
	for _, in := range ins {
		err := error(nil)
		if p.write != nil {
			err = p.write(out, in.Value())
		} else {
			err = p.family.WriteText(out, p.Name(), in)
		}
		if err != nil {
			return err
		}
	}
	out.WriteString(p.about.tail)
	return out.Flush()
}

// WriteAnswer writes what an output holds for case k, from 0, of a file: in, of which cl says what is right.
func (p *Problem) WriteAnswer(w io.Writer, k int, in puzzle.Instance, cl puzzle.Claim) error {
	if p.about.before != nil {
		if _, err := io.WriteString(w, p.about.before(k)); err != nil {
			return err
		}
	}
	return p.family.WriteAnswer(w, p.Name(), in, cl)
}

// Reference is the claim that judges in: proved, or an error. A limit is a *puzzle.LimitError.
func (p *Problem) Reference(ctx context.Context, in puzzle.Instance, lim puzzle.Limits) (puzzle.Claim, error) {
	cl, err := p.family.Prove(ctx, in, lim)
	if err == nil && cl.Verdict() == puzzle.Unknown {
		err = errors.New("the answer is unknown")
		if st := cl.Stopped(); st != nil {
			err = st
		}
	}
	return cl, err
}
