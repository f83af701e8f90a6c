package permute

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/gridwright/gridwright/grid"
	"github.com/gridwright/gridwright/meter"
	"github.com/gridwright/gridwright/puzzle"
)

// sample is the contest's own.
const sample = `4
293
678
514
624
579
183
624
579
183
293
678
514
123
456
789
321
456
789
123
456
789
123
456
789
`

// text shows an instance as the compact format writes its boards.
func text(p *Instance) string {
	b, ok := p.appendBoard(nil, p.Start)
	if !ok {
		return fmt.Sprintf("%q %v", p.Labels, p.Start)
	}
	for i, g := range p.Goals {
		b = append(b, " -|"[min(i, 1)*2:min(i, 1)*2+1]...)
		b, _ = p.appendBoard(b, g)
	}
	return string(b)
}

// readAll reads a text with a format's reader and validates everything.
func readAll(read func(*meter.Meter, *grid.Scanner) (*Instance, error), r io.Reader) (ps []*Instance, err error) {
	s := grid.NewScanner(r, -1)
	for {
		p, err := read(nil, s)
		if err == io.EOF {
			return ps, nil
		}
		if err != nil {
			return ps, err
		}
		if err := p.Validate(); err != nil {
			return ps, err
		}
		ps = append(ps, p)
	}
}

func TestSquare(t *testing.T) {
	const want = "[293/678/514 624/579/183 624/579/183 293/678/514 123/456/789 321/456/789 123/456/789 123/456/789]"
	for name, in := range map[string]string{
		"plain":    sample,
		"no end":   strings.TrimSuffix(sample, "\n"),
		"CRLF":     strings.ReplaceAll(sample, "\n", "\r\n"),
		"blank":    "\xEF\xBB\xBF\n" + strings.ReplaceAll(sample, "\n", " \n\n"),
		"indented": " " + strings.ReplaceAll(sample, "\n", "\n\t"),
		"two runs": "1" + sample[1:26] + "3\n" + sample[26:],
		"0 first":  "0\n\n" + sample,
		"0 last":   sample + "0\n",
	} {
		for _, wrap := range []func(io.Reader) io.Reader{func(r io.Reader) io.Reader { return r }, iotest.OneByteReader,
			iotest.DataErrReader} {
			ps, err := readAll(readSquare, wrap(strings.NewReader(in)))
			var got []string
			for _, p := range ps {
				got = append(got, strings.Fields(text(p))...)
				if p.Moves != ps[0].Moves || &p.Labels[0] != &ps[0].Labels[0] || !p.Given {
					t.Errorf("%s: moves or labels are not shared", name)
				}
			}
			if err != nil || fmt.Sprint(got) != want {
				t.Errorf("%s: %v, %v", name, got, err)
			}
		}
	}
	ps, _ := readAll(readSquare, strings.NewReader(sample))
	if got := show(ps[0].Moves); got != "R1(1 2 3) R2(4 5 6) R3(7 8 9) D1(1 4 7) D2(2 5 8) D3(3 6 9) CW(1 3 9 7)(2 6 8 4)" {
		t.Errorf("the moves are %s", got)
	}
	s := grid.NewScanner(strings.NewReader("0\n"), -1)
	if _, err := readSquare(nil, s); err != io.EOF || !s.Ended() {
		t.Errorf("no cases: %v, ended %v", err, s.Ended())
	}
	// A number of three digits may begin another run, though it might be a row.
	run := func(n int) string {
		return fmt.Sprintln(n) + strings.Repeat("456\n789\n132\n456\n789\n123\n", n)
	}
	if ps, err := readAll(readSquare, strings.NewReader(run(1)+run(124)+run(1))); err != nil || len(ps) != 126 {
		t.Errorf("runs: %d, %v", len(ps), err)
	}
}

