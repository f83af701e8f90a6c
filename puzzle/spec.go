package puzzle

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"iter"
	"math/big"
	"math/rand/v2"

	"github.com/gridwright/gridwright/grid"
	"github.com/gridwright/gridwright/meter"
	"github.com/gridwright/gridwright/puzzle/codec"
	"github.com/gridwright/gridwright/puzzle/document"
	"github.com/gridwright/gridwright/scene"
)

// Data is a family without its dynamics: what its instances and claims are and how
// they are written. P is an instance, W a witness, C a certificate.
type Data[P, W, C any] struct {
	Name    string // one lower-case word: "tilt"
	Title   string // one line
	Doc     string // a paragraph: the rules, and what is answered
	Version int    // of the document format, from 1

	Texts []Text[P, W, C] // text formats, best known first

	// Document says at once how an instance stands in a document, in place of Schemas, Decode and Encode: where it is a
	// codec.Object, and a document holds one instance.
	Document codec.Codec[P]

	// Schemas is a JSON object {"instance": …, "analysis": …, "$defs": …} of JSON Schemas for what the next hooks
	// read, and for the facts of Spec.Analyze if there are any; what all documents have (family, version and Head) is
	// added here, and so are the kinds of evidence.
	Schemas []byte

	// Decode reads the family's own fields of an instance document; a document may
	// hold several instances. It calls f.Done. Decoders say to m what takes long, and what they keep
	// besides the document that they read.
	Decode func(m *meter.Meter, f *document.Fields) ([]P, error)
	// Encode returns a value that encoding/json writes as an object: the same fields.
	Encode func(p P) (any, error)
	// Validate reports what is wrong with p; whatever it passes must never panic later.
	Validate func(p P) error

	// Witnesses and Certificates are the kinds of evidence.
	Witnesses    []Kind[W]
	Certificates []Kind[C]
}

// byDocument sets what Document says.
func (d *Data[P, W, C]) byDocument() {
	c := d.Document
	if c.Read == nil {
		return
	}
	if !c.IsObject() {
		panic(fmt.Sprintf("puzzle: family %q has a Document that is no object", d.Name))
	}
	d.Schemas, _ = json.Marshal(map[string]any{"instance": c.Schema})
	d.Decode = func(m *meter.Meter, f *document.Fields) ([]P, error) {
		p, err := c.DecodeFields(m, f)
		return []P{p}, err
	}
	d.Encode = func(p P) (any, error) {
		b, err := c.Append(nil, nil, p)
		return json.RawMessage(b), err
	}
}

// A Text is one text format of a family: streaming, many cases to a file.
type Text[P, W, C any] struct {
	Name    string // "tilting-tiles"; unique among all families
	Doc     string // a paragraph: the format, and where it comes from
	Contest bool   // the format of a contest: Answer is set

	Sample string // a text of this format, a few lines that show what it can hold

	// Sniff reports whether a file that begins with head is taken for this format.
	Sniff func(head []byte) bool
	// Maybe reports whether a file that begins with head could be of this format too: it is read in it where no
	// format's Sniff says yes, or where other families are left out. Optional.
	Maybe func(head []byte) bool
	// Read reads one case; io.EOF when none is left. It allocates for what it has
	// seen, never for what a header promises.
	Read func(m *meter.Meter, s *grid.Scanner) (P, error)
	// Write writes one case.
	Write func(w io.Writer, p P) error
	// Promise reports where p breaks what the contest promises about its inputs: Answer is not asked then, nor
	// Solve. Optional.
	Promise func(p P) error
	// Answer writes what the contest wants printed for p.
	Answer func(w io.Writer, p P, o Outcome[W, C]) error
	// Evidence writes o's witness, or its certificate, in this format's own terms (where lamps are a
	// picture, presses are one). What has no place in it is ErrUnsupported. Optional.
	Evidence func(w io.Writer, p P, o Outcome[W, C]) error
}

// A CheckSpec is what a checker of the family needs. It names no solver.
type CheckSpec[P, W, C any] struct {
	Data[P, W, C]

	// CheckWitness and CheckCertificate check evidence, one entry for each kind.
	CheckWitness     []KindCheck[P, W]
	CheckCertificate []KindCheck[P, C]
	// CheckCount returns nil where n, which Spec.Count claims, is right; errors are those of a KindCheck. Optional.
	CheckCount func(ctx context.Context, p P, n *big.Int, lim Limits) error
	// NoneIsImpossible reports whether a count of 0 about p says what "impossible" says about it, so that a certificate
	// shows it; nil: it never does.
	NoneIsImpossible func(p P) bool
	// Unverified tells what o, a verdict about p that Check has accepted, says beyond what Check verifies, or rests on
	// that is not proved, for a person who reads that it was accepted; "" where there is nothing of the kind. Optional.
	Unverified func(p P, o Outcome[W, C]) string
	// Verified tells what Check has verified of an accepted o for which Unverified is not "": "the moves solve it". It
	// stands beside Unverified.
	Verified func(o Outcome[W, C]) string
	// CountParts tells both of a number that CheckCount has accepted. Optional.
	CountParts func(p P, n *big.Int) (verified, unverified string)
}

