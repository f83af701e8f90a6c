//go:build !js

package families_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"maps"
	"os/exec"
	"path"
	"path/filepath"
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
// x/xcheck or x/xsolve is the data of one, and what lies in the folder internal of these two
// is a room of theirs, of the same layer. A package that fits no line fails the test.
var layers = []layer{
	{name: "ground", paths: []string{"grid", "meter"}, may: []string{"ground"}},
	{name: "picture", paths: []string{"scene"}, may: []string{"ground"}}, // the value that families draw into
	{name: "advice", paths: []string{"internal/hugepage"}},               // changes no result
	{name: "leaf", paths: []string{"internal/gf2", "internal/zmod", "internal/perm", "internal/congruence", "internal/search"}, may: []string{"ground", "leaf", "advice"}},
	{name: "share", paths: []string{"internal/extent"}}, // how much tests take
	{name: "kernel", paths: []string{"puzzle", "puzzle/codec", "puzzle/document"}, may: []string{"ground", "picture", "kernel"}},
	{name: "kit", paths: []string{"puzzle/puzzletest"}, may: []string{"ground", "picture", "kernel", "share"}, free: true},

	{name: "data", may: []string{"ground", "advice", "kernel"}},
	// Data of its own family, and rooms of its own.
	{name: "check", may: []string{"ground", "kernel", "data"}},
	{name: "solve", may: []string{"ground", "picture", "advice", "leaf", "kernel", "data", "solve"}},

	{name: "checkers", paths: []string{"families/checks"}, may: []string{"kernel", "data", "check"}},
	{name: "families", paths: []string{"families"}, may: []string{"ground", "picture", "kernel", "data", "check", "solve", "checkers"}},

	{name: "root", paths: []string{""}, may: []string{"ground", "picture", "kernel", "families"}}, // the few verbs for a Go user

	{name: "tool", paths: []string{"stress", "batch", "ident"}, may: []string{"ground", "picture", "advice", "leaf", "kernel", "tool"}},
	{name: "front", may: []string{"ground", "picture", "kernel", "tool", "front"}, free: true, paths: []string{
		"internal/cli/...", "internal/httpapi/...", "internal/tui/...", "internal/yamldoc", "batch/natsqueue", "web/...",
	}},
	{name: "program", paths: []string{"cmd/..."}, may: []string{"ground", "picture", "kernel", "tool", "front", "families", "checkers"}, free: true},

	{name: "bench", paths: []string{"bench/..."}, may: []string{"bench", "ground", "kernel", "leaf", "data", "solve"}, free: true},
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
		for _, role := range []string{"check", "solve"} {
			home, _ := homeOf(rel)
			if parent := path.Dir(home); path.Base(home) == path.Base(parent)+role && pkgs[parent] != nil {
				p.layer, p.family = byName[role], parent
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
		{"puzzle", "tilt"}:                          "puzzle (kernel) imports tilt (data)",
		{"puzzle", "github.com/spf13/cobra"}:        "puzzle (kernel) imports github.com/spf13/cobra",
		{"grid", "puzzle"}:                          "grid (ground) imports puzzle (kernel)",
		{"scene", "puzzle"}:                         "scene (picture) imports puzzle (kernel)",
		{"tilt", "scene"}:                           "tilt (data) imports scene (picture)",
		{"tilt/tiltcheck", "scene"}:                 "tilt/tiltcheck (check) imports scene (picture)",
		{"tilt", "families"}:                        "tilt (data) imports families (families)",
		{"tilt", "internal/cli"}:                    "tilt (data) imports internal/cli (front)",
		{"tilt", "internal/congruence"}:             "tilt (data) imports internal/congruence (leaf)",
		{"tilt", "tilt/tiltcheck"}:                  "tilt (data) imports tilt/tiltcheck (check)",
		{"tilt/tiltsolve", "tilt/tiltcheck"}:        "tilt/tiltsolve (solve) imports tilt/tiltcheck (check)",
		{"tilt/tiltcheck", "tilt/tiltsolve"}:        "tilt/tiltcheck depends on tilt/tiltsolve, which belongs to solvers",
		{"tilt/tiltcheck", "internal/congruence"}:   "tilt/tiltcheck depends on internal/congruence, which belongs to solvers",
		{"tilt/tiltcheck", "internal/hugepage"}:     "tilt/tiltcheck (check) imports internal/hugepage (advice)",
		{"tilt/tiltcheck", "golang.org/x/exp/maps"}: "tilt/tiltcheck (check) imports golang.org/x/exp/maps",
		{"internal/cli", "tilt"}:                    "internal/cli (front) imports tilt (data)",
		{"internal/cli", "families"}:                "internal/cli (front) imports families (families)",
		{"internal/cli", "puzzle/puzzletest"}:       "internal/cli imports the contract kit outside of its tests",
		{"families/checks", "tilt/tiltsolve"}:       "cmd/gridverify links tilt/tiltsolve",
		{"families/checks", lampEngines}:            "cmd/gridverify links " + lampEngines,
		{"lights/lightscheck", lampEngines}:         "lights/lightscheck depends on " + lampEngines + ", which belongs to solvers",
		{"tilt/tiltsolve", lampEngines}:             "tilt/tiltsolve of one family imports " + lampEngines + " of another",
		{lampEngines, "lights/lightssolve"}:         lampEngines + " imports lights/lightssolve, which is no room of its own",
		{"cmd/gridverify", "families"}:              "cmd/gridverify links families",

		{"permute/permutecheck", "permute/permutesolve/internal/moveset"}: "permute/permutecheck depends on permute/permutesolve/internal/moveset, which belongs to solvers",
		{"permute", "permute/permutesolve/internal/moveset"}:              "permute (data) imports permute/permutesolve/internal/moveset (solve)",
		{"cmd/gridverify", "permute/permutesolve/internal/moveset"}:       "cmd/gridverify links permute/permutesolve/internal/moveset",
		{"tilt/tiltsolve", "permute/permutesolve/internal/moveset"}:       "tilt/tiltsolve of one family imports permute/permutesolve/internal/moveset of another",
		{"permute/permutesolve/internal/moveset", "families"}:             "permute/permutesolve/internal/moveset (solve) imports families (families)",
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
			case p.layer.name == "solve" && q.layer.name == "solve" && !ownRoom(rel, to):
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
			if rel != check && (solvers[rel] && !shared[rel] || pkgs[rel].layer.name == "solve" || pkgs[rel].layer.name == "leaf") {
				complain("%s depends on %s, which belongs to solvers", check, rel)
			}
		}
	}
	const kernel = "cmd/gridverify"
	if pkgs[kernel] == nil {
		complain("there is no %s", kernel)
	}
	for rel := range closure(pkgs, kernel) {
		if slices.Contains([]string{"solve", "leaf", "families", "kit"}, pkgs[rel].layer.name) {
			complain("%s links %s", kernel, rel)
		}
	}
}

