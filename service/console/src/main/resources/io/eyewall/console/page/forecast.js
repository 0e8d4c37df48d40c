// The measurements of the topology beside the predictions of the performance model.

import { el, setText } from './dom.js';
import { rate, share, time } from './format.js';

const cores = value => value.toFixed(2);
const ROWS = [['cores', 'Cores', cores, 'processor time'], ['meanNs', 'Latency mean', time, 'latency'],
  ['p99Ns', 'Latency p99', time, 'latency']];

export class Forecast {
  constructor(root) {
    this.root = root;
    this.shown = null;
    this.used = el('p', {});
    this.note = el('p', { class: 'soft' });
    this.rows = ROWS.map(([key, label, format, drift]) => {
      const [measured, predicted] = [el('td', { class: 'n' }), el('td', { class: 'n' })];
      return { key, format, drift, measured, predicted,
        root: el('tr', {}, el('th', { scope: 'row' }, label), measured, predicted) };
    });
    root.append(el('h3', {}, 'Beside the model'), this.used, el('table', {},
      el('thead', {}, el('tr', {}, el('th', { scope: 'col' }, ''), el('th', { scope: 'col', class: 'n' }, 'measured'),
        el('th', { scope: 'col', class: 'n' }, 'predicted'))),
      el('tbody', {}, ...this.rows.map(row => row.root))), this.note);
  }

  /** @param model the forecast; null while the model knows too little */
  update(model) {
    this.root.hidden = model === null;
    if (model === null || model === this.shown) return;
    this.shown = model;
    setText(this.used, model.wrong
      ? `${rate(model.perSec)} is ${model.perSec > model.maxPerSec ? 'above' : 'all that gets through, below'} the predicted `
        + `maximum of ${rate(model.maxPerSec)}: the model is wrong here`
      : `${rate(model.perSec)} of at most ${rate(model.maxPerSec)}: `
        + `${share(model.perSec / model.maxPerSec)} used; bottleneck: ${model.bottleneck}`);
    setText(this.note, model.whyNoLatency === '' ? '' : 'Latency is not predictable: ' + model.whyNoLatency);
    this.used.classList.toggle('bad', model.drift.includes('rate'));
    for (const row of this.rows) {
      const { measured, predicted } = model[row.key];
      row.root.hidden = measured < 0;
      setText(row.measured, row.format(measured));
      setText(row.predicted, predicted === null ? (model.whyNoLatency === '' ? 'no bound' : '–') : row.format(predicted));
      row.root.classList.toggle('is-bad', model.drift.includes(row.drift));
    }
  }
}
