// The engine: JSON in, JSON out, by one of two ways. Nobody else knows which.
//
// engine.json beside the page says which one it is: {"engine": "http"} where a server answers POST v1/VERB, and
// {"engine": "worker"} where the page lies on a plain file host and a worker runs the same engine.

export class EngineError extends Error {
  constructor(problem) {
    super(problem.title || 'something went wrong');
    this.kind = problem.kind || 'internal';
    this.line = problem.line;
    this.column = problem.column;
  }
}

const cancelled = () => new EngineError({kind: 'cancelled', title: 'cancelled'});

// A busy server says in how many seconds it pays to ask again; who plays should not see that.
const tries = 3;
const pause = (seconds, signal) => new Promise(done => {
  const timer = setTimeout(done, 1000 * seconds);
  signal?.addEventListener('abort', () => { clearTimeout(timer); done(); }, {once: true});
});

class HTTP {
  kind = 'http';
  async call(verb, args, signal) {
    let answer;
    const body = JSON.stringify(args || {});
    for (let n = 1; ; n++) {
      try {
        answer = await fetch('v1/' + verb,
          {method: 'POST', body, signal, headers: {'Content-Type': 'application/json'}});
      } catch (e) {
        if (signal?.aborted) throw cancelled();
        throw new EngineError({kind: 'away', title: 'the server does not answer; is it still running?'});
      }
      if (answer.status !== 429 || n === tries) break;
      await pause(Math.min(5, Number(answer.headers.get('Retry-After')) || 1), signal);
    }
    let value;
    try {
      value = await answer.json();
    } catch (e) {
      if (signal?.aborted) throw cancelled();
      throw new EngineError({title: `the server answered ${answer.status} and no JSON`});
    }
    if (!answer.ok || value?.error) throw new EngineError(value.error || value);
    return value;
  }
}

// Go in a worker is one thread: whoever cancels a call ends the worker, and a new one starts. Calls that waited behind
// it are asked again.
class InWorker {
  kind = 'worker';
  waiting = new Map();
  last = 0;
  loaded = false;

  constructor(progress, start) {
    this.progress = progress;
    this.first = start; // the name of a file with what the verb families answers

    this.start();
  }

  start() {
    const worker = this.worker = new Worker('worker.js');
    worker.onmessage = e => {
      if (this.worker === worker) this.answer(e.data);
    };
    worker.onerror = e => {
      e.preventDefault();
      if (this.worker === worker) this.lose('the engine could not be started: ' + (e.message || 'no file'));
    };
  }

  // lose lets a worker go that answers no more, and tells all who wait. The next question starts another one.
  lose(title) {
    this.worker.terminate();
    this.worker = null;
    for (const w of this.waiting.values()) w.no(new EngineError({title}));
    this.waiting.clear();
  }

  answer(m) {
    if (m.gone) return this.lose(m.gone);
    if (m.ready) this.loaded = true;
    if (m.progress !== undefined || m.ready) this.progress?.(m.ready ? 1 : m.progress);
    const w = this.waiting.get(m.id);
    if (!w) return;
    this.waiting.delete(m.id);
    let result = m.result;
    if (typeof result === 'string') result = JSON.parse(result);
    const problem = m.error || result?.error;
    if (problem) w.no(new EngineError(problem));
    else w.yes(result);
  }

  // call asks the worker; what stands in a file already is read from there, so that the page is there at once.
  call(verb, args, signal) {
    if (signal?.aborted) return Promise.reject(cancelled());
    if (verb === 'families' && this.first && !this.loaded)
      return fetch(this.first)
        .then(r => r.json())
        .catch(() => this.ask(verb, args, signal));
    return this.ask(verb, args, signal);
  }

  ask(verb, args, signal) {
    const id = ++this.last;
    return new Promise((yes, no) => {
      if (!this.worker) this.start();
      this.waiting.set(id, {verb, args, yes, no});
      signal?.addEventListener('abort', () => this.cancel(id));
      this.worker.postMessage({id, verb, args: args || {}});
    });
  }

  cancel(id) {
    const w = this.waiting.get(id);
    if (!w) return;
    this.waiting.delete(id);
    w.no(cancelled());
    this.worker.terminate();
    this.start();
    for (const [i, {verb, args}] of this.waiting) this.worker.postMessage({id: i, verb, args: args || {}});
  }
}

// connect chooses the engine. progress hears how much of it is loaded, from 0 to 1.
export async function connect(progress) {
  let how = {};
  try {
    how = await (await fetch('engine.json')).json();
  } catch {
    how.engine = 'worker';
  }
  const kind = new URLSearchParams(location.search).get('engine') || how.engine;
  return kind === 'worker' ? new InWorker(progress, how.families) : new HTTP();
}
