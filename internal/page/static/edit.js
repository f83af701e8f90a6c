// The editor: layers, palettes and choices are the engine's; strokes go to it and boards come back.
import {h, $, s, dialog, say, toast} from './dom.js';
import {picture, piece, at} from './draw.js';
import {read} from './scene.js';
import {sentence} from './answer.js';

export class Editor {
  constructor(app) {
    this.app = app;
    this.on = false;
    this.layer = '';
    this.symbol = new Map(); // layer → what is painted with
    this.queue = Promise.resolve();
    this.strokes = 0; // on their way
    this.drag = null; // the stroke that is being made
  }

  toggle(on = !this.on) {
    const {app} = this;
    if (on && !app.view?.layers?.length && !app.view?.choices?.length) {
      toast('This board cannot be edited cell by cell; paste a text instead.', 'Paste', () => this.paste());
      return;
    }
    this.on = on;
    this.drag = null;
    app.leave();
    app.answer.clear();
    $('edit').setAttribute('aria-pressed', String(on));
    app.redraw({jump: true});
    if (on) say('Editing. Arrow keys go from cell to cell, Enter paints.');
  }

  // scene is the scene of the layer that is edited.
  get now() {
    const layers = this.app.view.layers || [];
    return layers.find(l => l.name === this.layer) || layers[0] || null;
  }

  get sceneIndex() { return this.on && this.now ? this.now.scene || 0 : 0; }

  // show draws the panel and puts the brush into the board's hand.
  show() {
    const {app} = this, el = $('editor');
    el.hidden = !this.on;
    $('answer').hidden = this.on;
    app.board.painting = this.on && this.now ? this.brush() : null;
    if (!this.on) {
      this.shown = null;
      return el.replaceChildren();
    }
    const shown = JSON.stringify([app.view.layers, app.view.choices, app.view.resize, this.layer, [...this.symbol]]);
    if (shown === this.shown) return; // it stays as it is while somebody paints
    this.shown = shown;
    const held = document.activeElement?.closest('#editor') ? document.activeElement.dataset.key : null;
    const view = app.view, layer = this.now;
    const tabs =
      (view.layers || []).length > 1
        ? h(
            'div',
            {class: 'tabs', role: 'tablist', 'aria-label': 'Layers'},
            view.layers.map(l =>
              h(
                'button',
                {
                  role: 'tab',
                  'aria-selected': String(l === layer),
                  'data-key': `tab ${l.name}`,
                  onclick: () => {
                    this.layer = l.name;
                    app.redraw({jump: true});
                  },
                },
                l.title || l.name,
              ),
            ),
          )
        : null;
    el.replaceChildren(
      ...[h('h2', {}, 'Edit'), tabs, layer ? this.palette(layer) : null, this.settings(view), this.ways()].filter(
        Boolean,
      ),
    );
    if (held) [...el.querySelectorAll('[data-key]')].find(b => b.dataset.key === held)?.focus();
  }

  palette(layer) {
    if (layer.act === 'swap') return h('p', {class: 'soft'}, 'Two cells, one after the other, change places.');
    const picked = this.picked(layer);
    const swatch = (symbol, name, face) =>
      h(
        'button',
        {
          class: 'swatch',
          role: 'radio',
          'aria-checked': String(symbol === picked),
          'aria-label': name,
          title: name,
          'data-key': `ink ${symbol}`,
          onclick: () => {
            this.symbol.set(layer.name, symbol);
            this.show();
          },
        },
        face,
      );
    const list = layer.palette.map(p => swatch(p.symbol, p.name || p.symbol, this.face(p)));
    if (layer.act === 'toggle') list.unshift(swatch('', 'the next one of these', h('b', {}, '↻')));
    return h('div', {class: 'swatches', role: 'radiogroup', 'aria-label': 'Paint with'}, list);
  }

  picked(layer) {
    const now = this.symbol.get(layer.name);
    if (now !== undefined && ((now === '' && layer.act === 'toggle') || layer.palette.some(p => p.symbol === now)))
      return now;
    return layer.act === 'toggle'
      ? ''
      : ((layer.palette.find(p => p.look && (p.look.colour || p.look.label || p.look.shape)) || layer.palette[0])
          ?.symbol ?? '');
  }

  // face is a cell as a symbol looks.
  face(p) {
    const doc = {rows: 1, cols: 1};
    const seen = p.look && (p.look.colour || p.look.label || p.look.shape);
    if (p.kind && p.kind !== 'floor') {
      doc.cells = [{kind: p.kind, look: 0}];
      doc.ground = [[1, 1]];
      doc.looks = [p.look || {}];
    } else if (seen) {
      doc.looks = [p.look];
      doc.pieces = [[0, 0, 0, 0]];
    }
    return picture(read(doc), '');
  }

