package yamldoc

import (
	"bytes"
	"unicode/utf8"

	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/parser"
	"github.com/goccy/go-yaml/scanner"
	"github.com/goccy/go-yaml/token"

	"github.com/gridwright/gridwright/grid"
	"github.com/gridwright/gridwright/meter"
	"github.com/gridwright/gridwright/puzzle/document"
)

// Bounds of a text. The parser is a foreign program that nothing can stop, so what it is given is bounded such that it
// ends within a second or two, and takes memory that is known before: some maxTokens tokens; and as it spends on a
// mapping of n fields n² steps and n calls one within the other, and on every value that is left out a step for
// each token of the text, there are bounds for these too. Whoever has more to say than this writes JSON.
const (
	MaxBytes  = 4 << 20
	maxTokens = 1 << 20
	maxFields = 1 << 13
	maxMoved  = 1 << 30 // tokens · values that may have been left out
)

// What reading takes, in a meter's steps and bytes.
const (
	stepsPerByte  = 50 // a character is looked at as a rune, several times
	bytesPerByte  = 32
	stepsPerToken = 1000
	bytesPerToken = 1000 // with the tree that is made of it
)

// maxDepth bounds nesting as package document does for JSON.
const maxDepth = 64

// Parse reads exactly one YAML document. Its errors match grid.ErrInput and name a place.
func Parse(data []byte) (document.Value, error) {
	docs, begins, err := parseAll(nil, data)
	switch {
	case err != nil:
		return document.Value{}, err
	case len(docs) == 0:
		return document.Value{}, grid.Errorf(grid.Pos{Line: 1, Col: 1}, "the document is empty")
	case len(docs) > 1:
		return document.Value{}, grid.Errorf(begins[1], "a second document begins here; exactly one is expected")
	}
	return docs[0], nil
}

// ParseAll reads the YAML documents of a text, which lines of --- separate. One without content is none.
// Places count from the beginning of the text.
func ParseAll(data []byte) (docs []document.Value, err error) { return ParseAllWithin(nil, data) }

// ParseAllWithin is ParseAll that m stops, except for up to about two seconds in which m is not asked. It holds
// the memory of what it returns, and that of the parser.
func ParseAllWithin(m *meter.Meter, data []byte) (docs []document.Value, err error) {
	docs, _, err = parseAll(m, data)
	return docs, err
}

// parseAll also says where each document begins: at its --- or else at its first token.
func parseAll(m *meter.Meter, data []byte) (docs []document.Value, begins []grid.Pos, err error) {
	if len(data) > MaxBytes {
		return nil, nil, grid.Errorf(grid.Pos{}, "a YAML text of more than %d MiB is too large (%s)", MaxBytes>>20, asJSON)
	}
	if err := m.Hold("the YAML text", bytesPerByte*int64(len(data))); err != nil {
		return nil, nil, err
	}
	text, err := normalised(data)
	if err != nil {
		return nil, nil, err
	}
	// The parser is a large foreign program, and texts are known that make it panic.
	defer func() {
		if r := recover(); r != nil {
			docs, err = nil, grid.Errorf(grid.Pos{}, "this YAML cannot be read (%v)", r)
		}
	}()
	tokens, err := tokenise(m, text)
	if err != nil {
		return nil, nil, err
	}
	if err := refuse(tokens); err != nil {
		return nil, nil, err
	}
	for _, part := range split(tokens) {
		if err := m.Work(stepsPerToken * len(part)); err != nil {
			return nil, nil, err
		}
		v, err := parse(part)
		if err != nil {
			return nil, nil, err
		}
		docs, begins = append(docs, v), append(begins, begin(part))
	}
	return docs, begins, nil
}

// split cuts tokens in front of each --- and behind each ..., and drops the pieces without
// content. The library does it too, but forgets what follows an empty document.
func split(tokens token.Tokens) (parts []token.Tokens) {
	begin, content := 0, false
	cut := func(end int) {
		if content {
			part := tokens[begin:end]
			part[0].Prev, part[len(part)-1].Next = nil, nil
			parts = append(parts, part)
		}
		begin, content = end, false
	}
	for i, t := range tokens {
		switch t.Type {
		case token.DocumentHeaderType:
			cut(i)
		case token.DocumentEndType:
			cut(i + 1)
		case token.CommentType:
		default:
			content = true
		}
	}
	cut(len(tokens))
	return parts
}

// begin is the place of the first token that is no comment.
func begin(tokens token.Tokens) grid.Pos {
	for _, t := range tokens {
		if t.Type != token.CommentType {
			return place(t)
		}
	}
	return grid.Pos{}
}

