package codec

import (
	"encoding/hex"
	"errors"
	"fmt"
	"math/big"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"github.com/gridwright/gridwright/grid"
	"github.com/gridwright/gridwright/meter"
	"github.com/gridwright/gridwright/puzzle/document"
)

// A Schema is a JSON Schema, or a part of one, as encoding/json writes it.
type Schema = map[string]any

// A Codec is how values of type T stand in documents: it reads them, writes them and describes them. Codecs are put
// together from smaller ones (Object, ListOf, Text, …), so the three never disagree.
type Codec[T any] struct {
	Schema Schema
	// Read returns what v holds; what names it in errors. Errors stay in r, and what is returned is then of no use.
	Read func(r *Reader, v *document.Value, what string) T
	// Write appends x. What cannot be written fails w.
	Write func(w *Writer, x T)

	fields func(r *Reader, f *document.Fields) T // of an Object, among fields that others read
}

// A Reader reads documents and keeps the first error: nobody has to ask before the end.
type Reader struct {
	Meter *meter.Meter // nil: nothing stops the reading
	err   error
}

// Err is the first error, of a document or of the meter.
func (r *Reader) Err() error { return r.err }

// Fail keeps err, if it is the first; nil is none.
func (r *Reader) Fail(err error) {
	if r.err == nil {
		r.err = err
	}
}

// What reading or writing a value takes, in steps of the meter.
const stepsPerValue = 100

// Decode reads v with c. m, which may be nil, stops it.
func (c Codec[T]) Decode(m *meter.Meter, v *document.Value, what string) (T, error) {
	r := &Reader{Meter: m}
	x := c.Read(r, v, what)
	return x, r.err
}

// DecodeFields reads the fields of c, an Object as it was made, among others of f that are not c's to read.
func (c Codec[T]) DecodeFields(m *meter.Meter, f *document.Fields) (T, error) {
	r := &Reader{Meter: m}
	x := c.fields(r, f)
	return x, r.err
}

// Append appends x to b as c writes it. m, which may be nil, stops it.
func (c Codec[T]) Append(m *meter.Meter, b []byte, x T) ([]byte, error) {
	w := &Writer{Meter: m, buf: b}
	c.Write(w, x)
	return w.buf, w.err
}

// Described is c with a sentence in its schema.
func (c Codec[T]) Described(sentence string) Codec[T] {
	c.Schema = with(c.Schema, "description", sentence)
	return c
}

// Then is c that looks at what it has read, and may change it: check's error stands for what v holds.
func (c Codec[T]) Then(check func(v *document.Value, x *T) error) Codec[T] {
	read := c.Read
	c.Read = func(r *Reader, v *document.Value, what string) T {
		x := read(r, v, what)
		if r.err == nil {
			r.err = check(v, &x)
		}
		return x
	}
	if fields := c.fields; fields != nil {
		c.fields = func(r *Reader, f *document.Fields) T {
			x := fields(r, f)
			if r.err == nil {
				r.err = check(f.Value(), &x)
			}
			return x
		}
	}
	return c
}

func with(s Schema, key string, value any) Schema {
	out := Schema{key: value}
	for k, v := range s {
		if k != key {
			out[k] = v
		}
	}
	return out
}

// simple makes a Codec of a function that reads one value and one that appends it.
func simple[T any](s Schema, read func(v *document.Value, what string) (T, error), write func(b []byte,
	x T) []byte) Codec[T] {
	return Codec[T]{
		Schema: s,
		Read: func(r *Reader, v *document.Value, what string) (x T) {
			if r.err != nil {
				return x
			}
			x, r.err = read(v, what)
			return x
		},
		Write: func(w *Writer, x T) { w.buf = write(w.buf, x) },
	}
}

// Text is a text.
func Text() Codec[string] {
	c := simple(Schema{"type": "string"}, (*document.Value).String, document.AppendQuoted)
	read := c.Read
	c.Read = func(r *Reader, v *document.Value, what string) string {
		text := read(r, v, what)
		r.Fail(r.Meter.Work(len(text))) // it may be all of a long document
		return text
	}
	return c
}

