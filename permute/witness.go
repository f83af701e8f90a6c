package permute

import (
	"math/big"

	"github.com/gridwright/gridwright/meter"
	"github.com/gridwright/gridwright/puzzle"
	"github.com/gridwright/gridwright/puzzle/codec"
	"github.com/gridwright/gridwright/puzzle/document"
)

// A Witness claims that Moves, made in their order on the start, give the goal with the index Goal, and cost Cost.
// AtLeast claims that no way to any goal costs less than that; where it equals Cost the moves are
// optimal. AtLeast is verified by the checker, in the way that Bound names.
type Witness struct {
	Moves []Step
	Goal  int   // an index into Instance.Goals; documents count from 1
	Cost  int64 // Σ times·cost over the steps; at most MaxTotal, as are Length and AtLeast; or Unclaimed
	// Length is the number of moves: the sum of the steps' times; or Unclaimed.
	Length  int64
	AtLeast int64
	Bound   Bound
	// Unverified is what the solver says beyond what a checker can verify at a bearable cost. It is
	// no part of the claim: a checker accepts it unseen, and says so, unless the witness itself refutes it.
	Unverified *Unverified
}

// A Step makes one move of the instance, by its name (Move.Name), some times running. A claim is read without
// its instance, so whether there is such a move is for the checker to say (MoveSet.Find). Solvers share the strings of
// the MoveSet; readers share one string among the steps of the same name.
type Step struct {
	Name  string
	Times int64 // at least 1
}

// A Bound names the way to verify AtLeast.
type Bound uint8

// The ways, with their names in documents.
const (
	// NoBound ("none"): AtLeast is 0 and claims nothing.
	NoBound Bound = iota
	// BySearch ("search"): a search by cost from the start forwards and from the goals backwards
	// meets nowhere below AtLeast. A checker takes this on as long as each of the two sides has seen no more than
	// SearchBound boards; solvers claim it only where that suffices.
	BySearch
	// ByDistance ("distance"): every tile has its own way to go. A move of cost w that moves k cells charges w/k to each
	// of them; d(c, g) is the least charge at which any moves bring a tile from cell c to cell g, whatever else they do.
	// AtLeast is at most ⌈Σ over all cells c of the least d(c, g)⌉, g over the cells in which a goal accepts the tile
	// that the start has in c (its own tile, or Any); with several goals, the least of their sums. Repeated tiles may
	// all take the same cell: a lower bound all the same.
	ByDistance
)

// Unclaimed is the Cost or the Length of a Witness that says nothing about it.
const Unclaimed = -1

// MaxTotal bounds what witnesses count, so that no sum of two overflows.
const MaxTotal = 1<<62 - 1

// SearchBound is the most boards that a checker looks at from either side for BySearch, and in all for Exhausted.
const SearchBound = 1 << 20

// Unverified says that no way costs less than AtLeast, how the way and that were found, and how many ways of the cost
// AtLeast there are (nil: not counted).
type Unverified struct {
	AtLeast int64
	Method  string // a few words: "IDA* with pattern databases"; "" where nothing is said
	Ways    *big.Int
}

// Bounds of the texts in claims.
const (
	maxMethod     = 200 // bytes
	maxWaysDigits = 1 << 16
)

// boundNames are the names of Bound in documents.
func boundNames() []string { return []string{"none", "search", "distance"} }

// String is the bound's name in documents.
func (b Bound) String() string {
	if names := boundNames(); int(b) < len(names) {
		return names[b]
	}
	return "Bound(" + itoa(int64(b)) + ")"
}

