// The board in the middle: what stands on it, its cells for those who go by keyboard or listen, and its buttons.
import {h, s, icon, still} from './dom.js';
import {read, bounds, cellWords, boardWords, tops} from './scene.js';
import * as draw from './draw.js';
import {place, grown} from './places.js';
import {follow} from './motion.js';
import {Canvas} from './canvas.js';

const cellsForListeners = 400; // more are told by one cell that goes around
const cellsOfSVG = 900; // more are drawn on a canvas: elements would take longer than a frame
const mostMarks = 2000; // over a canvas
const ease = t => 1 - (1 - t) ** 3;
const steps = {ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0]};

export class Board {
  constructor(host, options) {
    this.host = host;
    this.use = options.use || (() => {}); // a handle, and how: "tap", "key", …
    this.el = h('div', {class: 'board'});
    host.replaceChildren(this.el);
    this.focus = [0, 0];
    this.labels = true;
  }

  // show draws a scene. Where it follows one of the same size, pieces move: handle is what was done, byId says that ids
  // can be trusted, ms how long it takes.
  show(doc, {handle, byId, ms = 160, jump} = {}) {
    const sc = read(doc);
    const before = this.scene;
    this.finish();
    const big = sc.rows * sc.cols > cellsOfSVG || sc.pieces.length > cellsOfSVG;
    const same = before && !jump && before.rows === sc.rows && before.cols === sc.cols && before.top === sc.top &&
      before.left === sc.left && big === this.big;
    const places = place(sc);
    this.scene = sc;
    this.places = places;
    this.big = big;
    this.top = tops(sc);
    this.frame(sc, places);
    if (big) this.onCanvas(sc, before, same, {handle, byId, ms});
    else this.onSVG(sc, before, same, {handle, byId, ms});
    this.grid();
    this.buttons();
    this.el.classList.toggle('win', sc.done && same && !before.done);
  }

  // frame gives the board its size, with room for the buttons around it.
  frame(sc, places) {
    const b = this.painting ? bounds(sc, false) : grown(bounds(sc, true), places);
    const m = this.painting?.margin || 0; // cells around the board that can be painted too
    if (m) {
      const x = sc.left - m, y = sc.top - m, w = sc.cols + 2 * m, hh = sc.rows + 2 * m;
      Object.assign(b, {x: Math.min(b.x, x), y: Math.min(b.y, y), w: Math.max(b.w, w), h: Math.max(b.h, hh)});
    }
    this.b = b;
    this.host.closest('.boards')?.classList.toggle('many', places.edges.length > 24 || b.w > 12);
    this.el.style.aspectRatio = `${b.w} / ${b.h}`;
    this.el.style.width = `min(calc(100cqw - var(--beside, 0px)), ` +
      `calc(max(52vh, 260px) * ${(b.w / b.h).toFixed(4)}), ${Math.round(b.w * 104)}px, 640px)`;
  }

  onSVG(sc, before, same, {handle, byId, ms}) {
    if (!this.svg) {
      this.canvas?.remove();
      this.over?.remove();
      this.canvas = this.over = null;
      this.svg = s('svg', {'aria-hidden': 'true'});
      this.el.prepend(this.svg);
      this.elements = new Map();
      same = false;
    }
    this.svg.setAttribute('viewBox', draw.viewBox(this.b));
    const layer = s('g', {class: 'pieces'});
    const tracks = same
      ? follow(before, sc, handle, byId)
      : sc.pieces.map(p => ({piece: p, x0: p.x, y0: p.y, x1: p.x, y1: p.y, from: 1, to: 1}));
    const elements = new Map();
    for (const t of tracks) {
      t.el = draw.piece(t.piece.look, t.piece.w, t.piece.h);
      if (t.to) elements.set(t.piece, t.el);
      layer.append(t.el);
    }
    this.elements = elements;
    this.layer = layer;
    this.svg.replaceChildren(...this.margin(sc), draw.ground(sc), draw.marks(sc, true), layer, draw.marks(sc, false));
    this.hinted(null);
    const paint = t => {
      for (const k of tracks) {
        const seen = k.from + (k.to - k.from) * t;
        draw.at(
          k.el,
          k.x0 + (k.x1 - k.x0) * t,
          k.y0 + (k.y1 - k.y0) * t,
          seen === 1 ? 1 : 0.75 + 0.25 * seen,
          k.piece.w,
          k.piece.h,
        );
        if (k.from !== k.to) k.el.setAttribute('opacity', seen.toFixed(3));
      }
      if (t === 1) for (const k of tracks) if (!k.to) k.el.remove();
    };
    this.animate(paint, same && tracks.some(k => k.from !== k.to || k.x0 !== k.x1 || k.y0 !== k.y1), ms);
  }

