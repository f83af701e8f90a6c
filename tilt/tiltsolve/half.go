package tiltsolve

import (
	"context"

	"github.com/gridwright/gridwright/internal/hugepage"
)

// A half is the two rings of a start whose first tilt is horizontal. The two others are
// the half of the transposed board, where every word is read with L ↔ U and R ↔ D.
//
// Positions on a ring count clockwise tilts from its base, a board in the top left
// corner: base 0 is the board after L U, base 1 the one after R U L.
type half[C code] struct {
	src    *source[C]
	start  *profile
	lambda []int32 // row lengths of the diagram, longest first
	mu     []int32 // its column heights
	stride int     // = lambda[0]

	planes []plane[C]
	base   int // which base is in planes, or noBase
	epoch  C

	even, odd strands[C]
}

// noBase marks planes without a base.
const noBase = -1

// A plane cell holds the colours that one cell of the diagram has on the two boards that are
// compared, next to each other: a walk then costs one cache miss a tile.
type plane[C code] struct {
	target C // the target, tilted into the top left corner
	base   C
	seen   C // the epoch of the walk that was last here
}

func newHalf[C code](src *source[C], start *profile) *half[C] {
	h := &half[C]{src: src, start: start, base: noBase}
	h.lambda = h.start.lambda
	h.mu = conjugate(h.lambda, src.w)
	h.stride = int(h.lambda[0])
	return h
}

// same reports whether both rings have one base: where the row counts never grow, the board
// after L is packed into LU and that after R into RU, one tilt further on the same ring.
func (h *half[C]) same() bool { return h.start.falls }

// area is the number of plane cells.
func (h *half[C]) area() int { return int(h.mu[0]) * h.stride }

// open makes the planes, using room where it is large enough.
func (h *half[C]) open(room []plane[C]) {
	if n := h.area(); cap(room) >= n {
		h.planes = room[:n]
		for i := range h.planes { // the marks of a used room are whatever they were
			h.planes[i].seen = 0
		}
	} else {
		h.planes = hugepage.Make[plane[C]](n)
	}
	h.base, h.epoch = noBase, 0
}

// close gives the planes up and returns them.
func (h *half[C]) close() []plane[C] {
	room := h.planes
	h.planes, h.base = nil, noBase
	h.even, h.odd = strands[C]{}, strands[C]{}
	return room
}

// setBase stores the base of ring b. One pass over the start; nothing where it is there already.
func (h *half[C]) setBase(ctx context.Context, b int) error {
	if h.base == b || h.base != noBase && h.same() {
		return nil
	}
	h.base = noBase
	tiles := make([]C, h.src.w+1)
	height := make([]int32, h.stride) // rows above that have a c-th tile
	ends := make([]int, len(h.lambda))
	for r, n := range h.lambda {
		ends[r] = r*h.stride + int(n) - 1
	}
	planes, stride := h.planes, h.stride
	for i := 0; i < h.src.h; i++ {
		if err := pollRow(ctx, i); err != nil {
			return err
		}
		n := 0
		for _, c := range h.src.line(i) {
			tiles[n] = c
			n += bit(c)
		}
		// The c-th tile from the left slides up onto the rows above that also have a c-th
		// tile. On ring 1 that is the c-th tile from the right, and the row is then tilted
		// left, which brings it as far from the end of its packed row as it was.
		up := height[:n]
		if b == 0 {
			for c, v := range tiles[:n] {
				r := int(up[c])
				up[c]++
				planes[r*stride+c].base = v
			}
			continue
		}
		for c := range up {
			r := int(up[c])
			up[c]++
			planes[ends[r]-c].base = tiles[n-1-c]
		}
	}
	h.base = b
	return nil
}

// copyBase returns the base as h × w cells.
func (h *half[C]) copyBase() []C {
	out := make([]C, h.src.h*h.src.w)
	for r, n := range h.lambda {
		for c := range int(n) {
			out[r*h.src.w+c] = h.planes[r*h.stride+c].base
		}
	}
	return out
}

// offset of a corner: a target that setTarget has brought into the top left corner
// from there stands offset positions after what the target plane holds. (From LD one tilt up
// goes clockwise; the other corners are left counter-clockwise.)
var offset = [4]int64{cornerLU: 0, cornerRU: 1, cornerRD: 2, cornerLD: -1}

// setTarget tilts the target from the corner, which its profile fits, into the top left
// one and stores it in the target plane.
func (h *half[C]) setTarget(ctx context.Context, src *source[C], corner int) error {
	height := make([]int32, src.w)
	for i := 0; i < src.h; i++ {
		if err := pollRow(ctx, i); err != nil {
			return err
		}
		if (corner == cornerLU || corner == cornerRU) && i >= int(h.mu[0]) {
			break // no tiles in the rows below
		}
		row := src.line(i)
		switch corner {
		case cornerLU: // already there
			line := h.planes[i*h.stride:]
			for c, v := range row[:h.lambda[i]] {
				line[c].target = v
			}
		case cornerRU: // tilt left
			line := h.planes[i*h.stride:]
			for c, v := range row[src.w-int(h.lambda[i]):] {
				line[c].target = v
			}
		case cornerRD: // tilt up, then left
			first := src.w - int(h.lambda[src.h-1-i])
			for k, v := range row[first:] {
				r := int(height[first+k])
				height[first+k]++
				h.planes[r*h.stride+first+k-src.w+int(h.lambda[r])].target = v
			}
		case cornerLD: // tilt up
			for c, v := range row[:h.lambda[src.h-1-i]] {
				r := int(height[c])
				height[c]++
				h.planes[r*h.stride+c].target = v
			}
		}
	}
	return nil
}

// pollRow looks at ctx every 16 rows; a row of 10^8 cells is a tenth of a second at worst.
func pollRow(ctx context.Context, i int) error {
	if i&15 == 0 {
		return ctx.Err()
	}
	return nil
}