// TestNoGlobalState wants library packages without init functions and without package
// variables that anything changes: what a program knows is handed in. (A foreign type's
// method may still change a variable that holds a pointer, as big.Int's do; types are not
// followed that far.)
func TestNoGlobalState(t *testing.T) {
	for rel, p := range packages(t) {
		if p.layer != nil && !p.layer.free {
			for _, complaint := range globalState(t, p) {
				t.Errorf("%s: %s", rel, complaint)
			}
		}
	}
}

// nothing imports packages as empty ones; the names of this package resolve all the same.
type nothing struct{}

func (nothing) Import(importPath string) (*types.Package, error) {
	if importPath == "unsafe" {
		return types.Unsafe, nil
	}
	p := types.NewPackage(importPath, path.Base(importPath))
	p.MarkComplete()
	return p, nil
}

func globalState(t *testing.T, p *listed) []string {
	fset := token.NewFileSet()
	var files []*ast.File
	for _, name := range p.GoFiles {
		f, err := parser.ParseFile(fset, filepath.Join(p.Dir, name), nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, f)
	}
	return mutable(fset, p.ImportPath, files)
}

// mutable finds init functions and package variables that are not constant.
func mutable(fset *token.FileSet, importPath string, files []*ast.File) (complaints []string) {
	info := &types.Info{Defs: map[*ast.Ident]types.Object{}, Uses: map[*ast.Ident]types.Object{}, Selections: map[*ast.SelectorExpr]*types.Selection{}}
	conf := types.Config{Importer: nothing{}, Error: func(error) {}}
	pkg, _ := conf.Check(importPath, fset, files, info) // with errors: what is imported is empty

	complain := func(at token.Pos, format string, args ...any) {
		p := fset.Position(at)
		complaints = append(complaints, fmt.Sprintf("%s:%d: %s", filepath.Base(p.Filename), p.Line, fmt.Sprintf(format, args...)))
	}
	global := func(e ast.Expr) string { return globalOf(info, pkg, e) }
	changed := func(e ast.Expr, how string) {
		if name := global(e); name != "" {
			complain(e.Pos(), "the package variable %s is %s", name, how)
		}
	}
	for _, f := range files {
		for _, d := range f.Decls {
			switch d := d.(type) {
			case *ast.FuncDecl:
				if d.Recv == nil && d.Name.Name == "init" {
					complain(d.Pos(), "an init function")
				}
			case *ast.GenDecl:
				if at, what := synchronised(d); what != "" {
					complain(at, "a package variable made of %s, which is there to change", what)
				}
			}
		}
		ast.Inspect(f, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.AssignStmt:
				if n.Tok != token.DEFINE {
					for _, e := range n.Lhs {
						changed(e, "assigned")
					}
				}
			case *ast.IncDecStmt:
				changed(n.X, "counted")
			case *ast.RangeStmt:
				if n.Tok == token.ASSIGN {
					changed(n.Key, "assigned")
					changed(n.Value, "assigned")
				}
			case *ast.UnaryExpr:
				if n.Op == token.AND {
					changed(n.X, "handed out by its address")
				}
			case *ast.CallExpr:
				if id, ok := n.Fun.(*ast.Ident); ok && len(n.Args) > 0 && slices.Contains([]string{"clear", "delete", "copy"}, id.Name) {
					changed(n.Args[0], "changed by "+id.Name)
				}
			case *ast.SelectorExpr:
				if s := info.Selections[n]; s != nil && s.Kind() == types.MethodVal && byPointer(s) {
					changed(n.X, "handed to a method by its address")
				}
			}
			return true
		})
	}
	return complaints
}

