package engine

import (
	"math/big"

	"github.com/gridwright/gridwright/grid"
	"github.com/gridwright/gridwright/puzzle"
	"github.com/gridwright/gridwright/scene"
)

// FramesArgs say which boards of an answer are wanted.
type FramesArgs struct {
	Document Document `json:"document"`
	Claim    Document `json:"claim"`
	From     string   `json:"from,omitempty" doc:"the number of the first one; 0 is the start"`
	Count    int      `json:"count,omitempty" doc:"50 where nothing is said"`
}

// Frames are boards along a solution, or the steps of an argument.
type Frames struct {
	Total  *string `json:"total" doc:"a decimal number of any length; null where the answer has no frames"`
	From   string  `json:"from" doc:"the number of the first one"`
	Frames []Frame `json:"frames" doc:"from that number on"`
}

// A Frame is one of them.
type Frame struct {
	Step  string       `json:"step" doc:"its number"`
	Move  string       `json:"move" doc:"the one that leads here"`
	Text  string       `json:"text" doc:"the move or the step for a person"`
	Scene *scene.Scene `json:"scene" doc:"the board, or the picture of the step"`
}

const (
	usualFrames = 50
	mostDigits  = 1000 // of the number of a frame
)

func (c *call) frames(a FramesArgs) (out Frames, err error) {
	in, f, cl, err := c.claimed(a.Document, a.Claim)
	if err != nil {
		return out, err
	}
	if cl == nil {
		return out, inputf("the claim is missing")
	}
	first, err := number("from", a.From)
	if err != nil {
		return out, err
	}
	if a.Count > c.opt.Frames || a.Count < 0 {
		return out, &Error{Kind: Limit, Title: "a call makes at most " + grid.Number(c.opt.Frames, "frame")}
	}
	if a.Count == 0 {
		a.Count = min(usualFrames, c.opt.Frames)
	}
	st, err := c.tell(in, f, *cl, c.window())
	if err != nil {
		return out, err
	}
	out.From, out.Frames = first.String(), []Frame{}
	if st.Frames.Len == nil || st.Frames.Len.Sign() == 0 {
		return out, nil
	}
	total := st.Frames.Len.String()
	out.Total = &total
	d, err := c.drawing(in, f)
	if err != nil {
		return out, err
	}
	last := new(big.Int).Add(first, big.NewInt(int64(a.Count-1)))
	at, room := new(big.Int).Set(first), c.opt.Scenes
	for fr, err := range st.Frames.Range(first, last) {
		if err == nil {
			err = c.m.Poll()
		}
		if err != nil {
			return out, err
		}
		one := framed(fr, st, d, at)
		if room -= sceneBytes(one.Scene); room < 0 && len(out.Frames) > 0 {
			return out, nil // whoever wants more asks from here on
		}
		out.Frames = append(out.Frames, one)
		at.Add(at, big.NewInt(1))
	}
	return out, nil
}

// framed is a frame with words, and with a board: where the story has none it is the picture beside the drawing, or the
// drawing itself.
func framed(fr scene.Frame, st puzzle.Story, d puzzle.Drawing, step *big.Int) Frame {
	out := Frame{Step: step.String(), Move: fr.Move, Text: fr.Sentence, Scene: fr.Scene}
	if out.Text == "" && len(d.Scenes) > 0 {
		for _, h := range d.Scenes[0].Handles {
			if h.Move == fr.Move {
				out.Text = h.Label
			}
		}
	}
	if out.Text == "" {
		out.Text = fr.Move
	}
	if out.Text == "" && fr.Scene != nil {
		out.Text = fr.Scene.Caption
	}
	if out.Text == "" && step.Sign() == 0 {
		out.Text = "the start"
	} else if out.Text == "" {
		out.Text = "step " + out.Step
	}
	switch {
	case out.Scene != nil:
	case len(st.Pictures) > 0:
		out.Scene = st.Pictures[0]
	case len(d.Scenes) > 0:
		out.Scene = d.Scenes[0]
	}
	return out
}

// sceneBytes is about how many bytes of JSON a scene is.
func sceneBytes(s *scene.Scene) int64 {
	if s == nil {
		return 50
	}
	v := s.Shown()
	return 200 + 20*int64(len(s.Pieces)) + 60*int64(len(s.Marks)+len(s.Handles)) + int64(v.Rows)*8
}

// number reads a natural number of many digits; "" is 0.
func number(field, text string) (*big.Int, error) {
	if text == "" {
		return new(big.Int), nil
	}
	for i := range len(text) {
		if text[i] < '0' || text[i] > '9' || len(text) > mostDigits {
			return nil, inputf("%s is %s; it is a whole number of at most %d digits", field, grid.Quote(text), mostDigits)
		}
	}
	n, _ := new(big.Int).SetString(text, 10)
	return n, nil
}
