// The snapshots of the topology: the newest one, and what is slow or wrong.

import { el, setText } from './dom.js';
import { count, time, uptime } from './format.js';

const bytes = value => count(value) + 'B';
const duration = ms => ms === 0 ? '0 ms' : ms < 60_000 ? time(ms * 1e6) : uptime(Math.floor(ms / 1000));

const ROWS = [['newest', 'Newest'], ['took', 'Took'], ['size', 'Size'], ['slowest', 'Slowest task'],
  ['aligned', 'Aligned within'], ['taking', 'In progress'], ['rollbacks', 'Rollbacks']];

/** @returns what each row says; an empty text hides the row */
export function rowsOf(report) {
  const waits = report.waitsFor.length > 3
    ? `${report.waitsFor.slice(0, 3).join(', ')} and ${report.waitsFor.length - 3} more`
    : report.waitsFor.join(', ');
  return {
    newest: report.number === 0 ? 'none yet' : `${report.number}, ${duration(report.ageMs)} ago`,
    took: report.slowestTask === '' ? '' : duration(report.tookMs),
    size: report.number === 0 ? '' : bytes(report.bytes),
    slowest: report.slowestTask === '' ? '' : `${report.slowestTask}, ${duration(report.slowestMs)}`,
    aligned: report.slowestTask === '' ? '' : duration(report.alignedMs),
    taking: report.takingMs < 1000 ? '' : `${duration(report.takingMs)}, waits for ${waits}`,
    rollbacks: report.rollbacks === 0 ? '' : `${report.rollbacks}; the last: ${report.lastRollback}`,
  };
}

export class Snapshots {
  constructor(root) {
    this.root = root;
    this.shown = null;
    this.failure = el('p', { class: 'bad' });
    this.rows = ROWS.map(([key, label]) => {
      const value = el('td', {});
      return { key, value, root: el('tr', {}, el('th', { scope: 'row' }, label), value) };
    });
    root.append(el('h3', {}, 'Snapshots'), this.failure,
      el('table', {}, el('tbody', {}, ...this.rows.map(row => row.root))));
  }

  /** @param report the snapshots; null for a topology that takes none */
  update(report) {
    this.root.hidden = report === null;
    if (report === null || report === this.shown) return;
    this.shown = report;
    this.failure.hidden = report.failure === '';
    setText(this.failure, report.failure === '' ? '' : 'Not written: ' + report.failure);
    const texts = rowsOf(report);
    for (const row of this.rows) {
      row.root.hidden = texts[row.key] === '';
      setText(row.value, texts[row.key]);
    }
  }
}
