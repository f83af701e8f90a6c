package client_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log"
	"net/http/httptest"

	"github.com/gridwright/gridwright/client"
	"github.com/gridwright/gridwright/families"
	"github.com/gridwright/gridwright/internal/engine"
	"github.com/gridwright/gridwright/internal/server"
)

// started is a service for an example: "gridwrightd serve" is one too.
func started() (url string, stop func()) {
	service := server.New(server.Options{Engine: engine.New(families.All(), families.Gallery(), engine.Options{})})
	s := httptest.NewServer(service)
	return s.URL, func() {
		s.Close()
		service.Close()
	}
}

func Example() {
	url, stop := started()
	defer stop()
	ctx := context.Background()

	c := &client.Client{URL: url}
	puzzle := json.RawMessage(`{"family":"tilt","version":1,"start":["r.b","..."],"target":["...","r.b"]}`)
	answer, err := c.Solve(ctx, puzzle)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(answer.Headline)
	fmt.Println("checked:", answer.Checked)

	_, err = c.Solve(ctx, json.RawMessage(`{"family":"tilt","version":1,"start":["r.b","..."],"target":["r.b"]}`))
	var wrong *client.Error
	if errors.As(err, &wrong) {
		fmt.Println(wrong.Kind, "error:", wrong)
	}
	// Output:
	// Solved in 1 tilt, the fewest possible
	// checked: all that the answer says
	// input error: line 1, column 61: target has 1 × 3 cells; the start has 2 × 3
}

func ExampleJob() {
	url, stop := started()
	defer stop()
	ctx := context.Background()

	c := &client.Client{URL: url, Limits: client.Limits{Memory: 1 << 30}}
	puzzle := json.RawMessage(`{"family":"permute","version":1,"start":"231/564/897","moves":["shifts"]}`)
	job, err := c.Start(ctx, "solve", map[string]any{"document": puzzle})
	if err != nil {
		log.Fatal(err)
	}
	var answer client.Answer
	err = job.Wait(ctx, func(p client.Progress) { log.Printf("%s: %d %s", p.Stage, p.Done, p.Unit) }, &answer)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(answer.Verdict, answer.Steps)
	// Output: solved 3
}
