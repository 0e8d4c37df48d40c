// The topology as a graph: rebuilt when its components change, otherwise only recoloured.

import { svg, setAttr, setText } from './dom.js';
import { count, rate, shortened } from './format.js';
import { MEASURES, step } from './heat.js';
import { layout } from './layout.js';

const SIZE = { width: 176, height: 62, gapX: 74, gapY: 22 };
const MARGIN = 16;
const MOST_CELLS = 24;
const MOST_LABELS = 40;
const NAME_FONT = '650 13px system-ui, "Segoe UI", Roboto, "Liberation Sans", "DejaVu Sans", sans-serif';
const STEEP = 8;

const ruler = document.createElement('canvas').getContext('2d');

/** Returns as much of a name as fits. */
export function fitted(text, room) {
  ruler.font = NAME_FONT;
  let most = text.length;
  let shown = text;
  while (most > 2 && ruler.measureText(shown).width > room) shown = shortened(text, --most);
  return shown;
}

/** Returns the position of an edge's rate: its middle, or beside its end if the middle is steep. */
function labelPlace(points) {
  const at = Math.floor((points.length - 1) / 2);
  const a = points[at];
  const b = points[Math.min(points.length - 1, at + 1)];
  if (Math.abs(b.y - a.y) <= STEEP) return { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 - 6 };
  const tip = points[points.length - 1];
  const before = points[points.length - 2];
  const way = tip.x >= before.x ? 1 : -1;
  return { x: tip.x - way * 26, y: tip.y > before.y ? tip.y + 17 : tip.y - 10 };
}

function path(points) {
  let d = `M${points[0].x},${points[0].y}`;
  for (let i = 1; i < points.length; i++) {
    const a = points[i - 1];
    const b = points[i];
    const half = (b.x - a.x) / 2;
    d += `C${a.x + half},${a.y} ${b.x - half},${b.y} ${b.x},${b.y}`;
  }
  return d;
}

/** Groups the edges between the same two components, which are drawn as one. */
function bundles(edges) {
  const byEnds = new Map();
  edges.forEach((edge, i) => {
    const key = edge.from + ' ' + edge.to;
    if (!byEnds.has(key)) byEnds.set(key, { from: edge.from, to: edge.to, members: [] });
    byEnds.get(key).members.push(i);
  });
  return [...byEnds.values()];
}

export class Graph {
  /** @param onChoose receives 'c:ID' of a component or 'e:FROM>TO' of an edge */
  constructor(root, onChoose) {
    this.root = root;
    this.onChoose = onChoose;
    this.shape = '';
  }

  /** Draws the structure; the drawing depends only on components and edges, not on executors. */
  build(structure) {
    const shape = JSON.stringify([structure.key, structure.components.map(c => c.id), structure.edges]);
    if (shape === this.shape) return;
    this.shape = shape;
    this.bundles = bundles(structure.edges);
    const place = layout(structure.components.length, this.bundles, SIZE);
    const width = place.width + 2 * MARGIN;
    const height = place.height + 2 * MARGIN;
    const drawing = svg('svg', {
      viewBox: `0 0 ${width} ${height}`, role: 'group', 'aria-label': 'Graph of ' + structure.name,
    });
    drawing.style.width = '100%';
    drawing.style.maxWidth = Math.round(width * 1.6) + 'px';
    drawing.style.minWidth = Math.round(Math.min(width, Math.max(width * 0.55, 300))) + 'px';
    drawing.style.height = '100%';
    drawing.style.minHeight = Math.round(Math.min(height, Math.max(height * 0.55, 120))) + 'px';
    const shift = svg('g', { transform: `translate(${MARGIN},${MARGIN})` });
    const labels = svg('g', { 'aria-hidden': 'true' });
    this.edges = this.bundles.map((bundle, i) => this.edge(structure, bundle, place.edges[i], shift, labels));
    shift.append(labels);
    this.nodes = structure.components.map((c, i) => this.node(c, place.nodes[i], shift));
    drawing.append(shift);
    this.root.replaceChildren(drawing);
  }

  edge(structure, bundle, points, parent, labels) {
    const from = structure.components[bundle.from];
    const to = structure.components[bundle.to];
    const loop = bundle.from === bundle.to;
    const tip = points[points.length - 1];
    const way = loop || tip.x >= points[0].x ? 7 : -7;
    const { x, y } = points[0];
    const top = y - SIZE.height / 2;
    const d = loop
      ? `M${x - 30},${top}C${x - 30},${top - 24} ${x + 30},${top - 24} ${x + 30},${top}`
      : path([...points.slice(0, -1), { x: tip.x - way, y: tip.y }]);
    const line = svg('path', { class: 'line', d });
    const head = svg('path', { class: 'head', d: loop ? '' : `M${tip.x - way},${tip.y - 5}l${way},5l${-way},5z` });
    const label = svg('text', { class: 'rate', ...(loop ? { x, y: top - 20 } : labelPlace(points)) });
    if (this.bundles.length <= MOST_LABELS) labels.append(label);
    const key = `e:${from.id}>${to.id}`;
    const group = svg('g', {
      class: 'edge', tabindex: 0, role: 'button', 'aria-label': `from ${from.label} to ${to.label}`,
      onclick: () => this.onChoose(key),
      onkeydown: event => this.onKey(event, key),
    }, line, svg('path', { class: 'reach', d }), head);
    parent.append(group);
    return { group, line, label, key };
  }

