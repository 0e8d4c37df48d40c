// The nodes by rack, with their slots and executors.

import { el } from '/page/dom.js';
import { digits } from './numbers.js';

const COLOURS = 6;

/** Returns a topology's colour. It depends on the position in the list, so later topologies do not change it. */
export function colours(topologies) {
  return new Map(topologies.map(({ id }, i) => [id, 't' + (i % COLOURS)]));
}

export function nameOf({ component, first, last }) {
  return `${component} ${first}${last === first ? '' : '–' + last}`;
}

function chip(executor, colour, names) {
  const cores = executor.cores === null ? 'not measured' : digits(executor.cores) + ' cores';
  const says = [`${names.get(executor.topology) ?? executor.topology}: ${nameOf(executor)}`, cores];
  if (executor.hot) says.push('hot: no place makes it faster, more executors do');
  if (executor.planned !== null) says.push('is to go to ' + executor.planned);
  return el('span', {
    class: `chip ${colour.get(executor.topology) ?? ''}${executor.hot ? ' is-hot' : ''}${executor.planned === null ? '' : ' is-leaving'}`,
    title: says.join('\n'),
  }, (executor.hot ? '▲ ' : '') + nameOf(executor) + (executor.cores === null ? '' : ' · ' + digits(executor.cores)));
}

function bar(kind, value, limit) {
  const i = el('i', { class: kind });
  i.style.width = Math.max(0, Math.min(100, limit > 0 ? 100 * value / limit : 0)) + '%';
  return i;
}

function host(node, executors, theta, colour, names) {
  const over = node.cores > theta * node.limit;
  const slots = node.ports.map(port => {
    const here = executors.filter(executor => executor.port === port);
    return el('div', { class: 'slot' }, el('span', {}, String(port)), el('div', {},
      ...(here.length === 0 ? [el('span', { class: 'free' }, 'free')] : here.map(each => chip(each, colour, names)))));
  });
  const all = node.hostCores === null ? '' : `; all processes there use ${digits(node.hostCores)}`;
  const says = `${digits(node.cores)} of ${digits(node.limit)} cores are used by ${node.executors} executors of plans${all}`;
  return el('article', { class: 'host' + (over ? ' is-over' : ''), 'aria-label': `${node.host}: ${says}` },
    el('div', { class: 'top' }, el('b', { class: 'name', title: node.host + ', ' + node.id }, node.host),
      el('span', { class: over ? 'bad' : 'soft' }, `${digits(node.cores)} / ${digits(node.limit)} cores`)),
    el('div', { class: 'meter', title: says },
      node.hostCores === null ? null : bar('all', node.hostCores, node.limit), bar('used', node.cores, node.limit)),
    ...slots);
}

export function drawNodes(root, status) {
  const colour = colours(status.topologies);
  const names = new Map(status.topologies.map(({ id, name }) => [id, name]));
  const at = new Map(status.nodes.map(node => [node.id, []]));
  const nowhere = [];
  for (const executor of status.executors) (at.get(executor.node) ?? nowhere).push(executor);
  const racks = new Map();
  for (const node of [...status.nodes].sort((a, b) => a.host.localeCompare(b.host, undefined, { numeric: true }))) {
    const rack = node.rack ?? '';
    if (!racks.has(rack)) racks.set(rack, []);
    racks.get(rack).push(host(node, at.get(node.id), status.theta, colour, names));
  }
  const parts = [...racks].map(([rack, hosts]) => el('div', { class: 'rack' },
    racks.size > 1 || rack !== '' ? el('h3', { class: 'name' }, rack === '' ? 'without a rack' : 'rack ' + rack) : null,
    el('div', { class: 'hosts' }, ...hosts)));
  if (nowhere.length > 0) {
    parts.push(el('div', { class: 'rack' }, el('h3', { class: 'bad' }, 'without a place'),
      el('div', { class: 'slot' }, el('span', {}), el('div', {}, ...nowhere.map(each => chip(each, colour, names))))));
  }
  if (status.nodes.length === 0) {
    parts.push(el('p', { class: 'empty' }, status.viewTimeMs === null
      ? 'Nimbus has not been heard yet. ‘eyewall cluster install’ on its machine says how it finds this generator.'
      : 'Nimbus knows no supervisor that is alive.'));
  }
  root.replaceChildren(...parts);
}
