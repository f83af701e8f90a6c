package server_test

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/gridwright/gridwright/families"
	"github.com/gridwright/gridwright/internal/server"
)

// listening starts a real server, and ends it with the test; it returns its address.
func listening(t *testing.T, opt server.Options) (url string, stop func() error) {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	urls, done := make(chan string, 1), make(chan error, 1)
	go func() { done <- server.Serve(ctx, "127.0.0.1:0", opt, func(url string) { urls <- url }) }()
	select {
	case url = <-urls:
	case err := <-done:
		t.Fatal(err)
	}
	ended := false
	stop = func() error {
		if ended {
			return nil
		}
		ended = true
		cancel()
		return <-done
	}
	t.Cleanup(func() { stop() })
	return url, stop
}

// gauge reads a figure of /metrics.
func gauge(t *testing.T, url, name string) string {
	t.Helper()
	r, err := http.Get(url + "/metrics")
	if err != nil {
		t.Fatal(err)
	}
	defer r.Body.Close()
	lines := bufio.NewScanner(r.Body)
	for lines.Scan() {
		if value, ok := strings.CutPrefix(lines.Text(), name+" "); ok {
			return value
		}
	}
	t.Fatalf("there is no %s", name)
	return ""
}

// TestSlowSenders has clients that send the head of a request, or its body, and then nothing: they are sent away, and
// others are answered all the while.
func TestSlowSenders(t *testing.T) {
	opt := options()
	opt.Head, opt.Read = 100*time.Millisecond, 200*time.Millisecond
	url, _ := listening(t, opt)
	var held []net.Conn
	for i := range 100 {
		c, err := net.Dial("tcp", strings.TrimSuffix(strings.TrimPrefix(url, "http://"), "/"))
		if err != nil {
			t.Fatal(err)
		}
		defer c.Close()
		text := "POST /v1/draw HTTP/1.1\r\nHost: localhost\r\nX-Slow: "
		if i%2 == 0 {
			text += "x\r\nContent-Length: 1000\r\n\r\n{"
		}
		if _, err := io.WriteString(c, text); err != nil {
			t.Fatal(err)
		}
		held = append(held, c)
	}
	for { // at once, unless the machine is too slow to send a request in so short a time
		r, err := http.Post(url+"v1/families", "", strings.NewReader("{}"))
		if err == nil {
			io.Copy(io.Discard, r.Body)
			if r.StatusCode == http.StatusOK {
				break
			}
		}
	}
	for i, c := range held {
		text, _ := io.ReadAll(c) // until the server closes it
		if strings.Contains(string(text), " 200 ") {
			t.Errorf("client %d got %q", i, text)
		}
	}
}

// endless is a body without an end.
type endless struct{ read atomic.Int64 }

func (e *endless) Read(p []byte) (int, error) {
	for i := range p {
		p[i] = ' '
	}
	e.read.Add(int64(len(p)))
	return len(p), nil
}

// TestLargeBodies sends a gigabyte, or promises to: it is refused as soon as it is too much, whatever a header says.
func TestLargeBodies(t *testing.T) {
	url, _ := listening(t, options()) // which reads 1 MiB
	for _, length := range []int64{1 << 30, -1} {
		body := &endless{}
		r, _ := http.NewRequest(http.MethodPost, url+"v1/solve", io.LimitReader(body, 1<<30))
		r.ContentLength = length
		got, err := http.DefaultClient.Do(r)
		if err == nil { // otherwise the server has closed the connection while the client still wrote
			got.Body.Close()
			if got.StatusCode != http.StatusRequestEntityTooLarge {
				t.Errorf("%s", got.Status)
			}
		}
		if n := body.read.Load(); n > 64<<20 {
			t.Errorf("%d bytes were sent", n)
		}
	}
	for gauge(t, url, "gridwright_room_bytes") != "0" { // soon
	}
}

// TestCompressed sends a bomb: what is compressed is not read at all.
func TestCompressed(t *testing.T) {
	s := serve(t, options())
	var bomb bytes.Buffer
	z := gzip.NewWriter(&bomb)
	if _, err := io.Copy(z, io.LimitReader(&endless{}, 64<<20)); err != nil {
		t.Fatal(err)
	}
	z.Close()
	for _, encoding := range []string{"gzip", "GZIP", "br", "zstd", "identity, gzip", "nonsense"} {
		r, _ := http.NewRequest(http.MethodPost, s.URL+"/v1/draw", bytes.NewReader(bomb.Bytes()))
		r.Header.Set("Content-Encoding", encoding)
		got, err := http.DefaultClient.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		got.Body.Close()
		if got.StatusCode != http.StatusUnsupportedMediaType || got.Header.Get("Accept-Encoding") != "identity" {
			t.Errorf("%s: %s %v", encoding, got.Status, got.Header)
		}
	}
	if r, text := post(t, s, "draw", bomb.String()); r.StatusCode != http.StatusBadRequest { // it says that it is JSON
		t.Errorf("%s %s", r.Status, text)
	}
}

