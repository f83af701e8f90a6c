package puzzle

import (
	"encoding/json"
	"fmt"
	"maps"
)

// The schemas that a family publishes; SchemaAnalysis only where it analyses instances.
const (
	SchemaInstance = "instance"
	SchemaClaim    = "claim"
	SchemaAnalysis = "analysis"
)

const schemaDialect = "https://json-schema.org/draft/2020-12/schema"

// Schema returns the JSON Schema (draft 2020-12) of the family's instance documents
// (SchemaInstance), claims (SchemaClaim) or analyses (SchemaAnalysis), indented.
func (c *Checker) Schema(which string) ([]byte, error) {
	var parts map[string]map[string]any
	if err := json.Unmarshal(c.schemas, &parts); err != nil {
		return nil, fmt.Errorf("%w: the schemas of %s: %w", ErrInternal, c.name, err)
	}
	for _, part := range []string{"instance", "analysis"} {
		props, _ := parts[part]["properties"].(map[string]any)
		for key := range props {
			if Reserved(key) {
				return nil, fmt.Errorf("%w: the schema of %s takes the field %q, which belongs to all documents", ErrInternal,
					c.name, key)
			}
		}
	}
	var s map[string]any
	switch which {
	case SchemaInstance:
		s = c.instanceSchema(parts["instance"])
		alias(s)
	case SchemaClaim:
		s = c.claimSchema(c.kinds[0], c.kinds[1])
	case SchemaAnalysis:
		if parts["analysis"] == nil {
			return nil, fmt.Errorf("%w: %s has no analysis of instances", ErrUnsupported, c.name)
		}
		s = c.analysisSchema(parts["analysis"])
	default:
		return nil, fmt.Errorf("%w: no schema %q; there are %q, %q and %q", ErrUnsupported, which, SchemaInstance,
			SchemaClaim, SchemaAnalysis)
	}
	s["$schema"] = schemaDialect
	s["title"] = fmt.Sprintf("gridwright %s %s, version %d", c.name, which, c.version)
	defs := map[string]any{"whole": wholeSchema()}
	maps.Copy(defs, parts["$defs"])
	s["$defs"] = defs
	return json.MarshalIndent(s, "", "  ")
}

func (c *Checker) instanceSchema(body map[string]any) map[string]any {
	s := map[string]any{}
	for k, v := range body {
		s[k] = v
	}
	props, _ := body["properties"].(map[string]any)
	required, _ := body["required"].([]any)
	s["type"] = "object"
	s["properties"] = c.headSchema(props)
	s["required"] = append([]any{"family", "version"}, required...)
	s["additionalProperties"] = false
	return s
}

// alias adds to the schema s of instances that the field goal may stand for target, where there is one.
func alias(s map[string]any) {
	props := s["properties"].(map[string]any)
	target, ok := props["target"].(map[string]any)
	if !ok {
		return
	}
	goal := maps.Clone(target)
	goal["description"] = "Another name for target."
	props["goal"] = goal
	both := []any{}
	for _, other := range []string{"target", "targets", "goals"} {
		if props[other] != nil {
			both = append(both, map[string]any{"required": []any{other}})
		}
	}
	s["anyOf"] = []any{
		map[string]any{"not": map[string]any{"required": []any{"goal"}}},
		map[string]any{"not": map[string]any{"anyOf": both}},
	}
}

// analysisSchema is an object of facts, of which any may be missing where a limit stopped the analysis.
func (c *Checker) analysisSchema(body map[string]any) map[string]any {
	s := c.instanceSchema(body)
	s["properties"].(map[string]any)["stopped"] = stoppedSchema()
	s["anyOf"] = []any{map[string]any{"required": s["required"]}, map[string]any{"required": []any{"stopped"}}}
	s["required"] = []any{"family", "version"}
	return s
}

// wholeSchema is what document.Value.BigText reads. (A schema cannot ask for digits alone: 5.0 is an integer to it.)
func wholeSchema() map[string]any {
	return map[string]any{
		"type": []any{"string", "integer"}, "pattern": "^(0|[1-9][0-9]*)$", "minimum": 0,
		"description": "A natural number: a text of digits, or the digits alone, however many; no sign, fraction or " +
			"exponent.",
	}
}

func stoppedSchema() map[string]any {
	text := map[string]any{"type": "string"}
	return map[string]any{
		"type":                 "object",
		"properties":           map[string]any{"limit": text, "detail": text},
		"additionalProperties": false,
	}
}

func (c *Checker) claimSchema(witness, certificate map[string]any) map[string]any {
	kind := func(required []any, props map[string]any) map[string]any {
		return map[string]any{
			"type":                 "object",
			"properties":           c.headSchema(props),
			"required":             required,
			"additionalProperties": false,
		}
	}
	verdict := func(v Verdict) map[string]any { return map[string]any{"const": v.String()} }
	oneOf := []any{
		kind([]any{"verdict"}, map[string]any{"verdict": verdict(Solved), "witness": witness}),
		kind([]any{"verdict"}, map[string]any{"verdict": verdict(Impossible), "certificate": certificate}),
		kind([]any{"verdict"}, map[string]any{"verdict": verdict(Unknown), "stopped": stoppedSchema()}),
	}
	if c.ops.checkCount != nil {
		oneOf = append(oneOf, kind([]any{"count"}, map[string]any{"count": map[string]any{"$ref": "#/$defs/whole"}}))
	}
	if c.ops.none != nil {
		none := map[string]any{"enum": []any{"0", 0}}
		oneOf = append(oneOf, kind([]any{"count", "impossible"}, map[string]any{"count": none, "impossible": certificate}))
	}
	return map[string]any{"oneOf": oneOf}
}
