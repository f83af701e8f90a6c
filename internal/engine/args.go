package engine

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"reflect"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/gridwright/gridwright/grid"
	"github.com/gridwright/gridwright/puzzle"
	"github.com/gridwright/gridwright/puzzle/document"
)

// deepest is how deep arguments are nested: a document goes 64 deep.
const deepest = 66

// Read reads an object into a struct as strictly as arguments are read. Errors are of the type *Error.
func Read(raw []byte, into any) error {
	if err := readArgs(raw, into); err != nil {
		return problem(context.Background(), err, puzzle.Limits{})
	}
	return nil
}

// readArgs reads the arguments of a verb: one object, without fields that nobody knows or that stand there twice, and
// not nested without end. Documents in it are looked at when they are read.
func readArgs(raw []byte, into any) error {
	if len(bytes.TrimSpace(raw)) == 0 {
		raw = []byte("{}")
	}
	if err := outline(raw, into); err != nil {
		return err
	}
	dec := json.NewDecoder(bytes.NewReader(raw))
	dec.DisallowUnknownFields()
	err := dec.Decode(into)
	at := dec.InputOffset()
	if err == nil {
		if _, more := dec.Token(); more == io.EOF {
			return nil
		}
		err = errors.New("something follows behind the object")
	}
	var syntax *json.SyntaxError
	var kind *json.UnmarshalTypeError
	msg := strings.TrimPrefix(err.Error(), "json: ")
	switch {
	case errors.As(err, &syntax):
		at, msg = syntax.Offset, "this is not JSON: "+syntax.Error()
	case errors.As(err, &kind):
		at = kind.Offset
		msg = fmt.Sprintf("%s is %s, not %s", orThe(kind.Field), wanted(kind.Type), found(kind.Value))
	case errors.Is(err, io.ErrUnexpectedEOF):
		at, msg = int64(len(raw)), "the text ends too soon"
	}
	return badArgs(raw, at, msg)
}

// wanted says what a field of a type takes.
func wanted(t reflect.Type) string {
	switch t.Kind() {
	case reflect.Pointer:
		return wanted(t.Elem())
	case reflect.Struct, reflect.Map:
		return "an object"
	case reflect.Slice, reflect.Array:
		return "a list"
	case reflect.String:
		return "a text"
	case reflect.Bool:
		return "true or false"
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		return fmt.Sprintf("a whole number from 0 to %d", ^uint64(0)>>(64-t.Bits()))
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		return fmt.Sprintf("a whole number up to %d", uint64(1)<<(t.Bits()-1)-1)
	case reflect.Float32, reflect.Float64:
		return "a number"
	}
	return "something else"
}

// found says what stands in its place, in encoding/json's word for it: "array", or "number 1.5" where that is the
// trouble.
func found(value string) string {
	kind, number, _ := strings.Cut(value, " ")
	if number != "" {
		return number
	}
	word, ok := map[string]string{"array": "a list", "object": "an object", "string": "a text", "number": "a number",
		"bool": "true or false", "null": "null"}[kind]
	if !ok {
		return "this"
	}
	return word
}

func badArgs(raw []byte, at int64, msg string) error {
	return grid.Errorf(place(raw, at), "the arguments are not as they have to be: %s", short(msg))
}

// outline looks at the depth of raw and at the names of its outermost fields, which encoding/json would take twice and
// in any case of letters. What is no JSON at all it leaves to the decoder.
func outline(raw []byte, into any) error {
	depth, key := 0, true
	var seen []string
	for i := 0; i < len(raw); i++ {
		switch raw[i] {
		case '{', '[':
			if depth++; depth > deepest {
				return badArgs(raw, int64(i)+1, fmt.Sprintf("nested more than %d deep", deepest))
			}
		case '}', ']':
			depth--
		case ',':
			key = key || depth == 1
		case '"':
			end := stringEnd(raw, i)
			if key && depth == 1 {
				key = false
				name := unquoted(raw[i:end])
				if err := known(raw, i, name, seen, into); err != nil {
					return err
				}
				seen = append(seen, name)
			}
			i = end - 1
		}
	}
	return nil
}

// stringEnd is the place behind the string that begins at i.
func stringEnd(raw []byte, i int) int {
	for i++; i < len(raw); i++ {
		switch raw[i] {
		case '\\':
			i++
		case '"':
			return i + 1
		}
	}
	return len(raw)
}

func unquoted(quoted []byte) (name string) {
	if json.Unmarshal(quoted, &name) != nil {
		return string(quoted)
	}
	return name
}

// known refuses a field that stands there twice, or that into does not have.
func known(raw []byte, at int, name string, seen []string, into any) error {
	if slices.Contains(seen, name) {
		return badArgs(raw, int64(at)+1, "the field "+document.Quoted(name)+" stands here a second time")
	}
	t := reflect.TypeOf(into).Elem()
	var names []string
	for i := range t.NumField() {
		own, _, _ := strings.Cut(t.Field(i).Tag.Get("json"), ",")
		if own == name {
			return nil
		}
		names = append(names, own)
	}
	return badArgs(raw, int64(at)+1, "there is no field "+document.Quoted(name)+grid.DidYouMean(name, names))
}

// short cuts what repeats the request, which may be of any length.
func short(msg string) string {
	const most = 200
	if len(msg) <= most {
		return msg
	}
	return strings.ToValidUTF8(msg[:most], "") + "…"
}

func orThe(field string) string {
	if field == "" {
		return "what is asked"
	}
	return field
}

// place turns an offset in bytes into a line and a column.
func place(text []byte, at int64) grid.Pos {
	before := text[:max(0, min(at, int64(len(text))))]
	line := bytes.LastIndexByte(before, '\n') + 1
	return grid.Pos{Line: 1 + bytes.Count(before, []byte("\n")), Col: max(1, utf8.RuneCount(before[line:]))}
}
