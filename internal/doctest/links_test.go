//go:build !js

package doctest

import (
	"fmt"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode"
)

var (
	inlineCode = regexp.MustCompile("`[^`]*`")
	// A link may be broken over two lines in its text, not in its address.
	linkAddress = regexp.MustCompile(`\]\(([^()\s]+)\)`)
	// A mention is the name of a document anywhere, as in a comment: docs/proofs/tilt.md#solved.
	mention = regexp.MustCompile(`(?:^|[^\w/.-])` +
		`((?:docs/[\w./-]*\w|README\.md|CONTRIBUTING\.md|CHANGELOG\.md)(?:#[\w-]+)?)`)
)

// A link leads from a line of a file to a file, and maybe to a heading in it.
type link struct {
	from   string
	line   int
	file   string
	anchor string
}

// links lists the links of a document to files of the repository.
func links(t *testing.T, root, file string) (out []link) {
	t.Helper()
	for i, line := range prose(t, root, file) {
		for _, m := range linkAddress.FindAllStringSubmatch(inlineCode.ReplaceAllString(line, "`code`"), -1) {
			if strings.Contains(m[1], ":") {
				continue // elsewhere on the net
			}
			name, anchor, _ := strings.Cut(m[1], "#")
			target := file
			if name != "" {
				target = path.Join(path.Dir(file), name)
			}
			out = append(out, link{file, i + 1, target, anchor})
		}
	}
	return out
}

// anchors lists what headings of a document can be linked to as: in lower case, without
// punctuation, with hyphens for blanks, and numbered where a name stands again.
func anchors(t *testing.T, root, file string) (out []string) {
	t.Helper()
	seen := map[string]int{}
	for _, line := range prose(t, root, file) {
		title := strings.TrimLeft(line, "#")
		depth := len(line) - len(title)
		if depth == 0 || depth > 6 || !strings.HasPrefix(title, " ") {
			continue
		}
		slug := slugOf(strings.TrimSpace(title))
		n := seen[slug]
		seen[slug]++
		if n > 0 {
			slug = fmt.Sprintf("%s-%d", slug, n)
		}
		out = append(out, slug)
	}
	return out
}

func slugOf(title string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r == ' ':
			return '-'
		case r == '-' || r == '_' || unicode.IsLetter(r) || unicode.IsDigit(r):
			return unicode.ToLower(r)
		}
		return -1
	}, title)
}

// fault says what is wrong with a link, if anything. A folder stands for its README.
func (l link) fault(t *testing.T, root string) string {
	t.Helper()
	file := l.file
	info, err := os.Stat(filepath.Join(root, filepath.FromSlash(file)))
	if err != nil {
		return "there is no " + file
	}
	if l.anchor == "" {
		return ""
	}
	if info.IsDir() {
		file = path.Join(file, "README.md")
	}
	if !slices.Contains(anchors(t, root, file), l.anchor) {
		return fmt.Sprintf("%s has no heading #%s", file, l.anchor)
	}
	return ""
}

func TestLinks(t *testing.T) {
	root := repository(t)
	for _, file := range documents(t, root) {
		for _, l := range links(t, root, file) {
			if fault := l.fault(t, root); fault != "" {
				t.Errorf("%s:%d: %s", l.from, l.line, fault)
			}
		}
	}
}

// TestMentions follows the names of documents in comments, help texts, scripts and in the documents.
func TestMentions(t *testing.T) {
	root := repository(t)
	files := find(t, root, func(name string) bool {
		if strings.HasPrefix(name, "internal/doctest/") {
			return false // has names as samples
		}
		switch path.Ext(name) {
		case ".go", ".md", ".sh", ".c", ".yml", ".yaml", ".golden", ".txt", ".txtar":
			return true
		}
		return path.Base(name) == "Makefile"
	})
	found := 0
	for _, file := range files {
		for i, line := range lines(t, root, file) {
			// In a document a mention may be part of a link from its own folder; TestLinks follows those.
			line = linkAddress.ReplaceAllString(line, "]")
			for _, m := range mention.FindAllStringSubmatch(line, -1) {
				found++
				name, anchor, _ := strings.Cut(m[1], "#")
				if fault := (link{file, i + 1, name, anchor}).fault(t, root); fault != "" {
					t.Errorf("%s:%d: %s", file, i+1, fault)
				}
			}
		}
	}
	if found < 5 {
		t.Errorf("only %d mentions of documents were found", found)
	}
}

// TestTwoClicks follows links from the README: each document is at most two of them away.
func TestTwoClicks(t *testing.T) {
	root := repository(t)
	near := map[string]bool{"README.md": true}
	reached := []string{"README.md"}
	for range 2 {
		var next []string
		for _, file := range reached {
			for _, l := range links(t, root, file) {
				if strings.HasSuffix(l.file, ".md") && !near[l.file] {
					near[l.file] = true
					next = append(next, l.file)
				}
			}
		}
		reached = next
	}
	for _, file := range documents(t, root) {
		if !near[file] {
			t.Errorf("%s is more than two clicks away from README.md", file)
		}
	}
}

func TestLinksAreFollowed(t *testing.T) {
	root := t.TempDir()
	write := func(name, text string) {
		t.Helper()
		name = filepath.Join(root, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(name), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	write("docs/a.md", "# A: the *first*, at 3 × 4\n\n```text\n# no heading\n[x](none.md)\n```\n## Again\n## Again\n"+
		"`[x](none.md)`\n")
	write("docs/b.md", "[good](a.md#again-1) [good](#b) [good](../docs)\n# B\n"+
		"[bad](a.md#again-2) [bad](c.md) [good](https://example.org/c.md)\n[bad](a.md#no-heading)\n[two\nlines](c.md)\n")
	if got, want := anchors(t, root, "docs/a.md"), []string{"a-the-first-at-3--4", "again", "again-1"}; !slices.Equal(got,
		want) {
		t.Errorf("anchors %q, want %q", got, want)
	}
	if got := links(t, root, "docs/a.md"); got != nil {
		t.Errorf("links in code: %v", got)
	}
	var bad []string
	for _, l := range links(t, root, "docs/b.md") {
		if f := l.fault(t, root); f != "" {
			bad = append(bad, fmt.Sprintf("%d: %s", l.line, f))
		}
	}
	want := []string{"3: docs/a.md has no heading #again-2", "3: there is no docs/c.md",
		"4: docs/a.md has no heading #no-heading", "6: there is no docs/c.md"}
	if !slices.Equal(bad, want) {
		t.Errorf("faults %q, want %q", bad, want)
	}
	if m := mention.FindStringSubmatch("// see docs/proofs/tilt.md#solved."); m == nil ||
		m[1] != "docs/proofs/tilt.md#solved" {
		t.Errorf("mention %q", m)
	}
}
