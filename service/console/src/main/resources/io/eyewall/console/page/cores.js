// Executors on their cores, and the traffic between cores. They are drawn on a canvas rather than
// built of elements, so that a thousand executors cost no more than ten.

import { el, sized } from './dom.js';
import { count, rate, share, shortened } from './format.js';
import { MEASURES, step } from './heat.js';
import { colour } from './theme.js';

const CELL = 15;
const ROW = 21;
const MOST_ROWS = 96;
const LEAST_COLUMN = 252;
const MOST_COLUMN = 560;
const HEAD = 40;
const PAD = 12;
const FEW_CORES = 4;
const WITH_NUMBER = 48;
const CAPTION = 200;

export class Cores {
  /**
   * @param tip shows text beside the pointer
   * @param onChoose receives 'c:ID' of the component whose executor was clicked
   */
  constructor(root, tip, onChoose) {
    this.root = root;
    this.canvas = el('canvas', { role: 'img', 'aria-label': 'Executors by core' });
    this.text = el('p', { class: 'sr' });
    root.append(this.canvas, this.text);
    this.hits = [];
    this.canvas.addEventListener('pointermove', event => tip(event, this.about(event)));
    this.canvas.addEventListener('pointerleave', event => tip(event, null));
    this.canvas.addEventListener('click', event => {
      const hit = this.find(event);
      if (hit !== null && hit.executor !== undefined) {
        onChoose('c:' + this.model.structure.components[this.model.structure.executors[hit.executor].of].id);
      }
    });
  }

  update(model, by, chosen) {
    this.model = model;
    const measure = MEASURES[by];
    const { executors, components } = model.structure;
    const cores = model.tables.cores.length;
    const groups = Array.from({ length: Math.max(1, cores) }, () => []);
    executors.forEach((_, i) => {
      const core = model.get('executors', i, 'core');
      if (groups[core]) groups[core].push(i);
    });
    const width = this.root.clientWidth;
    const cell = Math.min(cores <= FEW_CORES ? WITH_NUMBER : 30, Math.max(14, 240 / cores));
    const matrix = cores > 1 ? Math.max(cell * cores + 40, CAPTION) : 0;
    const room = width - PAD - Math.min(matrix, width / 2);
    const perRow = Math.max(1, Math.min(groups.length, Math.floor(room / LEAST_COLUMN)));
    this.rows = executors.length <= MOST_ROWS;
    this.column = this.rows ? LEAST_COLUMN : Math.max(LEAST_COLUMN, Math.min(MOST_COLUMN, Math.floor(room / perRow)));
    const inRow = Math.floor((this.column - 2 * PAD) / CELL);
    const heights = groups.map(g => HEAD + (this.rows ? g.length * ROW : Math.ceil(g.length / inRow) * CELL) + 2 * PAD);
    const rows = [];
    for (let i = 0; i < groups.length; i += perRow) rows.push(Math.max(...heights.slice(i, i + perRow)));
    const height = Math.max(this.root.clientHeight - 2, rows.reduce((a, b) => a + b, PAD), matrix + 40);
    this.canvas.style.height = height + 'px';
    const { context: c } = sized(this.canvas);
    this.hits = [];
    const chosenAt = chosen.startsWith('c:') ? model.componentOf(chosen.slice(2)) : -1;
    let y = PAD;
    groups.forEach((group, core) => {
      const column = core % perRow;
      if (core > 0 && column === 0) y += rows[core / perRow - 1];
      this.core(c, core, group, PAD + column * this.column, y, { measure, inRow, chosenAt, components });
    });
    if (cores > 1) this.matrix(c, cores, PAD + Math.min(perRow, cores) * this.column + 16, PAD + 14, cell);
    this.text.textContent = groups.map((g, core) =>
      `core ${core}: ${g.length} executors, busy ${share(model.get('cores', core, 'busy'))}`).join('; ');
  }

  core(c, core, group, x, y, { measure, inRow, chosenAt }) {
    const { model } = this;
    const busy = model.get('cores', core, 'busy');
    c.fillStyle = colour('ink');
    c.font = '600 13px system-ui, "Liberation Sans", sans-serif';
    c.textAlign = 'left';
    c.fillText('core ' + core, x, y + 11);
    c.font = '12px system-ui, "Liberation Sans", sans-serif';
    c.fillStyle = colour('soft');
    c.textAlign = 'right';
    c.fillText(group.length + ' executors, busy ' + share(busy), x + this.column - 2 * PAD, y + 11);
    c.fillStyle = colour('shade');
    c.fillRect(x, y + 19, this.column - 2 * PAD, 6);
    c.fillStyle = colour('accent');
    c.fillRect(x, y + 19, (this.column - 2 * PAD) * busy, 6);
    if (this.rows) {
      group.forEach((executor, i) => this.row(c, executor, x, y + HEAD - 6 + i * ROW, measure, chosenAt));
      return;
    }
    group.forEach((executor, i) => {
      const cx = x + (i % inRow) * CELL;
      const cy = y + HEAD - 4 + Math.floor(i / inRow) * CELL;
      c.fillStyle = colour('heat-' + step(measure, measure.executor(model, executor)));
      c.fillRect(cx, cy, CELL - 2, CELL - 2);
      const of = model.structure.executors[executor].of;
      const before = i > 0 && i % inRow > 0 ? model.structure.executors[group[i - 1]].of : of;
      if (before !== of) { // the next component starts here
        c.fillStyle = colour('soft');
        c.fillRect(cx - 2, cy - 1, 1, CELL);
      }
      if (of === chosenAt) {
        c.strokeStyle = colour('ink');
        c.lineWidth = 1.5;
        c.strokeRect(cx + 0.5, cy + 0.5, CELL - 3, CELL - 3);
      }
      this.hits.push({ x: cx, y: cy, size: CELL, executor });
    });
  }

