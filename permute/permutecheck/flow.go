package permutecheck

// A flow sends every block of the start to one of the goal: blocks that are alike are one sort with their number.
type flow struct {
	k          *work
	have, want []sortOf
	edges      []flowEdge
	out, in    [][]int32 // the edges of a sort of the start, of the goal
	left       int64     // edges that may be looked at
	comp       []int32   // by sort, those of the goal behind those of the start; see components
}

type flowEdge struct {
	from, to int32
	value    int64 // what a block counts that goes this way
	both     bool  // or as much and half of the modulus
	flow     int
}

func newFlow(k *work, have, want []sortOf) *flow {
	return &flow{k: k, left: k.steps, have: have, want: want, out: make([][]int32, len(have)),
		in: make([][]int32, len(want))}
}

func (f *flow) add(from, to int, value int64, both bool) error {
	if err := f.k.hold("the matching of blocks", 64); err != nil {
		return err
	}
	f.out[from], f.in[to] = append(f.out[from], int32(len(f.edges))), append(f.in[to], int32(len(f.edges)))
	f.edges = append(f.edges, flowEdge{from: int32(from), to: int32(to), value: value, both: both})
	return nil
}

// spend counts n edges that are looked at.
func (f *flow) spend(n int) error {
	if f.left -= int64(n); f.left < 0 {
		return tooMuch("a character that takes more than %d steps", f.k.steps)
	}
	return f.k.spend(n)
}

// fill finds a flow that sends all blocks, and reports whether there is one: shortest augmenting paths.
func (f *flow) fill() (bool, error) {
	left, room := make([]int, len(f.have)), make([]int, len(f.want))
	need := 0
	for i := range f.have {
		left[i] = f.have[i].count
		need += left[i]
	}
	for j := range f.want {
		room[j] = f.want[j].count
	}
	for i := range f.have {
		for _, e := range f.out[i] {
			j := f.edges[e].to
			n := min(left[i], room[j])
			f.edges[e].flow += n
			left[i], room[j], need = left[i]-n, room[j]-n, need-n
		}
		if err := f.spend(1 + len(f.out[i])); err != nil {
			return false, err
		}
	}
	for need > 0 {
		n, err := f.augment(left, room)
		if err != nil || n == 0 {
			return false, err
		}
		need -= n
	}
	return true, nil
}

// augment sends more blocks along one path, and returns how many.
func (f *flow) augment(left, room []int) (int, error) {
	s := len(f.have)
	by := make([]int32, s+len(f.want)) // the edge by which a sort has been found; -1: not, -2: it is the first
	for i := range by {
		by[i] = -1
	}
	var queue []int32
	for i, n := range left {
		if n > 0 {
			by[i] = -2
			queue = append(queue, int32(i))
		}
	}
	for at := 0; at < len(queue); at++ {
		v := int(queue[at])
		if v < s {
			for _, e := range f.out[v] {
				if w := s + int(f.edges[e].to); by[w] == -1 {
					by[w] = e
					queue = append(queue, int32(w))
				}
			}
			if err := f.spend(1 + len(f.out[v])); err != nil {
				return 0, err
			}
			continue
		}
		if room[v-s] > 0 {
			return f.send(v-s, by, left, room), f.spend(len(by))
		}
		for _, e := range f.in[v-s] {
			if w := f.edges[e].from; f.edges[e].flow > 0 && by[w] == -1 {
				by[w] = e
				queue = append(queue, w)
			}
		}
		if err := f.spend(1 + len(f.in[v-s])); err != nil {
			return 0, err
		}
	}
	return 0, f.spend(len(by))
}

// send sends what the path that ends at the goal's sort j can take.
func (f *flow) send(j int, by []int32, left, room []int) int {
	s := len(f.have)
	n := room[j]
	walk := func(step func(e *flowEdge, forwards bool)) (first int) {
		for v := s + j; ; {
			e := by[v]
			if e == -2 {
				return v
			}
			step(&f.edges[e], v >= s)
			if v >= s {
				v = int(f.edges[e].from)
			} else {
				v = s + int(f.edges[e].to)
			}
		}
	}
	first := walk(func(e *flowEdge, forwards bool) {
		if !forwards {
			n = min(n, e.flow)
		}
	})
	n = min(n, left[first])
	walk(func(e *flowEdge, forwards bool) {
		if forwards {
			e.flow += n
		} else {
			e.flow -= n
		}
	})
	left[first] -= n
	room[j] -= n
	return n
}

