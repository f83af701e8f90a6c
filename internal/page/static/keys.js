// Keys for everything, and the overlay that tells them.
import {h, dialog} from './dom.js';
import {typed} from './typed.js';

const typing = el => el && (el.matches('input:not([type=range]), textarea, select') || el.isContentEditable);

// listen hears keys: those of the board's handles first.
export function listen(app) {
  const keys = {
    z: () => app.undo(),
    y: () => app.redo(),
    r: () => app.reset(),
    h: () => app.answer.hint(),
    s: () => app.solve(),
    n: () => app.fresh(),
    e: () => app.editor.toggle(),
    d: () => app.distance(),
    m: () => app.can('apply') && !app.editor.on && typed(app),
    ',': () => app.answer.scrub?.step(-1),
    '.': () => app.answer.scrub?.step(1),
    p: () => app.answer.scrub?.toggle(),
    '?': () => overlay(app),
  };
  addEventListener('keydown', e => {
    if (document.querySelector('dialog[open]') || typing(e.target)) return;
    if ((e.ctrlKey || e.metaKey) && !e.altKey && e.key.toLowerCase() === 'z') {
      e.preventDefault();
      e.shiftKey ? app.redo() : app.undo();
      return;
    }
    if (e.ctrlKey || e.metaKey || e.altKey) return;
    if (e.key === 'Escape') {
      app.escape();
      return;
    }
    if (e.target.matches?.('input[type=range]') && e.key.startsWith('Arrow')) return;
    if (!app.editor.on && app.play.key(e.key)) {
      e.preventDefault();
      return;
    }
    const run = keys[e.key.toLowerCase()];
    if (!run || !app.view && e.key !== '?') return;
    e.preventDefault();
    run();
  });
}

// overlay lists the keys, those of the board as it stands too.
export function overlay(app) {
  const row = (keys, words) => h('tr', {}, h('td', {}, keys.map(k => h('kbd', {}, k))), h('td', {}, words));
  const names = {ArrowLeft: '←', ArrowRight: '→', ArrowUp: '↑', ArrowDown: '↓', ' ': 'Space'};
  const own = [...app.play.places?.keys || []].map(([k, x]) => row([names[k] || k], x.label || x.move));
  const arrows = app.play.places?.keys.has('ArrowLeft');
  const d = dialog(
    'Keys',
    h(
      'table',
      {},
      h(
        'tbody',
        {},
        own,
        row(['Tab'], 'to the board, and to its buttons'),
        arrows ? null : row(['←', '→', '↑', '↓'], 'from cell to cell, once the board has the focus'),
        row(['Shift', '←'], 'drag the line of the focused cell'),
        row(['Enter', 'Space'], 'press the focused cell or button'),
        row(['Z', 'Y', 'R'], 'undo, redo, reset'),
        row(['H'], 'hint: the next move of a shortest way'),
        row(['S'], 'solve, or why not'),
        row(['D'], 'how far from the end'),
        row(['M'], 'type moves'),
        row([',', '.', 'P'], 'a step back, a step on, play or pause'),
        row(['E', 'N'], 'edit, new board'),
        row(['Esc'], 'cancel, close, back to the board'),
        row(['?'], 'this'),
      ),
    ),
    h(
      'p',
      {class: 'soft'},
      'Drag, swipe or tap on the board itself. A puzzle or a claim may be dropped anywhere on the page, ' +
          'and any text pasted.',
    ),
    h(
      'p',
      {class: 'soft'},
      `gridwright ${app.version || ''} · works with the ` +
          (app.engine?.kind === 'http' ? 'server that it came from' : 'engine in this tab, offline too'),
    ),
    h('div', {class: 'ends'}, h('button', {class: 'primary', onclick: () => d.close()}, 'Close')),
  );
}
