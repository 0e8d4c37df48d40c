// Connects the parts of the page: the server's events update the model, which is drawn at most once
// per frame.

import { Actions } from './actions.js';
import { Charts } from './charts.js';
import { Components } from './components.js';
import { Cores } from './cores.js';
import { Detail, edgeOf } from './detail.js';
import { byId, el, setText } from './dom.js';
import { TraceFeed } from './feed.js';
import { Forecast } from './forecast.js';
import { Snapshots } from './snapshots.js';
import { count, rate, time, uptime } from './format.js';
import { Flames } from './flames.js';
import { Graph } from './graph.js';
import { MEASURES, STEPS } from './heat.js';
import { startKeys } from './keys.js';
import { LogView } from './lines.js';
import { Model } from './model.js';
import { Overview, crashText, healthOf } from './overview.js';
import { Place, resolve } from './place.js';
import { Placement, TimeLine } from './story.js';
import { Stream } from './stream.js';
import { nextTheme, onTheme, startTheme, themeChoice } from './theme.js';
import { Traces } from './traces.js';

const model = new Model();
let list = null;
let shown = null; // the drawn structure
let pending = false;
let askedMs = 0; // when the topology was requested
const LONGEST_WAIT_MS = 4_000;

const place = new Place(() => {
  follow();
  draw();
});
const stream = new Stream({ onOpen, onEvent, onLost });
const overview = new Overview(byId('overview'), key => place.set({ topology: key }, true));
const graph = new Graph(byId('graph'), choose);
const cores = new Cores(byId('cores'), showTip, choose);
const flames = new Flames(byId('flame'), showTip, () => model.structure?.key ?? null, notice);
const charts = new Charts(byId('charts'));
const forecast = new Forecast(byId('forecast'));
const snapshots = new Snapshots(byId('snapshots'));
const table = new Components(byId('components'), choose);
const feed = new TraceFeed(draw, notice);
const traces = new Traces(byId('traces'), place, label);
const detail = new Detail(byId('detail'), id => traces.open(id));
const timeLine = new TimeLine(byId('log'));
const logView = new LogView(byId('lines'));
const placement = new Placement(byId('placement'));
const actions = new Actions(byId('actions'), () => model, notice, () => place.get('select'));
const totals = {};

/** Returns the readable name of a component. */
function label(id) {
  return model.structure?.components[model.componentOf(id)]?.label ?? id;
}

function onOpen() {
  model.reset();
  askedMs = Date.now();
  byId('link').classList.remove('is-lost');
  setText(byId('link'), 'live');
  draw();
}

function onLost() {
  byId('link').classList.add('is-lost');
  setText(byId('link'), 'reconnecting');
}

function onEvent(name, data) {
  if (name === 'list') {
    list = data;
    follow();
  } else if (name === 'plan') model.onPlan(data);
  else if (name === 'tick') {
    if (model.onTick(data) === 'gap') stream.open(stream.key);
  } else if (name === 'history') model.onHistory(data);
  else if (name === 'log') model.onLog(data);
  else if (name === 'lines') model.book.add(data);
  else if (name === 'placement') model.placement = data;
  else if (name === 'model') model.forecast = data;
  else if (name === 'snapshots') model.snapshots = data;
  else if (name === 'flame') model.flame = data;
  else if (name === 'traces') model.traces = data;
  else if (name === 'silent') model.silent = data.why;
  draw();
}

/** Returns whether the overview is shown: no topology is selected and there are several. */
function showsAll() {
  return place.get('topology') === '' && list !== null && list.length > 1;
}

/** Opens the stream of the selected topology as soon as it exists. */
function follow() {
  if (list === null) return;
  const meant = showsAll() ? null : resolve(place.get('topology'), list);
  const key = meant === null ? '' : meant.key;
  if (stream.key !== key) {
    model.reset();
    askedMs = Date.now();
    stream.open(key);
  } else if (key !== '' && !model.greeted && Date.now() - askedMs > LONGEST_WAIT_MS) {
    // Right after its start the server did not know the topology yet, and sends only the list.
    askedMs = Date.now();
    stream.open(key);
  }
}

function choose(what) {
  place.set({ select: place.get('select') === what ? '' : what });
}

function notice(text) {
  const node = byId('notice');
  setText(node, text);
  node.hidden = text === '';
  clearTimeout(notice.timer);
  notice.timer = setTimeout(() => { node.hidden = true; }, 12_000);
}

function showTip(event, text) {
  const tip = byId('tip');
  tip.hidden = text === null;
  if (text === null) return;
  setText(tip, text);
  tip.style.left = Math.min(event.clientX + 14, window.innerWidth - 260) + 'px';
  tip.style.top = event.clientY + 14 + 'px';
}

