package plotting

import (
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"image/png"
	"io"
	"math/big"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/gridwright/gridwright/puzzle"
)

// bins makes a distribution of counts from 0 on.
func bins(counts ...int64) puzzle.Distribution {
	d := puzzle.Distribution{Of: "boards", By: "moves"}
	for i, n := range counts {
		d.Bins = append(d.Bins, puzzle.Bin{From: big.NewInt(int64(i)), To: big.NewInt(int64(i)), Count: big.NewInt(n)})
	}
	return d
}

// drawn is a chart as a file of that kind; a copy is kept where somebody wants to look at it.
func drawn(t *testing.T, kind string, dark bool, fill func(c *Chart)) []byte {
	t.Helper()
	c, err := New("x." + kind)
	if err != nil {
		t.Fatal(err)
	}
	c.Dark = dark
	fill(c)
	var b bytes.Buffer
	if err := c.Write(&b); err != nil {
		t.Fatal(err)
	}
	if dir := os.Getenv("PLOTS"); dir != "" {
		name := fmt.Sprintf("%s-%v.%s", strings.ReplaceAll(t.Name(), "/", "_"), dark, kind)
		os.WriteFile(filepath.Join(dir, name), b.Bytes(), 0o644)
	}
	return b.Bytes()
}

// parsed counts the elements of an SVG whose style holds a text, and returns all its texts.
func parsed(t *testing.T, svg []byte, fill string) (n int, texts []string) {
	t.Helper()
	d := xml.NewDecoder(bytes.NewReader(svg))
	for {
		tok, err := d.Token()
		if err == io.EOF {
			return n, texts
		}
		if err != nil {
			t.Fatal(err)
		}
		switch x := tok.(type) {
		case xml.StartElement:
			for _, a := range x.Attr {
				if x.Name.Local == "path" && strings.Contains(strings.ToLower(a.Value), fill) {
					n++
				}
			}
		case xml.CharData:
			if s := strings.TrimSpace(string(x)); s != "" {
				texts = append(texts, s)
			}
		}
	}
}

func contains(texts []string, text string) bool {
	return strings.Contains(strings.Join(texts, "\n"), text)
}

const barFill = "fill:#0072b2"

// TestDistribution wants a bar for each distance, with axes that say what they are.
func TestDistribution(t *testing.T) {
	for _, tt := range []struct {
		name string
		d    puzzle.Distribution
		bars int
		text []string
	}{
		{"even", bins(1, 4, 8, 6, 5, 2), 6, []string{"boards", "distance in moves", "8"}},
		{"logs", bins(1, 7, 40, 207, 1035, 4880, 20560, 64254, 79535, 10906, 15), 11, []string{"logarithms", "10^5"}},
		{"gaps", bins(1, 0, 3), 2, nil},
		{"alone", bins(1), 1, nil},
	} {
		t.Run(tt.name, func(t *testing.T) {
			for _, dark := range []bool{false, true} {
				fill := func(c *Chart) {
					c.Fact(puzzle.Fact{Key: "other", Value: 1})
					c.Fact(puzzle.Fact{Key: "d", Distribution: tt.d, Lines: []puzzle.Line{{Label: "boards by distance"}}})
				}
				svg := drawn(t, "svg", dark, fill)
				colour := barFill
				if dark {
					colour = "fill:#56b4e9"
				}
				n, texts := parsed(t, svg, colour)
				if n != tt.bars {
					t.Errorf("%d bars, want %d", n, tt.bars)
				}
				for _, s := range append(tt.text, "boards by distance") {
					if !contains(texts, s) {
						t.Errorf("no %q among %q", s, texts)
					}
				}
				img, err := png.Decode(bytes.NewReader(drawn(t, "png", dark, fill)))
				if err != nil || img.Bounds().Dx() != 2*chartWidth {
					t.Errorf("PNG: %v", err)
				}
			}
		})
	}
}

// TestFarDistances draws distances of 30 digits, and counts of 400.
func TestFarDistances(t *testing.T) {
	far := new(big.Int).Exp(big.NewInt(10), big.NewInt(30), nil)
	huge := new(big.Int).Exp(big.NewInt(10), big.NewInt(400), nil)
	d := bins(1, 4)
	d.Bins = append(d.Bins, puzzle.Bin{From: big.NewInt(2), To: far, Count: huge})
	svg := drawn(t, "svg", false, func(c *Chart) { c.Fact(puzzle.Fact{Distribution: d}) })
	if n, texts := parsed(t, svg, barFill); n != 3 || !contains(texts, "10^") {
		t.Errorf("%d bars: %q", n, texts)
	}
	if bytes.Contains(svg, []byte("NaN")) || bytes.Contains(svg, []byte("Inf")) {
		t.Error("there are places that are no number")
	}
}

