// Numbers of clusters, as people read them.

import { count } from '/page/format.js';

/** Cores and other small numbers: two digits after the point, if any. */
export function digits(value) {
  return Number.isInteger(value) ? String(value) : value.toFixed(2);
}

/** Milliseconds of work per second, what a placement costs. */
export function cost(msPerSec) {
  if (msPerSec === null || msPerSec === undefined) return 'unknown';
  return (Math.abs(msPerSec) >= 100 ? msPerSec.toFixed(0) : msPerSec.toPrecision(3)) + ' ms/s';
}

export const UNITS = {
  tuples: { label: 'Tuples/s', of: flow => flow.tuplesPerSec, format: value => count(value), says: value => count(value) + ' tuples/s' },
  bytes: { label: 'Bytes/s', of: flow => flow.bytesPerSec, format: value => count(value), says: value => count(value) + ' B/s' },
};

/** How much less a plan costs, in words; empty if that is not known. */
export function change(before, after) {
  if (!(before > 0) || after === null || after === undefined) return '';
  const percent = 100 * (before - after) / before;
  return percent >= 0 ? `saves ${percent.toFixed(0)} %` : `costs ${(-percent).toFixed(0)} % more`;
}
