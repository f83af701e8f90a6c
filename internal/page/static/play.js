// Playing: gestures and keys become handles, handles become moves. What they are is up to the scene.
import {h, icon, $} from './dom.js';
import {dragAt, tapAt} from './places.js';
import {Outer} from './outer.js';

const names = {ArrowLeft: '←', ArrowRight: '→', ArrowUp: '↑', ArrowDown: '↓'};
const gestures = {ArrowLeft: 'left', ArrowRight: 'right', ArrowUp: 'up', ArrowDown: 'down'};
const mostButtons = 48;

export class Play {
  constructor(board, app) {
    this.board = board;
    this.app = app;
    this.outer = new Outer(board);
    board.use = handle => app.move(handle);
    board.enter = (r, c) => {
      if (board.painting) return board.painting.cell(r, c);
      const handle = tapAt(this.scene, c + 0.5, r + 0.5);
      if (handle) app.move(handle);
    };
    board.owns = key => !!this.places?.keys.has(key);
    board.shifted = key => {
      const [r, c] = board.focused;
      const handle = dragAt(this.scene, gestures[key], c + 0.5, r + 0.5);
      if (handle) app.move(handle);
      return !!handle;
    };
    const el = board.el;
    el.addEventListener('pointerdown', e => this.down(e));
    el.addEventListener('pointermove', e => this.moved(e));
    el.addEventListener('pointerup', e => this.up(e));
    el.addEventListener('pointercancel', () => {
      this.stop();
      this.board.painting?.up();
    });
  }

  // take takes the handles of the board on show. They stay while a story is shown, whose boards have none.
  take() {
    this.scene = this.board.scene;
    this.places = this.board.places;
  }

  down(e) {
    if (e.button !== 0 || e.target.closest('.held, .outer')) return;
    const [x, y] = this.board.point(e);
    this.from = {x, y, px: e.clientX, py: e.clientY, id: e.pointerId};
    this.board.el.setPointerCapture(e.pointerId);
    if (this.board.painting) this.board.painting.down(x, y);
  }

  // direction is where a drag leads to so far, and how far in cells.
  direction(e) {
    const [x, y] = this.board.point(e);
    const dx = x - this.from.x, dy = y - this.from.y;
    const far = Math.max(Math.abs(dx), Math.abs(dy));
    const gesture = Math.abs(dx) > Math.abs(dy) ? (dx < 0 ? 'left' : 'right') : dy < 0 ? 'up' : 'down';
    const pixels = Math.max(Math.abs(e.clientX - this.from.px), Math.abs(e.clientY - this.from.py));
    return {gesture, far, pixels};
  }

  moved(e) {
    if (!this.from || e.pointerId !== this.from.id) return;
    if (this.board.painting) {
      for (const p of e.getCoalescedEvents?.() || [e]) this.board.painting.over(...this.board.point(p));
      this.board.painting.over(...this.board.point(e));
      return;
    }
    const {gesture, far} = this.direction(e);
    const handle = dragAt(this.scene, gesture, this.from.x, this.from.y);
    const whole = handle && handle.w * handle.h >= this.scene.rows * this.scene.cols;
    const by = Math.min(far, whole ? 0.12 : 0.9) * (gesture === 'left' || gesture === 'up' ? -1 : 1);
    const flat = gesture === 'left' || gesture === 'right';
    this.board.nudge(handle, flat ? by : 0, flat ? 0 : by);
  }

  up(e) {
    if (!this.from || e.pointerId !== this.from.id) return;
    const from = this.from;
    const {gesture, far, pixels} = this.direction(e);
    this.stop();
    if (this.board.painting) return this.board.painting.up();
    if (pixels > 22 || far > 0.4 && pixels > 8) {
      const handle = dragAt(this.scene, gesture, from.x, from.y);
      if (handle) this.app.move(handle);
    } else if (pixels < 9) {
      const handle = tapAt(this.scene, from.x, from.y);
      if (handle) this.app.move(handle);
      this.board.rove(Math.floor(from.y) - this.board.scene.top, Math.floor(from.x) - this.board.scene.left, false);
    }
  }

  stop() {
    this.from = null;
    if (this.board.painting) this.board.painting.stop?.();
    else this.board.nudge(null, 0, 0);
  }

  // key plays a key that a handle has for its own.
  key(key) {
    const keys = this.places?.keys;
    const handle = keys?.get(key) || keys?.get(key.toLowerCase());
    if (handle) this.app.move(handle);
    return !!handle;
  }

  // buttons shows the handles that have no place on the board.
  buttons(hidden) {
    const el = $('moves'), places = this.places;
    const held = document.activeElement?.dataset?.move;
    el.replaceChildren();
    if (hidden || !places) return;
    const make = (handle, ...face) => h('button', {'data-move': handle.move, 'aria-label': handle.label || handle.move,
      title: handle.label || handle.move, onclick: () => this.app.move(handle)}, face);
    if (places.pad)
      el.append(
        h(
          'div',
          {class: 'pad', role: 'group', 'aria-label': 'Moves'},
          places.pad.map(p => make(p, icon(p.gesture))),
        ),
      );
    const list = places.list.slice(0, mostButtons);
    el.append(...list.map(p => make(p, p.move, p.key ? h('kbd', {}, names[p.key] || p.key) : null)));
    if (places.list.length > list.length)
      el.append(h('span', {class: 'soft'}, `and ${places.list.length - list.length} more moves, which can be typed`));
    if (held !== undefined) [...el.querySelectorAll('button')].find(b => b.dataset.move === held)?.focus();
  }

  // hinted points out a handle wherever it is shown.
  hinted(move) {
    const handle = move === null ? null : this.scene?.handles.find(x => x.move === move);
    this.board.hinted(handle || null);
    for (const b of $('moves').querySelectorAll('button'))
      b.classList.toggle('hinted', !!handle && b.dataset.move === handle.move);
  }
}
