package document

import (
	"bytes"
	"encoding/json"
	"strconv"
	"unicode/utf8"

	"github.com/gridwright/gridwright/grid"
	"github.com/gridwright/gridwright/meter"
)

// maxDepth bounds nesting; no document of ours needs a tenth of it.
const maxDepth = 64

// ParseJSON reads exactly one JSON value. It refuses what JSON readers disagree about:
// duplicate keys, invalid UTF-8, an escape that is half a surrogate pair, data behind the value.
// A byte-order mark is skipped. Memory is about 80 bytes a value besides the texts, half of it for good.
func ParseJSON(data []byte) (Value, error) {
	return ParseJSONWithin(nil, data)
}

// What reading takes. A value costs itself, on the stack and in its list, and what a list of its own costs; a field its
// name and place, and a line in the table that finds names again. A text costs as many bytes as it has, and a step
// for each.
const (
	bytesPerValue = 128
	bytesPerField = 160
	stepsPerValue = 200
)

// theDocument names what is held in errors.
const theDocument = "the document"

// ParseJSONWithin is ParseJSON that m stops. It holds the memory of what it returns. Cost is linear in
// len(data), and m is asked in proportion to it, whatever the data are.
func ParseJSONWithin(m *meter.Meter, data []byte) (Value, error) {
	p := &jsonParser{scanner{meter: m, src: bytes.TrimPrefix(data, []byte("\xEF\xBB\xBF")), at: grid.Pos{Line: 1, Col: 1}}}
	if len(p.src) <= smallText {
		p.copy = string(p.src)
	}
	if i, err := invalidUTF8(m, p.src); err != nil {
		return Value{}, err
	} else if i >= 0 {
		return Value{}, p.errorf(i, "the byte 0x%02X is not valid UTF-8", p.src[i])
	}
	v, err := p.value(new(stacks), 0)
	if err != nil {
		return Value{}, err
	}
	if p.blanks(); p.off < len(p.src) {
		return Value{}, p.errorf(p.off, "data behind the end of the document")
	}
	return v, m.Err()
}

// chunk is how much of a text is looked at between two calls of a meter.
const chunk = 64 << 10

// invalidUTF8 is where the first byte stands that is no part of a character, or -1.
func invalidUTF8(m *meter.Meter, src []byte) (int, error) {
	for from := 0; from < len(src); {
		end := min(len(src), from+chunk)
		for end < len(src) && end > from+chunk-utf8.UTFMax && !utf8.RuneStart(src[end]) {
			end--
		}
		if err := m.Work(end - from); err != nil {
			return -1, err
		}
		if !utf8.Valid(src[from:end]) {
			for {
				r, n := utf8.DecodeRune(src[from:])
				if r == utf8.RuneError && n <= 1 {
					return from, nil
				}
				from += n
			}
		}
		from = end
	}
	return -1, nil
}

// A jsonParser makes values of what its scanner reads.
type jsonParser struct{ scanner }

// What objects and lists that have not ended hold so far lies on two stacks, so that each is allocated once; what those
// hold that have ended lies one behind the other, as all of a document is kept together.
type stacks struct {
	fields stack[Field]
	items  stack[Value]
	parts  slab[parts]
}

// A stack grows by blocks, so that a large one is never copied.
type stack[T any] struct {
	full  [][]T // blocks of block
	top   []T
	few   [8]T // the first top
	taken slab[T]
}

// block is how many values lie in one piece.
const block = 1024

func (s *stack[T]) len() int { return len(s.full)*block + len(s.top) }

func (s *stack[T]) push(v T) {
	if s.top == nil {
		s.top = s.few[:0]
	}
	if len(s.top) == block {
		s.full, s.top = append(s.full, s.top), make([]T, 0, block)
	}
	s.top = append(s.top, v)
}

// take takes all from base on away; nil where there is nothing.
func (s *stack[T]) take(base int) []T {
	n := s.len() - base
	if n == 0 {
		return nil
	}
	taken := s.taken.cut(n)
	for n > len(s.top) {
		n -= copy(taken[n-len(s.top):], s.top)
		last := len(s.full) - 1
		s.full, s.top = s.full[:last], s.full[last]
	}
	left := len(s.top) - n
	copy(taken, s.top[left:])
	s.top = s.top[:left]
	return taken
}

// A slab is cut into pieces. It grows by more and more, up to a block.
type slab[T any] struct {
	rest []T
	size int
}

func (s *slab[T]) cut(n int) []T {
	if n > len(s.rest) {
		if n >= block/4 {
			return make([]T, n)
		}
		s.size = min(max(4, 2*s.size), block)
		s.rest = make([]T, max(n, s.size))
	}
	piece := s.rest[:n:n]
	s.rest = s.rest[n:]
	return piece
}

