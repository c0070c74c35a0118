/** The page: puts what the learner says where it belongs. */

import { Backlog } from './backlog.js';
import { Panel } from './chart.js';
import { condition } from './condition.js';
import { DeadLetters } from './deadletters.js';
import { Duels } from './duels.js';
import { Effects } from './effects.js';
import { follow } from './feed.js';
import { count, time } from './format.js';
import { Join } from './join.js';
import { Lineage } from './lineage.js';
import { note } from './marks.js';
import { showMembers } from './members.js';
import { Mistakes } from './mistakes.js';
import { Models, wanted } from './models.js';
import { Other } from './other.js';
import { LOSS_OF, panels as described } from './panels.js';
import { Picture } from './picture.js';
import { Prediction } from './predict.js';
import { isQuarter, Rows, step, usual } from './rows.js';
import { Sentence } from './sentence.js';
import { showPublished, showSecond, showTime, showVersion, stale } from './tiles.js';
import { Comparison, showVersions } from './versions.js';
import { View } from './view.js';
import { Weights } from './weights.js';
import { escapable } from './zoom.js';

const LEAST = 30e3; // ms that a chart shows at least

const $ = id => document.getElementById(id);
const rows = new Rows();
const view = new View();
const sentence = new Sentence();
const prediction = new Prediction();
const picture = new Picture();
const mistakes = new Mistakes(view);
const deadLetters = new DeadLetters();
const join = new Join();
const backlog = new Backlog();
const lineage = new Lineage(said => {
  const instances = said && new Set(said.partitions.map(one => one.instance?.id)).size;
  if (instances && instances !== sharing) {
    sharing = instances;
    backlog.clear();
    explain();
  }
  // One that learns alone knows its lag each second; of several, the brokers know what is committed.
  if (said && sharing > 1) backlog.take(said.time, said.lag, rows.second.examplesPerSecond);
});
const comparison = new Comparison();
const duels = new Duels();
const models = new Models(lines => {
  other.offer(lines);
  other.suggest(duels.show(model, lines));
  const line = model.learned ? null : lines.find(one => one.model === model.name);
  if (line) showPublished(line);
});
const other = new Other(view, drawn => {
  panels.filter(panel => panel.compares).forEach(panel => panel.compare(model.name, drawn));
  paused || draw();
});
let panels = [];
let weights;
let effects;
let model;
let span; // seconds that means are over
let missing = ''; // why longer times are not shown
let sharing = 1; // how many instances learn the model
let paused = false;
let heard; // ms: when it answered last
let queue = [];

follow(
  wanted,
  history => {
    if (model && model.name !== history.model.name) location.reload();
    model = history.model;
    span = history.window;
    begin();
    const newest = rows.versions.at(-1)?.time;
    rows.take(history);
    if (model.learned || rows.versions.at(-1)?.time !== newest) changed();
    load();
    refresh();
    show(history.obstacle);
  },
  event => {
    add('seconds', event.second);
    if (sharing === 1) backlog.take(rows.second.time, rows.second.lag, rows.second.examplesPerSecond);
    event.versions.forEach(row => add('versions', row));
    if (event.versions.length) changed();
    refresh();
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
    const version = rows.versions.at(-1);
    if (version) showTime(version);
  });

const since = () => (heard ? `since ${time(heard)}` : 'yet');

function begin() {
  document.title = `${model.name} · Majorant`;
  $('model').textContent = model.name;
  $('facts').textContent =
    `${model.labels.length ? `${model.labels.length} labels` : `${model.task}s`} · ${count(model.features)} features · ${model.curvature} curvature`
    + ` · from topic ${model.topic}${model.labelTopic ? `, labels from ${model.labelTopic}` : ''}`;
  $('spec').textContent = model.spec;
  weights ??= new Weights();
  effects ??= new Effects();
  if (!panels.length) build();
  view.about(model);
  explain();
  const parts = [
    weights, effects, sentence, prediction, picture, models, comparison, mistakes, join, deadLetters, lineage, other];
  for (const part of parts) part.about(model);
}

/** Draws what is known of the model: of one that others learn, what its versions say. */
function build() {
  panels = described
    .filter(about => model.learned || about.rows === 'versions' || about.compares)
    .map(about => new Panel(about, over(), LOSS_OF[model.task] ?? 'an example', view));
  if (!model.learned) ['pace', 'merging'].forEach(name => ($(name).parentElement.hidden = true));
}

/** What means are over, in the time shown. */
const over = () => (isQuarter(view.minutes) ? `${span} s` : `${step(view.minutes) / 60e3} min`);

/** Has the panels draw the rows that the time shown asks for. */
function load() {
  const shown = rows.of(view.minutes);
  const apart = model.learned ? step(view.minutes) : usual(shown.seconds, view.minutes);
  panels.forEach(panel => {
    panel.over(over());
    panel.load(shown[panel.rows], apart);
  });
  note(shown.versions);
}

