// Package report writes pages that need nothing from outside: one style, one way to show boards, for light and for dark
// ground. It knows no family.
package report

import (
	"bufio"
	"bytes"
	"context"
	_ "embed" // for the style
	"encoding/base64"
	"errors"
	"fmt"
	"html"
	"io"

	"github.com/gridwright/gridwright/internal/picture"
	"github.com/gridwright/gridwright/puzzle"
	"github.com/gridwright/gridwright/scene"
	"github.com/gridwright/gridwright/scene/figure"
)

//go:embed static/report.css
var style string

// MostPictured is how many rows and columns of a board a page shows.
const MostPictured = 40

// A Page is a page under way. Its first failed write is kept for Close.
type Page struct {
	*bufio.Writer
	ctx context.Context
	lim puzzle.Limits
}

// New begins a page on w. Drawings take time, which ctx ends and lim bounds.
func New(ctx context.Context, w io.Writer, lim puzzle.Limits, title string) *Page {
	p := &Page{Writer: bufio.NewWriterSize(w, 64<<10), ctx: ctx, lim: lim}
	p.Put(`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>%s</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; img-src data:; style-src 'unsafe-inline'; `+
		`script-src 'unsafe-inline'">
<style>`, title)
	p.WriteString(style)
	p.WriteString("</style></head><body>\n")
	return p
}

// Close ends the page, with a script where there is one, and returns the first error of a write.
func (p *Page) Close(script string) error {
	if script != "" {
		fmt.Fprintf(p, "<script>%s</script>\n", script)
	}
	p.WriteString("</body></html>\n")
	return p.Flush()
}

// Put writes what format makes of args; texts among them are escaped.
func (p *Page) Put(format string, args ...any) {
	for i := range args {
		if s, ok := args[i].(string); ok {
			args[i] = html.EscapeString(s)
		}
	}
	fmt.Fprintf(p, format, args...)
}

// Unless is err where the page cannot go on; a limit, or what has no picture, leaves a gap.
func (p *Page) Unless(err error) error {
	if p.ctx.Err() != nil {
		return p.ctx.Err()
	}
	if errors.Is(err, puzzle.ErrLimit) || errors.Is(err, puzzle.ErrUnsupported) || errors.Is(err, puzzle.ErrInput) {
		return nil
	}
	return err
}

// Board shows a puzzle as it stands, with its target where it has one.
func (p *Page) Board(in puzzle.Instance, alt string) error {
	return p.picture(alt, func(ctx context.Context, w io.Writer, theme figure.Theme) error {
		job := picture.Job{Theme: theme, Instance: in, Limits: p.lim, Most: MostPictured}
		return job.Write(ctx, w, "svg")
	})
}

// picture shows what draw draws, once for light and once for dark ground.
func (p *Page) picture(alt string, draw func(ctx context.Context, w io.Writer, theme figure.Theme) error) error {
	var data [2]string
	dark := figure.Dark()
	dark.Ground = scene.RGB{R: 0x1d, G: 0x20, B: 0x24} // --panel
	for i, theme := range [...]figure.Theme{dark, figure.Light()} {
		var svg bytes.Buffer
		err := p.lim.Within(p.ctx, func(ctx context.Context) error { return draw(ctx, &svg, theme) })
		if err != nil {
			return p.Unless(err)
		}
		data[i] = "data:image/svg+xml;base64," + base64.StdEncoding.EncodeToString(svg.Bytes())
	}
	p.Put(`<picture><source media="(prefers-color-scheme: dark)" srcset="%s"><img src="%s" alt="%s" loading="lazy">`+
		`</picture>`, data[0], data[1], alt)
	return nil
}
