package cli

import (
	"github.com/spf13/cobra"

	"github.com/gridwright/gridwright/internal/plotting"
)

// A plot is what --plot asks for.
type plot struct {
	file, theme string
	*plotting.Chart
}

func (p *plot) flags(c *cobra.Command, what string) {
	c.Flags().StringVar(&p.file, "plot", "", "draw in this file, .svg or .png, "+what)
	c.Flags().StringVar(&p.theme, "theme", "light", "of a plot: light or dark")
	c.RegisterFlagCompletionFunc("theme", cobra.FixedCompletions([]string{"light", "dark"},
		cobra.ShellCompDirectiveNoFileComp))
}

// around does work and then draws the plot, if one is asked for.
func (p *plot) around(work func() error) error {
	return plotting.Make(p.file, p.theme, func(c *plotting.Chart) error {
		p.Chart = c
		return work()
	})
}
