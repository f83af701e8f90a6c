// Draws scenes as SVG, in hundredths of a cell. Colours are classes, so that a theme is a matter of style alone.
import {s, h} from './dom.js';
import {shapes} from './shapes.js';
import {bounds, boardWords} from './scene.js';

const S = 100;

const rounded = (x, y, w, hh, r) => {
  r = Math.min(r, w / 2, hh / 2);
  return `M${x + r} ${y}h${w - 2 * r}a${r} ${r} 0 0 1 ${r} ${r}v${hh - 2 * r}a${r} ${r} 0 0 1 ${-r} ${r}` +
    `h${2 * r - w}a${r} ${r} 0 0 1 ${-r} ${-r}v${2 * r - hh}a${r} ${r} 0 0 1 ${r} ${-r}z`;
};

function written(text, x, y, wide, large, cls) {
  const size = Math.min(large, wide / (0.6 * Math.max(1, [...text].length)));
  return s('text', {x, y: y + 0.36 * size, 'font-size': size.toFixed(1), class: cls}, text);
}

// sign tells a look without its colour: its label, or its shape.
function sign(l, x, y, wide, scale, cls) {
  if (l.label && !l.letter || !shapes[l.shape]) {
    return l.label ? written(l.label, x, y, 82 * wide * scale, 50 * scale, cls) : null;
  }
  return s('path', {d: shapes[l.shape], transform: `translate(${x} ${y}) scale(${scale})`, class: cls});
}

// piece is a piece at the origin.
export function piece(l, w = 1, hh = 1) {
  const side = Math.min(w, hh), gap = 5.5 * side, r = 13 * side;
  const g = s('g', {class: `piece k${l.colour}`});
  if (l.colour === 0 && l.own === 'disc') {
    const round = {cx: w * S / 2, cy: hh * S / 2, r: 44 * side};
    g.append(
      s('circle', {...round, cy: round.cy + 3, class: 'under'}),
      s('circle', {...round, class: 'body'}),
      s('circle', {...round, class: 'shine'}),
    );
  } else {
    const box = {x: gap, width: w * S - 2 * gap, height: hh * S - 2 * gap, rx: r};
    g.append(
      s('rect', {...box, y: gap + 3 * side, class: 'under'}),
      s('rect', {...box, y: gap, class: 'body'}),
      s('rect', {...box, y: gap, class: 'shine'}),
    );
  }
  const mark = sign(l, w * S / 2, hh * S / 2, w, side, 'sign');
  if (mark) g.append(mark);
  if (l.letter) g.append(s('text', {x: w * S - 19 * side, y: hh * S - 13 * side, class: 'letter'}, l.label));
  return g;
}

// ground draws the cells: those without a look in one path each, ghosts one by one.
export function ground(sc) {
  const g = s('g', {class: 'ground'});
  const paths = {floor: [], wall: [], hole: [], dead: [], rim: [], pit: []};
  const more = [];
  for (let r = 0; r < sc.rows; r++) {
    for (let c = 0; c < sc.cols; c++) {
      const cell = sc.kinds[sc.ground[r * sc.cols + c]];
      const x = (c + sc.left) * S, y = (r + sc.top) * S;
      if (cell.kind === 'hole') {
        paths.hole.push(`M${x - 1} ${y - 1}h102v102h-102z`);
        continue;
      }
      if (cell.kind === 'wall') {
        paths.wall.push(rounded(x, y, S, S, 8));
        continue;
      }
      paths.floor.push(rounded(x + 3.5, y + 3.5, S - 7, S - 7, 12));
      if (cell.kind === 'dead') paths.dead.push(`M${x + 34} ${y + 34}l32 32M${x + 66} ${y + 34}l-32 32`);
      else if (cell.kind === 'pit') {
        paths.rim.push(rounded(x + 10, y + 10, 80, 80, 40));
        paths.pit.push(rounded(x + 17, y + 17, 66, 66, 33));
      } else if (cell.kind === 'any') more.push(written('?', x + 50, y + 50, 50, 42, 'any'));
      else if (cell.kind === 'ghost') more.push(ghost(cell.look, x, y));
    }
  }
  g.append(
    s('path', {class: 'base', d: rounded(sc.left * S - 7, sc.top * S - 7, sc.cols * S + 14, sc.rows * S + 14, 18)}),
  );
  for (const [cls, d] of Object.entries(paths)) if (d.length) g.append(s('path', {class: cls, d: d.join('')}));
  g.append(...more);
  return g;
}

