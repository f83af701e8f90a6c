// The page: what stands on the board now, how it came there, and who does what.
import {h, $, dialog, number, painted, say, toast} from './dom.js';
import {connect, EngineError} from './engine.js';
import {Board} from './board.js';
import {Play} from './play.js';
import {Answer, capital, sentence, movesLeft} from './answer.js';
import {Editor} from './edit.js';
import {asClaim, Share} from './share.js';
import {Store} from './store.js';
import {fresh} from './new.js';
import {listen, overlay} from './keys.js';
import {ago, card, goal} from './cards.js';
import {typed} from './typed.js';
import {drops, largestText} from './drops.js';

const mostEntries = 1000, mostText = 60e6; // of the history: entries, and characters of the documents

class App {
  constructor() {
    this.history = [];
    this.at = -1;
    this.version = '';
    this.families = [];
    this.moving = Promise.resolve();
    this.store = new Store({trouble: t => toast(t), changed: () => this.recent()});
    this.board = new Board($('now'), {});
    this.play = new Play(this.board, this);
    this.answer = new Answer(this);
    this.editor = new Editor(this);
    this.share = new Share(this);
    this.theme(this.store.get('theme'));
  }

  get entry() { return this.history[this.at]; }
  get view() { return this.entry?.view; }
  get familyName() { return this.view?.family || this.families[0]?.name; }
  family(name = this.familyName) { return this.families.find(f => f.name === name); }
  can(what) { return !!this.family()?.can?.[what]; }
  why(what) { const w = this.family()?.why?.[what]; return w ? `: ${w}` : ''; }
  call(verb, args, signal) { return this.engine.call(verb, args, signal); }

  async start() {
    this.engine = await connect(part => this.loading(part));
    if (this.engine.kind === 'worker') keepFiles();
    else if (navigator.serviceWorker?.controller) dropFiles();
    const {version, families, gallery} = await this.call('families', {});
    Object.assign(this, {version, families, gallery: gallery || []});
    this.loading(1);
    this.tabs();
    const fragment = location.hash.slice(1);
    const last = this.store.last();
    if (fragment.startsWith('v1.') && await this.share.take(fragment)) return;
    if (last) {
      try {
        this.id = last.id;
        return await this.open(last.document, {own: last.own, name: last.name, id: last.id});
      } catch {
        this.id = null;
      }
    }
    if (this.gallery.length) await this.example(this.gallery[0]);
  }

  loading(part) {
    $('stage').toggleAttribute('aria-busy', part < 1);
    if (part < 1 && !this.view)
      $('status').textContent = `Loading the engine${part > 0 ? `, ${Math.round(part * 100)} %` : ''}…`;
    else if (!this.view) $('status').textContent = '';
  }

  // push makes a view the board now; what was there before stays behind it.
  push(view, {kind, name, own, n = 1, id = null}, draw = {}) {
    const before = this.entry;
    this.history.length = this.at + 1;
    const load = kind === 'load';
    this.history.push({view, kind, n, size: 0, id: load ? id : before?.id ?? null, own: load ? !!own : true,
      name: name ?? (load ? view.name || '' : before?.name || ''),
      moves: load || kind === 'edit' ? 0 : (before?.moves || 0) + n});
    this.trim();
    this.at = this.history.length - 1;
    this.changed(draw);
  }

  // trim lets go of the oldest entries of a very long history.
  trim() {
    let sum = 0, i = this.history.length;
    while (i > 0 && this.history.length - i < mostEntries) {
      const e = this.history[i - 1];
      e.size ||= JSON.stringify(e.view.document).length * 8 + 2000;
      if ((sum += e.size) > mostText && i < this.history.length) break;
      i--;
    }
    this.history.splice(0, i);
  }

  // changed shows the board now, and keeps it.
  changed(draw = {}) {
    if (this.shownFamily !== this.familyName) this.tabs();
    this.told = null;
    this.watching = false;
    this.answer.clear();
    if (location.hash && this.entry.own) history.replaceState(null, '', location.pathname + location.search);
    if (!draw.later) this.redraw(draw);
    clearTimeout(this.keeping);
    this.keeping = setTimeout(() => this.keep(), 250);
    if (!draw.later) this.current();
  }

  keep() {
    const e = this.entry;
    if (!e) return;
    clearTimeout(this.keeping);
    const id = this.store.put(e.id, {document: e.view.document, name: e.name, own: e.own, family: e.view.family});
    if (id !== e.id) for (const x of this.history) if (x !== e && x.id === e.id && x.id !== null) x.id = id;
    e.id = id;
    this.recent();
  }