// TestTrickyBodies sends JSON that readers disagree about.
func TestTrickyBodies(t *testing.T) {
	s := serve(t, options())
	doc := families.Gallery()[0].Document
	for body, want := range map[string]string{
		`{"document":` + doc + `,"document":{}}`:                     `"line":3,"column":17`,
		`{"document":{"family":"x","family":"y"}}`:                   "a second time",
		`{"DOCUMENT":` + doc + `}`:                                   "there is no field",
		strings.Repeat("[", 1<<19):                                   "nested more than",
		`{"document":` + strings.Repeat(`{"a":`, 1<<17):              "nested more than",
		"{\n\n  \"document\": nonsense}":                             `"line":3,"column"`,
		`{"document":` + doc + `}` + `{"document":` + doc + `}`:      "something follows",
		"\xff\xfe{\x00}\x00":                                         "arguments",
		`{"document":"` + strings.Repeat(`\u0041`, 1000) + `"}`:      "object",
		`{"document":{"family":` + strings.Repeat("9", 1<<19) + `}}`: "family",
		`{"document":` + strings.TrimSuffix(doc, "}") + `,"x":[` + strings.Repeat(`1,`, 1<<18) + `1]}}`: `no field`,
	} {
		r, text := post(t, s, "draw", body)
		if r.StatusCode != http.StatusBadRequest || !strings.Contains(string(text), want) || len(text) > 1000 {
			t.Errorf("%.60q: %s %.300s", body, r.Status, text)
		}
	}
}

// TestTrickyAddresses asks for what is not there in ways that clients of good faith do not.
func TestTrickyAddresses(t *testing.T) {
	url, _ := listening(t, options())
	addr := strings.TrimSuffix(strings.TrimPrefix(url, "http://"), "/")
	for _, line := range []string{
		"GET /../../../etc/passwd", "GET /v1/../../etc/passwd", "GET /%2e%2e/%2e%2e/etc/passwd", "GET //etc/passwd",
		"GET /folder/..%5c..%5cetc%5cpasswd", "GET /index.html%00.css", "GET /secret.key", "GET /folder", "GET /./app.js/",
		"GET http://elsewhere.example/v1/solve", "POST /v1/solve/../../secret.key", "POST /v1//solve", "POST /V1/solve",
		"POST /v1/solve%2f", "POST /v1/solve;x=1", "GET /v1/jobs/../jobs", "GET /v1/jobs/%2e%2e", "DELETE /v1/jobs/",
		"DELETE /v1/jobs", "TRACE /", "CONNECT /v1/solve", "PUT /index.html", "X{}Y /v1/solve", "GET *",
		"GET /" + strings.Repeat("a/", 20000), "GET /" + strings.Repeat("x", 100000), "GET /\x01", "GET /docs/../metrics/..",
		"GET /docs/nothing", "POST /openapi.json", "POST /metrics", "GET /v1/solve",
	} {
		c, err := net.Dial("tcp", addr)
		if err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(c, "%s HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Length: 0\r\n\r\n", line)
		text, _ := io.ReadAll(c)
		c.Close()
		status, _, _ := strings.Cut(strings.TrimPrefix(string(text), "HTTP/1.1 "), " ")
		switch status {
		case "301", "307", "308", "400", "403", "404", "405", "421", "431", "501":
		default:
			t.Errorf("%.60q: %.200q", line, text)
		}
		for _, never := range []string{"root:", "no kind that a page has", "a{}"} {
			if strings.Contains(string(text), never) {
				t.Errorf("%.60q: %.300q", line, text)
			}
		}
	}
}

// TestSlowReaders asks for long answers and reads none of them: after a while they are given up, with the memory that
// they hold.
func TestSlowReaders(t *testing.T) {
	opt := options()
	opt.Write = 100 * time.Millisecond
	url, _ := listening(t, opt)
	row := `"` + strings.Repeat("1", 400) + `"`
	body := `{"document":{"family":"lights","version":1,"start":[` + strings.Repeat(row+",", 399) + row + `]}}`
	for range 8 {
		c, err := net.Dial("tcp", strings.TrimSuffix(strings.TrimPrefix(url, "http://"), "/"))
		if err != nil {
			t.Fatal(err)
		}
		defer c.Close()
		if err := c.(*net.TCPConn).SetReadBuffer(2048); err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(c, "POST /v1/draw HTTP/1.1\r\nHost: localhost\r\nContent-Length: %d\r\n\r\n%s", len(body), body)
		io.ReadFull(c, make([]byte, 12)) // the answer is on its way, or has been given up already
	}
	for gauge(t, url, "gridwright_room_bytes") != "0" || gauge(t, url, "gridwright_requests_in_flight") != "1" { // soon
		time.Sleep(10 * time.Millisecond)
	}
}
