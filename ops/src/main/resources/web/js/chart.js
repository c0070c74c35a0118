/** One panel: a figure with its legend, and curves over time, or versions, by Chart.js. */

import { isEmpty, nearest, options, paintAxes } from './axes.js';
import { Curve } from './curve.js';
import { cursor, drifted, repeated } from './marks.js';
import { selection, zoomable } from './zoom.js';

const { Chart } = window;
const LEARNING = ['learning', 'steps']; // sections where it matters that examples are repeated

export class Panel {
  #figure;
  #each;
  #legend;
  #chart;
  #about;
  #curves;
  #other; // the curve of another model
  #view;
  #step = 1000;
  #looked; // the time or version that is looked at

  /**
   * @param window what means are over
   * @param each what a loss is a mean over
   * @param view where it is drawn over time: what people choose to see of it
   */
  constructor(about, window, each, view) {
    this.#about = about;
    this.#view = view;
    const figure = document.getElementById('panel').content.cloneNode(true).firstElementChild;
    figure.querySelector('h3').textContent = about.title;
    figure.hidden = Boolean(about.optional); // until it has something to draw
    this.#figure = figure;
    this.#each = each;
    this.over(window);
    this.#legend = figure.querySelector('.legend');
    this.#curves = about.lines.map(line => new Curve(line, this.#legend, about.stacked));
    document.querySelector(`[data-section="${about.section}"]`).append(figure);
    const canvas = figure.querySelector('canvas');
    const marks = LEARNING.includes(about.section) ? [cursor, drifted, repeated] : [cursor, drifted];
    this.#chart = new Chart(canvas, {
      type: 'line',
      data: { datasets: [] },
      options: options(about),
      plugins: view ? [...marks, selection] : marks,
    });
    canvas.setAttribute('aria-label', about.title); // until there is more to say
    this.#arrange();
    canvas.addEventListener('keydown', event => this.#move(event));
    canvas.addEventListener('blur', () => this.#look(undefined));
    if (view) zoomable(this.#chart, view, () => this.#looked);
    this.paint();
  }

  get #x() {
    return this.#about.x ?? 'time';
  }

  /** Which rows it draws. */
  get rows() {
    return this.#about.rows;
  }

  /** Whether what it shows of a model may be held against another one. */
  get compares() {
    return Boolean(this.#about.compares);
  }

  /** Says what means are over. */
  over(window) {
    this.#figure.querySelector('.note').textContent = this.#about.note(window, this.#each);
  }

  /**
   * @param step milliseconds between two rows of seconds
   */
  load(rows, step = 1000) {
    this.#step = this.rows === 'seconds' ? step : 0;
    this.#curves.forEach(curve => curve.load(rows, this.#x, this.#step));
  }

  add(row) {
    this.#curves.forEach(curve => curve.add(row, this.#x, this.#step));
  }

  /** Drops what is older. */
  forget(before) {
    this.#curves.forEach(curve => curve.forget(before));
  }

  /**
   * Draws another model beside the one that is shown, or takes it away.
   *
   * @param other its name and rows, and how far apart they are; null: none
   */
  compare(name, other) {
    const [own] = this.#curves;
    own.name = other ? name : this.#about.lines[0].name;
    if (Boolean(other) !== Boolean(this.#other)) {
      this.#other?.remove();
      const line = { ...this.#about.lines[0], colour: 4, dash: [9, 4], other: true };
      this.#other = other ? new Curve(line, this.#legend) : undefined;
      this.#arrange();
    }
    if (!other) return;
    this.#other.name = other.name;
    this.#other.load(other.rows, this.#x, other.step);
  }

  get #all() {
    return this.#other ? [...this.#curves, this.#other] : this.#curves;
  }

  /** Has the chart draw the curves that there are, the first above the others. */
  #arrange() {
    this.#chart.data.datasets = this.#all.flatMap(curve => curve.datasets);
    this.#all.forEach(curve => curve.paint());
  }

  draw(from, to) {
    const width = this.#view?.width ?? 0;
    const styled = this.#all.map(curve => curve.style(width)).includes(true);
    if (styled) this.#arrange();
    const said = this.#all.map(curve => curve.update(this.#about.format));
    this.#figure.hidden = this.#about.optional && isEmpty(this.#chart);
    const { x } = this.#chart.options.scales;
    x.min = from;
    x.max = to;
    if (this.#looked === undefined) this.#chart.update(styled ? undefined : 'none'); // as in paint
    else this.#look(this.#looked); // its place is another one
    this.#chart.canvas.setAttribute('aria-label', `${this.#about.title}: ${said.filter(Boolean).join(', ')}`);
  }

  /** Takes the colours of the scheme. */
  paint() {
    this.#all.forEach(curve => curve.paint());
    paintAxes(this.#chart);
    this.#chart.update(); // 'none' would leave points in the colours that they had
  }

  #move(event) {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (!step || event.shiftKey) return;
    event.preventDefault();
    const { points } = this.#curves[0];
    const { min, max } = this.#chart.scales.x;
    const at = this.#looked === undefined
      ? points.findLastIndex(({ x }) => x <= max)
      : nearest(points, this.#looked) + step;
    if (at < 0 || at >= points.length) return;
    const { x } = points[at];
    if (x < min || x > max) this.#view?.reach(x);
    this.#look(x);
  }

  /** Looks at a time or version; undefined: at none. */
  #look(x) {
    this.#looked = x;
    const sets = this.#chart.data.datasets.map((set, datasetIndex) => ({
      datasetIndex,
      index: x === undefined || set.derived ? -1 : nearest(set.data, x),
    }));
    const active = sets.filter(({ index }) => index >= 0);
    this.#chart.setActiveElements(active);
    this.#chart.tooltip.setActiveElements(active, { x: 0, y: 0 });
    this.#chart.update('none');
  }
}
