package cli_test

import (
	"crypto/sha256"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/gridwright/gridwright/internal/cli"
)

// TestSameBytes wants what generate has always printed for a seed: each profile of each contest, and each family.
// -update writes the digests; a digest that changes breaks a promise to whoever has kept a seed.
func TestSameBytes(t *testing.T) {
	fs, ps := all()
	var lines []string
	add := func(name string, args ...string) {
		code, stdout, stderr := gridwright(nil, append([]string{"generate", name}, args...)...)
		if code != 0 || stderr != "" {
			t.Errorf("%s %s: code %d, %s", name, args, code, stderr)
		}
		lines = append(lines, fmt.Sprintf("%s %s: %.8x", name, strings.Join(args, " "), sha256.Sum256([]byte(stdout))))
	}
	for _, p := range ps {
		add(p.Name(), "--profile", cli.Tiny, "--count", "300", "--json")
		for _, k := range p.Profiles() {
			for _, size := range slices.Compact([]int{k.Sizes[0], min(max(k.Sizes[0], 30), k.Sizes[1])}) {
				add(p.Name(), "--profile", k.Name, "--size", fmt.Sprint(size), "--count", fmt.Sprint(min(3, p.Most())),
					"--seed", "7")
			}
		}
	}
	for _, f := range fs {
		add(f.Name(), "--count", "20", "--seed", "7")
		add(f.Name(), "--size", "100", "--seed", "9223372036854775807")
	}
	slices.Sort(lines)
	golden := filepath.Join("testdata", "generate.golden")
	got := strings.Join(lines, "\n") + "\n"
	if *update {
		if err := os.WriteFile(golden, []byte(got), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	text, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	want := strings.Split(strings.TrimSuffix(strings.ReplaceAll(string(text), "\r\n", "\n"), "\n"), "\n")
	for _, line := range lines {
		if !slices.Contains(want, line) {
			t.Errorf("another digest: %s", line)
		}
	}
	if len(want) != len(lines) {
		t.Errorf("%d digests, want %d", len(lines), len(want))
	}
}

// TestGeneratedIsValid validates what each profile makes, and wants it judged right as it is answered.
func TestGeneratedIsValid(t *testing.T) {
	_, ps := all()
	dir := t.TempDir()
	for _, p := range ps {
		for _, k := range p.Profiles() {
			_, text, stderr := gridwright(nil, "generate", p.Name(), "--profile", k.Name, "--count",
				fmt.Sprint(min(3, p.Most())))
			if code, _, stderr := gridwright([]byte(text), "validate", "--as", "kattis", p.Name()); code != 42 {
				t.Errorf("%s %s: %s", p.Name(), k.Name, stderr)
			}
			if k.Slow || stderr != "" {
				continue // to answer these takes long
			}
			file := filepath.Join(dir, "in")
			if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
				t.Fatal(err)
			}
			_, right, _ := gridwright(nil, "contest", p.Name(), file)
			if code, stdout, stderr := gridwright([]byte(right), "judge", p.Name(), file, "-"); code != 0 {
				t.Errorf("%s %s: %.200q for %.200q: %s%s", p.Name(), k.Name, right, text, stdout, stderr)
			}
		}
	}
}