// TestTables draws lines over one size and a map of two.
func TestTables(t *testing.T) {
	rows := func(c *Chart, columns []string, list ...[]string) {
		c.Title = "a table"
		for _, r := range list {
			if err := c.Row(columns, r); err != nil {
				t.Fatal(err)
			}
		}
	}
	for _, dark := range []bool{false, true} {
		svg := drawn(t, "svg", dark, func(c *Chart) {
			for n := 1; n <= 30; n++ {
				rows(c, []string{"n", "nullity", "of", "words"}, []string{fmt.Sprint(n), fmt.Sprint(n * n % 7), fmt.Sprint(n % 5),
					"x"})
			}
		})
		if _, texts := parsed(t, svg, barFill); !contains(texts, "nullity") || !contains(texts, "a table") ||
			contains(texts, "words") {
			t.Errorf("%q", texts)
		}
		fill := func(c *Chart) {
			for w := 1; w <= 14; w++ {
				for h := 1; h <= 10; h++ {
					rows(c, []string{"width", "height", "nullity"}, []string{fmt.Sprint(w), fmt.Sprint(h), fmt.Sprint(w * h % 6)})
				}
			}
		}
		svg = drawn(t, "svg", dark, fill)
		drawn(t, "png", dark, fill)
		if n, texts := parsed(t, svg, "fill:#"); n < 140 || !contains(texts, "width") || !contains(texts, "height") {
			t.Errorf("%d cells: %q", n, texts)
		}
	}
}

// TestNothingToPlot wants sentences.
func TestNothingToPlot(t *testing.T) {
	if _, err := New("x.gif"); err == nil || !strings.Contains(err.Error(), ".svg or .png") {
		t.Errorf("x.gif: %v", err)
	}
	c, _ := New("x.svg")
	if err := c.Write(io.Discard); err == nil || !strings.Contains(err.Error(), "nothing to plot") {
		t.Errorf("nothing: %v", err)
	}
	c.Row([]string{"n", "what"}, []string{"1", "x"})
	if err := c.Write(io.Discard); err == nil || !strings.Contains(err.Error(), "two columns of numbers") {
		t.Errorf("words: %v", err)
	}
}

// TestMake writes a file where all goes well, and none otherwise.
func TestMake(t *testing.T) {
	file := filepath.Join(t.TempDir(), "x.svg")
	bad := Make(file, "light", func(c *Chart) error {
		c.Begin("one")
		return c.Begin("two")
	})
	if bad == nil || !strings.Contains(bad.Error(), "one puzzle or one table") {
		t.Errorf("two: %v", bad)
	}
	if _, err := os.Stat(file); err == nil {
		t.Error("a file stands there all the same")
	}
	if err := Make(file, "light", func(*Chart) error { return nil }); err != nil { // it has told already why
		t.Error(err)
	}
	if _, err := os.Stat(file); err == nil {
		t.Error("a file stands there though nothing was known")
	}
	draw := func(c *Chart) error {
		c.Fact(puzzle.Fact{Distribution: bins(1, 2)})
		return c.Row([]string{"n"}, []string{"1"})
	}
	if err := Make("", "light", draw); err != nil {
		t.Error(err)
	}
	if err := Make(file, "blue", draw); err == nil {
		t.Error("a blue theme")
	}
	if err := Make(file, "dark", draw); err != nil {
		t.Error(err)
	}
	if data, err := os.ReadFile(file); err != nil || !bytes.Contains(data, []byte("<svg")) {
		t.Errorf("no picture: %v", err)
	}
}

// TestPlaces finds before the work whether a plot can be written, and leaves what is there as it is.
func TestPlaces(t *testing.T) {
	dir := t.TempDir()
	path := func(name string) string { return filepath.Join(dir, name) }
	const before = "a plot of yesterday"
	if err := os.WriteFile(path("old.svg"), []byte(before), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := os.Mkdir(path("folder.svg"), 0o755); err != nil {
		t.Fatal(err)
	}
	for _, bad := range []string{"none/x.svg", "folder.svg", "old.svg/x.svg"} {
		err := Make(path(bad), "light", func(*Chart) error { t.Errorf("%s: work was done", bad); return nil })
		if !errors.Is(err, puzzle.ErrInput) || !strings.Contains(err.Error(), filepath.Base(bad)) {
			t.Errorf("%s: %v", bad, err)
		}
	}
	fault := errors.New("fault")
	for _, good := range []string{"old.svg", "new.svg"} {
		err := Make(path(good), "light", func(*Chart) error {
			if _, err := os.Stat(path("new.svg")); err == nil {
				t.Errorf("%s: a file is there while the work goes on", good)
			}
			return fault
		})
		if err != fault {
			t.Errorf("%s: %v", good, err)
		}
	}
	if _, err := os.Stat(path("new.svg")); err == nil {
		t.Error("work that failed has left a file")
	}
	if after, err := os.ReadFile(path("old.svg")); err != nil || string(after) != before {
		t.Errorf("the file that was there now holds %q (%v)", after, err)
	}
}