  node(component, at, parent) {
    const x = at.x - SIZE.width / 2;
    const y = at.y - SIZE.height / 2;
    const box = svg('rect', { class: 'box h0', x, y, width: SIZE.width, height: SIZE.height, rx: component.spout ? 20 : 6 });
    const left = x + (component.spout ? 15 : 11);
    const right = x + SIZE.width - (component.spout ? 15 : 11);
    const value = svg('text', { class: 'value', x: right, y: y + 37, 'text-anchor': 'end' });
    const facts = svg('text', { x: left, y: y + 37 });
    const cells = [];
    const strip = svg('g', {});
    const cellWidth = (right - left) / MOST_CELLS;
    for (let i = 0; i < MOST_CELLS; i++) {
      const cell = svg('rect', { x: left + i * cellWidth, y: y + 46, width: Math.max(1, cellWidth - 1), height: 6, rx: 1 });
      strip.append(cell);
      cells.push(cell);
    }
    const beside = svg('rect', { class: 'beside h0', x: left, y: y + 55, width: right - left, height: 3, rx: 1.5 });
    const title = svg('title', {});
    const key = 'c:' + component.id;
    const group = svg('g', {
      class: 'node' + (component.spout ? ' spout' : ''), tabindex: 0, role: 'button',
      onclick: () => this.onChoose(key),
      onkeydown: event => this.onKey(event, key),
    }, title, box, svg('text', { class: 'name', x: left, y: y + 20 }, fitted(component.label, right - left)), facts, value, strip, beside);
    parent.append(group);
    return { group, box, value, facts, title, cells, beside, key };
  }

  onKey(event, key) {
    if (event.key === 'Enter' || event.key === ' ') {
      event.preventDefault();
      this.onChoose(key);
    }
  }

  update(model, by, chosen) {
    const measure = MEASURES[by];
    const { components, executors } = model.structure;
    const own = components.map(() => []);
    executors.forEach((executor, i) => own[executor.of].push(i));
    this.nodes.forEach((node, i) => {
      const value = measure.component(model, i);
      const heat = step(measure, value);
      setAttr(node.box, 'class', 'box h' + heat);
      setText(node.value, measure.format(value));
      const other = MEASURES[measure.beside];
      setAttr(node.beside, 'visibility', other ? 'visible' : 'hidden');
      if (other) setAttr(node.beside, 'class', 'beside h' + step(other, other.component(model, i)));
      const many = components[i].executors;
      setText(node.facts, rate(model.get('components', i, 'perSec')) + ' · ' + many + '×');
      const worst = model.get('components', i, 'worstTask');
      const label = `${components[i].id}\n${measure.label}: ${measure.format(value)}`
        + (worst < 0 ? '\n' : `, busiest: task ${worst}\n`)
        + (other ? `${other.label}: ${other.format(other.component(model, i))}\n` : '')
        + `${many} executors, ${components[i].tasks} tasks, ${count(model.get('components', i, 'queued'))} tuples queued`;
      setText(node.title, label);
      setAttr(node.group, 'aria-label', label.replaceAll('\n', ', '));
      this.strip(node, own[i], model, measure);
      node.group.classList.toggle('hot', heat === 5);
      node.group.classList.toggle('chosen', node.key === chosen);
      setAttr(node.group, 'aria-pressed', String(node.key === chosen));
    });
    this.edges.forEach((edge, i) => {
      const { members } = this.bundles[i];
      const perSec = members.reduce((sum, m) => sum + model.get('edges', m, 'perSec'), 0);
      const dead = perSec === 0;
      edge.group.classList.toggle('dead', dead);
      edge.group.classList.toggle('chosen', edge.key === chosen);
      setAttr(edge.group, 'aria-pressed', String(edge.key === chosen));
      setAttr(edge.line, 'stroke-width', dead ? 1.3 : (1.2 + Math.log10(1 + perSec) * 1.1).toFixed(1));
      setText(edge.label, dead ? '' : rate(perSec));
    });
  }

  /** Draws a cell per executor; if there are too many, one cell shows the worst of several. */
  strip(node, executors, model, measure) {
    const shown = Math.min(MOST_CELLS, executors.length);
    for (let i = 0; i < MOST_CELLS; i++) {
      if (i >= shown) {
        setAttr(node.cells[i], 'visibility', 'hidden');
        continue;
      }
      let worst = 0;
      const end = Math.floor((i + 1) * executors.length / shown);
      for (let e = Math.floor(i * executors.length / shown); e < end; e++) {
        worst = Math.max(worst, measure.executor(model, executors[e]));
      }
      setAttr(node.cells[i], 'visibility', 'visible');
      setAttr(node.cells[i], 'class', 'cell c' + step(measure, worst));
    }
  }
}
