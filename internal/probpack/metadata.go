package probpack

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"time"
	"unicode/utf8"

	"github.com/goccy/go-yaml"

	"github.com/gridwright/gridwright/grid"
)

// metadata is what the verifier needs of problem.yaml.
type metadata struct {
	time       time.Duration // 0: not said
	slower     float64       // how many times that a slow program takes at least
	memory     int64         // bytes
	output     int64
	code       int64
	validation time.Duration
}

// mostYAML bounds a YAML file: the parser is a foreign program that nothing can stop.
const mostYAML = 8 << 20

// More bounds of a YAML file: how many brackets stand within each other, for which the parser takes steps that grow
// with the square; how many values it may unfold to where aliases repeat others; and a time for all else that takes
// long.
const (
	mostNested = 200
	mostValues = 1 << 20
	mostTime   = time.Minute
)

// parseYAML reads a document of one mapping.
func parseYAML(ctx context.Context, data []byte) (map[string]any, error) {
	if err := readable(data); err != nil {
		return nil, err
	}
	ctx, cancel := context.WithTimeout(ctx, mostTime)
	defer cancel()
	type result struct {
		doc map[string]any
		err error
	}
	done := make(chan result, 1)
	go func() { // which goes on where the parser does not come to an end
		doc, err := unmarshal(data)
		done <- result{doc, err}
	}()
	select {
	case r := <-done:
		left := mostValues
		if r.err == nil && !fewValues(r.doc, &left) {
			return nil, fmt.Errorf("it unfolds to more than %d values", mostValues)
		}
		return r.doc, r.err
	case <-ctx.Done():
		return nil, errors.New("it takes too long to read")
	}
}

// readable looks for what is no text, too long, or nested too deeply.
func readable(data []byte) error {
	if len(data) > mostYAML {
		return fmt.Errorf("it has more than %d MiB", mostYAML>>20)
	}
	if !utf8.Valid(data) {
		return errors.New("it is not in UTF-8")
	}
	at, deep, dashes := grid.Pos{Line: 1}, 0, 0
	for _, c := range string(data) {
		at.Col++
		switch {
		case c == '\n':
			at, dashes = grid.Pos{Line: at.Line + 1}, 0
		case c == '[' || c == '{':
			deep++
		case c == ']' || c == '}':
			deep = max(0, deep-1)
		case c == '-' || c == '?' || c == ':': // what nests within a line
			dashes++
		case c < ' ' && c != '\t' && c != '\r' || c == 0x7F:
			return grid.Errorf(at, "the control character U+%04X has no place in YAML", c)
		}
		if deep > mostNested || dashes > 100*mostNested {
			return grid.Errorf(at, "it is nested more than %d deep", mostNested)
		}
	}
	return nil
}

// fewValues reports whether a value holds no more than are left.
func fewValues(value any, left *int) bool {
	if *left--; *left < 0 {
		return false
	}
	switch v := value.(type) {
	case map[string]any:
		for _, inner := range v {
			if !fewValues(inner, left) {
				return false
			}
		}
	case []any:
		for _, inner := range v {
			if !fewValues(inner, left) {
				return false
			}
		}
	}
	return true
}

// unmarshal calls the parser.
func unmarshal(data []byte) (doc map[string]any, err error) {
	defer func() {
		if r := recover(); r != nil {
			doc, err = nil, fmt.Errorf("this YAML cannot be read (%v)", r)
		}
	}()
	if err := yaml.Unmarshal(data, &doc); err != nil {
		var ye yaml.Error
		if errors.As(err, &ye) && ye.GetToken() != nil {
			at := ye.GetToken().Position
			return nil, grid.Errorf(grid.Pos{Line: at.Line, Col: at.Column}, "%s", ye.GetMessage())
		}
		return nil, err
	}
	return doc, nil
}

// A kind says what is wrong with a value, in words that follow its name; "" where nothing is.
type kind func(value any) string

// fields are the keys that a mapping may have.
type fields map[string]kind

func isText(value any) string {
	if _, ok := value.(string); !ok {
		return "is no text"
	}
	return ""
}

func isBool(value any) string {
	if _, ok := value.(bool); !ok {
		return "is neither true nor false"
	}
	return ""
}

func isMap(value any) string {
	if _, ok := value.(map[string]any); !ok {
		return "is no mapping"
	}
	return ""
}

func boolOrMap(value any) string {
	if isBool(value) != "" && isMap(value) != "" {
		return "is neither true, false nor a mapping"
	}
	return ""
}

func texts(value any) string {
	list, ok := value.([]any)
	if !ok {
		return "is no list of texts"
	}
	for _, v := range list {
		if isText(v) != "" {
			return "is no list of texts"
		}
	}
	return ""
}