  settings(view) {
    const {app} = this;
    const list = [];
    if (view.resize) {
      const {rows, cols, least, most} = view.resize;
      const field = (value, words, run) =>
        h(
          'label',
          {},
          words,
          h('input', {
            type: 'number',
            min: least,
            max: most,
            value,
            'data-key': words,
            onchange: e => run(Number(e.target.value)),
          }),
        );
      const size = (r, c) => this.change('resize', {rows: r, cols: c}, `${r} rows, ${c} columns`);
      list.push(field(rows, 'Rows', v => size(v, cols)), field(cols, 'Columns', v => size(rows, v)));
    }
    for (const c of view.choices || []) {
      const choose = value => this.change('choose', {choice: c.name, value}, `${c.title}: ${value}`);
      const key = {'data-key': `choice ${c.name}`};
      if (c.free) {
        const id = `list-${c.name}`;
        list.push(
          h(
            'label',
            {},
            c.title,
            h('input', {...key, value: c.value, list: id, onchange: e => choose(e.target.value)}),
          ),
          h(
            'datalist',
            {id},
            (c.values || []).map(v => h('option', {value: v.value}, v.title)),
          ),
        );
      } else {
        list.push(
          h(
            'label',
            {},
            c.title,
            h(
              'select',
              {...key, onchange: e => choose(e.target.value)},
              (c.values || []).map(v =>
                h('option', {value: v.value, selected: v.value === c.value}, v.title || v.value),
              ),
            ),
          ),
        );
      }
    }
    return list.length ? h('div', {class: 'edit-row'}, list) : null;
  }

  ways() {
    const file = h('input', {type: 'file', hidden: true, onchange: () => this.app.file(file.files[0])});
    return h('div', {class: 'row'}, h('button', {class: 'small', onclick: () => this.paste()}, 'Paste text'),
      h('button', {class: 'small', onclick: () => file.click()}, 'Open file'), file,
      h('button', {class: 'small', onclick: () => this.rename()}, 'Name'),
      h('button', {class: 'small primary', 'data-key': 'done', onclick: () => this.toggle(false)}, 'Done'));
  }

  rename() {
    const {app} = this;
    const name = h('input', {value: app.entry.name || '', maxlength: 64, 'aria-label': 'Name'});
    const d = dialog('Name of the board', h('form', {method: 'dialog', onsubmit: e => {
      e.preventDefault();
      d.close();
      const document = {...app.view.document};
      if (name.value.trim()) document.name = name.value.trim();
      else delete document.name;
      app.call('draw', {document}).then(
        v => app.push(v, {kind: 'edit', name: name.value.trim()}),
        err => toast(sentence(err)),
      );
    }}, name, h('div', {class: 'ends'}, h('button', {class: 'primary'}, 'Keep'))));
  }

  // change asks for an edit; edits are made one after the other, each on the board before it.
  change(verb, args, words) {
    this.last = null;
    this.queue = this.queue.then(() => this.ask(verb, args, words));
    return this.queue;
  }

  async ask(verb, args, words) {
    const {app} = this;
    try {
      const {entry} = app;
      const view = await app.call(verb, {document: entry.view.document, ...args});
      if (app.entry !== entry) return; // another board stands there by now
      view.bare = !!args.bare;
      // What is painted meanwhile is on the board already. It is drawn again when the engine has seen all of it.
      const later = this.strokes > 1 || !!this.drag;
      this.late = later;
      app.push(view, {kind: 'edit'}, {ms: 0, later});
      if (words) say(words);
    } catch (e) {
      toast(sentence(e));
      app.redraw();
    }
  }

  // stroke sends painted cells to the engine. Those that come while one is out go together.
  stroke(cells, words) {
    const layer = this.now, symbol = layer.act === 'swap' ? '' : this.picked(layer);
    const last = this.last;
    if (last && symbol !== '' && last.layer === layer.name && last.symbol === symbol) {
      last.strokes.push(...cells);
      return this.queue;
    }
    const args = {layer: layer.name, strokes: cells, symbol, bare: this.app.board.big};
    this.last = args;
    this.strokes++;
    this.queue = this.queue.then(async () => {
      if (this.last === args) this.last = null;
      await this.ask('paint', args, words);
      this.strokes--;
    });
    return this.queue;
  }

