// Moves that are typed.
import {h, dialog, say} from './dom.js';
import {sentence} from './answer.js';

// typed asks for moves in the family's own words; they may repeat very often.
export function typed(app) {
  const wrong = h('p', {class: 'wrong', role: 'alert'});
  const text = h('input', {'aria-label': 'Moves', spellcheck: 'false', autocomplete: 'off'});
  const d = dialog(
    'Type moves',
    h(
      'form',
      {
        method: 'dialog',
        onsubmit: async e => {
          e.preventDefault();
          wrong.textContent = '';
          try {
            const view = await app.call('apply', {document: app.view.document, moves: text.value});
            d.close();
            app.push(view, {kind: 'move', n: NaN}); // how many they are nobody has counted
            say(view.done ? 'Done: the target stands.' : 'made');
          } catch (err) {
            wrong.textContent = sentence(err);
          }
        },
      },
      h('p', {class: 'soft'}, app.family()?.how?.apply || ''),
      text,
      wrong,
      h(
        'div',
        {class: 'ends'},
        h('button', {type: 'button', onclick: () => d.close()}, 'Cancel'),
        h('button', {class: 'primary'}, 'Make them'),
      ),
    ),
  );
  text.focus();
}