func textsByName(value any) string {
	if m, ok := value.(map[string]any); ok {
		for _, v := range m {
			if texts(v) != "" {
				return "is no mapping to lists of texts"
			}
		}
		return ""
	}
	return texts(value)
}

// oneOrMore is a text or a list of texts that is not empty, each as valid says.
func oneOrMore(valid func(string) string) kind {
	return func(value any) string {
		list, ok := value.([]any)
		if !ok {
			list = []any{value}
		}
		if len(list) == 0 {
			return "is an empty list"
		}
		for i, v := range list {
			text, ok := v.(string)
			if !ok {
				return "is neither a text nor a list of texts"
			}
			if slices.Contains(list[:i], v) {
				return fmt.Sprintf("says %q twice", text)
			}
			if bad := valid(text); bad != "" {
				return bad
			}
		}
		return ""
	}
}

// among is a text of a list.
func among(allowed ...string) func(string) string {
	return func(text string) string {
		if !slices.Contains(allowed, text) {
			return fmt.Sprintf("is %q, which is none of %q", text, allowed)
		}
		return ""
	}
}

func anyText(string) string { return "" }

// numeric is a number that is at least low, or above it; whole where it has to be.
func numeric(low float64, orEqual, whole bool) kind {
	return func(value any) string {
		x, isWhole, ok := float(value)
		switch {
		case !ok:
			return "is no number"
		case whole && !isWhole:
			return "is no whole number"
		case x < low || x == low && !orEqual:
			return fmt.Sprintf("is %v, which is too small", value)
		case x > mostNumber:
			return fmt.Sprintf("is %v, which is too large", value)
		}
		return ""
	}
}

// mostNumber is the largest number that makes sense: MiB, KiB, seconds, times.
const mostNumber = 1e9

// float reads a number as the YAML package gives it.
func float(value any) (x float64, whole, ok bool) {
	switch n := value.(type) {
	case uint64:
		return float64(n), true, true
	case int64:
		return float64(n), true, true
	case int:
		return float64(n), true, true
	case float64:
		return n, false, n == n
	}
	return 0, false, false
}

// licenses are those that the format knows.
var licenses = []string{"unknown", "public domain", "cc0", "cc by", "cc by-sa", "educational", "permission"}

// problemKeys are the keys of problem.yaml.
var problemKeys = fields{
	"problem_format_version": func(v any) string {
		if v != version {
			return fmt.Sprintf("is %v; only %s is known here", v, version)
		}
		return ""
	},
	"type": oneOrMore(among("pass-fail", "scoring", "multi-pass", "interactive", "submit-answer")),
	"name": func(v any) string {
		if isText(v) != "" && isMap(v) != "" {
			return "is neither a text nor a mapping"
		}
		return ""
	},
	"uuid": func(v any) string {
		if text, ok := v.(string); !ok || !uuidForm().MatchString(text) {
			return "is no UUID"
		}
		return ""
	},
	"version": isText,
	"credits": func(v any) string {
		if isText(v) != "" && isMap(v) != "" {
			return "is neither a text nor a mapping"
		}
		return ""
	},
	"source": isSource, "rights_owner": isText, "embargo_until": isText,
	"license":  oneOrMore(among(licenses...)),
	"keywords": texts, "languages": oneOrMore(anyText), "allow_file_writing": isBool,
	"limits":    func(v any) string { return mapping(v, limitKeys) },
	"constants": isConstants,
}

var limitKeys = fields{
	"time_multipliers": func(v any) string {
		return mapping(v, fields{"ac_to_time_limit": numeric(1, true, false), "time_limit_to_tle": numeric(1, true, false)})
	},
	"time_limit": numeric(0, false, false), "time_resolution": numeric(0, false, false),
	"memory": numeric(0, false, true), "output": numeric(0, false, true), "code": numeric(0, false, true),
	"compilation_time": numeric(0, false, true), "compilation_memory": numeric(0, false, true),
	"validation_time": numeric(0, false, true), "validation_memory": numeric(0, false, true),
	"validation_output": numeric(0, false, true), "validation_passes": numeric(2, true, true),
}

func isSource(value any) string {
	list, ok := value.([]any)
	if !ok {
		list = []any{value}
	}
	for _, v := range list {
		m, ok := v.(map[string]any)
		switch {
		case ok && isText(m["name"]) != "":
			return "has an entry without a name"
		case ok:
			if bad := mapping(v, fields{"name": isText, "url": isText}); bad != "" {
				return bad
			}
		case isText(v) != "":
			return "is neither a text nor a mapping"
		}
	}
	return ""
}

