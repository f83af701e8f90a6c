// The answer: solve, hint, why not, counts, and what has been checked.
import {h, $, fill, icon, say, number, save, toast} from './dom.js';
import {Scrub} from './scrub.js';
import {read, inside} from './scene.js';
import {picture} from './draw.js';

// mostTaken is the last step of a solution from which play goes on: all moves before it are asked for and made.
const mostTaken = 2000n;

export class Answer {
  constructor(app) {
    this.app = app;
    this.el = $('answer');
    this.result = null;
  }

  // clear forgets the answer; the panel tells what the puzzle is about.
  clear() {
    this.stop();
    this.scrub?.close();
    this.scrub = this.result = null;
    const f = this.app.family();
    if (!f) return;
    this.extras = h('dl', {hidden: true});
    fill(
      this.el,
      h('h2', {}, 'Answer'),
      h('div', {class: 'verdict'}, capital(f.title)),
      h('p', {}, firstSentences(f.doc, 420)),
      this.extras,
      this.asks(),
    );
  }

  // stop ends what is being worked out.
  stop() {
    this.working?.abort();
    this.working = null;
  }

  // work runs a question with a way to cancel it.
  async work(words, run) {
    this.stop();
    const mine = this.working = new AbortController();
    const wait = setTimeout(() => {
      if (this.working !== mine) return;
      fill(
        this.el,
        h('h2', {}, 'Answer'),
        h('div', {class: 'busy', role: 'status'}, h('i', {}), h('span', {}, words)),
        h(
          'div',
          {class: 'row'},
          h(
            'button',
            {
              onclick: () => {
                this.stop();
                this.clear();
                say('cancelled');
              },
            },
            'Cancel',
            h('kbd', {}, 'Esc'),
          ),
        ),
      );
    }, 180);
    try {
      return await run(mine.signal);
    } catch (e) {
      if (e.kind === 'cancelled' || this.working !== mine) return null;
      this.error(e);
      return null;
    } finally {
      clearTimeout(wait);
      if (this.working === mine) this.working = null;
    }
  }

  error(e) {
    this.scrub?.close();
    this.scrub = this.result = null;
    this.extras = h('dl', {hidden: true});
    const title =
      e.kind === 'limit'
        ? 'Not answered within the limits'
        : e.kind === 'unsupported'
          ? 'Not a question for this puzzle'
          : 'That did not work';
    fill(
      this.el,
      h('h2', {}, 'Answer'),
      h('div', {class: 'verdict no'}, title),
      h('p', {class: 'tell'}, sentence(e)),
      this.extras,
      this.asks(),
    );
    say(`${title}. ${sentence(e)}`);
  }

  async solve() {
    const {app} = this, document = app.view.document;
    this.scrub?.close();
    this.scrub = null;
    const result = await this.work('Solving, exactly…', signal => app.call('solve', {document}, signal));
    if (result) await this.show(result, document, {play: true});
  }

  // show shows an answer about a document, and its story on the board.
  async show(result, document, {play} = {}) {
    const {app} = this;
    this.scrub?.close();
    this.scrub = null;
    this.result = {...result, document};
    app.play.hinted(null);
    const no = result.verdict !== 'solved';
    const story = BigInt(result.steps || '0') > 0n || result.verdict === 'impossible';
    this.from = null;
    this.step = h('p', {class: 'tell'});
    this.list = h('ol', {hidden: true});
    this.extras = h('dl', {hidden: true});
    fill(
      this.el,
      h('h2', {}, 'Answer'),
      h('div', {class: no ? 'verdict no' : 'verdict'}, result.counted || result.headline),
      checked(result),
      result.unverified ? h('p', {}, `Beyond what was verified: ${result.unverified}.`) : '',
      this.step,
      this.list,
      this.lines(result),
      this.pictures(result),
      facts(result),
      this.extras,
      this.files(),
      this.asks(),
    );
    say(`${result.headline}. ${result.checked ? verified(result) + '.' : ''}`);
    if (story) await this.story(play);
    app.status();
  }

