package probpack

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"maps"
	"path"
	"path/filepath"
	"slices"
	"strings"
)

// generatorsFile says how test data were made.
const generatorsFile = "generators/generators.yaml"

// A maker says how a test case was made.
type maker struct {
	base    string // below data, without extension
	text    map[string]string
	command []string
}

// generators makes all data again, as generators.yaml says, and compares.
func (v *verifier) generators(ctx context.Context) error {
	const name = "generators"
	if !v.isFile(generatorsFile) {
		return nil
	}
	f := &finding{}
	data, err := v.read(generatorsFile)
	if err != nil {
		return err
	}
	doc, err := parseYAML(ctx, data)
	if err != nil {
		f.add("%s: %v", generatorsFile, err)
		v.check(name, f, "unreadable")
		return nil
	}
	makers, err := makersOf(doc["data"], "")
	if err != nil {
		f.add("%s: %v", generatorsFile, err)
		v.check(name, f, "of another form")
		return nil
	}
	if !canExecute {
		v.skip(name, "scripts of a POSIX shell are not run on this system")
		return nil
	}
	g := &remaking{verifier: v, finding: f, scripts: map[string]string{}}
	if text, ok := doc["solution"].(string); ok {
		g.solution = strings.TrimPrefix(text, "/")
	}
	known := map[string]bool{}
	for i, m := range makers {
		v.tell(name, i, len(makers))
		known["data/"+m.base] = true
		if err := g.again(ctx, m); err != nil {
			return err
		}
	}
	for _, c := range v.cases {
		if !known[c.base] {
			f.add("%s: nothing says how %s.in was made", generatorsFile, c.base)
		}
	}
	v.check(name, f, "%d of %d files made again", g.made, len(makers))
	return nil
}

// makersOf reads a directory of generators.yaml.
func makersOf(data any, at string) (makers []maker, err error) {
	m, ok := data.(map[string]any)
	if !ok {
		return nil, fmt.Errorf("data of %q is no mapping", at)
	}
	for _, key := range slices.Sorted(maps.Keys(m)) {
		base := path.Join(at, key)
		if command, ok := m[key].(string); ok {
			makers = append(makers, maker{base: base, command: strings.Fields(command)})
			continue
		}
		entry, ok := m[key].(map[string]any)
		if !ok {
			return nil, fmt.Errorf("%s says nothing", base)
		}
		if inner, ok := entry["data"]; ok {
			more, err := makersOf(inner, base)
			if err != nil {
				return nil, err
			}
			makers = append(makers, more...)
			continue
		}
		mk := maker{base: base, text: map[string]string{}}
		for _, ext := range []string{"in", "ans", "out"} {
			if text, ok := entry[ext].(string); ok {
				mk.text[ext] = text
			}
		}
		if command, ok := entry["generate"].(string); ok {
			mk.command = strings.Fields(command)
		}
		if mk.command == nil && len(mk.text) == 0 {
			return nil, fmt.Errorf("%s says nothing", base)
		}
		makers = append(makers, mk)
	}
	return makers, nil
}

// remaking makes data again.
type remaking struct {
	*verifier
	*finding
	solution string            // the program that answers; "" where there is none
	scripts  map[string]string // what is run for a program; "" where it cannot be
	made     int
}

// prepared is what is run for the program in dir; what is wrong with it is said once.
func (g *remaking) prepared(ctx context.Context, dir string) string {
	run, ok := g.scripts[dir]
	if !ok {
		var err error
		if run, err = g.script(ctx, dir); err != nil {
			if errors.Is(err, errNoScript) {
				err = fmt.Errorf("%s: %w", dir, err)
			}
			g.finding.add("%v", err)
		}
		g.scripts[dir] = run
	}
	return run
}

// again makes one test case again.
func (g *remaking) again(ctx context.Context, m maker) error {
	base := "data/" + m.base
	for _, ext := range slices.Sorted(maps.Keys(m.text)) {
		name := base + "." + ext
		have, err := g.read(name)
		switch {
		case err != nil:
			g.finding.add("%s: %s is not there", generatorsFile, name)
			return nil
		case string(have) != m.text[ext]:
			g.finding.add("%s is not what %s says", name, generatorsFile)
			return nil
		}
	}
	in, err := g.read(base + ".in")
	if err != nil {
		g.finding.add("%s: %s.in is not there", generatorsFile, base)
		return nil
	}
	if len(m.command) > 0 && !g.same(ctx, base+".in", in, nil, "generators/"+m.command[0], m.command[1:]) {
		return nil
	}
	if g.solution != "" && (inside(m.base, "sample") || inside(m.base, "secret")) {
		ans, err := g.read(base + ".ans")
		if err != nil || !g.same(ctx, base+".ans", ans, in, g.solution, nil) {
			return nil
		}
	}
	g.made++
	return nil
}

// same runs a program on an input, and compares what it prints with what a file holds.
func (g *remaking) same(ctx context.Context, name string, want, in []byte, program string, args []string) bool {
	run := g.prepared(ctx, program)
	if run == "" {
		return false
	}
	code, out, said := g.command(ctx, filepath.Dir(run), bytes.NewReader(in), run, args...)
	switch {
	case code != 0:
		g.finding.add("%s cannot be made again: %s ends with code %d%s", name, program, code, colon(said))
	case !bytes.Equal(out, want):
		g.finding.add("%s is not what %s prints%s", name, program, colon(strings.Join(args, " ")))
	default:
		return true
	}
	return false
}
