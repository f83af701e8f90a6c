package contestant

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strconv"
	"testing"
	"time"
)

// helperMark is in the environment of the programs that the tests run: then this test binary is one of them, and its
// first argument says which.
const helperMark = "GRIDWRIGHT_CONTESTANT"

func TestMain(m *testing.M) {
	if os.Getenv(helperMark) != "" {
		helper(os.Args[1], os.Args[2:])
		os.Exit(0)
	}
	os.Setenv(helperMark, "1")
	os.Exit(m.Run())
}

// helper is the programs that every system runs.
func helper(name string, args []string) {
	switch name {
	case "cat":
		io.Copy(os.Stdout, os.Stdin)
	case "line": // reads one line and no more
		var line []byte
		for b := make([]byte, 1); len(line) == 0 || b[0] != '\n'; line = append(line, b[0]) {
			if _, err := os.Stdin.Read(b); err != nil {
				break
			}
		}
		fmt.Printf("%d", len(line))
	case "nothing":
	case "exit":
		n, _ := strconv.Atoi(args[0])
		fmt.Println("before the end")
		os.Exit(n)
	case "close": // its input, at once, and goes on
		os.Stdin.Close()
		fmt.Print("done")
	case "nul":
		os.Stdout.Write([]byte("a\x00b\x00\xff\n"))
	case "sleep":
		fmt.Print("going to sleep")
		time.Sleep(1000 * time.Hour)
	case "loop":
		//lint:ignore SA5002 it is to spin
		for {
		}
	case "allocate":
		for kept := [][]byte{}; ; {
			b := make([]byte, 1<<20)
			for i := 0; i < len(b); i += 1024 {
				b[i] = 1
			}
			kept = append(kept, b)
		}
	case "write": // 10 GB
		endless(os.Stdout, 10<<30)
	case "count": // so many bytes
		n, _ := strconv.Atoi(args[0])
		endless(os.Stdout, int64(n))
	case "complain": // without end
		endless(os.Stderr, 1<<62)
	case "complains": // 3 MB, and ends
		endless(os.Stderr, 3<<20)
		fmt.Print("done")
	case "args":
		n := 0
		for _, a := range args {
			n += len(a)
		}
		fmt.Print(len(args), " ", n)
	default:
		systemHelper(name, args)
	}
}

// endless writes n bytes.
func endless(w io.Writer, n int64) {
	buf := make([]byte, 1<<16)
	for i := range buf {
		buf[i] = 'y'
	}
	for n > 0 {
		m, err := w.Write(buf[:min(n, int64(len(buf)))])
		if err != nil {
			os.Exit(7)
		}
		n -= int64(m)
	}
}

// ample limits are met by no program that ends.
var ample = Limits{Time: time.Minute, Memory: 4 << 30, Output: 64 << 20}

// An engine is one way to run a program.
type engine struct {
	name string
	run  func(*Program, context.Context, io.Reader, Limits) (Result, error)
}

// eachEngine runs a test with every way that this system has.
func eachEngine(t *testing.T, test func(t *testing.T, e engine)) {
	for _, e := range engines() {
		t.Run(e.name, func(t *testing.T) {
			t.Parallel()
			test(t, e)
		})
	}
}

// ours is the helper as a program.
func ours(t testing.TB, args ...string) *Program {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	return found(t, append([]string{self}, args...)...)
}

func found(t testing.TB, args ...string) *Program {
	t.Helper()
	p, err := Find(args)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// must runs a program that is to give a result.
func (e engine) must(t testing.TB, p *Program, input io.Reader, lim Limits) Result {
	t.Helper()
	r, err := e.run(p, context.Background(), input, lim)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func (r Result) String() string {
	short := func(b []byte) string { return fmt.Sprintf("%d bytes %.40q", len(b), b) }
	return fmt.Sprintf("%v, code %d, signal %q, output %s, errors %s, cpu %v, wall %v, start %v, memory %d, read %d",
		r.Ending, r.Code, r.Signal, short(r.Output), short(r.Errors), r.CPU, r.Wall, r.Start, r.Memory, r.Read)
}

// A failingReader gives n lines and fails.
type failingReader struct{ n int }

var errReader = errors.New("the generator broke")

func (f *failingReader) Read(p []byte) (int, error) {
	if f.n--; f.n < 0 {
		return 0, errReader
	}
	return copy(p, "1 2 3\n"), nil
}
