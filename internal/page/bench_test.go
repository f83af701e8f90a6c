package page_test

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/chromedp/cdproto/performance"
	"github.com/chromedp/chromedp"

	"github.com/gridwright/gridwright/internal/engine"
)

// random is a board of tiles of n colours, half of it empty.
func random(rows, cols, n int) json.RawMessage {
	rng := rand.New(rand.NewPCG(1, 2))
	board := make([]string, rows)
	for r := range board {
		var b strings.Builder
		for range cols {
			if rng.IntN(2) == 0 {
				b.WriteByte('.')
			} else {
				b.WriteByte(byte('a' + rng.IntN(n)))
			}
		}
		board[r] = b.String()
	}
	text, _ := json.Marshal(board)
	return json.RawMessage(fmt.Sprintf(`{"family":"tilt","version":1,"start":%s,"target":%s}`, text, text))
}

// solvable is a small board whose target some moves reach.
func solvable(b *testing.B, w *world) json.RawMessage {
	doc := random(12, 12, 3)
	moved := call[engine.View](w, b, "apply", args{"document": doc, "moves": "LURDLDRU"})
	var start, target struct{ Start json.RawMessage }
	for doc, into := range map[*json.RawMessage]any{&doc: &start, &moved.Document: &target} {
		if err := json.Unmarshal(*doc, into); err != nil {
			b.Fatal(err)
		}
	}
	return json.RawMessage(fmt.Sprintf(`{"family":"tilt","version":1,"start":%s,"target":%s}`, start.Start, target.Start))
}

// frames counts frames while a script runs.
const frames = `(async () => { let n = 0, on = true;
	const tick = () => { n++; if (on) requestAnimationFrame(tick); };
	const t = performance.now(); requestAnimationFrame(tick);
	%s
	on = false; return n / (performance.now() - t) * 1000; })()`

// spent is what a browser's thread has done so far, in milliseconds: all of it, scripts, and styles with layout.
func (p *tab) spent() (task, script, layout float64) {
	p.Helper()
	got, err := chromedp.Call(p.ctx, performance.GetMetrics, struct{}{})
	if err != nil {
		p.Fatal(err)
	}
	for _, m := range got.Metrics {
		switch ms := m.Value * 1000; m.Name {
		case "TaskDuration":
			task = ms
		case "ScriptDuration":
			script = ms
		case "LayoutDuration", "RecalcStyleDuration":
			layout += ms
		}
	}
	return task, script, layout
}

// BenchmarkPage prints what the browser's own clock says, next to what a page that does next to nothing gets from the
// same server in the same browser: first paint; from Solve to the first board of a solution; and frames a second while
// a board of 50 × 50 moves, with the time of the browser's thread for one move.
func BenchmarkPage(b *testing.B) {
	w := open(b, fstest.MapFS{"empty.html": {Data: []byte("<!doctype html><title>-</title>" +
		"<link rel=icon href=icon.svg><p>Text<svg id=d width=640 height=640><rect width=640 height=640 /></svg>")}})
	const paint = "performance.getEntriesByName('first-contentful-paint')[0]?.startTime"
	painted := func(p *tab, visit func()) (best float64) {
		for i := range 5 {
			visit()
			p.wait(paint)
			if t := js[float64](p, paint); i == 0 || t < best {
				best = t
			}
		}
		return best
	}
	p := w.fresh(b, "")
	b.ReportMetric(painted(p, func() { p.visit("") }), "ms-paint")
	empty := w.fresh(b, "-")
	b.ReportMetric(painted(empty, func() { empty.do(chromedp.Navigate(w.url + "/empty.html")) }), "ms-paint-empty")
	b.ReportMetric(js[float64](empty, fmt.Sprintf(frames, `for (let i = 0; i < 60; i++) {
		document.getElementById('d').style.transform = 'translate(' + i + 'px)';
		await new Promise(requestAnimationFrame); }`)), "fps-empty")
	if _, err := chromedp.Call(p.ctx, performance.Enable, performance.EnableParams{}); err != nil {
		b.Fatal(err)
	}
	small, large := solvable(b, w), random(50, 50, 6)
	var solve, fps, task, script, layout float64
	for range b.N {
		js[any](p, fmt.Sprintf("app.open(%s).then(() => 0)", small))
		solve += js[float64](p, `(async () => { const t = performance.now(); await app.solve();
			await new Promise(requestAnimationFrame); app.answer.scrub.pause(); return performance.now() - t; })()`)
		js[any](p, fmt.Sprintf("app.open(%s).then(() => 0)", large))
		t, s, l := p.spent()
		fps += js[float64](p, fmt.Sprintf(frames, `for (const i of [0, 1, 2, 3, 0, 1]) {
				await app.move(app.play.scene.handles[i]);
				while (app.board.running) await new Promise(requestAnimationFrame);
			}`))
		t1, s1, l1 := p.spent()
		task, script, layout = task+(t1-t)/6, script+(s1-s)/6, layout+(l1-l)/6
	}
	n := float64(b.N)
	b.ReportMetric(solve/n, "ms-solve12")
	b.ReportMetric(fps/n, "fps50")
	b.ReportMetric(task/n, "ms-task50/move")
	b.ReportMetric(script/n, "ms-script50/move")
	b.ReportMetric(layout/n, "ms-layout50/move")
}

