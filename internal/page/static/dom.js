// Small helpers. Text is always set as text, never parsed as HTML.

export const $ = id => document.getElementById(id);

// h makes an element: attributes, properties that begin with "on", and children that are nodes or texts.
export function h(tag, attrs, ...children) {
  const el = document.createElement(tag);
  for (const [k, v] of Object.entries(attrs || {})) {
    if (v === false || v === null || v === undefined) continue;
    if (k.startsWith('on')) el.addEventListener(k.slice(2), v);
    else if (k === 'class') el.className = v;
    else if (k === 'value') el.value = v;
    else el.setAttribute(k, v === true ? '' : v);
  }
  el.append(...children.flat(Infinity).filter(c => c !== null && c !== undefined && c !== false));
  return el;
}

// fill puts children, also lists of them, in place of what an element holds.
export function fill(el, ...children) {
  el.replaceChildren(...children.flat(Infinity).filter(c => c !== null && c !== undefined && c !== false));
}

const svgSpace = 'http://www.w3.org/2000/svg';

// s is h for SVG.
export function s(tag, attrs, ...children) {
  const el = document.createElementNS(svgSpace, tag);
  for (const [k, v] of Object.entries(attrs || {})) if (v !== null && v !== undefined) el.setAttribute(k, v);
  el.append(...children.flat());
  return el;
}

const icons = {
  tick: 'M3.5 8.6l3 3L12.6 4.8', cross: 'M4 4l8 8M12 4l-8 8',
  left: 'M10 3L5 8l5 5', right: 'M6 3l5 5-5 5', up: 'M3 10l5-5 5 5', down: 'M3 6l5 5 5-5',
  play: 'M5 3.2v9.6l7.6-4.8z', pause: 'M5 3.5v9M11 3.5v9',
};

// icon is a line drawing that stands for a word; whoever uses it names the button.
export function icon(name) {
  return s('svg', {viewBox: '0 0 16 16', 'aria-hidden': 'true'}, s('path', {d: icons[name],
    fill: name === 'play' ? 'currentColor' : 'none', stroke: 'currentColor', 'stroke-width': 2,
    'stroke-linecap': 'round', 'stroke-linejoin': 'round'}));
}

let spoken = 0;

// say tells somebody who listens what has happened.
export function say(text) {
  const live = $('live');
  clearTimeout(spoken);
  live.textContent = '';
  spoken = setTimeout(() => { live.textContent = text; }, 30);
}

let fading = 0;

// toast shows a sentence for a while, with one thing that can be done about it.
export function toast(text, action, run) {
  const t = $('toast');
  clearTimeout(fading);
  t.replaceChildren();
  if (!text) return;
  t.append(h('span', {}, text));
  if (action) t.append(h('button', {onclick: () => { t.replaceChildren(); run(); }}, action));
  fading = setTimeout(() => t.replaceChildren(), 7000);
}

export const still = () => matchMedia('(prefers-reduced-motion: reduce)').matches;

// number writes digits in groups: 12 345 678.
export function number(text) {
  const t = String(text);
  if (!/^\d{5,}$/.test(t)) return t;
  if (t.length > 24) return `${t[0]}.${t.slice(1, 4)} × 10^${t.length - 1}`;
  return t.replace(/\B(?=(\d{3})+$)/g, '\u202f');
}

export const plural = (n, one, many) => `${number(n)} ${String(n) === '1' ? one : many || one + 's'}`;

// save hands a file to the person.
export function save(name, data, mime) {
  const url = URL.createObjectURL(data instanceof Blob ? data : new Blob([data], {type: mime}));
  const a = h('a', {href: url, download: name});
  document.body.append(a);
  a.click();
  a.remove();
  setTimeout(() => URL.revokeObjectURL(url), 10000);
}

// dialog opens a window with a title and returns it; it is gone once it is closed.
export function dialog(title, ...children) {
  const id = 'dialog-title';
  const d = h('dialog', {'aria-labelledby': id}, h('div', {class: 'body-of'}, h('h2', {id}, title), ...children));
  d.addEventListener('close', () => d.remove());
  d.addEventListener('click', e => { if (e.target === d) d.close(); });
  document.body.append(d);
  d.showModal();
  return d;
}

// painted waits until a frame has been shown, as far as any is: what is in the background has none.
export const painted = () => new Promise(yes => {
  const late = setTimeout(yes, 100);
  requestAnimationFrame(() => setTimeout(() => {
    clearTimeout(late);
    yes();
  }));
});
