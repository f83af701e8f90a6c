package puzzletest

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/gridwright/gridwright/grid"
	"github.com/gridwright/gridwright/internal/extent"
	"github.com/gridwright/gridwright/puzzle"
	"github.com/gridwright/gridwright/puzzle/document"
)

// A Kit is a family with what its contract is tested on.
type Kit struct {
	Family *puzzle.Family
	// Fresh makes the family anew, with a solver that remembers nothing yet.
	Fresh func() *puzzle.Family
	// Small yields small instances, all of some size if possible.
	Small iter.Seq[puzzle.Instance]
	// True is the oracle, by brute force: whether what cl says about in is so. It is
	// asked about every claim that the checker accepts, honest or forged; of a count that a certificate shows, about both.
	True func(in puzzle.Instance, cl puzzle.Claim) bool
	// Sizes are the sizes of generated instances that the oracle can manage, and
	// PerSize how many of each; -short takes half of them.
	Sizes   []int
	PerSize int
	// AtOnce are further sizes of generated instances, larger ones as a rule, that are asked about at once.
	AtOnce []int
	// Slow is an instance that takes well over a millisecond to solve and to check, and better
	// well over 50.
	Slow func() puzzle.Instance
	// Expensive are documents of some hundred bytes that ask for much work or memory: each is one that
	// somebody has occupied a machine with, or might.
	Expensive []string
	// Analyzed are instances whose analyses say what those of small and generated instances do not.
	// All together say whatever an analysis can say.
	Analyzed []puzzle.Instance
	Seed     uint64
}

// Of what is generated a run takes one in so many, always the same ones: of documents and their polls, of texts, and of
// forgeries. The numbers have no factor in common with what repeats itself; with the build tag sweep all are taken.
func share() int       { return extent.Less(13, 1) }
func decodeShare() int { return extent.Of(101, 41, 1) }
func forgedShare() int { return extent.Of(17, 7, 1) }

// certainPolls is how often every call on Slow asks its context at the least.
const certainPolls = 4

// Run runs the whole contract.
func (k Kit) Run(t *testing.T) {
	for _, p := range k.parts() {
		t.Run(p.name, func(t *testing.T) { p.test(t) })
	}
}

// A part is one part of the contract.
type part struct {
	name string
	test func(t testing.TB)
}

func (k Kit) parts() []part {
	return []part{
		{"Concurrently", k.concurrently},
		{"Schemas", k.schemasCompile},
		{"SchemasAgree", k.schemasAgree},
		{"RoundTrips", k.roundTrips},
		{"Heads", k.heads},
		{"Analysis", k.analysis},
		{"Tables", k.tables},
		{"Samples", k.samples},
		{"Strangers", k.strangers},
		{"SolveThenCheck", k.solveThenCheck},
		{"SwappedClaims", k.swappedClaims},
		{"ForgedClaims", k.forgedClaims},
		{"ClaimsThatSayLess", k.claimsThatSayLess},
		{"Cancellation", k.cancellation},
		{"Cost", k.cost},
		{"Limits", k.limits},
		{"Unasked", k.unasked},
		{"Writing", k.writing},
		{"Determinism", k.determinism},
		{"Shrink", k.shrinks},
		{"Decoding", k.decoding},
		{"Edits", k.edits},
		{"Levels", k.levels},
	}
}

// generated yields instances with a name that repeats them.
func (k Kit) generated() iter.Seq2[string, puzzle.Instance] {
	return func(yield func(string, puzzle.Instance) bool) {
		for _, size := range k.Sizes {
			for i := range extent.Less((k.PerSize+1)/2, k.PerSize) {
				seed := k.Seed + uint64(i)
				name := fmt.Sprintf("Generate(PCG(%d, %d), %d)", seed, size, size)
				if !yield(name, k.generate(seed, size)) {
					return
				}
			}
		}
	}
}

func (k Kit) generate(seed uint64, size int) puzzle.Instance {
	return k.Family.Generate(rand.New(rand.NewPCG(seed, uint64(size))), size)
}

// all yields the small and the generated instances.
func (k Kit) all() iter.Seq2[string, puzzle.Instance] {
	return func(yield func(string, puzzle.Instance) bool) {
		n := 0
		for in := range k.Small {
			if n++; !yield(fmt.Sprintf("small instance %d", n), in) {
				return
			}
		}
		for name, in := range k.generated() {
			if !yield(name, in) {
				return
			}
		}
	}
}

