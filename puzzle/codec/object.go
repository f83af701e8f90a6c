package codec

import (
	"encoding/json"
	"reflect"

	"github.com/gridwright/gridwright/meter"
	"github.com/gridwright/gridwright/puzzle/document"
)

// A Writer appends documents and keeps the first error. It tells its meter what it writes.
type Writer struct {
	Meter *meter.Meter // nil: nothing stops the writing
	buf   []byte
	text  []byte // of one value, to be quoted
	err   error
}

// Fail keeps err, if it is the first; nil is none.
func (w *Writer) Fail(err error) {
	if w.err == nil {
		w.err = err
	}
}

// JSON appends what x makes of itself, a short value.
func (w *Writer) JSON(x json.Marshaler) {
	b, err := x.MarshalJSON()
	w.Fail(err)
	w.buf = append(w.buf, b...)
}

// long is how many bytes take about a millisecond to make.
const long = 1 << 15

// Aside appends what work returns, about so many bytes; where these are many it is left behind when the meter stops,
// since work asks nobody.
func (w *Writer) Aside(bytes int64, work func() []byte) {
	if w.err != nil {
		return
	}
	if bytes < long {
		w.Fail(w.Meter.Work(int(bytes)))
		w.buf = append(w.buf, work()...)
		return
	}
	var out []byte
	err := w.Meter.Aside(func() error { out = work(); return nil })
	if w.Fail(err); err == nil {
		w.buf = append(w.buf, out...)
	}
}

// A Field is a field of the object that documents make of a T.
type Field[T any] struct {
	name    string
	needed  bool
	schema  Schema
	present func(x *T) bool
	read    func(r *Reader, v *document.Value, x *T)
	write   func(w *Writer, x *T)
}

// Need is a field that has to be there; at is where T keeps it.
func Need[T, F any](name string, c Codec[F], at func(x *T) *F) Field[T] {
	f := field(name, c, at, func(*F) bool { return true })
	f.needed = true
	return f
}

// May is a field that stands where T does not keep the zero value.
func May[T any, F comparable](name string, c Codec[F], at func(x *T) *F) Field[T] {
	var zero F
	return field(name, c, at, func(x *F) bool { return *x != zero })
}

// MayBe is a field that stands where T does not keep none, which is what T has where there is no field.
func MayBe[T any, F comparable](name string, c Codec[F], none F, at func(x *T) *F) Field[T] {
	f := field(name, c, at, func(x *F) bool { return *x != none })
	f.read = func(r *Reader, v *document.Value, x *T) {
		if *at(x) = none; v != nil {
			*at(x) = c.Read(r, v, name)
		}
	}
	return f
}

// MayList is a field that stands where T does not keep nil.
func MayList[T any, L ~[]F, F any](name string, c Codec[L], at func(x *T) *L) Field[T] {
	return field(name, c, at, func(x *L) bool { return *x != nil })
}

// At is c for a pointer, which is never nil.
func At[T any](c Codec[T]) Codec[*T] {
	size := int64(reflect.TypeFor[T]().Size())
	p := Codec[*T]{
		Schema: c.Schema,
		Read: func(r *Reader, v *document.Value, what string) *T {
			r.Fail(r.Meter.Hold(what, size))
			x := c.Read(r, v, what)
			return &x
		},
		Write: func(w *Writer, x *T) { c.Write(w, *x) },
	}
	if c.fields != nil {
		p.fields = func(r *Reader, f *document.Fields) *T { x := c.fields(r, f); return &x }
	}
	return p
}

// MayAt is a field that stands where T keeps a pointer that is not nil.
func MayAt[T, F any](name string, c Codec[F], at func(x *T) **F) Field[T] {
	return field(name, At(c), at, func(x **F) bool { return *x != nil })
}

// If is f that stands where present says so.
func If[T any](present func(x *T) bool, f Field[T]) Field[T] {
	f.present = present
	return f
}

// NeedAt is MayAt for a field that has to be there.
func NeedAt[T, F any](name string, c Codec[F], at func(x *T) **F) Field[T] {
	f := MayAt(name, c, at)
	f.needed = true
	return f
}

func field[T, F any](name string, c Codec[F], at func(x *T) *F, present func(x *F) bool) Field[T] {
	return Field[T]{
		name: name, schema: c.Schema,
		present: func(x *T) bool { return present(at(x)) },
		read: func(r *Reader, v *document.Value, x *T) {
			if v != nil {
				*at(x) = c.Read(r, v, name)
			}
		},
		write: func(w *Writer, x *T) { c.Write(w, *at(x)) },
	}
}

// Object is an object with these fields and no others, written in their order.
func Object[T any](fields ...Field[T]) Codec[T] {
	return Codec[T]{
		Schema: objectSchema(fields),
		Read: func(r *Reader, v *document.Value, what string) (x T) {
			if r.err != nil {
				return x
			}
			f, err := v.Object(what)
			if r.err = err; err != nil {
				return x
			}
			if x = readFields(r, f, fields); r.err == nil {
				r.err = f.Done()
			}
			return x
		},
		fields: func(r *Reader, f *document.Fields) T { return readFields(r, f, fields) },
		Write: func(w *Writer, x T) {
			next := byte('{')
			for i := range fields {
				if f := &fields[i]; f.needed || f.present(&x) {
					w.buf = append(w.buf, next)
					w.buf = append(document.AppendQuoted(w.buf, f.name), ':')
					f.write(w, &x)
					next = ','
				}
			}
			if next == '{' {
				w.buf = append(w.buf, '{')
			}
			w.buf = append(w.buf, '}')
		},
	}
}

func readFields[T any](r *Reader, f *document.Fields, fields []Field[T]) (x T) {
	if r.Fail(r.Meter.Work(stepsPerValue)); r.err != nil {
		return x
	}
	for i := range fields {
		var at *document.Value
		if at = f.Get(fields[i].name); at == nil && fields[i].needed {
			_, err := f.Need(fields[i].name)
			r.Fail(err)
		}
		fields[i].read(r, at, &x)
	}
	return x
}

func objectSchema[T any](fields []Field[T]) Schema {
	properties, required := Schema{}, []any{}
	for _, f := range fields {
		properties[f.name] = f.schema
		if f.needed {
			required = append(required, f.name)
		}
	}
	s := Schema{"type": "object", "properties": properties, "additionalProperties": false}
	if len(required) > 0 {
		s["required"] = required
	}
	return s
}
