package document

import (
	"math/big"
	"slices"
	"strconv"
	"unicode/utf8"

	"github.com/gridwright/gridwright/grid"
	"github.com/gridwright/gridwright/meter"
)

// Kind is the type of a Value.
type Kind uint8

// The kinds of JSON.
const (
	Null Kind = iota
	Bool
	Number
	String
	List
	Object
)

var kindNames = [...]string{"null", "true or false", "a number", "a text", "a list", "an object"}

// String names the kind in words a person would use.
func (k Kind) String() string { return kindNames[k] }

// A Value is one node of a document.
type Value struct {
	kind Kind
	line int32
	col  int32
	text string // String: the text; Number: its literal; Bool: "true" or "false"
	in   *parts // nil where there are none
}

// parts are what lies in a list or in an object. They lie apart since most values of a large document have none.
type parts struct {
	list   []Value
	fields []Field
}

func (v *Value) list() []Value {
	if v.in == nil {
		return nil
	}
	return v.in.list
}

func (v *Value) fields() []Field {
	if v.in == nil {
		return nil
	}
	return v.in.fields
}

// A Field is one member of an object.
type Field struct {
	Name  string
	Pos   grid.Pos // of the name
	Value Value
}

func node(k Kind, p grid.Pos) Value { return Value{kind: k, line: int32(p.Line), col: int32(p.Col)} }

// NewNull makes a null found at p.
func NewNull(p grid.Pos) Value { return node(Null, p) }

// NewBool makes a truth value found at p.
func NewBool(b bool, p grid.Pos) Value {
	v := node(Bool, p)
	v.text = strconv.FormatBool(b)
	return v
}

// NewNumber makes a number from its JSON literal, found at p.
func NewNumber(literal string, p grid.Pos) Value {
	v := node(Number, p)
	v.text = literal
	return v
}

// NewString makes a text; p is the place of its first character (behind the quote).
func NewString(s string, p grid.Pos) Value {
	v := node(String, p)
	v.text = s
	return v
}

// NewList makes a list that begins at p.
func NewList(items []Value, p grid.Pos) Value {
	v := node(List, p)
	if len(items) > 0 {
		v.in = &parts{list: items}
	}
	return v
}

// NewObject makes an object that begins at p; two fields of one name are an error.
func NewObject(fields []Field, p grid.Pos) (Value, error) {
	v := node(Object, p)
	if len(fields) > 0 {
		v.in = &parts{fields: fields}
	}
	return v, unique(fields)
}

// unique finds two fields of one name.
func unique(fields []Field) error {
	if len(fields) <= 16 {
		for i := range fields {
			for j := range i {
				if fields[i].Name == fields[j].Name {
					return duplicate(fields[i])
				}
			}
		}
		return nil
	}
	seen := make(map[string]bool, len(fields))
	for _, f := range fields {
		if seen[f.Name] {
			return duplicate(f)
		}
		seen[f.Name] = true
	}
	return nil
}

func duplicate(f Field) error {
	return grid.Errorf(f.Pos, "the field %s stands here a second time", Quoted(f.Name))
}

// maxQuoted is how many bytes of a text an error shows.
const maxQuoted = 80

// Quoted is strconv.Quote of a text for an error, which may be longer than anybody wants to read.
func Quoted(s string) string {
	if len(s) <= maxQuoted {
		return strconv.Quote(s)
	}
	end := maxQuoted
	for !utf8.RuneStart(s[end]) {
		end--
	}
	return strconv.Quote(s[:end] + "…")
}

// Weigh counts the values in v, itself included, and the bytes of its texts and numbers: what a decoder makes of v is
// in proportion to the two, and it holds that before it begins. m stops it; names of fields are not counted.
func (v *Value) Weigh(m *meter.Meter) (values, bytes int64, err error) {
	values, bytes = 1, int64(len(v.text))
	items, fields := v.list(), v.fields()
	if err := m.Work(10 * (1 + len(items) + len(fields))); err != nil {
		return 0, 0, err
	}
	add := func(part *Value) error {
		n, b, err := part.Weigh(m)
		values, bytes = values+n, bytes+b
		return err
	}
	for i := range items {
		if part := &items[i]; part.in == nil { // most are
			values, bytes = values+1, bytes+int64(len(part.text))
		} else if err := add(part); err != nil {
			return 0, 0, err
		}
	}
	for i := range fields {
		if err := add(&fields[i].Value); err != nil {
			return 0, 0, err
		}
	}
	return values, bytes, nil
}

// Hold holds so many bytes of m for each value in v, and as many for each byte of its texts and numbers.
func (v *Value) Hold(m *meter.Meter, what string, perValue, perByte int64) error {
	values, bytes, err := v.Weigh(m)
	if err != nil {
		return err
	}
	return m.Hold(what, perValue*values+perByte*bytes)
}

// Kind returns the type of v.
func (v *Value) Kind() Kind { return v.kind }

// Pos is where v begins in its text.
func (v *Value) Pos() grid.Pos { return grid.Pos{Line: int(v.line), Col: int(v.col)} }

// Errorf makes an error at v.
func (v *Value) Errorf(format string, args ...any) error {
	return grid.Errorf(v.Pos(), format, args...)
}

// RuneErrorf makes an error at character i (from 0) of the text v. (In a text written
// with escapes the column is that of the unescaped character.)
func (v *Value) RuneErrorf(i int, format string, args ...any) error {
	p := v.Pos()
	if !p.IsZero() {
		p.Col += i
	}
	return grid.Errorf(p, format, args...)
}

