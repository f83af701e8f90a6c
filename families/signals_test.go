//go:build !js

package families_test

import (
	"bytes"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/gridwright/gridwright/families"
	"github.com/gridwright/gridwright/internal/cli"
	"github.com/gridwright/gridwright/internal/cli/exit"
	"github.com/gridwright/gridwright/internal/extent"
	"github.com/gridwright/gridwright/puzzle"
	"github.com/gridwright/gridwright/puzzle/puzzletest"
)

// command runs the program under ctx and returns its exit code.
func command(ctx *puzzletest.Polls, stdout io.Writer, args ...string) (code int, stderr string) {
	var errs bytes.Buffer
	code = cli.Main(ctx, args, strings.NewReader(""), stdout, &errs, func() []*puzzle.Family { return families.All() }, nil)
	return code, errs.String()
}

// maxPolls is when solving a large input is called off: an answer that takes longer is not checked.
const maxPolls = 1500

// square makes n rows of n letters.
func square(rng *rand.Rand, n int, letters string) []string {
	rows := make([]string, n)
	for i := range rows {
		row := make([]byte, n)
		for j := range row {
			row[j] = letters[rng.IntN(len(letters))]
		}
		rows[i] = string(row)
	}
	return rows
}

// largeInputs writes a large input of every kind to dir: each keeps some phase of a command busy for well over 50 ms.
func largeInputs(t *testing.T, dir string) map[string]string {
	rng := rand.New(rand.NewPCG(5, 6))
	inputs := map[string]string{}
	put := func(name string, write func(w *bytes.Buffer)) {
		var b bytes.Buffer
		write(&b)
		inputs[name] = filepath.Join(dir, strings.ReplaceAll(name, " ", "-"))
		if err := os.WriteFile(inputs[name], b.Bytes(), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	rows := func(w *bytes.Buffer, n int, letters, begin, between, end string) {
		w.WriteString(begin + strings.Join(square(rng, n, letters), between) + end)
	}
	put("tilt text", func(w *bytes.Buffer) {
		n := extent.Less(800, 1200)
		fmt.Fprintf(w, "%d %d\n", n, n)
		rows(w, n, ".ab", "", "\n", "\n\n")
		rows(w, n, ".ab", "", "\n", "\n")
	})
	put("tilt document", func(w *bytes.Buffer) {
		n := extent.Less(800, 1200)
		rows(w, n, ".ab", `{"family":"tilt","version":1,"start":["`, `","`, `"],`)
		rows(w, n, ".ab", `"target":["`, `","`, `"]}`)
	})
	put("lights document", func(w *bytes.Buffer) {
		rows(w, extent.Less(600, 1000), "01", `{"family":"lights","version":1,"start":["`, `","`, `"]}`)
	})
	put("lights digits", func(w *bytes.Buffer) { rows(w, extent.Less(1000, 1500), "01", "", "\n", "\n") })
	put("lights matrix", func(w *bytes.Buffer) {
		n := extent.Less(800, 1500)
		rows(w, n, "01", `{"family":"lights","version":1,"matrix":["`, `","`, `"],"start":["`+strings.Repeat("1", n)+`"]}`)
	})
	put("assembly document", func(w *bytes.Buffer) {
		w.WriteString(`{"family":"assembly","version":1,"shape":["`)
		for range 300 {
			w.WriteString(strings.Repeat("#", 600) + `","#` + strings.Repeat(".", 599) + `","`)
		}
		w.WriteString(strings.Repeat("#", 600) + `"]}`)
	})
	put("permute document", func(w *bytes.Buffer) {
		w.WriteString(`{"family":"permute","version":1,"moves":["shifts"],"start":[`)
		n := extent.Less(40, 60)
		for i, tile := range rng.Perm(n * n) {
			switch {
			case i%n > 0:
				w.WriteByte(',')
			case i > 0:
				w.WriteString("],[")
			default:
				w.WriteByte('[')
			}
			fmt.Fprint(w, tile+1)
		}
		w.WriteString("]]}")
	})
	put("permute text", func(w *bytes.Buffer) {
		w.WriteString(strings.Repeat("123456789/", 30_000) + "123456789 : shifts\n")
	})
	put("yaml", func(w *bytes.Buffer) {
		rows(w, 1000, ".ab", "family: tilt\nversion: 1\nstart:\n  - ", "\n  - ", "\ntarget:\n  - ")
		rows(w, 1000, ".ab", "", "\n  - ", "\n")
	})
	return inputs
}

// TestSignals interrupts every command in every phase, reading, solving, checking and writing, at a ladder of polls.
// What a signal does is end the context, so polls stand for it on a machine of any speed.
func TestSignals(t *testing.T) {
	dir := t.TempDir()
	for name, file := range largeInputs(t, dir) {
		claim := filepath.Join(dir, "claim")
		commands := [][]string{
			{"solve", file}, {"solve", "--json", file}, {"solve", "--no-check", "--json", file}, {"count", file},
			{"analyze", file},
			{"hint", file}, {"scramble", "--seed", "1", file},
		}
		proof, err := os.Create(claim)
		if err != nil {
			t.Fatal(err)
		}
		ctx := puzzletest.NewPolls(maxPolls)
		code, said := command(ctx, proof, "solve", "--json", "--no-check", "--timeout", "0", file)
		switch code {
		case exit.OK:
			commands = append(commands, []string{"check", file, claim})
		case exit.Usage:
			t.Errorf("%s is no puzzle: %s", name, said)
		}
		proof.Close()
		for _, args := range commands {
			interrupt(t, name, args)
		}
	}
}

func interrupt(t *testing.T, name string, args []string) {
	for _, after := range extent.Less([]int64{1, 30}, []int64{1, 3, 10, 30, 100, 300}) {
		ctx := puzzletest.NewPolls(after)
		code, stderr := command(ctx, io.Discard, append(args, "--timeout", "0")...)
		complaint := ctx.Complaint(0)
		if gap := ctx.Gap(); gap > 5e7 { // for whoever reads this with -v: the promise is 50 ms
			t.Logf("%s: %q, interrupted at poll %d (code %d): %.0f million steps between two polls", name, args[:len(args)-1],
				after, code, gap/1e6)
		}
		switch {
		case complaint != "":
			t.Errorf("%s: %q, interrupted at poll %d: %s", name, args[:len(args)-1], after, complaint)
		case ctx.Asked() < after:
			return // it is done before that
		case code == 130 && !strings.Contains(stderr, "interrupted"):
			t.Errorf("%s: %q, interrupted at poll %d: it says %q", name, args[:len(args)-1], after, stderr)
		}
	}
}
