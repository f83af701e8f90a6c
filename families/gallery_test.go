package families_test

import (
	"strings"
	"testing"

	"github.com/gridwright/gridwright/families"
	"github.com/gridwright/gridwright/puzzle"
	"github.com/gridwright/gridwright/puzzle/document"
	"github.com/gridwright/gridwright/scene"
)

// TestGallery solves every example: its note is what the answer says. Each family shows a few, of which some can be
// solved and some not.
func TestGallery(t *testing.T) {
	all := map[string]*puzzle.Family{}
	for _, f := range families.All() {
		all[f.Name()] = f
	}
	verdicts, names := map[string]map[puzzle.Verdict]int{}, map[string]bool{}
	for _, ex := range families.Gallery() {
		f := all[ex.Family]
		if f == nil || names[ex.Name] {
			t.Fatalf("%s: no family %q, or the name stands twice", ex.Name, ex.Family)
		}
		names[ex.Name] = true
		tree, err := document.ParseJSON([]byte(ex.Document))
		if err != nil {
			t.Fatalf("%s: %v", ex.Name, err)
		}
		ins, err := f.DecodeInstances(nil, &tree)
		if err != nil || len(ins) != 1 || ins[0].Head().Name != ex.Name {
			t.Fatalf("%s: %d puzzles, %v", ex.Name, len(ins), err)
		}
		cl, err := f.Prove(t.Context(), ins[0], puzzle.Limits{})
		if err != nil {
			t.Fatalf("%s: %v", ex.Name, err)
		}
		st, err := f.Tell(t.Context(), ins[0], cl, scene.Corner(40, 40), puzzle.Limits{})
		if err != nil || !strings.Contains(st.Title, ex.Note) {
			t.Errorf("%s: the note is %q, the answer %q (%v)", ex.Name, ex.Note, st.Title, err)
		}
		if verdicts[ex.Family] == nil {
			verdicts[ex.Family] = map[puzzle.Verdict]int{}
		}
		verdicts[ex.Family][cl.Verdict()]++
	}
	for name := range all {
		if v := verdicts[name]; v[puzzle.Solved] < 2 || v[puzzle.Impossible] < 1 {
			t.Errorf("%s: the gallery shows %v", name, v)
		}
	}
}
