package main

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"os"
	"os/exec"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/gridwright/gridwright/families"
	"github.com/gridwright/gridwright/internal/cli"
	"github.com/gridwright/gridwright/internal/cli/exit"
	"github.com/gridwright/gridwright/internal/fleet"
	"github.com/gridwright/gridwright/internal/job"
)

// TestMain lets the test be the programs that it starts: gridwright, gridwrightd, and workers that certain lines end.
func TestMain(m *testing.M) {
	switch name := os.Getenv("GRIDWRIGHT_TEST_PROGRAM"); name {
	case "":
		os.Exit(m.Run())
	case "gridwright":
		os.Exit(cli.Main(exit.Interruptible(os.Stderr, name), os.Args[1:], os.Stdin, os.Stdout, os.Stderr, families.All,
			families.Contests))
	default:
		p := &program{out: os.Stdout, stderr: os.Stderr}
		if name == "poisoned" {
			p.answerer = poisoned
		}
		os.Exit(p.run(exit.Interruptible(os.Stderr, prog), os.Args[1:]))
	}
}

// poison is what ends a poisoned worker when it is in a line, at once and without a word.
const poison = `"poison"`

func poisoned(h fleet.House) func(fleet.Work) (fleet.Answerer, error) {
	return func(w fleet.Work) (fleet.Answerer, error) {
		a, err := h.Answerer(w)
		return mortal{a}, err
	}
}

type mortal struct{ fleet.Answerer }

func (m mortal) Append(ctx context.Context, b []byte, at job.Place, line []byte) ([]byte, error) {
	if bytes.Contains(line, []byte(poison)) {
		os.Exit(99)
	}
	return m.Answerer.Append(ctx, b, at, line)
}

// A process is a program that a test has started.
type process struct {
	t    testing.TB
	cmd  *exec.Cmd
	out  *bufio.Reader
	said *said // on standard error
	over chan struct{}
	code int
}

// said collects what a process says.
type said struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (s *said) Write(p []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.b.Write(p)
}

func (s *said) String() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.b.String()
}

// start starts one of the programs. It ends with the test at the latest.
func start(t testing.TB, program string, args ...string) *process {
	t.Helper()
	p := &process{t: t, said: new(said), over: make(chan struct{})}
	p.cmd = exec.Command(os.Args[0], args...)
	p.cmd.Env = append(os.Environ(), "GRIDWRIGHT_TEST_PROGRAM="+program)
	p.cmd.Stderr = p.said
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	p.cmd.Stdout = w
	err = p.cmd.Start()
	w.Close()
	if err != nil {
		t.Fatal(err)
	}
	p.out = bufio.NewReader(r)
	go func() {
		p.cmd.Wait()
		p.code = p.cmd.ProcessState.ExitCode()
		close(p.over)
	}()
	t.Cleanup(func() {
		p.kill()
		r.Close()
	})
	return p
}

// kill ends the process as a fault of the machine would.
func (p *process) kill() {
	p.cmd.Process.Kill()
	<-p.over
}

// end asks the process to end, and returns its code.
func (p *process) end() int {
	p.cmd.Process.Signal(os.Interrupt)
	<-p.over
	return p.code
}

// wait waits for the process to end by itself.
func (p *process) wait() int {
	<-p.over
	return p.code
}

// running reports whether the process has not ended.
func (p *process) running() bool {
	select {
	case <-p.over:
		return false
	default:
		return true
	}
}

// says waits for a line of standard output that begins so, and returns its rest.
func (p *process) says(begin string) string {
	p.t.Helper()
	for {
		line, err := p.out.ReadString('\n')
		if rest, ok := strings.CutPrefix(strings.TrimSpace(line), begin); ok {
			go io.Copy(io.Discard, p.out)
			return rest
		}
		if err != nil {
			p.t.Fatalf("%v says no %q: %v; %s", p.cmd.Args[1:], begin, err, p.said)
		}
	}
}

// eventually waits until a condition holds; a test that waits for ever ends by the limit of go test.
func eventually(t *testing.T, what string, f func() bool) {
	t.Helper()
	for n := 0; !f(); n++ {
		if n%1000 == 999 {
			t.Logf("still waiting for: %s", what)
		}
		select {
		case <-t.Context().Done():
			t.Fatalf("given up: %s", what)
		case <-time.After(10 * time.Millisecond):
		}
	}
}

// A cluster is queues that have been started, with what starts them again.
type queueAt struct {
	*process
	url  string
	args []string
}

// startQueue starts a queue in a folder of its own.
func startQueue(t testing.TB, args ...string) *queueAt {
	t.Helper()
	q := &queueAt{args: append([]string{"queue", "--store", t.TempDir(), "--ack-wait", "3s", "--sync", "1m"}, args...)}
	q.process = start(t, "gridwrightd", append(q.args, "--addr", "127.0.0.1:0")...)
	q.url = q.says("gridwrightd: ")
	return q
}

// again starts the queue again where it was.
func (q *queueAt) again() {
	q.t.Helper()
	<-q.over
	q.process = start(q.t, "gridwrightd", append(q.args, "--addr", strings.TrimPrefix(q.url, "nats://"))...)
	q.says("gridwrightd: ")
}

// boards writes n lines with small puzzles of all families to solve, some with another question; those whose numbers
// stand in poisonAt end a poisoned worker.
func boards(t *testing.T, n int, poisonAt ...int) string {
	t.Helper()
	var b bytes.Buffer
	all := families.All()
	for i := range n {
		f := all[i%len(all)]
		rng := rand.New(rand.NewPCG(uint64(i), 1))
		doc, err := f.Generate(rng, 4).AppendJSON(nil)
		switch {
		case err != nil:
			t.Fatal(err)
		case slices.Contains(poisonAt, i+1):
			fmt.Fprintf(&b, `{"verb":"solve","name":%s,"document":%s}`+"\n", poison, doc)
		case i%11 == 7:
			fmt.Fprintf(&b, `{"verb":"generate","family":%q,"size":4,"seed":%d}`+"\n", f.Name(), i)
		case i%11 == 8:
			fmt.Fprintf(&b, "%s nonsense\n", doc[:len(doc)/2])
		default:
			fmt.Fprintf(&b, "%s\n", doc)
		}
	}
	file := t.TempDir() + "/in.ndjson"
	if err := os.WriteFile(file, b.Bytes(), 0o666); err != nil {
		t.Fatal(err)
	}
	return file
}

// freePorts finds ports of this machine that nobody listens at.
func freePorts(t *testing.T, n int) (at []string) {
	t.Helper()
	for range n {
		l, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			t.Fatal(err)
		}
		defer l.Close()
		at = append(at, l.Addr().String())
	}
	return at
}
