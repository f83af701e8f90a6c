package probpack

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"math"
	"path"
	"slices"

	"github.com/gridwright/gridwright/grid"
	"github.com/gridwright/gridwright/puzzle"
	"github.com/gridwright/gridwright/puzzle/contest"
)

// Options are what a package is made with.
type Options struct {
	Cases   int           // files in each group of secret data; several times as many tiny ones
	Largest int           // most cases in a file, where the contest allows more than one
	Seed    uint64        // of the secret data
	Size    int64         // most bytes that the secret data take, answers included; 0: no limit
	Limits  puzzle.Limits // for each reference answer
}

// A File is a file of a package.
type File struct {
	Path string // below the package's directory, with slashes
	Data []byte
	Run  bool // it is a program
}

// A Group is a group of test data.
type Group struct {
	Name  string `json:"name"` // "secret/02-spiral"
	Doc   string `json:"doc"`
	Files int    `json:"files"` // inputs; each has its answer
	Cases int    `json:"cases"`
	Bytes int64  `json:"bytes"` // inputs and answers
}

// A Package is a problem package in memory.
type Package struct {
	Contest string
	Files   []File // in the order of their paths
	Groups  []Group
}

// Bytes is what all files take.
func (p *Package) Bytes() (n int64) {
	for _, f := range p.Files {
		n += int64(len(f.Data))
	}
	return n
}

// A builder makes one package.
type builder struct {
	p       *contest.Problem
	about   contest.About
	opts    Options
	files   []File
	groups  []*group
	seen    map[string]bool // inputs that stand somewhere
	spent   int64           // bytes of secret data
	longest int             // bytes of an answer
	done    int
	total   int
}

// A group is a Group as it is made.
type group struct {
	name, doc string
	tests     []*test
}

// A test is an input with its answer.
type test struct {
	name    string
	in, ans []byte
	out     []byte // another output, where there is one
	command string // the arguments that generate makes it with; "": its text tells all
	cases   int
}

// Build makes the package of p. A limit that stops a reference answer is a *puzzle.LimitError; what p makes against its
// own rules is puzzle.ErrInternal.
func Build(ctx context.Context, p *contest.Problem, opts Options) (*Package, error) {
	b := &builder{p: p, about: p.About(), opts: opts, seen: map[string]bool{}}
	slots := b.slots()
	b.total = len(slots) + len(b.about.Samples)
	if err := b.samples(ctx); err != nil {
		return nil, err
	}
	if err := b.secret(ctx, slots); err != nil {
		return nil, err
	}
	if err := b.invalid(ctx); err != nil {
		return nil, err
	}
	if err := b.submissions(); err != nil {
		return nil, err
	}
	b.add("problem.yaml", b.metadata())
	b.add("statement/problem.en.md", b.about.Statement)
	b.programs()
	pack := &Package{Contest: p.Name()}
	for _, g := range b.groups {
		pack.Groups = append(pack.Groups, b.write(g))
	}
	b.add("generators/generators.yaml", b.generators())
	pack.Files = b.files
	slices.SortFunc(pack.Files, func(a, b File) int { return cmp.Compare(a.Path, b.Path) })
	return pack, nil
}

// add adds a text file.
func (b *builder) add(name, text string) {
	if text != "" && text[len(text)-1] != '\n' {
		text += "\n"
	}
	b.files = append(b.files, File{Path: name, Data: []byte(text)})
}

// write adds the files of g.
func (b *builder) write(g *group) Group {
	sum := Group{Name: g.name, Doc: g.doc}
	for _, t := range g.tests {
		base := path.Join("data", g.name, t.name)
		b.files = append(b.files, File{Path: base + ".in", Data: t.in})
		if t.ans != nil {
			b.files = append(b.files, File{Path: base + ".ans", Data: t.ans})
		}
		if t.out != nil {
			b.files = append(b.files, File{Path: base + ".out", Data: t.out})
		}
		sum.Files++
		sum.Cases += t.cases
		sum.Bytes += int64(len(t.in) + len(t.ans) + len(t.out))
	}
	if g.doc != "" {
		b.add(path.Join("data", g.name, "test_group.yaml"), "description: "+quote(g.doc))
	}
	return sum
}

