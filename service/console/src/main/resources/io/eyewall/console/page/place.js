// The page's state, kept in its address, so that a view can be shared and survives a reload.

const DEFAULTS = { topology: '', view: 'graph', by: 'busy', select: '', tab: 'log', trace: '', order: 'new' };
const CHOICES = {
  view: ['graph', 'cores', 'flame', 'traces'], by: ['busy', 'pressure', 'latency', 'errors'],
  tab: ['log', 'lines', 'placement'], order: ['new', 'slow'],
};

export class Place {
  constructor(onChange) {
    this.values = { ...DEFAULTS };
    this.onChange = onChange;
    window.addEventListener('hashchange', () => {
      this.read();
      onChange();
    });
    this.read();
  }

  read() {
    const params = new URLSearchParams(location.hash.slice(1));
    for (const [name, usual] of Object.entries(DEFAULTS)) {
      const value = params.get(name) ?? usual;
      this.values[name] = CHOICES[name] && !CHOICES[name].includes(value) ? usual : value;
    }
  }

  get(name) {
    return this.values[name];
  }

  /** @param push whether the browser's back button returns to the previous state */
  set(changes, push = false) {
    Object.assign(this.values, changes);
    const params = new URLSearchParams();
    for (const [name, usual] of Object.entries(DEFAULTS)) {
      if (this.values[name] !== usual) params.set(name, this.values[name]);
    }
    const hash = '#' + params.toString();
    if (location.hash !== hash && !(location.hash === '' && hash === '#')) {
      if (push) history.pushState(null, '', hash);
      else history.replaceState(null, '', hash);
    }
    this.onChange();
  }
}

/** Returns the name in a topology id, without the counter and the time that differ in each run. */
export function nameOf(key) {
  return key.replace(/-\d+-\d+(~\d+)?$/, '');
}

/** Returns the topology with a key, or another run with the same name if that one has ended. */
export function resolve(wanted, list) {
  if (list.length === 0) return null;
  const live = one => one.totals !== null && one.silent == null && !['ENDED', 'FAILED'].includes(one.totals.status);
  const exact = list.find(one => one.key === wanted);
  if (exact && (live(exact) || !list.some(one => one.name === exact.name && live(one)))) return exact;
  if (wanted !== '') {
    const same = list.filter(one => one.name === nameOf(wanted));
    return same.filter(live).pop() ?? same.pop() ?? exact ?? null;
  }
  return list.filter(live)[0] ?? list[0];
}
