// Formats numbers with three digits and a unit, and shortens long names.

function digits(value) {
  const size = Math.abs(value);
  if (size >= 100 || size === 0) return value.toFixed(0);
  return size >= 10 ? value.toFixed(1) : value.toFixed(2);
}

/** Formats a count: 12300 is 12.3k. */
export function count(value) {
  if (value === null || value === undefined) return '–';
  const size = Math.abs(value);
  if (size >= 999.5e9) return digits(value / 1e12) + 'T';
  if (size >= 999.5e6) return digits(value / 1e9) + 'G';
  if (size >= 999.5e3) return digits(value / 1e6) + 'M';
  if (size >= 999.5) return digits(value / 1e3) + 'k';
  return Number.isInteger(value) ? String(value) : digits(value);
}

export function rate(value) {
  if (value === null || value === undefined) return '–';
  if (value > 0 && value < 0.05) return '<0.1/s';
  return (value < 9.95 && !Number.isInteger(value) ? value.toFixed(1) : count(Math.round(value))) + '/s';
}

/** Formats a time in nanoseconds; a dash if there is none. */
export function time(ns) {
  if (!ns) return '–';
  if (ns >= 999.5e6) return digits(ns / 1e9) + ' s';
  if (ns >= 999.5e3) return digits(ns / 1e6) + ' ms';
  if (ns >= 999.5) return digits(ns / 1e3) + ' µs';
  return digits(ns) + ' ns';
}

export function share(value) {
  const percent = value * 100;
  return (percent > 0 && percent < 9.95 ? percent.toFixed(1) : percent.toFixed(0)) + ' %';
}

export function uptime(secs) {
  const parts = [[86400, 'd'], [3600, 'h'], [60, 'min'], [1, 's']];
  const from = Math.max(0, parts.findIndex(([size]) => secs >= size));
  if (secs < 1) return '0 s';
  return parts.slice(from, from + 2)
    .map(([size, unit], i) => Math.floor((i === 0 ? secs : secs % parts[from][0]) / size) + ' ' + unit)
    .join(' ');
}

const CLOCK = new Intl.DateTimeFormat(undefined,
  { hour: '2-digit', minute: '2-digit', second: '2-digit', hour12: false });

export function clock(ms) {
  return CLOCK.format(new Date(ms));
}

/** Formats the cost of a placement, given in nanoseconds per second. */
export function cost(nsPerSec) {
  return nsPerSec === null || nsPerSec === undefined ? 'unknown' : digits(nsPerSec / 1e6) + ' ms/s';
}

/** Shortens a name to a number of letters. The middle is elided, because names often differ at their ends. */
export function shortened(name, most) {
  const letters = [...name];
  if (letters.length <= most) return name;
  const tail = Math.floor((most - 1) / 2);
  return letters.slice(0, most - 1 - tail).join('') + '…' + letters.slice(letters.length - tail).join('');
}
