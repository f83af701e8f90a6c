//go:build unix

package input

import (
	"context"
	"errors"
	"path/filepath"
	"syscall"
	"testing"
	"time"
)

// A named pipe that nobody writes to does not hold the program once its context has ended.
func TestNamedPipeWithoutWriter(t *testing.T) {
	name := filepath.Join(t.TempDir(), "pipe")
	if err := syscall.Mkfifo(name, 0o600); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	time.AfterFunc(20*time.Millisecond, cancel)
	if _, err := (&Reader{}).Open(ctx, name); !errors.Is(err, context.Canceled) {
		t.Fatalf("opening a pipe without a writer: %v", err)
	}
}
