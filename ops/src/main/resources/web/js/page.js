/** The page: puts what the learner says where it belongs. */

import { Panel, passes } from './chart.js';
import { DeadLetters } from './deadletters.js';
import { follow } from './feed.js';
import { ago, count, nats, percent, time } from './format.js';
import { Lineage } from './lineage.js';
import { showMembers } from './members.js';
import { Mistakes } from './mistakes.js';
import { Models, wanted } from './models.js';
import { LOSS_OF, panels as described } from './panels.js';
import { Picture } from './picture.js';
import { Prediction } from './predict.js';
import { Sentence } from './sentence.js';
import { Comparison, showVersions } from './versions.js';
import { Weights } from './weights.js';

const HISTORY = 15 * 60e3; // ms: what is kept of each second; longer times have a point a minute
const MINUTE = 60e3; // ms
const LEAST = 30e3; // ms that a chart shows at least

const $ = id => document.getElementById(id);
const kept = { seconds: [], versions: [] };
const day = { seconds: [], versions: [], loaded: 0 }; // a row a minute
const sentence = new Sentence();
const prediction = new Prediction();
const picture = new Picture();
const mistakes = new Mistakes();
const deadLetters = new DeadLetters();
const lineage = new Lineage();
const comparison = new Comparison();
const models = new Models(lines => model.learned || showPublished(lines));
let panels = [];
let weights;
let model;
let columns;
let span;
let paused = false;
let heard; // ms: when it answered last
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
  wanted,
  history => {
    if (model && model.name !== history.model.name) location.reload();
    model = history.model;
    columns = { seconds: history.seconds.columns, versions: history.versions.columns };
    span = history.window;
    begin();
    const newest = kept.versions.at(-1)?.time;
    for (const kind of ['seconds', 'versions']) {
      const rows = history[kind].rows.map(row => named(kind, row));
      // What this page saw of an earlier run stays.
      const before = rows.length ? kept[kind].filter(row => row.time < rows[0].time) : kept[kind];
      kept[kind] = before.concat(rows);
    }
    if (model.learned || kept.versions.at(-1)?.time !== newest) changed();
    load();
    show(history.obstacle);
  },
  event => {
    add('seconds', event.second);
    event.versions.forEach(row => add('versions', row));
    if (event.versions.length) changed();
    if (isDay() && Date.now() - day.loaded > MINUTE) loadDay();
    show(event.obstacle);
  },
  reason => {
    state('bad', reason ? 'not shown' : 'no answer');
    stale(true);
    if (reason) notice(`This model cannot be shown: ${reason}.`);
    else if (!model?.learned) notice(`Nobody at ${location.host} has answered ${since()}. The page tries again.`);
    else {
      notice(
        `The learner of ${model.name} has not answered ${since()}, and the page shows what it knew then. It`
          + ` learned from the topic ${model.topic} at ${model.brokers}. The page tries again and goes on by`
          + ' itself. If the learner has ended, type this where it was started:',
        model.start ?? `ops/majorant learn --spec FILE --bootstrap-server ${model.brokers}`
          + ` --http-port ${location.port}`);
    }
    const version = kept.versions.at(-1);
    if (version) tiles.Version(count(version.version), `at ${time(version.time)}`);
  });

const since = () => (heard ? `since ${time(heard)}` : 'yet');

function begin() {
  document.title = `${model.name} · Majorant`;
  $('model').textContent = model.name;
  $('facts').textContent =
    `${model.labels.length ? `${model.labels.length} labels` : `${model.task}s`} · ${count(model.features)} features · ${model.curvature} curvature`
    + ` · from topic ${model.topic}`;
  $('spec').textContent = model.spec;
  weights ??= new Weights();
  const parts = [weights, sentence, prediction, picture, models, comparison, mistakes, lineage];
  for (const part of parts) part.about(model);
  if (model.learned) deadLetters.about(model);
  if (!panels.length) build();
}

/** Draws what is known of the model: of one that others learn, what its versions say. */
function build() {
  panels = described
    .filter(about => model.learned || about.rows === 'versions')
    .map(about => new Panel(about, span, LOSS_OF[model.task] ?? 'an example'));
  if (model.learned) return;
  $('view').hidden = true; // its versions are few
  ['pace', 'merging'].forEach(name => ($(name).parentElement.hidden = true));
  document.querySelector('[data-section="learning"]').hidden = true;
}

/** Has the panels draw the rows that the time shown asks for. */
function load() {
  const rows = rowsShown();
  panels.forEach(panel => panel.load(rows[panel.rows], isDay() ? MINUTE : 1000));
  passes(rows.versions);
}

async function loadDay() {
  day.loaded = Date.now();
  const answer = await fetch('api/day').catch(() => null);
  const said = answer?.ok ? await answer.json().catch(() => null) : null;
  if (!said) return; // the page itself says that nobody answers
  for (const kind of ['seconds', 'versions']) day[kind] = said[kind].rows.map(row => named(kind, row));
  if (isDay()) load();
  paused || draw();
}

