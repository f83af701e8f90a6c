//go:build !js

package families_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"os/exec"
	"path"
	"slices"
	"strings"
	"testing"
)

const module = "github.com/gridwright/gridwright"

// A layer is a set of packages with one rule for what they import.
type layer struct {
	name  string
	paths []string // below the module; "x/..." is x and all below it
	may   []string // names of layers whose packages these may import
	// free packages may import third parties, have init functions and keep state: they
	// are programs, or adapters to one. All others are libraries.
	free bool
}

// The layers from the bottom up. Families need no line here: a package x with an
// x/xcheck or x/xsolve is the data of one, and what lies in the folder internal of these or of an
// x/xcontest is a room of theirs, of the same layer. A package that fits no line fails the test.
var layers = []layer{
	{name: "ground", paths: []string{"grid", "meter"}, may: []string{"ground"}},
	{name: "picture", paths: []string{"scene"}, may: []string{"ground"}}, // the value that families draw into
	{name: "advice", paths: []string{"internal/hugepage"}},               // changes no result
	{name: "leaf", paths: []string{"internal/gf2", "internal/zmod", "internal/perm", "internal/congruence",
		"internal/search"}, may: []string{"ground", "leaf", "advice"}},
	{name: "share", paths: []string{"internal/extent"}}, // how much tests take
	{name: "kernel", paths: []string{"puzzle", "puzzle/codec", "puzzle/document"},
		may: []string{"ground", "picture", "kernel"}},
	{name: "contest", paths: []string{"puzzle/contest"}, may: []string{"ground", "kernel"}},
	{name: "kit", paths: []string{"puzzle/puzzletest"}, may: []string{"ground", "picture", "kernel", "share"}, free: true},

	{name: "data", may: []string{"ground", "advice", "kernel"}},
	// Data of its own family, and rooms of its own.
	{name: "check", may: []string{"ground", "kernel", "data"}},
	{name: "solve", may: []string{"ground", "picture", "advice", "leaf", "kernel", "data", "solve"}},
	{name: "contests", may: []string{"ground", "leaf", "kernel", "contest", "data", "solve", "contests"}},

	{name: "checkers", paths: []string{"families/checks"}, may: []string{"kernel", "data", "check"}},
	{name: "families", paths: []string{"families"}, may: []string{"ground", "picture", "kernel", "contest", "data", "check",
		"solve", "contests", "checkers"}},

	{name: "client", paths: []string{"client"}}, // of the service: the standard library alone

	// the few verbs for a Go user
	{name: "root", paths: []string{""}, may: []string{"ground", "picture", "kernel", "families"}},

	{name: "tool", paths: []string{"internal/stress", "internal/contestant", "internal/probpack", "batch", "ident"},
		may: []string{"ground", "picture", "advice", "leaf", "kernel", "contest", "tool"}, free: true},
	{name: "front", may: []string{"ground", "picture", "kernel", "contest", "tool", "front"}, free: true, paths: []string{
		"internal/cli/...", "internal/engine", "internal/job", "internal/batch", "internal/fleet/...", "internal/link",
		"internal/listen", "internal/server/...", "internal/page", "internal/player", "internal/plotting", "internal/picture",
		"internal/raster", "scene/figure", "internal/yamldoc", "internal/pack", "internal/report",
		"internal/httpapi/...", "internal/tui/...", "batch/natsqueue", "web/...",
	}},
	{name: "program", paths: []string{"cmd/..."}, may: []string{"ground", "picture", "kernel", "contest", "tool", "front",
		"families", "checkers"}, free: true},

	{name: "bench", paths: []string{"bench/..."}, may: []string{"bench", "ground", "kernel", "leaf", "data", "solve", "client"},
		free: true},
	{name: "tests", paths: []string{"internal/doctest"}}, // holds tests only
}

// A listed package is what "go list -json" says of it.
type listed struct {
	ImportPath, Name, Dir string
	GoFiles, Imports      []string
	layer                 *layer
	family                string // of data, check and solve
}

func below(importPath string) (rel string, ours bool) {
	return strings.CutPrefix(importPath, module+"/")
}

func thirdParty(importPath string) bool {
	first, _, _ := strings.Cut(importPath, "/")
	return strings.Contains(first, ".")
}

func (l *layer) holds(rel string) bool {
	for _, p := range l.paths {
		if tree, ok := strings.CutSuffix(p, "/..."); rel == p || ok && (rel == tree || strings.HasPrefix(rel, tree+"/")) {
			return true
		}
	}
	return false
}