function ghost(l, x, y) {
  const g = s(
    'g',
    {class: `k${l.colour}`},
    s('rect', {x: x + 14, y: y + 14, width: 72, height: 72, rx: 12, class: 'ghost-body'}),
  );
  const mark = sign(l, x + 50, y + 50, 1, 0.8, 'ghost-sign');
  if (mark) g.append(mark);
  return g;
}

// mark is a mark where it stands.
function mark(m) {
  const g = s('g', {class: m.colour ? `k${m.colour} own` : ''});
  const at = m.at.map(([x, y]) => [x * S, y * S]);
  const line = (d, wide) =>
    g.append(
      s('path', {d, class: 'halo', 'stroke-width': wide + 7, opacity: 0.85}),
      s('path', {d, class: 'mark', 'stroke-width': wide}),
    );
  const through = list => list.map(([x, y], i) => `${i ? 'L' : 'M'}${x} ${y}`).join('');
  if (m.sign === 'ring') for (const [x, y] of at) line(rounded(x - 46, y - 46, 92, 92, 16), 7.5);
  else if (m.sign === 'cross')
    for (const [x, y] of at) line(`M${x - 26} ${y - 26}l52 52M${x + 26} ${y - 26}l-52 52`, 9);
  else if (m.sign === 'badge') for (const [x, y] of at) g.append(badge(x + 30, y - 30, m.label || ''));
  else if (m.sign === 'link') g.append(s('path', {d: through(at), class: 'link'}));
  else if (m.sign === 'arrow') arrow(g, at, line, through);
  else line(through(at) + (m.sign === 'cycle' ? 'Z' : ''), 8);
  if (m.label && m.sign !== 'badge') {
    const mid = i => at.reduce((sum, p) => sum + p[i], 0) / at.length;
    g.append(badge(mid(0), mid(1), m.label));
  }
  return g;
}

function arrow(g, at, line, through) {
  const [ax, ay] = at[at.length - 2], [bx, by] = at[at.length - 1];
  const n = Math.hypot(bx - ax, by - ay) || 1, dx = (bx - ax) / n, dy = (by - ay) / n;
  const fx = bx - 30 * dx, fy = by - 30 * dy;
  line(through([...at.slice(0, -1), [fx + 5 * dx, fy + 5 * dy]]), 8);
  g.append(
    s('path', {class: 'head', d: `M${bx} ${by}L${fx - 17 * dy} ${fy + 17 * dx}L${fx + 17 * dy} ${fy - 17 * dx}Z`}),
  );
}

function badge(x, y, label) {
  const w = 20 + 17 * Math.max(1, [...label].length);
  return s('g', {}, s('rect', {x: x - w / 2 - 3, y: y - 21, width: w + 6, height: 42, rx: 21, class: 'badge-ground'}),
    s('rect', {x: x - w / 2, y: y - 18, width: w, height: 36, rx: 18, class: 'badge'}),
    s('text', {x, y: y + 9.5, class: 'badge-text'}, label));
}

// marks are the links, which lie under the pieces, or all others, which lie on top; what is to be read is not covered.
export function marks(sc, links) {
  const g = s('g', {class: links ? 'links' : 'marks'});
  const drawn = sc.marks.filter(m => (m.sign === 'link') === links);
  g.append(...drawn.filter(m => m.sign !== 'badge').map(mark), ...drawn.filter(m => m.sign === 'badge').map(mark));
  return g;
}

export const viewBox = b => [b.x, b.y, b.w, b.h].map(v => (v * S).toFixed(1)).join(' ');

export function at(el, x, y, scale = 1, w = 1, hh = 1) {
  const k = scale === 1 ? '' : ` translate(${w * 50} ${hh * 50}) scale(${scale}) translate(${-w * 50} ${-hh * 50})`;
  el.setAttribute('transform', `translate(${x * S} ${y * S})${k}`);
}

// picture is a still board that nobody plays: a thumbnail, a target.
export function picture(sc, words) {
  const b = bounds(sc, false);
  const svg = s('svg', {
    viewBox: viewBox(b),
    ...(words === '' ? {'aria-hidden': 'true'} : {role: 'img', 'aria-label': words || boardWords(sc)}),
  });
  const pieces = s('g', {class: 'pieces'}, sc.pieces.map(p => {
    const el = piece(p.look, p.w, p.h);
    at(el, p.x, p.y);
    return el;
  }));
  svg.append(ground(sc), marks(sc, true), pieces, marks(sc, false));
  const el = h('div', {class: 'board still'}, svg);
  el.style.aspectRatio = `${b.w} / ${b.h}`;
  el.ratio = b.w / b.h;
  el.cells = b;
  return el;
}
