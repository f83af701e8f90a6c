package lightscontest

import (
	"bytes"
	"io"
	"strings"
	"testing"

	"github.com/gridwright/gridwright/grid"
	"github.com/gridwright/gridwright/lights"
	"github.com/gridwright/gridwright/lights/lightssolve"
	"github.com/gridwright/gridwright/puzzle"
	"github.com/gridwright/gridwright/puzzle/contest"
)

func contestCalled(t testing.TB, name string) problem {
	t.Helper()
	for _, c := range Contests() {
		if c.Text.Name == name {
			return c
		}
	}
	t.Fatalf("there is no contest %s", name)
	return problem{}
}

// TestContestAssert tells what outputs assert, and what is wrong with those that assert nothing.
func TestContestAssert(t *testing.T) {
	small, thirty := emptyBoard(2, 1, plus), emptyBoard(extendedWidth, extendedHeight, plus)
	grid30 := strings.Repeat("0 1 0 1 1 0\n", 5)
	for _, c := range []struct {
		contest string
		k       int
		p       *lights.Instance
		out     string
		verdict puzzle.Verdict
		number  int64
		presses string // read row by row
		err     string
	}{
		{contest: "awkward-lights", p: small, out: "1\n", verdict: puzzle.Solved, number: -1},
		{contest: "awkward-lights", p: small, out: "\n\r\n \v0", verdict: puzzle.Impossible, number: -1},
		{contest: "awkward-lights", p: small, out: "", err: "line 1, column 1: the output ends where 0 or 1 is expected"},
		{contest: "awkward-lights", p: small, out: "yes\n", err: "line 1, column 1: 'yes' stands where 0 or 1 is expected"},
		{contest: "awkward-lights", p: small, out: "01\n", err: "line 1, column 1: '01' stands where 0 or 1 is expected"},
		{contest: "awkward-lights", p: small, out: "\n-1", err: "line 2, column 1: '-1' stands where 0 or 1 is expected"},

		{contest: "extended-lights-out", p: thirty, out: "PUZZLE #1\n" + grid30, verdict: puzzle.Solved, number: -1,
			presses: strings.Repeat("010110", 5)},
		{contest: "extended-lights-out", k: 11, p: thirty, out: "puzzle #12 " + grid30, verdict: puzzle.Solved, number: -1,
			presses: strings.Repeat("010110", 5)},
		{contest: "extended-lights-out", p: thirty, out: grid30,
			err: "line 1, column 1: '0' stands where PUZZLE is expected"},
		{contest: "extended-lights-out", k: 1, p: thirty, out: "PUZZLE #1\n" + grid30,
			err: "line 1, column 8: '#1' stands where #2 is expected"},
		{contest: "extended-lights-out", p: thirty, out: "PUZZLE",
			err: "line 1, column 7: the output ends where #1 is expected"},
		{contest: "extended-lights-out", p: thirty, out: "PUZZLE #1\n010110\n",
			err: "line 2, column 1: '010110' stands where a press, 0 or 1, is expected"},
		{contest: "extended-lights-out", p: thirty, out: "PUZZLE #1\n0 1 2",
			err: "line 2, column 5: '2' stands where a press, 0 or 1, is expected"},
		{contest: "extended-lights-out", p: thirty, out: "PUZZLE #1\n" + grid30[:50],
			err: "line 6, column 3: the output ends where a press, 0 or 1, is expected"},

		{contest: "fliptile", p: small, out: "0 1", verdict: puzzle.Solved, number: -1, presses: "01"},
		{contest: "fliptile", p: small, out: "1\n0\n", verdict: puzzle.Solved, number: -1, presses: "10"},
		{contest: "fliptile", p: small, out: "Impossible\n", verdict: puzzle.Impossible, number: -1},
		{contest: "fliptile", p: small, out: "-1",
			err: "line 1, column 1: '-1' stands where a press, 0 or 1, or IMPOSSIBLE is expected"},
		{contest: "fliptile", p: small, out: "0 IMPOSSIBLE",
			err: "line 1, column 3: 'IMPOSSIBLE' stands where a press, 0 or 1, is expected"},

		{contest: "minimum-flips", p: small, out: "-1", verdict: puzzle.Impossible, number: -1},
		{contest: "minimum-flips", p: small, out: " 3\n", verdict: puzzle.Solved, number: 3},
		{contest: "minimum-flips", p: small, out: "-2",
			err: "line 1, column 1: the number of flips is -2; it must be between -1 and 2147483647"},
		{contest: "minimum-flips", p: small, out: "1.0",
			err: "line 1, column 1: '1.0' stands where the number of flips, a whole number, is expected"},
		{contest: "minimum-flips", p: small, out: "99999999999999999999",
			err: "line 1, column 1: '99999999999999999999' stands where the number of flips, a whole number, is expected"},
	} {
		a, err := contestCalled(t, c.contest).Assert(contest.NewOutput([]byte(c.out)), c.k, c.p)
		if err != nil || c.err != "" {
			if err == nil || err.Error() != c.err {
				t.Errorf("%s, %q: %v; want %s", c.contest, c.out, err, c.err)
			}
			continue
		}
		presses := ""
		if a.Witness != nil {
			var b bytes.Buffer
			if err := writeRows(&b, a.Witness.Presses); err != nil {
				t.Fatal(err)
			}
			presses = strings.NewReplacer(" ", "", "\n", "").Replace(b.String())
		}
		if a.Verdict != c.verdict || a.Number != c.number || presses != c.presses || a.Line < 1 {
			t.Errorf("%s, %q: %v %d %q", c.contest, c.out, a.Verdict, a.Number, presses)
		}
	}
}

