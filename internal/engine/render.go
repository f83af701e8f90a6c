package engine

import (
	"bytes"
	"io"
	"math/big"
	"slices"
	"strings"

	"github.com/gridwright/gridwright/grid"
	"github.com/gridwright/gridwright/internal/picture"
	"github.com/gridwright/gridwright/puzzle"
	"github.com/gridwright/gridwright/scene"
	"github.com/gridwright/gridwright/scene/figure"
)

// RenderArgs say what picture is wanted.
type RenderArgs struct {
	Document Document `json:"document"`
	Claim    Document `json:"claim,omitempty"`
	Kind     string   `json:"kind" enum:"svg,png,gif,txt"`
	Theme    string   `json:"theme,omitempty" enum:"light,dark"`
	Step     string   `json:"step,omitempty" doc:"the board after so many moves alone"`
}

// A Picture is a file.
type Picture struct {
	Mime string `json:"mime" doc:"the kind of the data"`
	Data []byte `json:"data" doc:"in base64"`
	Name string `json:"name" doc:"that the file may have"`
}

func (c *call) render(a RenderArgs) (out Picture, err error) {
	mimes := map[string]string{"svg": "image/svg+xml", "png": "image/png", "gif": "image/gif",
		"txt": "text/plain; charset=utf-8"}
	kinds := []string{"svg", "png", "gif", "txt"}
	if !slices.Contains(kinds, a.Kind) {
		return out, inputf("there is no kind of picture %s; there are %s", grid.Quote(a.Kind), strings.Join(kinds, ", "))
	}
	themes := map[string]figure.Theme{"": figure.Light(), "light": figure.Light(), "dark": figure.Dark()}
	theme, ok := themes[a.Theme]
	if !ok {
		return out, inputf("there is no theme %s; there are light, dark", grid.Quote(a.Theme))
	}
	in, f, cl, err := c.claimed(a.Document, a.Claim)
	if err != nil {
		return out, err
	}
	j := picture.Job{Theme: theme, Instance: in, Claim: cl, Film: a.Kind == "gif", Limits: c.limits()}
	if a.Step != "" {
		if j.First, err = number("step", a.Step); err != nil {
			return out, err
		}
		j.Last = j.First
	}
	if cl != nil { // a picture says whether what it shows has been checked
		j.Checked = f.Check(c.ctx, in, *cl, c.limits()) == nil
	}
	var file bytes.Buffer
	if err = c.ctx.Err(); err == nil {
		err = c.m.Writing(&file, func(w io.Writer) error {
			if a.Kind == "txt" {
				return c.text(w, in, f, cl, j)
			}
			return j.Write(c.ctx, w, a.Kind)
		})
	}
	return Picture{mimes[a.Kind], file.Bytes(), fileName(in) + "." + a.Kind}, err
}

// text draws for a terminal without colour.
func (c *call) text(w io.Writer, in puzzle.Instance, f *puzzle.Family, cl *puzzle.Claim, j picture.Job) error {
	text := scene.Text{Width: 100, Rows: c.opt.Side}
	if cl == nil {
		d, err := f.Draw(in, text.Window())
		if err != nil {
			return err
		}
		return d.Write(w, text)
	}
	style := puzzle.Style{Text: text, Checked: j.Checked}
	if j.First != nil {
		style.Steps = &puzzle.Steps{First: j.First, Last: new(big.Int).Set(j.First)}
	}
	return f.Explain(c.ctx, w, in, *cl, style, c.limits())
}

// fileName is the name of a puzzle as far as any file system takes it.
func fileName(in puzzle.Instance) string {
	name := strings.Map(func(r rune) rune {
		switch {
		case r >= 'a' && r <= 'z' || r >= '0' && r <= '9':
			return r
		case r >= 'A' && r <= 'Z':
			return r - 'A' + 'a'
		case r == ' ' || r == '-' || r == '_':
			return '-'
		}
		return -1
	}, in.Head().Name)
	if name = strings.Trim(name, "-"); name == "" {
		return in.Family()
	}
	return name[:min(len(name), 60)]
}