func (v *Value) want(k Kind, what string) error {
	if v.kind != k {
		return v.Errorf("%s must be %v, not %v", what, k, v.kind)
	}
	return nil
}

// String returns the text v; what names it in errors.
func (v *Value) String(what string) (string, error) { return v.text, v.want(String, what) }

// Bool returns the truth value v.
func (v *Value) Bool(what string) (bool, error) { return v.text == "true", v.want(Bool, what) }

// Literal returns the number v as it was written.
func (v *Value) Literal(what string) (string, error) { return v.text, v.want(Number, what) }

// Int returns the whole number v, which must lie in [low, high].
func (v *Value) Int(what string, low, high int64) (int64, error) {
	if err := v.want(Number, what); err != nil {
		return 0, err
	}
	n, err := int64(0), strconv.ErrRange
	if len(v.text) <= len("-9223372036854775808") { // others have a fraction or are out of range
		n, err = strconv.ParseInt(v.text, 10, 64)
	}
	if err != nil {
		return 0, v.Errorf("%s must be a whole number from %d to %d, not %s", what, low, high, grid.Quote(v.text))
	}
	if n < low || n > high {
		return 0, v.Errorf("%s is %d; it must be from %d to %d", what, n, low, high)
	}
	return n, nil
}

// BigText returns the natural number that v holds as a text of decimal digits
// without leading zeros, at most limit digits. Numbers that may pass 2^53 travel as
// texts, since JSON readers elsewhere round larger literals; people may leave out the quotes.
func (v *Value) BigText(what string, limit int) (*big.Int, error) {
	return v.BigTextWithin(nil, what, limit)
}

// BigTextWithin is BigText that m stops: for numbers of more than some thousand digits.
func (v *Value) BigTextWithin(m *meter.Meter, what string, limit int) (*big.Int, error) {
	if v.kind != String && v.kind != Number {
		return nil, v.Errorf("%s must be a natural number, not %v", what, v.kind)
	}
	n, err := ParseNaturalWithin(m, v.text, limit)
	if m.Err() != nil {
		return nil, m.Err()
	}
	if err != nil {
		return nil, v.Errorf("%s %v", what, err)
	}
	return n, nil
}

// List returns the items of v.
func (v *Value) List(what string) ([]Value, error) { return v.list(), v.want(List, what) }

// Object returns a reader of v's fields.
func (v *Value) Object(what string) (*Fields, error) {
	if err := v.want(Object, what); err != nil {
		return nil, err
	}
	f := &Fields{of: v, what: what}
	if f.missed = f.fewMissed[:0]; len(v.fields()) <= len(f.fewUsed) {
		f.used = f.fewUsed[:len(v.fields())]
	} else {
		f.used = make([]bool, len(v.fields()))
	}
	return f, nil
}

// At is the field called name of the object v, or v where there is none.
func (v *Value) At(name string) *Value {
	for i, f := range v.fields() {
		if f.Name == name {
			return &v.in.fields[i].Value
		}
	}
	return v
}

// Item is the item of the list v with the index i, or v where there is none.
func (v *Value) Item(i int) *Value {
	if i < 0 || i >= len(v.list()) {
		return v
	}
	return &v.in.list[i]
}

// Fields reads an object field by field; Done then refuses what nobody asked for.
type Fields struct {
	of     *Value
	what   string
	used   []bool
	missed []string  // names that were asked for in vain
	alias  [2]string // a name, and the one that it stands for

	fewUsed   [8]bool // where used and missed lie as long as they are short
	fewMissed [6]string
}

// Get returns the field called name, or nil where there is none.
func (f *Fields) Get(name string) *Value {
	fields := f.of.fields()
	for i := range fields {
		if n := fields[i].Name; n == name || n == f.alias[0] && name == f.alias[1] {
			f.used[i] = true
			return &fields[i].Value
		}
	}
	f.missed = append(f.missed, name)
	return nil
}

// Alias makes the field called other answer to name too. Both at once are an error.
func (f *Fields) Alias(other, name string) error {
	var found *Field
	fields := f.of.fields()
	for i := range fields {
		if g := &fields[i]; g.Name == other || g.Name == name {
			if found != nil {
				return grid.Errorf(g.Pos, "%s has both %s and %s, which mean the same", f.what, found.Name, g.Name)
			}
			found = g
		}
	}
	f.alias = [2]string{other, name}
	return nil
}

// Need returns the field called name; its absence is an error.
func (f *Fields) Need(name string) (*Value, error) {
	if v := f.Get(name); v != nil {
		return v, nil
	}
	var others []string
	for i, used := range f.used {
		if !used {
			others = append(others, f.of.in.fields[i].Name)
		}
	}
	if near := grid.Nearest(name, others); near != "" {
		return nil, f.of.Errorf("%s needs the field %q; is %q meant?", f.what, name, near)
	}
	return nil, f.of.Errorf("%s needs the field %q", f.what, name)
}

// asked are the names that were asked for in vain, also by their other name.
func (f *Fields) asked() []string {
	if f.alias[0] != "" && slices.Contains(f.missed, f.alias[1]) {
		return append(slices.Clone(f.missed), f.alias[0])
	}
	return f.missed
}

// Value is the object itself.
func (f *Fields) Value() *Value { return f.of }

// Done reports the first field that was neither Got nor Needed.
func (f *Fields) Done() error {
	for i, used := range f.used {
		if !used {
			g := f.of.in.fields[i]
			return grid.Errorf(g.Pos, "%s has no field %s%s", f.what, Quoted(g.Name), grid.DidYouMean(g.Name, f.asked()))
		}
	}
	return nil
}