// Truth is true or false.
func Truth() Codec[bool] {
	return simple(Schema{"type": "boolean"}, (*document.Value).Bool, strconv.AppendBool)
}

// Number is a whole number from low to high, at most 2^53 away from 0.
func Number[N ~int | ~int32 | ~int64 | ~uint32](low, high int64) Codec[N] {
	return simple(Schema{"type": "integer", "minimum": low, "maximum": high},
		func(v *document.Value, what string) (N, error) {
			n, err := v.Int(what, low, high)
			return N(n), err
		},
		func(b []byte, n N) []byte { return strconv.AppendInt(b, int64(n), 10) })
}

// OneOf is a text that is one of names.
func OneOf(names ...string) Codec[string] {
	list, text := make([]any, len(names)), Text()
	for i, n := range names {
		list[i] = n
	}
	return Codec[string]{
		Schema: Schema{"enum": list},
		Read: func(r *Reader, v *document.Value, what string) string {
			s := text.Read(r, v, what)
			if r.err == nil && !slices.Contains(names, s) {
				r.err = v.Errorf("%s is %s; it must be one of: %s", what, grid.Quote(s), strings.Join(names, ", "))
			}
			return s
		},
		Write: text.Write,
	}
}

// Named is a value that documents name: names[x] for x = 0, 1, ….
func Named[N ~uint8](names ...string) Codec[N] {
	text := OneOf(names...)
	return Codec[N]{
		Schema: text.Schema,
		Read: func(r *Reader, v *document.Value, what string) N {
			return N(max(0, slices.Index(names, text.Read(r, v, what))))
		},
		Write: func(w *Writer, x N) {
			if int(x) >= len(names) {
				w.Fail(fmt.Errorf("there is no name for %d; the names are %s", x, strings.Join(names, ", ")))
				return
			}
			text.Write(w, names[x])
		},
	}
}

// naturalSchema describes numbers that may pass 2^53, which JSON readers elsewhere round; the middle defines it.
func naturalSchema() Schema { return Schema{"$ref": "#/$defs/whole"} }

// Natural is a natural number of at most digits decimal digits, as a text.
func Natural(digits int) Codec[*big.Int] {
	return Codec[*big.Int]{
		Schema: naturalSchema(),
		Read: func(r *Reader, v *document.Value, what string) (n *big.Int) {
			if r.err == nil {
				n, r.err = v.BigTextWithin(r.Meter, what, digits)
			}
			return n
		},
		Write: func(w *Writer, n *big.Int) {
			if n == nil || n.Sign() < 0 {
				w.Fail(fmt.Errorf("%v is no natural number", n))
				return
			}
			w.Aside(int64(n.BitLen()/3), func() []byte { return n.Append([]byte{'"'}, 10) })
			w.buf = append(w.buf, '"')
		},
	}
}

// Long is a whole number from low to high, both natural, as a text.
func Long(low, high int64) Codec[int64] {
	return simple(naturalSchema(), func(v *document.Value, what string) (int64, error) {
		n, err := v.BigText(what, 19)
		if err != nil {
			return 0, err
		}
		if !n.IsInt64() || n.Int64() < low || n.Int64() > high {
			return 0, v.Errorf("%s is %v; it must be from %d to %d", what, n, low, high)
		}
		return n.Int64(), nil
	}, func(b []byte, n int64) []byte { return append(strconv.AppendInt(append(b, '"'), n, 10), '"') })
}

