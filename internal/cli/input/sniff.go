package input

import (
	"bytes"
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/gridwright/gridwright/grid"
	"github.com/gridwright/gridwright/puzzle"
	"github.com/gridwright/gridwright/puzzle/document"
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
	guess   bool            // nothing but the look of the text speaks for it
}

// texts lists the text formats of all families.
func texts(checkers []*puzzle.Checker) (out []format) {
	for _, c := range checkers {
		for _, f := range c.Formats() {
			out = append(out, format{name: f.Name, checker: c})
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

// wanted are the families that puzzles may be of.
func (r *Reader) wanted() ([]*puzzle.Checker, error) {
	if r.Family == "" {
		return r.Checkers, nil
	}
	for i, c := range r.Checkers {
		if c.Name() == r.Family {
			return r.Checkers[i : i+1], nil
		}
	}
	return nil, NoFamily(r.Family, r.Checkers)
}

// NoFamily is the error about a family that does not exist.
func NoFamily(name string, checkers []*puzzle.Checker) error {
	return inputf("%s", noFamily(name, checkers))
}

func noFamily(name string, checkers []*puzzle.Checker) string {
	names := make([]string, len(checkers))
	for i, c := range checkers {
		names[i] = c.Name()
	}
	return "there is no family " + document.Quoted(name) + "; there are " + and(names) + grid.DidYouMean(name, names)
}

// forced is the format that Format names, of the families in checkers; nil where it names none.
func (r *Reader) forced(checkers []*puzzle.Checker) (*format, error) {
	switch r.Format {
	case "":
		return nil, nil
	case JSON, YAML:
		return &format{name: r.Format}, nil
	}
	for _, f := range texts(r.Checkers) {
		switch {
		case f.name != r.Format:
		case len(checkers) == 1 && f.checker != checkers[0]:
			return nil, inputf("the format %s belongs to the family %s, not to %s", f.name, f.checker.Name(), checkers[0].Name())
		default:
			return &f, nil
		}
	}
	known := Known(checkers)
	return nil, inputf("there is no format %s; there are %s%s", document.Quoted(r.Format), and(known),
		grid.DidYouMean(r.Format, known))
}

// sniff tells the format of an input from its beginning: an object of JSON, else the one text format that claims
// it, else the one that it may be, else YAML. It never picks one of several: an answer to a question that nobody
// asked is worse than none.
func sniff(head []byte, checkers []*puzzle.Checker) (format, error) {
	body := bytes.TrimLeft(bytes.TrimPrefix(head, []byte("\xEF\xBB\xBF")), " \t\r\n")
	if len(body) == 0 {
		return format{}, inputf("there is nothing to read here")
	}
	if body[0] == '{' {
		return format{name: JSON}, nil
	}
	fits := looksLike(head, checkers, puzzle.Format.Sniff)
	guess := len(fits) == 0
	if guess {
		fits = looksLike(head, checkers, puzzle.Format.Maybe)
	}
	switch {
	case len(fits) == 1:
		fits[0].guess = guess && len(checkers) > 1
		return fits[0], nil
	case len(fits) > 1:
		return format{}, several(fits)
	}
	if err := binary(head, len(head) == headSize); err != nil {
		return format{}, err
	}
	if likeList(body) {
		return format{}, inputf("this is a list; \"gridwright pack check\" reads lists of puzzles, other commands read a " +
			"puzzle, or documents one behind the other")
	}
	if likeYAML(body) {
		return format{name: YAML}, nil
	}
	return format{}, unlike(checkers)
}

// several is the error about a text that may be of more than one format.
func several(fits []format) error {
	ways := make([]string, len(fits))
	flags := "--format"
	for i, f := range fits {
		ways[i] = f.name + " (family " + f.checker.Name() + ")"
		if f.checker != fits[0].checker {
			flags = "--family or --format"
		}
	}
	return inputf("this may be %s; choose one with %s", or(ways), flags)
}

// unlike is the error about a text that is like no format of the families.
func unlike(checkers []*puzzle.Checker) error {
	const cure = "; --format NAME says what keeps a text from being of the format NAME"
	if len(checkers) == 1 {
		name := checkers[0].Name()
		return inputf("this is like no format of the family %s, which are %s; \"gridwright help %s\" shows a sample of "+
			"each text%s", name, and(Known(checkers)), name, cure)
	}
	return inputf("the format is not recognised; \"gridwright help formats\" lists all, \"gridwright help\" with the "+
		"name of a family shows a sample of each of its texts%s", cure)
}

// looksLike lists the text formats of which is says that head may be of them.
func looksLike(head []byte, checkers []*puzzle.Checker, is func(puzzle.Format, []byte) bool) (fits []format) {
	for _, c := range checkers {
		for _, f := range c.Formats() {
			if is(f, head) {
				fits = append(fits, format{name: f.Name, checker: c})
			}
		}
	}
	return fits
}

// others says how head could be read as a puzzle of another family than that of f; "" where it could not.
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
	return strings.Join(ways, ", ")
}

// likeList reports whether a text begins as a list in JSON or YAML does.
func likeList(body []byte) bool {
	for line := range bytes.Lines(body) {
		if line = bytes.TrimSpace(line); len(line) > 0 && line[0] != '#' && !bytes.Equal(line, []byte("---")) {
			return line[0] == '[' || bytes.HasPrefix(line, []byte("- ")) || bytes.Equal(line, []byte("-"))
		}
	}
	return false
}

// likeYAML reports whether a text may be a document in YAML: its first line begins with a key, or another line with one
// that every document has. Whatever else is YAML is no document of ours.
func likeYAML(body []byte) bool {
	first := true
	for line := range bytes.Lines(body) {
		line = bytes.TrimRight(line, "\r\n")
		if len(line) == 0 || line[0] == '#' || line[0] == '%' || bytes.HasPrefix(line, []byte("---")) {
			continue
		}
		key, rest, found := bytes.Cut(line, []byte(":"))
		found = found && len(bytes.Fields(key)) == 1 && (len(rest) == 0 || rest[0] == ' ' || rest[0] == '\t')
		if found && (first || string(key) == "family" || string(key) == "version") {
			return true
		}
		first = false
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
func or(names []string) string { return join(names, "or") }

// and joins names: "a, b and c".
func and(names []string) string { return join(names, "and") }

func join(names []string, word string) string {
	if n := len(names); n > 1 {
		return fmt.Sprintf("%s %s %s", strings.Join(names[:n-1], ", "), word, names[n-1])
	}
	return strings.Join(names, "")
}
