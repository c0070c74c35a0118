/** The page: puts what the learner says where it belongs. */

import { Panel, passes } from './chart.js';
import { DeadLetters } from './deadletters.js';
import { follow } from './feed.js';
import { ago, count, digits, nats, percent, time } from './format.js';
import { showMembers } from './members.js';
import { Mistakes } from './mistakes.js';
import { panels as described } from './panels.js';
import { Picture } from './picture.js';
import { Sentence } from './sentence.js';
import { Weights } from './weights.js';

const HISTORY = 15 * 60e3; // ms
const LEAST = 30e3; // ms that a chart shows at least
const TABLE = 9; // versions

const $ = id => document.getElementById(id);
const kept = { seconds: [], versions: [] };
const sentence = new Sentence();
const picture = new Picture();
const mistakes = new Mistakes();
const deadLetters = new DeadLetters();
let panels = [];
let weights;
let model;
let columns;
let span;
let paused = false;
let queue = [];

const tiles = Object.fromEntries(
  ['Version', 'Examples', 'Log-loss', 'Accuracy', 'Examples/s', 'Lag', 'Rejected'].map(name => {
    const tile = $('tile').content.cloneNode(true).firstElementChild;
    tile.querySelector('dt').textContent = name;
    $('tiles').append(tile);
    return [name, (value, more = '', state = '') => {
      const [big, small] = tile.querySelectorAll('dd');
      big.textContent = value;
      small.textContent = more;
      small.dataset.state = state;
    }];
  }));

follow(
  history => {
    if (model && model.name !== history.model.name) location.reload();
    model = history.model;
    columns = { seconds: history.seconds.columns, versions: history.versions.columns };
    span = history.window;
    begin();
    for (const kind of ['seconds', 'versions']) {
      const rows = history[kind].rows.map(row => named(kind, row));
      // What this page saw of an earlier run stays.
      const before = rows.length ? kept[kind].filter(row => row.time < rows[0].time) : kept[kind];
      kept[kind] = before.concat(rows);
      panels.filter(panel => panel.rows === kind).forEach(panel => panel.load(kept[kind]));
    }
    changed();
    show(history.obstacle);
  },
  event => {
    add('seconds', event.second);
    event.versions.forEach(row => add('versions', row));
    if (event.versions.length) changed();
    show(event.obstacle);
  },
  () => {
    state('bad', 'no answer');
    stale(true);
    notice(
      'This learner does not answer; the page tries again and goes on by itself. Does it still run?'
        + ' If not, start it on the same port:',
      `ops/majorant learn --spec FILE --http-port ${location.port}`);
  });

function begin() {
  document.title = `${model.name} · Majorant`;
  $('model').textContent = model.name;
  $('facts').textContent =
    `${model.labels.length ? `${model.labels.length} labels` : `${model.task}s`} · ${count(model.features)} features · ${model.curvature} curvature`
    + ` · from topic ${model.topic}`;
  $('spec').textContent = model.spec;
  weights ??= new Weights();
  weights.about(model);
  sentence.about(model);
  picture.about(model);
  mistakes.about(model);
  deadLetters.about(model);
  if (!panels.length) panels = described.map(about => new Panel(about, span));
}

/** There is a version, or there may be. */
function changed() {
  passes(kept.versions);
  weights.changed();
  mistakes.changed();
  sentence.changed();
  picture.changed(kept.versions.at(-1)?.version ?? 0);
}

const named = (kind, row) => Object.fromEntries(columns[kind].map((name, i) => [name, row[i]]));

function add(kind, values) {
  const row = named(kind, values);
  const last = kept[kind].at(-1);
  if (last && row.time <= last.time) return; // the history had it already
  kept[kind].push(row);
  while (kept[kind][0].time < row.time - HISTORY) kept[kind].shift();
  panels
    .filter(panel => panel.rows === kind)
    .forEach(panel => {
      panel.add(row);
      panel.forget(row.time - HISTORY);
    });
}

