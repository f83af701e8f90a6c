//go:build !js

package doctest

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"
)

// widestSource is how many characters a line of source has at most; a tab counts as one.
const widestSource = 120

// narrow are the folders whose tests keep to widestSource too.
var narrow = []string{
	"bench/", "cmd/", "examples/", "internal/cli/", "internal/doctest/", "internal/yamldoc/", "puzzle/puzzletest/",
}

func TestSourceWidth(t *testing.T) {
	root := repository(t)
	source := func(name string) bool {
		ending := path.Ext(name)
		page := strings.HasPrefix(name, "internal/page/") || strings.HasPrefix(name, "internal/report/")
		return ending == ".go" || page && (ending == ".js" || ending == ".css")
	}
	for _, file := range find(t, root, source) {
		kept := !strings.HasSuffix(file, "_test.go")
		for _, dir := range narrow {
			kept = kept || strings.HasPrefix(file, dir)
		}
		for i, line := range lines(t, root, file) {
			if n := utf8.RuneCountInString(line); kept && n > widestSource {
				t.Errorf("%s:%d: %d characters; a line has at most %d", file, i+1, n, widestSource)
			}
		}
	}
}

// The largest that a package, a file and a function may be, in lines. What outgrows it has more than one idea.
const (
	longestPackage  = 5000 // without its tests
	longestFile     = 500
	longestFunction = 70
)

func TestSourceLength(t *testing.T) {
	root := repository(t)
	packages := map[string]int{}
	for _, file := range find(t, root, func(name string) bool { return path.Ext(name) == ".go" }) {
		if strings.HasSuffix(file, "_test.go") {
			continue
		}
		n := len(lines(t, root, file))
		packages[path.Dir(file)] += n
		if n > longestFile {
			t.Errorf("%s has %d lines; a file has at most %d", file, n, longestFile)
		}
		set := token.NewFileSet()
		tree, err := parser.ParseFile(set, filepath.Join(root, file), nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		for _, decl := range tree.Decls {
			f, ok := decl.(*ast.FuncDecl)
			if !ok || f.Body == nil {
				continue
			}
			from, to := set.Position(f.Pos()), set.Position(f.End())
			if n := to.Line - from.Line + 1; n > longestFunction {
				t.Errorf("%v: %s has %d lines; a function has at most %d", from, f.Name.Name, n, longestFunction)
			}
		}
	}
	for name, n := range packages {
		if n > longestPackage {
			t.Errorf("the package %s has %d lines; at most %d are allowed", name, n, longestPackage)
		}
	}
	if n := packages["puzzle"]; n < 1000 {
		t.Errorf("only %d lines were found in the package puzzle", n)
	}
}

// TestSkipsAreLoud wants every test that may skip to say "SKIPPED: " and why, so that CI finds it, and fails.
func TestSkipsAreLoud(t *testing.T) {
	const loud = "SKIPPED: "
	root := repository(t)
	seen := 0
	for _, file := range find(t, root, func(name string) bool { return strings.HasSuffix(name, "_test.go") }) {
		set := token.NewFileSet()
		tree, err := parser.ParseFile(set, filepath.Join(root, file), nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		for _, call := range skips(tree) {
			seen++
			said := ""
			if len(call.Args) > 0 {
				if text, ok := call.Args[0].(*ast.BasicLit); ok {
					said = text.Value
				}
			}
			if len(said) < len(loud)+2 || !strings.HasPrefix(said[1:], loud) {
				t.Errorf("%v: a test that skips says %q and why", set.Position(call.Pos()), loud)
			}
		}
	}
	for _, file := range find(t, root, func(name string) bool { return strings.HasSuffix(name, ".txtar") }) {
		for i, line := range lines(t, root, file) {
			if _, why, ok := strings.Cut(line, "] skip"); ok && strings.HasPrefix(line, "[") {
				if seen++; !strings.HasPrefix(why, " '"+loud) {
					t.Errorf("%s:%d: a script that skips says %q and why", file, i+1, loud)
				}
			}
		}
	}
	if seen < 7 {
		t.Errorf("only %d places that skip were found", seen)
	}
}

// skips finds the calls in a file that skip a test or a benchmark. A draw that rapid gives up is none.
func skips(file *ast.File) (calls []*ast.CallExpr) {
	ast.Inspect(file, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			return !draws(n.Type)
		case *ast.FuncDecl:
			return !draws(n.Type)
		case *ast.CallExpr:
			if f, ok := n.Fun.(*ast.SelectorExpr); ok && strings.HasPrefix(f.Sel.Name, "Skip") {
				if of, ok := f.X.(*ast.Ident); ok && (of.Name == "t" || of.Name == "b" || of.Name == "f") {
					calls = append(calls, n)
				}
			}
		}
		return true
	})
	return calls
}

// draws reports whether a function takes a *rapid.T.
func draws(f *ast.FuncType) bool {
	for _, p := range f.Params.List {
		if star, ok := p.Type.(*ast.StarExpr); ok {
			if of, ok := star.X.(*ast.SelectorExpr); ok {
				if pkg, ok := of.X.(*ast.Ident); ok && pkg.Name == "rapid" {
					return true
				}
			}
		}
	}
	return false
}
