package main

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/gridwright/gridwright/families"
	"github.com/gridwright/gridwright/internal/cli/buildinfo"
	"github.com/gridwright/gridwright/internal/cli/exit"
	"github.com/gridwright/gridwright/internal/engine"
	"github.com/gridwright/gridwright/internal/page"
	"github.com/gridwright/gridwright/internal/server"
)

func (p *program) siteCommand() *cobra.Command {
	return &cobra.Command{
		Use: "site FOLDER", Short: "Write the page into a folder for a plain file host",
		Long: `site writes the page into a folder for a plain file host; "make site" puts the engine beside it.`,
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) != 1 {
				return exit.Usagef("site takes one folder")
			}
			return nil
		},
		RunE: func(c *cobra.Command, args []string) error { return site(c.Context(), args[0]) },
	}
}

// site writes the page into a folder, with what the engine says of its families.
func site(ctx context.Context, folder string) error {
	all := families.All()
	list, err := engine.New(all, families.Gallery(), engine.Options{Version: buildinfo.Read().Version,
		Contests: families.Contests(all)}).Call(ctx, "families", []byte("{}"))
	if err == nil {
		err = server.Site(folder, page.FS(), list)
	}
	if err != nil {
		return fmt.Errorf("the site could not be written: %w", err)
	}
	return nil
}
