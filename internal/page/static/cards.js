// Small boards: cards of the gallery, and what is to be reached.
import {h} from './dom.js';
import {read} from './scene.js';
import {picture} from './draw.js';
import {painted} from './canvas.js';

export function ago(time) {
  const s = (Date.now() - time) / 1000;
  if (s < 90) return 'just now';
  if (s < 5400) return `${Math.round(s / 60)} minutes ago`;
  return s < 129600 ? `${Math.round(s / 3600)} hours ago` : `${Math.round(s / 86400)} days ago`;
}

// card is a board of a list, with its picture.
export function card(name, note, doc, run, document) {
  const b = h(
    'button',
    {class: 'card', onclick: run},
    h('span', {class: 'thumb'}, doc ? thumb(doc) : ''),
    h('span', {}, name, h('small', {}, note || '')),
  );
  b.doc = document;
  return h('li', {}, b);
}

function thumb(doc) {
  const sc = read(doc);
  if (sc.rows * sc.cols > 900) return '';
  const el = sc.rows * sc.cols > 400 ? painted(sc, true) : picture(sc, '');
  el.style.width = `${52 * Math.min(1, el.ratio)}px`;
  return el;
}

// goal is a board beside the one that is played.
export function goal(doc, target) {
  const sc = read(doc);
  const words = target ? 'to reach' : sc.caption;
  if (sc.rows * sc.cols > 40000)
    return h('figure', {}, h('figcaption', {}, `${words}: ${sc.rows} × ${sc.cols} cells`));
  const el = sc.rows * sc.cols > 400 ? painted(sc) : picture(sc);
  const side = Math.max(84, Math.min(168, 33 * Math.max(sc.rows, sc.cols)));
  el.style.width = `min(44cqw, ${Math.round(side * Math.min(1, el.ratio))}px)`;
  const figure = h('figure', {}, el, h('figcaption', {}, words));
  figure.canvas = el.canvas;
  figure.ratio = el.ratio;
  figure.wide = Math.round(side * Math.min(1, el.ratio));
  return figure;
}
