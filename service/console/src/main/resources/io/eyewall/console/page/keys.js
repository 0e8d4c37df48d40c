// Keyboard shortcuts.

import { el } from './dom.js';
import { ask } from './actions.js';

/** @param keys a list of [key, description, function] */
export function startKeys(keys) {
  const help = () => {
    const rows = el('div', { class: 'rows keys' });
    for (const [key, text] of [...keys, ['Tab, Enter', 'go to a component and choose it'], ['?', 'this list']]) {
      rows.append(el('span', {}, el('kbd', {}, key)), el('span', {}, text));
    }
    ask({ title: 'Keys', rows, button: null });
  };
  document.addEventListener('keydown', event => {
    const busy = event.ctrlKey || event.altKey || event.metaKey || document.querySelector('dialog') !== null
      || event.target.closest?.('input, select, textarea');
    if (busy) return;
    const entry = keys.find(([key]) => key === event.key || (key === 'Esc' && event.key === 'Escape'));
    if (event.key === '?') help();
    else if (entry !== undefined) entry[2]();
    else return;
    event.preventDefault();
  });
  return help;
}
