/**
 * What people choose to see: how long a time, which part of it, how smooth, and beside which other
 * model. The address has all but the part, which is soon gone; so a link shows the same.
 */

import { moment } from './format.js';

const MINUTES = new Map(Object.entries({ '5m': 5, '15m': 15, '1h': 60, '1d': 1440 }));
const SMOOTH = 12; // widths of the moving median in the time shown
const LEAST = 5; // rows that are zoomed to at least

/** The address of this page with some of its choices changed; null takes one out. */
export function address(changes) {
  const query = new URLSearchParams(location.search);
  for (const [key, value] of Object.entries(changes)) {
    if (value == null) query.delete(key);
    else query.set(key, value);
  }
  return String(query) && `?${query}` || '.';
}

/** Tells 'range' where other rows are wanted, 'look' where the same, and 'other' of the other model. */
export class View extends EventTarget {
  #form = document.getElementById('view');
  #buttons = [...this.#form.querySelectorAll('[role=group] button')];
  #part = document.getElementById('part');
  #range = '5m';
  #all = { from: 0, to: 0, step: 1000 };
  #zoom = null;

  constructor() {
    super();
    const asked = new URLSearchParams(location.search);
    this.#choose(MINUTES.has(asked.get('range')) ? asked.get('range') : '5m');
    this.#form.smooth.checked = asked.has('smooth');
    for (const button of this.#buttons) button.addEventListener('click', () => this.#show(button.value));
    this.#form.addEventListener('submit', event => event.preventDefault());
    this.#form.smooth.addEventListener('change', ({ target }) => {
      this.#keep({ smooth: target.checked ? 1 : null });
      this.#tell('look');
    });
    this.#form.with.addEventListener('change', ({ target }) => {
      this.#keep({ with: target.value || null });
      this.#tell('other');
    });
    this.#part.querySelector('button').addEventListener('click', () => this.whole());
  }

  /** Says where longer times are shown. */
  about({ grafana }) {
    const weeks = document.getElementById('weeks');
    weeks.hidden = !grafana;
    if (grafana) weeks.href = grafana;
  }

  /** The time shown. */
  get minutes() {
    return MINUTES.get(this.#range);
  }

  /** Milliseconds that a moving median is over; 0: curves are drawn as they are. */
  get width() {
    return this.#form.smooth.checked ? (this.minutes * 60e3) / SMOOTH : 0;
  }

  /** The part of a time that is shown: all of it, or what people zoomed to. */
  part(from, to, step) {
    this.#all = { from, to, step };
    if (this.#zoom?.to <= from) this.#zoom = null; // it is not kept any more
    this.#say();
    return this.#zoom ?? this.#all;
  }

  /** Zooms to a part. */
  zoom(from, to) {
    const { from: first, to: last, step } = this.#all;
    const width = Math.max(to - from, LEAST * step);
    if (width >= last - first) return this.whole();
    const begin = Math.min(Math.max(from, first), last - width);
    this.#zoom = { from: begin, to: begin + width };
    this.#tell('look');
  }

  /** Zooms in or out, so that a time stays where it is. */
  zoomBy(factor, at) {
    const { from, to } = this.#zoom ?? this.#all;
    const middle = at ?? (from + to) / 2;
    this.zoom(middle - (middle - from) * factor, middle + (to - middle) * factor);
  }

  /** Moves the part that is shown, by shares of its width. */
  move(share) {
    if (!this.#zoom) return;
    const { from, to } = this.#zoom;
    const by = share * (to - from);
    this.zoom(from + by, to + by);
  }

  /** Moves the part that is shown until a time is in it. */
  reach(time) {
    if (!this.#zoom) return;
    const { from, to } = this.#zoom;
    const by = Math.min(0, time - from) + Math.max(0, time - to);
    if (by) this.zoom(from + by, to + by);
  }

  /** Shows all of the time again. */
  whole() {
    if (!this.#zoom) return;
    this.#zoom = null;
    this.#tell('look');
  }

  #show(range) {
    this.#choose(range);
    this.#keep({ range });
    this.#zoom = null;
    this.#tell('range');
  }

  #choose(range) {
    this.#range = range;
    for (const button of this.#buttons) button.setAttribute('aria-pressed', button.value === range);
  }

  #say() {
    const text = this.#zoom ? `${moment(this.#zoom.from)} to ${moment(this.#zoom.to)}` : '';
    const [output] = this.#part.children;
    if (output.textContent !== text) output.textContent = text; // else it would be read out again
    this.#part.hidden = !text;
  }

  #keep(changes) {
    window.history.replaceState(null, '', address(changes));
  }

  #tell(what) {
    this.dispatchEvent(new Event(what));
  }
}
