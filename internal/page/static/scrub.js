// The scrubber: a story frame by frame, at any speed, entered anywhere. Numbers of frames may be larger than those
// that JavaScript counts exactly; they are BigInt.
import {h, icon, number} from './dom.js';

const chunk = 50;
const ticks = 1000; // of the slider where there are more frames than that

const words = text => text.split(/\s+/).filter(Boolean).length;
const letters = text => text.replace(/\s/g, '').length;

// count is how many moves a text has in which "(…)^n" stands for n times.
export function count(text, plain) {
  let n = 0n, depth = 0, from = 0;
  for (let i = 0; i < text.length; i++) {
    if (text[i] === '(' && depth++ === 0) {
      n += BigInt(plain(text.slice(from, i)));
      from = i + 1;
    } else if (text[i] === ')' && --depth === 0) {
      const times = /^\^(\d+)/.exec(text.slice(i + 1));
      if (!times) return 0n;
      n += BigInt(times[1]) * count(text.slice(from, i), plain);
      i += times[0].length;
      from = i + 1;
    }
  }
  return n + BigInt(plain(text.slice(from)));
}

export class Scrub {
  // app draws frames; ask(from, count) fetches them.
  constructor(el, {ask, show, total, structure, title, why}) {
    this.el = el;
    this.ask = ask;
    this.show = show;
    this.total = BigInt(total);
    this.last = this.total - 1n;
    this.at = 0n;
    this.cache = new Map();
    this.speed = 1;
    this.structure = structure || [];
    this.title = title;
    this.why = why;
    this.few = this.total <= 61n;
    this.build();
  }

  async frame(i) {
    const part = i / BigInt(chunk);
    if (!this.cache.has(part)) {
      if (this.cache.size > 60) this.cache.delete(this.cache.keys().next().value);
      this.cache.set(part, this.ask(String(part * BigInt(chunk)), chunk));
    }
    let frames;
    try {
      frames = await this.cache.get(part);
    } catch (e) {
      this.cache.delete(part);
      throw e;
    }
    // Of large boards a call gives fewer frames than were asked for.
    return frames[Number(i % BigInt(chunk))] ?? (await this.ask(String(i), 1))[0];
  }

  build() {
    const n = this.last;
    this.word = h('div', {class: 'word', role: 'group', 'aria-label': 'Steps'});
    this.range = h('input', {
      type: 'range',
      min: 0,
      max: n <= BigInt(ticks) ? String(n) : ticks,
      step: 1,
      value: 0,
      'aria-label': this.title,
      oninput: () => {
        this.pause();
        this.go(this.ofRange(), {fast: true});
      },
    });
    this.count = h('span', {class: 'count'});
    this.playing = h('button', {class: 'icon', 'aria-label': 'Play', onclick: () => this.toggle()}, icon('play'));
    const speeds = [0.5, 1, 2, 4, 8, 16].map(v => h('option', {value: v}, `${v}×`));
    speeds[1].selected = true;
    const speed = h('select', {'aria-label': 'Speed', onchange: e => { this.speed = Number(e.target.value); }}, speeds);
    const to = h('input', {inputmode: 'numeric', 'aria-label': 'Step to go to', placeholder: 'step', onchange: () => {
      const text = to.value.replace(/[\s,.\u202f]/g, '');
      if (!/^\d{1,4000}$/.test(text)) return;
      this.pause();
      this.go(BigInt(text) > this.last ? this.last : BigInt(text));
    }});
    const step = by =>
      h(
        'button',
        {class: 'small', 'aria-label': by < 0 ? 'Step back' : 'Step on', onclick: () => this.step(by)},
        icon(by < 0 ? 'left' : 'right'),
      );
    this.extra = h('span', {});
    this.el.replaceChildren(
      this.word,
      h('div', {class: 'track'}, this.playing, step(-1), step(1), this.range, this.count, speed),
    );
    if (!this.few || !this.why)
      this.el.append(h('div', {class: 'goto'}, this.few ? null : h('label', {}, 'go to ', to), this.extra));
    this.el.hidden = false;
    this.chips().catch(() => {}); // whoever goes to a step hears what is wrong
  }

