package main

import (
	"fmt"
	"io/fs"
	"os"
	"runtime"

	"github.com/spf13/cobra"

	"github.com/gridwright/gridwright/families"
	"github.com/gridwright/gridwright/internal/cli/buildinfo"
	"github.com/gridwright/gridwright/internal/engine"
	"github.com/gridwright/gridwright/internal/page"
	"github.com/gridwright/gridwright/internal/server"
	"github.com/gridwright/gridwright/internal/server/config"
	"github.com/gridwright/gridwright/puzzle"
)

const serveLong = `serve shows the playground at http://127.0.0.1:8080/, and answers POST /v1/VERB; /docs describes
that to people and /openapi.json to programs. It serves this machine alone unless --addr says otherwise, and ends on
Ctrl-C.

Each flag is also a variable of the environment, GRIDWRIGHTD_ and its name in capitals (GRIDWRIGHTD_AT_ONCE=8), and a
field of the file that --config names (at-once: 8). A flag counts more than a variable, and that more than the file.`

func (p *program) serveCommand() *cobra.Command {
	c := &cobra.Command{Use: "serve", Short: "Serve the playground and the answers", Long: serveLong, Args: noArgs}
	settings := config.Flags(c.Flags())
	c.RunE = func(c *cobra.Command, _ []string) error {
		if err := settings.Load(os.LookupEnv); err != nil {
			return err
		}
		if settings.Print {
			_, err := settings.WriteTo(p.out)
			return err
		}
		opt := settings.Options()
		var err error
		if opt.Log, err = settings.Logger(p.stderr); err != nil {
			return err
		}
		opt.Files = []fs.FS{page.FS()}
		if settings.Site != "" {
			opt.Files = append(opt.Files, os.DirFS(settings.Site))
		}
		all := families.All()
		opt.Engine = engine.New(all, families.Gallery(), engine.Options{
			Version: buildinfo.Read().Version, Contests: families.Contests(all),
			Body: int64(settings.Body), Cache: int64(settings.Cache),
			Limits: puzzle.Limits{Time: settings.Timeout.Duration(), Memory: int64(settings.Memory)}})
		// Small questions leave little alive, and the collector would run after every few hundred of them. Memory that is
		// never touched costs nothing but makes it wait for as much more.
		idle := make([]byte, 64<<20)
		defer runtime.KeepAlive(idle)
		return server.Serve(c.Context(), settings.Addr, opt,
			func(url string) { fmt.Fprintf(p.out, "%s: %s\n", prog, url) })
	}
	return c
}
