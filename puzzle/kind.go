package puzzle

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/gridwright/gridwright/grid"
	"github.com/gridwright/gridwright/meter"
	"github.com/gridwright/gridwright/puzzle/codec"
	"github.com/gridwright/gridwright/puzzle/document"
)

// A Kind is one kind of evidence. E is the type that holds any kind of a family's witnesses, or of its certificates.
type Kind[E any] struct {
	Name  string          // the field of a document that tells this kind from the others: "parity"
	Codec codec.Codec[E]  // reads, writes and describes the whole evidence
	Is    func(e *E) bool // whether e is of this kind; nil where there is no other
}

// A KindCheck is how evidence of one kind is checked. Check returns nil where e is true of p, an error that
// matches ErrRejected where it is not or cannot be shown, and another error where it could not finish.
type KindCheck[P, E any] struct {
	Name  string
	Check func(ctx context.Context, p P, e *E, lim Limits) error
}

func (k *Kind[E]) is(e *E) bool { return k.Is == nil || k.Is(e) }

// kindOf finds the one kind of e.
func kindOf[E any](kinds []Kind[E], what string, e *E) (*Kind[E], error) {
	var found *Kind[E]
	n := 0
	for i := range kinds {
		if kinds[i].is(e) {
			found, n = &kinds[i], n+1
		}
	}
	if n != 1 {
		return nil, fmt.Errorf("the %s is of %s; it must be of exactly one of %s", what, grid.Number(n, "kind"),
			kindNames(kinds))
	}
	return found, nil
}

func kindNames[E any](kinds []Kind[E]) string {
	names := make([]string, len(kinds))
	for i := range kinds {
		names[i] = kinds[i].Name
	}
	last := len(names) - 1
	return strings.Join(names[:last], ", ") + " and " + names[last]
}

// readKind reads evidence of any of the kinds.
func readKind[E any](kinds []Kind[E], what string, m *meter.Meter, v *document.Value) (e E, err error) {
	if len(kinds) == 1 {
		return kinds[0].Codec.Decode(m, v, "the "+what)
	}
	f, err := v.Object("the " + what)
	if err != nil {
		return e, err
	}
	found, n := &kinds[0], 0
	for i := range kinds {
		if f.Get(kinds[i].Name) != nil {
			found, n = &kinds[i], n+1
		}
	}
	if n != 1 {
		return e, v.Errorf("the %s must have exactly one of %s; it has %d", what, kindNames(kinds), n)
	}
	return found.Codec.Decode(m, v, "the "+what)
}

func appendKind[E any](kinds []Kind[E], what string, m *meter.Meter, b []byte, e *E) ([]byte, error) {
	k, err := kindOf(kinds, what, e)
	if err != nil {
		return b, err
	}
	return k.Codec.Append(m, b, *e)
}

func kindSchema[E any](kinds []Kind[E]) codec.Schema {
	if len(kinds) == 1 {
		return kinds[0].Codec.Schema
	}
	list := make([]any, len(kinds))
	for i := range kinds {
		list[i] = kinds[i].Codec.Schema
	}
	return codec.Schema{"oneOf": list}
}

// mustAgree panics where names, of what some side knows of kinds, are not those of the kinds.
func mustAgree[E any](family, what string, kinds []Kind[E], names []string) {
	if len(kinds) == 0 {
		panic(fmt.Sprintf("puzzle: family %q lists no kind of evidence", family))
	}
	for i := range kinds {
		k := &kinds[i]
		if k.Name == "" || k.Codec.Read == nil || k.Codec.Write == nil || k.Codec.Schema == nil ||
			(k.Is == nil) != (len(kinds) == 1) {
			panic(fmt.Sprintf("puzzle: family %q: the kind %q of evidence is not whole", family, k.Name))
		}
		if slices.ContainsFunc(kinds[:i], func(other Kind[E]) bool { return other.Name == k.Name }) {
			panic(fmt.Sprintf("puzzle: family %q has two kinds %q of evidence", family, k.Name))
		}
		if !slices.Contains(names, k.Name) {
			panic(fmt.Sprintf("puzzle: family %q has no %s for the kind %q of evidence", family, what, k.Name))
		}
	}
	if len(names) != len(kinds) {
		panic(fmt.Sprintf("puzzle: family %q has a %s for %s, and %s", family, what, strings.Join(names, ", "),
			grid.Number(len(kinds), "kind")))
	}
}

func namesOf[P, E any](checks []KindCheck[P, E]) []string {
	names := make([]string, len(checks))
	for i := range checks {
		names[i] = checks[i].Name
	}
	return names
}

// Judge returns nil where o is true of p: everything that its evidence claims has been verified. An error that matches
// ErrRejected says why o is not accepted; a *LimitError, ctx's error or an error about p itself means that o
// was not judged. That p is sound is for each check to say.
func (s *CheckSpec[P, W, C]) Judge(ctx context.Context, p P, o Outcome[W, C], lim Limits) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	switch {
	case o.Verdict == Unknown:
		return Rejectf("the claim says unknown; it asserts nothing that could be verified")
	case o.Stopped != nil:
		return Rejectf("the claim says %v and that a limit stopped it", o.Verdict)
	case o.Verdict == Solved && o.Witness == nil || o.Verdict == Impossible && o.Certificate == nil:
		return notShown(o.Verdict)
	case o.Verdict == Solved && o.Certificate != nil:
		return Rejectf("the claim says solved and has a certificate of impossibility")
	case o.Verdict == Impossible && o.Witness != nil:
		return Rejectf("the claim says impossible and has a witness")
	case o.Verdict == Solved:
		return judge(ctx, s.Witnesses, s.CheckWitness, "witness", p, o.Witness, lim)
	case o.Verdict == Impossible:
		return judge(ctx, s.Certificates, s.CheckCertificate, "certificate", p, o.Certificate, lim)
	}
	return Rejectf("the claim says %v, which is no verdict", o.Verdict)
}

func notShown(v Verdict) error {
	return Rejectf("not shown: the claim says %v and has no %s", v, v.evidence())
}

func judge[P, E any](ctx context.Context, kinds []Kind[E], checks []KindCheck[P, E], what string, p P, e *E,
	lim Limits) error {
	k, err := kindOf(kinds, what, e)
	if err != nil {
		return fmt.Errorf("%w: %s", ErrRejected, err)
	}
	for i := range checks {
		if checks[i].Name == k.Name {
			return checks[i].Check(ctx, p, e, lim)
		}
	}
	return fmt.Errorf("%w: nobody checks the kind %q", ErrInternal, k.Name)
}
