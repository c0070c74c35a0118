/** What the versions of the minutes shown got wrong: which labels for which, how sure they were, and of whom. */

import { colour, paintAxes } from './axes.js';
import { count, nats, percent, span } from './format.js';

const { Chart } = window;
const REST = 2000; // ms between two versions that are shown, at least
const LONGEST = 15; // minutes that the learner keeps
const WHOLE = 10; // labels whose table is shown as it is
const NARROW = 5; // labels whose table needs half of the page's width
const LISTED = 10; // mistakes of more labels
const KEPT = 32; // labels whose confusion is counted
const ENDS = [0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1]; // of the curve's axes

const $ = id => document.getElementById(id);

export class Mistakes {
  #section = $('mistakes');
  #view;
  #curve;
  #model;
  #next = 0;
  #timer;

  constructor(view) {
    this.#view = view;
    view.addEventListener('range', () => this.#load());
  }

  about(model) {
    this.#model = model;
  }

  /** Takes note of a new version, and shows it soon. */
  changed() {
    if (!this.#model.labels.length) return; // choices, graphs and matchings have none
    this.#timer ??= setTimeout(() => this.#load(), Math.max(0, this.#next - Date.now()));
  }

  paint() {
    this.#curve?.paint();
  }

  get #minutes() {
    return Math.min(LONGEST, this.#view.minutes);
  }

  async #load() {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (!this.#model?.labels.length) return;
    this.#next = Date.now() + REST;
    const minutes = this.#minutes;
    const path = `api/models/${encodeURIComponent(this.#model.name)}/mistakes?minutes=${minutes}`;
    const answer = await fetch(path).catch(() => null);
    if (!answer?.ok || minutes !== this.#minutes) return; // there is no version yet, or nobody answers
    this.#show(await answer.json());
  }

  #show(mistakes) {
    const { labels, after, version, begin, end } = mistakes;
    const versions = after ? `between versions ${count(after)} and` : 'up to version';
    const kind = this.#model.task === 'sequence' ? 'tokens' : 'examples';
    this.#section.hidden = false;
    this.#section.querySelector('.panels').hidden = !labels;
    this.#section.querySelector('.note').textContent = labels
      ? `Of ${count(labels)} ${kind} in ${span((end - begin) / 1000)}, ${versions} ${count(version)}; each was predicted before it was learned`
      : `No labels came in the last ${this.#minutes} min`;
    $('slices').replaceChildren(...(mistakes.slices ?? []).map(slice));
    if (!labels) return;
    this.#showConfusion(mistakes);
    this.#curve ??= new Curve();
    this.#curve.show(mistakes);
  }

  #showConfusion({ confusion, byLabel }) {
    $('by-label').hidden = !confusion;
    $('confusion').querySelector('.scroll').hidden = !confusion;
    const note = $('confusion').querySelector('.note');
    if (!confusion) {
      note.textContent =
        `It has ${count(this.#model.labels.length)} labels: which was taken for which is counted for at most ${KEPT}`;
      return;
    }
    const whole = confusion.labels.length <= WHOLE;
    note.textContent = whole
      ? 'A row is an observed label, a column a predicted one; shades and percentages are shares of the row'
      : 'The most frequent mistakes, with their share of the observed label';
    $('confusion').toggleAttribute('data-wide', whole && confusion.labels.length > NARROW);
    $('confusion').querySelector('table').classList.toggle('matrix', whole);
    const [head, body] = whole ? matrix(confusion) : list(confusion);
    fill($('confusion'), head, body);
    fill($('by-label'), null, byLabel.map(scores));
  }
}

/** How often what was predicted came, by its probability. */
class Curve {
  #figure = $('calibration');
  #canvas = this.#figure.querySelector('canvas');
  #points = [];
  #chart;

  constructor() {
    const axis = title => ({
      type: 'linear',
      min: 0,
      title: { display: true, text: title },
      border: { display: false },
      grid: {},
      ticks: { maxTicksLimit: 6, callback: share },
    });
    this.#chart = new Chart(this.#canvas, {
      type: 'line',
      data: {
        datasets: [
          { data: [], clip: false, pointRadius: 4, pointHoverRadius: 6, pointHitRadius: 12, borderWidth: 1.8 },
          { data: [], pointRadius: 0, pointHitRadius: 0, borderWidth: 1.5, borderDash: [6, 4] },
        ],
      },
      options: {
        parsing: false,
        scales: { x: axis('predicted'), y: axis('observed') },
        plugins: {
          tooltip: {
            displayColors: false,
            filter: item => item.datasetIndex === 0,
            callbacks: { title: () => '', label: item => told(this.#points[item.dataIndex]) },
          },
        },
      },
    });
    this.paint();
  }

