package server_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/gridwright/gridwright/families"
	"github.com/gridwright/gridwright/internal/engine"
	"github.com/gridwright/gridwright/internal/extent"
	"github.com/gridwright/gridwright/internal/server"
	"github.com/gridwright/gridwright/puzzle"
)

type object = map[string]any

// An api is a server with its description.
type api struct {
	*httptest.Server
	doc  object
	comp *jsonschema.Compiler
	made map[string]*jsonschema.Schema
}

const apiName = "openapi.json"

func newAPI(t *testing.T, opt server.Options) *api {
	t.Helper()
	a := &api{Server: serve(t, opt), comp: jsonschema.NewCompiler(), made: map[string]*jsonschema.Schema{}}
	r, err := http.Get(a.URL + "/openapi.json")
	if err != nil {
		t.Fatal(err)
	}
	defer r.Body.Close()
	doc, err := jsonschema.UnmarshalJSON(r.Body)
	if err != nil {
		t.Fatal(err)
	}
	a.doc = doc.(object)
	a.comp.DefaultDraft(jsonschema.Draft2020)
	if err := a.comp.AddResource(apiName, doc); err != nil {
		t.Fatal(err)
	}
	return a
}

// schema compiles a part of the description, which a pointer names.
func (a *api) schema(t *testing.T, pointer string) *jsonschema.Schema {
	t.Helper()
	if a.made[pointer] == nil {
		s, err := a.comp.Compile(apiName + "#" + pointer)
		if err != nil {
			t.Fatal(err)
		}
		a.made[pointer] = s
	}
	return a.made[pointer]
}

// TestOpenAPI holds the description against the schema that the OpenAPI Initiative publishes for OpenAPI 3.1 documents,
// and every schema in it against that of schemas.
func TestOpenAPI(t *testing.T) {
	text, err := os.ReadFile("testdata/openapi-3.1.schema.json")
	if err != nil {
		t.Fatal(err)
	}
	published, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	c := jsonschema.NewCompiler()
	if err := c.AddResource("published.json", published); err != nil {
		t.Fatal(err)
	}
	whole, err := c.Compile("published.json")
	if err != nil {
		t.Fatal(err)
	}
	schemas, err := c.Compile("https://json-schema.org/draft/2020-12/schema")
	if err != nil {
		t.Fatal(err)
	}
	locked := options()
	_, sum := server.NewToken()
	locked.Tokens = []server.Token{{Name: "a", Sum: sum}}
	for _, opt := range []server.Options{options(), locked} {
		a := newAPI(t, opt)
		if err := whole.Validate(a.doc); err != nil {
			t.Errorf("%v", err)
		}
		for name, s := range a.doc["components"].(object)["schemas"].(object) {
			if err := schemas.Validate(s); err != nil {
				t.Errorf("the schema %s: %v", name, err)
			}
			a.schema(t, "/components/schemas/"+name)
		}
	}
	wrong := object{"openapi": "3.1.0", "info": object{"title": "x"}, "paths": object{}}
	if whole.Validate(wrong) == nil { // so that the test tests
		t.Error("a document without a version is valid")
	}
}

// An operation is a path and a method with what is sent there.
type operation struct {
	path, method, pointer string
	op                    object
	args                  object // the schema of the arguments; nil where there are none
}

func (a *api) operations() (out []operation) {
	for _, path := range slices.Sorted(maps.Keys(a.doc["paths"].(object))) {
		for method, of := range a.doc["paths"].(object)[path].(object) {
			o := operation{path: path, method: strings.ToUpper(method), op: of.(object)}
			o.pointer = "/paths/" + strings.ReplaceAll(strings.ReplaceAll(path, "/", "~1"), "{", "%7B") + "/" + method
			o.pointer = strings.ReplaceAll(o.pointer, "}", "%7D")
			if body, ok := o.op["requestBody"].(object); ok {
				ref := body["content"].(object)["application/json"].(object)["schema"].(object)["$ref"].(string)
				o.args = a.doc["components"].(object)["schemas"].(object)[ref[strings.LastIndex(ref, "/")+1:]].(object)
			}
			out = append(out, o)
		}
	}
	return out
}

// A maker makes requests from schemas.
type maker struct {
	*rand.Rand
	puzzles []json.RawMessage
	claims  []json.RawMessage // about each
	names   []string          // of families
	n       int               // which puzzle
}

// args makes arguments that the schema of an operation allows.
func (m *maker) args(s object) object {
	m.n = m.IntN(len(m.puzzles))
	out := object{}
	needed, _ := s["required"].([]any)
	fields, _ := s["properties"].(object)
	for _, name := range slices.Sorted(maps.Keys(fields)) {
		of := fields[name]
		if name == "$schema" || !slices.Contains(needed, any(name)) && m.IntN(2) == 0 {
			continue
		}
		out[name] = m.value(name, of.(object))
	}
	return out
}

func (m *maker) value(name string, s object) any {
	switch name {
	case "document":
		return m.puzzles[m.n]
	case "claim":
		return m.claims[m.n]
	case "family":
		return m.names[m.IntN(len(m.names))]
	case "verb":
		return []string{"solve", "draw", "hint"}[m.IntN(3)]
	case "args":
		return object{"document": m.puzzles[m.n]}
	case "size", "rows", "cols", "count", "limit":
		return 1 + m.IntN(9)
	}
	if enum, ok := s["enum"].([]any); ok {
		return enum[m.IntN(len(enum))]
	}
	kind, _ := s["type"].(string)
	if list, ok := s["type"].([]any); ok {
		kind = list[0].(string)
	}
	switch kind {
	case "integer", "number":
		return m.IntN(20)
	case "boolean":
		return m.IntN(2) == 0
	case "array":
		out := []any{}
		for range m.IntN(3) {
			out = append(out, m.value("", s["items"].(object)))
		}
		return out
	case "object":
		return object{}
	}
	return []string{"", "json", "1", "x y", "#v1.abc"}[m.IntN(5)]
}

