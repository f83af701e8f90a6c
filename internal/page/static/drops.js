// Files and texts that are dropped on the page, or pasted.
import {$, toast} from './dom.js';
import {sentence} from './answer.js';

export const largestText = 8e6; // characters of a file or a paste

// drops listens for both.
export function drops(app) {
  let over = 0;
  addEventListener('dragenter', e => {
    if (e.dataTransfer?.types.includes('Files')) {
      over++;
      $('drop').hidden = false;
    }
  });
  addEventListener('dragleave', () => { if (--over <= 0) { over = 0; $('drop').hidden = true; } });
  addEventListener('dragover', e => e.preventDefault());
  addEventListener('drop', e => {
    e.preventDefault();
    over = 0;
    $('drop').hidden = true;
    const file = e.dataTransfer.files[0], text = e.dataTransfer.getData('text');
    if (file) app.file(file);
    else if (text) app.text(text).catch(x => toast(sentence(x)));
  });
  addEventListener('paste', e => {
    if (e.target.closest?.('input, textarea, dialog')) return;
    const text = e.clipboardData.getData('text');
    if (text)
      app.text(text).catch(x => {
        app.editor.paste(text.length > largestText ? '' : text);
        toast(sentence(x));
      });
  });
}
