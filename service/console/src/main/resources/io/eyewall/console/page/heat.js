// The colour scale: six steps, from idle to overloaded.

import { count, share, time } from './format.js';

export const STEPS = 6;

export const MEASURES = {
  busy: {
    label: 'Busy', limits: [0.1, 0.3, 0.6, 0.8, 0.95], format: share,
    about: 'Share of the time in user code, of the busiest executor; the line below: back-pressure', beside: 'pressure',
    component: (m, i) => m.get('components', i, 'worstBusy'),
    executor: (m, i) => m.get('executors', i, 'busy'),
  },
  pressure: {
    label: 'Back-pressure', limits: [0.05, 0.2, 0.5, 0.8, 0.95], format: share,
    about: 'How full the fullest mailbox is, or for which share of the time full receivers hold it back; the line below: busy', beside: 'busy',
    component: (m, i) => Math.max(m.get('components', i, 'worstFill'), m.get('components', i, 'held')),
    executor: (m, i) => Math.max(m.get('executors', i, 'held'), Math.min(1,
      m.get('executors', i, 'queued') / m.structure.components[m.structure.executors[i].of].capacity)),
  },
  latency: {
    label: 'Call time', limits: [1e3, 1e4, 1e5, 1e6, 1e7], format: time,
    about: 'Mean time of one call of its code',
    component: (m, i) => m.get('components', i, 'callNs'),
    executor: (m, i) => m.get('executors', i, 'callNs'),
  },
  errors: {
    label: 'Errors', limits: [1, 3, 10, 100, 1000], format: count,
    about: 'Errors reported and tuples failed, since the start',
    component: (m, i) => m.get('components', i, 'errors') + m.get('components', i, 'failed'),
    executor: (m, i) => MEASURES.errors.component(m, m.structure.executors[i].of),
  },
};

export function step(measure, value) {
  const { limits } = measure;
  let at = 0;
  while (at < limits.length && value >= limits[at]) at++;
  return at;
}
