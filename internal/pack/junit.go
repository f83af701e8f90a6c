package pack

import (
	"bytes"
	"encoding/xml"
	"io"
	"strings"
	"unicode/utf8"
)

type suiteXML struct {
	XMLName  xml.Name  `xml:"testsuite"`
	Name     string    `xml:"name,attr"`
	Tests    int       `xml:"tests,attr"`
	Failures int       `xml:"failures,attr"`
	Errors   int       `xml:"errors,attr"`
	Skipped  int       `xml:"skipped,attr"`
	Cases    []caseXML `xml:"testcase"`
}

type caseXML struct {
	Class   string     `xml:"classname,attr"`
	Name    string     `xml:"name,attr"`
	Failure *reasonXML `xml:"failure,omitempty"`
	Error   *reasonXML `xml:"error,omitempty"`
	Skipped *reasonXML `xml:"skipped,omitempty"`
	Out     string     `xml:"system-out,omitempty"`
}

type reasonXML struct {
	Type    string `xml:"type,attr,omitempty"`
	Message string `xml:"message,attr"`
}

// WriteJUnit writes the results as a test suite in the XML that CI systems read: a test for each level. A wrong level
// is a failure, one that cannot be read an error, and one that is not decided is skipped.
func WriteJUnit(w io.Writer, results []Result) error {
	suite := suiteXML{Name: "pack check", Tests: len(results), Cases: make([]caseXML, len(results))}
	for i := range results {
		r := &results[i]
		c := caseXML{Class: printable(r.File), Name: printable(r.Name())}
		var kinds, texts []string
		for _, m := range r.Remarks {
			if m.Wrong || m.Kind == Unknown {
				kinds, texts = append(kinds, m.Kind), append(texts, m.Text)
			}
		}
		reason := &reasonXML{strings.Join(kinds, " "), printable(strings.Join(texts, "; "))}
		switch {
		case r.Verdict() == Broken:
			c.Error = reason
			suite.Errors++
		case r.Wrong():
			c.Failure = reason
			suite.Failures++
		case len(kinds) > 0:
			c.Skipped = &reasonXML{Message: reason.Message}
			suite.Skipped++
		}
		if c.Name != r.place() {
			c.Class = printable(r.place())
		}
		c.Out = "verdict " + r.Verdict()
		for _, part := range [...][2]string{{"fewest", r.FewestText()}, {"ways", r.WaysText()},
			{"difficulty", r.DifficultyText()}} {
			if part[1] != "" {
				c.Out += ", " + part[0] + " " + part[1]
			}
		}
		suite.Cases[i] = c
	}
	text, err := xml.MarshalIndent(suite, "", "  ")
	if err != nil {
		return err
	}
	_, err = w.Write(bytes.Join([][]byte{[]byte(strings.TrimSuffix(xml.Header, "\n")), text, nil}, []byte("\n")))
	return err
}

// printable is s without what XML cannot hold.
func printable(s string) string {
	return strings.Map(func(r rune) rune {
		if r < ' ' && r != '\t' && r != '\n' || r == 0xFFFE || r == 0xFFFF || r == utf8.RuneError {
			return '?'
		}
		return r
	}, s)
}
