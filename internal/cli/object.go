package cli

import (
	"bytes"
	"encoding/json"

	"github.com/gridwright/gridwright/internal/cli/input"
	"github.com/gridwright/gridwright/puzzle"
	"github.com/gridwright/gridwright/puzzle/document"
)

// An object is a JSON object under way, without its last brace. Its fields stay in the order in
// which they come.
type object []byte

// about begins an object about the present case, in.
func about(cases *input.Cases, in puzzle.Instance) (object, error) {
	o, err := cases.Head(in).BeginJSON(nil)
	if err != nil {
		return nil, err
	}
	object := object(o)
	return object, object.add("family", in.Family())
}

func newObject(name, value string) object {
	o := append(document.AppendQuoted(object("{"), name), ':')
	return document.AppendQuoted(o, value)
}

func (o *object) add(name string, value any) error {
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

// line ends the object.
func (o object) line() []byte { return append(o, "}\n"...) }
