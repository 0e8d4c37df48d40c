// The overview: one line per topology, the worst first. The page starts with it if there are several.

import { el, setAttr, setText } from './dom.js';
import { clock, count, rate, time, uptime } from './format.js';

const LEVELS = ['bad', 'warning', 'good', 'off'];
const COLUMNS = [
  ['rate', totals => rate(totals.perSec)], ['p50', totals => time(totals.p50Ns)], ['p99', totals => time(totals.p99Ns)],
  ['failed', totals => count(totals.failed)], ['pending', totals => count(totals.pending)],
  ['queued', totals => count(totals.queued)], ['errors', totals => count(totals.errors)],
  ['restarts', totals => count(totals.restarts)], ['up', totals => uptime(totals.uptimeSecs)],
];
const BAD = ['failed', 'errors', 'restarts'];

/** Returns a topology's health: a word, its colour level and the measurements behind it. */
export function healthOf(one) {
  if (one.silent != null) return { text: 'no answer', level: 'bad', why: one.silent };
  if (one.totals === null) return { text: 'starting', level: 'off', why: '' };
  return { text: one.totals.health, level: one.totals.level, why: one.totals.why };
}

/** Returns a text on the crashes of worker processes; empty if there were none. */
export function crashText(totals) {
  return totals === null || totals.restarts === 0 ? ''
    : `${totals.restarts} ${totals.restarts === 1 ? 'restart' : 'restarts'}, last ${clock(totals.lastCrashMs)}`;
}

/** Sorts topologies: those that need attention first, then by name. */
export function sorted(list) {
  const rank = one => LEVELS.indexOf(healthOf(one).level);
  return [...list].sort((one, other) => rank(one) - rank(other) || one.name.localeCompare(other.name));
}

export class Overview {
  constructor(root, onChoose) {
    this.onChoose = onChoose;
    this.rows = new Map();
    this.body = el('tbody', {});
    root.append(el('table', {}, el('thead', {}, el('tr', {}, el('th', { scope: 'col' }, 'Topology'), el('th', { scope: 'col' }, 'Health'),
      ...COLUMNS.map(([name]) => el('th', { scope: 'col', class: 'n' }, name)))), this.body));
  }

  update(list) {
    const order = sorted(list);
    for (const key of this.rows.keys()) if (!list.some(one => one.key === key)) this.rows.delete(key);
    const nodes = order.map(one => {
      if (!this.rows.has(one.key)) this.rows.set(one.key, this.row(one));
      const row = this.rows.get(one.key);
      this.fill(row, one);
      return row.root;
    });
    if (nodes.some((node, i) => this.body.children[i] !== node) || nodes.length !== this.body.children.length) {
      this.body.replaceChildren(...nodes);
    }
  }

  row(one) {
    const pill = el('span', { class: 'pill' });
    const why = el('span', { class: 'soft why' });
    const cells = COLUMNS.map(() => el('td', { class: 'n' }));
    const choose = () => this.onChoose(one.key);
    const root = el('tr', { onclick: choose },
      el('th', { scope: 'row', title: one.key }, el('button', { class: 'plain' }, one.name)), el('td', {}, pill, ' ', why), ...cells);
    return { root, pill, why, cells };
  }

  fill({ pill, why, cells }, one) {
    const health = healthOf(one);
    setText(pill, health.text);
    pill.className = 'pill is-' + health.level;
    setText(why, ['bad', 'warning'].includes(health.level) ? health.why : '');
    COLUMNS.forEach(([name, text], i) => {
      setText(cells[i], one.totals === null ? '–' : text(one.totals));
      cells[i].classList.toggle('bad', BAD.includes(name) && one.totals !== null && one.totals[name] > 0);
      if (name === 'restarts') setAttr(cells[i], 'title', crashText(one.totals));
    });
  }
}
