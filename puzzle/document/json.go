package document

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/gridwright/gridwright/grid"
	"github.com/gridwright/gridwright/meter"
)

// maxDepth bounds nesting; no document of ours needs a tenth of it.
const maxDepth = 64

// ParseJSON reads exactly one JSON value. It refuses what JSON readers disagree about:
// duplicate keys, invalid UTF-8, an escape that is half a surrogate pair, data behind the value.
// A byte-order mark is skipped. Memory is about 80 bytes a value besides the texts.
func ParseJSON(data []byte) (Value, error) {
	return ParseJSONWithin(nil, data)
}

// bytesPerValue is what a value costs while its text is read: itself, in a list that grows by
// doubling, and the decoder's own copy.
const bytesPerValue = 240

// stepsPerValue is what reading a value costs in a meter's steps.
const stepsPerValue = 200

// ParseJSONWithin is ParseJSON that m stops. It holds the memory of what it returns.
func ParseJSONWithin(m *meter.Meter, data []byte) (Value, error) {
	p := &jsonParser{meter: m, src: data, at: grid.Pos{Line: 1, Col: 1}}
	if bytes.HasPrefix(data, []byte("\xEF\xBB\xBF")) {
		p.src = data[3:]
	}
	if !utf8.Valid(p.src) {
		i := 0
		for i < len(p.src) {
			r, n := utf8.DecodeRune(p.src[i:])
			if r == utf8.RuneError && n <= 1 {
				break
			}
			i += n
		}
		return Value{}, grid.Errorf(p.pos(i), "the byte 0x%02X is not valid UTF-8", p.src[i])
	}
	p.dec = json.NewDecoder(bytes.NewReader(p.src))
	p.dec.UseNumber()
	v, err := p.value(0)
	if err != nil {
		return Value{}, err
	}
	end := int(p.dec.InputOffset())
	end += len(p.src[end:]) - len(bytes.TrimLeft(p.src[end:], " \t\r\n")) // no comma or colon may follow
	if end < len(p.src) {
		return Value{}, grid.Errorf(p.pos(end), "data behind the end of the document")
	}
	return v, nil
}

type jsonParser struct {
	meter *meter.Meter
	src   []byte
	dec   *json.Decoder
	at    grid.Pos // place of src[seen]
	seen  int
}

// pos turns an offset into a place. Offsets only grow, so the text is walked once.
func (p *jsonParser) pos(off int) grid.Pos {
	off = min(off, len(p.src))
	for seg := p.src[p.seen:max(p.seen, off)]; ; {
		i := bytes.IndexByte(seg, '\n')
		if i < 0 {
			p.at.Col += utf8.RuneCount(seg)
			break
		}
		p.at.Line++
		p.at.Col = 1
		seg = seg[i+1:]
	}
	p.seen = max(p.seen, off)
	return p.at
}

// start is the offset of the next token, behind blanks and separators.
func (p *jsonParser) start() int {
	i := int(p.dec.InputOffset())
	for i < len(p.src) {
		switch p.src[i] {
		case ' ', '\t', '\r', '\n', ',', ':':
			i++
			continue
		}
		break
	}
	return i
}

func (p *jsonParser) token() (json.Token, grid.Pos, error) {
	off := p.start()
	tok, err := p.dec.Token()
	if err != nil {
		return nil, grid.Pos{}, p.syntax(err, off)
	}
	at := p.pos(off)
	if s, ok := tok.(string); ok && strings.Contains(s, "\uFFFD") {
		if i := loneSurrogate(p.src[off:p.dec.InputOffset()]); i >= 0 {
			return nil, grid.Pos{}, grid.Errorf(p.pos(off+i), "this escape is half of a surrogate pair; it stands for no character")
		}
	}
	return tok, at, nil
}