// witnesses: {"moves": ["R1", "D2^3"], "goal": 2, "cost": "4", "length": "4", "atLeast": "4", "bound": "search"}.
// Only moves has to be there; without bound, it is none.
func witnesses() []puzzle.Kind[Witness] {
	total := codec.Long(0, MaxTotal)
	goal := codec.Map(codec.Number[int](1, MaxCells), func(n int) int { return n - 1 }, func(n int) int { return n + 1 })
	bound := codec.Named[Bound](boundNames()...)
	w := codec.Object(
		codec.Need("moves", stepsCodec(), func(w *Witness) *[]Step { return &w.Moves }),
		codec.May("goal", goal.Described("Which of the goals is reached; 1 where it is left out."),
			func(w *Witness) *int { return &w.Goal }),
		codec.MayBe("cost", total, Unclaimed, func(w *Witness) *int64 { return &w.Cost }),
		codec.MayBe("length", total.Described("The number of moves."), Unclaimed,
			func(w *Witness) *int64 { return &w.Length }),
		codec.If(func(w *Witness) bool { return w.Bound != NoBound },
			codec.MayBe("atLeast", total.Described("No way costs less."), Unclaimed,
				func(w *Witness) *int64 { return &w.AtLeast })),
		codec.If(func(*Witness) bool { return true },
			codec.May("bound", bound.Described("How atLeast is verified."), func(w *Witness) *Bound { return &w.Bound })),
		codec.MayAt("unverified", unverifiedCodec(), func(w *Witness) **Unverified { return &w.Unverified }),
	).Then(boundFits)
	w.Schema["if"] = codec.Schema{"properties": codec.Schema{"bound": codec.Schema{"const": NoBound.String()}}}
	w.Schema["then"] = codec.Schema{"not": codec.Schema{"required": []any{"atLeast"}}}
	w.Schema["else"] = codec.Schema{"required": []any{"atLeast"}}
	return []puzzle.Kind[Witness]{{Name: "moves", Codec: w}}
}

// boundFits sees to it that atLeast stands where a bound does.
func boundFits(v *document.Value, w *Witness) error {
	switch {
	case w.Bound == NoBound && w.AtLeast != Unclaimed:
		return v.At("atLeast").Errorf("atLeast needs the field bound, which says how it can be verified: search or distance")
	case w.Bound == NoBound:
		w.AtLeast = 0
	case w.AtLeast == Unclaimed:
		return v.Errorf("the bound %s needs the field \"atLeast\"", w.Bound)
	}
	return nil
}

func unverifiedCodec() codec.Codec[Unverified] {
	method := codec.Text().Then(func(v *document.Value, s *string) error {
		if len(*s) > maxMethod {
			return v.Errorf("method has %d bytes; at most %d are accepted", len(*s), maxMethod)
		}
		return nil
	})
	method.Schema = codec.Schema{"type": "string", "maxLength": maxMethod}
	return codec.Object(
		codec.Need("atLeast", codec.Long(0, MaxTotal), func(u *Unverified) *int64 { return &u.AtLeast }),
		codec.May("method", method, func(u *Unverified) *string { return &u.Method }),
		codec.May("ways", codec.Natural(maxWaysDigits).Described("How many ways cost atLeast."),
			func(u *Unverified) **big.Int { return &u.Ways }),
	).Described("What the solver says beyond what a checker can verify: no part of the claim.")
}

// stepsCodec reads moves by their names; those of one name share its text.
func stepsCodec() codec.Codec[[]Step] {
	schema := codec.Schema{"pattern": "^[^\\s^()]+(\\^[1-9][0-9]*)?$"}
	sharing := func(names map[string]string) codec.Codec[[]Step] {
		return codec.ListOf("a move", codec.Parsed(schema, func(m *meter.Meter, text string) (Step, error) {
			st, err := parseStep(text)
			if err != nil {
				return st, err
			}
			if name, ok := names[st.Name]; ok {
				st.Name = name
				return st, nil
			}
			if err := m.Hold(theMoves, bytesPerMove); err != nil {
				return st, err
			}
			names[st.Name] = st.Name
			return st, nil
		}, func(b []byte, s Step) []byte { return s.AppendTo(b) }))
	}
	c := sharing(nil).Described("Names of moves in their order; R1^3 is R1 three times.")
	c.Read = func(r *codec.Reader, v *document.Value, what string) []Step {
		return sharing(map[string]string{}).Read(r, v, what)
	}
	return c
}