function draw() {
  if (pending) return;
  pending = true;
  requestAnimationFrame(() => {
    pending = false;
    render();
  });
}

function render() {
  drawHead();
  const { structure } = model;
  const all = showsAll();
  const ready = !all && structure !== null && model.totals !== null;
  byId('overview').hidden = !all;
  byId('totals').hidden = all;
  byId('actions').hidden = all;
  byId('main').hidden = !ready;
  byId('empty').hidden = ready || all;
  if (all) {
    overview.update(list);
    return;
  }
  if (!ready) {
    setText(byId('empty'), list === null ? 'Connecting…' : list.length > 0 ? waiting()
      : 'No topology is running.\nStart one: eyewall run APP.jar, or eyewall demo.');
    return;
  }
  const select = place.get('select');
  const by = place.get('by');
  if (shown !== structure) {
    shown = structure;
    graph.build(structure);
    table.build(structure, model);
  }
  const view = place.get('view');
  const coloured = view === 'graph' || view === 'cores'; // the other views have their own colours
  byId('measures').hidden = !coloured;
  byId('legend').hidden = !coloured;
  byId('graph').hidden = view !== 'graph';
  byId('cores').hidden = view !== 'cores';
  byId('flame').hidden = view !== 'flame';
  byId('traces').hidden = view !== 'traces';
  if (view === 'graph') graph.update(model, by, select);
  else if (view === 'flame') flames.update(model.flame, structure.key, document.documentElement.dataset.theme === 'dark');
  else if (view === 'cores') cores.update(model, by, select);
  drawTraces(structure, view === 'traces');
  charts.update(model);
  forecast.update(model.forecast);
  snapshots.update(model.snapshots);
  table.update(model, select);
  detail.update(model, select, feed.samples.data);
  timeLine.update(model.entries, label, model.epoch);
  placement.update(model.placement, model.tables.crossing, model.totals);
  byId('lines').hidden = place.get('tab') !== 'lines';
  if (place.get('tab') === 'lines') logView.update(model.book, model.epoch);
  byId('log').hidden = place.get('tab') !== 'log';
  byId('placement').hidden = place.get('tab') !== 'placement';
  drawChoices();
}

/** Draws traces and the traced tuples of an edge. Messages are traced only while one of them is shown. */
function drawTraces(structure, shows) {
  const edge = edgeOf(model, place.get('select'));
  const ids = edge === null ? null : edge.map(at => structure.components[at].id);
  feed.update({
    key: structure.key, tracing: (shows && traces.following) || ids !== null, list: shows,
    frozen: shows && !traces.following && traces.key === structure.key,
    trace: shows ? place.get('trace') : '', edge: ids,
  }, model.traces, model.epoch);
  if (shows) traces.update(structure.key, feed.list.data, feed.one.data, feed.one.gone, model.traces);
}

function waiting() {
  return resolve(place.get('topology'), list) === null
    ? `No topology '${place.get('topology')}' is running.\nChoose one above.` : 'Waiting for the topology…';
}

/** Returns the remark in the list on a topology in an unusual state; empty for others. */
function remark(one) {
  const { text, level } = healthOf(one);
  return level === 'bad' || ['ended', 'killed'].includes(text) ? text : '';
}

function drawHead() {
  const pick = byId('pick');
  const several = list !== null && list.length > 1;
  const options = JSON.stringify((list ?? []).map(one => [one.key, one.name, remark(one)]));
  if (pick.dataset.options !== options) {
    pick.dataset.options = options;
    pick.replaceChildren(several ? el('option', { value: '' }, 'All topologies') : '', ...(list ?? []).map(one => el('option', { value: one.key },
      one.name + (remark(one) === '' ? '' : ` (${remark(one)})`))));
    pick.value = stream.key ?? '';
  } else if (document.activeElement !== pick && pick.value !== stream.key) pick.value = stream.key ?? '';
  const now = showsAll() ? null : model.totals;
  const status = byId('status');
  const health = now === null && model.silent === null ? null : healthOf({ silent: model.silent, totals: now });
  setText(status, health === null ? '' : health.text);
  setText(byId('uptime'), now === null ? '' : uptime(now.uptimeSecs)); // outside the status, so that screen readers do not read it each second
  status.hidden = health === null;
  status.className = 'pill is-' + (health?.level ?? 'off');
  status.title = health?.why ?? '';
  setText(byId('why'), health?.level === 'bad' ? health.why : ''); // its seconds grow: not for screen readers, either
  byId('why').title = health?.why ?? '';
  setText(byId('crash'), crashText(now));
  byId('crash').title = now?.lastCrash ?? '';
  const values = now === null ? {} : {
    rate: rate(now.perSec), p50: time(now.p50Ns), p99: time(now.p99Ns), pending: count(now.pending),
    queued: count(now.queued), failed: count(now.failed), errors: count(now.errors),
  };
  for (const [name, node] of Object.entries(totals)) setText(node, values[name] ?? '–');
  for (const name of ['failed', 'errors']) totals[name].classList.toggle('bad', now !== null && now[name] > 0);
  actions.update(now);
  document.title = showsAll() || model.structure === null ? 'Eyewall' : model.structure.name + ' – Eyewall';
}

