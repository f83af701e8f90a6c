package assembly

import (
	"encoding/hex"
	"strconv"
	"strings"

	"github.com/gridwright/gridwright/grid"
	"github.com/gridwright/gridwright/meter"
	"github.com/gridwright/gridwright/puzzle/document"
)

// None reports whether b is no cell at all: a Witness whose document names no first block has it as First.
func (b Block) None() bool { return b.R < 0 || b.C < 0 }

// moveList is written ["< 1", …].
type moveList []Move

// MarshalJSON writes the moves without a value for each of them.
func (l moveList) MarshalJSON() ([]byte, error) {
	out := make([]byte, 0, 2+12*len(l))
	out = append(out, '[')
	for i, m := range l {
		if i > 0 {
			out = append(out, ',')
		}
		out = append(m.append(append(out, '"')), '"')
	}
	return append(out, ']'), nil
}

// ParseMove is the inverse of Move.String.
func ParseMove(s string) (Move, bool) {
	if len(s) < 3 || len(s) > 12 || s[1] != ' ' || s[2] < '1' || s[2] > '9' {
		return 0, false
	}
	d := strings.IndexByte(directionChars, s[0])
	n, err := strconv.ParseInt(s[2:], 10, 64)
	if d < 0 || err != nil || n > MaxSide {
		return 0, false
	}
	return MakeMove(Direction(d), int32(n-1)), true
}

func decodeMoves(m *meter.Meter, v *document.Value) ([]Move, error) {
	items, err := v.List("moves")
	if err != nil {
		return nil, err
	}
	if err := m.Hold("the moves", bytesPerBlock*int64(len(items))); err != nil {
		return nil, err
	}
	out := make([]Move, len(items))
	for i := range items {
		if err := m.Work(stepsPerItem); err != nil {
			return nil, err
		}
		text, err := items[i].String("a move")
		if err != nil {
			return nil, err
		}
		var ok bool
		if out[i], ok = ParseMove(text); !ok {
			return nil, items[i].Errorf("%s is no move; a move is one of < > ^ v, a space, and a row or column from 1 to %d", grid.Quote(text), MaxSide)
		}
	}
	return out, nil
}

type witnessJSON struct {
	First   *Block   `json:"first,omitempty"`
	Moves   moveList `json:"moves"`
	Steps   *[]int32 `json:"steps,omitempty"`
	AtLeast int32    `json:"atLeast,omitempty"`
}

// EncodeWitness returns w as encoding/json writes it.
func EncodeWitness(w Witness) (any, error) {
	out := witnessJSON{Moves: w.Moves, AtLeast: w.AtLeast}
	if !w.First.None() {
		out.First = &w.First
	}
	if w.Steps != nil {
		out.Steps = &w.Steps
	}
	return out, nil
}

// DecodeWitness reads {"first": [1, 3], "moves": ["< 1", …], "steps": [1, …], "atLeast": 1}. Only moves has to be
// there; without first, First is {-1, -1} (see Block.None): the root, where the instance has one.
func DecodeWitness(m *meter.Meter, v *document.Value) (w Witness, err error) {
	f, err := v.Object("the witness")
	if err != nil {
		return w, err
	}
	w.First = Block{-1, -1}
	if fv := f.Get("first"); fv != nil {
		if w.First, err = decodeCell(fv, "first"); err != nil {
			return w, err
		}
	}
	mv, err := f.Need("moves")
	if err != nil {
		return w, err
	}
	if w.Moves, err = decodeMoves(m, mv); err != nil {
		return w, err
	}
	if sv := f.Get("steps"); sv != nil {
		items, err := sv.List("steps")
		if err != nil {
			return w, err
		}
		if err := m.Hold("the steps", 4*int64(len(items))); err != nil {
			return w, err
		}
		w.Steps = make([]int32, len(items))
		for i := range items {
			if err := m.Work(stepsPerItem); err != nil {
				return w, err
			}
			n, err := items[i].Int("a step", 1, MaxBlocks)
			if err != nil {
				return w, err
			}
			w.Steps[i] = int32(n)
		}
	}
	if av := f.Get("atLeast"); av != nil {
		n, err := av.Int("atLeast", 0, MaxBlocks)
		if err != nil {
			return w, err
		}
		if w.AtLeast = int32(n); n > 0 && w.Steps == nil {
			return w, av.Errorf("atLeast is about steps, and there are none")
		}
	}
	return w, f.Done()
}

var reasonNames = [...]string{"parent of", "in the way", "there from the start"}

// String is the reason's name in documents.
func (r Reason) String() string {
	if int(r) < len(reasonNames) {
		return reasonNames[r]
	}
	return "unknown"
}

type constraintJSON struct {
	Block   Block  `json:"block"`
	Because string `json:"because"`
}

type cycleJSON struct {
	Constraints []constraintJSON `json:"constraints"`
	Shortest    bool             `json:"shortest,omitempty"`
}

type stuckJSON struct {
	Remainder cellList `json:"remainder"`
	Moves     moveList `json:"moves"`
}

type exhaustedJSON struct {
	Sets   int64  `json:"sets"`
	Digest string `json:"digest"`
}

type blockedJSON struct {
	Blocks []Block `json:"blocks"`
}

type certificateJSON struct {
	Cycle     *cycleJSON     `json:"cycle,omitempty"`
	Stuck     *stuckJSON     `json:"stuck,omitempty"`
	Blocked   *blockedJSON   `json:"blocked,omitempty"`
	Exhausted *exhaustedJSON `json:"exhausted,omitempty"`
}

