package puzzletest

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"runtime"
	"strings"
	"testing"
	"testing/synctest"

	"github.com/gridwright/gridwright/grid"
	"github.com/gridwright/gridwright/meter"
	"github.com/gridwright/gridwright/puzzle"
	"github.com/gridwright/gridwright/puzzle/document"
)

// What decoders may take: under a limit of decodeMemory they allocate at most decodeRoom for a case, and the input once
// more (an error may copy it). What they have read without an error they have asked their meter about at least once in
// decodeDeaf bytes; stopped, they ask at most decodeLate times more; an input twice as long makes them ask at most
// two and a half times as often, and a few times. Error messages have at most decodeSays bytes.
const (
	decodeMemory = 1 << 20
	decodeRoom   = 8 << 20
	decodeDeaf   = 4 << 20
	decodeLate   = 100
	decodeFew    = 8
	decodeSays   = 2000
)

// decoding blows up documents and texts and feeds them to all decoders under limits. It does so in a bubble whose clock
// stands still while anybody works: how often a meter asks is then no matter of time.
func (k Kit) decoding(t testing.TB) {
	synctest.Test(t.(*testing.T), func(t *testing.T) { k.decodingStill(t) })
}

func (k Kit) decodingStill(t *testing.T) {
	inputs := 0
	try := func(name string, r reading, made func() blownInput) {
		if inputs++; inputs%decodeShare() != 0 {
			return
		}
		blown := made()
		if err := r.fault(blown); err != nil {
			t.Errorf("%s, %s: %v", name, blown.name, err)
		}
	}
	for i, size := range k.Sizes {
		if i > 0 && i < len(k.Sizes)-1 {
			continue
		}
		for seed := range min(uint64(k.PerSize), 2) {
			in := k.generate(k.Seed+seed, size)
			name := fmt.Sprintf("an instance of about %d cells", size)
			for blown := range blowUps(mustTree(t, mustJSON(t, in))) {
				try(name, readInstances(k.Family.Checker), blown)
			}
			cl := k.prove(t, name, in)
			for blown := range blowUps(mustTree(t, mustJSON(t, cl))) {
				try("a claim "+cl.Verdict().String(), readClaim(k.Family.Checker), blown)
			}
			for _, f := range k.Family.Formats() {
				var text bytes.Buffer
				if k.Family.WriteText(&text, f.Name, in) != nil {
					continue
				}
				for blown := range blowUpText(text.String()) {
					try("a text in "+f.Name, readTexts(k.Family.Checker, f.Name), blown)
				}
			}
		}
	}
	if inputs < decodeShare() {
		t.Fatal("nothing was decoded")
	}
	t.Logf("%d inputs", inputs/decodeShare())
}

// A reading prepares an input, and reads it under a meter's limits. It returns how many cases came without an error.
type reading func(data []byte) func(m *meter.Meter) (cases int, err error)

// prepared reads a document with a decoder that gets a tree: parsing has limits, and tests, of its own.
func prepared(decode func(m *meter.Meter, v *document.Value) error) reading {
	return func(data []byte) func(m *meter.Meter) (int, error) {
		tree, err := document.ParseJSON(data)
		return func(m *meter.Meter) (int, error) {
			if err != nil {
				return 0, err
			}
			if err := decode(m, &tree); err != nil {
				return 0, err
			}
			return 1, nil
		}
	}
}

func readInstances(c *puzzle.Checker) reading {
	return prepared(func(m *meter.Meter, v *document.Value) error {
		_, err := c.DecodeInstances(m, v)
		return err
	})
}

func readClaim(c *puzzle.Checker) reading {
	return prepared(func(m *meter.Meter, v *document.Value) error {
		_, err := c.DecodeClaim(m, v)
		return err
	})
}

// readTexts reads all cases of a text. As everywhere its reader asks too, whenever it is asked for more.
func readTexts(c *puzzle.Checker, format string) reading {
	return func(data []byte) func(m *meter.Meter) (int, error) {
		return func(m *meter.Meter) (cases int, err error) {
			s := grid.NewScanner(&asking{m, bytes.NewReader(data)}, -1)
			for {
				if cases > 0 {
					m.Release(m.Held())
				}
				_, err := c.ReadText(m, format, s)
				if err == io.EOF {
					return cases, nil
				}
				if err != nil {
					return cases, err
				}
				cases++
			}
		}
	}
}

