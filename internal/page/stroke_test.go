package page_test

import (
	"fmt"
	"testing"

	"github.com/gridwright/gridwright/internal/engine"
)

// TestStrokes paints faster than the engine answers, on boards that are drawn on a canvas. What the canvas shows is what
// the engine says in the end; each stroke can be undone or goes with those that came while another was out; and the
// board can be played afterwards.
func TestStrokes(t *testing.T) {
	w := open(t)
	for _, f := range call[engine.List](w, t, "families", args{}).Families {
		v := call[engine.View](w, t, "generate", args{"family": f.Name, "size": 1600, "seed": 3})
		if f.Name == "tilt" {
			v = call[engine.View](w, t, "draw", args{"document": random(40, 40, 6)})
		}
		if len(v.Layers) == 0 || v.Resize == nil || v.Resize.Rows*v.Resize.Cols < 1000 {
			continue
		}
		t.Run(f.Name, func(t *testing.T) {
			p := w.fresh(t, "")
			p.visit("")
			js[any](p, fmt.Sprintf("app.open(%s).then(() => 0)", v.Document))
			wrong := js[string](p, `(async () => {
				const {board, editor} = app, before = app.history.length, last = app.view;
				editor.toggle(true);
				const layer = editor.now, swap = layer.act === 'swap';
				const brush = () => board.painting, at = i => [i + 0.5, 1.5 + 2 * i];
				for (let i = 0; i < 8; i++) {
					brush().down(...at(i));
					if (!swap) brush().over(i + 3.5, 1.5 + 2 * i);
					brush().up();
					if (i === 3) await new Promise(requestAnimationFrame);
				}
				await editor.queue;
				const shown = () => {
					const c = board.canvas;
					const i = c.drawn.findIndex((key, i) => key !== c.key(i));
					return i < 0 ? '' : 'cell ' + i + ' is not as it should be';
				};
				if (editor.strokes || editor.last || editor.drag) return 'strokes are left';
				if (app.history.length === before) return 'nothing has been painted';
				if (JSON.stringify(app.view.document) === JSON.stringify(last.document)) return 'nothing has changed';
				let bad = shown();
				const painted = board.canvas.drawn.join();
				editor.toggle(false);
				while (app.view.bare) await new Promise(yes => setTimeout(yes, 10));
				editor.toggle(true);
				if (!bad && board.canvas.drawn.join() !== painted) bad = 'the canvas differs from the board';
				editor.toggle(false);
				if (last.scenes[0].handles?.length && !app.play.scene.handles.length) bad ||= 'there are no handles';
				while (app.history.length - 1 > 0 && app.at >= before) await app.undo();
				if (JSON.stringify(app.view.document) !== JSON.stringify(last.document)) bad ||= 'undo leads elsewhere';
				board.finish();
				return bad || shown();
			})()`)
			if wrong != "" {
				t.Error(wrong)
			}
		})
	}
}
