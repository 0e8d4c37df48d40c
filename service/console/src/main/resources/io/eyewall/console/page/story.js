// The time line, and the placements with their predicted and measured costs.

import { el } from './dom.js';
import { clock, cost, rate, share } from './format.js';

const KINDS = {
  STATUS: 'state', ERROR: 'error', EXECUTORS: 'executors', PLACEMENT: 'placement', MODEL: 'model', ACTION: 'action', CONSOLE: 'console',
};

export class TimeLine {
  constructor(root) {
    this.root = root;
    this.last = -1;
    this.first = -1;
    this.epoch = -1;
  }

  /**
   * Shows entries, newest first. Displayed entries keep their elements, so that reading is not disturbed.
   *
   * @param epoch changes with the topology and with the connection to the server
   */
  update(entries, labelOf, epoch) {
    const from = entries.length > 0 ? entries[0].number : -1;
    const to = entries.length > 0 ? entries[entries.length - 1].number : -1;
    const another = epoch !== this.epoch;
    if (!another && from === this.first && to === this.last) return;
    this.epoch = epoch;
    if (another || to < this.last || this.last < 0 || entries.length === 0) {
      this.root.replaceChildren();
      this.last = -1;
    }
    for (const entry of entries) if (entry.number > this.last) this.add(entry, labelOf);
    while (this.root.lastElementChild !== null && Number(this.root.lastElementChild.dataset.number) < from) {
      this.root.lastElementChild.remove();
    }
    this.first = from;
    this.last = to;
    if (entries.length === 0) this.root.append(el('p', { class: 'block soft' }, 'nothing has happened'));
  }

  /** Adds an entry. Consecutive equal errors share one entry: the last, with their number. */
  add(entry, labelOf) {
    const top = this.root.firstElementChild;
    const alike = entry.kind === 'ERROR' ? entry.component + ' ' + entry.text.split(':')[0] : '';
    const times = alike !== '' && top?.dataset.alike === alike ? Number(top.dataset.times) + 1 : 1;
    if (times > 1) {
      entry = { ...entry, text: `${entry.text} (${times} times)` };
      const open = top.querySelector('details')?.open;
      const next = this.entry(entry, labelOf);
      if (open) next.querySelector('details')?.setAttribute('open', '');
      top.replaceWith(next);
    } else this.root.prepend(this.entry(entry, labelOf));
    Object.assign(this.root.firstElementChild.dataset, { alike, times, number: entry.number });
  }

  entry(entry, labelOf) {
    const who = entry.component === null ? [] : [el('bdi', {}, labelOf(entry.component)), (entry.task >= 0 ? ` task ${entry.task}` : '') + ': '];
    return el('div', { class: 'entry' + (entry.bad ? ' is-bad' : '') },
      el('time', { datetime: new Date(entry.timeMs).toISOString() }, clock(entry.timeMs)),
      el('span', { class: 'kind' }, KINDS[entry.kind] ?? entry.kind),
      el('div', {}, el('p', {}, ...who, entry.text),
        entry.detail === null ? null : el('details', {}, el('summary', {}, entry.kind === 'ERROR' ? 'stack' : 'moves'), el('pre', {}, entry.detail))));
  }
}

function fact(name, value) {
  return el('span', {}, el('span', { class: 'soft' }, name + ' '), value);
}

export class Placement {
  constructor(root) {
    this.root = root;
    this.shown = '';
  }

  update(placement, crossing, totals) {
    const text = JSON.stringify([placement, totals?.moves]);
    if (text === this.shown || placement === null) return;
    this.shown = text;
    const { latest, adopted, following } = placement;
    const blocks = [];
    if (latest === null) {
      blocks.push(el('p', { class: 'block soft' }, 'Nothing is measured yet, or executors stay where they are: the button “Placement…” changes that.'));
    } else {
      blocks.push(el('div', { class: 'block' },
        el('h2', {}, `Latest evaluation ${clock(latest.timeMs)}: ${latest.verdict.toLowerCase().replaceAll('_', ' ')}`),
        el('p', {}, latest.reason),
        el('div', { class: 'facts' }, fact('algorithm', latest.algorithm), fact('cost now', cost(latest.present)),
          fact('of its plan', cost(latest.predicted)), fact('executors moved so far', String(totals?.moves ?? 0)))));
    }
    for (const plan of adopted.slice().reverse()) {
      blocks.push(el('div', { class: 'block' },
        el('h2', {}, `Adopted ${clock(plan.timeMs)}, by ${plan.algorithm}`), el('p', {}, plan.reason),
        el('div', { class: 'facts' }, fact('before', cost(plan.before)), fact('predicted', cost(plan.predicted)),
          fact('measured', plan.measured === null ? 'not yet' : cost(plan.measured)),
          fact('sent before', rate(plan.sentBefore)), fact('after', plan.sentAfter === null ? 'not yet' : rate(plan.sentAfter))),
        el('ul', {}, ...plan.moves.map(move => el('li', {}, move)),
          plan.moveCount > plan.moves.length ? el('li', {}, `and ${plan.moveCount - plan.moves.length} more`) : null)));
    }
    for (const one of following) {
      blocks.push(el('div', { class: 'block' },
        el('p', {}, `${one.componentId} follows the load: ${one.executors} executors, ${one.least} at least, busy ${share(one.busy)}`),
        el('p', { class: 'soft' }, one.state)));
    }
    this.root.replaceChildren(...blocks);
  }
}
