package picture_test

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"image"
	"image/gif"
	"image/png"
	"io"
	"math/big"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/gridwright/gridwright/families"
	"github.com/gridwright/gridwright/internal/cli/input"
	"github.com/gridwright/gridwright/internal/picture"
	"github.com/gridwright/gridwright/internal/yamldoc"
	"github.com/gridwright/gridwright/puzzle"
	"github.com/gridwright/gridwright/scene"
	"github.com/gridwright/gridwright/scene/figure"
)

var update = flag.Bool("update", false, "write the golden pictures anew")

// load reads the first puzzle of an example.
func load(t testing.TB, file string) puzzle.Instance {
	t.Helper()
	var checkers []*puzzle.Checker
	for _, f := range families.All() {
		checkers = append(checkers, f.Checker)
	}
	r := &input.Reader{Checkers: checkers, Limits: puzzle.DefaultLimits(),
		YAML: &input.YAMLParser{MaxBytes: yamldoc.MaxBytes, Parse: yamldoc.ParseAllWithin}}
	cases, err := r.Open(t.Context(), filepath.Join("../../examples", file))
	if err != nil {
		t.Fatal(err)
	}
	defer cases.Close()
	in, err := cases.Next()
	if err != nil {
		t.Fatal(err)
	}
	return in
}

// job solves an example.
func job(t testing.TB, file string) picture.Job {
	t.Helper()
	in := load(t, file)
	lim := puzzle.DefaultLimits()
	cl, err := in.Solver().Prove(t.Context(), in, lim)
	if err != nil {
		t.Fatal(err)
	}
	return picture.Job{Theme: figure.Light(), Instance: in, Claim: &cl, Checked: true, Limits: lim}
}

func write(t testing.TB, j picture.Job, kind string) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := j.Write(t.Context(), &b, kind); err != nil {
		t.Fatalf("%s: %v", kind, err)
	}
	return b.Bytes()
}

// own is where puzzles of these tests are, seen from the examples.
const own = "../internal/picture/testdata/"

