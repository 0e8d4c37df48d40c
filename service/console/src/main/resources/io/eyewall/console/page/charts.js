// Three charts of the last half hour, with marks for events.

import { el, setText, sized } from './dom.js';
import { clock, rate, time } from './format.js';
import { colour } from './theme.js';

const SPAN_MS = 30 * 60 * 1000;
const TOP = 6;
const BOTTOM = 14;
const CHARTS = [
  { id: 'perSec', label: 'Rate', key: 'rate', format: rate },
  { id: 'p50Ns', label: 'Latency p50', key: 'p50', format: time },
  { id: 'p99Ns', label: 'Latency p99', key: 'p99', format: time },
];

/** Returns the time range to show: the recorded time, from five minutes to half an hour. */
export function span(points) {
  const n = points.timeMs.length;
  if (n === 0) return { from: 0, to: 1 };
  const to = points.timeMs[n - 1];
  const known = to - points.timeMs[0];
  return { from: to - Math.min(SPAN_MS, Math.max(known, 5 * 60 * 1000)), to };
}

function nice(value) {
  if (value <= 0) return 1;
  const unit = 10 ** Math.floor(Math.log10(value));
  return [1, 1.5, 2, 3, 4, 5, 7.5, 10].map(f => f * unit).find(f => f >= value * 1.02) ?? value;
}

export class Charts {
  constructor(root) {
    this.hover = null;
    this.charts = CHARTS.map(chart => {
      const now = el('span', { class: 'now' }, '–');
      const canvas = el('canvas', { role: 'img', 'aria-label': chart.label });
      canvas.addEventListener('pointermove', event => {
        this.hover = event.offsetX / canvas.clientWidth;
        this.draw();
      });
      canvas.addEventListener('pointerleave', () => {
        this.hover = null;
        this.draw();
      });
      root.append(el('div', { class: 'chart' },
        el('div', { class: 'top' }, el('h3', {}, el('span', { class: 'key k-' + chart.key }), chart.label), now), canvas));
      return { ...chart, now, canvas };
    });
  }

  update(model) {
    this.model = model;
    this.draw();
  }

  draw() {
    if (this.model === undefined) return;
    const { points, entries } = this.model;
    const range = span(points);
    for (const chart of this.charts) this.one(chart, points, entries, range);
  }

  one(chart, points, entries, { from, to }) {
    const { context: c, width, height } = sized(chart.canvas);
    if (width === 0) return;
    const values = points[chart.id];
    const times = points.timeMs;
    const x = ms => ((ms - from) / (to - from)) * width;
    // Each pixel column shows the maximum of its time.
    const columns = new Float64Array(Math.ceil(width)).fill(-1);
    let most = 0;
    for (let i = 0; i < times.length; i++) {
      const at = Math.min(columns.length - 1, Math.floor(x(times[i])));
      if (at < 0) continue;
      columns[at] = Math.max(columns[at], values[i]);
      most = Math.max(most, values[i]);
    }
    const top = nice(most);
    const bottom = height - BOTTOM;
    const y = value => bottom - (value / top) * (bottom - TOP);
    c.strokeStyle = colour('line');
    c.lineWidth = 1;
    c.beginPath();
    for (const share of [0, 0.5, 1]) {
      const line = Math.round(y(top * share)) + 0.5;
      c.moveTo(0, line);
      c.lineTo(width, line);
    }
    c.stroke();
    for (const entry of entries) {
      if (entry.timeMs < from || entry.timeMs > to) continue;
      c.fillStyle = colour(entry.bad ? 'bad' : 'soft');
      c.fillRect(Math.round(x(entry.timeMs)), bottom - 4, entry.bad ? 2 : 1, 7);
    }
    this.line(c, columns, chart, y, bottom);
    c.fillStyle = colour('soft');
    c.font = '10px system-ui, "Liberation Sans", sans-serif';
    c.textAlign = 'left';
    if (most > 0) c.fillText(chart.format(top), 1, TOP + 9);
    c.fillText(times.length > 0 ? clock(from) : '', 1, height - 2);
    c.textAlign = 'right';
    c.fillText(times.length > 0 ? clock(to) : '', width - 1, height - 2);
    this.say(c, chart, points, { from, to, x, y, width, bottom });
  }

  line(c, columns, chart, y, bottom) {
    c.strokeStyle = colour(chart.key);
    c.lineWidth = 1.5;
    c.lineJoin = 'round';
    c.beginPath();
    let first = -1;
    let last = -1;
    columns.forEach((value, i) => {
      if (value < 0) return;
      if (first < 0) {
        first = i;
        c.moveTo(i, y(value));
      } else c.lineTo(i, y(value));
      last = i;
    });
    c.stroke();
    if (first < 0) return;
    c.lineTo(last, bottom);
    c.lineTo(first, bottom);
    c.globalAlpha = 0.1;
    c.fillStyle = colour(chart.key);
    c.fill();
    c.globalAlpha = 1;
  }

  /** Shows the current value, or the value at the pointer. */
  say(c, chart, points, { from, to, x, y, width, bottom }) {
    const n = points.timeMs.length;
    if (n === 0) {
      setText(chart.now, '–');
      return;
    }
    let at = n - 1;
    if (this.hover !== null) {
      const ms = from + this.hover * (to - from);
      at = points.timeMs.findIndex(t => t >= ms);
      if (at < 0) at = n - 1;
      const column = Math.min(width - 1, x(points.timeMs[at]));
      c.fillStyle = colour('ink');
      c.fillRect(Math.round(column), TOP, 1, bottom - TOP);
      c.beginPath();
      c.arc(column, y(points[chart.id][at]), 3, 0, 7);
      c.fill();
    }
    const text = chart.format(points[chart.id][at]);
    setText(chart.now, this.hover === null ? text : clock(points.timeMs[at]) + '  ' + text);
    chart.canvas.setAttribute('aria-label', `${chart.label}, now ${text}`);
  }
}
