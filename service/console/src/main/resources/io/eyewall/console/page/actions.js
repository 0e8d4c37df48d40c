// Buttons that steer the topology. Each opens a confirmation dialog first.

import { el, setText } from './dom.js';

async function post(wish, say) {
  try {
    const response = await fetch('/console/action', {
      method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(wish),
    });
    if (!response.ok) {
      const text = await response.text();
      let why = text;
      try {
        why = JSON.parse(text).error;
      } catch {
        // not JSON: show the response as it is
      }
      say(`${wish.action} was refused: ${why}`);
    }
  } catch (error) {
    say(`${wish.action} could not be requested: ${error.message}`);
  }
}

/** Opens a dialog; resolves to the form's data, or null if it was cancelled. */
export function ask({ title, text, rows, button, danger }) {
  return new Promise(resolve => {
    const form = el('form', { method: 'dialog' }, el('h2', {}, title), text ? el('p', { class: 'soft' }, text) : null, rows ?? null,
      el('div', { class: 'end' },
        el('button', { type: 'button', onclick: () => dialog.close('') }, button === null ? 'Close' : 'Cancel'),
        button === null ? null : el('button', { class: 'main' + (danger ? ' danger' : ''), value: 'yes' }, button)));
    const dialog = el('dialog', { 'aria-label': title }, form);
    dialog.addEventListener('close', () => {
      const data = dialog.returnValue === 'yes' ? new FormData(form) : null;
      dialog.remove();
      resolve(data);
    });
    document.body.append(dialog);
    dialog.showModal();
  });
}

export class Actions {
  /**
   * @param current returns the displayed model, or null
   * @param say shows an error message
   * @param chosen returns the key of the selection, such as 'c:ID' of a component
   */
  constructor(root, current, say, chosen) {
    this.current = current;
    this.chosen = chosen;
    this.say = say;
    this.algorithms = null;
    const button = (text, key, run, danger) => el('button', {
      class: danger ? 'danger' : '', title: `${text} (${key})`, onclick: () => run.call(this),
    }, text);
    this.toggle = button('Deactivate', 'a', this.activation);
    this.more = button('Rebalance…', 'r', this.rebalance);
    this.places = button('Placement…', 'm', this.placement);
    this.moving = button('Move…', 'v', this.move);
    this.end = button('Kill…', 'k', this.kill, true);
    root.append(this.toggle, this.more, this.places, this.moving, this.end);
  }

  update(totals) {
    const status = totals?.status ?? 'ENDED';
    const over = ['ENDED', 'FAILED'].includes(status);
    const dying = over || status === 'KILLED';
    setText(this.toggle, status === 'INACTIVE' ? 'Activate' : 'Deactivate');
    this.toggle.disabled = dying;
    this.more.disabled = dying;
    this.places.disabled = dying;
    this.moving.disabled = dying;
    this.end.disabled = over;
  }

  model() {
    const model = this.current();
    return model === null || model.structure === null ? null : model;
  }

  async activation() {
    const model = this.model();
    if (model === null || this.toggle.disabled) return;
    const on = model.totals.status === 'INACTIVE';
    const { key, name } = model.structure;
    const yes = await ask({
      title: `${on ? 'Activate' : 'Deactivate'} ${name}?`,
      text: on ? 'Its spouts emit again.' : 'Its spouts stop emitting; pending tuples are still processed.',
      button: on ? 'Activate' : 'Deactivate',
    });
    if (yes !== null) post({ topology: key, action: on ? 'activate' : 'deactivate' }, this.say);
  }

  async kill() {
    const model = this.model();
    if (model === null || this.end.disabled) return;
    const { key, name } = model.structure;
    const input = el('input', { id: 'wait', name: 'wait', type: 'number', min: 0, max: 3600, value: 5, required: true });
    const data = await ask({
      title: `Kill ${name}?`, text: 'The topology ends permanently. Spouts stop at once; pending tuples have some time to finish.',
      rows: el('div', { class: 'rows' }, el('label', { for: 'wait' }, 'Seconds for pending tuples'), input),
      button: 'Kill', danger: true,
    });
    if (data !== null) post({ topology: key, action: 'kill', waitSecs: Number(data.get('wait')) }, this.say);
  }

