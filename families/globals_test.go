//go:build !js

package families_test

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

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
	info := &types.Info{Defs: map[*ast.Ident]types.Object{}, Uses: map[*ast.Ident]types.Object{},
		Selections: map[*ast.SelectorExpr]*types.Selection{}}
	conf := types.Config{Importer: nothing{}, Error: func(error) {}}
	pkg, _ := conf.Check(importPath, fset, files, info) // with errors: what is imported is empty

	complain := func(at token.Pos, format string, args ...any) {
		p := fset.Position(at)
		complaints = append(complaints, fmt.Sprintf("%s:%d: %s", filepath.Base(p.Filename), p.Line,
			fmt.Sprintf(format, args...)))
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
				if id, ok := n.Fun.(*ast.Ident); ok && len(n.Args) > 0 && slices.Contains([]string{"clear", "delete", "copy"},
					id.Name) {
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
	const begin = "package p\nimport (\"sync\"; \"os\"; \"math/big\")\ntype T struct{ n int; m map[string]int }\n" +
		"func (t *T) Add() { t.n++ }\nfunc (t T) Get() int { return t.n }\n" +
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