// TestContestTexts tells what is wrong with texts, and how many cases the others hold.
func TestContestTexts(t *testing.T) {
	const five = "0 0 0 0 0 0\n0 0 0 0 0 0\n0 0 0 0 0 0\n0 0 0 0 0 0\n0 0 0 0 0 0\n"
	for _, c := range []struct {
		contest, text string
		cases         int
		err           string
	}{
		{"extended-lights-out", "1\n" + five, 1, ""},
		{"extended-lights-out", "2\r\n" + five + "\n" + five, 2, ""},
		{"extended-lights-out", five + five + five, 3, ""},
		{"extended-lights-out", "1\n" + five + "1\n" + five, 2, ""},
		{"extended-lights-out", "0\n", 0, ""},
		{"extended-lights-out", "", 0, ""},
		{"extended-lights-out", "1\n" + five + five, 1,
			"line 7, column 1: the number of cases in line 1 is 1, yet more follows"},
		{"extended-lights-out", "3\n" + five, 1, "line 7, column 1: the input ends after 1 case; line 1 promises 3 cases"},
		{"extended-lights-out", "1\n" + five[:24], 0, "line 4, column 1: the input ends behind 2 rows of a board of 5"},
		{"extended-lights-out", "1\n0 0 0 0 0 2\n", 0, "line 2, column 11: a value is 2; it must be from 0 to 1"},
		{"extended-lights-out", "1\n0 0 0 0 0 0 0\n", 0, "line 2, column 13: unexpected '0' after the row's last value"},
		{"extended-lights-out", "-1\n", 0, "line 1, column 1: the number of cases is -1; it must be from 0 to 1099511627776"},

		{"fliptile", "1 2\n0 1\n2 1\n0\n1\n", 2, ""},
		{"fliptile", "16 2\n", 0, "line 1, column 1: the number of rows is 16; it must be from 1 to 15"},
		{"fliptile", "15 0\n", 0, "line 1, column 4: the number of columns is 0; it must be from 1 to 15"},
		{"fliptile", "1 2 3\n", 0, "line 1, column 5: unexpected '3' after the number of columns"},
		{"fliptile", "1 2\n0\n", 0, "line 2, column 2: a value is expected here, not the end of the line"},

		{"minimum-flips", "2\n1 1\n0\n1 2\n1 1\n", 2, ""},
		{"minimum-flips", "1 1\n0\n", 1, ""},
		{"minimum-flips", "1\n1 4\n", 0, "line 2, column 3: the number of columns is 4; it must be from 1 to 3"},
		{"minimum-flips", "1099511627777\n", 0,
			"line 1, column 1: the number of cases is 1099511627777; it must be from 0 to 1099511627776"},
	} {
		s, n := grid.NewScanner(strings.NewReader(c.text), -1), 0
		_, err := contestCalled(t, c.contest).Text.Read(nil, s)
		for ; err == nil; n++ {
			_, err = contestCalled(t, c.contest).Text.Read(nil, s)
		}
		if err == io.EOF {
			err = nil
		}
		if n != c.cases || err != nil && err.Error() != c.err || err == nil && c.err != "" {
			t.Errorf("%s, %q: %d cases, %v; want %d, %s", c.contest, c.text, n, err, c.cases, c.err)
		}
	}
}

