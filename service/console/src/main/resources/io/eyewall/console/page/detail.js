// Details of the selection: a component with its tasks and executors, or the streams of an edge.

import { el, setText } from './dom.js';
import { count, rate, share, time } from './format.js';
import { Samples } from './samples.js';
import { drawStrip, taskRate, tasksOf } from './strip.js';

const MOST_EXECUTORS = 8;

/** Returns the component indexes of both ends of the selected edge; null if none is selected. */
export function edgeOf(model, chosen) {
  if (!chosen.startsWith('e:')) return null;
  const ids = chosen.slice(2);
  for (let at = ids.indexOf('>'); at >= 0; at = ids.indexOf('>', at + 1)) { // ids may contain '>' themselves
    const ends = [ids.slice(0, at), ids.slice(at + 1)].map(id => model.componentOf(id));
    if (ends.every(end => end >= 0)) return ends;
  }
  return null;
}

export class Detail {
  /** @param openTrace opens the view of a trace */
  constructor(root, openTrace) {
    this.root = root;
    this.openTrace = openTrace;
    this.shown = null;
  }

  /** @param samples traced tuples of the selected edge; null if there are none */
  update(model, chosen, samples) {
    const structure = model.structure;
    if (this.shown === null || this.shown.chosen !== chosen || this.shown.structure !== structure) {
      this.shown = { chosen, structure, ...this.build(model, chosen) };
    }
    this.shown.refresh(model, samples);
  }

  build(model, chosen) {
    if (chosen.startsWith('c:')) {
      const component = model.componentOf(chosen.slice(2));
      if (component >= 0) return this.component(model, component);
    }
    const edge = edgeOf(model, chosen);
    if (edge !== null) return this.edge(model, ...edge);
    this.root.replaceChildren(el('p', { class: 'soft' },
      'Choose a component or an edge to see its tasks, executors and streams.'));
    return { refresh() {} };
  }

  facts(names) {
    const values = {};
    const list = el('dl', { class: 'facts' });
    for (const name of names) list.append(el('dt', {}, name), values[name] = el('dd', {}));
    return { list, set: (name, text) => setText(values[name], text) };
  }

  component(model, at) {
    const component = model.structure.components[at];
    const facts = this.facts(['Executors', 'Tasks', 'Rate', 'Call', 'Busy', 'Held', 'Queued', 'Pending', 'Executed', 'Emitted']);
    const strip = el('canvas', { role: 'img' });
    const skew = el('p', { class: 'soft' });
    const body = el('tbody', {});
    const rows = [];
    const own = [];
    model.structure.executors.forEach((executor, i) => { if (executor.of === at) own.push(i); });
    for (let i = 0; i < Math.min(MOST_EXECUTORS, own.length); i++) {
      const cells = Array.from({ length: 5 }, (_, n) => el('td', { class: n === 0 ? '' : 'n' }));
      rows.push(cells);
      body.append(el('tr', {}, ...cells));
    }
    const tasks = tasksOf(model, at);
    const heads = ['Executor', 'Core', 'Busy', 'Held', 'Queued'];
    this.root.replaceChildren(
      el('h2', {}, component.label), component.label === component.id ? '' : el('p', { class: 'soft' }, component.id),
      facts.list, el('h3', {}, component.spout ? 'Sent by each task' : 'Received by each task'), strip, skew,
      el('h3', {}, own.length > MOST_EXECUTORS ? `The ${MOST_EXECUTORS} busiest of ${own.length} executors` : 'Executors'),
      el('table', {}, el('thead', {}, el('tr', {}, ...heads.map((h, i) => el('th', { scope: 'col', class: i === 0 ? '' : 'n' }, h)))), body));
    return {
      refresh: now => {
        const get = name => now.get('components', at, name);
        facts.set('Executors', component.executors);
        facts.set('Tasks', component.tasks);
        facts.set('Rate', rate(get('perSec')));
        facts.set('Call', time(get('callNs')));
        facts.set('Busy', share(get('busy')));
        facts.set('Held', share(get('held')));
        facts.set('Queued', `${count(get('queued'))} (${share(get('fill'))})`);
        facts.set('Pending', count(get('pending')));
        facts.set('Executed', count(get('executed')));
        facts.set('Emitted', count(get('emitted')));
        this.skew(now, at, tasks, strip, skew);
        this.executors(now, own, rows);
      },
    };
  }

  skew(model, at, tasks, strip, text) {
    drawStrip(strip, model, at, tasks);
    let most = 0;
    let which = -1;
    let sum = 0;
    for (const task of tasks) {
      const value = taskRate(model, at, task);
      sum += value;
      if (value > most) {
        most = value;
        which = model.structure.tasks[task].id;
      }
    }
    const mean = sum / Math.max(1, tasks.length);
    const words = which < 0 ? 'no tuples now' : `most: task ${which}, ${rate(most)}, ${(most / mean).toFixed(1)}× the mean`;
    setText(text, words);
    strip.setAttribute('aria-label', words);
  }

  executors(model, own, rows) {
    const get = (i, name) => model.get('executors', i, name);
    const busiest = own.slice().sort((a, b) => get(b, 'busy') - get(a, 'busy') || a - b);
    rows.forEach((cells, n) => {
      const i = busiest[n];
      const { first, last } = model.structure.executors[i];
      setText(cells[0], first === last ? String(first) : `${first}–${last}`);
      setText(cells[1], get(i, 'core') + (get(i, 'dedicated') ? ' (own thread)' : ''));
      setText(cells[2], share(get(i, 'busy')));
      setText(cells[3], share(get(i, 'held')));
      setText(cells[4], count(get(i, 'queued')));
    });
  }

  edge(model, from, to) {
    const { components, edges } = model.structure;
    const body = el('tbody', {});
    const rows = [];
    edges.forEach((edge, i) => {
      if (edge.from !== from || edge.to !== to) return;
      const perSec = el('td', { class: 'n' });
      const tuples = el('td', { class: 'n' });
      rows.push({ i, perSec, tuples });
      body.append(el('tr', {}, el('th', { scope: 'row', title: edge.stream }, edge.stream), el('td', {}, edge.grouping), perSec, tuples));
    });
    const sampled = new Samples(this.openTrace);
    this.root.replaceChildren(
      el('h2', {}, `${components[from].label} → ${components[to].label}`),
      el('table', {}, el('thead', {}, el('tr', {}, el('th', { scope: 'col' }, 'Stream'), el('th', { scope: 'col' }, 'Grouping'),
        el('th', { scope: 'col', class: 'n' }, 'Tuples'), el('th', { scope: 'col', class: 'n' }, 'All'))), body), sampled.root);
    return {
      refresh: (now, samples) => {
        rows.forEach(({ i, perSec, tuples }) => {
          setText(perSec, rate(now.get('edges', i, 'perSec')));
          setText(tuples, count(now.get('edges', i, 'tuples')));
        });
        sampled.update(samples, now.traces);
      },
    };
  }
}