// A Stream answers puzzles of a text format without holding them.
type Stream struct {
	Format string
	// Solve answers the one puzzle that in holds, size bytes or −1 where that is not known, and writes its evidence to
	// out in the same format; nothing where it is impossible. It may read in twice. The answer is not checked.
	Solve func(ctx context.Context, in io.ReadSeeker, size int64, out io.Writer, lim Limits) (Verdict, error)
}

// A Spec is a whole family. Optional hooks may be nil.
type Spec[P, W, C any] struct {
	CheckSpec[P, W, C]

	// MoreTexts are further text formats, which the checker does not need: those that contests bring. Optional.
	MoreTexts []Text[P, W, C]

	// Solve decides p, with evidence. It honours ctx within 50 ms and lim.
	Solve func(ctx context.Context, p P, lim Limits) (Outcome[W, C], error)
	// Distrust is told that an answer about p was wrong. It gives up what the family had believed without proof, such as
	// files from earlier runs, and reports whether there was such a thing: the question is then asked once more.
	// Optional.
	Distrust func(p P) bool
	// Quick answers p as Solve does where that takes a few look-ups in what is prepared, and reports whether it
	// does. It is asked first, as a deadline costs more than such an answer. Optional.
	Quick func(p P, lim Limits) (Outcome[W, C], bool)
	// Count counts what CountOf names ("reachable boards"). Optional.
	Count    func(ctx context.Context, p P, lim Limits) (*big.Int, error)
	CountOf  string
	CountOne string // the same in the singular: "reachable board"
	// Apply returns p with its start replaced by the board after moves. Optional.
	Apply func(ctx context.Context, p P, moves string, lim Limits) (P, error)
	// When treats moves as PREFIX(WORD) and returns the least k ≥ 0 for which p's target
	// stands after PREFIX and k times WORD, and the period of further k (0: never
	// again); first is nil where there is no such k. Optional.
	When func(ctx context.Context, p P, moves string, lim Limits) (first, every *big.Int, err error)
	// Analyze yields what is known about p apart from the question of its target: ranks,
	// orders, distributions. Optional.
	Analyze func(ctx context.Context, p P, lim Limits, yield func(Fact) error) error
	// Tables are what can be listed over many sizes without an instance. Optional.
	Tables []Table
	// All yields every witness that is as good as the best one, each once. Optional.
	All func(ctx context.Context, p P, lim Limits, yield func(W) error) error
	// Every yields every witness, also those that are not as good as the best one, each once. Optional.
	Every func(ctx context.Context, p P, lim Limits, yield func(W) error) error
	// Streams are the text formats in which puzzles too large to hold are answered. Optional.
	Streams []Stream
	// Hint tells the next move of w, a witness about p, in a few words; "" where none is left to make. Optional.
	Hint func(p P, w W) string
	// Opening is what stands in front of moves, as Apply takes them, and counts as no move: a choice that is made before
	// the first one. Optional.
	Opening func(moves string) string
	// Scramble returns p with its start replaced: distance moves away from being solved, counted as the family
	// counts; or where distance is negative by any board from which p can be solved, all equally
	// likely. Optional.
	Scramble func(ctx context.Context, p P, distance int64, rng *rand.Rand, lim Limits) (P, error)
	// Lacks tells why a question is not answered, in a few words: "presses commute". The hook of such a question is nil;
	// but where it is AskDistance, Scramble makes random starts alone. Optional, and so is a reason.
	Lacks map[Question]string
	// How tells what a person should know of how a question is answered, in a few words: of AskApply how moves are
	// written. Optional, and so is each.
	How map[Question]string
	// Draw makes the scenes of p, or of the part of them in the window; none where p has no picture.
	Draw func(p P, w scene.Window) Drawing
	// TellWitness and TellCertificate tell of evidence, one entry for each kind.
	TellWitness     []KindTell[P, W]
	TellCertificate []KindTell[P, C]
	// Edit changes instances by hand, cell by cell. Optional.
	Edit Editor[P]
	// Level is what packs of levels ask.
	Level Level[P, W]
	// Generate makes a valid instance of about size cells from rng alone.
	Generate func(rng *rand.Rand, size int) P
	// Shrink yields instances smaller than p, the most promising first. Optional.
	Shrink func(p P) iter.Seq[P]
}