// ListOf is a list; each of its items is called one in errors.
func ListOf[T any](one string, c Codec[T]) Codec[[]T] {
	size := int64(reflect.TypeFor[T]().Size())
	return Codec[[]T]{
		Schema: Schema{"type": "array", "items": c.Schema},
		Read: func(r *Reader, v *document.Value, what string) []T {
			if r.err != nil {
				return nil
			}
			items, err := v.List(what)
			if err == nil {
				err = r.Meter.Hold(what, size*int64(len(items)))
			}
			if r.err = err; err != nil {
				return nil
			}
			out := make([]T, len(items))
			for i := range items {
				if r.Fail(r.Meter.Work(stepsPerValue)); r.err != nil {
					return nil
				}
				out[i] = c.Read(r, &items[i], one)
			}
			return out
		},
		Write: func(w *Writer, list []T) {
			w.buf = append(w.buf, '[')
			for i, x := range list {
				if i > 0 {
					w.buf = append(w.buf, ',')
				}
				if w.Fail(w.Meter.Work(stepsPerValue)); w.err != nil {
					return
				}
				c.Write(w, x)
			}
			w.buf = append(w.buf, ']')
		},
	}
}

// Sized is a list of at least low and at most high items.
func Sized[T any](c Codec[[]T], low, high int) Codec[[]T] {
	read := c.Read
	c.Schema = with(with(c.Schema, "minItems", low), "maxItems", high)
	c.Read = func(r *Reader, v *document.Value, what string) []T {
		list := read(r, v, what)
		switch n := len(list); {
		case r.err != nil || low <= n && n <= high:
		case low == high:
			r.err = v.Errorf("%s has %s; it must have %d", what, grid.Number(n, "item"), low)
		default:
			r.err = v.Errorf("%s has %s; it must have %d to %d", what, grid.Number(n, "item"), low, high)
		}
		return list
	}
	return c
}

// Pair is a list of two.
func Pair[T any](one string, c Codec[T]) Codec[[2]T] {
	list := Sized(ListOf(one, c), 2, 2)
	return Map(list,
		func(l []T) (p [2]T) { copy(p[:], l); return p },
		func(p [2]T) []T { return p[:] })
}

// Digest is a SHA-256 sum, as 64 lower-case hexadecimal digits.
func Digest() Codec[[32]byte] {
	return Parsed(Schema{"pattern": "^[0-9a-f]{64}$"}, func(_ *meter.Meter, text string) (sum [32]byte, err error) {
		b, err := hex.DecodeString(text[:min(len(text), 65)])
		if err != nil || len(b) != len(sum) || hex.EncodeToString(b) != text {
			return sum, errors.New("digest must be 64 digits from 0 to 9 and a to f")
		}
		return [32]byte(b), nil
	}, func(b []byte, sum [32]byte) []byte { return hex.AppendEncode(b, sum[:]) })
}

// Map is c for another type: to is applied to what is read, and from to what is written.
func Map[T, U any](c Codec[T], to func(T) U, from func(U) T) Codec[U] {
	u := Codec[U]{
		Schema: c.Schema,
		Read:   func(r *Reader, v *document.Value, what string) U { return to(c.Read(r, v, what)) },
		Write:  func(w *Writer, x U) { c.Write(w, from(x)) },
	}
	if c.fields != nil {
		u.fields = func(r *Reader, f *document.Fields) U { return to(c.fields(r, f)) }
	}
	return u
}

// IsObject reports whether c reads the fields of an object, so that DecodeFields works.
func (c Codec[T]) IsObject() bool { return c.fields != nil }

// Parsed is a text with a meaning: parse reads it, and its error stands behind the text's place; appendTo appends the
// text.
func Parsed[T any](s Schema, parse func(m *meter.Meter, text string) (T, error), appendTo func(b []byte,
	x T) []byte) Codec[T] {
	texts := Text() // once: a codec has a schema to make
	return Codec[T]{
		Schema: with(s, "type", "string"),
		Read: func(r *Reader, v *document.Value, what string) (x T) {
			text := texts.Read(r, v, what)
			if r.err != nil {
				return x
			}
			x, err := parse(r.Meter, text)
			switch {
			case r.Meter.Err() != nil:
				r.err = r.Meter.Err()
			case err != nil:
				r.err = v.Errorf("%v", err)
			}
			return x
		},
		Write: func(w *Writer, x T) {
			w.text = appendTo(w.text[:0], x)
			w.Fail(w.Meter.Work(len(w.text)))
			w.buf = document.AppendQuoted(w.buf, string(w.text))
		},
	}
}
