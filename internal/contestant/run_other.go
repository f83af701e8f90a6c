//go:build !unix && !windows

package contestant

import (
	"context"
	"errors"
	"io"
	"runtime"
)

func (p *Program) run(context.Context, io.Reader, Limits) (Result, error) {
	return Result{}, errors.New("this build for " + runtime.GOOS + " runs no programs")
}

func unlimited() []string { return []string{"This system runs no programs."} }
