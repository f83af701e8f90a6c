// What moves where between two boards. Along a story ids stay; after a move that somebody makes they may not, and
// pieces are followed by how they look: along the lines in which the gesture moves them, and else to the nearest place.

const place = p => `${p.x},${p.y}`;

// follow returns tracks: {piece, x0, y0, x1, y1, from, to} with from and to between 0 (not there) and 1. handle is the
// one that was used, if any. byId says that ids can be trusted.
export function follow(before, after, handle, byId) {
  const old = before.pieces, now = after.pieces;
  const match = new Map(); // piece of after → piece of before
  const wraps = [];
  const ids = new Map(old.map(p => [p.id, p]));
  if (
    byId ||
    now.some(p => ids.has(p.id) && ids.get(p.id).look.key === p.look.key && place(ids.get(p.id)) !== place(p))
  ) {
    for (const p of now) if (ids.has(p.id)) match.set(p, ids.get(p.id));
  } else {
    byLook(old, now, handle, match, wraps);
  }
  const used = new Set(match.values());
  const wrapOf = new Map(wraps.map(w => [w.piece, w]));
  const tracks = [];
  for (const p of old) {
    if (used.has(p)) continue;
    tracks.push({piece: p, x0: p.x, y0: p.y, x1: p.x, y1: p.y, from: 1, to: 0});
  }
  const [ex, ey] = entry(handle);
  for (const p of now) {
    const o = match.get(p);
    const wrap = wrapOf.get(p);
    if (wrap) {
      // out at one side, in at the other
      tracks.push({piece: o, x0: o.x, y0: o.y, x1: o.x + wrap.dx, y1: o.y + wrap.dy, from: 1, to: 0});
      tracks.push({piece: p, x0: p.x - wrap.dx, y0: p.y - wrap.dy, x1: p.x, y1: p.y, from: 0, to: 1});
    } else if (o) {
      tracks.push({piece: p, x0: o.x, y0: o.y, x1: p.x, y1: p.y, from: 1, to: 1, turned: o.look.key !== p.look.key});
    } else if (
      ex !== null &&
      (handle.gesture === 'left' || handle.gesture === 'right' ? handle.y === p.y : handle.x === p.x)
    ) {
      tracks.push({piece: p, x0: ex, y0: ey, x1: p.x, y1: p.y, from: 1, to: 1});
    } else {
      tracks.push({piece: p, x0: p.x, y0: p.y, x1: p.x, y1: p.y, from: 0, to: 1});
    }
  }
  return tracks;
}

// entry is where a piece comes in that a drag from outside brings.
function entry(h) {
  if (!h || h.gesture === 'tap' || h.gesture === 'key' || h.w !== 1 || h.h !== 1) return [null, null];
  return [h.x, h.y];
}

function byLook(old, now, handle, match, wraps) {
  const free = new Set(old);
  const g = handle?.gesture;
  const along = g === 'left' || g === 'right' ? 'y' : g === 'up' || g === 'down' ? 'x' : '';
  if (along) {
    const across = along === 'y' ? 'x' : 'y';
    const lines = new Map();
    const put = (p, i) => {
      if (!lines.has(p[along])) lines.set(p[along], [[], []]);
      lines.get(p[along])[i].push(p);
    };
    old.forEach(p => put(p, 0));
    now.forEach(p => put(p, 1));
    for (const [a, b] of lines.values()) line(a, b, across, g === 'right' || g === 'down', match, wraps, free);
  }
  const rest = new Map();
  const at = new Map([...free].map(p => [place(p) + p.look.key, p]));
  for (const p of now) {
    if (match.has(p)) continue;
    const same = at.get(place(p) + p.look.key);
    if (same && free.has(same)) {
      match.set(p, same);
      free.delete(same);
    }
  }
  for (const p of free) {
    if (!rest.has(p.look.key)) rest.set(p.look.key, []);
    rest.get(p.look.key).push(p);
  }
  for (const p of now) {
    const list = match.has(p) ? null : rest.get(p.look.key);
    if (!list?.length) continue;
    let best = 0;
    if (list.length <= 200) {
      const far = q => Math.abs(q.x - p.x) + Math.abs(q.y - p.y);
      for (let i = 1; i < list.length; i++) if (far(list[i]) < far(list[best])) best = i;
    }
    match.set(p, list[best]);
    free.delete(list[best]);
    list.splice(best, 1);
  }
  // What changes its look where it stands.
  const left = new Map([...free].map(p => [place(p), p]));
  for (const p of now) {
    const o = match.has(p) ? null : left.get(place(p));
    if (o) match.set(p, o);
  }
}

// line follows a row or column whose pieces keep their order, or go round.
function line(a, b, across, forward, match, wraps, free) {
  if (a.length !== b.length || !a.length) return;
  const by = (p, q) => p[across] - q[across];
  a = a.toSorted(by);
  b = b.toSorted(by);
  const n = a.length;
  const fits = k => b.every((p, i) => p.look.key === a[(i + k + n) % n].look.key);
  const moved = a.some((p, i) => p[across] !== b[i][across]);
  // Where places stay and looks change the line has gone round: by as few as it takes, in the gesture's direction.
  let k = 0;
  if (!moved && !fits(0)) {
    const turns = Array.from({length: n - 1}, (_, i) => forward ? -(i + 1) : i + 1);
    k = turns.find(fits);
    if (k === undefined) return;
  } else if (!fits(0)) {
    return;
  }
  b.forEach((p, i) => {
    const o = a[(i + k + n) % n];
    match.set(p, o);
    free.delete(o);
    if (k !== 0 && (forward ? o[across] > p[across] : o[across] < p[across])) {
      const step = forward ? 1 : -1;
      wraps.push({piece: p, dx: across === 'x' ? step : 0, dy: across === 'y' ? step : 0});
    }
  });
}
