package yamldoc

import (
	"unicode/utf8"

	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/token"

	"github.com/gridwright/gridwright/grid"
	"github.com/gridwright/gridwright/puzzle/document"
)

// scalar decides by how the value is written, not by what the parser took it for.
func scalar(n ast.ScalarNode) (document.Value, error) {
	t, p := n.GetToken(), place(n.GetToken())
	switch t.Type {
	case token.SingleQuoteType, token.DoubleQuoteType:
		if !utf8.ValidString(t.Value) {
			return document.Value{}, grid.Errorf(p, "an escape in this text gives no valid UTF-8")
		}
		p.Col++ // behind the quote
		return document.NewString(t.Value, p), nil
	case token.ImplicitNullType:
		return document.NewNull(p), nil
	}
	switch t.Value {
	case "null":
		return document.NewNull(p), nil
	case "true", "false":
		return document.NewBool(t.Value == "true", p), nil
	}
	if isNumber(t.Value) {
		return document.NewNumber(t.Value, p), nil
	}
	return document.NewString(t.Value, p), nil
}

// isNumber reports whether s is a number by JSON's grammar.
func isNumber(s string) bool {
	s = trim1(s, "-", "")
	n := digits(s)
	if n == 0 || n > 1 && s[0] == '0' {
		return false
	}
	if s = s[n:]; s != "" && s[0] == '.' {
		if n = digits(s[1:]); n == 0 {
			return false
		}
		s = s[1+n:]
	}
	if s != "" && (s[0] == 'e' || s[0] == 'E') {
		s = trim1(s[1:], "+", "-")
		n = digits(s)
		return n > 0 && n == len(s)
	}
	return s == ""
}

// trim1 drops one leading a or b.
func trim1(s, a, b string) string {
	if s != "" && (s[:1] == a || s[:1] == b) {
		return s[1:]
	}
	return s
}

func digits(s string) int {
	for i := 0; i < len(s); i++ {
		if s[i] < '0' || s[i] > '9' {
			return i
		}
	}
	return len(s)
}
