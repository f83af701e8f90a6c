// Package config is what a service can be told, in three places: flags, then variables of the environment named
// GRIDWRIGHTD_ and the flag, then a file in YAML whose fields are called as the flags are. Of a setting that stands in
// several the first place counts. Variables that no setting has are left alone, as whoever runs services sets some of
// that beginning for purposes of their own; a field of the file that no setting has is refused, with its place.
package config

import (
	"fmt"
	"io"
	"log/slog"
	"os"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/pflag"

	"github.com/gridwright/gridwright/grid"
	"github.com/gridwright/gridwright/internal/cli/exit"
	"github.com/gridwright/gridwright/internal/listen"
	"github.com/gridwright/gridwright/internal/server"
	"github.com/gridwright/gridwright/internal/yamldoc"
	"github.com/gridwright/gridwright/puzzle/document"
)

// Prefix is how variables begin.
const Prefix = "GRIDWRIGHTD_"

// A Config is what a service is told.
type Config struct {
	Addr, Site string

	Timeout      exit.Timeout // of a question
	Memory, Body exit.Size
	AtOnce       int
	Queue        int
	Wait, Write  exit.Timeout
	Cache        exit.Size

	Jobs, JobsAtOnce    int
	JobTimeout, JobLife exit.Timeout

	Tokens string // a file
	CORS   []string

	Drain, Linger exit.Timeout

	LogFormat, LogLevel string

	File  string // of settings
	Print bool

	flags *pflag.FlagSet
	from  map[string]string // where a setting comes from, by its name
	owned []server.Token
}

// Flags makes the flags of a service, with the settings that they stand for.
func Flags(flags *pflag.FlagSet) *Config {
	c := &Config{flags: flags, from: map[string]string{}, Timeout: exit.Timeout(30 * time.Second), Memory: 2 << 30,
		Body: 64 << 20, Wait: exit.Timeout(10 * time.Second), Write: exit.Timeout(time.Minute), Cache: 64 << 20,
		JobTimeout: exit.Timeout(5 * time.Minute), JobLife: exit.Timeout(15 * time.Minute),
		Drain: exit.Timeout(10 * time.Second)}
	flags.SortFlags = false
	flags.StringVar(&c.Addr, "addr", "127.0.0.1:8080", "listen at `HOST:PORT`; port 0 picks one")
	flags.StringVar(&c.Site, "site", "", "serve the files of this `folder` too, as \"make site\" writes them")
	flags.Var(&c.Timeout, "timeout", "the most time for a question; it may ask for less")
	flags.Var(&c.Memory, "memory", "the most memory for a question; requests and answers on their way "+
		"take a quarter as much in all")
	flags.Var(&c.Body, "body", "the most bytes of a request")
	flags.IntVar(&c.AtOnce, "at-once", 0, "answer so many questions at once (0: two for each processor)")
	flags.IntVar(&c.Queue, "queue", 0, "let so many wait (0: 64 for each of --at-once; -1: none)")
	flags.Var(&c.Wait, "wait", "the most time that one of them waits")
	flags.Var(&c.Write, "write", "the most time that a client takes to read an answer")
	flags.Var(&c.Cache, "cache", "keep answers for who asks the same again, in so much memory (0: none)")
	flags.IntVar(&c.Jobs, "jobs", 1000, "keep so many jobs, under way or done")
	flags.IntVar(&c.JobsAtOnce, "jobs-at-once", 0, "work on so many jobs at once (0: one for each processor)")
	flags.Var(&c.JobTimeout, "job-timeout", "the most time for a job; it may ask for less")
	flags.Var(&c.JobLife, "job-life", "keep the result of a job so long at the most")
	flags.StringVar(&c.Tokens, "tokens", "", "answer to the owners of tokens alone: a `file`, see \"gridwrightd token\"")
	flags.StringSliceVar(&c.CORS, "cors", nil,
		"let pages of this `origin` ask, as in https://shop.example; may be repeated")
	flags.Var(&c.Drain, "drain", "when told to end, let work under way go on so long")
	flags.Var(&c.Linger, "linger", "when told to end, say so at /readyz for so long before")
	flags.StringVar(&c.LogFormat, "log-format", "text", "log as `text` or json, on standard error")
	flags.StringVar(&c.LogLevel, "log-level", "warn", "log from this `level` on: debug, info (each request), warn, error")
	flags.StringVar(&c.File, "config", "", "read settings from this `file` of YAML too")
	flags.BoolVar(&c.Print, "print-config", false, "print all settings, and where each comes from, and end")
	return c
}

