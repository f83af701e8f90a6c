package run

import (
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"
)

// Options are the flags of the program.
type Options struct {
	Program     string // ours
	Peers       string // the directory of published programs, each under its name
	Tables      string // the directory of published tables
	Runs        int    // 0: as many as each line has by default
	Sizes, Solo []int
	Kinds       string // with commas between; "" is all
	Largest     int    // side of the largest streamed board
	Sweep       bool   // only compare the published tables
}

const jobFlag = "-job"

// Main is a program that runs families, FAMILY… [flags]. The exit code is 1 where an answer is
// wrong or a program fails, 2 where the command line is wrong. A target that is missed is only
// marked.
func Main(families ...*Family) {
	os.Exit(program(os.Args[1:], os.Stdout, os.Stderr, families))
}

func program(args []string, out, errs io.Writer, families []*Family) int {
	if len(args) == 3 && args[0] == jobFlag { // by this program itself
		return exit(errs, 1, caught(func() { runJob(families, args[1], args[2], out) }))
	}
	o, format, chosen, err := parse(args, errs, families)
	if errors.Is(err, flag.ErrHelp) {
		return 0
	}
	if err == nil {
		_, err = os.Stat(o.Program)
	}
	if err != nil {
		return exit(errs, 2, err)
	}
	t := &table{out: out, format: format}
	err = caught(func() {
		dir := Must(os.MkdirTemp("", "gridwright-bench"))
		defer os.RemoveAll(dir)
		for _, f := range chosen {
			b := &Bench{Options: o, family: f, dir: dir, table: t}
			if o.Sizes == nil {
				b.Sizes = f.Sizes
			}
			if o.Solo == nil {
				b.Solo = f.Solo
			}
			f.Lines(b)
		}
	})
	if err == nil && t.rows == 0 {
		return exit(errs, 2, errors.New("nothing to run: no line is of these kinds and sizes"))
	}
	return exit(errs, 1, err)
}

// exit is the exit code after err, or 0.
func exit(errs io.Writer, code int, err error) int {
	if err == nil {
		return 0
	}
	fmt.Fprintln(errs, err)
	return code
}

func runJob(families []*Family, name, args string, out io.Writer) {
	var a Args
	Check(json.Unmarshal([]byte(args), &a))
	family, name, _ := strings.Cut(name, "/")
	for _, f := range families {
		if job := f.Jobs[name]; f.Name == family && job != nil {
			Check(json.NewEncoder(out).Encode(job(a)))
			return
		}
	}
	Failf("%s has no job %q", family, name)
}

func parse(args []string, errs io.Writer, families []*Family) (o Options, format string, chosen []*Family, err error) {
	flags := flag.NewFlagSet("bench", flag.ContinueOnError)
	flags.SetOutput(errs)
	flags.StringVar(&o.Program, "gridwright", "bin/gridwright", "our program")
	flags.StringVar(&o.Peers, "peers", "bin/peers", "the directory of published programs; each may be missing")
	flags.StringVar(&o.Tables, "tables", "", "the directory of published tables; each may be missing")
	flags.IntVar(&o.Runs, "runs", 0, "runs of each, of which the median counts (default: each line's own)")
	flags.StringVar(&o.Kinds, "kinds", "", "only lines of these kinds, with commas between")
	flags.IntVar(&o.Largest, "largest", 99999, "side of the largest streamed board of lights")
	flags.BoolVar(&o.Sweep, "sweep", false, "lights: only compare the published tables, whole")
	sizes := flags.String("sizes", "", "sizes of one family, with commas between; 0 for none")
	solo := flags.String("solo", "", "sizes to run ours on alone")
	asJSON := flags.Bool("json", false, "print the figures as JSON lines")
	markdown := flags.Bool("markdown", false, "print the tables as Markdown")
	flags.Usage = func() {
		fmt.Fprintf(errs, "usage: bench FAMILY… [flags]\n\n")
		for _, f := range families {
			fmt.Fprintf(errs, "%s: %s\n", f.Name, f.Doc)
		}
		fmt.Fprintln(errs)
		flags.PrintDefaults()
	}
	var names []string
	for ; len(args) > 0 && !strings.HasPrefix(args[0], "-"); args = args[1:] {
		names = append(names, args[0])
	}
	if err = flags.Parse(args); err != nil {
		return o, "", nil, err
	}
	for _, name := range append(names, flags.Args()...) {
		n := len(chosen)
		for _, f := range families {
			if f.Name == name {
				chosen = append(chosen, f)
			}
		}
		if len(chosen) == n {
			return o, "", nil, fmt.Errorf("no family is called %q", name)
		}
	}
	switch {
	case len(chosen) == 0:
		return o, "", nil, errors.New("say which family to run; -help lists them")
	case len(chosen) > 1 && *sizes+*solo != "":
		return o, "", nil, errors.New("-sizes and -solo are for one family")
	case *asJSON && *markdown:
		return o, "", nil, errors.New("-json and -markdown exclude each other")
	}
	if o.Sizes, err = numbers("-sizes", *sizes); err != nil {
		return o, "", nil, err
	}
	o.Solo, err = numbers("-solo", *solo)
	format = "text"
	if *asJSON {
		format = "json"
	} else if *markdown {
		format = "markdown"
	}
	return o, format, chosen, err
}

// numbers reads a list; it is nil for "" and empty for 0.
func numbers(name, list string) (out []int, err error) {
	if list == "" {
		return nil, nil
	}
	out = []int{}
	for f := range strings.SplitSeq(list, ",") {
		n, err := strconv.Atoi(strings.TrimSpace(f))
		if err != nil || n < 0 {
			return nil, fmt.Errorf("%s: %q is no size", name, f)
		}
		if n > 0 {
			out = append(out, n)
		}
	}
	return out, nil
}
