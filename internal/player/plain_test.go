package player

import (
	"bytes"
	"context"
	"io"
	"strings"
	"testing"
)

// plainly plays lines and returns what was said.
func plainly(t *testing.T, file string, lines ...string) string {
	t.Helper()
	var out bytes.Buffer
	c := open(t, file)
	c.ASCII = true
	if err := Plain(t.Context(), c, strings.NewReader(strings.Join(lines, "\n")), &out); err != nil {
		t.Fatal(err)
	}
	if strings.ContainsFunc(out.String(), func(r rune) bool { return r > 126 || r < ' ' && r != '\n' }) {
		t.Errorf("more than plain text: %q", out.String())
	}
	return out.String()
}

// wants wants texts in that order.
func wants(t *testing.T, out string, texts ...string) {
	t.Helper()
	rest := out
	for _, text := range texts {
		_, after, ok := strings.Cut(rest, text)
		if !ok {
			t.Fatalf("no %q in\n%s\nof\n%s", text, rest, out)
		}
		rest = after
	}
}

func TestPlain(t *testing.T) {
	wants(t, plainly(t, "luxor.txt", "help", "moves", "1", "undo", "L", "hint", "distance", "X", "D", "R", "U", "redo",
		"reset", "quit", "L"), "start", "undo, redo", "1  L: tilt left", "Move 1: L, tilt left.", "The start.", "Move 1: L.",
		"Hint: D", "From here it is solved in 3 tilts", "X", "Solved!", "Nothing to redo", "The start.")
	wants(t, plainly(t, "long.yaml", "next", "solve", "step 389", "next", "next", "step x", "back", "first", "last"),
		"Nothing is told", "Solved in 390 tilts", "Step 0 of 390", "Step 389 of 390", "Step 390 of 390", "steps 0 to 390",
		"A step is a number", "Step 389 of 390", "Step 0 of 390", "Step 390 of 390")
	wants(t, plainly(t, "ring.json", "solve", "hint", "distance", "why", "next"), "impossible", "impossible",
		"impossible", "Reason, part 1", "Reason, part 2")
	wants(t, plainly(t, "assembly.txt", "less", "more", "why", "more", "more", "more", "more", "more"), "first puzzle",
		"puzzle 2", "It can be done", "last puzzle")
	for file, first := range map[string]string{"lights.yaml": "Move 1:", "square.txt": "Move 1:",
		"assembly.txt": "Chosen: (1,1), begin with the block at (1, 1)."} {
		out := plainly(t, file, "moves", "hint", "1", "undo", "solve", "next")
		wants(t, out, "1  ", "Hint: ", first, "The start.", "Step 0 of", "Step 1 of")
		if n := strings.Count(out, "Solved "); n != 1 {
			t.Errorf("%s: the headline stands there %d times:\n%s", file, n, out)
		}
	}
	// Of 9 blocks 8 are let in, and to choose the first one is no move.
	wants(t, plainly(t, "assembly.txt", "solve", "(3,1)", "<3", "solve"), "Solved with 8 moves", "Chosen: (3,1).", "Move 1:",
		"Solved with 7 moves")
}

// TestPlainLong goes on behind a line that is too long, and takes a last line that has no end.
func TestPlainLong(t *testing.T) {
	long := strings.Repeat("L", mostLine)
	wants(t, plainly(t, "luxor.txt", long, long+"L", "L", "undo", long+long+"\r", "R"), "more than 1 MiB", "more than 1 MiB",
		"Move 1: L.", "The start.", "more than 1 MiB", "Move 1: R.")
	wants(t, plainly(t, "luxor.txt", "L", long+long), "Move 1: L.", "more than 1 MiB")
}

// TestPlainEnds ends with its context while it waits for a line.
func TestPlainEnds(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	in, feed := io.Pipe()
	defer feed.Close()
	c := open(t, "luxor.txt")
	done := make(chan error, 1)
	go func() { done <- Plain(ctx, c, in, io.Discard) }()
	io.WriteString(feed, "L\n")
	cancel()
	if err := <-done; err != context.Canceled {
		t.Errorf("ended with %v", err)
	}
}
