// The traced tuples of an edge, the latest first.

import { el, setText } from './dom.js';
import { clock, time } from './format.js';
import { tracingState } from './feed.js';

export class Samples {
  /** @param open opens the view of a trace */
  constructor(open) {
    this.open = open;
    this.state = el('p', { class: 'soft', role: 'status' });
    this.body = el('tbody', {});
    const heads = [['At', ''], ['Stream', ''], ['Tasks', ''], ['Waited', 'n'], ['Values', '']];
    this.root = el('div', { class: 'samples' }, el('h3', {}, 'Sampled tuples'), this.state,
      el('table', {}, el('thead', {}, el('tr', {},
        ...heads.map(([head, kind]) => el('th', { scope: 'col', class: kind }, head)))), this.body));
    this.shown = null;
  }

  /** @param samples the tuples; null if none were loaded yet */
  update(samples, news) {
    setText(this.state, tracingState(news));
    if (samples === this.shown) return;
    this.shown = samples;
    this.body.replaceChildren(...(samples ?? []).map(one => this.row(one)));
  }

  row(one) {
    const at = clock(one.atMicros / 1000);
    return el('tr', {},
      el('td', {}, el('button', { class: 'plain', title: 'Its trace', onclick: () => this.open(one.trace) }, at)),
      el('td', {}, one.stream), el('td', {}, `${one.fromTask} → ${one.toTask}`),
      el('td', { class: 'n' }, one.waitedNs < 0 ? 'waits' : time(one.waitedNs)),
      el('td', { class: 'values' }, one.values));
  }
}
