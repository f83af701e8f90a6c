package cli_test

import (
	"context"
	"errors"
	"flag"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/gridwright/gridwright/families"
	"github.com/gridwright/gridwright/families/checks"
	"github.com/gridwright/gridwright/internal/cli"
	"github.com/gridwright/gridwright/internal/cli/verify"
)

var update = flag.Bool("update", false, "write what the scripts' cmp finds into them")

// TestMain lets the scripts run the programs as processes of their own: this test binary, called
// by another name. The mains are those of cmd/gridwright and cmd/gridverify to the letter,
// but for signals, which "sigint" below tries.
func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){
		"gridwright": func() {
			os.Exit(cli.Main(context.Background(), os.Args[1:], os.Stdin, os.Stdout, os.Stderr, families.All, families.Contests))
		},
		"gridverify": func() {
			os.Exit(verify.Main(context.Background(), os.Args[1:], os.Stdin, os.Stdout, os.Stderr, checks.All))
		},
		"sigint": sigint,
		"linked": linked,
		"faulty": faulty,
	})
}

// linked is gridwright with the text of a file, its first argument, in place of each argument LINK: what a shell does
// with $(cat file).
func linked() {
	text, err := os.ReadFile(os.Args[1])
	if err != nil {
		os.Exit(99)
	}
	args := slices.Clone(os.Args[2:])
	for i := range args {
		if args[i] == "LINK" {
			args[i] = strings.TrimSpace(string(text))
		}
	}
	os.Exit(cli.Main(context.Background(), args, os.Stdin, os.Stdout, os.Stderr, families.All, families.Contests))
}

// sigint is gridwright, interrupted by a real signal after a tenth of a second, while its
// standard input stays open.
func sigint() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	go func() {
		time.Sleep(100 * time.Millisecond)
		self, err := os.FindProcess(os.Getpid())
		if err == nil {
			err = self.Signal(os.Interrupt)
		}
		if err != nil {
			os.Exit(99)
		}
	}()
	r, w, err := os.Pipe() // its other end is never closed
	if err != nil {
		os.Exit(99)
	}
	code := cli.Main(ctx, os.Args[1:], r, os.Stdout, os.Stderr, families.All, families.Contests)
	runtime.KeepAlive(w) // the garbage collector closes it otherwise
	os.Exit(code)
}

func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir:                 filepath.Join("testdata", "script"),
		UpdateScripts:       *update,
		RequireExplicitExec: true,
		RequireUniqueNames:  true,
		Cmds: map[string]func(ts *testscript.TestScript, neg bool, args []string){
			"code": func(ts *testscript.TestScript, neg bool, args []string) { code(ts, args) },
		},
	})
}

// code runs a program and wants an exact exit code: code 2 gridwright solve nosuchfile.
func code(ts *testscript.TestScript, args []string) {
	if len(args) < 2 {
		ts.Fatalf("usage: code N PROGRAM ARGUMENTS")
	}
	got := 0
	if err := ts.Exec(args[1], args[2:]...); err != nil {
		var ee *exec.ExitError
		if !errors.As(err, &ee) {
			ts.Fatalf("%v", err)
		}
		got = ee.ExitCode()
	}
	if strconv.Itoa(got) != args[0] {
		ts.Fatalf("exit code %d, want %s", got, args[0])
	}
}
