package lightssolve

import (
	"math/big"
	"math/bits"
	"runtime"
	"sync"
	"sync/atomic"

	"github.com/gridwright/gridwright/lights"
	"github.com/gridwright/gridwright/meter"
)

// The cheapest of 2^k solutions of a board of bits by Walsh–Hadamard transforms.
//
// Let t_i be the numbers of the basis vectors that have position i, as bits, x_i the bit of
// one solution there and c_i the cost. The solution with the numbers y costs
//
//	(Σ c_i − F(y))/2,   F(y) = Σ_i c_i·(−1)^{x_i}·(−1)^{⟨t_i, y⟩},
//
// so F is the transform of a sparse vector. It is computed in blocks that fit the first cache: the low
// blockBits bits of y are transformed at once, the highest bits only choose signs, and the two
// in between are the four 16-bit lanes of a word. Lanes are signed numbers that are added up in
// one integer, Σ lane_i·2^{16i}, which is linear; they are told apart at the end.
//
// Cost: about 2^k·blockBits/4 operations on words, on all processors: 2^30 solutions take
// about a second on two.
const (
	blockBits = 12
	laneBits  = 2
	laneBias  = 1 << 14 // sums of costs must be below this
	lanes     = 1 | 1<<16 | 1<<32 | 1<<48
	// minTransform is the dimension from which the transform is used, maxTransform up to which.
	minTransform = blockBits + laneBits
	maxTransform = 34
)

// spike is one position: its sign and cost in every lane, and where it stands.
type spike struct {
	inner uint32
	outer uint64
	value uint64
}

// peak is the best that a worker has seen.
type peak struct {
	top    int64 // F + laneBias
	y      uint64
	optima int64
}

func (p *peak) merge(o peak) {
	switch {
	case o.optima == 0 || p.optima > 0 && o.top < p.top:
	case p.optima == 0 || o.top > p.top:
		*p = o
	default:
		p.optima += o.optima
		p.y = min(p.y, o.y)
	}
}

// transform finds the optimum of a coset with minTransform ≤ k ≤ maxTransform; costs add up to
// less than laneBias.
func transform(mt *meter.Meter, p *lights.Instance, c *coset) (optimum, error) {
	spikes, base, sum := c.spikes(p)
	k := len(c.basis)
	blocks := uint64(1) << (k - blockBits - laneBits)
	var next atomic.Uint64
	var mu sync.Mutex
	var best peak
	var wg sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		fork := mt.Fork()
		wg.Go(func() {
			w := transformer{spikes: spikes, base: base}
			for fork.Work(len(spikes)+blockBits<<blockBits/4) == nil {
				b := next.Add(1) - 1
				if b >= blocks {
					break
				}
				w.block(b)
			}
			mu.Lock()
			defer mu.Unlock()
			best.merge(w.peak)
		})
	}
	wg.Wait()
	if err := mt.Poll(); err != nil {
		return optimum{}, err
	}
	out := &lights.Board{W: p.Width, H: p.Height, Bits: c.at(best.y)}
	out.H, out.W = p.Buttons()
	cost := (sum - (best.top - laneBias)) / 2
	return optimum{out, big.NewInt(cost), big.NewInt(best.optima)}, nil
}

// spikes writes out the positions; base is the word of those that no basis vector has, and
// sum the sum of all costs.
func (c *coset) spikes(p *lights.Instance) (list []spike, base uint64, sum int64) {
	k := len(c.basis)
	h, w := p.Buttons()
	stride := lights.Stride(w)
	for row := range h {
		for col := range w {
			at, bit := row*stride+col/64, uint(col%64)
			var t uint64
			for i, b := range c.basis {
				t |= b[at] >> bit & 1 << (k - 1 - i)
			}
			cost := int64(p.Cost(row, col))
			sum += cost
			if c.x[at]>>bit&1 != 0 {
				cost = -cost
			}
			var word uint64
			lane := t >> blockBits & (1<<laneBits - 1)
			for l := range uint64(1 << laneBits) {
				v := cost
				if bits.OnesCount64(lane&l)&1 != 0 {
					v = -v
				}
				word += uint64(v) << (16 * l)
			}
			if t == 0 {
				base += word
				continue
			}
			list = append(list, spike{uint32(t & (1<<blockBits - 1)), t >> (blockBits + laneBits), word})
		}
	}
	return list, base, sum
}

// transformer is one worker.
type transformer struct {
	spikes []spike
	base   uint64
	peak   peak
	a      [1 << blockBits]uint64
}

// block transforms one block and looks for its peaks.
func (w *transformer) block(outer uint64) {
	clear(w.a[:])
	w.a[0] = w.base
	for i := range w.spikes {
		s := &w.spikes[i]
		if bits.OnesCount64(s.outer&outer)&1 == 0 {
			w.a[s.inner] += s.value
		} else {
			w.a[s.inner] -= s.value
		}
	}
	hadamard(&w.a)
	w.scan(outer)
}

// hadamard transforms a in place, two levels at once.
func hadamard(a *[1 << blockBits]uint64) {
	for i := 0; i < len(a); i += 16 {
		b := (*[16]uint64)(a[i:])
		for j := 0; j < 16; j += 4 {
			b[j], b[j+1], b[j+2], b[j+3] = four(b[j], b[j+1], b[j+2], b[j+3])
		}
		for j := range 4 {
			b[j], b[j+4], b[j+8], b[j+12] = four(b[j], b[j+4], b[j+8], b[j+12])
		}
	}
	for step := 16; step < len(a); step *= 4 {
		for from := 0; from < len(a); from += 4 * step {
			p, q := a[from:from+step], a[from+step:from+2*step]
			r, s := a[from+2*step:from+3*step], a[from+3*step:from+4*step]
			q, r, s = q[:len(p)], r[:len(p)], s[:len(p)]
			for i := range p {
				p[i], q[i], r[i], s[i] = four(p[i], q[i], r[i], s[i])
			}
		}
	}
}

// four is the transform of four words.
func four(a, b, c, d uint64) (uint64, uint64, uint64, uint64) {
	p, q, r, s := a+b, a-b, c+d, c-d
	return p + r, q + s, p - r, q - s
}

// scan compares all lanes with the peak so far at once: bit 15 of lane + 2^15 − top is set where
// the lane reaches it.
func (w *transformer) scan(outer uint64) {
	top := max(w.peak.top, 1)
	test := uint64(lanes) * uint64(laneBias+1<<15-top)
	for u, v := range &w.a {
		if (v+test)&(lanes<<15) == 0 {
			continue
		}
		v += lanes * laneBias
		for l := range uint64(1 << laneBits) {
			f := int64(v >> (16 * l) & 0xFFFF)
			y := outer<<(blockBits+laneBits) | l<<blockBits | uint64(u)
			w.peak.merge(peak{f, y, 1})
		}
		top = w.peak.top
		test = uint64(lanes) * uint64(laneBias+1<<15-top)
	}
}