function show(obstacle) {
  const second = kept.seconds.at(-1) ?? {};
  const version = kept.versions.at(-1);
  stale(Boolean(obstacle));
  if (obstacle) {
    state('wait', 'not learning');
    notice(
      `Not learning now: ${obstacle}. At a start or a rebalance this passes within seconds; if it`
        + ' stays, read the learner’s log.');
  } else if (!version) {
    state('wait', 'waiting');
    notice(
      `No version yet: examples on the topic ${model.topic} make the first. Send some:`,
      `ops/majorant produce --bootstrap-server ${model.brokers} --topic ${model.topic}`
        + ' --format jsonl --data FILE');
  } else {
    const waiting = second.lag > 0 || second.held > 0;
    state('good', waiting ? 'catching up' : second.examplesPerSecond > 0 ? 'learning' : 'up to date');
    $('notice').hidden = true;
  }
  if (version) showVersion(version);
  if (paused) return; // tiles and legends stay those of one row
  showSecond(second);
  draw();
}

function showVersion(version) {
  tiles.Version(count(version.version), ago(version.time));
  const pass = kept.versions.findLast(row => row.pass)?.pass ?? 1;
  tiles.Examples(
    count(version.examples),
    pass > 1 ? `pass ${count(pass)}: seen before` : 'in this version');
  showMembers(version);
  const rows = kept.versions.slice(-TABLE).reverse().map(row => {
    const line = document.createElement('tr');
    const cells = [
      count(row.version), time(row.time), count(row.examples), nats(row.objective),
      digits(row.slack), digits(row.stepNorm)];
    line.append(...cells.map(text => {
      const cell = document.createElement('td');
      cell.textContent = text;
      return cell;
    }));
    return line;
  });
  document.querySelector('#versions tbody').replaceChildren(...rows);
}

function showSecond(second) {
  const less = 1 - second.logLoss / Math.min(second.classFrequency, second.noChange);
  const known = second.logLoss != null;
  tiles['Log-loss'](
    nats(second.logLoss),
    known ? `${Math.abs(100 * less).toFixed(0)} % ${less < 0 ? 'above' : 'under'} the baseline` : '',
    less < 0 ? 'bad' : 'good');
  tiles.Accuracy(percent(second.accuracy), known ? `mean of ${span} s` : '');
  tiles['Examples/s'](count(second.examplesPerSecond), `learned, over ${span} s`);
  tiles.Lag(count(second.lag), 'records to read');
  tiles.Rejected(
    count(second.rejected),
    second.lost
      ? `${count(second.lost)} more lost to retention`
      : second.rejected ? 'see the dead letters' : 'since the start',
    second.rejected || second.lost ? 'bad' : '');
}

/** Draws the panels, one a frame, so that no frame is long. */
function draw() {
  if (document.hidden || !kept.seconds.length) return;
  const to = kept.seconds.at(-1).time;
  const first = Math.min(to - LEAST, Math.max(kept.seconds[0].time, to - HISTORY));
  const from = Math.max(first, to - minutes() * 60e3);
  const idle = !queue.length;
  queue = panels.map(panel => () => panel.draw(from, to));
  if (idle) requestAnimationFrame(drawNext);
}

function drawNext() {
  queue.shift()?.();
  if (queue.length) requestAnimationFrame(drawNext);
}

const minutes = () => Number(new FormData($('view')).get('minutes'));

function state(kind, text) {
  const line = $('state');
  if (line.textContent !== text) line.textContent = text; // else it would be read out each second
  line.dataset.state = kind;
}

/** Whether the tiles show what was, for nobody knows what is. */
const stale = yes => $('tiles').toggleAttribute('data-stale', yes);

function notice(text, command = '') {
  const [paragraph, code] = $('notice').children;
  if (paragraph.textContent !== text) paragraph.textContent = text;
  code.textContent = command;
  $('notice').hidden = false;
}

$('view').addEventListener('change', () => draw());
$('view').addEventListener('submit', event => event.preventDefault());
$('pause').addEventListener('click', () => {
  paused = !paused;
  $('pause').setAttribute('aria-pressed', paused);
  if (paused) return;
  showSecond(kept.seconds.at(-1) ?? {});
  draw();
});
document.addEventListener('visibilitychange', () => paused || draw());
matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () =>
  [weights, picture, mistakes, ...panels].forEach(part => part?.paint()));