  redraw(draw = {}) {
    const {view} = this;
    if (!view) return;
    this.watching = false;
    $('stage').classList.remove('story', 'empty');
    if (view.bare && !this.editor.on) this.handles(this.entry);
    const main = this.editor.sceneIndex;
    this.editor.show();
    const others = view.scenes.filter((_, i) => i !== main);
    const text = JSON.stringify(others) + main;
    if (text !== this.goals) { // they stay as they are while somebody plays
      this.goals = text;
      const goals = others.map((doc, i) => goal(doc, others.length === 1 && main === 0 && i === 0));
      for (const el of $('goals').children) el.canvas?.remove();
      $('goals').replaceChildren(...goals);
      $('goals').parentNode.style.setProperty(
        '--beside',
        goals.length === 1 && goals[0].ratio < 2.2 ? `${(goals[0].wide || 0) + 34}px` : '0px',
      );
    }
    this.board.show(view.scenes[main] || {rows: 0, cols: 0}, draw);
    this.play.take();
    this.play.buttons(this.editor.on || !this.can('apply'));
    $('about').replaceChildren(...(view.about || []).map(t => h('p', {}, t.replace(/([^.!?])$/, '$1.'))));
    const family = this.family()?.name || '';
    const title = this.entry.name || view.name || capital(family);
    const doc = view.document;
    $('title').replaceChildren(
      title,
      ...[doc.author && `by ${doc.author}`, doc.comment]
        .filter(t => typeof t === 'string' && t)
        .map(t => h('small', {}, t)),
    );
    document.title = `${title} – gridwright`;
    this.status();
  }

  // handles asks for those of a board that has been painted: the editor does without.
  async handles(entry) {
    try {
      const {document} = entry.view;
      entry.view = {...await this.call('draw', {document}), document};
      if (this.entry === entry && !this.watching) this.redraw({jump: true});
    } catch (e) {
      toast(sentence(e));
    }
  }

  // status tells how many moves have been made, and whether the target stands.
  status() {
    const el = $('status'), e = this.entry;
    if (!e) return;
    const done = this.view.done && !this.watching && !this.editor.on;
    el.classList.toggle('done', done);
    const moves = e.moves > 0 ? `${e.moves} ${e.moves === 1 ? 'move' : 'moves'}` : '';
    const parts = [];
    if (done) parts.push(moves ? `Done in ${moves}` : 'The target stands');
    else if (this.watching)
      parts.push(
        this.answer.result?.verdict === 'impossible' ? 'The argument, step by step' : 'Watching the solution',
      );
    else if (!this.editor.on) parts.push(moves || '');
    el.replaceChildren(parts.filter(Boolean).join(' · '));
    if (this.told && !this.watching) {
      if (parts[0]) el.append(' · ');
      el.append(h('span', {class: 'tell'}, this.told.text));
      if (this.told.action) el.append(' ', h('button', {class: 'quiet', onclick: this.told.run}, this.told.action));
    } else if (!done && !this.watching && !this.editor.on && this.can('hint') && this.can('apply')) {
      if (parts[0]) el.append(' · ');
      el.append(h('button', {class: 'quiet', onclick: () => this.distance()}, 'How far is it?'));
      el.append(' ', h('button', {class: 'quiet', onclick: () => typed(this)}, 'Type moves'));
    } else if (this.watching) {
      if (this.answer.sentence) el.append(h('span', {class: 'tell narrow'}, ` · ${this.answer.sentence}`));
      el.append(' · ', h('button', {class: 'quiet', onclick: () => this.leave()}, 'Back to the board'));
    }
    $('undo').disabled = this.at < 1;
    $('redo').disabled = this.at >= this.history.length - 1;
    $('reset').disabled = e.kind !== 'move';
    $('hint').setAttribute('aria-disabled', String(!this.can('hint')));
  }

  tell(text, more = {}) {
    this.told = {text, ...more};
    this.status();
    say(text);
  }

  // leave goes back from a story to the board.
  leave() {
    this.answer.scrub?.pause();
    if (!this.watching) return;
    this.redraw({jump: true});
  }

  // move makes the move of a handle. Moves are made one after the other, however fast they come.
  move(handle) {
    if (this.editor.on || this.view && !this.can('apply')) return this.moving;
    return this.after(async () => {
      // Who moves while a solution is shown goes on from the board that is shown.
      if (this.watching && this.answer.result?.verdict === 'solved') await this.answer.playFrom();
      else if (this.watching) this.leave();
      const entry = this.entry;
      const view = await this.call('apply', {document: entry.view.document, moves: handle.move});
      if (this.entry !== entry) return; // another board stands there by now
      if (JSON.stringify(view.document) === JSON.stringify(this.view.document)) {
        say(`${handle.label || handle.move}: nothing moves`);
        return;
      }
      this.push(view, {kind: 'move', n: view.opening === handle.move ? 0 : 1}, {handle});
      say(`${handle.label || handle.move}.${view.done ? ' Done: the target stands.' : ''}`);
    });
  }

