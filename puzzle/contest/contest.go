package contest

import (
	"context"
	"io"
	"io/fs"
	"iter"
	"math/rand/v2"
	"path"
	"time"

	"github.com/gridwright/gridwright/puzzle"
)

// A Contest is a known problem with the types of its family: P an instance, W a witness, C a certificate.
type Contest[P, W, C any] struct {
	// Text is the format of its cases, with Answer; or only the name of one that the family has anyway.
	Text puzzle.Text[P, W, C]

	Title  string // "Tilting Tiles"
	Source string // "ICPC World Finals 47, Luxor, problem F"
	// Statement tells rules, input, output and limits in our own words, in Markdown without a title.
	Statement string
	Time      time.Duration // that a run may take

	// Most is how many cases a file holds at most; 1: a file is a case.
	Most int
	// Head is what stands in a file before its n cases, and Tail what stands behind them. Optional.
	Head func(n int) string
	Tail string
	// Write writes a case as it stands in such a file, where Text.Write writes a text of its own: a number of cases, 1,
	// and the case. Optional: Text.Write.
	Write func(w io.Writer, p P) error
	// Before is what an output holds before the answer to case k, from 0. Optional.
	Before func(k int) string

	// Limits says where p is larger than the statement allows, or of another kind. What Text.Promise looks at needs no
	// second look here.
	Limits func(p P) error
	// AnyOrder says that the lines of a case but its first two may stand in any order.
	AnyOrder bool

	// Assert reads what an output asserts of p, its case k, and nothing behind that. Its errors are those of out.
	Assert func(out *Output, k int, p P) (Assertion[W], error)
	// Reject says better what a checker has against the witness of a, which is not empty: at which line, in the
	// output's own terms. Optional.
	Reject func(p P, a Assertion[W], err error) error
	// Compare says what is wrong with a, which says Solved as the reference does, or nil: not the fewest moves, say.
	// Where a is better than the reference it returns ErrBetter. Optional: any witness will do.
	Compare func(p P, ref puzzle.Outcome[W, C], a Assertion[W]) error
	// CheckMany is the family's check of bare outcomes, many at once: verdicts, Solved with what Family.Solve tells where
	// it is asked for the verdict alone, such as a number. It returns nil where all are right. Whoever joins solver and
	// checker sets it, where numbers are all that the contest asks for and there are too many cases to prove each.
	// Optional.
	CheckMany func(ctx context.Context, ps []P, os []puzzle.Outcome[W, C], lim puzzle.Limits) error

	// Tiny yields every tiny instance, the smallest first.
	Tiny iter.Seq[P]
	// Profiles make instances within the limits, each of its own kind.
	Profiles []Profile[P]
	// Shrink yields instances smaller than p, the most promising first. Those that break a promise are left out for it.
	// Optional: that of the family.
	Shrink func(p P) iter.Seq[P]

	// Submissions are programs for a package, by path: "accepted/rings.go"; see Programs. Optional.
	Submissions func() map[string]string
	// Samples are inputs that the statement shows.
	Samples []string
}

// A Profile makes instances of one kind.
type Profile[P any] struct {
	Name string // "near-miss"
	Doc  string // what they are, in a few words
	// Sizes are the least and the greatest size that Make takes, in what the family calls size: cells, blocks.
	Sizes [2]int
	// Slow says that the instances are meant to take long.
	Slow bool
	// Make makes an instance of about that size from rng alone.
	Make func(rng *rand.Rand, size int) P
}

// An Assertion is what an output says of a case.
type Assertion[W any] struct {
	Verdict puzzle.Verdict // Solved or Impossible
	Witness *W             // nil: said without one
	Number  int64          // the number of moves that is said, where one is; −1 otherwise
	Line    int            // where it begins
	Lines   []int32        // of the parts of the witness, its moves, say, where Reject wants to know. Optional.
}

// A judge is the family's checker, with its types.
type judge[P, W, C any] func(ctx context.Context, p P, o puzzle.Outcome[W, C], lim puzzle.Limits) error

// Texts are the text formats that contests bring with them: for puzzle.Spec.MoreTexts.
func Texts[P, W, C any](all []Contest[P, W, C]) (texts []puzzle.Text[P, W, C]) {
	for _, c := range all {
		if c.Text.Read != nil {
			texts = append(texts, c.Text)
		}
	}
	return texts
}

// Programs are all files below dir in fsys, read when they are asked for: for Contest.Submissions. That panics where
// there are none: fsys is embedded, and that a mistake in the program.
func Programs(fsys fs.FS, dir string) func() map[string]string {
	return func() map[string]string {
		found := map[string]string{}
		files, err := fs.Glob(fsys, path.Join(dir, "*/*"))
		for _, name := range files {
			var text []byte
			if text, err = fs.ReadFile(fsys, name); err != nil {
				break
			}
			found[name[len(dir)+1:]] = string(text)
		}
		if err != nil || len(found) == 0 {
			panic("contest: no programs in " + dir)
		}
		return found
	}
}
