package meter_test

import (
	"context"
	"errors"
	"io"
	"strings"
	"sync"
	"testing"

	"github.com/gridwright/gridwright/meter"
)

// polls is a context that counts how often it is asked, and ends at the last of them.
type polls struct {
	context.Context
	asked, last int
}

func (p *polls) Err() error {
	if p.asked++; p.asked > p.last {
		return context.Canceled
	}
	return nil
}

func TestWorkLooksAtTheContext(t *testing.T) {
	ctx := &polls{Context: context.Background(), last: 3}
	m := meter.New(ctx, 0)
	steps := 0
	for m.Work(1000) == nil {
		if steps += 1000; steps > 1e9 {
			t.Fatal("the meter never stops")
		}
	}
	if steps < 2e6 || steps > 4e6 {
		t.Errorf("stopped after %d steps; three looks are about three million", steps)
	}
	if asked := ctx.asked; m.Work(1) != context.Canceled || m.Err() != context.Canceled || ctx.asked != asked {
		t.Error("the error is not sticky")
	}
	if m.Fork().Err() != context.Canceled {
		t.Error("a fork of a stopped meter is not stopped")
	}
}

func TestHold(t *testing.T) {
	m := meter.New(context.Background(), 100)
	if err := m.Hold("a", 60); err != nil {
		t.Fatal(err)
	}
	f := m.Fork()
	var me *meter.MemoryError
	if err := f.Hold("b", 41); !errors.As(err, &me) || me.What != "b" || me.Need != 101 || me.Limit != 100 {
		t.Fatalf("%+v", me)
	}
	if m.Held() != 60 {
		t.Errorf("%d bytes are held after a refusal", m.Held())
	}
	m.Release(60)
	if err := m.Hold("c", 100); err != nil {
		t.Error(err)
	}
	if err := f.Hold("d", 0); err == nil {
		t.Error("a meter that stopped goes on")
	}
}

// Forks share their memory: of 16 goroutines that want a tenth each, ten get it.
func TestForks(t *testing.T) {
	m := meter.New(context.Background(), 100)
	var wg sync.WaitGroup
	refused := make(chan bool, 16)
	for range 16 {
		f := m.Fork()
		wg.Go(func() { refused <- f.Hold("a tenth", 10) != nil })
	}
	wg.Wait()
	close(refused)
	n := 0
	for r := range refused {
		if r {
			n++
		}
	}
	if n < 6 || m.Held() > 100 {
		t.Errorf("%d refusals, %d bytes held", n, m.Held())
	}
}

func TestNil(t *testing.T) {
	var m *meter.Meter
	m.Release(1)
	if m.Work(1<<30) != nil || m.Poll() != nil || m.Hold("", 1<<30) != nil || m.Err() != nil || m.Held() != 0 || m.Fork() != nil {
		t.Error("a nil meter stops work")
	}
}

// What is done aside is left behind when the meter stops, and its errors and panics are the caller's.
func TestAside(t *testing.T) {
	fault := errors.New("a fault")
	m := meter.New(context.Background(), 0)
	if err := m.Aside(func() error { return fault }); err != fault {
		t.Errorf("%v", err)
	}
	func() {
		defer func() {
			if r := recover(); r != "oh" {
				t.Errorf("the panic is %v", r)
			}
		}()
		m.Aside(func() error { panic("oh") })
	}()
	release := make(chan bool)
	defer close(release)
	m = meter.New(&polls{Context: context.Background(), last: 3}, 0)
	if err := m.Aside(func() error { <-release; return nil }); err != context.Canceled {
		t.Errorf("%v", err)
	}
}

// What is written under a meter gets through until the meter stops.
func TestWriting(t *testing.T) {
	var out strings.Builder
	ctx, cancel := context.WithCancel(context.Background())
	work := func(w io.Writer) error {
		for i := range 10 {
			if i == 3 {
				cancel()
			}
			if _, err := io.WriteString(w, "a"); err != nil {
				return err
			}
		}
		return nil
	}
	if err := meter.New(ctx, 0).Writing(&out, work); err != context.Canceled || out.String() != "aaa" {
		t.Errorf("called off before the fourth write: %v after %q", err, out.String())
	}
	if err := (*meter.Meter)(nil).Writing(&out, work); err != nil || out.String() != "aaaaaaaaaaaaa" {
		t.Errorf("without a meter: %v after %q", err, out.String())
	}
}

// A worker that is left behind writes nothing more.
func TestWritingIsLeftBehind(t *testing.T) {
	var out strings.Builder
	release, done := make(chan bool), make(chan error, 1)
	m := meter.New(&polls{Context: context.Background(), last: 1}, 0)
	err := m.Writing(&out, func(w io.Writer) error {
		<-release
		_, err := io.WriteString(w, "late")
		done <- err
		return err
	})
	close(release)
	if late := <-done; err != context.Canceled || late == nil || out.Len() > 0 {
		t.Errorf("%v; a late write: %v, %q", err, late, out.String())
	}
}
