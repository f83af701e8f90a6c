package main

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/gridwright/gridwright/bench/run"
	"github.com/gridwright/gridwright/client"
)

var serveFamily = &run.Family{
	Name: "serve",
	Doc: "the service, over HTTP on this machine, with the client in the same table; sizes are seconds of each line; " +
		"kinds are small, cached, mixed and paced",
	Sizes: []int{60},
	Jobs:  map[string]run.Job{"small": smallLoad, "cached": cachedLoad, "mixed": mixedLoad, "paced": pacedLoad},
	Lines: serveLines,
}

func serveLines(b *run.Bench) {
	service := filepath.Join(filepath.Dir(b.Program), "gridwrightd")
	for _, seconds := range b.Sizes {
		for _, l := range []struct{ job, work string }{
			{"small", "solve of 4 × 4 boards, all different, 200 clients"},
			{"cached", "the same of 1,000 boards, with the cache"},
			{"mixed", "all families, some larger boards, 200 clients"},
			{"paced", "the same, 5,000 requests/s, times from when each is due"},
		} {
			r := run.Row{Work: l.work}
			if l.job == "small" {
				r.Target.Wall, r.Target.CPU = time.Second/5000, 2*time.Second/5000 // of two processors, client included
			}
			b.JobRow(l.job, run.Args{N: seconds, File: service}, r)
		}
	}
}

// A load is what clients ask a service, and what comes of it.
type load struct {
	clients   int
	questions func(c *client.Client) []question
	flags     []string
	every     time.Duration // a client asks so often; 0: as soon as it has an answer
}

type question struct {
	verb string
	body json.RawMessage
	warm bool // of small boards, whose times count
}

func smallLoad(a run.Args) run.Figure {
	return load{clients: 200, flags: []string{"--cache", "0"},
		questions: func(c *client.Client) []question { return smallBoards(c, 20_000) }}.run(a)
}

func cachedLoad(a run.Args) run.Figure {
	return load{clients: 200, questions: func(c *client.Client) []question { return smallBoards(c, 1000) }}.run(a)
}

func mixedLoad(a run.Args) run.Figure { return load{clients: 200, questions: mixedBoards}.run(a) }

// pacedLoad leaves the processors some air: clients that ask as fast as they can, on the processors of the service,
// measure how long they wait for one another.
func pacedLoad(a run.Args) run.Figure {
	return load{clients: 200, questions: mixedBoards, every: 200 * time.Second / 5000}.run(a)
}

// smallBoards are made by the service itself: starts far from their targets, all different.
func smallBoards(c *client.Client, n int) []question {
	out := make([]question, n)
	each(n, func(i int) {
		doc := run.Must(c.Generate(context.Background(), client.Wish{Family: tiltFamily.Name, Size: 16, Seed: uint64(i)}))
		out[i] = question{"solve", run.Must(json.Marshal(map[string]any{"document": doc})), true}
	})
	return out
}

// mixedBoards are small ones of all families, and some that take longer: one in a hundred.
func mixedBoards(c *client.Client) []question {
	_, families, err := c.Families(context.Background())
	run.Check(err)
	out := make([]question, 4000)
	each(len(out), func(i int) {
		f, small := families[i%len(families)], i%100 > 0
		w := client.Wish{Family: f.Name, Size: 16, Seed: uint64(i)}
		if f.Name == permuteFamily.Name {
			w.Size = 6
			if !small {
				w.Size = 9
			}
		} else if !small {
			w.Size = 400
		}
		doc := run.Must(c.Generate(context.Background(), w))
		verb := []string{"solve", "hint", "draw", "solve", "apply"}[i%5]
		body := map[string]any{"document": doc}
		if verb == "apply" {
			body["moves"] = ""
		}
		out[i] = question{verb, run.Must(json.Marshal(body)), small}
	})
	return out
}

// each calls f for all numbers below n, some at once.
func each(n int, f func(i int)) {
	var all sync.WaitGroup
	for k := range 8 {
		all.Go(func() {
			for i := k; i < n; i += 8 {
				f(i)
			}
		})
	}
	all.Wait()
}

// A tally is what a client has seen.
type tally struct {
	times  []time.Duration // of answers to questions about small boards
	all    int
	busy   int
	limits int // of memory or time, which a question may meet
	errors []error
}

