// Where handles are shown: on cells, at the edges, over the board, or in a list below it.
import {inside, beside} from './scene.js';

const most = 96; // buttons at the edges; lines of larger boards are dragged

// place sorts the handles of a scene: {keys, cells, lines, edges, over, pad, list}.
export function place(sc) {
  const out = {keys: new Map(), cells: new Map(), drags: [], edges: [], over: [], list: [], pad: null};
  const whole = [];
  for (const h of sc.handles) {
    if (h.key) out.keys.set(h.key, h);
    if (h.gesture === 'key') {
      out.list.push(h);
    } else if (h.gesture === 'tap') {
      if (inside(sc, h)) tap(out, h);
      else if (beside(sc, h))
        out.over.push({h, x: h.x, y: h.y, w: h.w, h1: h.h, bare: sc.pieces.some(p => p.x === h.x && p.y === h.y)});
      else out.list.push(h);
    } else if (inside(sc, h)) {
      out.drags.push(h);
      if (h.w === sc.cols && h.h === sc.rows && (sc.rows > 1 && sc.cols > 1 || h.key)) whole.push(h);
      else edge(out, sc, h);
    } else if (beside(sc, h)) {
      out.edges.push({h, x: h.x, y: h.y, w: h.w, h1: h.h});
    } else {
      out.list.push(h);
    }
  }
  const order = ['left', 'up', 'down', 'right'];
  if (whole.length === 4 && order.every(g => whole.some(h => h.gesture === g)))
    out.pad = order.map(g => whole.find(h => h.gesture === g));
  else out.list.unshift(...whole);
  if (out.edges.length > most) out.edges = [];
  return out;
}

function tap(out, h) {
  if (h.w === 1 && h.h === 1 && Number.isInteger(h.x) && Number.isInteger(h.y) && !out.cells.has(`${h.y},${h.x}`))
    out.cells.set(`${h.y},${h.x}`, h);
  else out.over.push({h, x: h.x, y: h.y, w: h.w, h1: h.h});
}

// edge is a button at the end to which a line is dragged.
function edge(out, sc, h) {
  const thick = 0.58, gap = 0.14;
  if (h.gesture === 'left') out.edges.push({h, x: sc.left - thick - gap, y: h.y, w: thick, h1: h.h});
  if (h.gesture === 'right') out.edges.push({h, x: sc.left + sc.cols + gap, y: h.y, w: thick, h1: h.h});
  if (h.gesture === 'up') out.edges.push({h, x: h.x, y: sc.top - thick - gap, w: h.w, h1: thick});
  if (h.gesture === 'down') out.edges.push({h, x: h.x, y: sc.top + sc.rows + gap, w: h.w, h1: thick});
}

// grown is b with all that stands around the board.
export function grown(b, places) {
  let {x, y} = b, x1 = b.x + b.w, y1 = b.y + b.h;
  for (const e of [...places.edges, ...places.over]) {
    x = Math.min(x, e.x); y = Math.min(y, e.y); x1 = Math.max(x1, e.x + e.w); y1 = Math.max(y1, e.y + e.h1);
  }
  return {x, y, w: x1 - x, h: y1 - y};
}

const holds = (h, x, y) => x >= h.x && y >= h.y && x < h.x + h.w && y < h.y + h.h;

// dragAt finds the drag in a direction that begins at a place: the one of the smallest region.
export function dragAt(sc, gesture, x, y) {
  return sc.handles.filter(h => h.gesture === gesture && holds(h, x, y)).sort((a, b) => a.w * a.h - b.w * b.h)[0];
}

// tapAt finds the tap at a place.
export function tapAt(sc, x, y) {
  return sc.handles.filter(h => h.gesture === 'tap' && holds(h, x, y)).sort((a, b) => a.w * a.h - b.w * b.h)[0];
}
