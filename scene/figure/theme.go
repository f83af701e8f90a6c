package figure

import "github.com/gridwright/gridwright/scene"

// A Theme is what is not a colour of the Palette.
type Theme struct {
	Ground scene.RGB // behind everything
	Floor  scene.RGB // of the cells
	Line   scene.RGB // between cells
	Wall   scene.RGB
	Ink    scene.RGB // of writing
	Dim    scene.RGB // of dead cells and what matters less
	Stone  scene.RGB // of pieces of colour 0
	Accent scene.RGB // of marks of colour 0
}

// Light is the theme for light ground.
func Light() Theme {
	return Theme{
		Ground: rgb(0xff, 0xff, 0xff), Floor: rgb(0xfa, 0xfa, 0xf7), Line: rgb(0xe4, 0xe4, 0xde),
		Wall: rgb(0x55, 0x55, 0x5e), Ink: rgb(0x1d, 0x1d, 0x22), Dim: rgb(0x6a, 0x6a, 0x74),
		Stone: rgb(0x5a, 0x63, 0x72), Accent: rgb(0xc0, 0x26, 0x4b),
	}
}

// Dark is the theme for dark ground.
func Dark() Theme {
	return Theme{
		Ground: rgb(0x16, 0x16, 0x1a), Floor: rgb(0x1d, 0x1f, 0x23), Line: rgb(0x30, 0x33, 0x3a),
		Wall: rgb(0x9a, 0x9a, 0xa6), Ink: rgb(0xec, 0xec, 0xf0), Dim: rgb(0x96, 0x96, 0xa0),
		Stone: rgb(0x8b, 0x93, 0xa3), Accent: rgb(0xff, 0x7a, 0x96),
	}
}
