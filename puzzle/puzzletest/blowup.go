package puzzletest

import (
	"bytes"
	"fmt"
	"iter"
	"regexp"
	"slices"
	"strings"

	"github.com/gridwright/gridwright/puzzle/document"
)

// A node is a part of a JSON document: text, list or number.
type node struct {
	path string // with * for the index of an item
	from int    // where it begins in the text
	to   int    // and ends
	kind document.Kind
}

// blowUps yields a document with one text, list or number blown up at a time: of parts that differ only in the items of
// lists that they belong to, the first and the last. Then all numbers at once.
func blowUps(v *document.Value) iter.Seq[blownInput] {
	text := v.AppendJSON(nil)
	nodes := nodesOf(text)
	return func(yield func(blownInput) bool) {
		for i, n := range nodes {
			same := func(m node) bool { return m.path == n.path && m.kind == n.kind }
			if slices.ContainsFunc(nodes[:i], same) && slices.ContainsFunc(nodes[i+1:], same) {
				continue
			}
			with := func(part string) []byte {
				return slices.Concat(text[:n.from], []byte(part), text[n.to:])
			}
			old := string(text[n.from:n.to])
			switch n.kind {
			case document.String:
				inner := old[1 : len(old)-1]
				if !yield(blownInput{n.path + " repeated", with(`"` + long(inner, longText) + `"`),
					with(`"` + long(inner, longText/2) + `"`)}) ||
					!yield(blownInput{n.path + " of digits", with(`"1` + long("0", longText) + `"`), nil}) ||
					!yield(blownInput{n.path + " of other characters", with(`"` + long("é, ", longText) + `"`),
						with(`"` + long("é, ", longText/2) + `"`)}) {
					return
				}
			case document.List:
				inner := old[1 : len(old)-1]
				if inner == "" {
					inner = "1"
				}
				items := len(nodesOf([]byte(old)))
				full := with("[" + inner + strings.Repeat(","+inner, longList/items) + "]")
				half := with("[" + inner + strings.Repeat(","+inner, longList/items/2) + "]")
				if !yield(blownInput{n.path + " repeated", full, half}) {
					return
				}
			case document.Number:
				for _, huge := range hugeNumbers() {
					if !yield(blownInput{n.path + " as " + huge[:min(len(huge), 12)], with(huge), nil}) {
						return
					}
				}
			}
		}
		for _, huge := range []string{"4096", "16777216", "1073741823"} {
			all := bytes.Clone(text)
			for _, n := range slices.Backward(nodes) {
				if n.kind == document.Number && !strings.HasSuffix(n.path, ".version") {
					all = slices.Concat(all[:n.from], []byte(huge), all[n.to:])
				}
			}
			if !yield(blownInput{"all numbers as " + huge, all, nil}) {
				return
			}
		}
	}
}

// nodesOf finds the texts, lists and numbers of compact JSON, names of fields left out.
func nodesOf(text []byte) []node {
	s := nodeScanner{text: text}
	s.value("")
	slices.SortFunc(s.out, func(a, b node) int { return a.from - b.from })
	return s.out
}

type nodeScanner struct {
	text []byte
	at   int
	out  []node
}

func (s *nodeScanner) value(path string) {
	from := s.at
	switch c := s.text[s.at]; {
	case c == '"':
		s.str()
		s.out = append(s.out, node{path, from, s.at, document.String})
	case c == '[':
		for s.at++; s.text[s.at] != ']'; s.comma() {
			s.value(path + "[*]")
		}
		s.at++
		s.out = append(s.out, node{path, from, s.at, document.List})
	case c == '{':
		for s.at++; s.text[s.at] != '}'; s.comma() {
			name := s.str()
			s.at++ // the colon
			s.value(path + "." + name)
		}
		s.at++
	default:
		for s.at < len(s.text) && strings.IndexByte(",]}", s.text[s.at]) < 0 {
			s.at++
		}
		if c == '-' || c >= '0' && c <= '9' {
			s.out = append(s.out, node{path, from, s.at, document.Number})
		}
	}
}

func (s *nodeScanner) comma() {
	if s.text[s.at] == ',' {
		s.at++
	}
}

func (s *nodeScanner) str() string {
	from := s.at + 1
	for s.at++; s.text[s.at] != '"'; s.at++ {
		if s.text[s.at] == '\\' {
			s.at++
		}
	}
	s.at++
	return string(s.text[from : s.at-1])
}

// blowUpText does to a text what blowUps does to a document: to numbers, to lines, to words, to all of it.
func blowUpText(text string) iter.Seq[blownInput] {
	numbers := regexp.MustCompile(`[0-9]+`).FindAllStringIndex(text, 4)
	lines := strings.SplitAfter(text, "\n")
	return func(yield func(blownInput) bool) {
		with := func(from, to int, part string) []byte { return []byte(text[:from] + part + text[to:]) }
		for i, at := range numbers {
			for _, huge := range hugeNumbers() {
				if !yield(blownInput{fmt.Sprintf("number %d as %.12s", i+1, huge), with(at[0], at[1], huge), nil}) {
					return
				}
			}
		}
		if len(numbers) > 1 {
			for _, huge := range []string{"4096", "32768", "1073741823"} {
				data := with(numbers[1][0], numbers[1][1], huge)
				data = slices.Concat(data[:numbers[0][0]], []byte(huge), data[numbers[0][1]:])
				if !yield(blownInput{"two numbers as " + huge, data, nil}) {
					return
				}
			}
		}
		from := 0
		for i, line := range lines {
			if i < 3 || i == len(lines)-2 {
				name := fmt.Sprintf("line %d", i+1)
				body := strings.TrimRight(line, "\r\n")
				end := from + len(body)
				if !yield(blownInput{name + " longer", with(from, end, long(body, longText)),
					with(from, end, long(body, longText/2))}) ||
					!yield(blownInput{name + " more often", with(from, from, strings.Repeat(line, longList)),
						with(from, from, strings.Repeat(line, longList/2))}) ||
					!yield(blownInput{name + " of blanks", with(end, end, strings.Repeat(" ", longText)),
						with(end, end, strings.Repeat(" ", longText/2))}) {
					return
				}
			}
			from += len(line)
		}
		yield(blownInput{"many times", []byte(long(text, longText/8)), []byte(long(text, longText/16))})
	}
}