// globalOf returns the package variable that e is a part of, or "".
func globalOf(info *types.Info, pkg *types.Package, e ast.Expr) string {
	for {
		switch x := e.(type) {
		case *ast.ParenExpr:
			e = x.X
		case *ast.IndexExpr:
			e = x.X
		case *ast.SliceExpr:
			e = x.X
		case *ast.StarExpr:
			e = x.X
		case *ast.SelectorExpr:
			if id, ok := x.X.(*ast.Ident); ok {
				if _, other := info.Uses[id].(*types.PkgName); other {
					return id.Name + "." + x.Sel.Name // whether a variable or not: nobody assigns to anything else
				}
			}
			e = x.X
		case *ast.Ident:
			if v, ok := info.Uses[x].(*types.Var); ok && v.Parent() == pkg.Scope() {
				return x.Name
			}
			return ""
		default:
			return ""
		}
	}
}

// byPointer reports whether a method call takes its operand's address.
func byPointer(s *types.Selection) bool {
	f, ok := s.Obj().(*types.Func)
	if !ok {
		return false
	}
	_, pointer := f.Signature().Recv().Type().(*types.Pointer)
	_, already := s.Recv().(*types.Pointer)
	return pointer && !already
}

// synchronised reports whether a declaration of variables needs package sync or sync/atomic.
func synchronised(d *ast.GenDecl) (at token.Pos, what string) {
	if d.Tok != token.VAR {
		return 0, ""
	}
	ast.Inspect(d, func(n ast.Node) bool {
		if _, ok := n.(*ast.FuncLit); ok {
			return false
		}
		if s, ok := n.(*ast.SelectorExpr); ok {
			if id, ok := s.X.(*ast.Ident); ok && (id.Name == "sync" || id.Name == "atomic") {
				at, what = s.Pos(), id.Name+"."+s.Sel.Name
			}
		}
		return true
	})
	return at, what
}

// TestGlobalStateIsSeen tries the search for state on what it must find and must not.
func TestGlobalStateIsSeen(t *testing.T) {
	const begin = "package p\nimport (\"sync\"; \"os\"; \"math/big\")\ntype T struct{ n int; m map[string]int }\nfunc (t *T) Add() { t.n++ }\nfunc (t T) Get() int { return t.n }\n" +
		"var n int; var s = []int{1}; var m = map[string]int{}; var v T; var e = &T{}; var b = big.NewInt(1)\n"
	for body, want := range map[string]string{
		"func init() {}":                                             "an init function",
		"func f() { n = 1 }":                                         "n is assigned",
		"func f() { n += 1 }":                                        "n is assigned",
		"func f() { n++ }":                                           "n is counted",
		"func f() { s[0] = 1 }":                                      "s is assigned",
		"func f() { s = nil }":                                       "s is assigned",
		"func f() { m[\"x\"] = 1 }":                                  "m is assigned",
		"func f() { v.m[\"x\"]++ }":                                  "v is counted",
		"func f() { e.n = 1 }":                                       "e is assigned",
		"func f() { (*e).n = 1 }":                                    "e is assigned",
		"func f() { delete(m, \"\") }":                               "m is changed by delete",
		"func f() { clear(m) }":                                      "m is changed by clear",
		"func f() { copy(s[1:], s) }":                                "s is changed by copy",
		"func f() *int { return &n }":                                "n is handed out by its address",
		"func f() { v.Add() }":                                       "v is handed to a method by its address",
		"func f() { for n = range 3 {} }":                            "n is assigned",
		"func f() { os.Args = nil }":                                 "os.Args is assigned",
		"var once sync.Once":                                         "made of sync.Once",
		"var o = sync.OnceValue(func() int { return 1 })":            "made of sync.OnceValue",
		"func f() { a, n := 1, 2; n++; _ = a }":                      "",
		"func f(n int) { n = 1; v := T{}; v.n = 2; v.Add() }":        "",
		"func f() int { return n + s[0] + m[\"\"] + v.Get() + e.n }": "",
		"func (t *T) n2() { t.n = 1 }":                               "",
		"func f() { var mu sync.Mutex; mu.Lock() }":                  "",
		"func f() { for n := range 3 { _ = n } }":                    "",
		"func (t T) init() {}":                                       "",
	} {
		fset := token.NewFileSet()
		f, err := parser.ParseFile(fset, "p.go", begin+body, 0)
		if err != nil {
			t.Fatal(err)
		}
		got := strings.Join(mutable(fset, "p", []*ast.File{f}), "; ")
		if want == "" && got != "" || !strings.Contains(got, want) {
			t.Errorf("%s: %q, want %q", body, got, want)
		}
	}
}
