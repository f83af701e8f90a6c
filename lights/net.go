package lights

import (
	"cmp"
	"slices"

	"github.com/gridwright/gridwright/meter"
)

// A Net joins any buttons with any lamps, without a grid: pressing button Link.Button once adds
// Link.Weight to lamp Link.Lamp. Both are counted from 0 here and from 1 in documents.
type Net struct {
	Buttons, Lamps int
	// Links are sorted by Button, then Lamp, no two for the same pair, weights in [1, m).
	Links []Link
}

// A Link is one entry of the matrix: row Lamp, column Button.
type Link struct {
	Button, Lamp int32
	Weight       uint32
}

// MaxNet bounds the buttons and the lamps of a net.
const MaxNet = 1 << 24

// NewNet makes a net from links in any order: weights of links between the same pair are
// added modulo m, and links that come to nothing are left out. It takes links over.
func NewNet(buttons, lamps int, links []Link, m uint32) *Net {
	return newNet(nil, buttons, lamps, links, m)
}

// What making a net takes for a link: room for a copy while links are sorted, and what sorting takes.
const (
	bytesPerLink = 24
	stepsPerLink = 20
)

// newNet is NewNet that mt stops: it then returns nil.
func newNet(mt *meter.Meter, buttons, lamps int, links []Link, m uint32) *Net {
	if len(links) >= buttons && mt.Hold("the net", 8*int64(buttons)) != nil {
		return nil
	}
	if links = sorted(mt, buttons, links); mt.Work(len(links)) != nil {
		return nil
	}
	out := links[:0]
	for _, l := range links {
		if n := len(out); n > 0 && out[n-1].Button == l.Button && out[n-1].Lamp == l.Lamp {
			out[n-1].Weight = uint32((uint64(out[n-1].Weight) + uint64(l.Weight)) % uint64(m))
			continue
		}
		if n := len(out); n > 0 && out[n-1].Weight == 0 {
			out = out[:n-1]
		}
		l.Weight %= m
		out = append(out, l)
	}
	if n := len(out); n > 0 && out[n-1].Weight == 0 {
		out = out[:n-1]
	}
	return &Net{Buttons: buttons, Lamps: lamps, Links: out}
}

// sorted sorts links by button, then lamp. A matrix gives them lamp by lamp: one pass that deals them out
// to the buttons is then all that there is to do.
func sorted(mt *meter.Meter, buttons int, links []Link) []Link {
	order := func(a, b Link) int {
		if mt.Work(stepsPerLink) != nil {
			return 0 // and so it ends soon
		}
		return cmp.Or(cmp.Compare(a.Button, b.Button), cmp.Compare(a.Lamp, b.Lamp))
	}
	if len(links) >= buttons {
		links = dealt(buttons, links)
	}
	if !slices.IsSortedFunc(links, order) {
		slices.SortFunc(links, order)
	}
	return links
}

// dealt sorts by button and keeps the order of each button's links; links with buttons out of range, which
// Validate will refuse, stay where they are.
func dealt(buttons int, links []Link) []Link {
	at := make([]int, buttons+1)
	for _, l := range links {
		if l.Button < 0 || int(l.Button) >= buttons {
			return links
		}
		at[l.Button+1]++
	}
	for b := range buttons {
		at[b+1] += at[b]
	}
	out := make([]Link, len(links))
	for _, l := range links {
		out[at[l.Button]] = l
		at[l.Button]++
	}
	return out
}

func (n *Net) validate(m uint32) error {
	if n.Buttons < 1 || n.Buttons > MaxNet || n.Lamps < 1 || n.Lamps > MaxNet {
		return inputf("the net has %d buttons and %d lamps; both must be from 1 to %d", n.Buttons, n.Lamps, MaxNet)
	}
	for i, l := range n.Links {
		if l.Button < 0 || int(l.Button) >= n.Buttons || l.Lamp < 0 || int(l.Lamp) >= n.Lamps {
			return inputf("a link joins button %d and lamp %d; there are %d and %d", l.Button+1, l.Lamp+1, n.Buttons, n.Lamps)
		}
		if l.Weight < 1 || l.Weight >= m {
			return inputf("the weight %d from button %d to lamp %d is not in [1, %d)", l.Weight, l.Button+1, l.Lamp+1, m)
		}
		if i == 0 {
			continue
		}
		if before := n.Links[i-1]; before.Button > l.Button || before.Button == l.Button && before.Lamp >= l.Lamp {
			return inputf("the links are not sorted, or button %d and lamp %d are joined twice", l.Button+1, l.Lamp+1)
		}
	}
	return nil
}
