package meter

import (
	"context"
	"sync"
)

// Left knows of the work that meters have left behind, and of that which may be. Who gives a place, or memory, to what
// calls Aside takes it back when that work has ended too: otherwise many calls that are cancelled early would hold much
// more together than any of them may.
type Left struct {
	mu   sync.Mutex
	n    int
	then func()
}

type leftKey struct{}

// Watch returns a context whose meters, and those of all contexts made from it, tell l of their work.
func Watch(ctx context.Context, l *Left) context.Context { return context.WithValue(ctx, leftKey{}, l) }

// leftOf is the one that watches ctx; nil where nobody does.
func leftOf(ctx context.Context) *Left {
	l, _ := ctx.Value(leftKey{}).(*Left)
	return l
}

// Then calls f once nothing is left: at once, or when the last piece of work ends. No new work may begin then, but by
// what is left itself.
func (l *Left) Then(f func()) {
	l.mu.Lock()
	left := l.n > 0
	if left {
		l.then = f
	}
	l.mu.Unlock()
	if !left {
		f()
	}
}

func (l *Left) begin() {
	if l == nil {
		return
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	l.n++
}

func (l *Left) end() {
	if l == nil {
		return
	}
	l.mu.Lock()
	var then func()
	if l.n--; l.n == 0 {
		then, l.then = l.then, nil
	}
	l.mu.Unlock()
	if then != nil {
		then()
	}
}
