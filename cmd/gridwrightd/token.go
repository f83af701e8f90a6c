package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"github.com/gridwright/gridwright/internal/cli/exit"
	"github.com/gridwright/gridwright/internal/server"
	"github.com/gridwright/gridwright/internal/server/config"
)

const tokenLong = `token makes a token for NAME. It prints the token on standard error, once: give it to its owner, as
nobody can make it again from what the server knows. On standard output it prints the owner's entry for the file that
serve --tokens reads, which begins with a line "tokens:". Further fields of an entry are what the owner may: requests (a
second), burst (of them at once), work (time that questions take in a minute: 30s) and at-once (questions and jobs under
way).`

func (p *program) tokenCommand() *cobra.Command {
	return &cobra.Command{
		Use: "token NAME", Short: "Make a token for somebody who may ask", Long: tokenLong,
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) != 1 {
				return exit.Usagef("token takes one name")
			}
			if !config.GoodName(args[0]) {
				return exit.Usagef("%s", config.NameRule)
			}
			return nil
		},
		RunE: func(_ *cobra.Command, args []string) error {
			token, sum := server.NewToken()
			fmt.Fprintf(p.stderr, "%s\n", token)
			_, err := fmt.Fprint(p.out, config.Entry(args[0], sum))
			return err
		},
	}
}
