package probpack

import (
	"maps"
	"path"
	"slices"
	"strings"

	"github.com/gridwright/gridwright/grid"
)

// groupKeys and caseKeys are what test_group.yaml and the YAML file of a test case may say.
var (
	caseKeys = fields{
		"args": texts, "output_validator_args": texts, "input_validator_args": textsByName, "full_feedback": isBool,
		"hint": isText, "description": isText,
	}
	groupKeys = fields{
		"scoring": isMap, "static_validation": boolOrMap, "output_validator_args": texts, "input_validator_args": textsByName,
		"full_feedback": isBool, "hint": isText, "description": isText,
	}
)

// needs are the files that a test case has, by the top folder of data; the first makes it one.
var needs = map[string][]string{
	"sample": {".in", ".ans"}, "secret": {".in", ".ans"}, "invalid_input": {".in"},
	"invalid_output": {".in", ".ans", ".out"}, "valid_output": {".in", ".ans", ".out"},
}

// further are the endings that other files of a test case may have.
var further = []string{".yaml", ".png", ".jpg", ".jpeg", ".svg"}

// ofSamples are those that only samples may have.
var ofSamples = []string{".out", ".in.statement", ".ans.statement", ".in.download", ".ans.download", ".interaction"}

// data looks at the groups and pairs of test data.
func (v *verifier) data() {
	f := &finding{}
	groups := map[string]bool{}
	for _, name := range v.under("data") {
		if needs[name] == nil && name != "test_group.yaml" {
			f.add("data/%s: there is no such group", name)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(v.files)) {
		if !inside(name, "data") || strings.Contains(name, filesFolder+"/") {
			continue
		}
		if path.Base(name) == "test_group.yaml" {
			v.yamlFile(f, name, groupKeys)
			continue
		}
		if path.Dir(name) == "data" {
			f.add("%s: test cases lie in a group", name)
			continue
		}
		v.dataFile(f, name, groups)
	}
	for dir := range v.dirs {
		switch {
		case inside(dir, "data/sample") && !strings.HasSuffix(dir, filesFolder):
			f.add("%s: samples have no groups", dir)
		case inside(dir, "data") && v.isFile(dir+".in"):
			f.add("%s and %s.in: a group and a test case have the same name", dir, dir)
		}
	}
	secret := 0
	for _, c := range v.cases {
		if inside(c.base, "data/secret") {
			secret++
		}
	}
	if secret == 0 {
		f.add("data/secret holds no test case")
	}
	slices.Sort(f.faults)
	v.check("test data", f, "%s, %s in %s", grid.Number(len(v.cases)-secret, "sample"),
		grid.Number(secret, "secret input"), grid.Number(len(groups), "group"))
}

// dataFile looks at one file of test data.
func (v *verifier) dataFile(f *finding, name string, groups map[string]bool) {
	top := strings.Split(name, "/")[1]
	want := needs[top]
	if want == nil {
		return // said above
	}
	ext := path.Ext(name)
	base := strings.TrimSuffix(name, ext)
	if inner := path.Ext(base); top == "sample" && (ext == ".statement" || ext == ".download") {
		ext = inner + ext
		base = strings.TrimSuffix(base, inner)
	}
	switch {
	case ext == want[0]:
		for _, other := range want[1:] {
			if !v.isFile(base + other) {
				f.add("%s has no %s", name, path.Base(base)+other)
			}
		}
		if path.Base(base) == "test_group" {
			f.add("%s: a test case cannot be called so", name)
		}
		if top == "sample" || top == "secret" {
			v.cases = append(v.cases, testCase{base})
		}
		if top == "secret" {
			groups[path.Dir(base)] = true
		}
	case top == "sample" && (ext == ".interaction" || strings.HasSuffix(ext, ".download")):
	case !slices.Contains(want, ext) && !slices.Contains(further, ext) &&
		!(top == "sample" && slices.Contains(ofSamples, ext)):
		f.add("%s: files of test data do not end so", name)
	case !v.isFile(base + want[0]):
		f.add("%s has no %s", name, path.Base(base)+want[0])
	case ext == ".yaml":
		v.yamlFile(f, name, caseKeys)
	}
}
