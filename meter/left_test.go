package meter_test

import (
	"context"
	"errors"
	"testing"

	"github.com/gridwright/gridwright/meter"
)

// TestLeft leaves work behind: who watches is told when it has ended, and at once where none is left.
func TestLeft(t *testing.T) {
	var l meter.Left
	ctx, cancel := context.WithCancel(meter.Watch(t.Context(), &l))
	derived, stop := context.WithCancel(ctx)
	defer stop()
	if err := meter.New(derived, 0).Aside(func() error { return nil }); err != nil {
		t.Fatal(err)
	}
	at := 0
	l.Then(func() { at++ })
	if at != 1 {
		t.Errorf("nothing is left, and it is told %d times", at)
	}
	goOn := make(chan struct{})
	began := make(chan struct{})
	go func() {
		<-began
		cancel()
	}()
	err := meter.New(derived, 0).Aside(func() error {
		close(began)
		<-goOn
		return nil
	})
	if !errors.Is(err, context.Canceled) {
		t.Fatal(err)
	}
	ended := make(chan struct{})
	l.Then(func() { close(ended) })
	select {
	case <-ended:
		t.Error("it is told that nothing is left while something is")
	default:
	}
	close(goOn)
	<-ended
}