// loneSurrogate returns where in the JSON text raw an escape stands that encoding/json replaces
// by U+FFFD, or -1. All escapes of raw are well formed.
func loneSurrogate(raw []byte) int {
	unit := func(i int) rune { // the UTF-16 unit of the escape at i, or 0
		if i+6 > len(raw) || raw[i] != '\\' || raw[i+1] != 'u' {
			return 0
		}
		n, _ := strconv.ParseUint(string(raw[i+2:i+6]), 16, 32)
		return rune(n)
	}
	for i := 0; i < len(raw); i++ {
		if raw[i] != '\\' {
			continue
		}
		if r := unit(i); utf16.IsSurrogate(r) {
			if utf16.DecodeRune(r, unit(i+6)) == utf8.RuneError {
				return i
			}
			i += 10 // with the next step behind both halves
		}
		i++
	}
	return -1
}

// syntax explains err, met at the token that begins at off. The decoder's own offsets are not
// those of the whole text where tokens are read one by one, so the text is scanned again.
func (p *jsonParser) syntax(err error, off int) error {
	var se *json.SyntaxError
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		return grid.Errorf(p.pos(len(p.src)), "the document ends too early")
	}
	if again := json.Unmarshal(p.src, new(json.RawMessage)); errors.As(again, &se) {
		if se.Error() == "unexpected end of JSON input" {
			return grid.Errorf(p.pos(len(p.src)), "the document ends too early")
		}
		at, msg := int(se.Offset)-1, se.Error()
		if c := p.src[at]; c >= utf8.RuneSelf { // encoding/json names the byte as if it were a character
			r, _ := utf8.DecodeRune(p.src[at:])
			msg = strings.Replace(msg, "character '"+string(rune(c))+"'", "character "+strings.TrimPrefix(grid.Quote(string(r)), "the character "), 1)
		}
		return grid.Errorf(p.pos(at), "this is not JSON: %s", msg)
	}
	return grid.Errorf(p.pos(off), "this is not JSON: %v", err)
}

// spend counts one more value.
func (p *jsonParser) spend() error {
	if err := p.meter.Work(stepsPerValue); err != nil {
		return err
	}
	return p.meter.Hold("the document", bytesPerValue)
}

func (p *jsonParser) value(depth int) (Value, error) {
	if err := p.spend(); err != nil {
		return Value{}, err
	}
	tok, at, err := p.token()
	if err != nil {
		return Value{}, err
	}
	switch t := tok.(type) {
	case nil:
		return NewNull(at), nil
	case bool:
		return NewBool(t, at), nil
	case json.Number:
		return NewNumber(t.String(), at), nil
	case string:
		at.Col++ // behind the quote
		return NewString(t, at), nil
	case json.Delim:
		if depth >= maxDepth {
			return Value{}, grid.Errorf(at, "nested more than %d deep", maxDepth)
		}
		if t == '[' {
			return p.list(at, depth)
		}
		if t == '{' {
			return p.object(at, depth)
		}
	}
	return Value{}, grid.Errorf(at, "this is not JSON: unexpected %v", tok)
}

func (p *jsonParser) list(at grid.Pos, depth int) (Value, error) {
	var items []Value
	for p.dec.More() {
		v, err := p.value(depth + 1)
		if err != nil {
			return Value{}, err
		}
		items = append(items, v)
	}
	if _, _, err := p.token(); err != nil {
		return Value{}, err
	}
	return NewList(items, at), nil
}

func (p *jsonParser) object(at grid.Pos, depth int) (Value, error) {
	var fields []Field
	for p.dec.More() {
		tok, pos, err := p.token()
		if err != nil {
			return Value{}, err
		}
		name, ok := tok.(string)
		if !ok {
			return Value{}, grid.Errorf(pos, "this is not JSON: a field's name is expected, not %v", tok)
		}
		v, err := p.value(depth + 1)
		if err != nil {
			return Value{}, err
		}
		fields = append(fields, Field{Name: name, Pos: pos, Value: v})
	}
	if _, _, err := p.token(); err != nil {
		return Value{}, err
	}
	return NewObject(fields, at)
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
		for i := range v.list {
			if i > 0 {
				b = append(b, ',')
			}
			b = v.list[i].AppendJSON(b)
		}
		return append(b, ']')
	}
	b = append(b, '{')
	for i := range v.fields {
		if i > 0 {
			b = append(b, ',')
		}
		b = AppendQuoted(b, v.fields[i].Name)
		b = append(b, ':')
		b = v.fields[i].Value.AppendJSON(b)
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
