// The log of the topology's process: its last lines, coloured by level, filtered and followed.

import { el, setText } from './dom.js';

const MOST = 2000;
const MOST_SHOWN = 1000;
export const LEVELS = ['TRACE', 'DEBUG', 'INFO', 'WARN', 'ERROR'];

/**
 * Returns the level in a line; lines without one, such as those of a stack trace, have the level of
 * the line before.
 */
export function levelOf(line, before) {
  if (/^(\s|Caused by:|\.\.\. \d+ more|Suppressed:)/.test(line)) return before;
  const found = /\b(TRACE|DEBUG|INFO|WARN(?:ING)?|ERROR|FATAL|SEVERE)\b/.exec(line.slice(0, 160));
  if (found === null) return 'INFO';
  return { WARNING: 'WARN', FATAL: 'ERROR', SEVERE: 'ERROR' }[found[1]] ?? found[1];
}

/** The last lines received from the server, by number. */
export class LogBook {
  constructor() {
    this.reset();
  }

  reset() {
    this.lines = [];
    this.next = 0;
    this.why = null;
  }

  /** @param event first: number of the first line; lines; missed: whether lines were lost; why: why there is no log */
  add({ first, lines, missed, why }) {
    this.why = why;
    if (lines.length > 0 && this.lines.length > 0 && first < this.lines[0].number) { // the full list arrived after a later part
      const later = this.lines;
      this.lines = [];
      this.next = 0;
      this.add({ first, lines, missed: false, why });
      for (const line of later) if (line.number >= this.next) this.add({ first: line.number, lines: [line.text], missed: false, why });
      return;
    }
    const known = this.next;
    if (known > 0 && lines.length > 0 && (missed || first > known)) {
      this.lines.push({ number: first - 0.5, text: '… lines are missing here …', level: 'WARN' });
    }
    lines.forEach((text, i) => {
      const number = first + i;
      if (number < known) return;
      const before = this.lines.length > 0 ? this.lines[this.lines.length - 1].level : 'INFO';
      this.lines.push({ number, text, level: levelOf(text, before) });
      this.next = number + 1;
    });
    if (this.lines.length > MOST) this.lines.splice(0, this.lines.length - MOST);
  }

  /** Returns the last lines of at least a level that contain a text, ignoring case. */
  matching(level, text) {
    const least = LEVELS.indexOf(level);
    const wanted = text.toLowerCase();
    return this.lines.filter(line => LEVELS.indexOf(line.level) >= least
      && (wanted === '' || line.text.toLowerCase().includes(wanted))).slice(-MOST_SHOWN);
  }
}

export class LogView {
  constructor(root) {
    this.list = el('div', { class: 'lines', tabindex: 0, role: 'log', 'aria-live': 'off', 'aria-label': 'Log' });
    this.text = el('input', { type: 'search', placeholder: 'Filter', 'aria-label': 'Lines with this text', oninput: () => this.refilter() });
    this.level = el('select', { 'aria-label': 'From this level on', onchange: () => this.refilter() },
      ...LEVELS.map(level => el('option', { value: level }, level.toLowerCase())));
    this.state = el('span', { class: 'soft', role: 'status' });
    this.follow = el('button', { 'aria-pressed': 'true', onclick: () => this.setFollow(!this.following) }, 'Follow');
    this.following = true;
    this.list.addEventListener('scroll', () => {
      const atEnd = this.list.scrollHeight - this.list.scrollTop - this.list.clientHeight < 24;
      if (atEnd !== this.following) this.setFollow(atEnd);
    });
    root.append(el('div', { class: 'filter' }, this.text, this.level, this.follow, this.state), this.list);
    this.last = -1;
    this.epoch = -1;
  }

  setFollow(on) {
    this.following = on;
    this.follow.setAttribute('aria-pressed', String(on));
    if (on) this.list.scrollTop = this.list.scrollHeight;
  }

  refilter() {
    this.epoch = -1;
    if (this.book !== undefined) this.update(this.book, this.shownEpoch);
  }

  /** @param epoch changes with the topology and with the connection to the server */
  update(book, epoch) {
    this.book = book;
    this.shownEpoch = epoch;
    setText(this.state, book.why !== null ? book.why : book.lines.length === 0 ? 'nothing is logged' : '');
    const matching = book.matching(this.level.value, this.text.value);
    if (epoch !== this.epoch) {
      this.epoch = epoch;
      this.list.replaceChildren();
      this.last = -1;
    }
    const fresh = matching.filter(line => line.number > this.last);
    if (fresh.length === 0) return;
    this.last = fresh[fresh.length - 1].number;
    this.list.append(...fresh.map(line => el('div', { class: 'l-' + line.level.toLowerCase() }, line.text)));
    while (this.list.childElementCount > MOST_SHOWN) this.list.firstElementChild.remove();
    if (this.following) this.list.scrollTop = this.list.scrollHeight;
  }
}