  show({ calibration, event, ranking }) {
    this.#figure.hidden = !calibration;
    if (!calibration) return; // of versions that were published before it was counted
    const { points, error, chance } = calibration;
    this.#points = points;
    const note = this.#figure.querySelector('.note');
    note.textContent =
      (event ? `How often ${event} came, by the probability predicted` : 'How often predictions were right, by their probability')
      + `; on the dashes both are equal. Chance alone would make the error ${percent(chance)}`
      + (ranking ? '. AUC is counted in bins: the exact one is within ±' : '');
    const [missed, area] = this.#figure.querySelectorAll('.legend b');
    missed.textContent = percent(error);
    area.parentElement.hidden = !ranking;
    if (ranking) area.textContent = `${ranking.auc.toFixed(4)} ± ${ranking.within.toFixed(4)}`;

    const most = Math.max(...points.flatMap(point => [point.probability, point.frequency]));
    const end = ENDS.find(end => end >= most) ?? 1;
    const { x, y } = this.#chart.options.scales;
    x.max = y.max = end;
    const [curve, equal] = this.#chart.data.datasets;
    curve.data = points.map(point => ({ x: point.probability, y: point.frequency }));
    equal.data = [{ x: 0, y: 0 }, { x: end, y: end }];
    this.#chart.update('none');
    this.#canvas.setAttribute('aria-label', `Calibration: error ${percent(error)}; ${points.map(told).join('; ')}`);
    fill(this.#figure, null, points.map(point =>
      row([percent(point.probability), percent(point.frequency), count(point.count)])));
  }

  paint() {
    const [curve, equal] = this.#chart.data.datasets;
    curve.borderColor = curve.pointBackgroundColor = colour('--series-1');
    equal.borderColor = colour('--muted');
    paintAxes(this.#chart);
    const { x, y } = this.#chart.options.scales;
    x.title.color = y.title.color = colour('--muted');
    this.#chart.update();
  }
}

const told = ({ probability, frequency, count: n }) =>
  `predicted ${percent(probability)}, observed ${percent(frequency)} of ${count(n)}`;

/** Without a fraction where there is none. */
const share = value => `${Number((100 * value).toPrecision(3))} %`;

/** All of the confusion: its header and its rows. */
function matrix({ labels, counts }) {
  const rows = counts.map((of, observed) => {
    const all = of.reduce((sum, n) => sum + n, 0);
    const line = row([], labels[observed]);
    of.forEach((n, predicted) => {
      const cell = line.insertCell();
      const part = all ? n / all : 0;
      cell.style.setProperty('--share', part);
      cell.className = predicted === observed ? 'right' : 'wrong';
      cell.append(count(n), small(all ? share(part.toFixed(3)) : '–'));
    });
    return line;
  });
  return [header(['observed', ...labels]), rows];
}

/** The most frequent mistakes. */
function list({ labels, counts }) {
  const mistakes = counts.flatMap((of, observed) => {
    const all = of.reduce((sum, n) => sum + n, 0);
    return of.map((n, predicted) => ({ observed, predicted, n, part: n / all }));
  });
  const most = mistakes
    .filter(({ observed, predicted, n }) => observed !== predicted && n > 0)
    .sort((a, b) => b.n - a.n)
    .slice(0, LISTED);
  return [
    header(['observed', 'predicted', 'count', 'share']),
    most.map(({ observed, predicted, n, part }) =>
      row([labels[predicted], count(n), percent(part)], labels[observed]))];
}

/** Precision, recall and F1 of a label; what has no meaning is a dash. */
function scores({ label, count: n, predicted, precision, recall, f1 }) {
  return row(
    [
      count(n), count(predicted), percent(predicted ? precision : null),
      percent(n ? recall : null), percent(n + predicted ? f1 : null)],
    label);
}

/** The losses by the values of a feature. */
function slice({ feature, examples, loss, values }) {
  const figure = document.createElement('figure');
  figure.className = 'panel';
  figure.innerHTML = `<figcaption><h3></h3></figcaption><p class="note"></p>
    <div class="scroll" tabindex="0" role="region"><table><thead></thead><tbody></tbody></table></div>`;
  figure.querySelector('h3').textContent = `Loss by ${feature}`;
  figure.querySelector('.note').textContent =
    `The worst come first. The mean of all ${count(examples)} examples is ${nats(loss)} nats; rare values differ by chance`;
  figure.querySelector('.scroll').setAttribute('aria-label', `Loss by ${feature}`);
  fill(figure, header([feature, 'examples', 'loss', 'difference']), values.map(of =>
    row([count(of.examples), nats(of.loss), (of.difference > 0 ? '+' : '') + nats(of.difference)], of.value)));
  return figure;
}

function header(names) {
  const line = document.createElement('tr');
  line.append(...names.map(name => heading(name, 'col')));
  return line;
}

/** A line of a table; the label that it is about stands before it. */
function row(cells, label) {
  const line = document.createElement('tr');
  if (label !== undefined) line.append(heading(label, 'row'));
  for (const text of cells) line.insertCell().textContent = text;
  return line;
}

function heading(text, scope) {
  const cell = document.createElement('th');
  cell.scope = scope;
  cell.textContent = cell.title = text; // it may be cut
  return cell;
}

function small(text) {
  const line = document.createElement('small');
  line.textContent = text;
  return line;
}

/** Puts lines into the table of a figure. */
function fill(figure, head, body) {
  if (head) figure.querySelector('thead').replaceChildren(head);
  figure.querySelector('tbody').replaceChildren(...body);
}