  // claimed checks a claim about a document and shows it.
  async claimed(document, claim) {
    const {app} = this;
    const verdict = await this.work('Checking…', signal => app.call('check', {document, claim}, signal));
    if (!verdict) return;
    if (!verdict.accepted) {
      this.scrub?.close();
      this.scrub = this.result = null;
      this.extras = h('dl', {hidden: true});
      fill(
        this.el,
        h('h2', {}, 'Claim'),
        h('div', {class: 'verdict no'}, 'The claim is not accepted'),
        h('p', {class: 'tell'}, verdict.text),
        this.extras,
        this.asks(),
      );
      say(`The claim is not accepted. ${verdict.text}`);
      return;
    }
    await this.show({...verdict.answer, counted: claim.count !== undefined ? verdict.text : ''}, document);
  }

  lines(result) {
    // The sentences of an argument are the steps of its story; here stand those that are not.
    const whole = t => result.verdict === 'impossible' ? t : t.replace(/([^.!?:])$/, '$1.');
    this.said = (result.lines || []).map(t => h('p', {}, whole(t)));
    return this.said;
  }

  pictures(result) {
    if (!result.pictures?.length) return '';
    return h('div', {class: 'shots'}, result.pictures.map(doc => {
      const sc = read(doc), el = picture(sc);
      el.style.width = `${Math.min(280, sc.cols * 34)}px`;
      return h('figure', {}, el, h('figcaption', {}, sc.caption));
    }));
  }

  async story(play) {
    const {app, result} = this, why = result.verdict === 'impossible';
    const args = {document: result.document, claim: result.claim};
    let first;
    try {
      first = await app.call('frames', {...args, from: '0', count: 50});
    } catch (e) {
      if (e.kind !== 'unsupported') toast(sentence(e));
      return;
    }
    if (this.result !== result || first.total === null || BigInt(first.total) === 0n) return;
    if (BigInt(first.total) === 1n && !first.frames[0]?.text && !first.frames[0]?.scene) return;
    this.scrub = new Scrub($('scrub'), {
      total: first.total,
      structure: result.structure,
      why,
      title: why ? 'Step of the argument' : 'Step of the solution',
      ask: async (from, count) =>
        from === '0' ? first.frames : (await app.call('frames', {...args, from, count})).frames,
      show: (f, i, how) => this.frame(f, i, how),
    });
    if (why) this.argument(first.frames, first.total);
    else if (app.can('apply')) {
      this.from = h('button', {class: 'small', onclick: () => this.playFrom()}, 'Play from here');
      this.scrub.extra.append(this.from);
      if (this.scrub.last > mostTaken)
        this.scrub.extra.append(' ', h('span', {}, `which is possible up to step ${number(mostTaken)}`));
    }
    if (why) await this.scrub.go(0n);
    else if (play) this.scrub.play();
    else this.scrub.mark();
  }

  // argument lists the sentences of a certificate, each a step on the board.
  argument(frames, total) {
    if (frames.some(f => f.text)) {
      const told = new Set(frames.map(f => f.text));
      for (const p of this.said) if (told.has(p.textContent)) p.remove();
    }
    this.list.hidden = false;
    this.list.setAttribute('aria-label', 'Why not');
    fill(
      this.list,
      ...frames.map((f, i) =>
        h(
          'li',
          {},
          h(
            'button',
            {
              'data-at': i,
              onclick: () => {
                this.scrub.pause();
                this.scrub.go(BigInt(i));
              },
            },
            f.text,
          ),
        ),
      ),
    );
    if (BigInt(total) > BigInt(frames.length))
      this.list.append(h('li', {class: 'soft'}, `and ${number(BigInt(total) - BigInt(frames.length))} more steps`));
  }

