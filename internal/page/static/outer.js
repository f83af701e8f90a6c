// The cells around a board into which it can grow, for keyboards: arrow keys lead out of the board and back.
import {h} from './dom.js';

const steps = {ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0]};

export class Outer {
  constructor(board) {
    this.board = board;
    board.el.addEventListener('keydown', e => this.leave(e), true);
  }

  get margin() { return this.board.painting?.margin || 0; }

  // leave goes out of the board where an arrow key leads over its edge.
  leave(e) {
    if (!this.margin || e.ctrlKey || e.metaKey || e.altKey || !e.target.closest('[role=gridcell]')) return;
    const step = steps[e.key], [r, c] = this.board.focus;
    if (!step || this.inside(r + step[0], c + step[1])) return;
    this.at(r + step[0], c + step[1]);
    e.preventDefault();
    e.stopPropagation();
  }

  inside(r, c) {
    const {rows, cols} = this.board.scene;
    return r >= 0 && c >= 0 && r < rows && c < cols;
  }

  // at goes to a cell outside of the board, as far out as the margin reaches.
  at(r, c) {
    const {board, margin} = this, sc = board.scene;
    r = Math.max(-margin, Math.min(sc.rows - 1 + margin, r));
    c = Math.max(-margin, Math.min(sc.cols - 1 + margin, c));
    this.cell = [r, c];
    const old = this.el;
    this.el = h('button', {class: 'outer', 'aria-label': this.words(r, c), onkeydown: e => this.key(e),
      onclick: e => e.detail === 0 && this.paint(), onblur: e => e.target.remove()});
    board.put(this.el, sc.left + c, sc.top + r, 1, 1);
    board.el.append(this.el);
    this.el.focus();
    old?.remove();
  }

  words(r, c) {
    const {rows, cols} = this.board.scene, where = [];
    if (r < 0) where.push(`${-r} above the first row`);
    else if (r >= rows) where.push(`${r - rows + 1} below the last row`);
    else where.push(`row ${r + 1}`);
    if (c < 0) where.push(`${-c} left of the first column`);
    else if (c >= cols) where.push(`${c - cols + 1} right of the last column`);
    else where.push(`column ${c + 1}`);
    return `outside of the board: ${where.join(', ')}`;
  }

  key(e) {
    const step = steps[e.key];
    if (!step || e.ctrlKey || e.metaKey || e.altKey) return; // Enter and space click a button
    const r = this.cell[0] + step[0], c = this.cell[1] + step[1];
    if (this.inside(r, c)) this.board.rove(r, c, true);
    else this.at(r, c);
    e.preventDefault();
    e.stopPropagation();
  }

  // paint paints the cell, and goes to where it then is on the board.
  async paint() {
    const {board} = this, [r, c] = this.cell, sc = board.scene;
    await board.painting?.cell(r + sc.top, c + sc.left);
    if (board.scene !== sc) board.rove(Math.max(0, r), Math.max(0, c), true);
  }
}
