package puzzle

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/gridwright/gridwright/grid"
	"github.com/gridwright/gridwright/puzzle/document"
)

// A Head is what every document may say beside its family's own fields. No family knows of it: it
// changes neither the puzzle nor what is claimed about it.
type Head struct {
	Name    string // of the puzzle, one line
	Author  string // one line
	Comment string // may have several lines
	File    string // the file that the puzzle came from, "-" for standard input
	Case    int64  // its number in that file, from 1; 0 where nothing is said

	Claimed Claimed // what the author says about the solution
}

// Bounds of the texts of a Head, in characters.
const (
	maxHeadLine    = 200
	maxHeadComment = 10000
	maxHeadFile    = 32767
	maxHeadCase    = 1<<53 - 1
)

// headText is one text of a Head.
type headText struct {
	key   string
	most  int
	shown bool // on a terminal, so that nothing in it may move the cursor
	of    func(h *Head) *string
}

func headTexts() [4]headText {
	return [...]headText{
		{"name", maxHeadLine, true, func(h *Head) *string { return &h.Name }},
		{"author", maxHeadLine, true, func(h *Head) *string { return &h.Author }},
		{"comment", maxHeadComment, false, func(h *Head) *string { return &h.Comment }},
		{"file", maxHeadFile, false, func(h *Head) *string { return &h.File }},
	}
}

// headKeys are the fields that belong to the middle in every document, in their order.
func headKeys() []string {
	return []string{"family", "version", "name", "author", "comment", "file", "case", "claimed"}
}

// Head is what the instance's document says beside the puzzle.
func (in Instance) Head() Head { return valueOf(in.head) }

// WithHead is in with another head. Texts that are too long for a document, or that hold what no
// document may, make AppendJSON fail.
func (in Instance) WithHead(h Head) Instance {
	in.head = pointerTo(h)
	return in
}

// Head is what the claim's document says beside the claim.
func (c Claim) Head() Head { return valueOf(c.head) }

// WithHead is c with another head; see Instance.WithHead.
func (c Claim) WithHead(h Head) Claim {
	c.head = pointerTo(h)
	return c
}

// Most instances come from texts without any head: a pointer keeps them small.
func valueOf(h *Head) Head {
	if h == nil {
		return Head{}
	}
	return *h
}

func pointerTo(h Head) *Head {
	if h == (Head{}) {
		return nil
	}
	return &h
}

// decodeHead reads the fields of a Head; nil where there are none.
func decodeHead(f *document.Fields) (*Head, error) {
	var h Head
	for _, t := range headTexts() {
		v := f.Get(t.key)
		if v == nil {
			continue
		}
		s, err := v.String(t.key)
		if err != nil {
			if v.Kind() < document.String { // name: 2048
				err = v.Errorf("%s must be a text, not %v; put it in quotes", t.key, v.Kind())
			}
			return nil, err
		}
		if i, msg := t.refuse(s); msg != "" {
			return nil, v.RuneErrorf(i, "%s", msg)
		}
		*t.of(&h) = s
	}
	if v := f.Get("case"); v != nil {
		n, err := v.Int("case", 1, maxHeadCase)
		if err != nil {
			return nil, err
		}
		h.Case = n
	}
	if v := f.Get("claimed"); v != nil {
		var err error
		if h.Claimed, err = decodeClaimed(v); err != nil {
			return nil, err
		}
	}
	return pointerTo(h), nil
}

// refuse says what is wrong with a text, and at which of its characters, from 0; "" where nothing is.
func (t headText) refuse(s string) (at int, msg string) {
	if s == "" {
		return 0, t.key + " is empty; leave it out instead"
	}
	if t.shown && strings.TrimSpace(s) == "" {
		return 0, t.key + " is blank; leave it out instead"
	}
	if len(s) > utf8.UTFMax*t.most || utf8.RuneCountInString(s) > t.most {
		return 0, fmt.Sprintf("%s has more than %d characters", t.key, t.most)
	}
	i := 0
	for _, r := range s {
		if t.shown && !showable(r) {
			return i, fmt.Sprintf("%s holds %U, which is no character of a line of text", t.key, r)
		}
		i++
	}
	return 0, ""
}

// showable reports whether r does no more to a terminal than to stand there: control characters
// would, and so would line ends and what turns the direction of writing for the rest of the line.
func showable(r rune) bool {
	return !unicode.IsControl(r) && !unicode.In(r, unicode.Zl, unicode.Zp, unicode.Bidi_Control)
}

// appendTo appends the fields that are set, each behind a comma.
func (h *Head) appendTo(b []byte) ([]byte, error) {
	if h == nil {
		return b, nil
	}
	for _, t := range headTexts() {
		s := strings.ToValidUTF8(*t.of(h), "\uFFFD") // a file may be called anything
		if s == "" {
			continue
		}
		if _, msg := t.refuse(s); msg != "" {
			return b, grid.Errorf(grid.Pos{}, "%s", msg)
		}
		b = append(document.AppendQuoted(append(b, ','), t.key), ':')
		b = document.AppendQuoted(b, s)
	}
	if h.Case > 0 {
		b = strconv.AppendInt(append(b, `,"case":`...), h.Case, 10)
	}
	return h.Claimed.appendTo(b)
}

// BeginJSON appends the beginning of an object that is no document: a brace and what h holds.
func (h Head) BeginJSON(b []byte) ([]byte, error) {
	at := len(b)
	b, err := h.appendTo(b)
	if len(b) == at {
		return append(b, '{'), err
	}
	b[at] = '{' // for the comma
	return b, err
}

// headSchema adds to props, properties of a document, those that all documents have.
func (c *Checker) headSchema(props map[string]any) map[string]any {
	all := maps.Clone(props)
	if all == nil {
		all = map[string]any{}
	}
	all["family"] = map[string]any{"const": c.name}
	all["version"] = map[string]any{"const": c.version}
	docs := map[string]string{
		"name":    "what the puzzle is called",
		"author":  "who made it",
		"comment": "anything, also of several lines",
		"file":    `the file that the puzzle came from, "-" for standard input`,
	}
	for _, t := range headTexts() {
		s := t.schema()
		s["description"] = docs[t.key]
		all[t.key] = s
	}
	all["case"] = map[string]any{
		"type": "integer", "minimum": 1, "maximum": int64(maxHeadCase),
		"description": "the number of the puzzle in that file",
	}
	all["claimed"] = claimedSchema()
	return all
}

// Reserved reports whether key is a field that the middle gives to documents, and no family may.
func Reserved(key string) bool {
	return slices.Contains(headKeys(), key) || key == "stopped"
}
