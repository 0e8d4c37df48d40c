// The generator's evaluations: the reason, the decision, and its predicted and measured results.

import { el } from '/page/dom.js';
import { clock } from '/page/format.js';
import { change, cost } from './numbers.js';

function fact(name, text, bad) {
  return el('span', { class: bad ? 'is-bad' : null }, el('span', { class: 'soft' }, name + ' '), text);
}

function list(title, sentences, bad) {
  return sentences.length === 0 ? null
    : el('ul', { class: bad ? 'is-bad' : null }, ...sentences.map(each => el('li', {}, `${title} ${each}`)));
}

function outcome({ number, presentMsPerSec, outcome: came }) {
  if (number === null) return null;
  if (came === null) return fact('measured', 'not yet');
  if (came.msPerSec === null) return fact('measured', came.says);
  const said = change(presentMsPerSec, came.msPerSec);
  return fact('measured', `${cost(came.msPerSec)}${said === '' ? '' : ', ' + said}; ${came.says}`);
}

/** Renders one evaluation, which may be a dry run. */
export function decision(one, open, toggled) {
  const adopted = one.number !== null;
  const said = change(one.presentMsPerSec, one.plannedMsPerSec);
  const more = el('details', { open }, el('summary', {}, `${one.moves.length} moves, the plan`),
    list('', one.moves), el('pre', {}, one.explanation));
  more.addEventListener('toggle', () => toggled(more.open));
  return el('article', { class: 'decision' + (adopted ? ' is-adopted' : '') },
    el('div', { class: 'head' }, el('time', {}, clock(one.timeMs)), el('b', {}, adopted ? `plan ${one.number}` : one.verdict),
      adopted ? el('span', { class: 'soft' }, one.verdict) : null, el('span', { class: 'soft' }, one.why)),
    el('p', { class: 'name' }, one.reason),
    one.plannedMsPerSec === null ? null : el('div', { class: 'facts' },
      fact('before', cost(one.presentMsPerSec)), fact('predicted', cost(one.plannedMsPerSec) + (said === '' ? '' : ', ' + said)),
      fact('nodes', `${one.nodesNow} → ${one.nodesPlanned}`), outcome(one), fact('by', one.algorithm)),
    list('overloaded:', one.overloaded, true), list('hot:', one.hot, true),
    one.explanation === '' ? null : more);
}

/** The list of evaluations; redrawn only after changes, so that the scroll position stays. */
export class Decisions {
  constructor(root) {
    this.root = root;
    this.open = new Set();
    this.shown = '';
  }

  update(decisions) {
    const now = JSON.stringify(decisions);
    if (now === this.shown) return;
    this.shown = now;
    this.root.replaceChildren(...decisions.map(one => decision(one, this.open.has(one.timeMs), open => {
      if (open) this.open.add(one.timeMs);
      else this.open.delete(one.timeMs);
    })));
    if (decisions.length === 0) this.root.append(el('p', { class: 'empty' }, 'No look yet.'));
  }
}
