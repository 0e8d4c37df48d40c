// Actions: plan now, dry run, choose the algorithm. Actions that change something ask first.

import { ask } from '/page/actions.js';
import { el } from '/page/dom.js';
import { decision } from './decisions.js';
import { parse } from './plain.js';

const OFF = 'off';

async function answer(url, options) {
  const response = await fetch(url, options);
  const text = await response.text();
  if (!response.ok) {
    let why = text;
    try {
      why = parse(text).errorMessage ?? text;
    } catch {
      // not JSON: show the response as it is
    }
    throw new Error(why);
  }
  return parse(text);
}

export class Steering {
  /**
   * @param current returns the displayed status, or null
   * @param say shows an error message
   * @param done called after an action
   */
  constructor(current, say, done) {
    this.current = current;
    this.say = say;
    this.done = done;
    this.busy = false;
  }

  /** Runs one action at a time; a second click has no effect. */
  async once(what, run) {
    if (this.busy || document.querySelector('dialog') !== null) return;
    this.busy = true;
    try {
      await run();
    } catch (error) {
      this.say(`${what}: ${error.message}`);
    } finally {
      this.busy = false;
      this.done();
    }
  }

  planNow() {
    return this.once('planning', async () => {
      const yes = await ask({
        title: 'Plan now?', button: 'Plan',
        text: 'Whatever differs from what is will be done by Nimbus, also if it saves little. Workers whose executors change start anew.',
      });
      if (yes !== null) this.show('What was planned', await answer('/v1/schedule/now', { method: 'POST' }));
    });
  }

  dryRun() {
    return this.once('the dry run', async () =>
      this.show('What would be planned', await answer('/v1/schedule/now?dry=true', { method: 'POST' })));
  }

  show(title, one) {
    ask({ title, rows: decision(one, true, () => {}), button: null });
    document.querySelector('dialog').classList.add('result');
  }

  use() {
    return this.once('the algorithm', async () => {
      const status = this.current();
      if (status === null) return;
      const { algorithms, parameters } = await answer('/v1/schedule/algorithms', {});
      const form = new UseForm(status.settings, algorithms, parameters);
      const data = await ask({
        title: 'How plans are found', rows: form.node, button: 'Use it',
        text: 'From the next look on, also after a restart. Empty fields are as by default; ‘off’ leaves executors where they are.',
      });
      if (data === null) return;
      await answer('/v1/schedule', {
        method: 'PUT', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(form.read(data)),
      });
    });
  }
}

/** The form to choose an algorithm; it shows the parameters of the selected algorithm. */
class UseForm {
  constructor(settings, algorithms, shared) {
    this.settings = settings;
    this.algorithms = algorithms;
    this.shared = shared;
    this.own = el('div', { class: 'rows' });
    this.select = el('select', { id: 'algorithm', name: 'algorithm' },
      ...[...Object.keys(algorithms).sort(), OFF].map(name => el('option', { selected: name === settings.algorithm }, name)));
    this.select.addEventListener('change', () => this.fill());
    this.node = el('div', { class: 'rows' },
      el('label', { for: 'algorithm' }, 'Algorithm'), this.select,
      el('label', { for: 'adopt' }, 'Adopt plans that'),
      el('select', { id: 'adopt', name: 'adopt' },
        el('option', { value: 'gain', selected: settings.adopt === 'GAIN' }, 'gain'),
        el('option', { value: 'always', selected: settings.adopt === 'ALWAYS' }, 'differ')),
      el('label', { for: 'period' }, 'Seconds between looks'),
      el('input', { id: 'period', name: 'period', type: 'number', min: 1, max: 86400, value: settings.periodSec, required: true }));
    this.fill();
    const whole = el('div', {}, this.node, this.own);
    this.node = whole;
  }

  parameters() {
    const own = this.algorithms[this.select.value] ?? [];
    const names = new Set(own.map(({ name }) => name));
    return this.select.value === OFF ? [] : [...own, ...this.shared.filter(({ name }) => !names.has(name))];
  }

  fill() {
    const known = this.select.value === this.settings.algorithm ? this.settings.parameters : {};
    this.own.replaceChildren(...this.parameters().flatMap(({ name, defaultValue, least, most, meaning }) => [
      el('label', { for: 'p-' + name }, name),
      el('input', {
        id: 'p-' + name, name: 'p-' + name, type: 'number', step: 'any', min: least, max: most,
        placeholder: String(defaultValue), value: known[name] ?? null,
      }),
      el('small', {}, `${meaning} (${defaultValue})`),
    ]));
  }

  read(data) {
    const parameters = {};
    for (const { name } of this.parameters()) {
      const given = data.get('p-' + name);
      if (given !== null && given !== '') parameters[name] = Number(given);
    }
    return { algorithm: data.get('algorithm'), parameters, periodSec: Number(data.get('period')), adopt: data.get('adopt') };
  }
}
