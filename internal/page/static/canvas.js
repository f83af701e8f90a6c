// Large boards, on a canvas: sprites are drawn once a look, and of two boards alike only the cells that differ.
import {h} from './dom.js';
import {shapes} from './shapes.js';
import {boardWords, bounds, tops} from './scene.js';

const ids = new Map(); // what cells look like, by numbers

export class Canvas {
  constructor(host) {
    this.el = h('canvas', {'aria-hidden': 'true'});
    host.prepend(this.el);
    this.g = this.el.getContext('2d');
    this.sprites = new Map();
    this.resized = new ResizeObserver(() => { if (this.scene && this.size()) { this.drawn = null; this.rest(); } });
    this.resized.observe(host);
    this.dark = matchMedia('(prefers-color-scheme: dark)');
    this.again = () => {
      if (!this.el.isConnected) return this.remove();
      this.sprites.clear();
      this.colours = new Map();
      this.drawn = null;
      if (this.scene) this.rest();
    };
    this.dark.addEventListener('change', this.again);
    document.addEventListener('theme', this.again);
    this.colours = new Map();
  }

  remove() {
    this.resized.disconnect();
    this.dark.removeEventListener('change', this.again);
    document.removeEventListener('theme', this.again);
    this.el.remove();
  }

  colour(name) {
    if (!this.colours.has(name))
      this.colours.set(name, getComputedStyle(document.documentElement).getPropertyValue(name).trim());
    return this.colours.get(name);
  }

  // board takes a board with the piece on top of each cell. What is drawn already stays where it is alike.
  board(sc, b, top, same) {
    this.scene = sc;
    this.b = b;
    this.top = top;
    if (this.size() || !same) this.drawn = null;
  }

  // size sets the canvas to whole points of the screen and reports whether that changed anything.
  size() {
    const r = this.el.parentNode.getBoundingClientRect(), k = Math.min(2, devicePixelRatio || 1);
    const w = Math.max(1, Math.round(r.width * k)), hh = Math.max(1, Math.round(r.height * k));
    const changed = this.el.width !== w || this.el.height !== hh;
    if (changed) {
      this.el.width = w;
      this.el.height = hh;
      this.sprites.clear();
    }
    this.cell = w / this.b.w;
    return changed;
  }

  x(col) { return Math.round((col - this.b.x) * this.cell); }
  y(row) { return Math.round((row - this.b.y) * this.cell); }

  // id numbers what cells look like, so that boards are compared by numbers.
  id(text) {
    if (!ids.has(text)) ids.set(text, ids.size);
    return ids.get(text);
  }

  kindID(cell) { return (cell.id ??= this.id(`${cell.kind}|${cell.look?.key ?? ''}`)); }
  lookID(look) { return (look.id ??= this.id(`+${look.key}`)); }

  key(i) {
    const p = this.top[i];
    return this.kindID(this.scene.kinds[this.scene.ground[i]]) * 65536 + (p ? this.lookID(p.look) + 1 : 0);
  }

  // base is the board without cells.
  base() {
    const sc = this.scene;
    this.g.clearRect(0, 0, this.el.width, this.el.height);
    this.g.fillStyle = this.colour('--floor');
    this.g.beginPath();
    const edge = Math.max(2, this.cell * 0.07);
    this.g.roundRect(this.x(sc.left) - edge, this.y(sc.top) - edge, this.cell * sc.cols + 2 * edge,
      this.cell * sc.rows + 2 * edge, this.cell * 0.18);
    this.g.fill();
  }

  // rest draws the board as it stands.
  rest() {
    const sc = this.scene, n = sc.rows * sc.cols;
    this.still = null;
    if (!this.drawn || this.drawn.length !== n) {
      this.base();
      this.drawn = new Float64Array(n).fill(-1);
    }
    for (let i = 0; i < n; i++) {
      const key = this.key(i);
      if (this.drawn[i] === key) continue;
      this.drawn[i] = key;
      this.one(i);
    }
  }

  one(i) {
    const sc = this.scene, r = Math.floor(i / sc.cols) + sc.top, c = i % sc.cols + sc.left;
    this.ground(i, r, c);
    if (this.top[i]) this.piece(this.top[i].look, c, r);
  }

  // touch shows a cell as the editor has painted it. The board that the engine sends is compared with it.
  touch(i) {
    if (!this.drawn) return;
    this.drawn[i] = this.key(i);
    this.one(i);
  }

  // outside shows a painted cell around the board.
  outside(r, c) {
    this.g.fillStyle = this.colour('--accent');
    this.g.globalAlpha = 0.35;
    this.g.fillRect(this.x(c), this.y(r), this.cell, this.cell);
    this.g.globalAlpha = 1;
    this.drawn = null;
  }

