package server

import (
	"bytes"
	"cmp"
	"embed"
	"fmt"
	"html/template"
	"maps"
	"net/http"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"github.com/gridwright/gridwright/internal/engine"
)

//go:embed static
var static embed.FS

// docsPolicy is the Content-Security-Policy of the page that shows the description: text, and a style sheet of ours.
const docsPolicy = "default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'; " +
	"frame-ancestors 'none'"

// A docsPage is what the template shows.
type docsPage struct {
	Title, About string
	Locked       bool // a token is wanted
	Groups       []docsGroup
	Schemas      []docsSchema
}

type docsGroup struct {
	Name  string
	Calls []docsCall
}

type docsCall struct {
	ID, Method, Path, Doc string
	Query                 []docsField
	Args                  docsSchema
	Answers               []docsAnswer
	Example               string
}

type docsAnswer struct{ Code, Doc, Kind, Link string }

type docsSchema struct {
	Name, Doc string
	Fields    []docsField
}

// A docsField is a row: what it is called, of what kind it is, and where that leads.
type docsField struct {
	Name, Kind, Link, Doc string
	Needed                bool
}

// serveDocs shows a description to people: made once, without a script, and from nowhere else.
func serveDocs(mux *http.ServeMux, api *huma.OpenAPI, e *engine.Engine) {
	style, err := static.ReadFile("static/docs.css")
	if err != nil {
		panic(err) // it is embedded
	}
	text := sync.OnceValue(func() []byte { return docsText(api, newExamples(e)) })
	serve := func(path, kind string, data func(r *http.Request) []byte) {
		mux.HandleFunc("GET "+path, func(w http.ResponseWriter, r *http.Request) {
			routed(w, routeFiles)
			h := w.Header()
			h.Set("Content-Type", kind)
			h.Set("Content-Security-Policy", docsPolicy)
			h.Set("Cache-Control", "no-cache")
			http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(data(r)))
		})
	}
	serve("/docs", "text/html; charset=utf-8", func(r *http.Request) []byte {
		return bytes.ReplaceAll(text(), []byte(docsAddress), []byte(asked(r)))
	})
	serve("/docs/style.css", "text/css; charset=utf-8", func(*http.Request) []byte { return style })
}

// docsText is the page.
func docsText(api *huma.OpenAPI, examples map[string]string) []byte {
	page := docsPage{Title: api.Info.Title, About: api.Info.Description, Locked: api.Components.SecuritySchemes != nil}
	page.Groups = docsGroups(api, examples, page.Locked)
	for name, s := range api.Components.Schemas.Map() {
		page.Schemas = append(page.Schemas, docsOf(name, s))
	}
	slices.SortFunc(page.Schemas, func(a, b docsSchema) int { return strings.Compare(a.Name, b.Name) })
	var text bytes.Buffer
	if err := template.Must(template.ParseFS(static, "static/docs.html")).Execute(&text, page); err != nil {
		panic(err) // of texts of this program
	}
	return text.Bytes()
}

// docsGroups are the operations by their tags, in the order of the description.
func docsGroups(api *huma.OpenAPI, examples map[string]string, locked bool) []docsGroup {
	groups := []docsGroup{{Name: "verbs"}, {Name: "jobs"}}
	add := func(path, method string, op *huma.Operation) {
		if op == nil {
			return
		}
		call := docsCall{ID: op.OperationID, Method: method, Path: path, Doc: op.Summary}
		for _, p := range op.Parameters {
			call.Query = append(call.Query, docsField{Name: p.Name, Kind: p.In, Doc: p.Description, Needed: p.Required})
		}
		if op.RequestBody != nil {
			name := refName(op.RequestBody.Content["application/json"].Schema.Ref)
			s := api.Components.Schemas.Map()[name]
			call.Args = docsOf(name, s)
		}
		call.Example = docsExample(method, path, examples[op.OperationID], locked)
		for _, code := range slices.Sorted(maps.Keys(op.Responses)) {
			r := op.Responses[code]
			a := docsAnswer{Code: code, Doc: r.Description}
			for mime, m := range r.Content {
				a.Kind, a.Link = mime, ""
				if m.Schema != nil && m.Schema.Ref != "" {
					a.Kind = refName(m.Schema.Ref)
					a.Link = a.Kind
				}
			}
			call.Answers = append(call.Answers, a)
		}
		i := slices.IndexFunc(groups, func(g docsGroup) bool { return slices.Contains(op.Tags, g.Name) })
		groups[i].Calls = append(groups[i].Calls, call)
	}
	for _, path := range slices.SortedFunc(maps.Keys(api.Paths), byOrder()) {
		item := api.Paths[path]
		add(path, http.MethodPost, item.Post)
		add(path, http.MethodGet, item.Get)
		add(path, http.MethodDelete, item.Delete)
	}
	return groups
}

// byOrder puts verbs into the order in which an engine lists them, and the rest behind them.
func byOrder() func(a, b string) int {
	verbs := engine.Verbs()
	order := map[string]int{}
	for i, v := range verbs {
		order["/v1/"+v.Name] = i - len(verbs) // below 0, which the rest has
	}
	return func(a, b string) int {
		return cmp.Or(order[a]-order[b], strings.Compare(a, b))
	}
}

func refName(ref string) string { return strings.TrimPrefix(ref, "#/components/schemas/") }

// docsOf are the rows of an object, those that are needed first.
func docsOf(name string, s *huma.Schema) docsSchema {
	out := docsSchema{Name: name, Doc: s.Description}
	for field, of := range s.Properties {
		row := docsField{Name: field, Doc: of.Description, Needed: slices.Contains(s.Required, field)}
		row.Kind, row.Link = docsKind(of)
		if len(of.Enum) > 0 {
			var words []string
			for _, w := range of.Enum {
				words = append(words, fmt.Sprint(w))
			}
			row.Doc = strings.TrimPrefix(row.Doc+"; ", "; ") + strings.Join(words, ", ")
		}
		out.Fields = append(out.Fields, row)
	}
	slices.SortFunc(out.Fields, func(a, b docsField) int {
		if a.Needed != b.Needed {
			return map[bool]int{true: -1, false: 1}[a.Needed]
		}
		return strings.Compare(a.Name, b.Name)
	})
	return out
}

// docsKind is a kind in words, and the schema that it leads to.
func docsKind(s *huma.Schema) (kind, link string) {
	switch {
	case s.Ref != "":
		link = refName(s.Ref)
		return link, link
	case len(s.AnyOf) > 0:
		kind, link = docsKind(s.AnyOf[0])
		return kind + " or null", link
	case s.Type == "array" && s.Items != nil:
		kind, link = docsKind(s.Items)
		return "list of " + kind, link
	case s.Type == "string" && s.Format != "":
		return s.Format, ""
	case s.Type == "object" && s.AdditionalProperties != nil && len(s.Properties) == 0:
		if of, ok := s.AdditionalProperties.(*huma.Schema); ok {
			kind, link = docsKind(of)
			return "object of " + kind, link
		}
		return "object", ""
	case s.Type == "":
		return "any", ""
	}
	return map[string]string{"string": "text", "boolean": "yes or no"}[s.Type] +
		map[bool]string{true: s.Type}[s.Type != "string" && s.Type != "boolean"], ""
}
