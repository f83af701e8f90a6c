package main

import (
	"bytes"
	"fmt"
	"log/slog"
	"strings"
	"testing"

	"github.com/gridwright/gridwright/internal/extent"
	"github.com/gridwright/gridwright/internal/fleet"
)

// TestCluster kills one of three queues in the middle of a batch, and has it come back and another one die.
func TestCluster(t *testing.T) {
	n := extent.Of(3000, 6000, 100000)
	ports, routes := freePorts(t, 6), []string{}
	for _, at := range ports[3:] {
		routes = append(routes, "nats://"+at)
	}
	urls := "nats://" + strings.Join(ports[:3], ",nats://")
	queues := make([]*process, 3)
	dirs := []string{t.TempDir(), t.TempDir(), t.TempDir()}
	run := func(i int) {
		queues[i] = start(t, "gridwrightd", "queue", "--store", dirs[i], "--sync", "1m", "--ack-wait", "3s", "--addr",
			ports[i], "--name", fmt.Sprint("q", i), "--cluster", ports[3+i], "--routes", strings.Join(routes, ","),
			"--replicas", "3")
	}
	for i := range queues {
		run(i)
	}
	for range 2 {
		start(t, "gridwrightd", "worker", "--nats", urls, "--jobs", "1", "--replicas", "3")
	}
	file := boards(t, n)
	want := bytes.Join(local(t, file), nil)
	var got bytes.Buffer
	c := fleet.Client{Dial: fleet.Dial{URL: urls, Log: slog.New(slog.DiscardHandler)}, ID: fleet.NewID(), Chunk: 32,
		Window: 16, Options: fleet.Options{Replicas: 3}}
	after := 0
	err := c.Run(t.Context(), 1, linesOf(t, file), func(r fleet.Result) error {
		got.Write(r.Text)
		switch after += r.Lines; { // of a chunk each, so each comes once
		case r.First < int64(n/3) && r.First+int64(r.Lines) >= int64(n/3):
			queues[0].kill()
		case r.First < int64(2*n/3) && r.First+int64(r.Lines) >= int64(2*n/3):
			run(0)
			eventually(t, "the first queue is one of the cluster again", func() bool {
				return strings.Contains(queues[0].said.String(), "msg=ready")
			})
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got.Bytes(), want) {
		t.Errorf("%d bytes, want %d", got.Len(), len(want))
	}
}