// TestGolden compares pictures of answers with those that somebody has looked at. -update writes them anew: look at
// them then.
func TestGolden(t *testing.T) {
	for _, c := range []struct {
		name, example, kind string
		edit                func(*picture.Job)
	}{
		{"luxor.svg", "luxor.yaml", "svg", nil},
		{"luxor.png", "luxor.yaml", "png", nil},
		{"luxor.gif", "luxor.yaml", "gif", func(j *picture.Job) { j.Cell = 32 }},
		{"ring-dark.png", "ring.json", "png", func(j *picture.Job) { j.Theme = figure.Dark() }},
		{"lights.svg", "lights.yaml", "svg", nil},
		{"twist.png", "twist.json", "png", nil},
		{"long.svg", "long.yaml", "svg", func(j *picture.Job) { j.Cell = 12 }},
		{"clash.png", "clash.yaml", "png", nil},
		{"quiet.png", own + "quiet.json", "png", nil},
		{"odd.png", own + "odd.json", "png", nil},
		{"packed.png", own + "packed.yaml", "png", nil},
		{"puzzle.svg", "twist.json", "svg", func(j *picture.Job) { j.Claim = nil }},
	} {
		t.Run(c.name, func(t *testing.T) {
			j := job(t, c.example)
			if c.edit != nil {
				c.edit(&j)
			}
			got, file := write(t, j, c.kind), filepath.Join("testdata", c.name)
			if *update {
				if err := os.WriteFile(file, got, 0o644); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			if same(t, c.kind, got, want) {
				return
			}
			t.Errorf("%s differs from the golden file; go test ./internal/picture -update writes it anew", c.name)
		})
	}
}

// same compares pictures: points by what can be seen, as processors may round the edges of curves differently.
func same(t *testing.T, kind string, got, want []byte) bool {
	if kind != "png" {
		return kind == "gif" && near(t, frames(t, got), frames(t, want)) || bytes.Equal(got, want)
	}
	a, err := png.Decode(bytes.NewReader(got))
	if err != nil {
		t.Fatal(err)
	}
	b, err := png.Decode(bytes.NewReader(want))
	if err != nil {
		t.Fatal(err)
	}
	return near(t, []image.Image{a}, []image.Image{b})
}

func frames(t *testing.T, data []byte) (all []image.Image) {
	g, err := gif.DecodeAll(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range g.Image {
		all = append(all, f)
	}
	return all
}

// near allows one point in a thousand to differ.
func near(t *testing.T, a, b []image.Image) bool {
	if len(a) != len(b) {
		t.Logf("%d pictures, not %d", len(a), len(b))
		return false
	}
	for i := range a {
		if a[i].Bounds() != b[i].Bounds() {
			t.Logf("picture %d: %v, not %v", i, a[i].Bounds(), b[i].Bounds())
			return false
		}
		differ, r := 0, a[i].Bounds()
		for y := r.Min.Y; y < r.Max.Y; y++ {
			for x := r.Min.X; x < r.Max.X; x++ {
				if apart(a[i], b[i], x, y) {
					differ++
				}
			}
		}
		if 1000*differ > r.Dx()*r.Dy() {
			t.Logf("picture %d: %d points differ", i, differ)
			return false
		}
	}
	return true
}

func apart(a, b image.Image, x, y int) bool {
	r0, g0, b0, _ := a.At(x, y).RGBA()
	r1, g1, b1, _ := b.At(x, y).RGBA()
	far := func(p, q uint32) bool { return max(p, q)-min(p, q) > 0x0600 }
	return far(r0, r1) || far(g0, g1) || far(b0, b1)
}

// TestLastFrame wants the last picture of a film to show the target: what a film of the target alone shows.
func TestLastFrame(t *testing.T) {
	for _, example := range []string{"luxor.yaml", "twist.json", "long.yaml", "dominoes.json"} {
		j := job(t, example)
		if j.Claim.Verdict() != puzzle.Solved {
			continue
		}
		d, err := j.Instance.Solver().Draw(j.Instance, scene.Corner(50, 50))
		if err != nil {
			t.Fatal(err)
		}
		st, err := j.Instance.Solver().Tell(t.Context(), j.Instance, *j.Claim, scene.Corner(50, 50), j.Limits)
		if err != nil {
			t.Fatal(err)
		}
		last, err := st.Frames.At(new(big.Int).Sub(st.Frames.Len, big.NewInt(1)))
		if err != nil {
			t.Fatal(err)
		}
		if got, want := board(last.Scene), board(d.Scenes[1]); got != want {
			t.Errorf("%s: the last board is\n%s\nand the target\n%s", example, got, want)
		}
	}
}

// board is which labels stand where.
func board(s *scene.Scene) string {
	var b strings.Builder
	at := map[scene.Point]string{}
	for _, p := range s.Pieces {
		at[scene.Point{X: p.X, Y: p.Y}] = p.Label
	}
	for r := range s.Rows {
		for c := range s.Cols {
			b.WriteString(at[scene.Point{X: float64(c), Y: float64(r)}] + " ")
		}
		b.WriteByte('\n')
	}
	return b.String()
}

// TestArguments makes films of arguments that have boards, and wants a sentence of one that has none.
func TestArguments(t *testing.T) {
	for example, n := range map[string]int{"clash.yaml": 2, "ring.json": 2, own + "quiet.json": 3, own + "odd.json": 2} {
		if got := len(frames(t, write(t, job(t, example), "gif"))); got != n {
			t.Errorf("%s: %d frames, want %d", example, got, n)
		}
	}
	var b bytes.Buffer
	err := job(t, own+"colours.yaml").Write(t.Context(), &b, "gif")
	if err == nil || !strings.Contains(err.Error(), "without boards to move through") || b.Len() > 0 {
		t.Errorf("an argument without boards: %v", err)
	}
}

// TestTooLong refuses a GIF of a million boards, and draws both ends of such a way where nobody asks for all.
func TestTooLong(t *testing.T) {
	j := job(t, "long.yaml")
	j.Cell = 4
	if n := len(frames(t, write(t, j, "gif"))); n != 80 {
		t.Errorf("%d frames; both ends have 80", n)
	}
	j.First = new(big.Int)
	var b bytes.Buffer
	if err := (&j).Write(t.Context(), &b, "gif"); err != nil {
		t.Errorf("390 boards: %v", err)
	}
	j = job(t, "luxor.txt")
	r := &input.Reader{Checkers: []*puzzle.Checker{j.Instance.Solver().Checker}, Limits: j.Limits}
	claims, err := r.OpenClaims(t.Context(), "testdata/turns.json")
	if err != nil {
		t.Fatal(err)
	}
	defer claims.Close()
	cl, err := claims.Next(j.Instance.Solver().Checker)
	if err != nil {
		t.Fatal(err)
	}
	j.Claim, j.First, j.Last = &cl, new(big.Int), nil
	b.Reset()
	if err := j.Write(t.Context(), &b, "gif"); err == nil || !strings.Contains(err.Error(), "at most 2000 frames, not 6") {
		t.Errorf("six million boards: %v", err)
	}
	j.First, j.Last = big.NewInt(5_000_000), big.NewInt(5_000_001)
	if n := len(frames(t, write(t, j, "gif"))); n != 2 {
		t.Errorf("two boards far away: %d", n)
	}
}

// A counted context is done after so many questions.
type counted struct {
	context.Context
	asked, most int
}

func (c *counted) Err() error {
	if c.asked++; c.asked > c.most {
		return context.DeadlineExceeded
	}
	return nil
}

// TestStops draws with contexts that end at a question: the drawing asks on every board, and ends then.
func TestStops(t *testing.T) {
	for _, kind := range []string{"svg", "png", "gif"} {
		j := job(t, "long.yaml")
		j.First, j.Last, j.Film = new(big.Int), big.NewInt(60), kind == "gif"
		all := &counted{t.Context(), 0, 1 << 30}
		if err := j.Write(all, io.Discard, kind); err != nil || all.asked < 60*2 {
			t.Fatalf("%s: asked %d times (%v)", kind, all.asked, err)
		}
		for most := 0; most < all.asked; most += 1 + all.asked/20 {
			c := &counted{t.Context(), 0, most}
			if err := j.Write(c, io.Discard, kind); !errors.Is(err, context.DeadlineExceeded) || c.asked > most+2 {
				t.Errorf("%s: ended at question %d it asked %d (%v)", kind, most+1, c.asked, err)
			}
		}
	}
}

// TestTextStops tells a long solution until its context ends, which is asked for every board.
func TestTextStops(t *testing.T) {
	j := job(t, "long.yaml")
	tell := func(most int) (int, error) {
		c := &counted{t.Context(), 0, most}
		style := puzzle.Style{Steps: &puzzle.Steps{First: new(big.Int)}}
		err := j.Instance.Solver().Explain(c, io.Discard, j.Instance, *j.Claim, style, puzzle.Limits{})
		return c.asked, err
	}
	all, err := tell(1 << 30)
	if err != nil || all < 390 {
		t.Fatalf("asked %d times (%v)", all, err)
	}
	for most := 0; most < all; most += 1 + all/20 {
		if asked, err := tell(most); !errors.Is(err, context.DeadlineExceeded) || asked > most+2 {
			t.Errorf("ended at question %d it asked %d (%v)", most+1, asked, err)
		}
	}
}
