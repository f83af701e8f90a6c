//go:build !js

package main

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/gridwright/gridwright/families"
	"github.com/gridwright/gridwright/internal/engine"
	"github.com/gridwright/gridwright/puzzle"
)

// build makes the engine for a browser, and the other half of it that Go brings along.
func build(t testing.TB) (wasm, exe string) {
	t.Helper()
	if _, err := exec.LookPath("make"); err != nil {
		t.Skip("SKIPPED: no make here, so the engine for browsers was NOT tested")
	}
	dir := t.TempDir()
	if out, err := exec.Command("make", "-C", "../..", "wasm", "SITE="+dir).CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	return filepath.Join(dir, "gridwasm.wasm"), filepath.Join(dir, "wasm_exec.js")
}

// here is the engine of this program.
func here() *engine.Engine {
	all := families.All()
	return engine.New(all, families.Gallery(), engine.Options{Version: "(devel)", Contests: families.Contests(all),
		Limits: puzzle.Limits{Memory: memory}})
}

// A request is what both are asked, again and again until it has taken so many milliseconds in all.
type request struct {
	verb, args string
	least      int
}

// asked is what the machine for WebAssembly says: the time that it takes to start, and for each request the times and
// the answer.
type asked struct {
	start   time.Duration
	times   [][]time.Duration
	answers []string
}

// there asks the engine in a machine for WebAssembly.
func there(t testing.TB, wasm, exe string, requests []request) (out asked) {
	t.Helper()
	node, err := exec.LookPath("node")
	if err != nil {
		t.Skip("SKIPPED: no node here, so the engine for browsers was NOT tested; install Node.js 20 or newer")
	}
	var in, stderr bytes.Buffer
	enc := json.NewEncoder(&in)
	for _, r := range requests {
		if err := enc.Encode([]any{r.verb, r.args, r.least}); err != nil {
			t.Fatal(err)
		}
	}
	c := exec.Command(node, "testdata/ask.cjs", exe, wasm)
	c.Stdin, c.Stderr = &in, &stderr
	said, err := c.Output()
	if err != nil {
		t.Fatalf("%v: %s", err, stderr.Bytes())
	}
	lines := bufio.NewScanner(bytes.NewReader(said))
	lines.Buffer(nil, 64<<20)
	var start float64
	if !lines.Scan() || json.Unmarshal(lines.Bytes(), &start) != nil {
		t.Fatalf("it has not started: %s", stderr.Bytes())
	}
	out.start = milliseconds(start)
	for lines.Scan() {
		var times []float64
		var answer string
		if err := json.Unmarshal(lines.Bytes(), &[]any{&times, &answer}); err != nil {
			t.Fatal(err)
		}
		var took []time.Duration
		for _, ms := range times {
			took = append(took, milliseconds(ms))
		}
		out.times, out.answers = append(out.times, took), append(out.answers, answer)
	}
	if len(out.answers) != len(requests) {
		t.Fatalf("%d of %d answers: %s", len(out.answers), len(requests), stderr.Bytes())
	}
	return out
}

func milliseconds(ms float64) time.Duration { return time.Duration(ms * float64(time.Millisecond)) }

// ask asks the engine of this program.
func ask(e *engine.Engine, r request) (times []time.Duration, answer string) {
	for sum := time.Duration(0); len(times) == 0 || sum < time.Duration(r.least)*time.Millisecond; {
		began := time.Now()
		got, err := e.Call(context.Background(), r.verb, []byte(r.args))
		took := time.Since(began)
		times, sum = append(times, took), sum+took
		var problem *engine.Error
		if errors.As(err, &problem) {
			got = problem.JSON()
		}
		answer = string(got)
	}
	return times, answer
}

// TestSameBytes asks the engine in a machine for WebAssembly what it asks the one of this program, and wants the same
// bytes.
func TestSameBytes(t *testing.T) {
	requests := []request{{"families", "{}", 0}, {"nothing", "", 0}, {"draw", "{", 0}}
	for _, ex := range families.Gallery() {
		one := `{"document":` + strings.ReplaceAll(ex.Document, "\n", "") + `}`
		for _, verb := range []string{"draw", "solve", "hint"} {
			requests = append(requests, request{verb, one, 0})
		}
		requests = append(requests, request{"render", strings.TrimSuffix(one, "}") + `,"kind":"svg"}`, 0})
	}
	wasm, exe := build(t)
	got, native := there(t, wasm, exe, requests), here()
	for i, r := range requests {
		if r.verb == "families" { // which says its version
			continue
		}
		if _, want := ask(native, r); got.answers[i] != want {
			t.Errorf("%s %.100s: in the browser's machine\n%.300s\nand here\n%.300s", r.verb, r.args, got.answers[i], want)
		}
	}
}

// boards are what the benchmark solves: of each family, by any of its generators, from small to large.
func boards(b *testing.B, e *engine.Engine) (names []string, requests []request) {
	const least = 1500 // milliseconds, in which a browser's machine translates what is called often
	_, said := ask(e, request{"families", "{}", 0})
	var list engine.List
	if err := json.Unmarshal([]byte(said), &list); err != nil {
		b.Fatal(err)
	}
	for _, f := range list.Families {
		for _, size := range []int{25, 100, 400, 1600, 10000} {
			var view engine.View
			_, made := ask(e, request{"generate", fmt.Sprintf(`{"family":%q,"size":%d,"seed":3}`, f.Name, size), 0})
			if err := json.Unmarshal([]byte(made), &view); err != nil || view.Document == nil {
				b.Fatal(made, err)
			}
			names = append(names, fmt.Sprintf("%s, %d", f.Name, size))
			requests = append(requests, request{"solve", `{"document":` + string(view.Document) + `}`, least})
		}
	}
	return names, requests
}

// BenchmarkWASM solves boards here and in the machine for WebAssembly, and prints a table of both times: of the first
// answer, which that machine gives before it has translated the code well, and the shortest of all, which is what the
// code costs even where other programs want the processor too.
func BenchmarkWASM(b *testing.B) {
	wasm, exe := build(b)
	native := here()
	names, requests := boards(b, native)
	got := there(b, wasm, exe, requests)
	if whole, err := os.ReadFile(wasm); err == nil {
		var packed bytes.Buffer
		w, _ := gzip.NewWriterLevel(&packed, gzip.BestCompression)
		w.Write(whole)
		w.Close()
		fmt.Printf("%d bytes, %d as gzip; it starts in %v\n", len(whole), packed.Len(), got.start.Round(time.Millisecond))
	}
	const row = "| %-16s | %9s | %9s | %5s | %9s | %9s | %5s |\n"
	fmt.Printf("\n"+row, "cells or blocks", "first, ms", "wasm", "times", "best, ms", "wasm", "times")
	fmt.Printf(strings.ReplaceAll(row, " ", ""), "---", "--:", "--:", "--:", "--:", "--:", "--:")
	ms := func(d time.Duration) string { return fmt.Sprintf("%.2f", d.Seconds()*1000) }
	times := func(a, b time.Duration) string { return fmt.Sprintf("%.1f", a.Seconds()/b.Seconds()) }
	for i, r := range requests {
		r.least /= 3
		took, answer := ask(native, r)
		if answer != got.answers[i] {
			fmt.Printf("%s: two answers, as a limit stops one of the searches\n", names[i])
		}
		first, slow := took[0], got.times[i][0]
		best, later := slices.Min(took), slices.Min(got.times[i])
		fmt.Printf(row, names[i], ms(first), ms(slow), times(slow, first), ms(best), ms(later), times(later, best))
	}
}