  // margin shows the cells around the board, into which it can grow.
  margin(sc) {
    const m = this.painting?.margin || 0;
    if (!m) return [];
    return [
      s('rect', {
        x: (sc.left - m) * 100 + 4,
        y: (sc.top - m) * 100 + 4,
        width: (sc.cols + 2 * m) * 100 - 8,
        height: (sc.rows + 2 * m) * 100 - 8,
        rx: 18,
        class: 'margin',
      }),
    ];
  }

  onCanvas(sc, before, same, {handle, byId, ms}) {
    if (!this.canvas) {
      this.svg?.remove();
      this.svg = null;
      this.canvas = new Canvas(this.el);
      this.over = s('svg', {'aria-hidden': 'true'});
      this.canvas.el.after(this.over);
      same = false;
    }
    this.marked(sc);
    this.canvas.board(sc, this.b, this.top, same);
    const moving = same && ms >= 20 && sc.pieces.length <= 6000 ? follow(before, sc, handle, byId) : null;
    const paint = t => {
      if (t === 1) this.canvas.arrived(moving);
      else this.canvas.moving(moving, t);
    };
    this.animate(paint, moving?.some(k => k.x0 !== k.x1 || k.y0 !== k.y1), ms);
  }

  // marked puts marks over a canvas.
  marked(sc) {
    const view = draw.viewBox(this.b);
    if (this.over.getAttribute('viewBox') !== view) this.over.setAttribute('viewBox', view);
    const few = {...sc, marks: sc.marks.slice(0, mostMarks)};
    if (this.over.firstChild || few.marks.length)
      this.over.replaceChildren(...this.margin(sc), draw.marks(few, true), draw.marks(few, false));
    else this.over.append(...this.margin(sc));
  }

  // animate calls paint with times from 0 to 1, or with 1 alone.
  animate(paint, wanted, ms) {
    if (!wanted || still() || ms < 20 || document.hidden) {
      paint(1);
      return;
    }
    const begin = performance.now();
    paint(0);
    const run = now => {
      const t = Math.min(1, Math.max(0, (now - begin) / ms));
      paint(ease(t));
      if (t < 1) this.running = requestAnimationFrame(run);
      else this.running = this.end = null;
    };
    this.end = () => paint(1);
    this.running = requestAnimationFrame(run);
  }

  finish() {
    if (this.running) cancelAnimationFrame(this.running);
    this.running = null;
    this.end?.();
    this.end = null;
  }

  // point is where on the board, in cells, a pointer is.
  point(e) {
    const r = this.el.getBoundingClientRect();
    return [this.b.x + (e.clientX - r.left) / r.width * this.b.w, this.b.y + (e.clientY - r.top) / r.height * this.b.h];
  }

  put(el, x, y, w, hh) {
    const b = this.b, pc = v => `${(v * 100).toFixed(3)}%`;
    el.style.left = pc((x - b.x) / b.w);
    el.style.top = pc((y - b.y) / b.h);
    el.style.width = pc(w / b.w);
    el.style.height = pc(hh / b.h);
  }