func TestBadSquare(t *testing.T) {
	const board = "123\n456\n789\n"
	for _, c := range []struct{ in, want string }{
		{"x\n", "line 1, column 1: the number of cases is expected here, not 'x'"},
		{"-1\n", "line 1, column 1: the number of cases is -1; it must be from 0 to 1099511627776"},
		{"99999999999999\n", "line 1, column 1: the number of cases is 99999999999999; it must be from 0 to 1099511627776"},
		{"1 2\n", "line 1, column 3: unexpected '2' after the number of cases"},
		{"1\n", "line 2, column 1: the input ends after 0 cases; line 1 promises 1 case"},
		{"\n200000\n" + board + board, "line 9, column 1: the input ends after 1 case; line 2 promises 200000 cases"},
		{"2\n" + board + board + board + "12", "line 11, column 3: this row has 2 digits; it must have 3"},
		{"2\n" + board + board + board + "123\n", "line 12, column 1: the input ends in the middle of case 2; line 1 " +
			"promises 2 cases"},
		{"1\n" + board + board + board + board, "line 8, column 1: the number of cases in line 1 is 1, yet more follows"},
		{"1\n" + board + board + "\n " + board, "line 9, column 2: the number of cases in line 1 is 1, yet more follows"},
		{"1\n" + board + board + "x", "line 8, column 1: the number of cases is expected here, not 'x'"},
		{"1\n12\n", "line 2, column 3: this row has 2 digits; it must have 3"},
		{"1\n1234\n", "line 2, column 4: unexpected '4' after the row's three digits"},
		{"1\n1 2 3\n", "line 2, column 2: this row has 1 digits; it must have 3"},
		{"1\n120\n", "line 2, column 3: '0' is no tile here; the tiles are the digits 1 to 9"},
		{"1\n12é\n", "line 2, column 3: 'é' is no tile here; the tiles are the digits 1 to 9"},
		{"1\n12\xff\n", "line 2, column 3: the byte 0xFF is not valid UTF-8; is this a text file?"},
		{"1\n121\n", "line 2, column 3: the start has the digit 1 twice"},
		{"1\n" + board + "123\n456\n781\n", "line 7, column 3: the target has the digit 1 twice"},
		{"1\n" + board + "123\r\n456\r\n78\r\n", "line 7, column 3: this row has 2 digits; it must have 3"},
	} {
		for _, wrap := range []func(io.Reader) io.Reader{func(r io.Reader) io.Reader { return r }, iotest.OneByteReader} {
			if _, err := readAll(readSquare, wrap(strings.NewReader(c.in))); err == nil || err.Error() != c.want ||
				!errors.Is(err, puzzle.ErrInput) {
				t.Errorf("%q: %v; want %s", c.in, err, c.want)
			}
		}
	}
	broken := errors.New("the cable is out")
	for _, n := range []int{0, 1, 2, 5, 20, 26, 60, len(sample)} {
		_, err := readAll(readSquare, io.MultiReader(strings.NewReader(sample[:n]), iotest.ErrReader(broken)))
		if !errors.Is(err, broken) {
			t.Errorf("broken after %d bytes: %v", n, err)
		}
	}
}

// The fast reader and the slow one read the same.
func TestSquareFastAndSlow(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for range 2000 {
		in := []byte(randomCases(rng, 1)[2:])
		if rng.IntN(2) == 0 {
			in[rng.IntN(len(in))] = "123456789\n0x "[rng.IntN(13)]
		}
		var a, b squareCase
		s := grid.NewScanner(bytes.NewReader(in), -1)
		fast := a.fast(s)
		s2 := grid.NewScanner(bytes.NewReader(in), -1)
		err := b.slow(s2, &squareReader{total: 1, left: 1, line: 1})
		// Blanks beside rows are read by the slow one alone.
		if fast && (err != nil || a.tiles != b.tiles || s.Pos() != s2.Pos()) ||
			!fast && err == nil && !bytes.ContainsAny(in, " ") && in[len(in)-1] == '\n' && !bytes.Contains(in, []byte("\n\n")) {
			t.Fatalf("%q: fast %v %v at %v, slow %v %v at %v", in, fast, a.tiles, s.Pos(), err, b.tiles, s2.Pos())
		}
	}
}

