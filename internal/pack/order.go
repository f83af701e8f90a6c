package pack

import "context"

// inOrder lets workers do attempts 1, 2, … and takes what comes of them in that order, until take says no more. The
// context of attempts ends with it.
func inOrder[A any](ctx context.Context, workers int, do func(context.Context, uint64) A,
	take func(A) (more bool, err error)) error {
	ctx, cancel := context.WithCancel(ctx)
	waiting := make(chan chan A, workers)
	slots := make(chan struct{}, workers)
	defer func() {
		cancel()
		for range waiting { // nobody hears of what is under way
		}
		for range workers { // but it has ended
			slots <- struct{}{}
		}
	}()
	go func() {
		defer close(waiting)
		for n := uint64(1); ctx.Err() == nil; n++ {
			select {
			case <-ctx.Done():
				return
			case slots <- struct{}{}:
			}
			out := make(chan A, 1)
			go func() {
				out <- do(ctx, n)
				<-slots
			}()
			select {
			case <-ctx.Done():
				return
			case waiting <- out:
			}
		}
	}()
	for out := range waiting {
		more, err := take(<-out)
		if !more || err != nil {
			return err
		}
	}
	return ctx.Err()
}
