// What is kept in this browser: every board that somebody has touched. A board has a key of its own, and who finds that
// another tab has written it since goes on under a new key: both stay.

const prefix = 'gridwright.board.';
const most = 60;
const fresh = () => Math.random().toString(36).slice(2, 10) + Date.now().toString(36);

export class Store {
  // trouble hears, once, that nothing can be kept; changed hears that another tab has written.
  constructor({trouble, changed}) {
    this.trouble = trouble;
    this.tab = fresh();
    this.seen = new Map(); // id → stamp that this tab has read or written
    addEventListener('storage', e => {
      if (e.key === null || e.key.startsWith(prefix)) changed();
    });
  }

  attempt(run, otherwise) {
    try {
      return run();
    } catch (e) {
      if (!this.told) {
        this.told = true;
        const full = e.name === 'QuotaExceededError';
        this.trouble(
          full
            ? 'The storage of this browser is full: boards are kept until this tab is closed. ' +
              'Share or download what you want to keep.'
            : 'This browser keeps nothing for this page: boards last until this tab is closed. ' +
              'Share or download what you want to keep.',
        );
      }
      return otherwise;
    }
  }

  read(id) {
    const text = localStorage.getItem(prefix + id);
    if (!text) return null;
    try {
      const board = JSON.parse(text);
      return board && typeof board.document === 'object' ? {...board, id} : null;
    } catch {
      return null;
    }
  }

  // put writes a board and returns its id, which is a new one where another tab has written the board in between.
  put(id, {document, name, own, family}) {
    return this.attempt(() => {
      const old = id && this.read(id);
      if (!id || (old && old.stamp !== this.seen.get(id))) id = fresh();
      const stamp = fresh();
      localStorage.setItem(prefix + id, JSON.stringify({document, name, own, family, stamp, time: Date.now()}));
      this.seen.set(id, stamp);
      sessionStorage.setItem('gridwright.now', id);
      return id;
    }, id || fresh());
  }

  // list holds the boards, the latest first. What nobody has changed, and the oldest of very many, are let go.
  list() {
    return this.attempt(() => {
      const ids = Object.keys(localStorage)
        .filter(k => k.startsWith(prefix))
        .map(k => k.slice(prefix.length));
      const boards = ids
        .map(id => this.read(id))
        .filter(Boolean)
        .sort((a, b) => b.time - a.time);
      const now = sessionStorage.getItem('gridwright.now');
      const gone = boards
        .filter(b => !b.own && b.id !== now && Date.now() - b.time > 864e5)
        .concat(boards.filter(b => b.own).slice(most));
      for (const b of gone) localStorage.removeItem(prefix + b.id);
      return boards.filter(b => b.own && !gone.includes(b));
    }, []);
  }

  // last is the board that this tab had, or the latest of all.
  last() {
    return this.attempt(() => {
      const id = sessionStorage.getItem('gridwright.now');
      const board = (id && this.read(id)) || this.list()[0] || null;
      if (board) this.seen.set(board.id, board.stamp);
      return board;
    }, null);
  }

  // take notes that a board is read here.
  take(board) {
    this.seen.set(board.id, board.stamp);
  }

  drop(id) {
    this.attempt(() => localStorage.removeItem(prefix + id));
  }

  get(key) {
    return this.attempt(() => localStorage.getItem('gridwright.' + key), null);
  }
  set(key, value) {
    this.attempt(() =>
      value === null
        ? localStorage.removeItem('gridwright.' + key)
        : localStorage.setItem('gridwright.' + key, value),
    );
  }
}