func isConstants(value any) string {
	m, ok := value.(map[string]any)
	if !ok {
		return "is no mapping"
	}
	for _, name := range slices.Sorted(maps.Keys(m)) {
		if !identifier().MatchString(name) {
			return fmt.Sprintf("names %q", name)
		}
	}
	return ""
}

// mapping says what is wrong with the first bad field of a mapping, in the order of names.
func mapping(value any, known fields) string {
	m, ok := value.(map[string]any)
	if !ok {
		return "is no mapping"
	}
	for _, key := range slices.Sorted(maps.Keys(m)) {
		if known[key] == nil {
			return fmt.Sprintf("has an unknown key %q%s", key, grid.DidYouMean(key, slices.Sorted(maps.Keys(known))))
		}
		if bad := known[key](m[key]); bad != "" {
			return fmt.Sprintf("has a key %q that %s", key, bad)
		}
	}
	return ""
}

// fields looks at each field of a file of YAML.
func (known fields) look(f *finding, name string, doc map[string]any) {
	for _, key := range slices.Sorted(maps.Keys(doc)) {
		switch {
		case known[key] == nil:
			f.add("%s: unknown key %q%s", name, key, grid.DidYouMean(key, slices.Sorted(maps.Keys(known))))
		default:
			if bad := known[key](doc[key]); bad != "" {
				f.add("%s: %s %s", name, key, bad)
			}
		}
	}
}

// yamlFile looks at a file of YAML.
func (v *verifier) yamlFile(f *finding, name string, known fields) map[string]any {
	data, err := v.read(name)
	if err != nil {
		f.add("%v", err)
		return nil
	}
	doc, err := parseYAML(v.ctx, data)
	if err != nil {
		f.add("%s: %v", name, err)
		return nil
	}
	known.look(f, name, doc)
	return doc
}

// metadata looks at problem.yaml, and remembers the limits.
func (v *verifier) metadata() {
	v.meta = metadata{slower: 1.5, memory: 2048 << 20, output: 8 << 20, code: 128 << 10, validation: time.Minute}
	f := &finding{}
	if !v.isFile("problem.yaml") {
		f.add("problem.yaml is missing")
		v.check("problem.yaml", f, "missing")
		return
	}
	doc := v.yamlFile(f, "problem.yaml", problemKeys)
	if doc != nil {
		v.together(f, doc)
		v.limits(doc)
	}
	v.check("problem.yaml", f, "%s, version %s", oneLine(fmt.Sprint(cmp.Or[any](doc["name"], "no name"))),
		oneLine(fmt.Sprint(doc["problem_format_version"])))
}

// together looks at what more than one key has to do with.
func (v *verifier) together(f *finding, doc map[string]any) {
	for _, key := range []string{"problem_format_version", "name", "uuid"} {
		if doc[key] == nil {
			f.add("problem.yaml: the key %s is missing", key)
		}
	}
	languages := []string{"en"}
	if names, ok := doc["name"].(map[string]any); ok {
		languages = slices.Sorted(maps.Keys(names))
	}
	if have := v.statements(); doc["name"] != nil && !slices.Equal(languages, have) {
		f.add("problem.yaml: name is there in %q, and the statement in %q", languages, have)
	}
	if text, ok := doc["license"].(string); ok && text != "unknown" && text != "public domain" &&
		doc["rights_owner"] == nil && doc["credits"] == nil && doc["source"] == nil {
		f.add("problem.yaml: the license %s needs a rights_owner", text)
	}
}

// limits remembers limits.
func (v *verifier) limits(doc map[string]any) {
	limits, _ := doc["limits"].(map[string]any)
	set := func(key string, to func(x float64)) {
		if x, _, ok := float(limits[key]); ok && x > 0 && x <= mostNumber {
			to(x)
		}
	}
	set("time_limit", func(x float64) { v.meta.time = span(x) })
	set("memory", func(x float64) { v.meta.memory = int64(x * (1 << 20)) })
	set("output", func(x float64) { v.meta.output = int64(x * (1 << 20)) })
	set("code", func(x float64) { v.meta.code = int64(x * (1 << 10)) })
	set("validation_time", func(x float64) { v.meta.validation = span(x) })
	if v.meta.time == 0 { // the judge's to choose; some limit there has to be
		v.meta.time = v.meta.validation
	}
	if factors, ok := limits["time_multipliers"].(map[string]any); ok {
		if x, _, ok := float(factors["time_limit_to_tle"]); ok && x >= 1 && x <= mostNumber {
			v.meta.slower = x
		}
	}
}

// span is a time that is not so long that some times as much is no time any more.
func span(x float64) time.Duration {
	return time.Duration(min(x, mostNumber/100) * float64(time.Second))
}