// variable is the name of the variable for a flag.
func variable(flag string) string {
	return Prefix + strings.ToUpper(strings.ReplaceAll(flag, "-", "_"))
}

// Load fills in what flags have left open, and looks whether all makes sense.
func (c *Config) Load(env func(name string) (string, bool)) error {
	var err error
	c.flags.VisitAll(func(f *pflag.Flag) {
		c.from[f.Name] = "default"
		if f.Changed {
			c.from[f.Name] = "--" + f.Name
			return
		}
		text, set := env(variable(f.Name))
		if !set || err != nil || f.Name == "print-config" || f.Name == "help" {
			return
		}
		c.from[f.Name] = variable(f.Name)
		if e := f.Value.Set(text); e != nil {
			err = exit.BadValue(variable(f.Name), f.Value.Type(), text, e)
		}
	})
	if err == nil && c.File != "" {
		err = c.read()
	}
	if err == nil {
		err = c.check()
	}
	return err
}

// read reads the file.
func (c *Config) read() error {
	return c.within(c.File, func(text []byte) error {
		v, err := yamldoc.Parse(text)
		if err != nil {
			return err
		}
		fields, err := v.Object("the configuration")
		if err != nil {
			return err
		}
		c.flags.VisitAll(func(f *pflag.Flag) {
			if f.Name == "config" || f.Name == "print-config" || f.Name == "help" {
				return
			}
			if of := fields.Get(f.Name); of != nil && c.from[f.Name] == "default" && err == nil {
				c.from[f.Name] = c.File
				err = set(f, of)
			}
		})
		if err == nil {
			err = fields.Done()
		}
		return err
	})
}

// set sets a flag to what stands in a file.
func set(f *pflag.Flag, v *document.Value) error {
	texts := []document.Value{*v}
	if list, ok := f.Value.(pflag.SliceValue); ok {
		if v.Kind() == document.List {
			texts, _ = v.List("")
		}
		if err := list.Replace(nil); err != nil {
			return err
		}
	}
	for i := range texts {
		text, err := scalar(&texts[i], f.Name)
		if err != nil {
			return err
		}
		if err := f.Value.Set(text); err != nil {
			return texts[i].Errorf("%v", exit.BadValue(f.Name, f.Value.Type(), text, err))
		}
	}
	return nil
}

// scalar is a text or a number as a text.
func scalar(v *document.Value, what string) (string, error) {
	if v.Kind() == document.Number {
		return v.Literal(what)
	}
	return v.String(what)
}

// most is how large a file of settings is.
const most = 1 << 20

// within reads a file and says its name in front of what is wrong with it.
func (c *Config) within(name string, read func(text []byte) error) error {
	file, err := os.Open(name)
	if err != nil {
		return exit.Usagef("%v", err)
	}
	defer file.Close()
	text, err := io.ReadAll(io.LimitReader(file, most+1))
	if err != nil {
		return exit.Usagef("%v", err)
	}
	if len(text) > most {
		return exit.Usagef("%s has more than 1 MiB, which is more than settings need", name)
	}
	if err := read(text); err != nil {
		return exit.Usagef("%s: %v", name, err)
	}
	return nil
}

// The most, and the least, that settings may say: sums of times, and of bytes, still are numbers then.
const (
	mostTime    = 10000 * time.Hour
	mostMemory  = 1 << 50
	leastMemory = 1 << 20
	mostCount   = 1 << 20
)