func (p *jsonParser) value(open *stacks, depth int) (Value, error) {
	if err := p.meter.Work(stepsPerValue); err != nil {
		return Value{}, err
	}
	if err := p.meter.Hold(theDocument, bytesPerValue); err != nil {
		return Value{}, err
	}
	p.blanks()
	at := p.pos(p.off)
	switch c := p.peek(); {
	case c == '"':
		s, err := p.text()
		at.Col++ // behind the quote
		return NewString(s, at), err
	case c == '-' || c >= '0' && c <= '9':
		s, err := p.number()
		return NewNumber(s, at), err
	case c == 't':
		return NewBool(true, at), p.literal("true")
	case c == 'f':
		return NewBool(false, at), p.literal("false")
	case c == 'n':
		return NewNull(at), p.literal("null")
	case c != '[' && c != '{':
		return Value{}, p.unexpected("looking for beginning of value")
	case depth >= maxDepth:
		return Value{}, grid.Errorf(at, "nested more than %d deep", maxDepth)
	case c == '[':
		return p.list(open, at, depth)
	}
	return p.object(open, at, depth)
}

func (p *jsonParser) list(open *stacks, at grid.Pos, depth int) (Value, error) {
	base := open.items.len()
	p.off++
	for p.blanks(); open.items.len() > base || p.peek() != ']'; p.off++ {
		v, err := p.value(open, depth+1)
		if err != nil {
			return Value{}, err
		}
		open.items.push(v)
		if p.blanks(); p.peek() == ']' {
			break
		}
		if p.peek() != ',' {
			return Value{}, p.unexpected("after array element")
		}
	}
	p.off++
	v := node(List, at)
	if items := open.items.take(base); items != nil {
		v.in = &open.parts.cut(1)[0]
		v.in.list = items
	}
	return v, nil
}

func (p *jsonParser) object(open *stacks, at grid.Pos, depth int) (Value, error) {
	base := open.fields.len()
	p.off++
	for p.blanks(); open.fields.len() > base || p.peek() != '}'; p.off++ {
		if err := p.meter.Hold(theDocument, bytesPerField); err != nil {
			return Value{}, err
		}
		if p.blanks(); p.peek() != '"' {
			return Value{}, p.unexpected("looking for beginning of object key string")
		}
		f := Field{Pos: p.pos(p.off)}
		var err error
		if f.Name, err = p.text(); err != nil {
			return Value{}, err
		}
		if p.blanks(); p.peek() != ':' {
			return Value{}, p.unexpected("after object key")
		}
		p.off++
		if f.Value, err = p.value(open, depth+1); err != nil {
			return Value{}, err
		}
		open.fields.push(f)
		if p.blanks(); p.peek() == '}' {
			break
		}
		if p.peek() != ',' {
			return Value{}, p.unexpected("after object key:value pair")
		}
	}
	p.off++
	fields := open.fields.take(base)
	if err := p.meter.Work(stepsPerValue * len(fields)); err != nil {
		return Value{}, err
	}
	v := node(Object, at)
	if fields != nil {
		v.in = &open.parts.cut(1)[0]
		v.in.fields = fields
	}
	return v, unique(fields)
}

// AppendJSON appends v as compact JSON.
func (v *Value) AppendJSON(b []byte) []byte {
	switch v.kind {
	case Null:
		return append(b, "null"...)
	case Bool, Number:
		return append(b, v.text...)
	case String:
		return AppendQuoted(b, v.text)
	case List:
		b = append(b, '[')
		for i, items := 0, v.list(); i < len(items); i++ {
			if i > 0 {
				b = append(b, ',')
			}
			b = items[i].AppendJSON(b)
		}
		return append(b, ']')
	}
	b = append(b, '{')
	for i, fields := 0, v.fields(); i < len(fields); i++ {
		if i > 0 {
			b = append(b, ',')
		}
		b = AppendQuoted(b, fields[i].Name)
		b = append(b, ':')
		b = fields[i].Value.AppendJSON(b)
	}
	return append(b, '}')
}

// AppendQuoted appends s as a JSON text, escaping only what JSON makes it escape.
func AppendQuoted(b []byte, s string) []byte {
	plain := true
	for i := 0; i < len(s); i++ {
		if c := s[i]; c < ' ' || c == '"' || c == '\\' || c >= utf8.RuneSelf {
			plain = false
			break
		}
	}
	if plain {
		b = append(b, '"')
		b = append(b, s...)
		return append(b, '"')
	}
	var buf bytes.Buffer
	enc := json.NewEncoder(&buf)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(s); err != nil { // a string always encodes
		return append(b, strconv.Quote(s)...)
	}
	return append(b, bytes.TrimSuffix(buf.Bytes(), []byte("\n"))...)
}
