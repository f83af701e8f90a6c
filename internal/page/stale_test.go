package page_test

import "testing"

// TestStale answers a move and an edit when another board stands already: that one stays.
func TestStale(t *testing.T) {
	p := open(t).fresh(t, "")
	for _, ask := range []string{"app.move(app.play.scene.handles[0])",
		"app.editor.change('paint', {layer: app.view.layers[0].name, strokes: [[0, 0]]})"} {
		got := js[bool](p, `(async () => {
			const call = app.engine.call.bind(app.engine), view = app.view;
			let go;
			const held = new Promise(yes => { go = yes; });
			app.engine.call = async () => { await held; return {...view, name: 'stale'}; };
			const asked = `+ask+`;
			await new Promise(r => setTimeout(r, 0));
			app.push(view, {kind: 'load', own: false}, {jump: true});
			const now = app.entry;
			go();
			await asked;
			app.engine.call = call;
			return app.entry === now;
		})()`)
		if !got {
			t.Errorf("%s: a late answer stands in place of the board that was opened since", ask)
		}
	}
}

// TestFewFrames walks through a story of which a call gives fewer boards than were asked for, as of large boards.
func TestFewFrames(t *testing.T) {
	p := open(t).fresh(t, "")
	got := js[string](p, `import('./scrub.js').then(async ({Scrub}) => {
		const some = (from, n) => Array.from({length: Math.min(n, 3)}, (_, i) => ({move: String(Number(from) + i)}));
		const s = new Scrub(document.createElement('div'), {total: '200', show: () => {}, ask: async (a, n) => some(a, n)});
		return (await Promise.all([1n, 2n, 3n, 49n, 51n, 199n].map(async i => (await s.frame(i)).move))).join(' ');
	})`)
	if got != "1 2 3 49 51 199" {
		t.Errorf("the steps are %s", got)
	}
}
