package contestant

import (
	"context"
	"io"
	"os"
	"time"
)

func engines() []engine {
	return []engine{{"Run", func(p *Program, ctx context.Context, in io.Reader, lim Limits) (Result, error) {
		return p.Run(ctx, in, lim)
	}}}
}

func systemHelper(string, []string) { os.Exit(99) }

func processorTimeOfAll() time.Duration { return 0 }
