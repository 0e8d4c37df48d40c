// Formats the numbers of clusters.

import { count } from '/page/format.js';

/** Formats cores and other small numbers with at most two decimals. */
export function digits(value) {
  return Number.isInteger(value) ? String(value) : value.toFixed(2);
}

/** Formats the cost of a placement in milliseconds of work per second. */
export function cost(msPerSec) {
  if (msPerSec === null || msPerSec === undefined) return 'unknown';
  return (Math.abs(msPerSec) >= 100 ? msPerSec.toFixed(0) : msPerSec.toPrecision(3)) + ' ms/s';
}

export const UNITS = {
  tuples: { label: 'Tuples/s', of: flow => flow.tuplesPerSec, format: value => count(value), says: value => count(value) + ' tuples/s' },
  bytes: { label: 'Bytes/s', of: flow => flow.bytesPerSec, format: value => count(value), says: value => count(value) + ' B/s' },
};

/** Describes how much a plan saves; empty if unknown. */
export function change(before, after) {
  if (!(before > 0) || after === null || after === undefined) return '';
  const percent = 100 * (before - after) / before;
  return percent >= 0 ? `saves ${percent.toFixed(0)} %` : `costs ${(-percent).toFixed(0)} % more`;
}