// run starts a service, asks it for some seconds to warm it up and then for as long as is wanted, and ends it.
func (l load) run(a run.Args) run.Figure {
	cmd := exec.Command(a.File, append([]string{"serve", "--addr", "127.0.0.1:0"}, l.flags...)...)
	cmd.Stderr = os.Stderr
	out := run.Must(cmd.StdoutPipe())
	run.Check(cmd.Start())
	defer func() {
		cmd.Process.Signal(os.Interrupt)
		cmd.Wait()
	}()
	line := run.Must(bufio.NewReader(out).ReadString('\n'))
	c := &client.Client{URL: strings.TrimPrefix(strings.TrimSpace(line), "gridwrightd: "), Tries: 1,
		HTTP: &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: l.clients, DisableCompression: true}}}
	all := l.questions(c)
	warm := min(10*time.Second, time.Duration(a.N)*time.Second/2)
	l.ask(c, all, warm)
	before, used := resident(cmd.Process.Pid), processor(cmd.Process.Pid)
	begin := time.Now()
	seen := l.ask(c, all, time.Duration(a.N)*time.Second)
	took := time.Since(begin)
	used = processor(cmd.Process.Pid) - used
	after := resident(cmd.Process.Pid)
	if len(seen.errors) > 0 {
		run.Failf("%d errors, the first: %w", len(seen.errors), seen.errors[0])
	}
	slices.Sort(seen.times)
	if len(seen.times) == 0 {
		run.Failf("nothing was answered in %v", took)
	}
	at := func(q float64) time.Duration {
		return seen.times[int(q*float64(len(seen.times)-1))].Round(10 * time.Microsecond)
	}
	return run.Figure{Wall: took / time.Duration(seen.all), CPU: used / time.Duration(seen.all), Note: fmt.Sprintf(
		"%s requests/s; p50 %v, p99 %v; 0 errors, %d × 429, %d × limit; memory %d MiB warm, %d MiB in the end "+
			"(%d processors)",
		run.Count(int(float64(seen.all)/took.Seconds())), at(.5), at(.99), seen.busy, seen.limits, before>>20, after>>20,
		runtime.NumCPU())}
}

// ask has all clients ask for so long; one that is sent away comes back when it is told to.
func (l load) ask(c *client.Client, all []question, long time.Duration) (sum tally) {
	end := time.Now().Add(long)
	seen := make([]tally, l.clients)
	var wait sync.WaitGroup
	for k := range l.clients {
		wait.Go(func() {
			due := time.Now().Add(l.every * time.Duration(k) / time.Duration(l.clients)) // not all at once
			for i := k * 97; time.Now().Before(end); i++ {
				if l.every == 0 {
					due = time.Now()
				}
				time.Sleep(time.Until(due))
				seen[k].one(c, all[i%len(all)], due)
				due = due.Add(l.every)
			}
		})
	}
	wait.Wait()
	for _, s := range seen {
		sum.times = append(sum.times, s.times...)
		sum.errors = append(sum.errors, s.errors...)
		sum.all, sum.busy, sum.limits = sum.all+s.all, sum.busy+s.busy, sum.limits+s.limits
	}
	return sum
}

// one asks a question that is due at a moment, from which its time counts.
func (t *tally) one(c *client.Client, q question, due time.Time) {
	_, err := c.Do(context.Background(), q.verb, q.body)
	var no *client.Error
	switch {
	case err == nil:
		t.all++
		if q.warm {
			t.times = append(t.times, time.Since(due))
		}
	case errors.As(err, &no) && no.Status == http.StatusTooManyRequests:
		t.busy++
		time.Sleep(no.RetryAfter)
	case errors.As(err, &no) && no.Kind == "limit":
		t.limits++
	default:
		t.errors = append(t.errors, err)
	}
}

// ticksPerSecond is what Linux counts processor time in for other processes to read, on all of Go's platforms.
const ticksPerSecond = 100

// processor is how much processor time a process and its clients, this process, have used; 0 where the system does not
// say.
func processor(pid int) (sum time.Duration) {
	for _, pid := range []int{pid, os.Getpid()} {
		text, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
		if err != nil {
			return 0
		}
		_, rest, _ := strings.Cut(string(text), ") ") // behind the name, which may hold anything
		if f := strings.Fields(rest); len(f) > 12 {
			for _, ticks := range f[11:13] {
				n, _ := strconv.ParseInt(ticks, 10, 64)
				sum += time.Duration(n) * time.Second / ticksPerSecond
			}
		}
	}
	return sum
}

// resident is how many bytes of memory a process holds; 0 where the system does not say.
func resident(pid int) int64 {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	if err != nil {
		return 0
	}
	for line := range strings.SplitSeq(string(text), "\n") {
		if f := strings.Fields(line); len(f) == 3 && f[0] == "VmRSS:" {
			kib, _ := strconv.ParseInt(f[1], 10, 64)
			return kib << 10
		}
	}
	return 0
}
