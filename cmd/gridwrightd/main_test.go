package main

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/gridwright/gridwright/client"
)

// TestServe starts the program, reads the address that it prints, asks it and ends it.
func TestServe(t *testing.T) {
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	out, in := io.Pipe()
	code := make(chan int, 1)
	var stderr bytes.Buffer
	go func() {
		code <- run(ctx, []string{"serve", "--addr", "127.0.0.1:0", "--site", t.TempDir()}, in, &stderr)
	}()
	line, err := bufio.NewReader(out).ReadString('\n')
	url, ok := strings.CutPrefix(strings.TrimSpace(line), "gridwrightd: ")
	if err != nil || !ok {
		t.Fatalf("%q, %v; %s", line, err, stderr.String())
	}
	for path, want := range map[string]string{
		"": "<!doctype html", "v1/families": `"gallery":`, "openapi.json": `"openapi"`,
	} {
		ask := func() (*http.Response, error) { return http.Get(url + path) }
		if strings.HasPrefix(path, "v1/") {
			ask = func() (*http.Response, error) {
				return http.Post(url+path, "application/json", strings.NewReader("{}"))
			}
		}
		r, err := ask()
		if err != nil {
			t.Fatal(err)
		}
		text, err := io.ReadAll(r.Body)
		r.Body.Close()
		if err != nil || !strings.Contains(strings.ToLower(string(text)), want) {
			t.Errorf("%s: %s, %.200s, %v", path, r.Status, text, err)
		}
	}
	stop()
	if got := <-code; got != 0 || stderr.Len() > 0 {
		t.Errorf("it ends with %d: %s", got, stderr.String())
	}
}

// TestToken makes a token, and serves its owner alone; what the server is told can be printed, the token cannot.
func TestToken(t *testing.T) {
	var entry, token bytes.Buffer
	if code := run(t.Context(), []string{"token", "shop"}, &entry, &token); code != 0 {
		t.Fatal(token.String())
	}
	file := filepath.Join(t.TempDir(), "tokens.yaml")
	if err := os.WriteFile(file, []byte("tokens:\n"+entry.String()), 0o600); err != nil {
		t.Fatal(err)
	}
	var printed, stderr bytes.Buffer
	code := run(t.Context(), []string{"serve", "--tokens", file, "--print-config"}, &printed, &stderr)
	secret := strings.TrimSpace(token.String())
	if code != 0 || !strings.Contains(printed.String(), "owners: shop") || strings.Contains(printed.String(), secret) {
		t.Errorf("%d %s%s", code, printed.String(), stderr.String())
	}
	ctx, stop := context.WithCancel(t.Context())
	out, in := io.Pipe()
	ended := make(chan int, 1)
	go func() {
		ended <- run(ctx, []string{"serve", "--addr", "127.0.0.1:0", "--tokens", file}, in, io.Discard)
	}()
	line, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		t.Fatal(err)
	}
	c := &client.Client{URL: strings.TrimPrefix(strings.TrimSpace(line), "gridwrightd: "), Token: secret}
	if _, list, err := c.Families(t.Context()); err != nil || len(list) == 0 {
		t.Error(err)
	}
	c.Token = "x"
	var denied *client.Error
	if _, _, err := c.Families(t.Context()); !errors.As(err, &denied) || denied.Kind != "denied" {
		t.Error(err)
	}
	stop()
	if code := <-ended; code != 0 {
		t.Errorf("it ends with %d", code)
	}
}

// TestArguments wants one sentence and code 2 for what is not understood.
func TestArguments(t *testing.T) {
	dir := t.TempDir()
	for args, want := range map[string]string{
		"":                                       "a command is missing",
		"nonsense":                               "there is no command",
		"serve --port 1":                         "unknown flag: --port",
		"serve --addr nowhere":                   "it looks like 127.0.0.1:8080",
		"serve --addr :8080":                     "write 127.0.0.1:8080 for this machine alone",
		"worker --metrics :9105":                 "0.0.0.0:9105",
		"queue --store " + dir + " --metrics :1": "names no host",
		"queue --store " + dir + " --addr :4222": "--addr is \":4222\", which names no host",
		"serve --at-once two":                    `--at-once is "two", which is no whole number`,
		"queue --sync soon":                      `--sync is "soon", which is no time; it looks like 30s or 5m`,
		"queue --verbose=9":                      "takes no value but true and false",
		"serve --timeout -1s":                    "is no time",
		"serve here":                             "flags alone",
		"serve --timeout 2562047h":               "at most 10000h0m0s",
		"serve --memory 9999999TiB":              "is no size",
		"serve --at-once 9999999":                "no number that it can be",
		"serve --site /no/such/folder!":          "there is no folder",
		"serve --config /no/such/file!":          "no such file",
		"token":                                  "takes one name",
		"token a'b":                              "a name has up to 64 letters",
	} {
		var out, stderr bytes.Buffer
		if code := run(t.Context(), strings.Fields(args), &out, &stderr); code != 2 || out.Len() > 0 ||
			!strings.Contains(stderr.String(), want) {
			t.Errorf("%q: %d %s", args, code, stderr.String())
		}
	}
	var out, stderr bytes.Buffer
	if code := run(t.Context(), []string{"help", "serve"}, &out, &stderr); code != 0 ||
		!strings.Contains(out.String(), "--addr") {
		t.Errorf("help: %d %s%s", code, out.String(), stderr.String())
	}
	for _, args := range []string{"--help", "serve --help", "token --help", "site --help", "worker --help", "queue --help",
		"queue ls --help", "help queue rm"} {
		var out, stderr bytes.Buffer
		if code := run(t.Context(), strings.Fields(args), &out, &stderr); code != 0 || stderr.Len() > 0 ||
			!strings.Contains(out.String(), "\nUsage:\n  gridwrightd ") {
			t.Errorf("%s: %d %s%s", args, code, out.String(), stderr.String())
		}
		for line := range strings.Lines(out.String()) {
			if n := utf8.RuneCountInString(line); n > 80 {
				t.Errorf("%s: a line of %d: %s", args, n, line)
			}
		}
	}
	code := run(t.Context(), []string{"version"}, &out, &stderr)
	if code != 0 || !strings.Contains(out.String(), "gridwrightd") {
		t.Errorf("version: %d %s", code, out.String())
	}
}