// packages lists the module, without tests, and puts every package in its layer.
func packages(t *testing.T) map[string]*listed {
	goTool, err := exec.LookPath("go")
	if err != nil {
		t.Skip("SKIPPED: no go command here, so the imports were NOT checked")
	}
	cmd := exec.Command(goTool, "list", "-test=false", "-json=ImportPath,Name,Dir,GoFiles,Imports", module+"/...")
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%v: %s", err, stderr.Bytes())
	}
	pkgs := map[string]*listed{}
	for dec := json.NewDecoder(bytes.NewReader(out)); ; {
		p := new(listed)
		if err := dec.Decode(p); err == io.EOF {
			break
		} else if err != nil {
			t.Fatal(err)
		}
		if rel, ours := below(p.ImportPath); ours {
			pkgs[rel] = p
		}
	}
	byName := map[string]*layer{}
	for i := range layers {
		byName[layers[i].name] = &layers[i]
	}
	for rel, p := range pkgs {
		for i := range layers {
			if layers[i].holds(rel) {
				p.layer = &layers[i]
			}
		}
		for role, name := range map[string]string{"check": "check", "solve": "solve", "contest": "contests"} {
			home, _ := homeOf(rel)
			if parent := path.Dir(home); path.Base(home) == path.Base(parent)+role && pkgs[parent] != nil {
				p.layer, p.family = byName[name], parent
				pkgs[parent].layer, pkgs[parent].family = byName["data"], parent
			}
		}
	}
	for _, rel := range slices.Sorted(maps.Keys(pkgs)) {
		if pkgs[rel].layer == nil && len(pkgs[rel].GoFiles) > 0 {
			t.Errorf("%s belongs to no layer; families/layers_test.go has the table", rel)
			delete(pkgs, rel)
		}
	}
	return pkgs
}

// homeOf is the package that a room belongs to: x/xsolve for x/xsolve/internal/room. Any other
// package is its own home.
func homeOf(rel string) (home string, room bool) {
	if at := strings.Index(rel, "/internal/"); at > 0 {
		return rel[:at], true
	}
	return rel, false
}

// closure is everything of ours that the packages import, directly or not, themselves included.
func closure(pkgs map[string]*listed, from ...string) map[string]bool {
	seen := map[string]bool{}
	for len(from) > 0 {
		rel := from[0]
		from = from[1:]
		if seen[rel] || pkgs[rel] == nil {
			continue
		}
		seen[rel] = true
		for _, imp := range pkgs[rel].Imports {
			if below, ours := below(imp); ours {
				from = append(from, below)
			}
		}
	}
	return seen
}

// TestLayers enforces which package may import which.
func TestLayers(t *testing.T) {
	pkgs := packages(t)
	for _, complaint := range layerComplaints(pkgs) {
		t.Error(complaint)
	}
	const lampEngines = "lights/lightssolve/internal/engine"
	// The rules are worth what they find: imports that nobody may write, one at a time.
	for edge, want := range map[[2]string]string{
		{"puzzle", "tilt"}:                   "puzzle (kernel) imports tilt (data)",
		{"puzzle", "github.com/spf13/cobra"}: "puzzle (kernel) imports github.com/spf13/cobra",
		{"grid", "puzzle"}:                   "grid (ground) imports puzzle (kernel)",
		{"scene", "puzzle"}:                  "scene (picture) imports puzzle (kernel)",
		{"tilt", "scene"}:                    "tilt (data) imports scene (picture)",
		{"tilt/tiltcheck", "scene"}:          "tilt/tiltcheck (check) imports scene (picture)",
		{"tilt", "families"}:                 "tilt (data) imports families (families)",
		{"tilt", "internal/cli"}:             "tilt (data) imports internal/cli (front)",
		{"tilt", "internal/congruence"}:      "tilt (data) imports internal/congruence (leaf)",
		{"tilt", "tilt/tiltcheck"}:           "tilt (data) imports tilt/tiltcheck (check)",
		{"tilt/tiltsolve", "tilt/tiltcheck"}: "tilt/tiltsolve (solve) imports tilt/tiltcheck (check)",
		{"tilt/tiltcheck", "tilt/tiltsolve"}: "tilt/tiltcheck depends on tilt/tiltsolve, which belongs to solvers",
		{"tilt/tiltcheck", "internal/congruence"}: "tilt/tiltcheck depends on internal/congruence, which belongs to " +
			"solvers",
		{"tilt/tiltcheck", "internal/hugepage"}:     "tilt/tiltcheck (check) imports internal/hugepage (advice)",
		{"tilt/tiltcheck", "golang.org/x/exp/maps"}: "tilt/tiltcheck (check) imports golang.org/x/exp/maps",
		{"internal/cli", "tilt"}:                    "internal/cli (front) imports tilt (data)",
		{"internal/cli", "families"}:                "internal/cli (front) imports families (families)",
		{"internal/cli", "puzzle/puzzletest"}:       "internal/cli imports the contract kit outside of its tests",
		{"families/checks", "tilt/tiltsolve"}:       "cmd/gridverify links tilt/tiltsolve",
		{"tilt/tiltsolve", "tilt/tiltcontest"}:      "tilt/tiltsolve (solve) imports tilt/tiltcontest (contests)",
		{"tilt/tiltsolve", "puzzle/contest"}:        "tilt/tiltsolve (solve) imports puzzle/contest (contest)",
		{"tilt/tiltcontest", "lights/lightssolve"}:  "tilt/tiltcontest of one family imports lights/lightssolve of another",
		{"tilt/tiltcontest", "tilt/tiltcheck"}:      "tilt/tiltcontest (contests) imports tilt/tiltcheck (check)",
		{"assembly/assemblycontest/internal/cases", "assembly/assemblycontest"}: "assembly/assemblycontest/internal/cases " +
			"imports assembly/assemblycontest, which is no room of its own",
		{"families/checks", lampEngines}: "cmd/gridverify links " + lampEngines,
		{"lights/lightscheck", lampEngines}: "lights/lightscheck depends on " + lampEngines +
			", which belongs to solvers",
		{"tilt/tiltsolve", lampEngines}:     "tilt/tiltsolve of one family imports " + lampEngines + " of another",
		{lampEngines, "lights/lightssolve"}: lampEngines + " imports lights/lightssolve, which is no room of its own",
		{"cmd/gridverify", "families"}:      "cmd/gridverify links families",

		{"permute/permutecheck", "permute/permutesolve/internal/moveset"}: "permute/permutecheck depends on " +
			"permute/permutesolve/internal/moveset, which belongs to solvers",
		{"permute", "permute/permutesolve/internal/moveset"}: "permute (data) imports " +
			"permute/permutesolve/internal/moveset (solve)",
		{"cmd/gridverify", "permute/permutesolve/internal/moveset"}: "cmd/gridverify links " +
			"permute/permutesolve/internal/moveset",
		{"tilt/tiltsolve", "permute/permutesolve/internal/moveset"}: "tilt/tiltsolve of one family imports " +
			"permute/permutesolve/internal/moveset of another",
		{"permute/permutesolve/internal/moveset", "families"}: "permute/permutesolve/internal/moveset (solve) " +
			"imports families (families)",
	} {
		from, to := edge[0], edge[1]
		if pkgs[to] != nil {
			to = module + "/" + to
		}
		spoilt := maps.Clone(pkgs)
		p := *pkgs[from]
		p.Imports = append(slices.Clone(p.Imports), to)
		spoilt[from] = &p
		if !slices.Contains(layerComplaints(spoilt), want) {
			t.Errorf("nobody says %q", want)
		}
	}
}