const minutes = () => Number(new FormData($('view')).get('minutes'));

const isDay = () => minutes() * MINUTE > HISTORY;

const rowsShown = () => (isDay() ? day : kept);

/** There is a version, or there may be. */
function changed() {
  weights.changed();
  mistakes.changed();
  sentence.changed();
  prediction.changed();
  picture.changed(kept.versions.at(-1)?.version ?? 0);
}

const named = (kind, row) => Object.fromEntries(columns[kind].map((name, i) => [name, row[i]]));

function add(kind, values) {
  const row = named(kind, values);
  const last = kept[kind].at(-1);
  if (last && row.time <= last.time) return; // the history had it already
  kept[kind].push(row);
  while (kept[kind][0].time < row.time - HISTORY) kept[kind].shift();
  if (isDay()) return;
  if (kind === 'versions') passes(kept.versions);
  panels
    .filter(panel => panel.rows === kind)
    .forEach(panel => {
      panel.add(row);
      panel.forget(row.time - HISTORY);
    });
}

function show(obstacle) {
  heard = Date.now();
  const second = kept.seconds.at(-1) ?? {};
  const version = kept.versions.at(-1);
  stale(Boolean(obstacle));
  if (obstacle) {
    state('wait', model.learned ? 'not learning' : 'not followed');
    notice(
      `${model.learned ? 'Not learning' : 'Versions are not read'} now: ${obstacle}. At a start or a rebalance`
        + ' this passes within seconds; if it stays, the learner’s log says more, and so does:',
      `ops/majorant doctor --bootstrap-server ${model.brokers}`);
  } else if (!model.learned) {
    state('good', 'published');
    $('notice').hidden = true;
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
  if (model.learned) showSecond(second);
  draw();
}

function showVersion(version) {
  tiles.Version(count(version.version), ago(version.time));
  const pass = kept.versions.findLast(row => row.pass)?.pass ?? 1;
  tiles.Examples(
    count(version.examples),
    pass > 1 ? `pass ${count(pass)}: seen before` : 'in this version');
  showMembers(version);
  showVersions(kept.versions);
}

/** What versions say of a model that others learn. */
function showPublished(lines) {
  const line = lines.find(one => one.model === model.name);
  if (!line) return;
  const baseline = Math.min(line.baselines.classFrequency, line.baselines.noChange);
  const less = 1 - line.progressiveLogLoss / baseline;
  tiles['Log-loss'](nats(line.progressiveLogLoss), under(less), less < 0 ? 'bad' : 'good');
  tiles.Accuracy(percent(line.progressiveAccuracy), 'since it began');
  tiles['Examples/s']('–', 'its learner knows');
  tiles.Lag('–', 'its learner knows');
  tiles.Rejected(count(line.rejected), 'since it began', line.rejected ? 'bad' : '');
  known(
    'Another process learns this model, or nobody does now. What its versions on the topic say is shown here;'
      + ' rates, lag and workers are on the page of a process that learns it.');
}

/** How much less than the baseline. */
const under = less => `${Math.abs(100 * less).toFixed(0)} % ${less < 0 ? 'above' : 'under'} the baseline`;

/** Says what the page knows of the times and numbers that it shows; nothing, where that is all. */
function known(text) {
  $('known').textContent = text;
  $('known').hidden = !text;
}

function showSecond(second) {
  const less = 1 - second.logLoss / Math.min(second.classFrequency, second.noChange);
  const scored = second.logLoss != null;
  tiles['Log-loss'](
    nats(second.logLoss),
    scored ? under(less) : '',
    less < 0 ? 'bad' : 'good');
  tiles.Accuracy(percent(second.accuracy), scored ? `mean of ${span} s` : '');
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
  const { seconds, versions } = rowsShown();
  const rows = model.learned ? seconds : versions;
  if (document.hidden || !rows.length) return;
  const to = rows.at(-1).time;
  const oldest = Math.min(to - LEAST, rows[0].time);
  const from = model.learned ? Math.max(oldest, to - minutes() * MINUTE) : oldest;
  const idle = !queue.length;
  queue = panels.map(panel => () => panel.draw(from, to));
  if (idle) requestAnimationFrame(drawNext);
}

function drawNext() {
  queue.shift()?.();
  if (queue.length) requestAnimationFrame(drawNext);
}

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

$('view').addEventListener('change', () => {
  known(
    isDay() ? 'A point is the mean of a minute, of rejected examples and versions the last. A day is kept.' : '');
  if (isDay()) loadDay();
  load();
  draw();
});
$('view').addEventListener('submit', event => event.preventDefault());
$('pause').addEventListener('click', () => {
  paused = !paused;
  $('pause').setAttribute('aria-pressed', paused);
  if (paused) return;
  if (model.learned) showSecond(kept.seconds.at(-1) ?? {});
  draw();
});
document.addEventListener('visibilitychange', () => paused || draw());
matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () =>
  [weights, picture, mistakes, ...panels].forEach(part => part?.paint()));