// TestFliptileIsExact wants the answer to be the least of the fewest on all sizes: a checker can be expected to verify
// that of each.
func TestFliptileIsExact(t *testing.T) {
	for h := 1; h <= fliptileSide; h++ {
		for w := 1; w <= fliptileSide; w++ {
			p := emptyBoard(w, h, plus)
			s, err := lightssolve.NewSolver(lightssolve.Options{}).Prepare(t.Context(), p, puzzle.Limits{})
			if err != nil {
				t.Fatal(err)
			}
			if _, fewest := p.Verifiable(s.Solutions()); !fewest {
				t.Errorf("%d × %d has %v solutions, too many to look at each", h, w, s.Solutions())
			}
		}
	}
}

// FuzzContestTexts reads texts as each contest does: what is read is written and read again.
func FuzzContestTexts(f *testing.F) {
	for _, c := range Contests() {
		f.Add([]byte(c.Text.Sample))
		for _, sample := range c.Samples {
			f.Add([]byte(sample))
		}
	}
	f.Add([]byte("1099511627776\n1 1\n0\n"))
	contests := Contests()
	f.Fuzz(func(t *testing.T, input []byte) {
		for _, c := range contests {
			if c.Text.Read == nil {
				continue
			}
			c.Text.Sniff(input)
			s := grid.NewScanner(bytes.NewReader(input), -1)
			for {
				p, err := c.Text.Read(nil, s)
				if err != nil {
					break
				}
				var text bytes.Buffer
				if err := c.Text.Write(&text, p); err != nil || p.Validate() != nil || c.Limits(p) != nil {
					t.Fatalf("%s: %v, %v, %v", c.Text.Name, err, p.Validate(), c.Limits(p))
				}
				q, err := c.Text.Read(nil, grid.NewScanner(&text, -1))
				if err != nil || !q.Start.Equal(p.Start) {
					t.Fatalf("%s: %v comes back as %v, %v", c.Text.Name, p, q, err)
				}
			}
		}
	})
}

// FuzzContestAssert reads outputs as each contest does.
func FuzzContestAssert(f *testing.F) {
	for _, out := range []string{"0\n1\n", "PUZZLE #1\n0 1 0", "IMPOSSIBLE", "-1", "1 0 1 0", "\x00\xff", "PUZZLE #",
		"9223372036854775808"} {
		f.Add([]byte(out), uint8(0))
	}
	contests := Contests()
	f.Fuzz(func(t *testing.T, out []byte, k uint8) {
		for _, c := range contests {
			p := emptyBoard(1+int(k)%3, 1+int(k)/3%3, plus)
			a, err := c.Assert(contest.NewOutput(out), int(k), p)
			if err == nil && a.Verdict != puzzle.Solved && a.Verdict != puzzle.Impossible {
				t.Fatalf("%s: %v", c.Text.Name, a.Verdict)
			}
		}
	})
}
