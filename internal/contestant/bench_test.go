package contestant

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

// BenchmarkRuns runs a trivial C++ program, linked as usual and statically, two at a time; next to it a bare loop of
// fork, exec and wait. It prints runs/s, and how much of the time of a run passed before the program was running.
func BenchmarkRuns(b *testing.B) {
	for _, flags := range []string{"-O2", "-O2 -static"} {
		path := compiled(b, "#include <iostream>\nint main() { int n; std::cin >> n; std::cout << n + 1 << '\\n'; }\n", flags)
		p, err := Find([]string{path})
		if err != nil {
			b.Fatal(err)
		}
		name := "shared"
		if strings.Contains(flags, "static") {
			name = "static"
		}
		b.Run(name+"/run", func(b *testing.B) {
			var start, wall atomic.Int64
			twoAtATime(b, func() {
				r, err := p.Run(context.Background(), strings.NewReader("41\n"), ample)
				if err != nil || string(r.Output) != "42\n" {
					b.Errorf("%v, error %v", r, err)
				}
				start.Add(int64(r.Start))
				wall.Add(int64(r.Wall))
			})
			b.ReportMetric(100*float64(start.Load())/float64(wall.Load()), "%fork+exec")
		})
		b.Run(name+"/bare", func(b *testing.B) {
			in, err := os.Open(os.DevNull)
			if err != nil {
				b.Fatal(err)
			}
			defer in.Close()
			twoAtATime(b, func() {
				c, err := os.StartProcess(path, []string{path}, &os.ProcAttr{Files: []*os.File{in, in, in}})
				if err != nil {
					b.Error(err)
					return
				}
				c.Wait()
			})
		})
	}
}

func twoAtATime(b *testing.B, f func()) {
	begin, used := time.Now(), processorTimeOfAll()
	var wait sync.WaitGroup
	var next atomic.Int64
	for range 2 {
		wait.Go(func() {
			for next.Add(1) <= int64(b.N) {
				f()
			}
		})
	}
	wait.Wait()
	b.ReportMetric(float64(b.N)/time.Since(begin).Seconds(), "runs/s")
	// On a busy machine runs/s says little; two processors divided by this is what they can do.
	b.ReportMetric(float64((processorTimeOfAll()-used).Microseconds())/float64(b.N), "cpu-µs/run")
}

// compiled is a C++ program.
func compiled(tb testing.TB, text, flags string) string {
	dir := tb.TempDir()
	source, program := filepath.Join(dir, "p.cc"), filepath.Join(dir, "p")
	if runtime.GOOS == "windows" {
		program += ".exe"
	}
	if err := os.WriteFile(source, []byte(text), 0o644); err != nil {
		tb.Fatal(err)
	}
	args := append(strings.Fields(flags), "-o", program, source)
	if out, err := exec.Command("g++", args...).CombinedOutput(); err != nil {
		tb.Skipf("SKIPPED: no g++ that makes programs here: %v %.200s", err, out)
	}
	return program
}
