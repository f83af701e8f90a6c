//go:build !js

package doctest

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "write what documents take from programs: lines of the trust kernel, pictures")

// kernel counts the lines of source, comments included and tests left out, of each package of ours that gridverify
// links.
func kernel(t *testing.T, root string) (packages []string, lines map[string]int) {
	t.Helper()
	c := exec.Command("go", "list", "-deps", "-f",
		`{{if not .Standard}}{{.ImportPath}} {{.Dir}} {{join .GoFiles " "}}{{end}}`, "./cmd/gridverify")
	c.Dir = root
	out, err := c.Output()
	if err != nil {
		t.Fatal(err)
	}
	lines = map[string]int{}
	for line := range strings.Lines(string(out)) {
		fields := strings.Fields(line)
		name := strings.TrimPrefix(fields[0], module)
		packages = append(packages, name)
		for _, file := range fields[2:] {
			data, err := os.ReadFile(filepath.Join(fields[1], file))
			if err != nil {
				t.Fatal(err)
			}
			lines[name] += bytes.Count(data, []byte("\n"))
		}
	}
	return packages, lines
}

// TestKernel holds the table of lines in docs/proofs/README.md against the source: each package, and its lines within a
// tenth. "make kernel" writes the table anew.
func TestKernel(t *testing.T) {
	root := repository(t)
	packages, count := kernel(t, root)
	slices.Sort(packages)
	const head = "| package | lines |\n|---|---:|\n"
	table, sum := "", 0
	for _, p := range packages {
		table += fmt.Sprintf("| `%s` | %d |\n", p, count[p])
		sum += count[p]
	}
	table += fmt.Sprintf("| all | %d |\n", sum)
	count["all"] = sum

	file := filepath.Join(root, "docs", "proofs", "README.md")
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	before, rest, found := strings.Cut(string(data), head)
	if !found {
		t.Fatalf("docs/proofs/README.md has no table that begins with %q", head)
	}
	said, after := "", rest
	for strings.HasPrefix(after, "|") {
		row, behind, _ := strings.Cut(after, "\n")
		said, after = said+row+"\n", behind
	}
	if *update {
		if err := os.WriteFile(file, []byte(before+head+table+after), 0o666); err != nil {
			t.Fatal(err)
		}
		return
	}
	seen := map[string]bool{}
	for _, row := range strings.Split(strings.TrimSpace(said), "\n") {
		cells := strings.Split(row, "|")
		if len(cells) != 4 {
			t.Fatalf("docs/proofs/README.md: %q is no row", row)
		}
		name := strings.Trim(cells[1], " `")
		seen[name] = true
		if n, err := strconv.Atoi(strings.TrimSpace(cells[2])); err != nil ||
			10*max(n-count[name], count[name]-n) > max(count[name], 100) {
			t.Errorf("docs/proofs/README.md: %s has %d lines, not %s; make kernel writes the table anew", name, count[name],
				cells[2])
		}
	}
	for _, p := range packages {
		if !seen[p] {
			t.Errorf("docs/proofs/README.md: gridverify links %s; make kernel writes the table anew", p)
		}
	}
}
