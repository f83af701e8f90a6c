package server

import (
	"bytes"
	"context"
	"errors"
	"io"
	"math/rand/v2"
	"sync"
	"testing"
	"testing/iotest"
	"time"
)

// TestRoom has many take and give at once: never more than there is, and all is there in the end.
func TestRoom(t *testing.T) {
	const bytes = 1000
	m := newRoom(bytes)
	var all sync.WaitGroup
	for i := range 50 {
		all.Go(func() {
			rng := rand.New(rand.NewPCG(1, uint64(i)))
			for range 200 {
				n := 1 + rng.Int64N(bytes)
				if !m.take(context.Background(), n, time.Hour) {
					t.Error("nobody waited an hour")
				}
				if m.mu.Lock(); m.left < 0 {
					t.Errorf("%d bytes are left", m.left)
				}
				m.mu.Unlock()
				m.give(n)
			}
		})
	}
	all.Wait()
	if m.left != bytes {
		t.Errorf("%d bytes are left in the end", m.left)
	}
	if m.take(context.Background(), bytes+1, time.Millisecond) {
		t.Error("more was taken than there is")
	}
	gone, cancel := context.WithCancel(context.Background())
	cancel()
	if m.take(gone, bytes+1, time.Hour) {
		t.Error("more was taken than there is")
	}
}

// TestBody reads requests of many sizes: what is taken covers what is held, a small one takes nothing, and one that does
// not fit is not read on.
func TestBody(t *testing.T) {
	fault := errors.New("fault")
	for _, size := range []int{0, 1, freeBody - 1, freeBody, freeBody + 1, 3 * freeBody, bodyChunk, 5*bodyChunk + 7} {
		text := make([]byte, size)
		for i := range text {
			text[i] = byte(i * 7)
		}
		m := newRoom(1 << 30)
		got, taken, full, err := m.body(t.Context(), iotest.HalfReader(bytes.NewReader(text)), int64(size), 0)
		if err != nil || full || !bytes.Equal(got, text) {
			t.Fatalf("%d bytes: %d, full %v, %v", size, len(got), full, err)
		}
		if size < freeBody && taken != 0 || taken < 2*int64(size-freeBody) || taken > 4*int64(size)+2*bodyChunk {
			t.Errorf("%d bytes take %d", size, taken)
		}
		if m.left+taken != 1<<30 {
			t.Errorf("%d bytes: %d are left, %d taken", size, m.left, taken)
		}
		// The same with too little room, and with a fault at the end: what was taken is told.
		m = newRoom(max(0, taken-1))
		if _, part, full, err := m.body(t.Context(), bytes.NewReader(text), -1, 0); taken > 0 && (!full || err != nil) ||
			part+m.left != max(0, taken-1) {
			t.Errorf("%d bytes where there is too little room: full %v, %v; %d taken, %d left", size, full, err, part, m.left)
		}
		m = newRoom(1 << 30)
		broken := io.MultiReader(bytes.NewReader(text), iotest.ErrReader(fault))
		if _, part, _, err := m.body(t.Context(), broken, 9, 0); err != fault || part+m.left != 1<<30 {
			t.Errorf("%d bytes and a fault: %v; %d taken, %d left", size, err, part, m.left)
		}
	}
}
