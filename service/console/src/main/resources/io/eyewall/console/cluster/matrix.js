// The traffic between nodes: rows send, columns receive.

import { el } from '/page/dom.js';
import { UNITS } from './numbers.js';

const MOST_NODES = 40;
const STEPS = 6;

/** Returns the nodes with the most traffic, ordered by host. */
function chosen(nodes, flows) {
  const sums = new Map(nodes.map(({ id }) => [id, 0]));
  for (const { from, to, tuplesPerSec } of flows) {
    sums.set(from, (sums.get(from) ?? 0) + tuplesPerSec);
    if (to !== from) sums.set(to, (sums.get(to) ?? 0) + tuplesPerSec);
  }
  return [...nodes].sort((a, b) => sums.get(b.id) - sums.get(a.id)).slice(0, MOST_NODES)
    .sort((a, b) => a.host.localeCompare(b.host, undefined, { numeric: true }));
}

/** Sums the traffic by sender and receiver, within workers and between them. */
function cells(flows) {
  const all = new Map();
  for (const flow of flows) {
    const key = flow.from + ' ' + flow.to;
    if (!all.has(key)) all.set(key, { tuplesPerSec: 0, bytesPerSec: 0, within: 0 });
    const cell = all.get(key);
    cell.tuplesPerSec += flow.tuplesPerSec;
    cell.bytesPerSec += flow.bytesPerSec;
    if (flow.withinWorker) cell.within += flow.tuplesPerSec;
  }
  return all;
}

/** Returns one of six logarithmic steps over the three orders of magnitude below the maximum. */
function heat(value, most) {
  return 'h' + Math.max(0, Math.min(STEPS - 1, Math.floor(STEPS - 1e-9 + (Math.log10(value / most) * STEPS) / 3)));
}

function title(from, to, cell) {
  const { tuples, bytes } = UNITS;
  const says = [`${from.host} → ${to.host}`, `${tuples.says(tuples.of(cell))}, ${bytes.says(bytes.of(cell))}`];
  if (from === to) says.push(`within workers ${tuples.says(cell.within)}`);
  return says.join('\n');
}

/** @return a summary in a sentence */
export function drawMatrix(root, status, unitName) {
  const unit = UNITS[unitName];
  const nodes = chosen(status.nodes, status.flows);
  const byEnds = cells(status.flows);
  let most = 0;
  let crossing = 0;
  let all = 0;
  for (const flow of status.flows) {
    all += unit.of(flow);
    if (flow.from !== flow.to) crossing += unit.of(flow);
  }
  byEnds.forEach(cell => { most = Math.max(most, unit.of(cell)); });
  const rows = nodes.map(from => el('tr', {}, el('th', { scope: 'row', title: from.id }, from.host), ...nodes.map(to => {
    const cell = byEnds.get(from.id + ' ' + to.id);
    if (cell === undefined) return el('td', { class: from === to ? 'own' : null });
    return el('td', { class: heat(unit.of(cell), most) + (from === to ? ' own' : ''), title: title(from, to, cell) },
      unit.format(unit.of(cell)));
  })));
  root.replaceChildren(nodes.length === 0 || all === 0
    ? el('p', { class: 'empty' }, 'No traffic has been measured yet.')
    : el('table', { class: 'matrix', 'aria-label': `From row to column, ${unit.label}` },
      el('thead', {}, el('tr', {}, el('th', { scope: 'col' }, 'from \\ to'),
        ...nodes.map(({ host, id }) => el('th', { scope: 'col', title: id }, host)))),
      el('tbody', {}, ...rows)));
  if (all === 0) return '';
  return `${unit.says(crossing)} of ${unit.says(all)} between nodes`
    + (nodes.length < status.nodes.length ? `; ${nodes.length} of ${status.nodes.length} nodes, those with the most` : '');
}