// parse reads the one document of tokens.
func parse(tokens token.Tokens) (document.Value, error) {
	// Duplicate keys are found below, by package document, for keys as they are meant.
	file, err := parser.Parse(tokens, 0, parser.AllowDuplicateMapKey())
	if err != nil {
		return document.Value{}, syntax(err)
	}
	if len(file.Docs) != 1 || file.Docs[0].Body == nil {
		return document.Value{}, grid.Errorf(begin(tokens), "this is not YAML: one document is expected from here on")
	}
	return convert(file.Docs[0].Body, 0)
}

// asJSON is what to do about a text that is beyond the bounds.
const asJSON = "JSON has no such bound"

// tokenise is the library's lexer with an end: it stops at the first invalid token,
// where the library asks again and trusts that its scanner has moved on.
func tokenise(m *meter.Meter, text string) (token.Tokens, error) {
	var s scanner.Scanner
	s.Init(text)
	var tokens token.Tokens
	if err := m.Work(stepsPerByte * len(text)); err != nil {
		return nil, err
	}
	for held := 0; ; held = len(tokens) {
		some, err := s.Scan()
		tokens.Add(some...)
		if err != nil {
			return tokens, m.Err()
		}
		if err := m.Work(stepsPerToken * len(some)); err != nil {
			return nil, err
		}
		if err := m.Hold("the document", bytesPerToken*int64(len(tokens)-held)); err != nil {
			return nil, err
		}
		if len(tokens) > maxTokens {
			return nil, grid.Errorf(place(tokens[maxTokens]), "a YAML text has at most %d values and signs (%s)", maxTokens,
				asJSON)
		}
	}
}

// normalised drops a byte-order mark, turns every line end into \n (so that places
// are counted alike) and refuses what is not UTF-8.
func normalised(data []byte) (string, error) {
	data = bytes.TrimPrefix(data, []byte("\xEF\xBB\xBF"))
	if bytes.IndexByte(data, '\r') >= 0 {
		data = bytes.ReplaceAll(data, []byte("\r\n"), []byte("\n"))
		data = bytes.ReplaceAll(data, []byte("\r"), []byte("\n"))
	}
	line, start := 1, 0
	for i := 0; i < len(data); {
		c := data[i]
		if c >= ' ' && c < utf8.RuneSelf || c == '\t' {
			i++
			continue
		}
		if c == '\n' {
			i++
			line, start = line+1, i
			continue
		}
		r, n := utf8.DecodeRune(data[i:])
		if r == utf8.RuneError && n <= 1 {
			return "", grid.Errorf(grid.Pos{Line: line, Col: 1 + utf8.RuneCount(data[start:i])},
				"the byte 0x%02X is not valid UTF-8", c)
		}
		if c < ' ' {
			return "", grid.Errorf(grid.Pos{Line: line, Col: 1 + utf8.RuneCount(data[start:i])}, "%s has no place in YAML",
				grid.Quote(string(r)))
		}
		i += n
	}
	return string(data), nil
}

// refuse looks at the tokens before anything is built from them: at what is no part
// of our YAML, and at nesting, since the parser recurses without a bound of its own
// and a stack that overflows cannot be recovered.
func refuse(tokens token.Tokens) error {
	flow := 0
	var b budget
	var columns []int // of block lists and mappings that are open, increasing
	open := func(column int) {
		for len(columns) > 0 && columns[len(columns)-1] >= column {
			columns = columns[:len(columns)-1]
		}
		columns = append(columns, column)
	}
	b.tokens = len(tokens)
	for _, t := range tokens {
		what := ""
		switch t.Type {
		case token.AnchorType, token.AliasType:
			what = "anchors and aliases (& and *)"
		case token.TagType:
			what = "tags (!)"
		case token.MergeKeyType:
			what = "merge keys (<<)"
		case token.DirectiveType:
			what = "directives (%)"
		case token.MappingKeyType:
			what = "keys marked by ?"
		case token.DocumentHeaderType:
			columns = columns[:0]
		case token.SequenceStartType, token.MappingStartType:
			flow++
		case token.SequenceEndType, token.MappingEndType:
			flow--
		case token.SequenceEntryType:
			open(t.Position.Column)
		case token.MappingValueType:
			if flow <= 0 && t.Prev != nil {
				open(t.Prev.Position.Column)
			}
		}
		if err := b.spend(t); err != nil {
			return err
		}
		if what != "" {
			return grid.Errorf(place(t), "%s are not read here; a text that begins so needs quotes", what)
		}
		if flow > maxDepth || len(columns) > maxDepth {
			return tooDeep(place(t))
		}
	}
	return nil
}