func randomCases(rng *rand.Rand, n int) string {
	var b strings.Builder
	fmt.Fprintln(&b, n)
	for range 2 * n {
		for i, d := range rng.Perm(9) {
			b.WriteByte(byte('1' + d))
			if i%3 == 2 {
				b.WriteByte('\n')
			}
		}
	}
	return b.String()
}

func TestWriteSquare(t *testing.T) {
	ps, err := readAll(readSquare, strings.NewReader(sample))
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	for _, p := range ps {
		if err := writeSquare(&out, p); err != nil {
			t.Fatal(err)
		}
	}
	again, err := readAll(readSquare, &out)
	if err != nil || len(again) != len(ps) {
		t.Fatal(err)
	}
	for i := range ps {
		if text(ps[i]) != text(again[i]) {
			t.Errorf("%s came back as %s", text(ps[i]), text(again[i]))
		}
	}
	for _, line := range []string{
		"12/34 -> 12/34", "123/456/788 -> 123/456/788", "123/456/789 -> 123/456/78.",
		"123/456/789 -> 123/456/789 | 123/456/798",
		"123/456/789 : shift-right shift-down", "123/456/789 : shift-right shift-down rotate-ccw",
		"123/456/789 : shift-right shift-down rotate-cw=2", "abc/def/ghi",
	} {
		ps, err := readAll(readLineText, strings.NewReader(line))
		if err != nil {
			t.Fatal(err)
		}
		if err := writeSquare(io.Discard, ps[0]); !errors.Is(err, puzzle.ErrUnsupported) {
			t.Errorf("%s: %v", line, err)
		}
	}
	for _, line := range []string{"321/456/789", "321/456/789 -> 123/456/789 : rotate-cw shift-down shift-right=1",
		"321/456/789 : rotate:cw shifts:down,right"} {
		ps, err := readAll(readLineText, strings.NewReader(line))
		if err != nil {
			t.Fatal(err)
		}
		out.Reset()
		if err := writeSquare(&out, ps[0]); err != nil || out.String() != "1\n321\n456\n789\n123\n456\n789\n" {
			t.Errorf("%s: %q, %v", line, out.String(), err)
		}
	}
}

func TestAnswerSquare(t *testing.T) {
	for _, c := range []struct {
		o    Outcome
		want string
	}{
		{Outcome{Verdict: puzzle.Solved, Witness: &Witness{}}, "0\n"},
		{Outcome{Verdict: puzzle.Solved, Witness: &Witness{Cost: 10}}, "10\n"},
		{Outcome{Verdict: puzzle.Impossible}, "-1\n"},
	} {
		var out bytes.Buffer
		if err := answerSquare(&out, nil, c.o); err != nil || out.String() != c.want {
			t.Errorf("%q, %v; want %q", out.String(), err, c.want)
		}
	}
}

// What a case costs: reading it, and reading it through the kernel, which also validates it.
func BenchmarkReadSquare(b *testing.B) {
	const n = 200_000
	in := randomCases(rand.New(rand.NewPCG(3, 4)), n)
	family := believer()
	for name, read := range map[string]func(*grid.Scanner) error{
		"hook":   func(s *grid.Scanner) error { _, err := readSquare(nil, s); return err },
		"kernel": func(s *grid.Scanner) error { _, err := family.ReadText(nil, FormatSquare, s); return err },
	} {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			b.SetBytes(int64(len(in) / n))
			var s *grid.Scanner
			for i := range b.N {
				if i%n == 0 {
					s = grid.NewScanner(strings.NewReader(in), int64(len(in)))
				}
				if err := read(s); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
