package server

import (
	"encoding/json"
	"fmt"
	"net/http"
	"reflect"
	"strings"
	"time"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humago"

	"github.com/gridwright/gridwright/internal/engine"
	"github.com/gridwright/gridwright/puzzle"
	"github.com/gridwright/gridwright/scene"
)

// A document stands in the description for json.RawMessage: an instance or a claim, whose schema depends on the family.
type document struct{}

// Schema says that a document is an object.
func (document) Schema(huma.Registry) *huma.Schema {
	return &huma.Schema{Type: "object", AdditionalProperties: true,
		Description: "a document of a family; the verb schema has its JSON Schema"}
}

// A picture stands for a scene, which writes itself as JSON.
type picture struct{}

// Schema says what scene.Scene.MarshalJSON does.
func (picture) Schema(huma.Registry) *huma.Schema {
	whole := func(doc string) *huma.Schema { return &huma.Schema{Type: "integer", Description: doc} }
	list := func(doc string) *huma.Schema {
		return &huma.Schema{Type: "array", Description: doc, Items: &huma.Schema{}}
	}
	text := func() *huma.Schema { return &huma.Schema{Type: "string"} }
	yes := func(doc string) *huma.Schema { return &huma.Schema{Type: "boolean", Description: doc} }
	return &huma.Schema{Type: "object", Description: "a board as it is seen; units are cells",
		Required: []string{"rows", "cols"}, AdditionalProperties: false,
		Properties: map[string]*huma.Schema{
			"rows": whole("of the whole board"), "cols": whole("of the whole board"),
			"window":  list("[top, left, rows, cols], where the scene is a part of the board"),
			"origin":  list("[row, column] that the puzzle calls the cell at the top left"),
			"spaced":  yes("air between the cells"),
			"looks":   list("{label, colour, shape} each"),
			"cells":   list("{kind, look} each: kinds of ground; the look of a ghost counts from 0"),
			"ground":  list("a list for each row, [cell, count, …]; cells count from 1, and 0 is floor"),
			"pieces":  list("[id, look, x, y] each, and width and height where they are not 1"),
			"marks":   list("{sign, at: [[x, y], …], colour, label} each"),
			"handles": list("{gesture, at: [x, y, width, height], key, move, label} each"),
			"caption": text(), "alt": text(), "done": yes("the target stands"),
		}}
}

// arguments stand for those of any verb.
type arguments struct{}

// Schema says that arguments are an object.
func (arguments) Schema(huma.Registry) *huma.Schema {
	return &huma.Schema{Type: "object", AdditionalProperties: true, Description: "the arguments of the verb"}
}

// result stands for that of any verb.
type result struct{}

// Schema says that a result is an object.
func (result) Schema(huma.Registry) *huma.Schema {
	return &huma.Schema{Type: "object", AdditionalProperties: true, Description: "what the verb answers"}
}

// A described operation has its schemas already.
type described struct {
	api     huma.API
	trouble map[string]*huma.MediaType
	secure  bool
}

// add registers an operation, with what all have in common.
func (d *described) add(op *huma.Operation, answer func(w http.ResponseWriter, r *http.Request)) {
	op.Responses["default"] = &huma.Response{Description: "what is wrong, in one sentence", Content: d.trouble}
	op.Responses["429"] = &huma.Response{Content: d.trouble,
		Description: "too many questions at once, or a quota is used up",
		Headers: map[string]*huma.Param{"Retry-After": {Description: "in how many seconds it pays to ask again",
			Schema: &huma.Schema{Type: "integer"}}}}
	if d.secure {
		op.Security = []map[string][]string{{"token": {}}}
		op.Responses["401"] = &huma.Response{Description: "there is no such token", Content: d.trouble}
	}
	d.api.OpenAPI().AddOperation(op)
	d.api.Adapter().Handle(op, func(ctx huma.Context) {
		r, w := humago.Unwrap(ctx)
		answer(w, r)
	})
}

// limitParams describe the limits of a question.
func limitParams(most puzzle.Limits, longest time.Duration) []*huma.Param {
	return []*huma.Param{
		{Name: "timeout", In: "query", Schema: &huma.Schema{Type: "string"}, Example: "5s",
			Description: fmt.Sprintf("the most time for it, at most %v", longest)},
		{Name: "memory", In: "query", Schema: &huma.Schema{Type: "string"}, Example: "256MiB",
			Description: "the most working memory for it, at most " + puzzle.Bytes(most.Memory)},
	}
}

