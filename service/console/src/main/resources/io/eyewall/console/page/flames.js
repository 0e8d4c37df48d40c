// The flame graph of the topology's process: starts a recording, loads the graph and shows it.

import { el, setText } from './dom.js';
import { FlameView } from './flame.js';
import { ask } from './actions.js';

export class Flames {
  /**
   * @param current returns the key of the displayed topology
   * @param say shows an error message
   */
  constructor(root, tip, current, say) {
    this.current = current;
    this.say = say;
    this.number = 0;
    this.key = null;
    this.button = el('button', { onclick: () => this.record(), title: 'Record a flame graph (f)' }, 'Record…');
    this.text = el('input', {
      type: 'search', placeholder: 'Find a method', 'aria-label': 'Methods with this text', oninput: () => this.view.mark(this.text.value),
    });
    this.whole = el('button', { onclick: () => this.view.zoom(0) }, 'Whole');
    this.state = el('span', { class: 'soft', role: 'status' });
    root.append(el('div', { class: 'filter' }, this.button, this.text, this.whole, this.state));
    this.view = new FlameView(root, tip);
  }

  /** @param news the server's latest event on the topology's flame graphs; null if there was none */
  update(news, key, dark) {
    if (this.key !== key) {
      this.key = key;
      this.number = 0;
      this.view.nodes = null;
    }
    setText(this.state, news === null ? '' : news.recording > 0 ? `recording for ${news.recording} s`
      : news.trouble !== null ? news.trouble
        : news.number === 0 ? 'Record a flame graph to see which methods use the processor time, by component.' : '');
    this.button.disabled = news !== null && news.recording > 0;
    if (news !== null && news.number > 0 && news.number !== this.number) {
      this.number = news.number;
      this.fetch(key);
    }
    this.view.dark = dark;
    this.view.draw();
  }

  async fetch(key) {
    try {
      const response = await fetch('/console/flame?topology=' + encodeURIComponent(key));
      if (!response.ok) throw new Error(`the server answered ${response.status}`);
      const graph = await response.json();
      if (this.key === key) this.view.show(graph);
    } catch (error) {
      this.say(`the flame graph could not be loaded: ${error.message}`);
    }
  }

  async record() {
    const key = this.current();
    if (key === null || this.button.disabled) return;
    const data = await ask({
      title: 'Record a flame graph',
      text: 'The topology’s process samples the stacks of its threads, at a cost of a few percent meanwhile.',
      rows: el('div', { class: 'rows' }, el('label', { for: 'seconds' }, 'Seconds'),
        el('input', { id: 'seconds', name: 'seconds', type: 'number', min: 1, max: 60, value: 5, required: true }),
        el('label', { for: 'by' }, 'Stacks below'),
        el('select', { id: 'by', name: 'by' }, el('option', { value: 'COMPONENT' }, 'component'), el('option', { value: 'THREAD' }, 'thread'))),
      button: 'Record',
    });
    if (data === null) return;
    try {
      const response = await fetch('/console/flame', {
        method: 'POST', headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ topology: key, seconds: Number(data.get('seconds')), by: data.get('by') }),
      });
      if (!response.ok) this.say('the recording was refused: ' + await response.text());
    } catch (error) {
      this.say(`the recording could not be requested: ${error.message}`);
    }
  }
}