  // grid lays the cells over the board for keyboards and screen readers.
  grid() {
    const sc = this.scene;
    const few = sc.rows * sc.cols <= cellsForListeners;
    const key = `${sc.rows}x${sc.cols}@${sc.top},${sc.left}`;
    if (this.cells?.key !== key) {
      this.cells?.remove();
      const cell = () => h('div', {role: 'gridcell', tabindex: -1});
      const row = n => h('div', {role: 'row'}, Array.from({length: n}, cell));
      this.cells = h(
        'div',
        {
          class: 'cells',
          role: 'grid',
          'aria-rowcount': sc.wholeRows,
          'aria-colcount': sc.wholeCols,
          onkeydown: e => this.key(e),
          onclick: e => this.click(e),
        },
        few ? Array.from({length: sc.rows}, () => row(sc.cols)) : row(1),
      );
      this.cells.key = key;
      this.cells.few = few;
      this.el.append(this.cells);
      this.focus = [Math.min(this.focus[0], sc.rows - 1), Math.min(this.focus[1], sc.cols - 1)];
      if (few) this.cells.style.gridTemplateRows = `repeat(${sc.rows}, 1fr)`;
    }
    this.cells.setAttribute('aria-label', boardWords(sc));
    this.cells.classList.toggle('tap', this.places.cells.size > 0 || !!this.painting);
    if (few) {
      this.put(this.cells, sc.left, sc.top, sc.cols, sc.rows);
      let i = 0;
      for (const el of this.cells.querySelectorAll('[role=gridcell]'))
        this.tell(el, Math.floor(i / sc.cols), i++ % sc.cols);
    }
    this.rove(this.focus[0], this.focus[1], false);
  }

  tell(el, r, c) {
    const sc = this.scene;
    const words = cellWords(sc, r + sc.top, c + sc.left, this.top[r * sc.cols + c]);
    if (el.words !== words) {
      el.words = words;
      el.setAttribute('aria-label', words);
    }
    el.classList.toggle('can', this.places.cells.has(`${r + sc.top},${c + sc.left}`) || !!this.painting);
  }

  // rove makes one cell the one that Tab leads to.
  rove(r, c, focus) {
    const sc = this.scene;
    if (!sc.rows || !sc.cols) return;
    r = Math.max(0, Math.min(sc.rows - 1, r));
    c = Math.max(0, Math.min(sc.cols - 1, c));
    const all = this.cells.querySelectorAll('[role=gridcell]');
    let el = all[0];
    if (this.cells.few) {
      const [or, oc] = this.focus;
      all[or * sc.cols + oc]?.setAttribute('tabindex', -1);
      el = all[r * sc.cols + c];
    } else {
      this.put(this.cells, sc.left + c, sc.top + r, 1, 1);
      el.setAttribute('aria-rowindex', r + sc.top + 1);
      el.setAttribute('aria-colindex', c + sc.left + 1);
      this.tell(el, r, c);
    }
    this.focus = [r, c];
    el.setAttribute('tabindex', 0);
    if (focus) el.focus();
  }

  get focused() { return [this.focus[0] + this.scene.top, this.focus[1] + this.scene.left]; }

  key(e) {
    if (e.ctrlKey || e.metaKey || e.altKey) return;
    const step = steps[e.key];
    const [r, c] = this.focus;
    if (step && (this.painting || !this.owns?.(e.key)) && !(e.shiftKey && this.shifted?.(e.key))) {
      this.rove(r + step[0], c + step[1], true);
    } else if (e.key === 'Home') {
      this.rove(r, 0, true);
    } else if (e.key === 'End') {
      this.rove(r, this.scene.cols - 1, true);
    } else if (e.key === 'Enter' || e.key === ' ') {
      this.enter?.(...this.focused);
    } else {
      return;
    }
    e.preventDefault();
    e.stopPropagation();
  }

  // click is one without a pointer, as screen readers make them.
  click(e) {
    if (e.detail !== 0 || e.pointerType) return;
    const all = [...this.cells.querySelectorAll('[role=gridcell]')];
    const i = all.indexOf(e.target);
    if (i < 0) return;
    if (this.cells.few) this.rove(Math.floor(i / this.scene.cols), i % this.scene.cols, false);
    this.enter?.(...this.focused);
  }

  // buttons are those at the edges and over the board.
  buttons() {
    const held = document.activeElement?.dataset?.move;
    for (const el of this.el.querySelectorAll('.held')) el.remove();
    if (this.painting) return;
    for (const e of this.places.edges) this.button(e, icon(e.h.gesture), 'held');
    for (const e of this.places.over) {
      const short = [...e.h.move].length <= 5 ? e.h.move : '';
      this.button(e, e.bare ? '' : short || '•', e.bare ? 'held' : 'held over', e.bare);
    }
    if (held !== undefined) [...this.el.querySelectorAll('.held')].find(b => b.dataset.move === held)?.focus();
  }

