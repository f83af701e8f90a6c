package permute

import (
	"math/big"

	"github.com/gridwright/gridwright/grid"
	"github.com/gridwright/gridwright/meter"
	"github.com/gridwright/gridwright/puzzle/document"
)

// Bounds of the texts in claims.
const (
	maxMethod     = 200 // bytes
	maxWaysDigits = 1 << 16
)

// What reading a step takes.
const (
	bytesPerStep = 24
	stepsPerStep = 100
)

// boundNames are the names of Bound in documents.
func boundNames() [3]string { return [...]string{"none", "search", "distance"} }

// String is the bound's name in documents.
func (b Bound) String() string {
	if names := boundNames(); int(b) < len(names) {
		return names[b]
	}
	return "Bound(" + itoa(int64(b)) + ")"
}

type witnessJSON struct {
	Moves      stepsJSON       `json:"moves"`
	Goal       int             `json:"goal,omitempty"`
	Cost       string          `json:"cost,omitempty"`
	Length     string          `json:"length,omitempty"`
	AtLeast    string          `json:"atLeast,omitempty"`
	Bound      string          `json:"bound"`
	Unverified *unverifiedJSON `json:"unverified,omitempty"`
}

type unverifiedJSON struct {
	AtLeast string `json:"atLeast"`
	Method  string `json:"method,omitempty"`
	Ways    string `json:"ways,omitempty"`
}

// stepsJSON writes steps as a list of texts.
type stepsJSON []Step

func (s stepsJSON) MarshalJSON() ([]byte, error) {
	out := make([]byte, 0, 2+8*len(s))
	out = append(out, '[')
	var text []byte
	for i := range s {
		if i > 0 {
			out = append(out, ',')
		}
		text = s[i].AppendTo(text[:0])
		out = document.AppendQuoted(out, string(text))
	}
	return append(out, ']'), nil
}

// EncodeWitness returns w as encoding/json writes it. goal counts from 1 and is left out for the first; cost, length and atLeast where nothing is claimed.
func EncodeWitness(w Witness) (any, error) {
	out := witnessJSON{Moves: w.Moves, Bound: w.Bound.String()}
	if w.Cost != Unclaimed {
		out.Cost = itoa(w.Cost)
	}
	if w.Length != Unclaimed {
		out.Length = itoa(w.Length)
	}
	if w.Goal > 0 {
		out.Goal = w.Goal + 1
	}
	if w.Bound != NoBound {
		out.AtLeast = itoa(w.AtLeast)
	}
	if u := w.Unverified; u != nil {
		out.Unverified = &unverifiedJSON{AtLeast: itoa(u.AtLeast), Method: u.Method}
		if u.Ways != nil {
			out.Unverified.Ways = u.Ways.String()
		}
	}
	return out, nil
}

// DecodeWitness reads {"moves": ["R1", "D2^3"], "goal": 2, "cost": "4", "length": "4", "atLeast": "4", "bound": "search"}. Only moves
// has to be there; without bound, it is none.
func DecodeWitness(m *meter.Meter, v *document.Value) (w Witness, err error) {
	f, err := v.Object("the witness")
	if err != nil {
		return w, err
	}
	mv, err := f.Need("moves")
	if err != nil {
		return w, err
	}
	if w.Moves, err = readSteps(m, mv); err != nil {
		return w, err
	}
	if g := f.Get("goal"); g != nil {
		n, err := g.Int("goal", 1, MaxCells)
		if err != nil {
			return w, err
		}
		w.Goal = int(n) - 1
	}
	w.Cost, w.Length = Unclaimed, Unclaimed
	if f.Get("cost") != nil {
		if w.Cost, err = needNumber(f, "cost", 0); err != nil {
			return w, err
		}
	}
	if f.Get("length") != nil {
		if w.Length, err = needNumber(f, "length", 0); err != nil {
			return w, err
		}
	}
	if err := w.readBound(f); err != nil {
		return w, err
	}
	if u := f.Get("unverified"); u != nil {
		if w.Unverified, err = readUnverified(m, u); err != nil {
			return w, err
		}
	}
	return w, f.Done()
}

// readSteps reads a list of steps; those of one name share its text.
func readSteps(m *meter.Meter, v *document.Value) ([]Step, error) {
	items, err := v.List("moves")
	if err != nil {
		return nil, err
	}
	if err := m.Hold(theMoves, bytesPerStep*int64(len(items))); err != nil {
		return nil, err
	}
	steps := make([]Step, len(items))
	names := map[string]string{}
	for i := range items {
		if err := m.Work(stepsPerStep); err != nil {
			return nil, err
		}
		text, err := items[i].String("a move")
		if err != nil {
			return nil, err
		}
		st, err := parseStep(text)
		if err != nil {
			return nil, items[i].Errorf("%v", err)
		}
		if name, ok := names[st.Name]; ok {
			st.Name = name
		} else if err := m.Hold(theMoves, bytesPerMove); err != nil {
			return nil, err
		} else {
			names[st.Name] = st.Name
		}
		steps[i] = st
	}
	return steps, nil
}

func (w *Witness) readBound(f *document.Fields) error {
	bv := f.Get("bound")
	if bv == nil {
		if at := f.Get("atLeast"); at != nil {
			return at.Errorf("atLeast needs the field bound, which says how it can be verified: search or distance")
		}
		return nil
	}
	name, err := bv.String("bound")
	if err != nil {
		return err
	}
	for i, known := range boundNames() {
		if name != known {
			continue
		}
		w.Bound = Bound(i)
		if w.Bound == NoBound {
			return nil // atLeast is then a field too many
		}
		w.AtLeast, err = needNumber(f, "atLeast", 0)
		return err
	}
	return bv.Errorf("bound is %s; it must be none, search or distance", grid.Quote(name))
}

func readUnverified(mt *meter.Meter, v *document.Value) (*Unverified, error) {
	f, err := v.Object("unverified")
	if err != nil {
		return nil, err
	}
	u := &Unverified{}
	if u.AtLeast, err = needNumber(f, "atLeast", 0); err != nil {
		return nil, err
	}
	if m := f.Get("method"); m != nil {
		if u.Method, err = m.String("method"); err != nil {
			return nil, err
		}
		if len(u.Method) > maxMethod {
			return nil, m.Errorf("method has %d bytes; at most %d are accepted", len(u.Method), maxMethod)
		}
	}
	if n := f.Get("ways"); n != nil {
		if u.Ways, err = n.BigTextWithin(mt, "ways", maxWaysDigits); err != nil {
			return nil, err
		}
	}
	return u, f.Done()
}

// needNumber reads a natural number of at most MaxTotal; documents write it as a text.
func needNumber(f *document.Fields, name string, low int64) (int64, error) {
	v, err := f.Need(name)
	if err != nil {
		return 0, err
	}
	n, err := v.BigText(name, 19)
	if err != nil {
		return 0, err
	}
	if n.Cmp(big.NewInt(MaxTotal)) > 0 || n.Int64() < low {
		return 0, v.Errorf("%s is %v; it must be from %d to %d", name, n, low, int64(MaxTotal))
	}
	return n.Int64(), nil
}
