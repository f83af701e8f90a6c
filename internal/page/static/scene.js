// A scene as the engine writes it, made ready to be drawn and to be told.
import {colours} from './shapes.js';

const plain = {kind: 'floor'};

// read makes a model of a scene's JSON.
export function read(doc) {
  const [top, left, rows, cols] = doc.window || [0, 0, doc.rows, doc.cols];
  const looks = (doc.looks || []).map(l => {
    const colour = l.colour || 0;
    return {label: l.label || '', colour, shape: l.shape || colours[colour]?.shape || 'block', own: l.shape || '',
      key: `${l.label || ''}/${colour}/${l.shape || ''}`};
  });
  // A shape stands for a letter where both tell pieces apart alike.
  const labels = new Map();
  const alike = l => `${l.colour}/${l.shape}`;
  for (const l of looks) labels.set(alike(l), (labels.get(alike(l)) || new Set()).add(l.label));
  for (const l of looks)
    l.letter = l.colour !== 0 && l.shape !== 'block' && /^[A-Za-z]$/.test(l.label) && labels.get(alike(l)).size === 1;
  const kinds = [
    plain,
    ...(doc.cells || []).map(c => (c.kind === 'ghost' ? {kind: 'ghost', look: looks[c.look || 0]} : {kind: c.kind})),
  ];
  const ground = new Uint16Array(rows * cols);
  (doc.ground || []).forEach((runs, r) => {
    let at = r * cols;
    for (let i = 0; i < runs.length; i += 2) {
      if (runs[i]) ground.fill(runs[i], at, at + runs[i + 1]);
      at += runs[i + 1];
    }
  });
  const pieces = (doc.pieces || []).map(([id, look, x, y, w = 1, hh = 1]) => ({id, look: looks[look], x, y, w, h: hh}));
  return {
    doc,
    rows,
    cols,
    top,
    left,
    wholeRows: doc.rows,
    wholeCols: doc.cols,
    origin: doc.origin || [0, 0],
    kinds,
    ground,
    pieces,
    marks: doc.marks || [],
    handles: (doc.handles || []).map(h => ({...h, x: h.at[0], y: h.at[1], w: h.at[2], h: h.at[3]})),
    caption: doc.caption || '',
    alt: doc.alt || '',
    done: !!doc.done,
  };
}

export function cellAt(sc, row, col) {
  const r = row - sc.top, c = col - sc.left;
  return r < 0 || c < 0 || r >= sc.rows || c >= sc.cols ? plain : sc.kinds[sc.ground[r * sc.cols + c]];
}

// bounds is all that is drawn: the board shown, and what stands beside it. Far away things are left out.
export function bounds(sc, handles) {
  let x0 = sc.left - 0.08, y0 = sc.top - 0.08, x1 = sc.left + sc.cols + 0.08, y1 = sc.top + sc.rows + 0.08;
  const near = [x0 - 4, y0 - 4, x1 + 4, y1 + 4];
  const grow = (a, b, c, d) => {
    if (a < near[0] || b < near[1] || c > near[2] || d > near[3]) return;
    x0 = Math.min(x0, a); y0 = Math.min(y0, b); x1 = Math.max(x1, c); y1 = Math.max(y1, d);
  };
  for (const p of sc.pieces) grow(p.x, p.y, p.x + p.w, p.y + p.h);
  for (const m of sc.marks) for (const [x, y] of m.at) grow(x - 0.5, y - 0.5, x + 0.5, y + 0.5);
  if (handles) for (const h of sc.handles) if (beside(sc, h)) grow(h.x, h.y, h.x + h.w, h.y + h.h);
  return {x: x0, y: y0, w: x1 - x0, h: y1 - y0};
}

// inside reports whether a handle's region lies on the board.
export const inside = (sc, h) =>
  h.x >= sc.left && h.y >= sc.top && h.x + h.w <= sc.left + sc.cols && h.y + h.h <= sc.top + sc.rows;

// beside reports whether it lies at the edge of the board, or on a piece outside of it.
export function beside(sc, h) {
  if (inside(sc, h) || h.gesture === 'key') return false;
  if (h.gesture === 'tap' && sc.pieces.some(p => p.x === h.x && p.y === h.y)) return true;
  return (
    h.x >= sc.left - 1 && h.y >= sc.top - 1 && h.x + h.w <= sc.left + sc.cols + 1 && h.y + h.h <= sc.top + sc.rows + 1
  );
}

export function lookWords(l) {
  if (!l) return 'empty';
  const seen = l.colour
    ? `${colours[l.colour].name} ${l.shape}`
    : l.own && l.own !== 'block'
      ? l.own
      : l.label
        ? ''
        : 'block';
  return [l.label, seen].filter(Boolean).join(', ');
}

// tops finds the piece on top of each cell, row by row.
export function tops(sc) {
  const top = new Array(sc.rows * sc.cols).fill(null);
  for (const p of sc.pieces) {
    for (let r = Math.ceil(p.y - 0.5); r < p.y + p.h - 0.49; r++) {
      for (let c = Math.ceil(p.x - 0.5); c < p.x + p.w - 0.49; c++) {
        if (r >= sc.top && c >= sc.left && r < sc.top + sc.rows && c < sc.left + sc.cols)
          top[(r - sc.top) * sc.cols + c - sc.left] = p;
      }
    }
  }
  return top;
}

// cellWords tells what a cell shows.
export function cellWords(sc, row, col, piece) {
  const cell = cellAt(sc, row, col);
  const words = [];
  if (piece) words.push(lookWords(piece.look));
  if (cell.kind === 'ghost') words.push((piece ? 'wanted: ' : 'empty, wanted: ') + lookWords(cell.look));
  else if (cell.kind === 'any') words.push(piece ? 'does not matter' : 'anything');
  else if (cell.kind === 'pit') words.push('hole');
  else if (cell.kind === 'dead') words.push('no button');
  else if (cell.kind !== 'floor') words.push(cell.kind);
  for (const m of sc.marks) {
    if (
      ['ring', 'cross', 'badge'].includes(m.sign) &&
      m.at.some(([x, y]) => Math.floor(x) === col && Math.floor(y) === row)
    ) {
      words.push(m.sign === 'badge' ? 'marked ' + m.label : m.sign === 'ring' ? 'ringed' : 'crossed out');
    }
  }
  return `row ${row + 1 + sc.origin[0]}, column ${col + 1 + sc.origin[1]}: ` +
    `${words.filter(Boolean).join('; ') || 'empty'}`;
}

// boardWords tells the whole board: what the engine says of it, or its rows.
export function boardWords(sc) {
  const size = `${sc.caption || 'board'}, ${sc.wholeRows} rows and ${sc.wholeCols} columns`;
  if (sc.alt) return `${size}: ${sc.alt}`;
  if (sc.rows * sc.cols > 144) return `${size}, ${sc.pieces.length} pieces`;
  const top = tops(sc);
  const rows = [];
  for (let r = 0; r < sc.rows; r++) {
    rows.push(Array.from({length: sc.cols}, (_, c) => {
      const p = top[r * sc.cols + c];
      return p ? p.look.label || lookWords(p.look) : '–';
    }).join(' '));
  }
  return `${size}: ${rows.join(' / ')}`;
}