  // brush is what the board does while it is painted.
  brush() {
    const {app} = this, editor = this, layer = this.now, board = app.board;
    const first = this.first;
    const can = (r, c) => {
      const sc = board.scene, m = layer.margin || 0;
      return r >= sc.top - m && c >= sc.left - m && r < sc.top + sc.rows + m && c < sc.left + sc.cols + m;
    };
    const words = (r, c) => `row ${r + 1}, column ${c + 1}`;
    const swap = (r, c) => {
      if (editor.first) {
        const [a, b] = editor.first;
        editor.first = null;
        ring(null);
        if (a !== r || b !== c) {
          board.swapped(a, b, r, c);
          editor.stroke(
            [
              [a, b],
              [r, c],
            ],
            `${words(a, b)} and ${words(r, c)} have changed places`,
          );
        }
      } else {
        editor.first = [r, c];
        ring([r, c]);
        say(`${words(r, c)} picked`);
      }
    };
    const ring = cell => board.hinted(cell && {x: cell[1], y: cell[0], w: 1, h: 1, move: ''});
    if (first && layer.act !== 'swap') this.first = null;
    // In a layer whose cells are toggled all of a stroke get what comes behind the first one's symbol.
    const ink = (r, c) => {
      const symbol = editor.picked(layer), list = layer.palette;
      if (symbol !== '' || layer.act !== 'toggle') return list.find(p => p.symbol === symbol);
      return list[(list.findIndex(p => board.shows(r, c, p)) + 1) % list.length];
    };
    const add = (r, c) => {
      const drag = editor.drag;
      if (!can(r, c) || drag.seen.has(`${r},${c}`)) return;
      drag.seen.add(`${r},${c}`);
      drag.cells.push([r, c]);
      drag.ink ||= ink(r, c);
      preview(board, layer, drag.ink, r, c);
    };
    return {
      margin: layer.margin || 0,
      cell(r, c) {
        if (layer.act === 'swap') return swap(r, c);
        preview(board, layer, ink(r, c), r, c);
        return editor.stroke([[r, c]], `${words(r, c)} painted`);
      },
      down(x, y) {
        const r = Math.floor(y), c = Math.floor(x);
        editor.drag = {cells: [], seen: new Set(), last: [r, c]};
        if (!can(r, c)) return;
        if (layer.act === 'swap') swap(r, c);
        else add(r, c);
      },
      over(x, y) {
        const drag = editor.drag;
        if (!drag || layer.act === 'swap') return;
        const r = Math.floor(y), c = Math.floor(x), [lr, lc] = drag.last;
        const n = Math.max(Math.abs(r - lr), Math.abs(c - lc));
        for (let i = 1; i <= n; i++) add(Math.round(lr + (r - lr) * i / n), Math.round(lc + (c - lc) * i / n));
        drag.last = [r, c];
      },
      up() {
        const cells = editor.drag?.cells;
        editor.drag = null;
        if (cells?.length) editor.stroke(cells);
        else if (editor.late && !editor.strokes) app.redraw();
      },
      stop() {},
    };
  }

  // paste reads any text.
  paste(text = '') {
    const {app} = this;
    const wrong = h('p', {class: 'wrong', role: 'alert'});
    const area = h('textarea', {
      rows: 12,
      spellcheck: 'false',
      'aria-label': 'Text of a puzzle',
      placeholder: 'A puzzle in any format, a document, or a link',
    });
    area.value = text;
    const all = app.families.flatMap(f => (f.formats || []).map(x => ({...x, family: f.title})));
    const format = h(
      'select',
      {},
      h('option', {value: ''}, 'guess the format'),
      all.map(f => h('option', {value: f.name}, f.name)),
    );
    const doc = h('p', {class: 'soft'});
    const sample = h(
      'button',
      {
        type: 'button',
        class: 'quiet',
        hidden: true,
        onclick: () => {
          area.value = all.find(f => f.name === format.value)?.sample || '';
        },
      },
      'Show a sample',
    );
    format.onchange = () => {
      const f = all.find(x => x.name === format.value);
      doc.textContent = f ? f.doc : '';
      sample.hidden = !f?.sample;
    };
    const d = dialog(
      'Paste a puzzle',
      h(
        'form',
        {
          method: 'dialog',
          onsubmit: async e => {
            e.preventDefault();
            wrong.textContent = '';
            try {
              await app.text(area.value, {format: format.value});
              d.close();
            } catch (err) {
              wrong.textContent = sentence(err);
              if (err.line) mark(area, err.line, err.column);
            }
          },
        },
        area,
        h('label', {}, 'Format', format),
        doc,
        sample,
        wrong,
        h(
          'div',
          {class: 'ends'},
          h('button', {type: 'button', onclick: () => d.close()}, 'Cancel'),
          h('button', {class: 'primary'}, 'Open'),
        ),
      ),
    );
    area.focus();
  }
}

// mark selects the place of an error.
function mark(area, line, column) {
  const lines = area.value.split('\n');
  const from = lines.slice(0, line - 1).reduce((n, l) => n + l.length + 1, 0) + Math.max(0, (column || 1) - 1);
  area.focus();
  area.setSelectionRange(from, Math.min(area.value.length, from + 1));
}

// preview shows a painted cell before the engine has answered.
function preview(board, layer, ink, r, c) {
  if (!ink || board.inked(r, c, ink, layer.palette)) return;
  const el = seen(ink)
    ? piece(read({rows: 1, cols: 1, looks: [ink.look], pieces: [[0, 0, 0, 0]]}).pieces[0].look)
    : s('rect', {x: 4, y: 4, width: 92, height: 92, rx: 12, class: 'stroke'});
  at(el, c, r);
  board.svg?.append(el);
}

const seen = p => p.look && (p.look.colour || p.look.label || p.look.shape) && (!p.kind || p.kind === 'floor');
