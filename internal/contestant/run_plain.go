//go:build (unix && !linux) || windows

package contestant

import (
	"context"
	"io"
)

func (p *Program) run(ctx context.Context, input io.Reader, lim Limits) (Result, error) {
	stdin, size, err := plainInput(ctx, input)
	if err != nil {
		return Result{}, err
	}
	defer remove(stdin)
	r, err := p.plain(ctx, stdin, lim)
	r.Read = plainTaken(stdin, size)
	return r, err
}
