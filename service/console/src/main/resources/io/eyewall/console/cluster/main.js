// The page of a cluster: the state of the schedule generator, and buttons to steer it.

import { byId, el, setText } from '/page/dom.js';
import { clock } from '/page/format.js';
import { startKeys } from '/page/keys.js';
import { nextTheme, onTheme, startTheme, themeChoice } from '/page/theme.js';
import { Decisions } from './decisions.js';
import { drawMatrix } from './matrix.js';
import { colours, drawNodes } from './nodes.js';
import { digits, UNITS } from './numbers.js';
import { Poll } from './poll.js';
import { Steering } from './steer.js';

const SILENT_MS = 45_000;
const NOTICE_MS = 15_000;

let status = null;
let unit = 'tuples';
let heardMs = 0;
let noticeTimer = null;
const decisions = new Decisions(byId('decisions'));

function say(text) {
  setText(byId('notice'), text);
  byId('notice').hidden = false;
  clearTimeout(noticeTimer);
  noticeTimer = setTimeout(showProblem, NOTICE_MS);
}

/** Shows a lasting problem of the generator in place of other notices. */
function showProblem() {
  const problem = status?.problem ?? null;
  byId('notice').hidden = problem === null;
  setText(byId('notice'), problem ?? '');
  noticeTimer = null;
}

function algorithmText({ algorithm, parameters }) {
  const set = Object.entries(parameters).map(([name, value]) => `${name}=${value}`);
  return algorithm + (set.length === 0 ? '' : ' ' + set.join(' '));
}

function drawHeader() {
  const off = status.settings.algorithm === 'off';
  setText(byId('status'), off ? 'plans are off' : algorithmText(status.settings));
  byId('status').className = 'pill' + (off ? ' is-off' : '');
  const hot = status.executors.filter(executor => executor.hot).length;
  const used = status.nodes.reduce((sum, { cores }) => sum + cores, 0);
  const limit = status.nodes.reduce((sum, each) => sum + each.limit, 0);
  const facts = [['Nodes', status.nodes.length], ['Cores', `${digits(used)} of ${digits(limit)}`],
    ['Topologies', status.topologies.length], ['Executors', status.executors.length], ['Hot', hot]];
  byId('totals').replaceChildren(...facts.map(([name, value]) =>
    el('div', {}, el('dt', {}, name), el('dd', { class: name === 'Hot' && hot > 0 ? 'bad' : null }, String(value)))));
}

function drawPlan() {
  const { plan, settings } = status;
  const moving = status.executors.filter(executor => executor.planned !== null).length;
  const lines = plan.number === 0 ? ['No plan has been made yet: executors are where Storm has put them.'] : [
    `Plan ${plan.number} of ${clock(plan.madeMs)} by ${plan.algorithm}, for ${plan.topologies} topologies.`,
    moving === 0 && plan.inEffect ? 'It is complete.' : `${moving} executors still have to move.`];
  lines.push(settings.algorithm === 'off' ? 'Plans are off.'
    : `Evaluates every ${settings.periodSec} s, next at ${clock(status.nextLookMs)}; adopts plans that ${settings.adopt === 'GAIN' ? 'gain enough' : 'differ'}.`);
  byId('plan').replaceChildren(...lines.map(line => el('p', {}, line)));
  const colour = colours(status.topologies);
  byId('topologies').replaceChildren(...status.topologies.map(topology => el('tr', {},
    el('th', { scope: 'row', class: colour.get(topology.id), title: topology.id }, topology.name),
    el('td', { class: 'n' }, String(topology.executors)),
    el('td', {}, Object.entries(topology.executorsByHost).map(([host, n]) => `${host}: ${n}`).join(', '),
      topology.leftOut === null ? null : el('div', { class: 'soft' }, 'left out of plans: ' + topology.leftOut)))));
}

function draw() {
  if (status === null) return;
  drawHeader();
  drawNodes(byId('nodes'), status);
  setText(byId('traffic-said'), drawMatrix(byId('traffic'), status, unit));
  drawPlan();
  decisions.update(status.decisions);
  if (noticeTimer === null) showProblem();
}

/** Warns if Nimbus is silent: it asks every ten seconds, and without its requests nothing is planned. */
function watchNimbus() {
  if (status === null) return;
  const silent = status.viewTimeMs !== null && Date.now() - heardMs > SILENT_MS;
  setText(byId('nodes-said'), status.viewTimeMs === null ? '' : silent
    ? `Nimbus is silent, since ${clock(status.viewTimeMs)} by its clock` : `as Nimbus saw them at ${clock(status.viewTimeMs)}`);
  byId('nodes-said').className = silent ? 'bad' : 'soft';
}

function chooseUnit(name) {
  unit = name;
  for (const button of byId('units').children) button.setAttribute('aria-pressed', String(button.dataset.unit === name));
  draw();
}

function link(text, lost) {
  setText(byId('link'), text);
  byId('link').className = 'link' + (lost ? ' is-lost' : '');
}

const poll = new Poll('/v1/schedule', {
  onNews(news) {
    if (news.viewTimeMs !== status?.viewTimeMs) heardMs = Date.now();
    status = news;
    draw();
    watchNimbus();
  },
  onThere: () => link('live', false),
  onLost: () => link('the generator does not answer', true),
});
const steering = new Steering(() => status, say, () => poll.again());

function start() {
  for (const [name, { label }] of Object.entries(UNITS)) {
    byId('units').append(el('button', { 'data-unit': name, onclick: () => chooseUnit(name) }, label));
  }
  chooseUnit(unit);
  const theme = byId('theme');
  const sayTheme = () => {
    setText(theme, { auto: '◐', light: '☀', dark: '☾' }[themeChoice()]);
    theme.setAttribute('aria-label', 'Theme: ' + themeChoice());
  };
  onTheme(sayTheme);
  startTheme();
  theme.addEventListener('click', nextTheme);
  byId('now').addEventListener('click', () => steering.planNow());
  byId('dry').addEventListener('click', () => steering.dryRun());
  byId('use').addEventListener('click', () => steering.use());
  const focus = name => () => document.querySelector('.part.' + name).focus();
  const help = startKeys([
    ['n', 'nodes', focus('nodes')], ['x', 'traffic', focus('traffic')], ['d', 'decisions', focus('decisions')],
    ['b', 'traffic in tuples or bytes', () => chooseUnit(unit === 'tuples' ? 'bytes' : 'tuples')],
    ['p', 'plan now', () => steering.planNow()], ['y', 'dry run', () => steering.dryRun()],
    ['m', 'choose the algorithm', () => steering.use()], ['t', 'dark or light', nextTheme],
  ]);
  byId('help').addEventListener('click', help);
  setInterval(watchNimbus, 1000);
  poll.start();
}

start();
