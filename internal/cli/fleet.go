package cli

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"iter"
	"log/slog"
	"path/filepath"
	"strings"

	"github.com/spf13/pflag"

	"github.com/gridwright/gridwright/internal/batch"
	"github.com/gridwright/gridwright/internal/cli/exit"
	"github.com/gridwright/gridwright/internal/cli/session"
	"github.com/gridwright/gridwright/internal/fleet"
	"github.com/gridwright/gridwright/puzzle"
)

// fleetFlags say where the workers of other machines are to be found; without --nats none are.
type fleetFlags struct {
	dial  fleet.Dial
	chunk exit.Whole
}

func (n *fleetFlags) flags(f *pflag.FlagSet) {
	n.dial.Flags(f)
	f.Var(&n.chunk, "nats-chunk", "give a worker so many lines at once, at the most (default 256)")
	f.Lookup("nats-chunk").DefValue = "0"
}

// client makes a client for the workers; nil where nobody asked for one.
func (a *app) client(n *fleetFlags, about string, work fleet.Work) (*fleet.Client, error) {
	if n.dial.URL == "" {
		return nil, nil
	}
	if err := n.dial.Check(); err != nil {
		return nil, exit.Usagef("%v", err)
	}
	if n.chunk < 0 || n.chunk > 1<<14 {
		return nil, exit.Usagef("--nats-chunk is at most %d", 1<<14)
	}
	n.dial.Log = slog.New(&plainLog{a: a})
	lim := a.Limits()
	work.Time, work.Memory = lim.Time, lim.Memory
	return &fleet.Client{Dial: n.dial, About: about, Work: work, Chunk: int(n.chunk)}, nil
}

// remote has the lines of a batch answered by workers, where --nats asks for that.
func (b *batching) remote(cfg *batch.Config) error {
	var names []string
	for _, in := range cfg.Inputs {
		names = append(names, filepath.Base(in))
	}
	c, err := b.client(&b.fleet, strings.Join(names, " "), fleet.Work{Verb: b.verb})
	if c == nil || err != nil {
		return err
	}
	cfg.Remote = func(ctx context.Context, run string, first int64, next func() (batch.Line, error),
		done func([]byte) error) error {
		c.ID = run
		return c.Run(ctx, first, func() (fleet.Line, error) {
			l, err := next()
			return fleet.Line(l), err
		}, func(r fleet.Result) error {
			b.dead += r.Dead
			return done(r.Text)
		})
	}
	return nil
}

// shared has workers compute the rows of a table, each part of it by another one.
func (a *app) shared(
	n *fleetFlags, f *puzzle.Family, name, arg string, given puzzle.Options, list *puzzle.Listing,
) error {
	c, err := a.client(n, strings.Join([]string{f.Name(), name, arg}, " "),
		fleet.Work{Table: &fleet.TableWork{Family: f.Name(), Name: name, Options: given}})
	if c == nil || err != nil {
		return err
	}
	c.ID = fleet.NewID()
	if n.chunk == 0 {
		c.Chunk = 16
	}
	parts := list.Parts
	if parts == nil {
		parts = func(yield func(string) bool) { yield(arg) }
	}
	list.Rows = func(ctx context.Context, _ puzzle.Limits, yield func([]string) error) error {
		part, stop := iter.Pull(parts)
		defer stop()
		n := int64(0)
		return c.Run(ctx, 1, func() (fleet.Line, error) {
			text, ok := part()
			if n++; !ok {
				return fleet.Line{}, io.EOF
			}
			l := fleet.Line{Text: []byte(text)}
			l.At.Line = n
			return l, nil
		}, func(r fleet.Result) error { return eachRow(r.Text, yield) })
	}
	return nil
}

// eachRow reads what workers have answered for parts of a table.
func eachRow(text []byte, yield func([]string) error) error {
	for line := range strings.Lines(string(text)) {
		var r fleet.Rows
		if err := json.Unmarshal([]byte(line), &r); err != nil {
			return fmt.Errorf("a worker has answered with what is no row: %.200q", line)
		}
		for _, row := range r.Rows {
			if err := yield(row); err != nil {
				return err
			}
		}
		if err := r.Err(); err != nil {
			return err
		}
	}
	return nil
}

// plainLog says on standard error what a client has to say while it waits.
type plainLog struct{ a *app }

// Enabled implements slog.Handler.
func (p *plainLog) Enabled(_ context.Context, l slog.Level) bool { return l >= slog.LevelInfo }

// Handle implements slog.Handler.
func (p *plainLog) Handle(_ context.Context, r slog.Record) error {
	text := r.Message
	r.Attrs(func(at slog.Attr) bool {
		text += "; " + at.Key + ": " + at.Value.String()
		return true
	})
	_, err := fmt.Fprintf(p.a.Stderr, "%s: %s\n", session.Prog, text)
	return err
}

// WithAttrs implements slog.Handler.
func (p *plainLog) WithAttrs([]slog.Attr) slog.Handler { return p }

// WithGroup implements slog.Handler.
func (p *plainLog) WithGroup(string) slog.Handler { return p }
