package probpack

import (
	"bytes"
	"maps"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/gridwright/gridwright/grid"
)

// replaced are folders of the version before, with what stands for them.
var replaced = map[string]string{
	"problem_statement": "statement", "output_validators": "output_validator",
	"input_format_validators": "input_validators",
}

// binary are the endings of files that hold no text.
var binary = []string{".png", ".jpg", ".jpeg", ".pdf", ".zip"}

// layout looks at names, texts, and what has to be there.
func (v *verifier) layout() {
	f := &finding{}
	if name := filepath.Base(v.dir); !dirName().MatchString(name) {
		f.add("the directory is called %q; only small letters and digits are allowed", name)
	}
	for _, name := range slices.Sorted(maps.Keys(v.dirs)) {
		base := path.Base(name)
		if inside(name, "data") {
			base = strings.TrimSuffix(base, filesFolder)
		}
		if !innerName().MatchString(base) {
			f.add("%s: a folder cannot be called so", name)
		}
	}
	for _, old := range slices.Sorted(maps.Keys(replaced)) {
		if v.dirs[old] {
			f.add("%s belongs to another version of the format; here it is %s", old, replaced[old])
		}
	}
	for _, name := range slices.Sorted(maps.Keys(v.files)) {
		if !fileName().MatchString(path.Base(name)) {
			f.add("%s: a file cannot be called so", name)
		}
		if why := v.leads(name, v.files[name]); why != "" {
			f.add("%s", why)
			continue
		}
		v.text(f, name)
	}
	v.required(f)
	v.check("layout", f, "%s in %s", grid.Number(len(v.files), "file"), grid.Number(len(v.dirs), "folder"))
}

// text looks at the letters and line ends of a file.
func (v *verifier) text(f *finding, name string) {
	if slices.Contains(binary, path.Ext(name)) || strings.Contains(name, filesFolder+"/") {
		return
	}
	data, err := v.read(name)
	switch {
	case err != nil:
		f.add("%v", err)
	case !utf8.Valid(data):
		f.add("%s is not in UTF-8", name)
	case bytes.HasPrefix(data, []byte("\ufeff")):
		f.add("%s begins with a byte-order mark", name)
	case bytes.ContainsRune(data, '\r'):
		f.add("%s holds carriage returns; lines end in LF alone", name)
	case len(data) > 0 && data[len(data)-1] != '\n':
		f.add("%s does not end with the end of a line", name)
	}
}

// required looks for what every package holds.
func (v *verifier) required(f *finding) {
	for _, dir := range []string{"statement", "data/secret", "submissions", "input_validators"} {
		if !v.dirs[dir] {
			f.add("the folder %s is missing", dir)
		}
	}
	if !v.isFile("problem.yaml") {
		f.add("problem.yaml is missing")
	}
	if v.dirs["statement"] && len(v.statements()) == 0 {
		f.add("statement/ holds no problem.LANGUAGE.md, .tex or .pdf")
	}
	for _, lang := range v.statements() {
		if !language().MatchString(lang) {
			f.add("statement/: %q is no language", lang)
		}
	}
	if v.dirs["submissions"] && len(v.under("submissions/"+accepted)) == 0 {
		f.add("submissions/%s holds no program", accepted)
	}
	for _, dir := range v.under("submissions") {
		switch at := "submissions/" + dir; {
		case dir == "submissions.yaml" && v.isFile(at):
		case v.isFile(at):
			f.add("%s: a program lies in a folder that says how it ends", at)
		case expected[dir] == nil && !v.isFile("submissions/submissions.yaml"):
			f.add("%s: no such end is known", at)
		}
	}
	if v.dirs["input_validators"] && len(v.under("input_validators")) == 0 {
		f.add("input_validators holds no program")
	}
	if v.dirs["output_validator"] && len(v.under("output_validator")) == 0 {
		f.add("output_validator holds no program")
	}
	for _, name := range slices.Sorted(maps.Keys(v.files)) {
		if base := path.Base(name); (base == "build" || base == "run") && strings.Contains(name, "validator") &&
			v.files[name]&0o111 == 0 && canExecute {
			f.add("%s is not executable", name)
		}
	}
}

// statements lists the languages of the statement.
func (v *verifier) statements() (languages []string) {
	for _, name := range v.under("statement") {
		if m := statement().FindStringSubmatch(name); m != nil && !slices.Contains(languages, m[1]) {
			languages = append(languages, m[1])
		}
	}
	return languages
}
