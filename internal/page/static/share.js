// Sharing: a link that holds everything, and files of all kinds.
import {h, dialog, save, say, toast} from './dom.js';
import {sentence} from './answer.js';

const blob = f => new Blob([Uint8Array.from(atob(f.data), c => c.charCodeAt(0))], {type: f.mime});

// points makes a PNG of an SVG.
async function points(svg) {
  const url = URL.createObjectURL(svg);
  try {
    const img = new Image();
    img.src = url;
    await img.decode();
    const k = Math.max(1, Math.min(2, 4000 / Math.max(img.width, img.height)));
    const canvas = h('canvas', {width: Math.round(img.width * k), height: Math.round(img.height * k)});
    canvas.getContext('2d').drawImage(img, 0, 0, canvas.width, canvas.height);
    return await new Promise(yes => canvas.toBlob(yes, 'image/png'));
  } finally {
    URL.revokeObjectURL(url);
  }
}

export class Share {
  constructor(app) { this.app = app; }

  // link makes the link to a board, with the answer where there is one.
  async link(document, claim) {
    const {fragment} = await this.app.call('share', claim ? {document, claim} : {document});
    return `${location.origin}${location.pathname}#${fragment}`;
  }

  async open() {
    const {app} = this, result = app.answer.result;
    const document = app.view.document;
    const fits = result && result.document === document;
    const wrong = h('p', {class: 'wrong', role: 'alert'});
    const link = h('div', {class: 'link', tabindex: 0, 'aria-label': 'Link'}, '…');
    const copy = h('button', {class: 'primary', disabled: true, onclick: async () => {
      try {
        await navigator.clipboard.writeText(url);
      } catch {
        getSelection().selectAllChildren(link);
        wrong.textContent = 'This browser does not let pages copy: the link is marked, copy it by hand.';
        return;
      }
      copy.textContent = 'Copied';
      say('copied');
    }}, 'Copy link');
    const withAnswer = h('input', {type: 'checkbox', onchange: () => make()});
    withAnswer.checked = fits;
    let url = '';
    const make = async () => {
      try {
        url = await this.link(document, fits && withAnswer.checked ? result.claim : null);
        link.textContent = url;
        copy.disabled = false;
      } catch (e) {
        link.textContent = '';
        wrong.textContent = sentence(e);
      }
    };
    const d = dialog(
      'Share',
      h('p', {class: 'soft'}, 'The whole board is in the link. Nothing is stored anywhere else.'),
      link,
      fits ? h('label', {class: 'row'}, h('span', {}, withAnswer, ' with the answer')) : null,
      wrong,
      this.kinds(document, fits ? result.claim : null, wrong),
      h('div', {class: 'ends'}, h('button', {onclick: () => d.close()}, 'Close'), copy),
    );
    await make();
  }

  pictures(result) {
    const wrong = h('p', {class: 'wrong', role: 'alert'});
    const d = dialog('Pictures and files', this.kinds(result.document, result.claim, wrong), wrong,
      h('div', {class: 'ends'}, h('button', {onclick: () => d.close()}, 'Close')));
  }

  // kinds are buttons for all kinds of files.
  kinds(document, claim, wrong) {
    const {app} = this;
    const dark = app.dark();
    const attempt = run => async () => {
      wrong.textContent = '';
      try {
        await run();
      } catch (e) {
        wrong.textContent = sentence(e);
      }
    };
    const picture = kind => h('button', {onclick: attempt(async () => {
      const args = {document, kind, theme: dark ? 'dark' : 'light'};
      if (claim) args.claim = claim;
      let f;
      try {
        f = await app.call('render', args);
      } catch (e) {
        // The engine of a browser draws no points; the browser itself does.
        if (kind !== 'png' || e.kind !== 'unsupported') throw e;
        f = await app.call('render', {...args, kind: 'svg'});
        return save(f.name.replace(/svg$/, 'png'), await points(blob(f)));
      }
      save(f.name, blob(f));
    })}, kind === 'txt' ? 'Text' : kind.toUpperCase());
    const text = format => h('button', {title: format.doc, onclick: attempt(async () => {
      const f = await app.call('encode', {document, format: format.name});
      save(`${format.name}.txt`, f.text, 'text/plain');
    })}, format.name);
    const json = h(
      'button',
      {onclick: () => save('puzzle.json', JSON.stringify(document, null, 1) + '\n', 'application/json')},
      'JSON',
    );
    return h(
      'div',
      {class: 'body-of'},
      h('div', {class: 'row', role: 'group', 'aria-label': 'Pictures'}, ['svg', 'png', 'gif', 'txt'].map(picture)),
      h('div', {class: 'row', role: 'group', 'aria-label': 'Files'}, json, (app.family()?.formats || []).map(text)),
    );
  }

  // take opens what a link holds.
  async take(fragment) {
    const {app} = this;
    try {
      const {document, claim} = await app.call('open', {fragment});
      await app.open(document, {own: false});
      if (claim) await app.answer.claimed(document, claim);
      return true;
    } catch (e) {
      toast(`This link cannot be opened: ${sentence(e)}`);
      return false;
    }
  }
}

// asClaim is the claim that a text holds, if it is one.
export function asClaim(text) {
  if (!text.trimStart().startsWith('{')) return null;
  try {
    const doc = JSON.parse(text);
    return doc && typeof doc === 'object' && 'verdict' in doc ? doc : null;
  } catch {
    return null;
  }
}
