package job

import (
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/gridwright/gridwright/grid"
	"github.com/gridwright/gridwright/internal/engine"
	"github.com/gridwright/gridwright/puzzle"
	"github.com/gridwright/gridwright/puzzle/document"
)

// mostName is how many characters the name of a job has at the most, as many as that of a puzzle.
const mostName = 200

// open looks what kind of line v is, and sets the task's verb, document and claim.
func (t *task) open(v *document.Value) (args engine.GenerateArgs, err error) {
	if v.Kind() != document.Object {
		return args, v.Errorf("a line must be an object, a document or a job, not %v", v.Kind())
	}
	if v.At("verb") == v && v.At("document") == v && t.verb != Generate {
		t.doc = v
		return args, nil
	}
	f, err := v.Object("the job")
	if err != nil {
		return args, err
	}
	if verb := f.Get("verb"); verb != nil {
		name, err := verb.String("verb")
		if err != nil {
			return args, err
		}
		if !slices.Contains(Verbs(), name) {
			return args, verb.Errorf("there is no verb %s; there are %s%s", document.Quoted(name),
				strings.Join(Verbs(), ", "), grid.DidYouMean(name, Verbs()))
		}
		t.verb = name
	}
	if err := t.called(f.Get("name")); err != nil {
		return args, err
	}
	if t.verb == Generate {
		if args, err = t.wanted(f); err != nil {
			return args, err
		}
		return args, f.Done()
	}
	if t.doc, err = f.Need("document"); err != nil {
		return args, err
	}
	if t.verb == Check {
		t.claim = f.Get("claim")
	}
	return args, f.Done()
}

// called reads the name of a job.
func (t *task) called(v *document.Value) error {
	if v == nil {
		return nil
	}
	name, err := v.String("name")
	switch {
	case err != nil:
		return err
	case strings.TrimSpace(name) == "":
		return v.Errorf("name is blank; leave it out instead")
	case len([]rune(name)) > mostName:
		return v.Errorf("name has more than %d characters", mostName)
	case strings.ContainsFunc(name, unshowable):
		return v.Errorf("name holds a character that is none of a line of text")
	}
	t.name = name
	return nil
}

// unshowable is what no document takes in a name.
func unshowable(r rune) bool {
	return unicode.IsControl(r) || unicode.In(r, unicode.Zl, unicode.Zp, unicode.Bidi_Control)
}

// wanted reads what generate is asked for, as package engine takes it.
func (t *task) wanted(f *document.Fields) (a engine.GenerateArgs, err error) {
	v, err := f.Need("family")
	if err != nil {
		return a, err
	}
	if a.Family, err = v.String("family"); err != nil {
		return a, err
	}
	if _, err := t.known(v, a.Family); err != nil {
		return a, err
	}
	if v := f.Get("profile"); v != nil {
		if a.Profile, err = v.String("profile"); err != nil {
			return a, err
		}
	}
	if v := f.Get("size"); v != nil {
		n, err := v.Int("size", 1, math.MaxInt32)
		if err != nil {
			return a, err
		}
		a.Size = int(n)
	}
	if v := f.Get("seed"); v != nil {
		text, err := v.Literal("seed")
		if err != nil {
			return a, err
		}
		if a.Seed, err = strconv.ParseUint(text, 10, 64); err != nil {
			return a, v.Errorf("seed must be a whole number from 0 to %d, not %s", uint64(math.MaxUint64), grid.Quote(text))
		}
	}
	if v := f.Get("distance"); v != nil {
		n, err := v.Int("distance", 0, math.MaxInt32)
		if err != nil {
			return a, err
		}
		a.Distance = &n
	}
	return a, nil
}

// familyOf finds the family of a document.
func (t *task) familyOf(v *document.Value) (*puzzle.Family, error) {
	name, err := puzzle.FamilyOf(v)
	if err != nil {
		return nil, err
	}
	return t.known(v.At("family"), name)
}

// known finds a family by its name, which stands at v.
func (t *task) known(v *document.Value, name string) (*puzzle.Family, error) {
	if f := t.families[name]; f != nil {
		t.family = name
		return f, nil
	}
	var names []string
	for _, f := range t.opt.Families {
		names = append(names, f.Name())
	}
	return nil, v.Errorf("there is no family %s; there are %s%s", grid.Quote(name), strings.Join(names, ", "),
		grid.DidYouMean(name, names))
}
