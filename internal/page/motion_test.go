package page_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// TestMotion follows pieces from board to board by how they look, as a play gives boards whose ids say nothing.
func TestMotion(t *testing.T) {
	w := open(t)
	p := w.fresh(t, "")
	// Boards are rows of letters; a track is written "a 0,0>2,0", with "+" before what appears and "-" before what goes.
	for _, c := range []struct{ name, before, after, gesture, want string }{
		{"slide", "a.a./.b..", "..aa/...b", "right", "a 0,0>2,0; a 2,0>3,0; b 1,1>3,1"},
		{"all alike", "aa./...", ".aa/...", "right", "a 0,0>1,0; a 1,0>2,0"},
		{"up", "..a/a.b", "a.a/..b", "up", "a 0,1>0,0; a 2,0>2,0; b 2,1>2,1"},
		{"round", "abc", "cab", "right", "a 0,0>1,0; b 1,0>2,0; -c 2,0>3,0; +c -1,0>0,0"},
		{"back", "abc", "bca", "left", "-a 0,0>-1,0; +a 3,0>2,0; b 1,0>0,0; c 2,0>1,0"},
		{"turn", "ab/cd", "ca/db", "tap", "a 0,0>1,0; b 1,0>1,1; c 0,1>0,0; d 1,1>0,1"},
		{"light", "a.a", ".aa", "tap", "a 0,0>1,0; a 2,0>2,0"},
		{"change", "a", "b", "tap", "b 0,0>0,0"},
		{"come and go", "a..", ".bc", "tap", "+b 1,0>1,0; +c 2,0>2,0; -a 0,0>0,0"},
	} {
		got := js[[]string](p, fmt.Sprintf(`(async () => {
			const {follow} = await import('./motion.js');
			let n = 0;
			const board = text => ({pieces: text.split('/').flatMap((row, y) => [...row].flatMap((c, x) =>
				c === '.' ? [] : [{id: n++, x, y, w: 1, h: 1, look: {key: c}}]))});
			const name = k => k.from < k.to ? '+' : k.to < k.from ? '-' : '';
			return follow(board(%q), board(%q), {gesture: %q, x: 0, y: 0, w: 9, h: 9}, false).map(k =>
				name(k) + k.piece.look.key + ' ' + k.x0 + ',' + k.y0 + '>' + k.x1 + ',' + k.y1);
		})()`, c.before, c.after, c.gesture))
		want := strings.Split(c.want, "; ")
		slices.Sort(want)
		slices.Sort(got)
		if !slices.Equal(got, want) {
			t.Errorf("%s: %s, not %s", c.name, strings.Join(got, "; "), c.want)
		}
	}
}
