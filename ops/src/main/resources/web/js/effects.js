/** What numbers do in a model with views, each by itself; and what pairs of columns do together. */

import { Asking } from './asking.js';
import { colour, paintAxes } from './axes.js';
import { digits } from './format.js';

const { Chart } = window;
const PAIRS = 12;

export class Effects {
  #part = document.getElementById('effects');
  #number = this.#part.querySelector('select[name=number]');
  #label = this.#part.querySelector('select[name=label]');
  #canvas = this.#part.querySelector('canvas');
  #chart;
  #model;
  #views; // whether it has some
  #curves = new Map(); // by number
  #asking = new Asking(() => this.#path(), answer => this.#show(answer));

  constructor() {
    this.#label.addEventListener('change', () => this.#asking.now());
    this.#number.addEventListener('change', () => this.#draw());
    const band = { borderWidth: 0, pointRadius: 0, pointHitRadius: 0 };
    this.#chart = new Chart(this.#canvas, {
      type: 'line',
      data: {
        datasets: [
          { label: 'score', data: [], borderWidth: 1.8, pointRadius: 3, pointHitRadius: 12 },
          { ...band, label: 'lower', data: [] },
          { ...band, label: 'upper', data: [], fill: '-1' },
        ],
      },
      options: {
        parsing: false,
        interaction: { mode: 'nearest', axis: 'x', intersect: false },
        scales: {
          x: { type: 'linear', border: { display: false }, grid: { display: false }, ticks: { maxTicksLimit: 8, maxRotation: 0 } },
          y: { border: { display: false }, grid: {}, ticks: { maxTicksLimit: 7 } },
        },
        plugins: {
          tooltip: {
            displayColors: false,
            filter: item => item.datasetIndex === 0,
            callbacks: { title: ([item]) => `${this.#number.value} ${digits(item.parsed.x)}`, label: item => this.#tell(item) },
          },
        },
      },
    });
    this.paint();
  }

  about(model) {
    if (this.#model === model.name) return;
    this.#model = model.name;
    this.#views = model.views;
    this.#part.hidden = true;
    this.#label.replaceChildren(...model.labels.map(label => new Option(label)));
    this.#label.selectedIndex = model.labels.length - 1;
  }

  /** Takes note of a new version, and shows it soon. */
  changed() {
    if (this.#views) this.#asking.soon();
  }

  paint() {
    const [line, , upper] = this.#chart.data.datasets;
    line.borderColor = line.backgroundColor = colour('--series-1');
    upper.backgroundColor = colour('--series-1') + '33';
    paintAxes(this.#chart);
    this.#chart.update();
  }

  #path() {
    return `api/models/${encodeURIComponent(this.#model)}/curves?label=${encodeURIComponent(this.#label.value)}`;
  }

  #show({ curves, pairs }) {
    const [ofNumbers, ofPairs] = this.#part.children;
    this.#part.hidden = !curves.length && !pairs.length;
    ofNumbers.hidden = !curves.length;
    ofPairs.hidden = !pairs.length;
    this.#offer(curves);
    this.#draw();
    ofPairs.querySelector('tbody').replaceChildren(...pairs.slice(0, PAIRS).map(row));
  }

  /** Has the numbers chosen from be those of the curves; where these are the same, in the order that a person has seen. */
  #offer(curves) {
    this.#curves = new Map(curves.map(curve => [curve.number, curve]));
    const offered = [...this.#number.options].map(option => option.value);
    if (offered.length === curves.length && offered.every(number => this.#curves.has(number))) return;
    const chosen = this.#number.value;
    this.#number.replaceChildren(...curves.map(({ number }) => new Option(number)));
    if (this.#curves.has(chosen)) this.#number.value = chosen;
  }

  #draw() {
    const curve = this.#curves.get(this.#number.value);
    if (!curve) return;
    const points = by =>
      curve.values.map((x, i) => ({ x, y: curve.scores[i] + by * curve.deviations[i], by: curve.deviations[i] }));
    const sets = this.#chart.data.datasets;
    [0, -1, 1].forEach((by, i) => (sets[i].data = points(by)));
    this.#chart.update('none');
    const said = points(0).map(({ x, y }) => `${digits(x)}: ${digits(y)}`);
    this.#canvas.setAttribute('aria-label', `${curve.number} for ${curve.label}: ${said.join(', ')}`);
  }

  #tell(item) {
    return `${digits(item.raw.y)} ± ${digits(item.raw.by)}`;
  }
}

function row({ name, feature, weight, deviation }) {
  const line = document.createElement('tr');
  for (const text of [name ?? `feature ${feature}`, digits(weight), digits(deviation)]) {
    line.insertCell().textContent = text;
  }
  return line;
}