// mutate makes something else of a request, which is mostly no longer right.
func (m *maker) mutate(body []byte) []byte {
	values := []string{`null`, `true`, `-1`, `1e999`, `99999999999999999999`, `""`, `"\ud800"`, `[]`, `{}`, `[[[[]]]]`,
		`"` + strings.Repeat("9", 3000) + `"`, `0.5`, `1000000`, `{"a":{"a":1,"a":2}}`, strings.Repeat("[", 500)}
	for range 1 + m.IntN(3) {
		at := m.IntN(len(body) + 1)
		switch m.IntN(6) {
		case 0: // a byte
			if at < len(body) {
				body[at] ^= 1 << m.IntN(8)
			}
		case 1: // the end is missing
			body = body[:at]
		case 2: // a part twice
			to := at + m.IntN(len(body)-at+1)
			body = slices.Concat(body[:to], body[at:])
		case 3: // a part is missing
			to := at + m.IntN(min(20, len(body)-at)+1)
			body = slices.Concat(body[:at], body[to:])
		default: // another value
			from, to := token(body, at)
			body = slices.Concat(body[:from], []byte(values[m.IntN(len(values))]), body[to:])
		}
	}
	return body
}

// token is the text, number or word around at.
func token(body []byte, at int) (from, to int) {
	const ends = `{}[]:,`
	for from = at; from > 0 && !strings.ContainsRune(ends, rune(body[from-1])); from-- {
	}
	for to = at; to < len(body) && !strings.ContainsRune(ends, rune(body[to])); to++ {
	}
	return from, to
}

// TestEveryOperation sends every operation what its schema allows, and that with something changed in it: the answer
// is never a fault of the server, and always one that the description has.
func TestEveryOperation(t *testing.T) {
	all := families.All()
	opt := server.Options{Engine: engine.New(all, families.Gallery(), engine.Options{Cache: 1 << 20,
		Limits: puzzle.Limits{Time: 200 * time.Millisecond, Memory: 64 << 20}}), JobTime: 200 * time.Millisecond}
	a := newAPI(t, opt)
	const seed = 13
	m := &maker{Rand: rand.New(rand.NewPCG(seed, 0))}
	for _, ex := range families.Gallery() {
		answer := struct{ Claim json.RawMessage }{json.RawMessage(`{}`)}
		if _, text := post(t, a.Server, "solve", `{"document":`+ex.Document+`}`); json.Unmarshal(text, &answer) != nil {
			t.Fatalf("%s", text)
		}
		m.puzzles, m.claims = append(m.puzzles, json.RawMessage(ex.Document)), append(m.claims, answer.Claim)
	}
	for _, f := range all {
		m.names = append(m.names, f.Name())
	}
	statuses := map[int]int{}
	for _, o := range a.operations() {
		for i := range extent.Less(25, 300) {
			var body []byte
			if o.args != nil {
				var err error
				if body, err = json.Marshal(m.args(o.args)); err != nil {
					t.Fatal(err)
				}
			}
			if i%4 > 0 {
				body = m.mutate(body)
			}
			statuses[a.send(t, m, o, body, i%5 == 4)]++
		}
	}
	t.Logf("statuses: %v", statuses)
	for _, want := range []int{200, 202, 400, 404} {
		if statuses[want] == 0 {
			t.Errorf("no answer had status %d: %v", want, statuses)
		}
	}
}

// send sends a request and looks at the answer.
func (a *api) send(t *testing.T, m *maker, o operation, body []byte, query bool) int {
	t.Helper()
	path := strings.ReplaceAll(o.path, "{id}", "NOBODYHASTHISJOBATALL77777")
	if query {
		values := []string{"5s", "1h", "-1s", "1ms", "x", "", "9999999999h", "1MiB", "1", "%00", "1&timeout=2s"}
		path += "?" + []string{"timeout", "memory", "nothing"}[m.IntN(3)] + "=" + values[m.IntN(len(values))]
	}
	r, err := http.NewRequest(o.method, a.URL+path, bytes.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	got, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer got.Body.Close()
	text, err := io.ReadAll(got.Body)
	if err != nil {
		t.Fatal(err)
	}
	what := fmt.Sprintf("%s %s %.300q: %s %.300s", o.method, path, body, got.Status, text)
	responses := o.op["responses"].(object)
	code := fmt.Sprint(got.StatusCode)
	switch {
	case got.StatusCode >= 500:
		t.Errorf("%s", what)
	case got.StatusCode >= 400:
		if responses[code] == nil {
			code = "default"
		}
		a.valid(t, o.pointer+"/responses/"+code+"/content/application~1problem+json/schema", text, what)
	case responses[code] == nil:
		t.Errorf("%s is not described", what)
	case responses[code].(object)["content"] != nil:
		a.valid(t, o.pointer+"/responses/"+code+"/content/application~1json/schema", text, what)
	}
	return got.StatusCode
}

// valid holds a text against a schema of the description.
func (a *api) valid(t *testing.T, pointer string, text []byte, what string) {
	t.Helper()
	v, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
	if err != nil {
		t.Errorf("%s: %v", what, err)
		return
	}
	if err := a.schema(t, pointer).Validate(v); err != nil {
		t.Errorf("%s: %v", what, err)
	}
}
