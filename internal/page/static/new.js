// New boards, by family, kind, size, distance and seed.
import {h, dialog} from './dom.js';
import {capital, sentence} from './answer.js';

const kept = {};

export function fresh(app) {
  let family = app.families.find(f => f.name === (kept.family || app.familyName)) || app.families[0];
  const wrong = h('p', {class: 'wrong', role: 'alert'});
  const option = (value, text, selected) => h('option', {value, selected}, text);
  const families = h(
    'select',
    {
      name: 'family',
      onchange: () => {
        family = app.families.find(f => f.name === families.value);
        fill();
      },
    },
    app.families.map(f => option(f.name, `${capital(f.name)}: ${f.title}`, f === family)),
  );
  const profile = h('select', {name: 'profile', onchange: () => sizes()});
  const size = h('input', {name: 'size', type: 'number', min: 1, value: kept.size || 16, required: true});
  const distance = h('input', {name: 'distance', type: 'number', min: 0, placeholder: 'any'});
  const away = h('label', {}, 'Moves from the end, exactly', distance);
  const why = h('p', {class: 'soft'});
  const seed = h('input', {name: 'seed', type: 'number', min: 0, step: 1, value: Math.floor(Math.random() * 1e6)});
  const sizes = () => {
    const p = (family.profiles || []).find(x => x.name === profile.value);
    size.min = p?.least ?? 1;
    if (p?.most) size.max = p.most;
    else size.removeAttribute('max');
    if (p && Number(size.value) < p.least) size.value = p.least;
    if (p?.most && Number(size.value) > p.most) size.value = p.most;
  };
  const fill = () => {
    const list = family.profiles || [];
    const groups = [...new Set(list.map(p => p.group))].map(group => {
      const some = list.filter(p => p.group === group).map(p => option(p.name, p.title));
      return [group, some];
    });
    profile.replaceChildren(
      option('', 'Anything'),
      ...groups.flatMap(([label, some]) => (groups.length > 1 ? [h('optgroup', {label}, some)] : some)),
    );
    profile.parentNode.hidden = !list.length;
    away.hidden = !family.can?.distance;
    why.textContent = family.can?.distance
      ? ''
      : family.why?.distance
        ? `No exact distance: ${family.why.distance}.`
        : '';
    sizes();
  };
  const create = h('button', {class: 'primary', type: 'submit'}, 'Create');
  const form = h(
    'form',
    {
      method: 'dialog',
      onsubmit: async e => {
        e.preventDefault();
        wrong.textContent = '';
        create.disabled = true;
        stop = new AbortController();
        const args = {family: family.name, size: Number(size.value), seed: Number(seed.value) || 0};
        if (profile.value) args.profile = profile.value;
        if (distance.value !== '' && !away.hidden) args.distance = Number(distance.value);
        Object.assign(kept, {family: family.name, size: args.size});
        try {
          const view = await app.call('generate', args, stop.signal);
          d.close();
          app.push(view, {kind: 'load', own: true, name: view.name || ''});
        } catch (err) {
          if (err.kind !== 'cancelled') wrong.textContent = sentence(err);
        } finally {
          create.disabled = false;
        }
      },
    },
    h('label', {}, 'Family', families),
    h('label', {}, 'Kind', profile),
    h(
      'div',
      {class: 'fields'},
      h('label', {}, 'Size, in cells', size),
      away,
      h('label', {}, 'Seed: the same makes the same', seed),
    ),
    why,
    wrong,
    h('div', {class: 'ends'}, h('button', {type: 'button', onclick: () => d.close()}, 'Cancel'), create),
  );
  let stop = null;
  const d = dialog('New board', form);
  d.addEventListener('close', () => stop?.abort());
  fill();
  size.focus();
}
