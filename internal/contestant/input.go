package contestant

import (
	"context"
	"io"
)

// fill copies input to the file that the program will read, until ctx is done.
func fill(ctx context.Context, file io.Writer, input io.Reader) (int64, error) {
	if input == nil {
		return 0, nil
	}
	type sized interface{ Len() int }
	if s, ok := input.(sized); ok && s.Len() <= 1<<20 { // one call of the system for what stands in memory
		if w, ok := input.(io.WriterTo); ok {
			return w.WriteTo(file)
		}
	}
	return io.Copy(file, whileWanted{ctx, input})
}

// whileWanted reads until its context is done.
type whileWanted struct {
	ctx context.Context
	r   io.Reader
}

func (w whileWanted) Read(p []byte) (int, error) {
	if err := w.ctx.Err(); err != nil {
		return 0, err
	}
	return w.r.Read(p)
}