// stroke paints on a board while the engine is still busy with what was painted before, as a person does. It returns
// the median and the longest time from the pointer to the frame that shows the cell, and how long a single stroke
// takes until the engine has confirmed it and the board stands as it says.
const stroke = `(async () => {
	const board = app.board, el = board.el, frame = () => new Promise(requestAnimationFrame);
	const shown = async () => { await frame(); const c = new MessageChannel();
		await new Promise(yes => { c.port1.onmessage = yes; c.port2.postMessage(0); }); };
	const send = (type, x, y) => { const r = el.getBoundingClientRect(), b = board.b;
		el.dispatchEvent(new PointerEvent(type, {bubbles: true, button: 0, pointerId: 1,
			clientX: r.left + (x - b.x) / b.w * r.width, clientY: r.top + (y - b.y) / b.h * r.height})); };
	el.setPointerCapture = () => {};
	app.editor.toggle(true);
	await shown();
	const list = [], sc = board.scene, top = sc.top, left = sc.left;
	const once = async i => {
		const t = performance.now();
		send('pointerdown', left + 3.5, top + i + 0.5);
		send('pointermove', left + 5.5, top + i + 0.5);
		send('pointerup', left + 5.5, top + i + 0.5);
		await shown();
		return performance.now() - t;
	};
	const t = performance.now();
	await once(1);
	if (app.editor.now.act === 'swap') await once(2);
	await app.editor.queue;
	await shown();
	const confirmed = performance.now() - t;
	for (let i = 3; i < 33; i++) {
		list.push(await once(i));
		await new Promise(yes => setTimeout(yes, 60));
	}
	await app.editor.queue;
	list.sort((a, b) => a - b);
	app.editor.toggle(false);
	return [list[15], list[29], confirmed];
})()`

// BenchmarkStroke paints on boards of 200 × 200 cells of each family that has an editor.
func BenchmarkStroke(b *testing.B) {
	w := open(b)
	p := w.fresh(b, "")
	for _, f := range call[engine.List](w, b, "families", args{}).Families {
		b.Run(f.Name, func(b *testing.B) {
			doc := wide(b, w, f.Name)
			if doc == nil {
				b.Skip("SKIPPED: this family has no board of 200 × 200 cells that can be edited")
			}
			p.can(b, doc)
			var sum [3]float64
			for range b.N {
				js[any](p, fmt.Sprintf("app.open(%s).then(() => 0)", doc))
				for i, ms := range js[[3]float64](p, stroke) {
					sum[i] += ms
				}
			}
			b.ReportMetric(sum[0]/float64(b.N), "ms-stroke200")
			b.ReportMetric(sum[1]/float64(b.N), "ms-longest200")
			b.ReportMetric(sum[2]/float64(b.N), "ms-confirmed200")
		})
	}
}

// can skips where the engine refuses strokes on a board.
func (p *tab) can(b *testing.B, doc json.RawMessage) {
	l := call[engine.View](p.w, b, "draw", args{"document": doc}).Layers[0]
	stroke := args{"document": doc, "layer": l.Name, "strokes": [][2]int{{1, 3}, {1, 5}}}
	if len(l.Palette) > 0 {
		stroke["symbol"] = l.Palette[len(l.Palette)-1].Symbol
	}
	raw, err := json.Marshal(stroke)
	if err != nil {
		b.Fatal(err)
	}
	if _, err := p.w.engine.Call(b.Context(), "paint", raw); err != nil {
		b.Skip("SKIPPED: this board has no such stroke: ", err)
	}
}

// wide is a board of 200 × 200 cells: one of the gallery that has been given these sides, or one that is generated.
func wide(b *testing.B, w *world, family string) json.RawMessage {
	if family == "tilt" {
		return random(200, 200, 6)
	}
	for _, ex := range call[engine.List](w, b, "families", args{}).Gallery {
		if ex.Family != family {
			continue
		}
		v := call[engine.View](w, b, "draw", args{"document": ex.Document})
		if v.Resize == nil || v.Resize.Most < 200 {
			continue
		}
		raw, _ := json.Marshal(args{"document": ex.Document, "rows": 200, "cols": 200})
		if out, err := w.engine.Call(b.Context(), "resize", raw); err == nil {
			var v engine.View
			if json.Unmarshal(out, &v) == nil && len(v.Layers) > 0 {
				return v.Document
			}
		}
	}
	v := call[engine.View](w, b, "generate", args{"family": family, "size": 40000, "seed": 3})
	if len(v.Layers) == 0 {
		return nil
	}
	return v.Document
}