// describe registers all verbs, and the description of them, which it returns.
func (s *Service) describe(mux *http.ServeMux) *huma.OpenAPI {
	config := huma.DefaultConfig("gridwright", "1")
	config.Info.Description = "Exact answers about grid puzzles, with evidence that a checker has accepted. A puzzle " +
		"is a document, and whoever plays sends the one along that stands now. Jobs alone are kept, for a while."
	config.OpenAPIPath, config.DocsPath, config.SchemasPath = "", "", "" // a page of theirs would load from elsewhere
	config.CreateHooks = nil                                             // answers are those of the engine, to the byte
	api := humago.New(mux, config)
	types := api.OpenAPI().Components.Schemas
	types.RegisterTypeAlias(reflect.TypeFor[json.RawMessage](), reflect.TypeFor[document]())
	types.RegisterTypeAlias(reflect.TypeFor[scene.Scene](), reflect.TypeFor[picture]())
	types.RegisterTypeAlias(reflect.TypeFor[*scene.Scene](), reflect.TypeFor[picture]())
	if len(s.Tokens) > 0 {
		api.OpenAPI().Components.SecuritySchemes = map[string]*huma.SecurityScheme{"token": {Type: "http", Scheme: "bearer"}}
	}
	schema := func(t reflect.Type) *huma.Schema { return types.Schema(t, true, t.Name()) }
	trouble := map[string]*huma.MediaType{"application/problem+json": {Schema: schema(reflect.TypeFor[Problem]())}}
	d := &described{api, trouble, len(s.Tokens) > 0}
	for _, v := range engine.Verbs() {
		d.add(&huma.Operation{
			OperationID: v.Name, Method: http.MethodPost, Path: "/v1/" + v.Name, Summary: v.Doc, Tags: []string{"verbs"},
			Parameters: limitParams(s.most(), s.most().Time),
			RequestBody: &huma.RequestBody{Required: true,
				Content: map[string]*huma.MediaType{"application/json": {Schema: schema(v.Args)}}},
			Responses: map[string]*huma.Response{"200": s.ok(schema(v.Result))},
		}, func(w http.ResponseWriter, r *http.Request) { s.call(w, r, v.Name) })
	}
	s.describeJobs(d, schema)
	sayNull(types)
	text, err := json.Marshal(api.OpenAPI())
	if err != nil {
		panic(err) // of types of this program
	}
	mux.HandleFunc("GET /openapi.json", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/openapi+json")
		w.Write(text)
	})
	return api.OpenAPI()
}

// ok describes the answer of a verb.
func (s *Service) ok(schema *huma.Schema) *huma.Response {
	out := &huma.Response{Description: "the result",
		Content: map[string]*huma.MediaType{"application/json": {Schema: schema}}}
	if s.Engine.Keeps() {
		out.Headers = map[string]*huma.Param{hitHeader: {Description: "whether the answer had been kept",
			Schema: &huma.Schema{Type: "string", Enum: []any{"hit", "miss"}}}}
	}
	return out
}

// describeJobs registers what is asked of jobs.
func (s *Service) describeJobs(d *described, schema func(reflect.Type) *huma.Schema) {
	types := d.api.OpenAPI().Components.Schemas
	id := []*huma.Param{{Name: "id", In: "path", Required: true, Schema: &huma.Schema{Type: "string"}}}
	status := map[string]*huma.MediaType{"application/json": {Schema: schema(reflect.TypeFor[JobStatus]())}}
	args := map[string]*huma.MediaType{"application/json": {Schema: schema(reflect.TypeFor[JobArgs]())}}
	for name, field := range map[string]any{"JobArgs": arguments{}, "JobStatus": result{}} { // in place of documents
		key := map[string]string{"JobArgs": "args", "JobStatus": "result"}[name]
		types.Map()[name].Properties[key] = field.(huma.SchemaProvider).Schema(types)
	}
	jobs := []string{"jobs"}
	d.add(&huma.Operation{OperationID: "start-job", Method: http.MethodPost, Path: "/v1/jobs", Tags: jobs,
		Summary: "Start long work, and do not wait for it.", Parameters: limitParams(s.most(), s.JobTime),
		RequestBody: &huma.RequestBody{Required: true, Content: args},
		Responses: map[string]*huma.Response{"202": {Description: "the job", Content: status,
			Headers: map[string]*huma.Param{"Location": {Description: "of the job", Schema: &huma.Schema{Type: "string"}}}}},
	}, s.postJob)
	d.add(&huma.Operation{OperationID: "job", Method: http.MethodGet, Path: "/v1/jobs/{id}", Tags: jobs, Parameters: id,
		Summary:   "How far a job is, and its result.",
		Responses: map[string]*huma.Response{"200": {Description: "the job", Content: status}},
	}, s.getJob)
	d.add(&huma.Operation{OperationID: "cancel-job", Method: http.MethodDelete, Path: "/v1/jobs/{id}", Tags: jobs,
		Parameters: id, Summary: "Cancel a job, or forget one that has ended.",
		Responses: map[string]*huma.Response{"204": {Description: "it ends in a moment"}},
	}, s.deleteJob)
	d.add(&huma.Operation{OperationID: "job-events", Method: http.MethodGet, Path: "/v1/jobs/{id}/events", Tags: jobs,
		Parameters: id, Summary: "Follow a job: server-sent events until it has ended.",
		Responses: map[string]*huma.Response{"200": {Description: "events: state (a text), progress (an object Progress), " +
			"and in the end result (what the verb answers) or error (a Problem); between them comments, so that a connection " +
			"is not taken for dead", Content: map[string]*huma.MediaType{"text/event-stream": {
			Schema: &huma.Schema{Type: "string"}}}}},
	}, s.jobEvents)
}

// sayNull says of pointers to objects that they may be null, which huma says of pointers to texts and numbers alone;
// and not of lists, which are never null here.
func sayNull(types huma.Registry) {
	for name, schema := range types.Map() {
		for _, of := range schema.Properties {
			if of.Type == "array" {
				of.Nullable = false
			}
		}
		t := types.TypeFromRef("#/components/schemas/" + name)
		if t == nil || t.Kind() != reflect.Struct {
			continue
		}
		for i := range t.NumField() {
			f := t.Field(i)
			key, rest, _ := strings.Cut(f.Tag.Get("json"), ",")
			of := schema.Properties[key]
			if f.Type.Kind() == reflect.Pointer && f.Type.Elem().Kind() == reflect.Struct && rest == "" && of != nil {
				schema.Properties[key] = &huma.Schema{AnyOf: []*huma.Schema{of, {Type: "null"}}}
			}
		}
	}
}
