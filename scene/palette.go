package scene

import "math"

// A Shape tells pieces apart that differ in colour, for those who do not see colours.
type Shape uint8

// The shapes. A piece of ShapeOfColour has the shape that its colour has in the Palette.
const (
	ShapeOfColour Shape = iota
	Block               // the cell, filled
	Disc
	Triangle
	Diamond
	Square
	Star
	Pentagon
	Plus
	Drop
	Hexagon
	Moon
	Saltire // a slanting cross
	Hourglass

	shapes // how many
)

// An RGB is a colour of 24 bits.
type RGB struct{ R, G, B uint8 }

// An Ink is a colour of the palette with what stands for it where there is no colour.
type Ink struct {
	Name   string
	Letter rune
	Shape  Shape
	RGB
}

// Colours is how many colours the Palette has.
const Colours = 12

// Palette returns a colour by its number, from 1 to Colours; higher numbers go round. Number 0 is the colour of
// writing, which is the theme's. All of them serve on light and on dark ground.
//
// The first seven are those of Okabe and Ito, "Color Universal Design" (2008), without black. The other five were
// chosen by a search: no two of the twelve, and none and a ground, are closer to each other than the closest two of
// the seven, for people with all cones and for people without red, green or blue ones. A test measures that.
func Palette(colour int) Ink {
	if colour <= 0 {
		return Ink{"ink", '#', Block, Light().Ink}
	}
	return palette[(colour-1)%Colours]
}

var palette = [Colours]Ink{
	{"orange", 'a', Disc, RGB{0xe6, 0x9f, 0x00}},
	{"sky blue", 'b', Triangle, RGB{0x56, 0xb4, 0xe9}},
	{"green", 'c', Diamond, RGB{0x00, 0x9e, 0x73}},
	{"yellow", 'd', Square, RGB{0xf0, 0xe4, 0x42}},
	{"blue", 'e', Star, RGB{0x00, 0x72, 0xb2}},
	{"vermilion", 'f', Pentagon, RGB{0xd5, 0x5e, 0x00}},
	{"purple", 'g', Plus, RGB{0xcc, 0x79, 0xa7}},
	{"violet", 'h', Drop, RGB{0x77, 0x33, 0xee}},
	{"brown", 'i', Hexagon, RGB{0x7a, 0x2a, 0x10}},
	{"pale green", 'j', Moon, RGB{0xbb, 0xee, 0x99}},
	{"navy", 'k', Saltire, RGB{0x11, 0x22, 0x77}},
	{"plum", 'l', Hourglass, RGB{0x55, 0x22, 0x55}},
}

// A Theme is what is not a colour of the Palette.
type Theme struct {
	Ground RGB // behind everything, and of the floor
	Line   RGB // between cells
	Wall   RGB
	Ink    RGB // of writing, marks and pieces of colour 0
	Dim    RGB // of dead cells and what matters less
}

// Light is the theme for light ground.
func Light() Theme {
	return Theme{
		RGB{255, 255, 255}, RGB{0xdd, 0xdd, 0xe2}, RGB{0x55, 0x55, 0x5e}, RGB{0x1d, 0x1d, 0x22}, RGB{0x6a, 0x6a, 0x74},
	}
}

// Dark is the theme for dark ground.
func Dark() Theme {
	return Theme{
		RGB{0x16, 0x16, 0x1a}, RGB{0x36, 0x36, 0x3e}, RGB{0x9a, 0x9a, 0xa6}, RGB{0xec, 0xec, 0xf0}, RGB{0x96, 0x96, 0xa0},
	}
}

// Ink is the colour of a look and the shape that it is drawn with.
func (l Look) Ink() (Ink, Shape) {
	i := Palette(l.Colour)
	if l.Shape != ShapeOfColour {
		return i, l.Shape
	}
	return i, i.Shape
}

// Over is the colour to write with on c, black or white: the one that stands out more.
func (c RGB) Over() RGB {
	if c.luminance() > 0.179 { // where both have the same contrast
		return RGB{}
	}
	return RGB{255, 255, 255}
}

// luminance is the relative luminance of WCAG 2, from 0 to 1.
func (c RGB) luminance() float64 {
	return 0.2126*linear(c.R) + 0.7152*linear(c.G) + 0.0722*linear(c.B)
}

// linear turns a channel of sRGB into an amount of light, from 0 to 1.
func linear(v uint8) float64 {
	x := float64(v) / 255
	if x <= 0.04045 {
		return x / 12.92
	}
	return math.Pow((x+0.055)/1.055, 2.4)
}