  // chips are the moves, where they are few, or the structure of the whole.
  async chips() {
    if (this.few) {
      const frames = [];
      for (let i = 0n; i < this.total; i++) frames.push(await this.frame(i));
      this.word.replaceChildren(
        ...frames.map((f, i) =>
          h(
            'button',
            {
              'data-at': i,
              onclick: () => {
                this.pause();
                this.go(BigInt(i));
              },
            },
            this.why || (!f.move && i) ? String(i + 1) : f.move || 'start',
          ),
        ),
      );
      this.mark();
      return;
    }
    // Moves are words or single letters: the way of counting that gives the number of frames is right.
    const counted = [words, letters].map(c =>
      this.structure.map(b => ({...b, n: BigInt(b.times) * count(b.moves, c)})),
    );
    const sum = list => list.reduce((a, b) => a + b.n, 0n);
    const whole = counted.some(list => sum(list) === this.last);
    const blocks = counted.find(list => sum(list) === this.last) || counted[0];
    let at = 0n;
    const list = [h('button', {'data-at': 0, onclick: () => { this.pause(); this.go(0n); }}, 'start')];
    for (const b of blocks.slice(0, 40)) {
      const from = at, moves = b.moves.length > 42 ? b.moves.slice(0, 40) + ' …' : b.moves;
      at += b.n;
      list.push(
        whole
          ? h(
              'button',
              {
                'data-at': from + 1n,
                'data-to': at,
                title: `steps ${number(from + 1n)} to ${number(at)}`,
                onclick: () => {
                  this.pause();
                  this.go(from + 1n);
                },
              },
              moves,
              b.times === '1' ? null : h('b', {}, `×${number(b.times)}`),
            )
          : h('span', {class: 'dots'}, b.times === '1' ? moves : `(${moves}) ×${number(b.times)}`),
      );
    }
    if (blocks.length > 40) list.push(h('span', {class: 'dots'}, `… ${blocks.length - 40} more parts`));
    this.word.replaceChildren(...list);
    this.mark();
  }

  ofRange() {
    const v = BigInt(this.range.value);
    return this.last <= BigInt(ticks) ? v : this.last * v / BigInt(ticks);
  }

  mark() {
    const v = this.last <= BigInt(ticks) ? this.at : this.last === 0n ? 0n : this.at * BigInt(ticks) / this.last;
    this.range.value = String(v);
    this.range.style.setProperty('--at', `${this.last === 0n ? 100 : Number(this.at * 10000n / this.last) / 100}%`);
    this.range.setAttribute('aria-valuetext', `${this.at} of ${this.last}`);
    const from = this.why ? 1n : 0n;
    this.count.textContent = `${number(this.at + from)} of ${number(this.last + from)}`;
    this.count.title = `${this.at + from} of ${this.last + from}`;
    for (const b of this.word.querySelectorAll('button')) {
      const from = BigInt(b.dataset.at), to = b.dataset.to === undefined ? from : BigInt(b.dataset.to);
      const here = this.at >= from && this.at <= to;
      if (here === b.hasAttribute('aria-current')) continue;
      if (here) {
        b.setAttribute('aria-current', 'step');
        this.word.scrollTop = b.offsetTop - this.word.offsetTop - 30;
      } else {
        b.removeAttribute('aria-current');
      }
    }
  }

  // go shows a frame. Only the last one asked for is shown.
  async go(i, {ms = 160, fast} = {}) {
    if (i < 0n || i > this.last || this.gone) return false;
    const near = i === this.at + 1n || i === this.at - 1n;
    const before = this.at;
    this.at = i;
    this.mark();
    const mine = this.asked = {};
    let f;
    try {
      f = await this.frame(i);
    } catch (e) {
      this.pause();
      if (e.kind !== 'cancelled') this.show(null, i, {error: e});
      return false;
    }
    if (mine !== this.asked || this.gone || !f) return false;
    this.show(f, i, {ms: near ? ms : 160, near: near || fast, back: i < before});
    return true;
  }

  step(by) {
    this.pause();
    return this.go(this.at + BigInt(by));
  }

  toggle() { this.timer ? this.pause() : this.play(); }

  async play() {
    if (this.at >= this.last) await this.go(0n);
    this.playing.replaceChildren(icon('pause'));
    this.playing.setAttribute('aria-label', 'Pause');
    const run = async () => {
      const wait = 640 / this.speed;
      if (!await this.go(this.at + 1n, {ms: Math.min(160, wait * 0.7)}) || this.at >= this.last) return this.pause();
      if (this.timer) this.timer = setTimeout(run, wait);
    };
    this.timer = setTimeout(run, 260);
  }

  pause() {
    clearTimeout(this.timer);
    this.timer = 0;
    this.playing.replaceChildren(icon('play'));
    this.playing.setAttribute('aria-label', 'Play');
  }

  close() {
    this.pause();
    this.gone = true;
    this.el.hidden = true;
    this.el.replaceChildren();
  }
}