  // moving draws pieces on their way: over a picture of all that stays, in the part of the board through which they go.
  moving(tracks, t) {
    if (this.still?.of !== tracks) this.stays(tracks);
    const {x, y, w, h: hh, list, picture} = this.still;
    if (w < 1 || hh < 1) return;
    this.g.clearRect(x, y, w, hh);
    this.g.drawImage(picture, x, y, w, hh, x, y, w, hh);
    for (const k of list) {
      const seen = k.from + (k.to - k.from) * t;
      if (seen !== 1) this.g.globalAlpha = seen;
      this.piece(k.piece.look, k.x0 + (k.x1 - k.x0) * t, k.y0 + (k.y1 - k.y0) * t);
      if (seen !== 1) this.g.globalAlpha = 1;
    }
  }

  // stays draws what does not move, and finds where the others go.
  stays(tracks) {
    const sc = this.scene, g = this.g;
    const picture = document.createElement('canvas');
    picture.width = this.el.width;
    picture.height = this.el.height;
    this.g = picture.getContext('2d');
    this.base();
    for (let i = 0; i < sc.rows * sc.cols; i++)
      this.ground(i, Math.floor(i / sc.cols) + sc.top, (i % sc.cols) + sc.left);
    const list = [];
    let x0 = Infinity, y0 = Infinity, x1 = -Infinity, y1 = -Infinity;
    for (const k of tracks) {
      if (k.x0 === k.x1 && k.y0 === k.y1 && k.from === k.to) {
        this.piece(k.piece.look, k.x1, k.y1);
        continue;
      }
      list.push(k);
      x0 = Math.min(x0, k.x0, k.x1); y0 = Math.min(y0, k.y0, k.y1);
      x1 = Math.max(x1, k.x0, k.x1); y1 = Math.max(y1, k.y0, k.y1);
    }
    this.g = g;
    // All of the canvas is drawn once: the picture before this one may have been another.
    g.clearRect(0, 0, this.el.width, this.el.height);
    g.drawImage(picture, 0, 0);
    const x = Math.max(0, this.x(x0) - 2), y = Math.max(0, this.y(y0) - 2);
    const right = Math.min(this.el.width, this.x(x1 + 1) + 3), below = Math.min(this.el.height, this.y(y1 + 1) + 3);
    this.still = {of: tracks, picture, list, x, y, w: right - x, h: below - y};
  }

  // arrived draws the pieces where they have come to; nothing else has changed since they left.
  arrived(tracks) {
    if (this.still?.of !== tracks) return this.rest();
    this.moving(tracks, 1);
    this.still = null;
    const n = this.scene.rows * this.scene.cols;
    this.drawn = Float64Array.from({length: n}, (_, i) => this.key(i));
  }

  ground(i, r, c) {
    const cell = this.scene.kinds[this.scene.ground[i]];
    const x = this.x(c), y = this.y(r), w = this.x(c + 1) - x, hh = this.y(r + 1) - y, g = this.g;
    g.fillStyle = this.colour(cell.kind === 'hole' ? '--bg' : '--floor');
    g.fillRect(x, y, w, hh);
    if (cell.kind === 'hole') return;
    if (this.cell >= 9) {
      g.drawImage(this.sprite(cell.kind === 'ghost' ? `ghost ${cell.look.key}` : cell.kind, p => tile(p, cell)), x, y);
      return;
    }
    const gap = this.cell > 5 ? Math.max(1, this.cell * 0.035) : this.cell > 3 ? 0.5 : 0;
    g.fillStyle = this.colour(cell.kind === 'wall' ? '--s-wall' : '--s-floor');
    g.fillRect(x + gap, y + gap, w - 2 * gap, hh - 2 * gap);
    if (cell.kind === 'ghost') {
      g.globalAlpha = 0.55;
      g.fillStyle = this.colour(`--c${cell.look.colour}`);
      g.fillRect(x + w * 0.3, y + hh * 0.3, Math.max(1, w * 0.4), Math.max(1, hh * 0.4));
      g.globalAlpha = 1;
    } else if (cell.kind === 'pit') {
      g.fillStyle = this.colour('--s-wall');
      g.fillRect(x + w * 0.2, y + hh * 0.2, Math.max(1, w * 0.6), Math.max(1, hh * 0.6));
    } else if (cell.kind === 'dead' || cell.kind === 'any') {
      g.fillStyle = this.colour('--s-dim');
      g.globalAlpha = 0.6;
      g.fillRect(x + w * 0.4, y + hh * 0.4, Math.max(1, w * 0.2), Math.max(1, hh * 0.2));
      g.globalAlpha = 1;
    }
  }

