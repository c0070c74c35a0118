/** The heaviest features of a label: bars, with one standard deviation either way. */

import { Asking } from './asking.js';
import { colour, paintAxes } from './axes.js';
import { digits } from './format.js';

const { Chart } = window;
const LONGEST = 26; // characters of a name beside the bars
const NARROW = 420; // pixels: in narrower charts names are shorter

const name = weight => weight.name ?? `feature ${weight.feature}`;

const short = (text, most) => (text.length > most ? text.slice(0, most - 1) + '…' : text);

export class Weights {
  #chart;
  #select = document.querySelector('#weights select');
  #canvas = document.querySelector('#weights canvas');
  #notes = document.querySelectorAll('#weights .note span');
  #weights = [];
  #model;
  #views; // whether it has some
  #asking = new Asking(() => this.#path(), answer => this.#show(answer));

  constructor() {
    this.#select.addEventListener('change', () => this.#asking.now());
    this.#chart = new Chart(this.#canvas, {
      type: 'bar',
      data: {
        labels: [],
        datasets: [
          { label: 'weight', data: [], grouped: false, barPercentage: 0.72, borderRadius: 3, order: 2 },
          { label: 'deviation', data: [], grouped: false, barThickness: 2, order: 1 },
        ],
      },
      options: {
        indexAxis: 'y',
        interaction: { mode: 'index', axis: 'y', intersect: false },
        scales: {
          x: { border: { display: false }, grid: {}, ticks: { maxTicksLimit: 7 }, afterBuildTicks: axis => this.#limit(axis) },
          y: { border: { display: false }, grid: { display: false }, ticks: { autoSkip: false } },
        },
        plugins: { tooltip: { displayColors: false, callbacks: { title: ([item]) => name(this.#weights[item.dataIndex]), label: item => this.#tell(item) } } },
      },
    });
    this.paint();
  }

  /** Shows the labels of a model. */
  about(model) {
    if (this.#model === model.name) return;
    this.#model = model.name;
    this.#views = model.views;
    this.#select.replaceChildren(...model.labels.map(label => new Option(label)));
    this.#select.selectedIndex = model.labels.length - 1;
    this.#select.parentElement.hidden = !model.labels.length; // choices and graphs have none
  }

  /** Takes note of a new version, and shows it soon. */
  changed() {
    this.#asking.soon();
  }

  paint() {
    const [bars, whiskers] = this.#chart.data.datasets;
    const [up, down] = [colour('--series-1'), colour('--series-2')];
    bars.backgroundColor = context => (context.raw < 0 ? down : up) + 'cc';
    whiskers.backgroundColor = colour('--text');
    paintAxes(this.#chart);
    this.#chart.options.scales.y.ticks.color = colour('--text');
    this.#chart.update();
  }

  #path() {
    const label = this.#select.value;
    const asked = label ? `?label=${encodeURIComponent(label)}` : '';
    return `api/models/${encodeURIComponent(this.#model)}/weights${asked}`;
  }

  #show({ conditional, weights }) {
    const [ofViews, ofOne] = this.#notes;
    ofViews.hidden = !this.#views;
    ofOne.hidden = !conditional; // of a weight where all others are known
    this.#weights = weights.slice(0, 14);
    const [bars, whiskers] = this.#chart.data.datasets;
    const most = this.#chart.width < NARROW ? LONGEST - 4 : LONGEST;
    this.#chart.data.labels = this.#weights.map(w => short(name(w), most));
    bars.data = this.#weights.map(w => w.weight);
    whiskers.data = this.#weights.map(w => [w.weight - w.deviation, w.weight + w.deviation]);
    this.#chart.update('none');
    const label = this.#select.value;
    const said = this.#weights.map(w => `${name(w)} ${digits(w.weight)}`);
    this.#canvas.setAttribute('aria-label', `Heaviest features${label && ` for ${label}`}: ${said.join(', ')}`);
  }

  #limit(axis) {
    if (!this.#weights.length) axis.ticks = [];
  }

  #tell(item) {
    const { weight, deviation } = this.#weights[item.dataIndex];
    return item.datasetIndex === 0 ? `${digits(weight)} ± ${digits(deviation)}` : null;
  }
}
