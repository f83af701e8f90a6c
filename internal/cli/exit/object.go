package exit

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"github.com/gridwright/gridwright/grid"
)

// Schema is the JSON Schema of the objects that errors are with --json.
const Schema = `{
  "$schema": "https://json-schema.org/draft/2020-12/schema",
  "title": "gridwright error, one a line on standard error with --json",
  "type": "object",
  "properties": {
    "file": {"type": "string", "description": "The file as it was named, \"-\" for standard input, if one is known."},
    "case": {"type": "integer", "minimum": 1, "description": "The number of the puzzle in the file, if one is known."},
    "line": {"type": "integer", "minimum": 1, "description": "Where in the file, where that is known."},
    "column": {"type": "integer", "minimum": 1, "description": "In characters."},
    "message": {"type": "string", "description": "What is wrong, in one sentence, without its place."},
    "code": {
      "enum": [2, 3, 4, 130],
      "description": "The exit code: 2 bad usage or input, 3 stopped at a limit, 4 a fault, 130 interrupted."
    }
  },
  "required": ["message", "code"],
  "additionalProperties": false
}
`

// object is err as a line of JSON, as Schema describes it.
func object(err error) []byte {
	var o struct {
		File    string `json:"file,omitempty"`
		Case    int    `json:"case,omitempty"`
		Line    int    `json:"line,omitempty"`
		Column  int    `json:"column,omitempty"`
		Message string `json:"message"`
		Code    int    `json:"code"`
	}
	if o.Code = Code(err); o.Code == Interrupted {
		err = errors.New("interrupted") // nothing is to blame
	}
	o.Message = err.Error()
	var in interface {
		error
		Place() (file string, n int, err error)
	}
	if errors.As(err, &in) {
		var inner error
		o.File, o.Case, inner = in.Place()
		// The place is in front of the sentence; hints stand behind it.
		prefix := strings.TrimSuffix(in.Error(), inner.Error())
		o.Message = strings.TrimPrefix(o.Message, prefix)
	}
	var at *grid.Error
	if errors.As(err, &at) && !at.Pos.IsZero() {
		o.Line, o.Column = at.Pos.Line, at.Pos.Col
		o.Message = strings.TrimPrefix(o.Message, fmt.Sprintf("%v: ", at.Pos))
	}
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	enc.Encode(o) // texts and numbers: no error
	return b.Bytes()
}