// A budget counts what the parser spends more than a fixed time on. It counts too much rather than too little: fields
// of all mappings, and every place where a value may have been left out.
type budget struct {
	tokens, fields, missing int
	open                    []token.Type // brackets, the innermost last
}

// bracket keeps open and reports whether t stands in braces, or ends some.
func (b *budget) bracket(t *token.Token) bool {
	n := len(b.open)
	within := n > 0 && b.open[n-1] == token.MappingStartType
	switch t.Type {
	case token.SequenceStartType, token.MappingStartType:
		b.open = append(b.open, t.Type)
	case token.SequenceEndType, token.MappingEndType:
		b.open = b.open[:max(0, n-1)]
	}
	return within
}

func (b *budget) spend(t *token.Token) error {
	next, prev := t.Next, t.Prev
	braces := b.bracket(t)
	switch t.Type {
	case token.MappingValueType, token.SequenceEntryType:
		if t.Type == token.MappingValueType {
			if b.fields++; b.fields > maxFields {
				return grid.Errorf(place(t), "a YAML text has at most %d fields (%s)", maxFields, asJSON)
			}
		}
		if next == nil || next.Position.Line > t.Position.Line || isEnd(next) {
			b.missing++
		}
	case token.CollectEntryType, token.MappingEndType:
		// The field that ends here has a value if a colon stands before that; a list or mapping may.
		if braces && prev != nil && (prev.Prev == nil || prev.Prev.Type != token.MappingValueType) && !isEnd(prev) {
			b.missing++
		}
	}
	if b.missing*b.tokens > maxMoved {
		return grid.Errorf(place(t), "this YAML text has too many values that are left out, or begin on another line, for "+
			"its length (%s)", asJSON)
	}
	return nil
}

// isEnd reports whether t ends a value within brackets.
func isEnd(t *token.Token) bool {
	return t.Type == token.CollectEntryType || t.Type == token.MappingEndType || t.Type == token.SequenceEndType
}

func tooDeep(p grid.Pos) error { return grid.Errorf(p, "nested more than %d deep", maxDepth) }

func place(t *token.Token) grid.Pos {
	if t == nil || t.Position == nil {
		return grid.Pos{}
	}
	return grid.Pos{Line: t.Position.Line, Col: t.Position.Column}
}

func at(n ast.Node, format string, args ...any) error {
	return grid.Errorf(place(n.GetToken()), format, args...)
}

// syntax keeps the parser's sentence and drops the picture it draws around it.
func syntax(err error) error {
	e, ok := err.(interface {
		GetToken() *token.Token
		GetMessage() string
	})
	if !ok {
		return grid.Errorf(grid.Pos{}, "this is not YAML: %v", err)
	}
	return grid.Errorf(place(e.GetToken()), "this is not YAML: %s", e.GetMessage())
}

func convert(n ast.Node, depth int) (document.Value, error) {
	if depth > maxDepth {
		return document.Value{}, tooDeep(place(n.GetToken()))
	}
	switch n := n.(type) {
	case *ast.MappingNode:
		p := place(n.Start)
		if !n.IsFlowStyle && len(n.Values) > 0 {
			p = place(n.Values[0].Key.GetToken()) // Start would be the first colon
		}
		return mapping(n.Values, p, depth)
	case *ast.MappingValueNode:
		return mapping([]*ast.MappingValueNode{n}, place(n.Key.GetToken()), depth)
	case *ast.SequenceNode:
		items := make([]document.Value, 0, len(n.Values))
		for _, item := range n.Values {
			v, err := convert(item, depth+1)
			if err != nil {
				return document.Value{}, err
			}
			items = append(items, v)
		}
		return document.NewList(items, place(n.Start)), nil
	case *ast.LiteralNode:
		return document.NewString(n.Value.Value, place(n.Start)), nil // of the | or >, also where nothing follows
	case ast.ScalarNode:
		return scalar(n)
	}
	return document.Value{}, at(n, "this is not read here (%s)", n.Type())
}

func mapping(pairs []*ast.MappingValueNode, p grid.Pos, depth int) (document.Value, error) {
	fields := make([]document.Field, 0, len(pairs))
	for _, pair := range pairs {
		key, ok := pair.Key.(ast.ScalarNode)
		if !ok {
			return document.Value{}, at(pair.Key, "a field's name must be a text")
		}
		name, err := scalar(key)
		if err != nil {
			return document.Value{}, err
		}
		v, err := convert(pair.Value, depth+1)
		if err != nil {
			return document.Value{}, err
		}
		// Whatever a key looks like, it is a name: the field 7 is called "7".
		fields = append(fields, document.Field{Name: key.GetToken().Value, Pos: name.Pos(), Value: v})
	}
	return document.NewObject(fields, p)
}