  piece(look, col, row) {
    const x = this.x(col), y = this.y(row);
    if (this.cell >= 7) {
      this.g.drawImage(this.sprite(look.key, p => face(p, look)), x, y);
      return;
    }
    this.g.fillStyle = this.colour(`--c${look.colour}`);
    const gap = this.cell > 3 ? 0.5 : 0;
    this.g.fillRect(x + gap, y + gap, this.cell - 2 * gap, this.cell - 2 * gap);
  }

  // sprite is the picture of one cell, drawn in hundredths of it and kept.
  sprite(key, draw) {
    let el = this.sprites.get(key);
    if (el) return el;
    el = document.createElement('canvas');
    el.width = el.height = Math.ceil(this.cell);
    const g = el.getContext('2d');
    g.scale(el.width / 100, el.width / 100);
    draw({g, colour: name => this.colour(name), fine: this.cell >= 40});
    this.sprites.set(key, el);
    return el;
  }
}

// painted is picture for boards of many cells.
export function painted(sc, silent) {
  const b = bounds({...sc, marks: []}, false);
  const told = silent ? {'aria-hidden': 'true'} : {role: 'img', 'aria-label': boardWords(sc)};
  const el = h('div', {class: 'board still', ...told});
  el.style.aspectRatio = `${b.w} / ${b.h}`;
  el.ratio = b.w / b.h;
  el.canvas = new Canvas(el);
  el.canvas.board(sc, b, tops(sc), false);
  return el;
}

function box(g, x, y, side, r) {
  g.beginPath();
  g.roundRect(x, y, side, side, r);
}

function text(g, words, large, wide) {
  const size = Math.min(large, wide / (0.6 * [...words].length));
  g.font = `600 ${size}px system-ui, sans-serif`;
  g.textAlign = 'center';
  g.fillText(words, 50, 50 + 0.36 * size);
}

// sign tells a look without its colour: its label, or its shape.
function sign(g, l, scale) {
  const shape = shapes[l.shape];
  if (l.label && !(l.letter && shape)) return text(g, l.label, 50 * scale, 82 * scale);
  if (!shape) return;
  g.save();
  g.translate(50, 50);
  g.scale(scale, scale);
  g.fill(new Path2D(shape));
  g.restore();
}

// tile is a cell of the ground.
function tile({g, colour}, cell) {
  g.fillStyle = colour(cell.kind === 'wall' ? '--s-wall' : '--s-floor');
  if (cell.kind === 'wall') box(g, 0, 0, 100, 8);
  else box(g, 3.5, 3.5, 93, 12);
  g.fill();
  if (cell.kind === 'pit') {
    for (const [name, r] of [['--floor', 40], ['--s-wall', 33]]) {
      g.fillStyle = colour(name);
      g.beginPath();
      g.arc(50, 50, r, 0, 2 * Math.PI);
      g.fill();
    }
  }
  g.fillStyle = g.strokeStyle = colour('--s-dim');
  if (cell.kind === 'any') {
    g.globalAlpha = 0.75;
    text(g, '?', 42, 50);
  } else if (cell.kind === 'dead') {
    g.globalAlpha = 0.55;
    g.lineWidth = 8;
    g.lineCap = 'round';
    g.stroke(new Path2D('M34 34l32 32M66 34l-32 32'));
  } else if (cell.kind === 'ghost') {
    const l = cell.look;
    g.fillStyle = g.strokeStyle = colour(`--c${l.colour}`);
    box(g, 14, 14, 72, 12);
    g.globalAlpha = 0.1;
    g.fill();
    g.globalAlpha = 0.75;
    g.lineWidth = 6;
    g.stroke();
    g.globalAlpha = 0.8;
    g.fillStyle = colour(`--l${l.colour}`);
    sign(g, l, 0.8);
  }
}

// face is a piece.
function face({g, colour, fine}, l) {
  const round = l.colour === 0 && l.own === 'disc';
  const body = y => {
    if (!round) return box(g, 5.5, 5.5 + y, 89, 13);
    g.beginPath();
    g.arc(50, 50 + y, 44, 0, 7);
  };
  const shine = g.createLinearGradient(0, 5.5, 0, 94.5);
  for (const [at, ink] of [[0, '#ffffff38'], [0.5, '#ffffff14'], [0.52, '#ffffff00'], [1, '#00000012']])
    shine.addColorStop(at, ink);
  for (const [y, ink] of [[3, colour('--tile-shadow')], [0, colour(`--c${l.colour}`)], [0, shine]]) {
    body(y);
    g.fillStyle = ink;
    g.fill();
  }
  g.fillStyle = colour(`--o${l.colour}`);
  g.globalAlpha = 0.94;
  sign(g, l, 1);
  if (!l.letter || !fine) return;
  g.globalAlpha = 0.75;
  g.font = '600 16px system-ui, sans-serif';
  g.textAlign = 'center';
  g.fillText(l.label, 81, 87);
}
