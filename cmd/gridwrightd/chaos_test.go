package main

import (
	"bytes"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/gridwright/gridwright/internal/extent"
)

// TestChaos kills workers, the queue and the client at random moments, as often as the batch lasts, and wants the
// output of an undisturbed run on one machine to the byte.
func TestChaos(t *testing.T) {
	const seed = 13
	n, deaths := extent.Of(4000, 20000, 100000), extent.Of(12, 30, 1000)
	file, out := boards(t, n), filepath.Join(t.TempDir(), "out.ndjson")
	want := filepath.Join(t.TempDir(), "want.ndjson")
	if p := start(t, "gridwright", "batch", file, "-o", want); p.wait() != 2 { // there are bad lines
		t.Fatalf("here: code %d, %s", p.code, p.said)
	}
	q := startQueue(t)
	workers := make([]*process, 4)
	work := func(i int) { // no line is given up: whoever dies here dies of us
		workers[i] = start(t, "gridwrightd", "worker", "--nats", q.url, "--jobs", "2", "--tries", "1000")
	}
	for i := range workers {
		work(i)
	}
	ask := func() *process {
		return start(t, "gridwright", "batch", file, "-o", out, "--nats", q.url, "--nats-chunk", "64")
	}
	client := ask()
	rng := rand.New(rand.NewPCG(seed, 0))
	killed := map[string]int{}
	for client.running() {
		select {
		case <-client.over:
			continue
		case <-time.After(time.Duration(rng.IntN(400)) * time.Millisecond):
		}
		if killed["workers"]+killed["queues"]+killed["clients"] >= deaths {
			<-client.over
			break
		}
		switch k := rng.IntN(10); {
		case k < 6:
			i := rng.IntN(len(workers))
			workers[i].kill()
			work(i)
			killed["workers"]++
		case k < 8:
			q.kill()
			q.again()
			killed["queues"]++
		default:
			client.kill()
			if client.code != 2 { // it had not just ended
				client = ask()
			}
			killed["clients"]++
		}
	}
	t.Logf("killed: %v", killed)
	if client.code != 2 {
		t.Fatalf("code %d, %s", client.code, client.said)
	}
	a, err := os.ReadFile(want)
	if err != nil {
		t.Fatal(err)
	}
	b, err := os.ReadFile(out)
	if err != nil {
		t.Fatalf("%v; %s", err, client.said)
	}
	if !bytes.Equal(a, b) {
		t.Errorf("%d bytes, want %d; %d lines, want %d", len(b), len(a), bytes.Count(b, []byte("\n")), bytes.Count(a,
			[]byte("\n")))
	}
	for _, w := range workers {
		if code := w.end(); code != 0 {
			t.Errorf("a worker ends with %d: %s", code, w.said)
		}
	}
}