// An asking reader asks its meter before each Read.
type asking struct {
	m *meter.Meter
	r io.Reader
}

func (a *asking) Read(p []byte) (int, error) {
	if err := a.m.Poll(); err != nil {
		return 0, err
	}
	return a.r.Read(p)
}

// A polled context counts how often it is asked, and is cancelled after some times.
type polled struct {
	context.Context
	asked, most int
}

func (p *polled) Err() error {
	if p.asked++; p.asked > p.most {
		return context.Canceled
	}
	return nil
}

// fault reads an input, its half where there is one, and reports what goes against the constants above.
func (r reading) fault(in blownInput) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("panic: %v", p)
		}
	}()
	if err := r.memoryFault(in.data); err != nil {
		return err
	}
	all := &polled{Context: context.Background(), most: 1 << 30}
	_, err = r(in.data)(meter.New(all, 0))
	if bad := wrongKind(err); bad != nil {
		return bad
	}
	asked := all.asked - 1 // New asks, too
	if err == nil && asked < len(in.data)/decodeDeaf {
		return fmt.Errorf("%d bytes were read and the meter asked %d times", len(in.data), asked)
	}
	if in.half != nil {
		half := &polled{Context: context.Background(), most: 1 << 30}
		_, _ = r(in.half)(meter.New(half, 0))
		if asked > 5*(half.asked-1)/2+decodeFew {
			return fmt.Errorf("the meter was asked %d times over %d bytes and %d times over %d", half.asked-1, len(in.half),
				asked, len(in.data))
		}
	}
	for _, most := range []int{1, 2, asked / 2, asked} {
		if most < 1 || most > asked {
			continue
		}
		ctx := &polled{Context: context.Background(), most: most}
		m := meter.New(ctx, 0)
		// Where a run asks less than the first one did, as waiting asks by the clock, nobody has told it to stop.
		if _, err := r(in.data)(m); !errors.Is(err, context.Canceled) && ctx.asked > most {
			return fmt.Errorf("stopped after %d of %d questions: %v", most, asked, err)
		}
		if ctx.asked > most+1+decodeLate {
			return fmt.Errorf("stopped after %d questions it asked %d times more", most, ctx.asked-most-1)
		}
	}
	return nil
}

// memoryFault reads an input under a limit of memory and counts what is allocated.
func (r reading) memoryFault(data []byte) error {
	best, room := uint64(1<<63), uint64(0)
	for range 3 { // somebody else may allocate, too
		read := r(data)
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		cases, err := read(meter.New(context.Background(), decodeMemory))
		runtime.ReadMemStats(&after)
		if bad := wrongKind(err); bad != nil {
			return bad
		}
		room = decodeRoom*uint64(cases+1) + uint64(len(data))
		if best = min(best, after.TotalAlloc-before.TotalAlloc); best <= room {
			return nil
		}
	}
	return fmt.Errorf("%d bytes of input made the decoder allocate %d, under a limit of %d", len(data), best, decodeMemory)
}

func wrongKind(err error) error {
	switch {
	case err == nil:
	case !errors.Is(err, puzzle.ErrInput) && !errors.Is(err, puzzle.ErrLimit):
		return fmt.Errorf("an error of another kind: %w", err)
	case len(err.Error()) > decodeSays:
		return fmt.Errorf("an error of %d bytes: %.200s…", len(err.Error()), err.Error())
	}
	return nil
}

// A blownInput input is larger in one place than anybody needs; half, where it is there, is half as large in that
// place.
type blownInput struct {
	name       string
	data, half []byte
}

// Sizes of blown-up texts and lists.
const (
	longText = 4 << 20
	longList = 100_000
)

func hugeNumbers() []string {
	return []string{"1000", "65536", "1000000", "16777216", "1073741823", "2147483647", "2147483648",
		"1" + strings.Repeat("0", 1000)}
}

func long(s string, n int) string {
	if s == "" {
		s = "x"
	}
	return strings.Repeat(s, n/len(s)+1)
}