// ownRoom reports whether to is a room of from's home, from being the home or another room of it.
func ownRoom(from, to string) bool {
	mine, _ := homeOf(from)
	its, room := homeOf(to)
	return room && mine == its
}

func layerComplaints(pkgs map[string]*listed) (complaints []string) {
	complain := func(format string, args ...any) { complaints = append(complaints, fmt.Sprintf(format, args...)) }
	families := map[string]bool{}
	for _, rel := range slices.Sorted(maps.Keys(pkgs)) {
		p := pkgs[rel]
		if p.family != "" {
			families[p.family] = true
		}
		for _, imp := range p.Imports {
			to, ours := below(imp)
			if !ours {
				if thirdParty(imp) && !p.layer.free && (p.layer.name == "check" || !strings.HasPrefix(imp, "golang.org/x/")) {
					complain("%s (%s) imports %s", rel, p.layer.name, imp)
				}
				continue
			}
			q := pkgs[to]
			switch {
			case q == nil:
				continue // reported above
			case !slices.Contains(p.layer.may, q.layer.name):
				complain("%s (%s) imports %s (%s)", rel, p.layer.name, to, q.layer.name)
			case p.family != "" && q.family != "" && p.family != q.family:
				complain("%s of one family imports %s of another", rel, to)
			case p.layer.name == q.layer.name && (p.layer.name == "solve" || p.layer.name == "contests") && !ownRoom(rel, to):
				complain("%s imports %s, which is no room of its own", rel, to)
			}
			if to == "puzzle/puzzletest" {
				complain("%s imports the contract kit outside of its tests", rel)
			}
		}
	}
	if len(families) == 0 {
		complain("no family was found: the rules are not tested")
	}
	trustComplaints(pkgs, families, complain)
	return complaints
}

// trustComplaints says again, over everything that is linked, what trust in checkers rests on.
func trustComplaints(pkgs map[string]*listed, families map[string]bool, complain func(string, ...any)) {
	for family := range families {
		name := path.Base(family)
		check, solve := family+"/"+name+"check", family+"/"+name+"solve"
		if pkgs[check] == nil || pkgs[solve] == nil {
			complain("family %s lacks a checker or a solver", family)
			continue
		}
		shared := closure(pkgs, family, "puzzle", "puzzle/codec", "puzzle/document", "grid", "meter")
		solvers := closure(pkgs, solve)
		for rel := range closure(pkgs, check) {
			if rel != check && (solvers[rel] && !shared[rel] || pkgs[rel].layer.name == "solve" ||
				pkgs[rel].layer.name == "leaf") {
				complain("%s depends on %s, which belongs to solvers", check, rel)
			}
		}
	}
	const kernel = "cmd/gridverify"
	if pkgs[kernel] == nil {
		complain("there is no %s", kernel)
	}
	for rel := range closure(pkgs, kernel) {
		if slices.Contains([]string{"solve", "contests", "leaf", "families", "kit"}, pkgs[rel].layer.name) {
			complain("%s links %s", kernel, rel)
		}
	}
}