// check looks at settings, wherever they come from.
func (c *Config) check() error {
	for name, d := range map[string]exit.Timeout{"timeout": c.Timeout, "wait": c.Wait, "write": c.Write,
		"job-timeout": c.JobTimeout, "job-life": c.JobLife} {
		if d <= 0 || d.Duration() > mostTime {
			return exit.Usagef("%s is %s; it is above 0 and at most %v", name, d.String(), mostTime)
		}
	}
	for name, d := range map[string]exit.Timeout{"drain": c.Drain, "linger": c.Linger} {
		if d.Duration() > mostTime {
			return exit.Usagef("%s is %s; it is at most %v", name, d.String(), mostTime)
		}
	}
	for name, s := range map[string]exit.Size{"memory": c.Memory, "body": c.Body, "cache": c.Cache} {
		if (s < leastMemory && (name != "cache" || s != 0)) || s > mostMemory {
			return exit.Usagef("%s is %s; it is from 1MiB to 1024TiB, as in 2GiB", name, s.String())
		}
	}
	for name, n := range map[string]int{"at-once": c.AtOnce, "queue": c.Queue, "jobs": c.Jobs,
		"jobs-at-once": c.JobsAtOnce} {
		if n < 0 && (name != "queue" || n != -1) || n > mostCount || name == "jobs" && n == 0 {
			return exit.Usagef("%s is %d, which is no number that it can be", name, n)
		}
	}
	if _, _, err := listen.Address("addr", c.Addr, "127.0.0.1:8080"); err != nil {
		return exit.Usagef("%v", err)
	}
	if c.Site != "" {
		if info, err := os.Stat(c.Site); err != nil || !info.IsDir() {
			return exit.Usagef("site: there is no folder %.200q; \"make site\" writes one", c.Site)
		}
	}
	for _, o := range c.CORS {
		if err := server.CheckOrigin(o); err != nil {
			return exit.Usagef("cors: %.100q is no origin; it looks like https://shop.example", o)
		}
	}
	if _, err := c.Logger(io.Discard); err != nil {
		return err
	}
	return c.readTokens()
}

// Logger makes the log.
func (c *Config) Logger(w io.Writer) (*slog.Logger, error) {
	var level slog.Level
	levels := []string{"debug", "info", "warn", "error"}
	if err := level.UnmarshalText([]byte(c.LogLevel)); err != nil || strings.ContainsAny(c.LogLevel, "+-") {
		return nil, exit.Usagef("log-level is %.40q; it is one of %s%s", c.LogLevel, strings.Join(levels, ", "),
			grid.DidYouMean(c.LogLevel, levels))
	}
	opt := &slog.HandlerOptions{Level: level}
	switch c.LogFormat {
	case "text":
		return slog.New(slog.NewTextHandler(w, opt)), nil
	case "json":
		return slog.New(slog.NewJSONHandler(w, opt)), nil
	}
	return nil, exit.Usagef("log-format is %.40q; it is text or json", c.LogFormat)
}

// Options are those of a server; its engine and the files of the page come from elsewhere.
func (c *Config) Options() server.Options {
	return server.Options{
		Body: int64(c.Body), Memory: int64(c.Memory) / 4, AtOnce: c.AtOnce, Queue: c.Queue, Wait: c.Wait.Duration(),
		Write: c.Write.Duration(), JobsAtOnce: c.JobsAtOnce, Jobs: c.Jobs, JobLife: c.JobLife.Duration(),
		JobTime: c.JobTimeout.Duration(), Tokens: c.owned, Origins: c.CORS, Drain: max(1, c.Drain.Duration()),
		Linger: c.Linger.Duration(),
	}
}

// WriteTo prints all settings as a file that can be read again. Of tokens it names the owners.
func (c *Config) WriteTo(w io.Writer) (int64, error) {
	var b strings.Builder
	c.flags.VisitAll(func(f *pflag.Flag) {
		if f.Name == "config" || f.Name == "print-config" || f.Name == "help" {
			return
		}
		text := plain(f.Value.String())
		if list, ok := f.Value.(pflag.SliceValue); ok {
			var items []string
			for _, s := range list.GetSlice() {
				items = append(items, strconv.Quote(s))
			}
			text = "[" + strings.Join(items, ", ") + "]"
		}
		note := c.from[f.Name]
		if f.Name == "tokens" && len(c.owned) > 0 {
			note += "; owners: " + strings.Join(c.owners(), ", ")
		}
		fmt.Fprintf(&b, "%s: %s  # %s\n", f.Name, text, note)
	})
	n, err := io.WriteString(w, b.String())
	return int64(n), err
}

// plain is a text as YAML has it, quoted where it could be something else.
func plain(text string) string {
	for _, r := range text {
		if !(r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || strings.ContainsRune("./_-", r)) {
			return strconv.Quote(text)
		}
	}
	if text == "" || text[0] == '-' && text != "-1" {
		return strconv.Quote(text)
	}
	return text
}
