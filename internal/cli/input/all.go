package input

import (
	"context"
	"io"
)

// ReadAll reads a file, or standard input for "-", whatever bytes it holds. It reads no more than most bytes; more
// says that there are some behind them.
func ReadAll(ctx context.Context, name string, stdin io.Reader, most int64) (text []byte, more bool, err error) {
	src, err := open(ctx, name, stdin)
	if err != nil {
		return nil, false, err
	}
	defer src.close()
	text, err = io.ReadAll(io.LimitReader(src.r, most))
	if err != nil {
		return nil, false, In(src.name, err)
	}
	if int64(len(text)) < most {
		return text, false, nil
	}
	n, err := io.ReadFull(src.r, make([]byte, 1))
	if err != nil && err != io.EOF {
		return nil, false, In(src.name, err)
	}
	return text, n > 0, nil
}
