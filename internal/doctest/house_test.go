//go:build !js

package doctest

import (
	"os/exec"
	"slices"
	"strings"
	"testing"

	"github.com/gridwright/gridwright/families"
)

const module = "github.com/gridwright/gridwright/"

func familyNames() (names []string) {
	for _, f := range families.All() {
		names = append(names, f.Name())
	}
	return names
}

// imports says for each package of the module which others it imports.
func imports(t *testing.T, root string) map[string][]string {
	t.Helper()
	c := exec.Command("go", "list", "-f", `{{.ImportPath}} {{join .Imports " "}}`, "./...")
	c.Dir = root
	out, err := c.Output()
	if err != nil {
		t.Fatal(err)
	}
	all := map[string][]string{}
	for line := range strings.Lines(string(out)) {
		fields := strings.Fields(line)
		name, ours := strings.CutPrefix(fields[0], module)
		if !ours {
			continue
		}
		all[name] = nil
		for _, f := range fields[1:] {
			if rel, ours := strings.CutPrefix(f, module); ours {
				all[name] = append(all[name], rel)
			}
		}
	}
	return all
}

// floors reads the drawing of the house: which line of it each package stands on.
func floors(t *testing.T, root string) map[string]int {
	t.Helper()
	for _, b := range blocks(t, root, "docs/architecture.md") {
		if !strings.Contains(b.text, "cmd/gridwright") {
			continue
		}
		floor := map[string]int{}
		for i, line := range strings.Split(b.text, "\n") {
			for _, word := range strings.FieldsFunc(line,
				func(r rune) bool { return strings.ContainsRune(" │|─┬┴┼├┤┌┐└┘▼", r) }) {
				floor[word] = i
			}
		}
		return floor
	}
	t.Fatal("docs/architecture.md has no drawing of the house")
	return nil
}

// room is the name under which a package stands in the drawing: its own, or that of the nearest
// package above it in the tree of folders, whose internal room it is.
func room(floor map[string]int, name string) string {
	for at := name; at != ""; {
		if _, drawn := floor[at]; drawn {
			return at
		}
		cut := strings.LastIndexByte(at, '/')
		if cut < 0 {
			break
		}
		at = at[:cut]
	}
	return ""
}

// climbs lists what is wrong with a drawing: packages that are missing and imports that do not go down.
func climbs(floor map[string]int, all map[string][]string) (faults []string) {
	for name, imported := range all {
		from := room(floor, name)
		if from == "" {
			faults = append(faults, name+" is missing")
			continue
		}
		for _, other := range imported {
			if to := room(floor, other); to != "" && to != from && floor[to] <= floor[from] {
				faults = append(faults, name+" does not stand above "+other+", which it imports")
			}
		}
	}
	slices.Sort(faults)
	return faults
}

// TestDrawing holds the drawing in docs/architecture.md against the imports: each package stands in
// it, above all that it imports.
func TestDrawing(t *testing.T) {
	root := repository(t)
	all, floor := imports(t, root), floors(t, root)
	if len(all) < 20 {
		t.Fatalf("only %d packages were listed", len(all))
	}
	for _, fault := range climbs(floor, all) {
		t.Errorf("the drawing in docs/architecture.md: %s", fault)
	}
	for word := range floor {
		if _, known := all[word]; !known && strings.Contains(word, "/") {
			t.Errorf("the drawing in docs/architecture.md: there is no package %s", word)
		}
	}
	bad := climbs(map[string]int{"a": 1, "b": 2, "b/c": 3}, map[string][]string{"a": {"b"}, "b": {"b/c", "b/d"},
		"b/c": {"a"}, "b/d": {"b"}, "e": nil})
	if want := []string{"b/c does not stand above a, which it imports", "e is missing"}; !slices.Equal(bad, want) {
		t.Errorf("faults of a bad drawing: %q, want %q", bad, want)
	}
}