// EncodeCertificate returns c as encoding/json writes it.
func EncodeCertificate(c Certificate) (any, error) {
	var out certificateJSON
	if c.Cycle != nil {
		out.Cycle = &cycleJSON{make([]constraintJSON, len(c.Cycle.Constraints)), c.Cycle.Shortest}
		for i, k := range c.Cycle.Constraints {
			if int(k.Because) >= len(reasonNames) {
				return nil, inputf("there is no reason %d", k.Because)
			}
			out.Cycle.Constraints[i] = constraintJSON{k.Block, k.Because.String()}
		}
	}
	if c.Stuck != nil {
		out.Stuck = &stuckJSON{c.Stuck.Remainder, c.Stuck.Moves}
	}
	if c.Blocked != nil {
		out.Blocked = &blockedJSON{c.Blocked.Blocks}
	}
	if c.Exhausted != nil {
		out.Exhausted = &exhaustedJSON{c.Exhausted.Sets, hex.EncodeToString(c.Exhausted.Digest[:])}
	}
	return out, nil
}

// DecodeCertificate reads an object with one of the fields cycle, stuck, blocked and exhausted.
func DecodeCertificate(m *meter.Meter, v *document.Value) (c Certificate, err error) {
	f, err := v.Object("the certificate")
	if err != nil {
		return c, err
	}
	n := 0
	if cv := f.Get("cycle"); cv != nil {
		n++
		if c.Cycle, err = decodeCycle(m, cv); err != nil {
			return c, err
		}
	}
	if sv := f.Get("stuck"); sv != nil {
		n++
		if c.Stuck, err = decodeStuck(m, sv); err != nil {
			return c, err
		}
	}
	if bv := f.Get("blocked"); bv != nil {
		n++
		if c.Blocked, err = decodeBlocked(m, bv); err != nil {
			return c, err
		}
	}
	if ev := f.Get("exhausted"); ev != nil {
		n++
		if c.Exhausted, err = decodeExhausted(ev); err != nil {
			return c, err
		}
	}
	if err := f.Done(); err != nil {
		return c, err
	}
	if n != 1 {
		return c, v.Errorf("the certificate has exactly one of cycle, stuck, blocked and exhausted; this one has %d", n)
	}
	return c, nil
}

func decodeCycle(m *meter.Meter, v *document.Value) (*Cycle, error) {
	f, err := v.Object("cycle")
	if err != nil {
		return nil, err
	}
	lv, err := f.Need("constraints")
	if err != nil {
		return nil, err
	}
	items, err := lv.List("constraints")
	if err != nil {
		return nil, err
	}
	if err := m.Hold("the cycle", 2*bytesPerBlock*int64(len(items))); err != nil {
		return nil, err
	}
	c := &Cycle{Constraints: make([]Constraint, len(items))}
	for i := range items {
		if err := m.Work(3 * stepsPerItem); err != nil {
			return nil, err
		}
		if c.Constraints[i], err = decodeConstraint(&items[i]); err != nil {
			return nil, err
		}
	}
	if sv := f.Get("shortest"); sv != nil {
		if c.Shortest, err = sv.Bool("shortest"); err != nil {
			return nil, err
		}
	}
	return c, f.Done()
}

func decodeConstraint(v *document.Value) (c Constraint, err error) {
	f, err := v.Object("a constraint")
	if err != nil {
		return c, err
	}
	bv, err := f.Need("block")
	if err != nil {
		return c, err
	}
	if c.Block, err = decodeCell(bv, "block"); err != nil {
		return c, err
	}
	rv, err := f.Need("because")
	if err != nil {
		return c, err
	}
	name, err := rv.String("because")
	if err != nil {
		return c, err
	}
	for i, n := range reasonNames {
		if n == name {
			c.Because = Reason(i)
			return c, f.Done()
		}
	}
	return c, rv.Errorf("because is %s; it must be one of: %s", grid.Quote(name), strings.Join(reasonNames[:], ", "))
}

func decodeStuck(m *meter.Meter, v *document.Value) (*Stuck, error) {
	f, err := v.Object("stuck")
	if err != nil {
		return nil, err
	}
	s := &Stuck{}
	rv, err := f.Need("remainder")
	if err != nil {
		return nil, err
	}
	if s.Remainder, err = decodeCells(m, rv, "remainder"); err != nil {
		return nil, err
	}
	mv, err := f.Need("moves")
	if err != nil {
		return nil, err
	}
	if s.Moves, err = decodeMoves(m, mv); err != nil {
		return nil, err
	}
	return s, f.Done()
}

func decodeBlocked(m *meter.Meter, v *document.Value) (*Blocked, error) {
	f, err := v.Object("blocked")
	if err != nil {
		return nil, err
	}
	bv, err := f.Need("blocks")
	if err != nil {
		return nil, err
	}
	b := &Blocked{}
	if b.Blocks, err = decodeCells(m, bv, "blocks"); err != nil {
		return nil, err
	}
	return b, f.Done()
}

// maxSets bounds the number in a document: JSON readers elsewhere round larger ones.
const maxSets = 1<<53 - 1

func decodeExhausted(v *document.Value) (*Exhausted, error) {
	f, err := v.Object("exhausted")
	if err != nil {
		return nil, err
	}
	e := &Exhausted{}
	sv, err := f.Need("sets")
	if err != nil {
		return nil, err
	}
	if e.Sets, err = sv.Int("sets", 1, maxSets); err != nil {
		return nil, err
	}
	dv, err := f.Need("digest")
	if err != nil {
		return nil, err
	}
	text, err := dv.String("digest")
	if err != nil {
		return nil, err
	}
	digest, err := hex.DecodeString(text[:min(len(text), 2*len(e.Digest)+1)])
	if err != nil || len(digest) != len(e.Digest) || strings.ToLower(text) != text {
		return nil, dv.Errorf("digest must be %d lower-case hexadecimal digits", 2*len(e.Digest))
	}
	copy(e.Digest[:], digest)
	return e, f.Done()
}