/** Asks for the rows of a longer time, where it is time to. */
async function refresh() {
  if (!rows.isStale(view.minutes)) return;
  try {
    if (!await rows.refresh(model.name, view.minutes)) return;
    missing = '';
  } catch ({ message }) {
    missing = message; // empty: the page itself says that nobody answers
  }
  explain();
  load();
  paused || draw();
}

/** There is a version, or there may be. */
function changed() {
  weights.changed();
  effects.changed();
  mistakes.changed();
  sentence.changed();
  prediction.changed();
  picture.changed(rows.versions.at(-1)?.version ?? 0);
}

function add(kind, values) {
  const row = rows.add(kind, values);
  if (!row || !isQuarter(view.minutes)) return;
  if (kind === 'versions') note(rows.versions);
  panels
    .filter(panel => panel.rows === kind)
    .forEach(panel => {
      panel.add(row);
      panel.forget(rows.oldest);
    });
}

function show(obstacle) {
  heard = Date.now();
  const version = rows.versions.at(-1);
  stale(Boolean(obstacle));
  const learns = model.learned || model.fleet;
  if (obstacle) {
    state('wait', learns ? 'not learning' : 'not followed');
    notice(
      `${learns ? 'Not learning' : 'Versions are not read'} now: ${obstacle}. At a start or a rebalance`
        + ' this passes within seconds; if it stays, the learner’s log says more, and so does:',
      `ops/majorant doctor --bootstrap-server ${model.brokers}`);
  } else if (!model.learned) {
    state('good', model.fleet ? 'learning' : 'published');
    $('notice').hidden = true;
  } else if (!version) {
    state('wait', 'waiting');
    notice(
      `No version yet: examples on the topic ${model.topic} make the first. Send some:`,
      `ops/majorant produce --bootstrap-server ${model.brokers} --topic ${model.topic}`
        + ' --format jsonl --data FILE');
  } else {
    const { kind, text } = condition(rows.seconds, backlog);
    state(kind, text);
    $('notice').hidden = true;
  }
  if (version) {
    showVersion(version, rows.versions.findLast(row => row.pass)?.pass ?? 1);
    showMembers(version);
    showVersions(rows.versions);
  }
  if (paused) return; // tiles and legends stay those of one row
  if (model.learned) showSecond(rows.second, span, sharing > 1, backlog);
  draw();
}

/** Says what the page knows of the times and numbers that it shows; nothing, where that is all. */
function explain() {
  const { minutes } = view;
  const said = [];
  if (model.fleet) {
    said.push('A fleet learns this model with others. What its versions say is shown here; rates and lag are in its metrics.');
  } else if (!model.learned) {
    said.push(
      'Another process learns this model, or nobody does now. What its versions on the topic say is shown here;'
        + ' rates, lag and workers are on the page of a process that learns it.');
  }
  if (model.learned && sharing > 1) {
    said.push(
      `${sharing} instances learn this model. Losses, rates and charts of seconds are of this one; versions, examples and`
        + ' the lag are of the model.');
  }
  if (missing && !isQuarter(minutes)) said.push(`This time cannot be shown: ${missing}.`);
  else if (!isQuarter(minutes)) {
    said.push('A point is the mean of a minute, of rejected examples and versions the last. A day is kept.');
    if (!model.grafana) {
      said.push('Weeks are for Grafana: a learner that is started with --grafana-url has a link to it here.');
    }
  }
  $('known').textContent = said.join(' ');
  $('known').hidden = !said.length;
}

/** Draws the panels, one a frame, so that no frame is long. */
function draw() {
  const { seconds, versions } = rows.of(view.minutes);
  const shown = seconds.length ? seconds : versions;
  if (document.hidden || !shown.length) return;
  const last = shown.at(-1).time;
  const oldest = Math.min(last - LEAST, shown[0].time);
  const { from, to } = view.part(Math.max(oldest, last - view.minutes * 60e3), last, step(view.minutes));
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

function notice(text, command = '') {
  const [paragraph, code] = $('notice').children;
  if (paragraph.textContent !== text) paragraph.textContent = text;
  code.textContent = command;
  $('notice').hidden = false;
}

escapable(view);
view.addEventListener('look', draw);
view.addEventListener('range', () => {
  missing = '';
  explain();
  load();
  refresh();
  draw();
});
$('pause').addEventListener('click', () => {
  paused = !paused;
  $('pause').setAttribute('aria-pressed', paused);
  if (paused) return;
  if (model.learned) showSecond(rows.second, span, sharing > 1, backlog);
  draw();
});
document.addEventListener('visibilitychange', () => paused || draw());
matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () =>
  [weights, effects, picture, mistakes, ...panels].forEach(part => part?.paint()));