func mustJSON(t testing.TB, v interface {
	AppendJSON([]byte) ([]byte, error)
}) []byte {
	t.Helper()
	b, err := v.AppendJSON(nil)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func mustTree(t testing.TB, data []byte) *document.Value {
	t.Helper()
	v, err := document.ParseJSON(data)
	if err != nil {
		t.Fatalf("%v in %s", err, data)
	}
	return &v
}

func (k Kit) roundTrips(t testing.TB) {
	schemas := k.compile(t)
	texts := 0
	for name, in := range k.generated() {
		if err := k.Family.Validate(in); err != nil {
			t.Fatalf("%s: a generated instance is not valid: %v", name, err)
		}
		doc := mustJSON(t, in)
		schemas.accept(t, puzzle.SchemaInstance, doc)
		again, err := k.Family.DecodeInstances(nil, mustTree(t, doc))
		if err != nil || len(again) != 1 {
			t.Fatalf("%s: %d instances, %v from %s", name, len(again), err, doc)
		}
		if b := mustJSON(t, again[0]); !bytes.Equal(b, doc) {
			t.Fatalf("%s: %s came back as %s", name, doc, b)
		}
		for _, f := range k.Family.Formats() {
			var text bytes.Buffer
			err := k.Family.WriteText(&text, f.Name, in)
			if errors.Is(err, puzzle.ErrUnsupported) {
				continue // this format has no place for such an instance
			}
			if err != nil {
				t.Fatalf("%s as %s: %v", name, f.Name, err)
			}
			if !f.Maybe(text.Bytes()) {
				t.Fatalf("%s: format %s does not know its own text %q", name, f.Name, text.Bytes())
			}
			twice := append(bytes.Clone(text.Bytes()), text.Bytes()...)
			s := grid.NewScanner(bytes.NewReader(twice), -1)
			for range 2 {
				back, err := k.Family.ReadText(nil, f.Name, s)
				if err != nil {
					t.Fatalf("%s as %s: %v", name, f.Name, err)
				}
				var text2 bytes.Buffer
				if err := k.Family.WriteText(&text2, f.Name, back); err != nil || !bytes.Equal(text.Bytes(), text2.Bytes()) {
					t.Fatalf("%s as %s: %q came back as %q (%v)", name, f.Name, text.Bytes(), text2.Bytes(), err)
				}
			}
			if _, err := k.Family.ReadText(nil, f.Name, s); err != io.EOF {
				t.Fatalf("%s as %s: after the last case: %v, want io.EOF", name, f.Name, err)
			}
			texts++
		}
		cl := k.prove(t, name, in)
		for _, f := range k.Family.Formats() {
			err := k.Family.WriteEvidence(io.Discard, f.Name, in, cl)
			if err != nil && !errors.Is(err, puzzle.ErrUnsupported) {
				t.Fatalf("%s: evidence as %s: %v", name, f.Name, err)
			}
		}
		for _, cl := range k.withZero(in, cl) {
			claim := mustJSON(t, cl)
			schemas.accept(t, puzzle.SchemaClaim, claim)
			back, err := k.Family.DecodeClaim(nil, mustTree(t, claim))
			if err != nil {
				t.Fatalf("%s: %v in %s", name, err, claim)
			}
			if b := mustJSON(t, back); !bytes.Equal(b, claim) {
				t.Fatalf("%s: claim %s came back as %s", name, claim, b)
			}
		}
	}
	if texts == 0 && len(k.Family.Formats()) > 0 {
		t.Fatal("no text was tried")
	}
}

// samples reads the sample of each text format, which has to be short and to know itself.
func (k Kit) samples(t testing.TB) {
	for _, f := range k.Family.Formats() {
		if n := strings.Count(f.Sample, "\n"); n == 0 || n > 12 || !f.Maybe([]byte(f.Sample)) {
			t.Errorf("%s: the sample has %d lines and knows itself: %v", f.Name, n, f.Maybe([]byte(f.Sample)))
		}
		s := grid.NewScanner(strings.NewReader(f.Sample), -1)
		cases := 0
		for ; ; cases++ {
			if _, err := k.Family.ReadText(nil, f.Name, s); err != nil {
				if err != io.EOF || cases == 0 {
					t.Errorf("%s: after %d cases: %v", f.Name, cases, err)
				}
				break
			}
		}
	}
}

func (k Kit) prove(t testing.TB, name string, in puzzle.Instance) puzzle.Claim {
	t.Helper()
	cl, err := k.Family.Prove(context.Background(), in, puzzle.Limits{})
	if err != nil {
		t.Fatalf("%s: %s: %v", name, mustJSON(t, in), err)
	}
	return cl
}

// holds asks the oracle about a claim, and about the certificate on which a count of 0 may rest.
func (k Kit) holds(in puzzle.Instance, cl puzzle.Claim) bool {
	if why, ok := cl.Reason(); ok && !k.True(in, why) {
		return false
	}
	return k.True(in, cl)
}

// withZero is cl, and the count of 0 that cl shows if it shows one.
func (k Kit) withZero(in puzzle.Instance, cl puzzle.Claim) []puzzle.Claim {
	if zero, ok := k.Family.ZeroBy(in, cl); ok {
		return []puzzle.Claim{cl, zero}
	}
	return []puzzle.Claim{cl}
}

func (k Kit) solveThenCheck(t testing.TB) {
	verdicts := map[puzzle.Verdict]int{}
	for name, in := range k.all() {
		cl := k.prove(t, name, in)
		verdicts[cl.Verdict()]++
		if cl.Verdict() == puzzle.Unknown {
			continue
		}
		if !k.holds(in, cl) {
			t.Fatalf("%s: %s: solver and checker agree on %s, which is not true", name, mustJSON(t, in), mustJSON(t, cl))
		}
		k.explained(t, name, in, cl)
		k.told(t, name, in, cl)
		if k.Family.CountOf() == "" {
			continue
		}
		for _, count := range []func(context.Context, puzzle.Instance, puzzle.Limits) (puzzle.Claim, error){k.Family.Count,
			k.Family.ProveCount} {
			n, err := count(context.Background(), in, puzzle.Limits{})
			if err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			if err := k.Family.Check(context.Background(), in, n, puzzle.Limits{}); err != nil || !k.holds(in, n) {
				t.Fatalf("%s: %s: count %s: checker says %v, oracle says %v", name, mustJSON(t, in), mustJSON(t, n), err,
					k.holds(in, n))
			}
		}
	}
	if verdicts[puzzle.Solved] == 0 || verdicts[puzzle.Impossible] == 0 {
		t.Fatalf("the instances are no test: %v", verdicts)
	}
	t.Log(verdicts)
}

// explained wants no word for a person that takes what nobody has verified for checked.
func (k Kit) explained(t testing.TB, name string, in puzzle.Instance, cl puzzle.Claim) {
	t.Helper()
	var text bytes.Buffer
	if err := k.Family.Explain(context.Background(), &text, in, cl, puzzle.Style{Checked: true},
		puzzle.Limits{}); err != nil {
		t.Fatalf("%s: explaining %s: %v", name, mustJSON(t, cl), err)
	}
	verified, unverified := k.Family.Parts(in, cl)
	if (verified == "") != (unverified == "") {
		t.Fatalf("%s: %s: verified is %q, not verified %q", name, mustJSON(t, cl), verified, unverified)
	}
	if unverified != "" && bytes.Contains(text.Bytes(), []byte("(checked)")) {
		t.Fatalf("%s: %q is not verified, and Explain calls it checked:\n%s", name, unverified, text.Bytes())
	}
}

// swappedClaims offers every claim to other instances.
func (k Kit) swappedClaims(t testing.TB) {
	type pair struct {
		in puzzle.Instance
		cl puzzle.Claim
	}
	var pairs []pair
	for name, in := range k.generated() {
		if len(pairs) >= 120 {
			break
		}
		for _, cl := range k.withZero(in, k.prove(t, name, in)) {
			pairs = append(pairs, pair{in, cl})
		}
	}
	rejected := 0
	for i, a := range pairs {
		for j, b := range pairs {
			if i == j {
				continue
			}
			err := k.Family.Check(context.Background(), a.in, b.cl, puzzle.Limits{})
			switch {
			case err == nil && !k.holds(a.in, b.cl):
				t.Fatalf("instance %s: the claim %s of another instance was accepted", mustJSON(t, a.in), mustJSON(t, b.cl))
			case err != nil && !errors.Is(err, puzzle.ErrRejected):
				t.Fatalf("instance %s: claim %s: %v", mustJSON(t, a.in), mustJSON(t, b.cl), err)
			case err != nil:
				rejected++
			}
		}
	}
	if rejected == 0 {
		t.Fatal("no swapped claim was rejected")
	}
}

// cancellation asks everything about Slow with a context that ends at its first poll, and at later ones. The call may
// be done before a later one, but not before the first, and it ends with the context.
func (k Kit) cancellation(t testing.TB) {
	in := k.Slow()
	proof, err := k.Family.Solve(context.Background(), in, puzzle.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	must := []string{"Solve", "Check", "Count"} // the others may find Slow easy
	for _, q := range append(questions(k.Family),
		question{"Check", func(ctx context.Context, in puzzle.Instance, lim puzzle.Limits) error {
			return k.Family.Check(ctx, in, proof, lim)
		}}) {
		for _, after := range []int64{1, certainPolls, 16 * certainPolls} {
			ctx := NewPolls(after)
			err := q.ask(ctx, in, puzzle.Limits{})
			complaint := ctx.Complaint(0)
			switch {
			case !expected(err):
				t.Errorf("%s stopped at poll %d: %v", q.name, after, err)
			case complaint != "":
				t.Errorf("%s stopped at poll %d: %s", q.name, after, complaint)
			case ctx.Asked() >= after && err == nil && after > 1:
				// The last polls may come when nothing is left to stop.
			case ctx.Asked() >= after && !errors.Is(err, context.Canceled) && slices.Contains(must, q.name):
				t.Errorf("%s stopped at poll %d: %v, want the context's error", q.name, after, err)
			case after <= certainPolls && ctx.Asked() < after && slices.Contains(must, q.name):
				t.Errorf("%s asked its context %d times only: it asks too seldom, or Slow is too fast", q.name, ctx.Asked())
			}
			if ctx.Asked() < after {
				break
			}
		}
	}
}

func (k Kit) limits(t testing.TB) {
	in := k.Slow()
	for name, lim := range map[string]puzzle.Limits{
		"time":   {Time: 1},
		"memory": {Memory: 1},
	} {
		// not Prove, where the checker's limits may hide the solver's
		cl, err := k.Family.Solve(context.Background(), in, lim)
		if err != nil || cl.Verdict() != puzzle.Unknown || cl.Stopped() == nil || cl.Stopped().Limit != name ||
			cl.Stopped().Msg == "" {
			t.Fatalf("Solve with a limit on %s: %v, %+v, %v", name, cl.Verdict(), cl.Stopped(), err)
		}
		if err := k.Family.Check(context.Background(), in, cl, puzzle.Limits{}); !errors.Is(err, puzzle.ErrRejected) {
			t.Fatalf("a claim of unknown is accepted: %v", err)
		}
		if k.Family.CountOf() == "" {
			continue
		}
		var le *puzzle.LimitError
		if _, err := k.Family.Count(context.Background(), in, lim); !errors.As(err, &le) || le.Limit != name {
			t.Fatalf("Count with a limit on %s: %v", name, err)
		}
	}
	quick := k.Slow()
	proof, err := k.Family.Solve(context.Background(), quick, puzzle.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	if err := k.Family.Check(context.Background(), quick, proof, puzzle.Limits{Time: 1}); !errors.Is(err,
		puzzle.ErrLimit) {
		t.Fatalf("Check with a limit on time: %v", err)
	}
	if err := k.Family.Check(context.Background(), quick, proof, puzzle.Limits{Memory: 1}); !errors.Is(err,
		puzzle.ErrLimit) {
		t.Fatalf("Check with a limit on memory: %v", err)
	}
}

func (k Kit) determinism(t testing.TB) {
	for _, size := range k.Sizes {
		for i := range min(k.PerSize, 20) {
			seed := k.Seed + uint64(i)
			a, b := k.generate(seed, size), k.generate(seed, size)
			if !bytes.Equal(mustJSON(t, a), mustJSON(t, b)) {
				t.Fatalf("seed %d, size %d: two different instances", seed, size)
			}
			if x, y := mustJSON(t, k.prove(t, "", a)), mustJSON(t, k.prove(t, "", b)); !bytes.Equal(x, y) {
				t.Fatalf("seed %d, size %d: two different claims\n%s\n%s", seed, size, x, y)
			}
		}
	}
}

// shrinks follows Shrink down a few ways: everything on them must be valid and end.
func (k Kit) shrinks(t testing.TB) {
	for name, in := range k.generated() {
		for depth := 0; ; depth++ {
			if depth > 10000 {
				t.Fatalf("%s: shrinking does not end", name)
			}
			var last *puzzle.Instance
			for small := range k.Family.Shrink(in) {
				if err := k.Family.Validate(small); err != nil {
					t.Fatalf("%s: shrinking %s gives %v", name, mustJSON(t, in), err)
				}
				last = &small
				if depth%2 == 0 {
					break
				}
			}
			if last == nil {
				break
			}
			in = *last
		}
	}
}