function drawChoices() {
  for (const button of document.querySelectorAll('[data-name]')) {
    const on = place.get(button.dataset.name) === button.dataset.value;
    button.setAttribute(button.getAttribute('role') === 'tab' ? 'aria-selected' : 'aria-pressed', String(on));
  }
  const measure = MEASURES[place.get('by')];
  const legend = byId('legend');
  if (legend.dataset.by === place.get('by')) return;
  legend.dataset.by = place.get('by');
  legend.title = measure.about;
  const steps = [];
  for (let i = 0; i < STEPS; i++) {
    steps.push(el('i', { class: 'h' + i }), i === 0 ? '<' + measure.format(measure.limits[0]) : measure.format(measure.limits[i - 1]));
  }
  legend.replaceChildren(...steps);
}

function choices(root, name, values, role) {
  for (const [value, text] of values) {
    root.append(el('button', { 'data-name': name, 'data-value': value, role, onclick: () => place.set({ [name]: value }) }, text));
  }
}

function start() {
  choices(byId('views'), 'view', [['graph', 'Graph'], ['cores', 'Cores'], ['flame', 'Flame'], ['traces', 'Traces']]);
  choices(byId('measures'), 'by', Object.entries(MEASURES).map(([value, m]) => [value, m.label]));
  choices(byId('tabs'), 'tab', [['log', 'Time line'], ['lines', 'Log'], ['placement', 'Placement']], 'tab');
  for (const name of ['rate', 'p50', 'p99', 'failed', 'errors', 'pending', 'queued']) {
    totals[name] = el('dd', {}, '–');
    byId('totals').append(el('div', {}, el('dt', {}, name), totals[name]));
  }
  byId('pick').addEventListener('change', event => place.set({ topology: event.target.value, select: '', trace: '' }, true));
  const home = () => place.set({ topology: '', select: '', trace: '' }, true);
  byId('home').addEventListener('click', home);
  const theme = byId('theme');
  const sayTheme = () => setText(theme, { auto: '◐', light: '☀', dark: '☾' }[themeChoice()]);
  const switchTheme = () => {
    theme.setAttribute('aria-label', 'Theme: ' + nextTheme());
    sayTheme();
  };
  theme.addEventListener('click', switchTheme);
  onTheme(draw);
  startTheme();
  theme.setAttribute('aria-label', 'Theme: ' + themeChoice());
  sayTheme();
  const next = by => {
    if (list === null || list.length === 0) return;
    const at = list.findIndex(one => one.key === stream.key);
    place.set({ topology: list[(at + by + list.length) % list.length].key, select: '', trace: '' }, true);
  };
  const help = startKeys([
    ['h', 'all topologies', home],
    ['g', 'graph of components', () => place.set({ view: 'graph' })],
    ['c', 'executors on cores', () => place.set({ view: 'cores' })],
    ['f', 'flame graph; again: record one', () => {
      if (place.get('view') === 'flame') flames.record();
      else place.set({ view: 'flame' });
    }],
    ['w', 'traces of single messages', () => place.set({ view: 'traces' })],
    ['s', 'traces: slowest first, or newest', () => { if (place.get('view') === 'traces') traces.turn(); }],
    ...Object.entries(MEASURES).map(([value, m], i) => [String(i + 1), 'colour by ' + m.label.toLowerCase(), () => place.set({ by: value })]),
    ['l', 'time line', () => place.set({ tab: 'log' })],
    ['o', 'log', () => place.set({ tab: 'lines' })],
    ['p', 'placement', () => place.set({ tab: 'placement' })],
    [']', 'next topology', () => next(1)],
    ['[', 'previous topology', () => next(-1)],
    ['a', 'activate or deactivate', () => actions.activation()],
    ['r', 'rebalance', () => actions.rebalance()],
    ['m', 'choose the placement algorithm', () => actions.placement()],
    ['v', 'move an executor to another core', () => actions.move()],
    ['k', 'kill', () => actions.kill()],
    ['t', 'theme: dark, light or as the system', switchTheme],
    ['Esc', 'clear the selection', () => place.set({ select: '', trace: '' })],
  ]);
  byId('help').addEventListener('click', help);
  new ResizeObserver(draw).observe(document.body);
  stream.open(place.get('topology'));
  draw();
}

start();