// tell says how far the work has come.
func (b *builder) tell(stage string) {
	if b.opts.Limits.OnProgress != nil {
		b.opts.Limits.OnProgress(puzzle.Progress{Stage: stage, Done: int64(b.done), Total: int64(b.total), Unit: "files"})
	}
	b.done++
}

// samples makes the group of what the statement shows.
func (b *builder) samples(ctx context.Context) error {
	g := &group{name: "sample"}
	for i, text := range b.about.Samples {
		b.tell("samples")
		t, err := b.answer(ctx, []byte(text))
		if err != nil {
			return fmt.Errorf("sample %d: %w", i+1, err)
		}
		t.name = number(i, len(b.about.Samples))
		b.seen[text] = true
		g.tests = append(g.tests, t)
	}
	b.groups = append(b.groups, g)
	return nil
}

// number is the name of the i-th of n things, so that names sort as numbers do.
func number(i, n int) string { return fmt.Sprintf("%0*d", len(fmt.Sprint(n)), i+1) }

// answer makes the test of an input: it has to be valid, and the reference's answer has to be accepted.
func (b *builder) answer(ctx context.Context, in []byte) (*test, error) {
	m := b.opts.Limits.Meter(ctx)
	if err := b.p.Validate(m, in); err != nil {
		return nil, fmt.Errorf("%w: an input of %s is not valid: %w", puzzle.ErrInternal, b.p.Name(), err)
	}
	read, err := b.p.Read(m, bytes.NewReader(in), int64(len(in)))
	if err != nil {
		return nil, err
	}
	j := &contest.Judging{Problem: b.p, Limits: b.opts.Limits}
	var ans bytes.Buffer
	for k, c := range read {
		cl, err := b.p.Reference(ctx, c.In, b.opts.Limits)
		if err != nil {
			return nil, err
		}
		if err := b.p.WriteAnswer(&ans, k, c.In, cl); err != nil {
			return nil, err
		}
		j.Cases, j.Claims = append(j.Cases, c.In), append(j.Claims, &cl)
	}
	if err := j.Judge(ctx, ans.Bytes()); err != nil {
		return nil, fmt.Errorf("%w: the answer of %s to an input is not accepted: %w", puzzle.ErrInternal, b.p.Name(), err)
	}
	b.longest = max(b.longest, ans.Len())
	return &test{in: in, ans: ans.Bytes(), cases: len(read)}, nil
}

// secret fills the groups of secret data. The smallest come first, so that what they leave of the size is there for the
// large ones.
func (b *builder) secret(ctx context.Context, slots []*slot) error {
	order := slices.Clone(slots)
	slices.SortStableFunc(order, func(x, y *slot) int { return cmp.Compare(x.weight(), y.weight()) })
	for i, s := range order {
		b.tell("data in " + s.group.name)
		room := int64(math.MaxInt64)
		if b.opts.Size > 0 {
			room = (b.opts.Size - b.spent) / int64(len(order)-i)
		}
		if err := b.fill(ctx, s, room); err != nil {
			return fmt.Errorf("%s: %w", s.group.name, err)
		}
	}
	for _, s := range slots {
		if s.test == nil {
			continue
		}
		if len(s.group.tests) == 0 {
			b.groups = append(b.groups, s.group)
		}
		s.test.name = s.name
		s.group.tests = append(s.group.tests, s.test)
	}
	return nil
}

// fill makes the test of a slot: as large as it is meant to be, or as room allows; where that is not even enough for
// the smallest one, that takes what others might have had. It makes none where the same input stands somewhere else.
func (b *builder) fill(ctx context.Context, s *slot, room int64) error {
	for last := false; ; {
		in, err := s.make(b.p)
		if err != nil {
			return err
		}
		if b.seen[string(in)] {
			return nil
		}
		need := int64(len(in))
		var t *test
		if need <= room {
			if t, err = b.answer(ctx, in); err != nil {
				return err
			}
			need += int64(len(t.ans))
		}
		if need <= room {
			b.seen[string(in)] = true
			b.spent += need
			t.command = s.command()
			s.test = t
			return nil
		}
		switch {
		case s.smaller():
		case !last:
			last, room = true, b.opts.Size-b.spent
		default:
			return grid.Errorf(grid.Pos{}, "its smallest input and answer take %s, and %s are left for them; "+
				"allow more bytes or fewer files", puzzle.Bytes(need), puzzle.Bytes(max(0, room)))
		}
	}
}