  frame(f, i, {ms, near, error}) {
    const {app, result} = this;
    if (error) return toast(sentence(error));
    const why = result.verdict === 'impossible';
    app.watching = i > 0n || why;
    $('stage').classList.toggle('story', app.watching && !!f.scene);
    if (f.scene) app.board.show(roomy(f.scene, app.view.scenes[0]), {ms, byId: true, jump: !near});
    else if (why) app.board.show(app.view.scenes[0], {ms, jump: true});
    for (const b of this.list.querySelectorAll('button')) {
      const here = b.dataset.at === String(i);
      if (here) b.setAttribute('aria-current', 'step');
      else b.removeAttribute('aria-current');
      if (here) this.list.scrollTop = b.offsetTop - this.list.offsetTop - 60;
    }
    if (this.from) this.from.disabled = i > mostTaken;
    const left = this.scrub.last - i;
    this.sentence = f.text || '';
    if (!why) {
      this.step.textContent =
        i === 0n
          ? 'The start.'
          : `Step ${number(i)} of ${number(this.scrub.last)}` +
            (this.sentence ? ': ' + this.sentence : f.move ? ': ' + f.move : '');
      if (!/[.!?]$/.test(this.step.textContent)) this.step.textContent += '.';
    }
    say(why ? f.text : `${this.step.textContent} ${left === 0n ? 'The end.' : ''}`);
    app.status();
  }

