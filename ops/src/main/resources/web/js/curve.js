/** One line of a panel: its points as they came, its moving median, and its name in the legend. */

import { colour } from './axes.js';
import { median } from './smooth.js';

const GAP = 3.5; // points: where so many are missing a curve of seconds is broken
const FEW = 30; // points of another model that are marked, since a line may not show them
const MANY = 300; // points that would hide their line
const FAINT = '55'; // opacity of a curve beside its median

export class Curve {
  #line;
  #item;
  #value;
  #stacked;
  #raw;
  #smooth;
  #width = 0;
  #empty; // an optional line without a number: neither drawn nor named

  /**
   * @param list the legend
   */
  constructor(line, list, stacked) {
    this.#line = line;
    this.#stacked = stacked;
    this.#raw = dataset(line, stacked);
    this.#smooth = { ...dataset(line), data: [], fill: false, pointRadius: 0, derived: true };
    this.#item = list.appendChild(document.createElement('li'));
    this.#item.style.setProperty('--colour', `var(--series-${line.colour})`);
    if (line.other) this.#item.dataset.other = '';
    else if (line.dash) this.#item.dataset.dashed = '';
    this.#item.append('', ' ');
    this.#empty = this.#item.hidden = Boolean(line.optional);
    this.#value = this.#item.appendChild(document.createElement('b'));
    this.name = line.name;
  }

  /** What is drawn of it, the uppermost first. */
  get datasets() {
    if (this.#empty) return [];
    return this.#width ? [this.#smooth, this.#raw] : [this.#raw];
  }

  get points() {
    return this.#raw.data;
  }

  get name() {
    return this.#raw.label;
  }

  set name(name) {
    this.#raw.label = name;
    this.#item.firstChild.textContent = name;
  }

  /**
   * Draws these rows, and no others.
   *
   * @param x the column that it is drawn over
   * @param step between two rows of seconds, milliseconds; none: there are no gaps
   */
  load(rows, x, step) {
    this.#raw.data = [];
    rows.forEach(row => this.add(row, x, step));
  }

  add(row, x, step) {
    const last = this.points.at(-1);
    if (step && last && row.time - last.x > GAP * step) this.points.push({ x: last.x + 1, y: NaN });
    this.points.push({ x: row[x], y: row[this.#line.column] ?? NaN });
  }

  /** Drops what is older. */
  forget(before) {
    const from = this.points.findIndex(point => point.x >= before);
    if (from > 0) this.points.splice(0, from);
  }

  /**
   * Draws its median over so many milliseconds, too; 0: the points alone. Steps and shares are as
   * they are.
   *
   * @return whether it looks otherwise than before
   */
  style(width) {
    const before = [!this.#width, this.#raw.pointRadius, this.#empty].join();
    this.#empty &&= !this.points.some(point => Number.isFinite(point.y));
    this.#item.hidden = this.#empty;
    this.#width = this.#stacked || this.#line.stepped ? 0 : width;
    const { length } = this.points;
    const marked = length < MANY && (this.#line.other ? length < FEW : this.#line.points);
    this.#raw.pointRadius = marked && !this.#width ? 2 : 0;
    return [!this.#width, this.#raw.pointRadius, this.#empty].join() !== before;
  }

  /** Makes ready to be drawn; returns what is said of it. */
  update(format) {
    this.#smooth.data = this.#width ? median(this.points, this.#width) : [];
    if (this.#empty) return '';
    const value = format(this.points.at(-1)?.y);
    this.#value.textContent = value;
    return `${this.name} ${value}`;
  }

  /** Takes the colours of the scheme. */
  paint() {
    const own = colour(`--series-${this.#line.colour}`);
    this.#smooth.borderColor = own;
    this.#raw.borderColor = this.#raw.pointBackgroundColor = this.#width ? own + FAINT : own;
    this.#raw.backgroundColor = own + (this.#stacked ? '80' : '26');
  }

  remove() {
    this.#item.remove();
  }
}

function dataset(line, stacked) {
  return {
    data: [],
    borderDash: line.dash ?? [],
    borderWidth: 1.8,
    pointRadius: 0,
    pointHoverRadius: 4,
    pointHitRadius: 12,
    stepped: line.stepped ?? false,
    fill: stacked ? 'stack' : (line.fill ?? false),
  };
}
