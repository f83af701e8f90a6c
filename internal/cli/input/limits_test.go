package input

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/gridwright/gridwright/families/checks"
	"github.com/gridwright/gridwright/internal/yamldoc"
	"github.com/gridwright/gridwright/meter"
	"github.com/gridwright/gridwright/puzzle"
)

var parser = &YAMLParser{MaxBytes: yamldoc.MaxBytes, Parse: yamldoc.ParseAllWithin}

// Documents that are much larger in memory than as text are stopped by the limits, and by the
// context, while they are read.
func TestLimitsOfDocuments(t *testing.T) {
	json := `{"family":"pairs","version":1,"start":[[` + strings.Repeat("1,", 300_000) + `1]]}`
	yaml := "family: pairs\nversion: 1\nstart: [[" + strings.Repeat("1,", 300_000) + "1]]\n"
	claim := `{"family":"pairs","version":1,"verdict":"solved","witness":[` + strings.Repeat("1,", 300_000) + `1]}`
	over, cancelled := context.Background(), context.Background()
	cancelled, cancel := context.WithCancel(cancelled)
	cancel()
	for name, text := range map[string]string{"json": json, "yaml": yaml} {
		read := func(ctx context.Context, lim puzzle.Limits) error {
			r := &Reader{Format: name, YAML: parser, Limits: lim, Stdin: strings.NewReader(text)}
			c, err := r.Open(ctx, Stdin)
			if err == nil {
				_, err = c.Next()
			}
			return err
		}
		var le *puzzle.LimitError
		if err := read(over, puzzle.Limits{Memory: 20 << 20}); !errors.As(err, &le) || le.Limit != "memory" {
			t.Errorf("%s within 20 MiB: %v", name, err)
		}
		if err := read(over, puzzle.Limits{Memory: 1 << 20}); !errors.As(err, &le) || le.Limit != "memory" {
			t.Errorf("%s within 1 MiB: %v", name, err)
		}
		if err := read(over, puzzle.Limits{Time: 1}); !errors.As(err, &le) || le.Limit != "time" {
			t.Errorf("%s within a nanosecond: %v", name, err)
		}
		if err := read(cancelled, puzzle.Limits{}); !errors.Is(err, context.Canceled) {
			t.Errorf("%s cancelled: %v", name, err)
		}
	}
	r := &Reader{Limits: puzzle.Limits{Memory: 20 << 20}, Stdin: strings.NewReader(claim)}
	c, err := r.OpenClaims(over, Stdin)
	if err == nil {
		_, err = c.Next(nil)
	}
	if !errors.Is(err, puzzle.ErrLimit) {
		t.Errorf("a claim within 20 MiB: %v", err)
	}
}

// A regular file that is being read ends with the context too.
func TestFileEndsWithContext(t *testing.T) {
	file := filepath.Join(t.TempDir(), "open.json")
	if err := os.WriteFile(file, []byte(`{"family":"`+strings.Repeat("a", 1<<20)), 0o600); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	r := &Reader{YAML: parser}
	c, err := r.Open(ctx, file)
	if err == nil {
		_, err = c.Next()
	}
	if !errors.Is(err, context.Canceled) {
		t.Fatalf("reading a file with a cancelled context: %v", err)
	}
}

// A document has one budget of time and memory: what its text, its tree and its puzzle take is added up.
func TestOneBudget(t *testing.T) {
	text := `{"family":"pairs","version":1,"start":["` + strings.Repeat("ab", 1<<20) + `"]}`
	for _, c := range []struct {
		memory int64
		stops  bool
	}{{3 << 20, true}, {64 << 20, false}} {
		r := &Reader{YAML: parser, Limits: puzzle.Limits{Memory: c.memory}, Stdin: strings.NewReader(text)}
		cases, err := r.Open(context.Background(), Stdin)
		if err == nil {
			_, err = cases.Next()
		}
		if errors.Is(err, puzzle.ErrLimit) != c.stops {
			t.Errorf("a text of 2 MiB within %s: %v", puzzle.Bytes(c.memory), err)
		}
	}
}

// Two hundred thousand unknown fields of YAML took a minute; they are refused before the parser sees them.
func TestManyYAMLFields(t *testing.T) {
	text := "family: pairs\nversion: 1\n" + manyFields(200_000)
	r := &Reader{YAML: parser, Stdin: strings.NewReader(text)}
	c, err := r.Open(context.Background(), Stdin)
	if err == nil {
		_, err = c.Next()
	}
	if !errors.Is(err, puzzle.ErrInput) || !strings.Contains(err.Error(), "at most 8192 fields") {
		t.Errorf("200,000 fields: %v", err)
	}
}

func manyFields(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "f%d: 1\n", i)
	}
	return b.String()
}

// The reading of a case in a text format ends with its time too, and each case has its own.
func TestLimitsOfTexts(t *testing.T) {
	for name, text := range map[string]string{
		"permute-line":  "ab/cd -> " + strings.Repeat("dc/ba|", 1<<17) + "dc/ba : shifts\n",
		"lights-digits": strings.Repeat(strings.Repeat("01", 1<<20)+"\n", 4),
		"tilting-tiles": "2048 2048\n" + strings.Repeat(strings.Repeat("r.", 1<<10)+"\n", 4096),
	} {
		read := func(lim puzzle.Limits) error {
			r := &Reader{Checkers: checks.All(), Format: name, Limits: lim, Stdin: strings.NewReader(text)}
			c, err := r.Open(context.Background(), Stdin)
			if err == nil {
				_, err = c.Next()
			}
			return err
		}
		var le *puzzle.LimitError
		if err := read(puzzle.Limits{Time: 1}); !errors.As(err, &le) || le.Limit != "time" {
			t.Errorf("%s within a nanosecond: %v", name, err)
		}
		if err := read(puzzle.Limits{Memory: 100 << 10}); !errors.As(err, &le) || le.Limit != "memory" {
			t.Errorf("%s within 100 KiB: %v", name, err)
		}
		for _, lim := range []puzzle.Limits{{}, {Time: time.Hour}} {
			if err := read(lim); errors.Is(err, puzzle.ErrLimit) {
				t.Errorf("%s within %v: %v", name, lim.Time, err)
			}
		}
	}
}

// Waiting takes no time of a case, and what the case before took is its own.
func TestClock(t *testing.T) {
	c := &clock{Context: context.Background(), limit: time.Hour, seen: &seen{}}
	if err := c.Err(); err != nil {
		t.Error(err)
	}
	c.began = c.began.Add(-3 * time.Hour)
	if err := c.Err(); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("after three hours: %v", err)
	}
	c.seen.waited = 150 * time.Minute
	if err := c.Err(); err != nil {
		t.Errorf("after three hours, most of them spent waiting: %v", err)
	}
	c.seen.waited = 0
	m := meter.New(c, 0)
	c.start(m)
	m.Poll() // the clock starts
	if m.Poll() != nil {
		t.Errorf("in another case: %v", m.Err())
	}
}
