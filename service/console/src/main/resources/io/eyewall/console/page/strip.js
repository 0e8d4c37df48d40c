// One bar per task, which makes skew visible: the tuples that a task receives, or that a spout task
// emits. If there are more tasks than pixels, a bar shows the maximum of several.

import { sized } from './dom.js';
import { colour } from './theme.js';

export function tasksOf(model, component) {
  const tasks = [];
  model.structure.tasks.forEach((task, i) => { if (task.of === component) tasks.push(i); });
  return tasks;
}

export function taskRate(model, component, task) {
  return model.get('tasks', task, model.structure.components[component].spout ? 'outPerSec' : 'inPerSec');
}

export function drawStrip(canvas, model, component, tasks) {
  const { context: c, width, height } = sized(canvas);
  if (width === 0 || tasks.length === 0) return;
  const bars = Math.min(tasks.length, Math.floor(width / 2));
  const values = new Float64Array(bars);
  tasks.forEach((task, i) => {
    const bar = Math.floor(i * bars / tasks.length);
    values[bar] = Math.max(values[bar], taskRate(model, component, task));
  });
  const most = Math.max(...values);
  const mean = tasks.reduce((sum, t) => sum + taskRate(model, component, t), 0) / tasks.length;
  const each = Math.min(22, width / bars);
  const gap = each > 3 ? 1 : 0;
  values.forEach((value, i) => {
    const h = most === 0 ? 1 : Math.max(1, (value / most) * height);
    c.fillStyle = colour(mean > 0 && tasks.length > 1 && value > 2 * mean ? 'p99' : 'p50');
    c.fillRect(i * each, height - h, each - gap, h);
  });
}
