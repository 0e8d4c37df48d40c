// One trace, drawn as the tree of its tuples along a time axis.

import { el } from './dom.js';
import { clock, time } from './format.js';

const MOST_INDENT = 12;

/** Returns the spans in tree order, each below its parent and with its depth. */
export function tree(spans) {
  const children = spans.map(() => []);
  for (const span of spans) if (span.parent >= 0) children[span.parent].push(span);
  const rows = [];
  const stack = spans.length > 0 ? [[spans[0], 0]] : [];
  while (stack.length > 0) {
    const [span, depth] = stack.pop();
    rows.push({ span, depth });
    const own = children[span.number].sort((a, b) => a.emit - b.emit || a.number - b.number);
    for (const child of own.reverse()) stack.push([child, depth + 1]);
  }
  return rows;
}

/** Returns the time of the trace's last known event, at least 1. */
export function extent(trace) {
  let last = Math.max(1, trace.durationNs);
  for (const span of trace.spans) {
    last = Math.max(last, span.emittedNs, span.startNs, span.endNs, span.answeredNs);
    for (const emit of span.emits) last = Math.max(last, emit.atNs);
  }
  return last;
}

/** Returns the emit that produced a span's tuple; null for the message itself. */
export function tupleOf(trace, span) {
  return span.parent < 0 ? null : trace.spans[span.parent]?.emits[span.emit] ?? null;
}

export function outcomeText(trace) {
  const took = trace.durationNs < 0 ? '' : ' after ' + time(trace.durationNs);
  return {
    PENDING: 'under way', ACKED: 'acked' + took, FAILED: 'failed' + took, TIMED_OUT: 'timed out' + took,
    UNTRACKED: 'not followed: it has no message id, or nothing is acked',
  }[trace.outcome] ?? trace.outcome;
}

function answerText(span) {
  if (span.parent < 0) return '';
  if (span.exception !== null) return 'threw';
  return { NONE: '–', ACKED: 'acked', FAILED: 'failed' }[span.answer] ?? span.answer;
}

export class Waterfall {
  /**
   * @param labelOf returns the readable name of a component
   * @param open opens another trace
   */
  constructor(labelOf, open) {
    this.labelOf = labelOf;
    this.open = open;
    this.root = el('div', { class: 'waterfall', tabindex: 0, role: 'region', 'aria-label': 'Trace' });
    this.shown = null;
  }

  /**
   * @param trace the trace; null if there is none
   * @param text the text to show if there is no trace
   * @param replays ids of the traces of this message's replays
   */
  update(trace, text, replays) {
    const state = trace ?? text;
    const others = replays.join();
    if (this.shown === state && this.others === others) return;
    this.shown = state;
    this.others = others;
    if (trace === null) this.root.replaceChildren(el('p', { class: 'block soft' }, text));
    else this.draw(trace, replays);
  }

  link(id, text) {
    return el('button', { class: 'plain', title: id, onclick: () => this.open(id) }, text);
  }

  draw(trace, replays) {
    const end = extent(trace);
    const heads = ['Component: task', 'Core', 'Waited', 'Execute', 'Answer', 'Time', 'Stream and values'];
    const rows = tree(trace.spans).flatMap(({ span, depth }) => this.rows(trace, span, depth, end));
    const scroll = this.root.scrollTop;
    this.root.replaceChildren(
      el('div', { class: 'block' },
        el('h2', {}, `${this.labelOf(trace.spans[0].component)}: ${outcomeText(trace)}`),
        el('p', { class: 'soft' }, `${clock(trace.startMicros / 1000)} · ${trace.spans.length} spans · ${trace.id}`),
        trace.replayOf === null ? null : el('p', {}, 'Emitted again after it had failed: ', this.link(trace.replayOf, 'the time before')),
        ...replays.map(id => el('p', {}, 'Was emitted again: ', this.link(id, 'the next time'))),
        trace.leftOut === 0 ? null : el('p', { class: 'soft' }, `${trace.leftOut} more tuples and emits are not shown`)),
      el('table', {}, el('thead', {}, el('tr', {},
        ...heads.map((head, i) => el('th', { scope: 'col', class: (i > 0 && i < 4 ? 'n' : '') + (i === 5 ? ' lane' : '') }, head)))),
      el('tbody', {}, ...rows)));
    this.root.scrollTop = scroll;
  }

  rows(trace, span, depth, end) {
    const tuple = tupleOf(trace, span);
    const name = el('th', { scope: 'row' }, `${this.labelOf(span.component)}: ${span.task}`);
    name.style.paddingLeft = 8 + 12 * Math.min(depth, MOST_INDENT) + 'px';
    const bad = span.exception !== null || span.answer === 'FAILED';
    const message = span.parent < 0;
    const main = el('tr', { class: bad ? 'is-bad' : '' }, name,
      el('td', { class: 'n', title: span.thread }, span.core < 0 ? '–' : String(span.core)),
      el('td', { class: 'n' }, message ? '' : span.startNs < 0 ? 'waits' : time(span.startNs - span.emittedNs)),
      el('td', { class: 'n' }, message ? '' : span.endNs < 0 ? '–' : time(span.endNs - span.startNs)),
      el('td', {}, answerText(span)), this.lane(span, end),
      el('td', { class: 'values' }, tuple === null ? '' : `${tuple.stream} ${tuple.values}`));
    const notes = [];
    if (span.exception !== null) notes.push(el('p', { class: 'bad' }, span.exception));
    for (const link of span.links) notes.push(this.anchor(trace, link));
    if (span.moreLinks > 0) notes.push(el('p', { class: 'soft' }, `and ${span.moreLinks} more anchors`));
    for (const emit of span.emits) notes.push(...this.emitNotes(emit));
    if (notes.length === 0) return [main];
    return [main, el('tr', { class: 'notes' }, el('td', { colspan: 7 }, ...notes))];
  }

  /** Returns a note on another tuple that the span's tuple was anchored to. */
  anchor(trace, link) {
    if (link.traceId !== trace.id) return el('p', {}, 'joined: also anchored to a tuple of ', this.link(link.traceId, 'another message'));
    const other = trace.spans.find(one => one.id === link.spanId);
    return el('p', {}, other === undefined ? 'joined: also anchored to a tuple that is not shown'
      : `joined: also anchored to that of ${this.labelOf(other.component)}: ${other.task}`);
  }

  emitNotes(emit) {
    if (emit.joined !== null) return [el('p', {}, `${emit.stream} ${emit.values} continues in `, this.link(emit.joined, 'another message’s trace'))];
    if (emit.tasks.length === 0) return [el('p', { class: 'soft' }, `${emit.stream} ${emit.values} had no receiver`)];
    return [];
  }

  /** Draws a span: light while the tuple waits, solid while it is executed, a mark at its ack or fail. */
  lane(span, end) {
    const lane = el('td', { class: 'lane' });
    const box = el('div', { class: 'track' });
    const bar = (kind, from, to) => {
      const node = el('i', { class: kind });
      node.style.left = from / end * 100 + '%';
      node.style.width = `max(2px, ${Math.max(0, to - from) / end * 100}%)`;
      box.append(node);
    };
    if (span.parent < 0) bar('whole', 0, span.endNs < 0 ? end : span.endNs);
    else {
      bar('wait', span.emittedNs, span.startNs < 0 ? end : span.startNs);
      if (span.startNs >= 0) bar('run', span.startNs, span.endNs < 0 ? end : span.endNs);
      if (span.answeredNs >= 0) bar(span.answer === 'FAILED' ? 'fail' : 'ack', span.answeredNs, span.answeredNs);
    }
    lane.append(box);
    return lane;
  }
}
