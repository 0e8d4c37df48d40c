// The view of traces: a list of the latest, and the selected one.

import { el, setAttr, setText } from './dom.js';
import { clock, time } from './format.js';
import { tracingState } from './feed.js';
import { outcomeText, Waterfall } from './waterfall.js';

/** Returns the traces in display order: latest first or slowest first. */
export function ordered(list, order) {
  const newest = (a, b) => b.startMicros - a.startMicros || b.number - a.number;
  const slowness = one => (one.durationNs < 0 ? Infinity : one.durationNs);
  const slowest = (a, b) => (slowness(a) === slowness(b) ? newest(a, b) : slowness(b) - slowness(a));
  return list.slice().sort(order === 'slow' ? slowest : newest);
}

export class Traces {
  /**
   * @param place the page's state in its address
   * @param labelOf returns the readable name of a component
   */
  constructor(root, place, labelOf) {
    this.place = place;
    this.labelOf = labelOf;
    this.following = true;
    this.list = null;
    this.rows = new Map();
    const open = id => this.open(id);
    this.state = el('span', { class: 'soft', role: 'status' });
    this.order = el('button', { onclick: () => this.turn(), title: 'Slowest first, or newest (s)' }, 'Newest first');
    this.follow = el('button', { onclick: () => this.setFollow(!this.following), title: 'Trace, and show what is new' }, 'Follow');
    this.body = el('div', { class: 'tracelist', role: 'listbox', 'aria-label': 'Traces', onkeydown: event => this.onKey(event) });
    this.waterfall = new Waterfall(labelOf, open);
    root.append(el('div', { class: 'filter' }, this.order, this.follow, this.state),
      el('div', { class: 'tracing' }, this.body, this.waterfall.root));
  }

  open(id) {
    this.place.set({ view: 'traces', trace: id }, true);
  }

  turn() {
    this.place.set({ order: this.place.get('order') === 'slow' ? 'new' : 'slow' });
  }

  setFollow(on) {
    this.following = on;
    this.place.onChange();
  }

  /**
   * @param key the topology's key
   * @param list the server's traces; null if not loaded yet
   * @param one the selected trace; null if it is not loaded
   * @param gone whether the server no longer keeps it
   * @param news the server's latest event on traces; null if there was none
   */
  update(key, list, one, gone, news) {
    this.key = key;
    setText(this.state, (this.following ? '' : 'Paused. ') + tracingState(news));
    setAttr(this.follow, 'aria-pressed', String(this.following));
    const order = this.place.get('order');
    setText(this.order, order === 'slow' ? 'Slowest first' : 'Newest first');
    const chosen = this.place.get('trace');
    if (this.list !== list || this.orderShown !== order) {
      this.list = list;
      this.orderShown = order;
      this.fill(ordered(list ?? [], order));
    }
    for (const [id, { row }] of this.rows) {
      setAttr(row, 'aria-selected', String(id === chosen));
      setAttr(row, 'tabindex', id === chosen || (!this.rows.has(chosen) && row === this.body.firstElementChild) ? 0 : -1);
    }
    const text = chosen === '' ? 'Choose a trace: arrows go along the list.'
      : gone ? 'That trace is not kept any more.' : 'Waiting for the trace…';
    this.waterfall.update(one, text, one === null ? [] : (list ?? []).filter(t => t.replayOf === one.id).map(t => t.id));
  }

  /** Reuses existing rows, so that the focused row keeps the focus. */
  fill(list) {
    const active = document.activeElement;
    const ids = new Set(list.map(one => one.id));
    for (const [id, { row }] of this.rows) {
      if (!ids.has(id)) {
        row.remove();
        this.rows.delete(id);
      }
    }
    list.forEach((one, i) => {
      let known = this.rows.get(one.id);
      if (known === undefined) this.rows.set(one.id, known = this.row(one.id));
      this.say(known, one);
      if (this.body.children[i] !== known.row) this.body.insertBefore(known.row, this.body.children[i] ?? null);
    });
    if (active !== document.activeElement && this.body.contains(active)) active.focus({ preventScroll: true });
  }

  row(id) {
    const cells = ['at', 'took', 'what', 'values'].map(name => el('span', { class: name }));
    return { cells, row: el('div', { class: 'trace', role: 'option', 'data-id': id, onclick: () => this.place.set({ trace: id }) }, ...cells) };
  }

  say({ cells, row }, one) {
    const bad = one.outcome === 'FAILED' || one.outcome === 'TIMED_OUT';
    row.classList.toggle('is-bad', bad || one.culprit !== null);
    setText(cells[0], clock(one.startMicros / 1000));
    setText(cells[1], one.durationNs < 0 ? '…' : time(one.durationNs));
    setText(cells[2], `${this.labelOf(one.component)}: ${one.task} · ${one.spans} spans`
      + (one.replayOf === null ? '' : ' · again')
      + (one.culprit === null ? '' : ' · ' + this.labelOf(one.culprit)));
    setText(cells[3], one.values);
    setAttr(row, 'title', outcomeText(one));
  }

  onKey(event) {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const row = event.target.closest('.trace');
    if (event.key === 'Enter' && row !== null) this.place.set({ trace: row.dataset.id });
    else if (step !== undefined && row !== null) {
      const next = step > 0 ? row.nextElementSibling : row.previousElementSibling;
      if (next === null) return;
      this.place.set({ trace: next.dataset.id });
      next.focus();
    } else return;
    event.preventDefault();
  }
}