  /** Draws an executor with its name; used while there are few executors. */
  row(c, index, x, y, measure, chosenAt) {
    const { model } = this;
    const executor = model.structure.executors[index];
    const value = measure.executor(model, index);
    const heat = step(measure, value);
    const width = this.column - 2 * PAD;
    c.fillStyle = colour('heat-' + heat);
    c.fillRect(x, y, width, ROW - 3);
    if (executor.of === chosenAt) {
      c.strokeStyle = colour('accent');
      c.lineWidth = 2;
      c.strokeRect(x + 1, y + 1, width - 2, ROW - 5);
    }
    c.fillStyle = colour(heat === 5 ? 'on-heat-5' : 'on-heat');
    c.textAlign = 'left';
    const name = model.structure.components[executor.of].label;
    const tasks = executor.first === executor.last ? String(executor.first) : `${executor.first}–${executor.last}`;
    c.fillText(shortened(name, 20) + '  ' + tasks, x + 6, y + 13);
    c.textAlign = 'right';
    c.fillText(measure.format(value), x + width - 6, y + 13);
    this.hits.push({ x, y, size: ROW - 2, width, executor: index });
  }

  /** Draws the traffic from core to core; the diagonal is traffic within a core. */
  matrix(c, cores, x, y, size) {
    const { tables } = this.model;
    let most = 1;
    for (let i = 0; i < cores; i++) {
      for (let j = 0; j < cores; j++) if (i !== j) most = Math.max(most, tables.crossing[i]?.[j] ?? 0);
    }
    c.font = '11px system-ui, "Liberation Sans", sans-serif';
    c.fillStyle = colour('soft');
    c.textAlign = 'left';
    c.fillText('tuples from core (row) to core', x, y - 4);
    for (let i = 0; i < cores; i++) {
      c.fillStyle = colour('soft');
      c.textAlign = 'right';
      if (cores <= 24) c.fillText(String(i), x + 16, y + i * size + size / 2 + 12);
      for (let j = 0; j < cores; j++) {
        const value = tables.crossing[i]?.[j] ?? 0;
        const left = x + 22 + j * size;
        const top = y + 8 + i * size;
        c.fillStyle = i === j ? colour('shade')
          : colour('heat-' + (value === 0 ? 0 : Math.min(5, 1 + Math.floor(4 * value / most))));
        c.fillRect(left, top, size - 2, size - 2);
        if (size >= WITH_NUMBER && i !== j) {
          c.fillStyle = colour(value > 0 && 1 + Math.floor(4 * value / most) >= 5 ? 'on-heat-5' : 'on-heat');
          c.textAlign = 'center';
          c.fillText(count(value), left + size / 2 - 1, top + size / 2 + 3);
        }
        this.hits.push({ x: left, y: top, size, cell: [i, j, value] });
      }
    }
  }

  find(event) {
    return this.hits.find(hit => event.offsetX >= hit.x && event.offsetX < hit.x + (hit.width ?? hit.size)
      && event.offsetY >= hit.y && event.offsetY < hit.y + hit.size) ?? null;
  }

  about(event) {
    const hit = this.find(event);
    if (hit === null || this.model === undefined) return null;
    if (hit.cell) {
      const [from, to, value] = hit.cell;
      return from === to ? `stays on core ${from}: ${rate(value)}` : `core ${from} to core ${to}: ${rate(value)}`;
    }
    const { model } = this;
    const executor = model.structure.executors[hit.executor];
    const get = name => model.get('executors', hit.executor, name);
    const tasks = executor.first === executor.last ? 'task ' + executor.first : `tasks ${executor.first} to ${executor.last}`;
    return `${model.structure.components[executor.of].label}, ${tasks}\nbusy ${share(get('busy'))}, held ${share(get('held'))}, ${rate(get('perSec'))}`
      + `\n${get('queued')} queued${get('dedicated') ? '\ndedicated thread' : ''}`;
  }
}
