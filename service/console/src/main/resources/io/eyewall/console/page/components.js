// The table of components. Rows are created once; updates change only their numbers.

import { el, setText } from './dom.js';
import { count, rate, share, time } from './format.js';
import { drawStrip, tasksOf } from './strip.js';

const TAIL = 5;

/** Returns a label whose middle is elided when it is too long for its column. */
function named(label) {
  const letters = [...label];
  const head = letters.length > 2 * TAIL ? letters.length - TAIL : letters.length;
  return el('button', {}, el('span', { class: 'head' }, letters.slice(0, head).join('')), el('span', {}, letters.slice(head).join('')));
}

export class Components {
  constructor(body, onChoose) {
    this.body = body;
    this.onChoose = onChoose;
    this.rows = [];
  }

  build(structure, model) {
    this.rows = structure.components.map((component, i) => {
      const cells = {};
      const cell = (name, wide) => (cells[name] = el('td', { class: wide ? 'n wide' : 'n' }));
      const strip = el('canvas', { 'aria-hidden': 'true' });
      const choose = () => this.onChoose('c:' + component.id);
      const row = el('tr', { onclick: choose },
        el('th', { scope: 'row', title: component.id }, named(component.label)),
        el('td', {}, strip), cell('perSec'), cell('busy'), cell('worst', true), cell('held'), cell('call', true), cell('queued'),
        cell('failed', true), cell('errors'));
      return { row, cells, strip, key: 'c:' + component.id, tasks: tasksOf(model, i) };
    });
    this.body.replaceChildren(...this.rows.map(entry => entry.row));
  }

  update(model, chosen) {
    this.rows.forEach(({ row, cells, strip, key, tasks }, i) => {
      const get = name => model.get('components', i, name);
      setText(cells.perSec, rate(get('perSec')));
      setText(cells.busy, share(get('busy')));
      const worst = get('worstTask'); // -1: no process runs
      setText(cells.worst, worst < 0 ? '–' : `${share(get('worstBusy'))} (${worst})`);
      setText(cells.held, share(get('held')));
      setText(cells.call, time(get('callNs')));
      setText(cells.queued, count(get('queued')));
      setText(cells.failed, count(get('failed')));
      setText(cells.errors, count(get('errors')));
      cells.errors.classList.toggle('bad', get('errors') > 0);
      cells.failed.classList.toggle('bad', get('failed') > 0);
      row.classList.toggle('chosen', key === chosen);
      drawStrip(strip, model, i, tasks);
    });
  }
}