  // playFrom goes on playing where the scrubber stands.
  async playFrom() {
    const {app, scrub, result} = this, at = scrub.at;
    scrub.pause();
    if (at > mostTaken) {
      toast(`Play goes on up to step ${number(mostTaken)}; this is the board before the solution.`);
      return app.leave();
    }
    const moves = [];
    for (let i = 1n; i <= at; i++) moves.push((await scrub.frame(i)).move);
    app.watching = false;
    if (!moves.length) return app.redraw();
    // What a way says before the move of its first step has been done when it starts: it names the first block.
    const before = result.moves.slice(0, Math.max(0, result.moves.indexOf(moves[0]))).trim();
    if (before.replace(/[( ]/g, '')) moves.unshift(before);
    try {
      const view = await app.call('apply', {document: result.document, moves: moves.join(' ')});
      app.push(view, {kind: 'move', n: words(moves.join(' ')) - words(view.opening || '')}, {jump: true});
    } catch (e) {
      app.redraw();
      toast(sentence(e));
    }
  }

  async hint() {
    const {app} = this;
    if (!app.can('hint')) return toast(`No hints here${app.why('hint')}.`);
    const document = app.view.document;
    app.leave();
    const hint = await this.work('Looking for a shortest way…', signal => app.call('hint', {document}, signal));
    if (!this.result && !this.el.querySelector('.verdict')) this.clear();
    if (!hint || app.view.document !== document) return;
    if (hint.done) app.tell('The target stands already.');
    else if (hint.impossible)
      app.tell(hint.text || 'There is no way from here.', {action: 'Why not?', run: () => this.solve()});
    else {
      app.tell(`Hint: ${hint.text || hint.move}${hint.left ? ` – ${movesLeft(hint.left)}` : ''}`);
      this.hinted = hint.move;
      app.play.hinted(hint.move);
    }
    return hint;
  }

  // files are the instance and the claim, for a checker elsewhere.
  files() {
    const {app} = this, r = this.result;
    return h(
      'div',
      {class: 'row'},
      h('button', {onclick: () => app.share.pictures(r)}, 'Picture'),
      h(
        'button',
        {onclick: () => save('claim.json', pretty(r.claim), 'application/json'), title: 'The claim, for gridverify'},
        'Claim',
      ),
      h(
        'button',
        {
          onclick: () => save('puzzle.json', pretty(r.document), 'application/json'),
          title: 'The puzzle, for gridverify',
        },
        'Puzzle',
      ),
    );
  }

  // asks are further questions about the board.
  asks() {
    const {app} = this, row = h('div', {class: 'row'});
    if (app.can('count'))
      row.append(
        h(
          'button',
          {class: 'quiet', disabled: !app.view, onclick: e => this.count(e.currentTarget)},
          `Count ${app.family().countOf || 'them'}`,
        ),
      );
    if (app.can('analyze'))
      row.append(
        h(
          'button',
          {class: 'quiet', disabled: !app.view, onclick: e => this.analyze(e.currentTarget)},
          'More about this board',
        ),
      );
    return row;
  }

  async ask(button, verb, words) {
    const {app} = this, document = app.view.document;
    button.disabled = true;
    button.textContent = words;
    try {
      return await app.call(verb, {document});
    } catch (e) {
      button.replaceWith(h('p', {}, sentence(e)));
      return null;
    }
  }

  async count(button) {
    const answer = await this.ask(button, 'count', 'Counting…');
    if (!answer) return;
    button.remove();
    this.fact(capital(answer.of || 'count'), number(answer.count));
    say(answer.text);
  }

  async analyze(button) {
    const answer = await this.ask(button, 'analyze', 'Looking…');
    if (!answer) return;
    button.remove();
    // Lines are what a person reads; a fact without any is told by those of another.
    const lines = answer.facts.flatMap(f => f.lines.map(text => ({key: f.key.replaceAll('_', ' '), text})));
    for (const {key, text} of lines) {
      const [, label, rest] = text.match(/^([^:\n]+): ([^]*)$/) || [null, key, text];
      this.fact(capital(label), rest.trim().replace(/\n {2}/g, '\n'));
    }
    say(`${lines.length} facts about this board`);
  }

  fact(key, value) {
    this.extras.hidden = false;
    this.extras.append(h('dt', {}, key), dd(value));
  }
}

// roomy is a board of a story with room for the buttons that stand around the board that is played: nothing jumps when
// a story begins or ends.
function roomy(board, played) {
  const sc = played && read(played);
  if (!sc || sc.wholeRows !== board.rows || sc.wholeCols !== board.cols) return board;
  const around = sc.handles.flatMap((x, i) =>
    x.gesture === 'key' || (x.gesture === 'tap' && inside(sc, x)) ? [] : [played.handles[i]],
  );
  return {...board, handles: [...(board.handles || []), ...around]};
}

const words = text => text.split(/\s+/).filter(Boolean).length;
export const capital = t => t.charAt(0).toUpperCase() + t.slice(1);
const pretty = doc => JSON.stringify(doc, null, 1) + '\n';

export const movesLeft = left => `you are ${number(left)} ${left === '1' ? 'move' : 'moves'} from the end`;

export function sentence(e) {
  const where = e.line ? ` (line ${e.line}${e.column ? ', column ' + e.column : ''})` : '';
  const text = capital(e.message || String(e));
  return (where && !text.includes('line ') ? text + where : text).replace(/([^.!?])$/, '$1.');
}

function dd(value) {
  const text = String(value);
  return h(
    'dd',
    {class: text.length > 26 || text.includes('\n') ? 'long' : null, tabindex: text.length > 200 ? 0 : null},
    text,
  );
}

// facts are those that do not stand above them already.
function facts(r) {
  const list = (r.facts || []).filter(([, v]) => v !== r.verdict && v !== r.checked && v !== r.unverified);
  if (!list.length) return '';
  return h('dl', {}, list.map(([k, v]) => [h('dt', {}, k), dd(/^\d+$/.test(v) ? number(v) : v)]));
}

function checked(r) {
  if (r.verdict === 'unknown') return '';
  if (r.accepted === false) return h('div', {class: 'ok bad'}, icon('cross'), h('span', {}, r.text));
  return h(
    'div',
    {class: 'ok'},
    icon('tick'),
    h('span', {}, `${verified(r)}.`),
  );
}

// verified says what has been checked: all of the answer, where nothing stands that it says beyond that.
const verified = r => 'Checked by an independent program' + (r.unverified && r.checked ? `: ${r.checked}` : '');

function firstSentences(text, most) {
  if (text.length <= most) return text;
  const cut = text.slice(0, most), end = cut.lastIndexOf('. ');
  return end > 80 ? cut.slice(0, end + 1) : cut + '…';
}
