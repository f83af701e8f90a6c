package server

import (
	"cmp"
	"context"
	"encoding/json"
	"net/http"
	"slices"
	"strings"

	"github.com/gridwright/gridwright/internal/engine"
	"github.com/gridwright/gridwright/puzzle"
)

// examples are requests, by their verbs, that a reader of the description can send as they are: about the puzzles of
// the gallery, the shortest first. What they say beside the puzzle, a move, a claim, a layer, the engine has answered.
//
// They are made when somebody reads the description for the first time.
type examples struct {
	e    *engine.Engine
	made map[string]string
}

// The most that an example has: longer ones teach no more.
const mostExample = 1500

func newExamples(e *engine.Engine) map[string]string {
	x := &examples{e, map[string]string{"families": "{}"}}
	var list engine.List
	if x.ask("families", struct{}{}, &list) != nil {
		return x.made
	}
	slices.SortStableFunc(list.Gallery, func(a, b engine.Example) int {
		return cmp.Compare(len(a.Document), len(b.Document))
	})
	for _, g := range list.Gallery {
		x.about(g.Family, g.Document)
	}
	return x.made
}

// ask asks the engine.
func (x *examples) ask(verb string, args, into any) error {
	body, err := json.Marshal(args)
	if err != nil {
		return err
	}
	reply, err := x.e.Call(context.Background(), verb, body)
	if err != nil {
		return err
	}
	return json.Unmarshal(reply, into)
}

// object writes names with their values, in this order.
func object(pairs ...any) (json.RawMessage, error) {
	b := []byte{'{'}
	for i, v := range pairs {
		part, err := json.Marshal(v)
		if err != nil {
			return nil, err
		}
		if b = append(b, part...); i%2 == 0 {
			b = append(b, ':')
		} else if i+1 < len(pairs) {
			b = append(b, ',')
		}
	}
	return append(b, '}'), nil
}

// add keeps a request, where there is none yet of its verb.
func (x *examples) add(verb string, pairs ...any) {
	body, err := object(pairs...)
	if err == nil && x.made[verb] == "" && len(body) <= mostExample {
		x.made[verb] = string(body)
	}
}

// about adds the requests that one puzzle gives.
func (x *examples) about(family string, doc engine.Document) {
	one, err := object("document", doc)
	if err != nil {
		return
	}
	for _, verb := range []string{"draw", "solve", "hint", "count", "analyze"} {
		x.add(verb, "document", doc)
	}
	x.add("decode", "text", string(doc))
	x.add("encode", "document", doc, "format", "json")
	x.add("schema", "family", family)
	x.add("generate", "family", family, "size", 16, "seed", 1)
	x.add("start-job", "verb", "solve", "args", one)
	x.edits(doc, one)
	if x.made["frames"] != "" {
		return
	}
	var answer engine.Answer
	var hint engine.Hint
	var link struct{ Fragment string }
	if x.ask("solve", one, &answer) != nil || answer.Verdict != puzzle.Solved.String() ||
		x.ask("hint", one, &hint) != nil || hint.Move == "" || x.ask("share", one, &link) != nil {
		return
	}
	x.add("apply", "document", doc, "moves", hint.Move)
	for _, verb := range []string{"frames", "check", "share"} {
		x.add(verb, "document", doc, "claim", answer.Claim)
	}
	x.add("render", "document", doc, "kind", "svg")
	x.add("open", "fragment", link.Fragment)
}

// edits adds those that change a puzzle.
func (x *examples) edits(doc engine.Document, one json.RawMessage) {
	if x.made["paint"] != "" && x.made["resize"] != "" && x.made["choose"] != "" {
		return
	}
	var v struct {
		Layers  []engine.Layer
		Choices []engine.Choice
		Resize  *engine.Sides
	}
	if x.ask("draw", one, &v) != nil {
		return
	}
	for _, l := range v.Layers {
		if l.Act == puzzle.Paint && len(l.Palette) > 0 {
			x.add("paint", "document", doc, "layer", l.Name, "strokes", [][2]int{{0, 0}}, "symbol", l.Palette[0].Symbol)
		}
	}
	if s := v.Resize; s != nil {
		x.add("resize", "document", doc, "rows", min(s.Most, s.Rows+1), "cols", min(s.Most, s.Cols+1))
	}
	for _, c := range v.Choices {
		if len(c.Values) > 0 {
			x.add("choose", "document", doc, "choice", c.Name, "value", c.Values[len(c.Values)-1].Value)
		}
	}
}

// docsAddress stands in examples for the one that the reader has asked.
const docsAddress = "http://127.0.0.1:8080"

// plainHost reports whether a host stands in a command of a shell as it is.
func plainHost(host string) bool {
	return host != "" && len(host) <= 255 && !strings.ContainsFunc(host, func(r rune) bool {
		return !(r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || strings.ContainsRune(".:[]-", r))
	})
}

// asked is the address that a request has come to, as its client knows it; a proxy says whether that was by TLS.
func asked(r *http.Request) string {
	if !plainHost(r.Host) {
		return docsAddress
	}
	if r.TLS != nil || r.Header.Get("X-Forwarded-Proto") == "https" {
		return "https://" + r.Host
	}
	return "http://" + r.Host
}

// docsExample is what a shell sends for an operation; body is "" where it takes none, or where there is no example.
func docsExample(method, path, body string, locked bool) string {
	var b strings.Builder
	b.WriteString("curl")
	next := ""
	if locked || len(body) > 40 {
		next = " \\\n "
	}
	if method == http.MethodPost {
		if body == "" {
			return ""
		}
		b.WriteString(" -d '" + strings.ReplaceAll(body, "'", `'\''`) + "'" + next)
	}
	if locked {
		b.WriteString(" -H 'Authorization: Bearer TOKEN'" + next)
	}
	switch {
	case method == http.MethodDelete:
		b.WriteString(" -X DELETE")
	case strings.HasSuffix(path, "/events"):
		b.WriteString(" -N")
	}
	b.WriteString(" " + docsAddress + strings.ReplaceAll(path, "{id}", "ID"))
	return b.String()
}