  goTo(at, words) {
    if (at < 0 || at >= this.history.length) return;
    this.at = at;
    this.changed({});
    say(words);
  }

  // after does something once the moves have been made that are under way.
  after(run) {
    this.moving = this.moving.then(run).catch(e => toast(sentence(e)));
    return this.moving;
  }

  undo() { return this.after(() => this.goTo(this.at - 1, 'undone')); }
  redo() { return this.after(() => this.goTo(this.at + 1, 'done again')); }
  reset() { return this.after(() => this.restart()); }

  // restart goes back to the board before the first move; that can be undone too.
  restart() {
    let i = this.at;
    if (this.entry?.kind !== 'move') return;
    while (i > 0 && this.history[i].kind === 'move') i--;
    const e = this.history[i];
    this.push(e.view, {kind: 'edit', name: e.name}, {});
    say('back at the start');
  }

  async solve() {
    this.leave();
    if (this.editor.on) this.editor.toggle(false);
    await this.answer.solve();
  }

  // distance tells how far it is, without giving the move away.
  async distance() {
    const document = this.view.document;
    this.tell('Looking for a shortest way…');
    try {
      const hint = await this.call('hint', {document});
      if (this.view.document !== document) return;
      if (hint.done) this.tell('The target stands already.');
      else if (hint.impossible) this.tell('There is no way from here.', {action: 'Why not?', run: () => this.solve()});
      else this.tell(hint.left ? `${capital(movesLeft(hint.left))}.` : 'There is a way; nobody knows how short.');
    } catch (e) {
      if (this.view.document === document) this.tell(sentence(e));
    }
  }

  escape() {
    if (this.answer.working) {
      this.answer.stop();
      this.answer.clear();
    } else if (this.watching) {
      this.leave();
    } else if (this.editor.on) {
      this.editor.toggle(false);
    }
    toast('');
  }

  fresh() { fresh(this); }

  // open draws a document and makes it the board.
  async open(document, {own, name, id} = {}) {
    const view = await this.call('draw', {document});
    if (this.editor.on) this.editor.toggle(false);
    this.push(view, {kind: 'load', own, name: name ?? view.name, id}, {jump: true});
  }

  // example opens a board of the gallery. It is seen, and moves are taken, before the engine is loaded.
  example(e) {
    if (this.entry?.kind === 'load' && JSON.stringify(this.view.document) === JSON.stringify(e.document))
      return Promise.resolve(this.leave());
    if (!this.view && this.engine.loaded === false) {
      this.board.show(e.scene, {jump: true});
      this.play.take();
      this.play.buttons(false);
      this.answer.clear();
      $('stage').classList.remove('empty');
      $('title').textContent = e.name;
    }
    const opened = this.open(e.document, {own: false, name: e.name});
    this.moving = this.moving.then(() => opened, () => {});
    return opened;
  }

