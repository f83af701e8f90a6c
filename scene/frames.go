package scene

import (
	"fmt"
	"iter"
	"math/big"
)

// A Frame is one step of a story: the move that leads to it ("" at the start), the board then, and one sentence about
// it. A frame without a scene is a sentence alone.
type Frame struct {
	Move     string `json:"move,omitempty"`
	Scene    *Scene `json:"scene,omitempty"`
	Sentence string `json:"sentence,omitempty"`
}

// Frames are the frames of a story, made when they are asked for. They are numbered from 0; along a solution frame 0 is
// the start and frame n the board after n moves. The zero Frames has none.
type Frames struct {
	// Len is how many frames there are; nil is none.
	Len *big.Int
	// From makes the frames from number n on, 0 ≤ n < Len, in order. It leaps: getting to frame 10^30 must not take
	// 10^30 steps. It does not change n. It is nil where there are no frames.
	From func(n *big.Int) iter.Seq2[Frame, error]
}

// List is a story of frames that exist already.
func List(frames ...Frame) Frames {
	return Frames{big.NewInt(int64(len(frames))), func(n *big.Int) iter.Seq2[Frame, error] {
		return func(yield func(Frame, error) bool) {
			for _, f := range frames[n.Int64():] {
				if !yield(f, nil) {
					return
				}
			}
		}
	}}
}

// Made is a story of n frames, each made by its number.
func Made(n int, make func(i int) (Frame, error)) Frames {
	return Frames{big.NewInt(int64(n)), func(from *big.Int) iter.Seq2[Frame, error] {
		return func(yield func(Frame, error) bool) {
			for i := int(from.Int64()); i < n; i++ {
				if !yield(make(i)) {
					return
				}
			}
		}
	}}
}

// At makes frame n.
func (f Frames) At(n *big.Int) (Frame, error) {
	for frame, err := range f.Range(n, n) {
		return frame, err
	}
	return Frame{}, fmt.Errorf("there is no frame %s", n)
}

// Range makes the frames from first to last, both included, as many of them as there are. It ends at the first error.
func (f Frames) Range(first, last *big.Int) iter.Seq2[Frame, error] {
	return func(yield func(Frame, error) bool) {
		if f.Len == nil || f.From == nil {
			return
		}
		at := new(big.Int).Set(first)
		if at.Sign() < 0 {
			at.SetInt64(0)
		}
		left := new(big.Int).Set(last)
		if left.Cmp(f.Len) >= 0 {
			left.Sub(f.Len, one)
		}
		if left.Sub(left, at); left.Sign() < 0 {
			return
		}
		for frame, err := range f.From(at) {
			if !yield(frame, err) || err != nil || left.Sign() == 0 {
				return
			}
			left.Sub(left, one)
		}
	}
}

// Until is f that ends with the error that stop returns, which is asked before each frame.
func (f Frames) Until(stop func() error) Frames {
	if f.From == nil {
		return f
	}
	return Frames{f.Len, func(n *big.Int) iter.Seq2[Frame, error] {
		return func(yield func(Frame, error) bool) {
			if err := stop(); err != nil {
				yield(Frame{}, err)
				return
			}
			for fr, err := range f.From(n) {
				if !yield(fr, err) || err != nil {
					return
				}
				if err := stop(); err != nil {
					yield(Frame{}, err)
					return
				}
			}
		}
	}}
}

// All makes all frames.
func (f Frames) All() iter.Seq2[Frame, error] {
	if f.Len == nil {
		return f.Range(new(big.Int), new(big.Int))
	}
	return f.Range(new(big.Int), f.Len)
}

var one = big.NewInt(1) // nobody changes it
