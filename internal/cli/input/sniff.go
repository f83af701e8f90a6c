package input

import (
	"bytes"
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/gridwright/gridwright/puzzle"
)

// The formats of documents; all other formats are texts of some family.
const (
	JSON = "json"
	YAML = "yaml"
)

// A format is a way to read an input: a document, or a text of one family.
type format struct {
	name    string
	checker *puzzle.Checker // nil for documents
}

// texts lists the text formats of all families.
func texts(checkers []*puzzle.Checker) (out []format) {
	for _, c := range checkers {
		for _, f := range c.Formats() {
			out = append(out, format{f.Name, c})
		}
	}
	return out
}

// Known lists all formats: those of documents, then the families' texts.
func Known(checkers []*puzzle.Checker) []string {
	names := []string{JSON, YAML}
	for _, f := range texts(checkers) {
		names = append(names, f.name)
	}
	return names
}

// named finds the format that somebody asked for.
func named(name string, checkers []*puzzle.Checker) (format, error) {
	if name == JSON || name == YAML {
		return format{name: name}, nil
	}
	for _, f := range texts(checkers) {
		if f.name == name {
			return f, nil
		}
	}
	return format{}, inputf("there is no format %q; there are %s", name, strings.Join(Known(checkers), ", "))
}

// sniff tells the format of an input from its beginning: an object of JSON, else the
// one text format that claims it, else YAML. It never picks one of several: an
// answer to a question that nobody asked is worse than none.
func sniff(head []byte, checkers []*puzzle.Checker) (format, error) {
	body := bytes.TrimLeft(bytes.TrimPrefix(head, []byte("\xEF\xBB\xBF")), " \t\r\n")
	if len(body) == 0 {
		return format{}, inputf("there is nothing to read here")
	}
	if body[0] == '{' {
		return format{name: JSON}, nil
	}
	fits := looksLike(head, checkers, puzzle.Format.Sniff)
	if len(fits) == 0 {
		fits = looksLike(head, checkers, puzzle.Format.Maybe)
	}
	switch {
	case len(fits) == 1:
		return fits[0], nil
	case len(fits) > 1:
		names := make([]string, len(fits))
		for i, f := range fits {
			names[i] = f.name
		}
		return format{}, inputf("this may be %s; choose one with --format", or(names))
	}
	if err := binary(head, len(head) == headSize); err != nil {
		return format{}, err
	}
	if likeYAML(body) {
		return format{name: YAML}, nil
	}
	return format{}, inputf("the format is not recognised; gridwright reads %s, and --format forces one", or(Known(checkers)))
}

// looksLike lists the text formats of which is says that head may be of them.
func looksLike(head []byte, checkers []*puzzle.Checker, is func(puzzle.Format, []byte) bool) (fits []format) {
	for _, c := range checkers {
		for _, f := range c.Formats() {
			if is(f, head) {
				fits = append(fits, format{f.Name, c})
			}
		}
	}
	return fits
}

// others says how head is read, and how to choose where it could be read as a puzzle of another family; "" where it could not.
func others(f format, head []byte, checkers []*puzzle.Checker) string {
	if f.checker == nil {
		return ""
	}
	var ways []string
	for _, g := range looksLike(head, checkers, puzzle.Format.Maybe) {
		if g.checker != f.checker {
			ways = append(ways, "--family "+g.checker.Name()+" reads it as "+g.name)
		}
	}
	if len(ways) == 0 {
		return ""
	}
	return "read as " + f.name + ", family " + f.checker.Name() + "; " + strings.Join(ways, ", ")
}

// likeYAML reports whether a text may be a document in YAML: some line of it has a key
// at its beginning. Whatever else is YAML is no document of ours.
func likeYAML(body []byte) bool {
	for line := range bytes.Lines(body) {
		line = bytes.TrimRight(line, "\r\n")
		if len(line) == 0 || line[0] == '#' || line[0] == '%' || bytes.HasPrefix(line, []byte("---")) {
			continue
		}
		key, rest, found := bytes.Cut(line, []byte(":"))
		return found && len(bytes.Fields(key)) == 1 && (len(rest) == 0 || rest[0] == ' ' || rest[0] == '\t')
	}
	return false
}

// binary explains why head is no text, where it is none. Where head is cut, its last character may be too.
func binary(head []byte, cut bool) error {
	if bytes.HasPrefix(head, []byte("\xFF\xFE")) || bytes.HasPrefix(head, []byte("\xFE\xFF")) {
		return inputf("this is UTF-16; save it as UTF-8")
	}
	if i := bytes.IndexByte(head, 0); i >= 0 {
		return inputf("this is not a text: byte %d is zero", i+1)
	}
	for i := 0; i < len(head); {
		r, n := utf8.DecodeRune(head[i:])
		if r == utf8.RuneError && n <= 1 {
			if cut && !utf8.FullRune(head[i:]) {
				return nil
			}
			return inputf("this is not a text in UTF-8: byte %d is 0x%02X", i+1, head[i])
		}
		i += n
	}
	return nil
}

// or joins names: "a, b or c".
func or(names []string) string {
	if n := len(names); n > 1 {
		return fmt.Sprintf("%s or %s", strings.Join(names[:n-1], ", "), names[n-1])
	}
	return strings.Join(names, "")
}
