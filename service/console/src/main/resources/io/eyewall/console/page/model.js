// The state of one topology, built from a full snapshot and the changes since.

import { LogBook } from './lines.js';

const TABLES = ['components', 'edges', 'executors', 'tasks', 'cores', 'crossing'];
const MOST_POINTS = 1800;
const MOST_MS = 1800 * 1000;
const MOST_ENTRIES = 200;
const MOST_EARLY = 8;

export class Model {
  constructor() {
    this.epoch = 0;
    this.reset();
  }

  /** Resets the state for a new connection, on which a full snapshot follows. */
  reset() {
    this.epoch++; // entry numbers restart
    this.seq = -1;
    this.greeted = false; // whether the server knows the topology
    this.structure = null;
    this.totals = null;
    this.tables = {};
    this.early = [];
    this.points = { timeMs: [], p50Ns: [], p99Ns: [], perSec: [] };
    this.entries = [];
    this.book = new LogBook();
    this.placement = null;
    this.forecast = null;
    this.snapshots = null;
    this.flame = null;
    this.traces = null;
    this.silent = null;
    this.timeMs = 0;
    for (const table of TABLES) this.tables[table] = [];
  }

  /** @return whether the structure has changed */
  onPlan({ seq, structure }) {
    if (seq < this.seq) return false;
    this.structure = structure;
    return true;
  }

  /**
   * @return 'applied'; 'early' if the snapshot has not arrived; 'old' if it was applied already; 'gap'
   *     if a tick is missing, so that the page must reconnect
   */
  onTick(tick) {
    if (!tick.full) {
      if (this.seq < 0) {
        this.early.push(tick);
        if (this.early.length > MOST_EARLY) this.early.shift();
        return 'early';
      }
      if (tick.seq <= this.seq) return 'old';
      if (tick.seq !== this.seq + 1) return 'gap';
      this.apply(tick);
      return 'applied';
    }
    if (tick.seq < this.seq) return 'old';
    for (const table of TABLES) this.tables[table] = [];
    this.apply(tick);
    const later = this.early.filter(one => one.seq > tick.seq);
    this.early = [];
    let result = 'applied';
    for (const one of later) if (this.onTick(one) === 'gap') result = 'gap';
    return result;
  }

  apply(tick) {
    for (const table of TABLES) {
      const rows = this.tables[table];
      for (const [index, row] of Object.entries(tick[table])) rows[Number(index)] = row;
    }
    const isNew = this.seq >= 0 && tick.timeMs > this.timeMs;
    this.seq = tick.seq;
    this.timeMs = tick.timeMs;
    this.totals = tick.totals;
    this.silent = null;
    if (isNew) this.addPoint(tick.timeMs, tick.totals);
  }

  addPoint(timeMs, totals) {
    const { points } = this;
    const last = points.timeMs[points.timeMs.length - 1];
    if (last !== undefined && last >= timeMs) return;
    points.timeMs.push(timeMs);
    points.p50Ns.push(totals.p50Ns);
    points.p99Ns.push(totals.p99Ns);
    points.perSec.push(totals.perSec);
    while (points.timeMs.length > MOST_POINTS || points.timeMs[0] < timeMs - MOST_MS) {
      for (const list of Object.values(points)) list.shift();
    }
  }

  onHistory(points) {
    this.greeted = true;
    const known = this.points;
    this.points = points;
    const last = points.timeMs[points.timeMs.length - 1] ?? 0;
    known.timeMs.forEach((ms, i) => {
      if (ms > last) {
        this.addPoint(ms, { p50Ns: known.p50Ns[i], p99Ns: known.p99Ns[i], perSec: known.perSec[i] });
      }
    });
  }

  onLog(entries) {
    const known = new Set(this.entries.map(entry => entry.number));
    const all = this.entries.concat(entries.filter(entry => !known.has(entry.number)));
    all.sort((a, b) => a.number - b.number);
    this.entries = all.slice(-MOST_ENTRIES);
  }

  /** Returns a number of a table by its column name; 0 if there is none. */
  get(table, row, column) {
    const at = this.column(table, column);
    const values = this.tables[table][row];
    return values === undefined || at < 0 ? 0 : values[at];
  }

  column(table, name) {
    return this.structure === null ? -1 : this.structure.columns[table].indexOf(name);
  }

  componentOf(id) {
    return this.structure === null ? -1 : this.structure.components.findIndex(c => c.id === id);
  }
}
