package session

import (
	"bytes"
	"encoding/json"

	"github.com/gridwright/gridwright/internal/cli/input"
	"github.com/gridwright/gridwright/puzzle"
	"github.com/gridwright/gridwright/puzzle/document"
)

// An Object is a JSON object under way, without its last brace. Its fields stay in the order in
// which they come.
type Object []byte

// About begins an object about the present case, in.
func About(cases *input.Cases, in puzzle.Instance) (Object, error) {
	o, err := cases.Head(in).BeginJSON(nil)
	if err != nil {
		return nil, err
	}
	object := Object(o)
	return object, object.Add("family", in.Family())
}

// NewObject begins an object with a field of text.
func NewObject(name, value string) Object {
	o := append(document.AppendQuoted(Object("{"), name), ':')
	return document.AppendQuoted(o, value)
}

// Add adds a field.
func (o *Object) Add(name string, value any) error {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(value); err != nil {
		return err
	}
	if len(*o) > 1 {
		*o = append(*o, ',')
	}
	*o = append(document.AppendQuoted(*o, name), ':')
	*o = append(*o, bytes.TrimSuffix(b.Bytes(), []byte("\n"))...)
	return nil
}

// Line ends the object.
func (o Object) Line() []byte { return append(o, "}\n"...) }
