// Package page is the playground: one page in plain modules, style sheets and SVG, embedded as it stands. It has no
// build step and asks for nothing from outside. What families, boards and figures it shows it learns from an engine
// behind engine.js: a server that answers POST v1/VERB, or the same engine in a Web Worker.
//
// The colours and shapes of boards are those of package scene; a test writes palette.css and shapes.js from it.
package page

import (
	"embed"
	"io/fs"
)

//go:embed static
var static embed.FS

// FS holds the files of the page, index.html on top.
func FS() fs.FS {
	sub, err := fs.Sub(static, "static")
	if err != nil {
		panic(err) // the name is valid
	}
	return sub
}
