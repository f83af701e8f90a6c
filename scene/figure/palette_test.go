package figure_test

import (
	"math"
	"testing"

	"github.com/gridwright/gridwright/scene"
	"github.com/gridwright/gridwright/scene/figure"
)

// vision is how people see without red, green or blue cones, in linear RGB: Machado, Oliveira and Fernandes, "A
// physiologically-based model for simulation of color vision deficiency" (2009), table 1, severity 1.
var vision = map[string][9]float64{
	"all cones": {1, 0, 0, 0, 1, 0, 0, 0, 1},
	"no red":    {0.152286, 1.052583, -0.204868, 0.114503, 0.786281, 0.099216, -0.003882, -0.048116, 1.051998},
	"no green":  {0.367322, 0.860646, -0.227968, 0.280085, 0.672501, 0.047413, -0.011820, 0.042940, 0.968881},
	"no blue":   {1.255528, -0.076749, -0.178779, -0.078411, 0.930809, 0.147602, 0.004733, 0.691367, 0.303900},
}

// linear is the amount of light that a channel stands for.
func linear(v uint8) float64 { return scene.RGB{R: v, G: v, B: v}.Luminance() }

// lab turns a colour seen through m into CIE L*a*b*.
func lab(c scene.RGB, m [9]float64) (v [3]float64) {
	in := [3]float64{linear(c.R), linear(c.G), linear(c.B)}
	var rgb [3]float64
	for i := range 3 {
		rgb[i] = min(1, max(0, m[3*i]*in[0]+m[3*i+1]*in[1]+m[3*i+2]*in[2]))
	}
	f := func(x float64) float64 {
		if x > 0.008856 {
			return math.Cbrt(x)
		}
		return 7.787*x + 16.0/116
	}
	x := f((0.4124*rgb[0] + 0.3576*rgb[1] + 0.1805*rgb[2]) / 0.9505)
	y := f(0.2126*rgb[0] + 0.7152*rgb[1] + 0.0722*rgb[2])
	z := f((0.0193*rgb[0] + 0.1192*rgb[1] + 0.9505*rgb[2]) / 1.089)
	return [3]float64{116*y - 16, 500 * (x - y), 200 * (y - z)}
}

func apart(p, q scene.RGB, m [9]float64) float64 {
	u, v := lab(p, m), lab(q, m)
	return math.Sqrt((u[0]-v[0])*(u[0]-v[0]) + (u[1]-v[1])*(u[1]-v[1]) + (u[2]-v[2])*(u[2]-v[2]))
}

func contrast(p, q scene.RGB) float64 {
	a, b := p.Luminance()+0.05, q.Luminance()+0.05
	return max(a, b) / min(a, b)
}

func TestPalette(t *testing.T) {
	seen := map[any]bool{}
	for c := 1; c <= scene.Colours; c++ {
		i := scene.Palette(c)
		for _, key := range []any{i.Letter, i.Name, i.Shape} {
			if seen[key] {
				t.Errorf("%s shares its letter, name or shape", i.Name)
			}
			seen[key] = true
		}
		if x := contrast(i.RGB, i.Over()); x < 4.5 {
			t.Errorf("writing on %s has a contrast of %.2f", i.Name, x)
		}
	}
	if scene.Palette(scene.Colours+1) != scene.Palette(1) {
		t.Error("colours do not go round")
	}
	for who, m := range vision {
		closest := func(colours int) float64 {
			least := math.Inf(1)
			for a := 1; a <= colours; a++ {
				for b := 1; b < a; b++ {
					least = min(least, apart(scene.Palette(a).RGB, scene.Palette(b).RGB, m))
				}
			}
			return least
		}
		least := closest(scene.Colours)
		t.Logf("%s: %.1f apart, the first seven %.1f", who, least, closest(7))
		if least < 16 {
			t.Errorf("%s: two colours are %.1f apart, less than 16", who, least)
		}
		for _, theme := range []figure.Theme{figure.Light(), figure.Dark()} {
			for c := 1; c <= scene.Colours; c++ {
				if d := apart(scene.Palette(c).RGB, theme.Ground, m); d < 16 {
					t.Errorf("%s: %s is %.1f from the ground", who, scene.Palette(c).Name, d)
				}
			}
		}
	}
	for _, theme := range []figure.Theme{figure.Light(), figure.Dark()} {
		if x := contrast(theme.Ink, theme.Ground); x < 7 {
			t.Errorf("writing has a contrast of %.2f", x)
		}
		if x := min(contrast(theme.Dim, theme.Ground), contrast(theme.Wall, theme.Ground)); x < 4.5 {
			t.Errorf("dim writing or walls have a contrast of %.2f", x)
		}
	}
}
