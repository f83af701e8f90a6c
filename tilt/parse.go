package tilt

import (
	"encoding/json"
	"errors"
	"io"
	"strings"

	"github.com/gridwright/gridwright/grid"
	"github.com/gridwright/gridwright/puzzle/document"
)

// Parse reads one instance: a case of the contest's format, or the family's own fields of a document,
// {"start": […], "target": […]}, where the target may be left out. Errors match puzzle.ErrInput and name line and
// column. It has no limits; those who read what others write use puzzle.Family.
func Parse(text string) (*Instance, error) {
	var p *Instance
	var err error
	if strings.HasPrefix(strings.TrimLeft(text, " \t\r\n"), "{") {
		p, err = parseFields(text)
	} else {
		p, err = parseContest(text)
	}
	if err != nil {
		return nil, err
	}
	return p, p.Validate()
}

func parseContest(text string) (*Instance, error) {
	s := grid.NewScanner(strings.NewReader(text), int64(len(text)))
	p, err := readContest(nil, s)
	if errors.Is(err, io.EOF) {
		return nil, inputf("the text is empty")
	}
	if err == nil && s.SkipBlank() {
		return nil, s.Errorf("the text goes on after the target")
	}
	return p, err
}

func parseFields(text string) (*Instance, error) {
	v, err := document.ParseJSON([]byte(text))
	if err != nil {
		return nil, err
	}
	f, err := v.Object("the text")
	if err != nil {
		return nil, err
	}
	for _, field := range [][2]string{{"family", `"tilt"`}, {"version", "1"}} {
		if head := f.Get(field[0]); head != nil && string(head.AppendJSON(nil)) != field[1] {
			return nil, head.Errorf("%s must be %s", field[0], field[1])
		}
	}
	if err := f.Alias("goal", "target"); err != nil {
		return nil, err
	}
	list, err := decodeInstances(nil, f)
	if err == nil {
		err = f.Done()
	}
	if err != nil {
		return nil, err
	}
	if len(list) != 1 {
		return nil, inputf("the text has %s; one is expected", grid.Number(len(list), "target"))
	}
	return list[0], nil
}

// String writes p, which is valid, as Parse reads it: in the contest's format, or where that has no place for it (there
// is no target, or a label of several characters) as the fields of a document in one line. Both end with a line break.
func (p *Instance) String() string {
	var b strings.Builder
	if writeContest(&b, p) == nil {
		return b.String()
	}
	fields, _ := encodeInstance(p)
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	_ = enc.Encode(fields) // it is made of texts, and the builder takes all
	return b.String()
}