// components finds the strong components of what a full flow leaves open: from the start's sorts along edges, back
// along those with a flow. An edge is used by some full flow exactly where both its ends are in one: the difference
// of two full flows is made of cycles of that kind.
func (f *flow) components() error {
	s := len(f.have)
	n := s + len(f.want)
	// next calls visit for what comes after v, or before it.
	next := func(v int32, forwards bool, i int) (w int32, ok, more bool) {
		list := []int32(nil)
		if int(v) < s {
			list = f.out[v]
		} else {
			list = f.in[int(v)-s]
		}
		if i == len(list) {
			return 0, false, false
		}
		e := &f.edges[list[i]]
		if int(v) < s {
			return int32(s) + e.to, forwards || e.flow > 0, true
		}
		return e.from, !forwards || e.flow > 0, true
	}
	seen := make([]bool, n)
	var order []int32 // by the time at which the walk leaves them
	type visit struct {
		v int32
		i int
	}
	walk := func(v int32, forwards bool, leave func(v int32)) error {
		seen[v] = true
		stack := []visit{{v, 0}}
		for len(stack) > 0 {
			top := &stack[len(stack)-1]
			w, ok, more := next(top.v, forwards, top.i)
			if err := f.spend(1); err != nil {
				return err
			}
			if !more {
				leave(top.v)
				stack = stack[:len(stack)-1]
				continue
			}
			top.i++
			if ok && !seen[w] {
				seen[w] = true
				stack = append(stack, visit{w, 0})
			}
		}
		return nil
	}
	for v := range int32(n) {
		if !seen[v] {
			if err := walk(v, true, func(v int32) { order = append(order, v) }); err != nil {
				return err
			}
		}
	}
	clear(seen)
	f.comp = make([]int32, n)
	for i := n - 1; i >= 0; i-- {
		if v := order[i]; !seen[v] {
			if err := walk(v, false, func(w int32) { f.comp[w] = v }); err != nil {
				return err
			}
		}
	}
	return nil
}

func (f *flow) usable(e *flowEdge) bool { return f.comp[e.from] == f.comp[len(f.have)+int(e.to)] }

// potentials reports whether all full flows count the same modulo m, which they do if the usable edges count what one
// finds by adding a number of the start's sort and one of the goal's.
func (f *flow) potentials(m int64) (bool, error) {
	s := len(f.have)
	const unset = -1
	at := make([]int64, s+len(f.want))
	for i := range at {
		at[i] = unset
	}
	for first := range at {
		if at[first] != unset {
			continue
		}
		at[first] = 0
		queue := []int32{int32(first)}
		for q := 0; q < len(queue); q++ {
			v := int(queue[q])
			list := []int32(nil)
			if v < s {
				list = f.out[v]
			} else {
				list = f.in[v-s]
			}
			for _, i := range list {
				e := &f.edges[i]
				if !f.usable(e) {
					continue
				}
				w := s + int(e.to)
				if v >= s {
					w = int(e.from)
				}
				value := (e.value - at[v] + m) % m
				switch {
				case e.both || at[w] != unset && at[w] != value:
					return false, nil
				case at[w] == unset:
					at[w] = value
					queue = append(queue, int32(w))
				}
			}
			if err := f.spend(1 + 2*len(list)); err != nil {
				return false, err
			}
		}
	}
	return true, nil
}

// unique reports whether there is one full flow only, and no two blocks are alike: each block has one partner.
func (f *flow) unique() (bool, error) {
	for _, list := range [][]sortOf{f.have, f.want} {
		for _, s := range list {
			if s.count > 1 {
				return false, nil
			}
		}
	}
	partner := make([]int32, len(f.have))
	for i := range f.edges {
		if e := &f.edges[i]; e.flow > 0 {
			partner[e.from] = e.to
		}
	}
	for i := range f.edges {
		if e := &f.edges[i]; f.usable(e) && e.to != partner[e.from] {
			return false, nil
		}
	}
	return true, f.spend(2 * len(f.edges))
}
