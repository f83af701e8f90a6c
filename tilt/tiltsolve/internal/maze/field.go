package maze

import (
	"github.com/gridwright/gridwright/meter"
)

// A Field is all boards of all the pieces of a game, and how far each is from the nearest goal.
type Field struct {
	By    [][]int32 // boards by their distance, which are what At takes; no goal can be reached from the others
	Whole int       // how many boards there are

	g    *Game
	keys []byte
}

// What a field holds for each of its boards, besides the key, and for each move.
const (
	bytesPerBoard = 100
	bytesPerMove  = 8
	theField      = "all boards of these pieces"
)

// Field finds out about all boards; nil where there are more than most, or pieces that fall make more than four times
// as many. Cost a move of every board.
func (p *Places) Field(m *meter.Meter, most int) (*Field, error) {
	if p.AtMost(most) > most {
		return nil, nil
	}
	g := *p.g
	g.lanes = nil // they leave out moves of boards that no move has made
	x, err := newExpander(&g, m)
	if err != nil {
		return nil, err
	}
	f := &Field{g: &g}
	ids := map[string]int32{}
	meet := func(key []byte) (int32, error) {
		if id, ok := ids[string(key)]; ok {
			return id, nil
		}
		id := int32(len(ids))
		ids[string(key)] = id
		f.keys = append(f.keys, key...)
		return id, m.Hold(theField, int64(bytesPerBoard+3*g.size))
	}
	key := make([]byte, g.size)
	err = p.each(m, func(at []int32) error {
		g.pack(at, key)
		_, err := meet(key)
		return err
	})
	if err != nil {
		return nil, err
	}
	f.Whole = len(ids)
	var to, ends []int32 // the boards that moves make, and where those of each board end
	for id := 0; id < len(ids); id++ {
		x.reset()
		if err := x.expand(f.key(id)); err != nil {
			return nil, err
		}
		for i := range x.moves {
			next, err := meet(x.key(i))
			if err != nil {
				return nil, err
			}
			to = append(to, next)
		}
		if err := m.Hold(theField, int64(bytesPerMove*len(x.moves)+8)); err != nil {
			return nil, err
		}
		if err := m.Work(100 * len(x.moves)); err != nil {
			return nil, err
		}
		if ends = append(ends, int32(len(to))); len(ids) > 5*most {
			return nil, nil
		}
	}
	return f, f.measure(m, to, ends)
}

func (f *Field) key(id int) []byte { return f.keys[id*f.g.size : (id+1)*f.g.size] }

// measure fills By, backwards from the goals.
func (f *Field) measure(m *meter.Meter, to, ends []int32) error {
	from, starts := reversed(to, ends)
	far := make([]int32, len(ends))
	at := make([]int32, len(f.g.kind))
	var queue []int32
	for id := range far {
		f.g.unpack(f.key(id), at)
		if far[id] = -1; f.g.Reached(at) {
			far[id] = 0
			queue = append(queue, int32(id))
		}
		if err := m.Work(50 + 5*len(at)); err != nil {
			return err
		}
	}
	for k := 0; k < len(queue); k++ {
		id := queue[k]
		if d := int(far[id]); int(id) < f.Whole {
			for len(f.By) <= d {
				f.By = append(f.By, nil)
			}
			f.By[d] = append(f.By[d], id)
		}
		before := from[starts[id]:starts[id+1]]
		for _, prior := range before {
			if far[prior] < 0 {
				far[prior] = far[id] + 1
				queue = append(queue, prior)
			}
		}
		if err := m.Work(20 * (1 + len(before))); err != nil {
			return err
		}
	}
	return nil
}

// reversed lists for each board those that have a move to it: from[starts[id]:starts[id+1]].
func reversed(to, ends []int32) (from, starts []int32) {
	starts = make([]int32, len(ends)+1)
	for _, id := range to {
		starts[id+1]++
	}
	for id := range ends {
		starts[id+1] += starts[id]
	}
	from = make([]int32, len(to))
	fill := append([]int32(nil), starts...)
	k := int32(0)
	for id, end := range ends {
		for ; k < end; k++ {
			from[fill[to[k]]] = int32(id)
			fill[to[k]]++
		}
	}
	return from, starts
}

// At is where the pieces stand on a board of By.
func (f *Field) At(id int32) []int32 {
	at := make([]int32, len(f.g.kind))
	f.g.unpack(f.key(int(id)), at)
	return at
}
