package scene

import (
	"math"
	"strings"
)

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
		return Ink{"ink", '#', Block, RGB{0x1d, 0x1d, 0x22}}
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

// meant is the colour that people mean by a letter or a name; 0: none.
func meant(label string) int {
	label = strings.ToLower(label)
	for n, names := range [...]string{" o orange ", " s sky ", " g green ", " y yellow ", " b blue ", " r red ",
		" p purple ", " v violet ", " brown ", "", " n navy "} {
		if label != "" && !strings.Contains(label, " ") && strings.Contains(names, " "+label+" ") {
			return n + 1
		}
	}
	return 0
}

// Inks chooses a colour of the palette for each of the labels: "r" is red and "b" blue, and labels that mean no colour,
// or one that is taken, get what is left. More labels than colours go round in order.
func Inks(labels []string) []int {
	inks := make([]int, len(labels))
	var taken [Colours + 1]bool
	for i, l := range labels {
		if len(labels) > Colours {
			inks[i] = 1 + i%Colours
		} else if n := meant(l); n > 0 && !taken[n] {
			inks[i], taken[n] = n, true
		}
	}
	next := 1
	for i := range inks {
		for inks[i] == 0 && taken[next] {
			next++
		}
		if inks[i] == 0 {
			inks[i], taken[next] = next, true
		}
	}
	return inks
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
	if c.Luminance() > 0.179 { // where both have the same contrast
		return RGB{}
	}
	return RGB{255, 255, 255}
}

// Luminance is the relative luminance of WCAG 2, from 0 to 1.
func (c RGB) Luminance() float64 {
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