  // text opens a text of any format: a puzzle, several of them, or a claim about the board.
  async text(text, {format} = {}) {
    if (!text.trim()) throw new EngineError({title: 'there is no text'});
    if (text.length > largestText)
      throw new EngineError({
        title: `a text of ${Math.round(text.length / 1e6)} MB is more than the page takes (8 MB); ` +
          'the command has no such limit',
      });
    const link = text.trim().match(/#(v1\.[\w-]+)$/);
    if (link && !/\s/.test(text.trim())) return this.share.take(link[1]);
    const claim = asClaim(text);
    if (claim && !format) return this.answer.claimed(this.view.document, claim);
    const {instances, more} = await this.call('decode', format ? {text, format} : {text});
    if (!instances.length) throw new EngineError({title: 'there is no puzzle in this text'});
    for (const document of instances.slice(1).reverse())
      this.store.put(null, {document, name: document.name || '', own: true, family: document.family});
    await this.open(instances[0], {own: true});
    if (instances.length > 1)
      toast(`${instances.length} puzzles${more ? ' and more' : ''}: the others are under Yours.`);
  }

  async file(file) {
    if (!file) return;
    try {
      if (file.size > largestText)
        throw new EngineError({
          title: `${file.name} has ${Math.round(file.size / 1e6)} MB, more than the page takes (8 MB)`,
        });
      await this.text(await file.text());
    } catch (e) {
      toast(sentence(e));
    }
  }

  // tabs shows the families, and the gallery of the one on the board.
  tabs() {
    this.shownFamily = this.familyName;
    $('families').replaceChildren(
      ...this.families.map(f =>
        h(
          'button',
          {
            'aria-current': f.name === this.familyName ? 'page' : null,
            title: f.title,
            onclick: () => this.toFamily(f),
          },
          capital(f.name),
        ),
      ),
    );
    const list = this.gallery.filter(e => e.family === this.familyName);
    $('gallery-title').hidden = !list.length;
    $('gallery').replaceChildren(
      ...list.map(e =>
        card(
          e.name,
          e.note?.replace(/\d+/g, number),
          e.scene,
          () => this.example(e).catch(x => toast(sentence(x))),
          e.document,
        ),
      ),
    );
    this.recent();
  }

  toFamily(f) {
    const e = this.gallery.find(x => x.family === f.name);
    if (e) return this.example(e).catch(x => toast(sentence(x)));
    this.call('generate', {family: f.name, size: 16, seed: 1}).then(
      v => this.push(v, {kind: 'load'}, {jump: true}),
      x => toast(sentence(x)),
    );
  }

  // current marks the card of the board.
  current() {
    let first = null;
    for (let i = this.at; i >= 0 && !first; i--)
      if (this.history[i].kind === 'load') first = this.history[i].view.document;
    const text = JSON.stringify(first);
    for (const b of $('gallery').querySelectorAll('.card')) {
      if (JSON.stringify(b.doc) === text) b.setAttribute('aria-current', 'true');
      else b.removeAttribute('aria-current');
    }
  }

  // recent lists what this browser keeps.
  async recent() {
    const boards = this.store.list().slice(0, 12);
    $('yours').hidden = !boards.length;
    const cards = await Promise.all(boards.map(async b => {
      const key = b.id + b.stamp;
      this.drawn ||= new Map();
      if (!this.drawn.has(key)) this.drawn.set(key, this.small(b));
      if (this.drawn.size > 200) this.drawn.delete(this.drawn.keys().next().value);
      const scene = await this.drawn.get(key);
      if (b.id === this.entry?.id && this.mine?.of === key) return this.mine;
      const li = card(b.name || capital(b.family || 'board'), ago(b.time), scene, () => {
        this.store.take(b);
        this.open(b.document, {own: true, name: b.name, id: b.id}).catch(x => toast(sentence(x)));
      }, b.document);
      li.of = key;
      if (b.id === this.entry?.id) this.mine = li;
      if (b.id === this.entry?.id) li.firstChild.setAttribute('aria-current', 'true');
      return li;
    }));
    $('recent').replaceChildren(...cards);
    this.current();
  }

  // small is the scene of a board that is kept, for its picture; large ones have none.
  async small(board) {
    if (board.id === this.entry?.id) return this.view.scenes[0];
    if (JSON.stringify(board.document).length > 10000) return null;
    try {
      return (await this.call('draw', {document: board.document})).scenes[0];
    } catch {
      return null;
    }
  }

  theme(to) {
    if (to === 'light' || to === 'dark') document.documentElement.dataset.theme = to;
    else delete document.documentElement.dataset.theme;
    document.dispatchEvent(new Event('theme'));
  }

  dark() {
    const set = document.documentElement.dataset.theme;
    return set ? set === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches;
  }

  listen() {
    const on = (id, run) =>
      $(id).addEventListener('click', () => {
        if (this.view || id === 'theme' || id === 'help') run();
      });
    on('undo', () => this.undo());
    on('redo', () => this.redo());
    on('reset', () => this.reset());
    on('hint', () => this.answer.hint());
    on('solve', () => this.solve());
    on('new', () => this.fresh());
    on('edit', () => this.editor.toggle());
    on('share', () => this.share.open());
    on('help', () => overlay(this));
    on('theme', () => {
      const to = this.dark() ? 'light' : 'dark';
      this.store.set('theme', to);
      this.theme(to);
    });
    listen(this);
    addEventListener('pagehide', () => this.keeping && this.keep());
    addEventListener('hashchange', () => {
      if (location.hash.startsWith('#v1.')) this.share.take(location.hash.slice(1));
    });
    drops(this);
  }
}

// keepFiles has the browser keep a page that needs no server, for use without a network.
function keepFiles() {
  if (location.protocol === 'https:' || ['localhost', '127.0.0.1'].includes(location.hostname))
    navigator.serviceWorker?.register('sw.js').catch(() => {});
}

// dropFiles lets go of what such a page has left here: where a server answers, its files come from there.
async function dropFiles() {
  for (const r of await navigator.serviceWorker.getRegistrations()) r.unregister();
}

const app = new App();
app.listen();
painted().then(() => app.start()).catch(e => {
  toast(sentence(e));
  $('status').textContent = sentence(e);
});
if (new URLSearchParams(location.search).has('test')) globalThis.app = app;