  async rebalance() {
    const model = this.model();
    if (model === null || this.more.disabled) return;
    const { key, name, components } = model.structure;
    const rows = el('div', { class: 'rows' });
    components.forEach((component, i) => {
      rows.append(el('label', { for: 'n' + i }, `${component.label} (${component.tasks} tasks)`),
        el('input', { id: 'n' + i, name: 'n' + i, type: 'number', min: 1, max: component.tasks, value: component.executors, required: true }));
    });
    const data = await ask({
      title: `Rebalance ${name}`,
      text: 'The number of executors of each component, at most its number of tasks. Tasks keep their state; no tuple is lost or executed twice.',
      rows, button: 'Rebalance',
    });
    if (data === null) return;
    const executors = {};
    components.forEach((component, i) => {
      const wanted = Number(data.get('n' + i));
      if (wanted !== component.executors) executors[component.id] = wanted;
    });
    if (Object.keys(executors).length > 0) post({ topology: key, action: 'rebalance', executors }, this.say);
  }

  /** @param chosen 'c:ID' to offer the executors of that component; otherwise all are offered */
  async move(chosen = this.chosen()) {
    const model = this.model();
    if (model === null || this.moving.disabled) return;
    const { key, components, executors } = model.structure;
    const own = executors.map((executor, i) => ({ executor, i })).filter(({ executor }) =>
      !chosen.startsWith('c:') || components[executor.of].id === chosen.slice(2));
    const cores = Math.max(1, model.tables.cores.length);
    const data = await ask({
      title: 'Move an executor',
      text: 'The executor continues on the other core with its tasks and their tuples. It is pinned there: plans do not move it until it is unpinned or its component is rebalanced.',
      rows: el('div', { class: 'rows' }, el('label', { for: 'task' }, 'Executor'),
        el('select', { id: 'task', name: 'task' }, ...own.slice(0, 500).map(({ executor, i }) => el('option', { value: executor.first },
          `${components[executor.of].label} ${executor.first}${executor.last === executor.first ? '' : '–' + executor.last} (core ${model.get('executors', i, 'core')})`))),
        el('label', { for: 'core' }, 'Core'),
        el('select', { id: 'core', name: 'core' }, ...Array.from({ length: cores }, (_, core) => el('option', { value: core }, String(core))),
          el('option', { value: -1 }, 'unpin'))),
      button: 'Move',
    });
    if (data !== null) post({ topology: key, action: 'move', task: Number(data.get('task')), core: Number(data.get('core')) }, this.say);
  }

  async placement() {
    const model = this.model();
    if (model === null || this.places.disabled) return;
    const { key } = model.structure;
    let algorithms;
    try {
      const response = await fetch('/console/choices');
      if (!response.ok) throw new Error(`the server answered ${response.status}`);
      ({ algorithms } = await response.json());
    } catch (error) {
      this.say(`the placement algorithms could not be loaded: ${error.message}`);
      return;
    }
    if (algorithms.length === 0) {
      this.say('no placement algorithm can be chosen here');
      return;
    }
    const data = await ask({
      title: 'Placement algorithm', text: 'For all topologies of this process, from the next evaluation on.',
      rows: el('div', { class: 'rows' }, el('label', { for: 'algorithm' }, 'Algorithm'),
        el('select', { id: 'algorithm', name: 'algorithm' }, ...algorithms.map(a => el('option', {}, a)))),
      button: 'Use',
    });
    if (data !== null) post({ topology: key, action: 'placement', algorithm: data.get('algorithm') }, this.say);
  }
}
