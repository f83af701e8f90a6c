package cli

import (
	"bytes"
	"encoding/json"
	"math/big"

	"github.com/gridwright/gridwright/puzzle/document"
)

// An object is a JSON object under way, without its last brace. Its fields stay in the order in
// which they come.
type object []byte

func newObject(name, value string) object {
	o := append(document.AppendQuoted(object("{"), name), ':')
	return document.AppendQuoted(o, value)
}

func (o *object) add(name string, value any) error {
	// Readers elsewhere round large numbers, so those travel as texts here as in documents.
	switch n := value.(type) {
	case *big.Int:
		value = n.String()
	case []*big.Int:
		texts := make([]string, len(n))
		for i := range n {
			texts[i] = n[i].String()
		}
		value = texts
	}
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(value); err != nil {
		return err
	}
	*o = append(document.AppendQuoted(append(*o, ','), name), ':')
	*o = append(*o, bytes.TrimSuffix(b.Bytes(), []byte("\n"))...)
	return nil
}

// line ends the object.
func (o object) line() []byte { return append(o, "}\n"...) }
