package lights

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"strings"

	"github.com/gridwright/gridwright/grid"
	"github.com/gridwright/gridwright/puzzle/document"
)

// Parse reads one instance from a text: the fields of a document ({"start": …}, in JSON), or any of the family's text
// formats, such as "#.#/.#." or digits under a line "# modulus 3". It is the inverse of Instance.String. Errors match
// grid.ErrInput. Large boards, and boards under limits, are read by the family.
func Parse(text string) (*Instance, error) {
	head := []byte(text)
	if trimmed := trimHead(head); len(trimmed) > 0 && trimmed[0] == '{' {
		return parseFields(trimmed)
	}
	for _, t := range Data().Texts {
		if !t.Sniff(head) && (t.Maybe == nil || !t.Maybe(head)) {
			continue
		}
		s := grid.NewScanner(strings.NewReader(text), int64(len(text)))
		p, err := t.Read(nil, s)
		if err == io.EOF {
			break
		}
		if err != nil {
			return nil, err
		}
		if !s.Ended() && s.SkipBlank() {
			return nil, s.Errorf("a second board begins here; one is expected")
		}
		return p, p.Validate()
	}
	return nil, inputf("this is no board: rows of # and . or of digits are expected, or the fields of a document")
}

// parseFields reads the fields of a document; its head is left aside.
func parseFields(text []byte) (*Instance, error) {
	v, err := document.ParseJSON(text)
	if err != nil {
		return nil, err
	}
	f, err := v.Object("the instance")
	if err != nil {
		return nil, err
	}
	if family := f.Get("family"); family != nil {
		if name, err := family.String("family"); err != nil || name != "lights" {
			return nil, errors.Join(err, family.Errorf("this is no instance of lights"))
		}
	}
	f.Get("version")
	list, err := decodeInstances(nil, f)
	if err != nil {
		return nil, err
	}
	return list[0], list[0].Validate()
}

// String writes p in one line that Parse reads: lamps as #.#/.#. where the rules are the classical ones, else the
// fields of a document. Cost: the board.
func (p *Instance) String() string {
	if err := p.Validate(); err != nil {
		return "no instance of lights: " + err.Error()
	}
	var b bytes.Buffer
	if lampMarks.write(&b, p) == nil {
		return strings.ReplaceAll(strings.TrimSpace(b.String()), "\n", "/")
	}
	fields, err := encodeInstance(p)
	if err != nil {
		return err.Error()
	}
	text, err := json.Marshal(fields)
	if err != nil {
		return err.Error()
	}
	return string(text)
}