  button(e, face, cls, bare) {
    const words = e.h.label || e.h.move;
    const el = h('button', {class: cls, 'aria-label': words, title: words, 'data-move': e.h.move,
      onclick: ev => { ev.stopPropagation(); this.use(e.h); }}, bare ? '' : h('i', {}, face));
    this.put(el, e.x, e.y, e.w, e.h1);
    this.el.append(el);
  }

  // hinted rings what a handle is about.
  hinted(handle) {
    const svg = this.svg || this.over;
    svg?.querySelector('.hints')?.remove();
    for (const el of this.el.querySelectorAll('.held'))
      el.classList.toggle('hinted', !!handle && el.dataset.move === handle.move);
    if (!handle || !svg || handle.w * handle.h >= this.scene.rows * this.scene.cols) return;
    svg.append(
      s(
        'g',
        {class: 'hints'},
        s('rect', {
          x: handle.x * 100 + 3,
          y: handle.y * 100 + 3,
          width: handle.w * 100 - 6,
          height: handle.h * 100 - 6,
          rx: 14,
          class: 'hinted',
        }),
      ),
    );
  }

  // shows reports whether a cell looks as a symbol of the editor does.
  shows(r, c, ink) {
    const sc = this.scene, i = (r - sc.top) * sc.cols + c - sc.left, p = this.top[i], l = ink.look;
    if (!(i >= 0 && i < this.top.length)) return false;
    if (ink.kind && ink.kind !== 'floor') return sc.kinds[sc.ground[i]].kind === ink.kind;
    if (!l || !(l.colour || l.label || l.shape)) return !p;
    return !!p && p.look.label === (l.label || '') && p.look.colour === (l.colour || 0);
  }

  // inked paints a cell of the model and of a canvas with a symbol of a palette. It reports whether it is seen.
  inked(r, c, ink, palette) {
    const sc = this.scene, on = r >= sc.top && c >= sc.left && r < sc.top + sc.rows && c < sc.left + sc.cols;
    if (!on) {
      this.canvas?.outside(r, c);
      return !!this.canvas;
    }
    const i = (r - sc.top) * sc.cols + c - sc.left;
    const one = read({rows: 1, cols: 1, looks: [ink.look || {}], pieces: [[0, 0, c, r]]}).pieces[0];
    const {colour, label, own} = one.look;
    const kind = ink.kind || 'floor';
    if (sc.kinds[sc.ground[i]].kind !== kind && kind !== 'ghost') {
      let k = sc.kinds.findIndex(x => x.kind === kind);
      if (k < 0) k = sc.kinds.push({kind}) - 1;
      if (kind !== 'floor' || sc.kinds[sc.ground[i]].kind !== 'ghost') sc.ground[i] = k;
    }
    if (palette.some(p => p.look)) this.top[i] = kind === 'floor' && (colour || label || own) ? one : null;
    this.canvas?.touch(i);
    return !!this.canvas;
  }

  // swapped has the pieces of two cells change places on a canvas.
  swapped(r, c, r2, c2) {
    const sc = this.scene, [i, k] = [[r, c], [r2, c2]].map(([y, x]) => (y - sc.top) * sc.cols + x - sc.left);
    [this.top[i], this.top[k]] = [this.top[k], this.top[i]];
    this.canvas?.touch(i);
    this.canvas?.touch(k);
  }

  // nudge moves the pieces in a region while they are dragged.
  nudge(region, dx, dy) {
    if (!this.svg || still()) return;
    for (const [p, el] of this.elements) {
      const mx = p.x + p.w / 2, my = p.y + p.h / 2;
      const moves = region && mx >= region.x && my >= region.y && mx < region.x + region.w && my < region.y + region.h;
      draw.at(el, p.x + (moves ? dx : 0), p.y + (moves ? dy : 0));
    }
  }
}
