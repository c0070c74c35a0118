/** An example that a person types, as each version of a model of points predicts it. */

import { count, percent } from './format.js';
import { keep, kept } from './storage.js';

const REST = 1000; // ms between two versions that are shown, at least
const RESTS = 100; // and so many times what an answer took: little of the learner's time
const LONGEST_REST = 30_000;
const TOLD = 8; // labels
const STARTING = 3; // features of the example that is there at first

export class Prediction {
  #section = document.getElementById('predict');
  #form = this.#section.querySelector('form');
  #input = this.#section.querySelector('textarea');
  #note = this.#section.querySelector('.note');
  #outcomes = this.#section.querySelector('.outcomes');
  #model;
  #text = ''; // that was sent, while a person types another one
  #made = false; // from the heaviest features, which need not be what examples have
  #refused = false; // whatever version comes
  #next = 0;
  #timer;

  constructor() {
    this.#form.addEventListener('submit', event => {
      event.preventDefault();
      this.#text = this.#input.value.trim();
      this.#made = !this.#text;
      keep(this.#key(), this.#text);
      this.#load();
    });
  }

  /** Shows itself for a model of points. */
  about(model) {
    if (this.#model === model.name) return;
    this.#model = model.name;
    this.#section.hidden = model.task !== 'multiclass';
    this.#input.value = this.#text = kept(this.#key()) ?? '';
    this.#made = !this.#text;
  }

  /** Takes note of a new version, and has it predict the example soon. */
  changed() {
    if (this.#section.hidden || this.#refused) return;
    this.#timer ??= setTimeout(() => this.#load(), Math.max(0, this.#next - Date.now()));
  }

  #key() {
    return `example of ${this.#model}`;
  }

  get #path() {
    return `api/models/${encodeURIComponent(this.#model)}`;
  }

  async #load() {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const start = Date.now();
    this.#next = start + REST;
    if (!this.#text) this.#input.value = this.#text = await this.#example();
    const text = this.#text;
    if (!text) return;
    const answer = await fetch(`${this.#path}/predict`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: text,
    }).catch(() => null);
    const said = await answer?.json().catch(() => null);
    const spent = answer?.ok ? Date.now() - start : 0;
    this.#next = start + Math.min(LONGEST_REST, Math.max(REST, RESTS * spent));
    if (!said || text !== this.#text) return; // the page itself says that nobody answers
    this.#refused = answer.status === 400;
    if (answer.ok && !Array.isArray(said)) this.#show(said);
    else if (answer.ok) this.#say('Type one example, not a list of them.');
    else if (this.#refused && this.#made) {
      this.#input.value = '';
      this.#say('Type an example as the API takes it.');
    } else if (answer.status === 404) this.#say('No version yet: the first one will predict this.');
    else this.#say(`It cannot be predicted: ${said.error}`);
  }

  /** One that has some of the heaviest features; empty where there is no version yet. */
  async #example() {
    const answer = await fetch(`${this.#path}/weights`).catch(() => null);
    if (!answer?.ok) return '';
    const { weights } = await answer.json();
    const some = weights.filter(({ name }) => name !== 'intercept').slice(0, STARTING);
    if (!some.length) return '';
    return some.every(({ name }) => name)
      ? JSON.stringify({ features: Object.fromEntries(some.map(({ name }) => [name, 1])) })
      : JSON.stringify({ vector: { indices: some.map(w => w.feature).sort((a, b) => a - b) } });
  }

  #say(text) {
    this.#note.textContent = text;
    this.#outcomes.replaceChildren();
  }

  #show({ version, label, probabilities }) {
    const likely = Object.entries(probabilities).sort(([, p], [, q]) => q - p);
    const rest = likely.length - TOLD;
    this.#note.textContent =
      `By version ${count(version)}; most probable: ${label}`
      + (rest > 0 ? `. ${count(rest)} less probable labels are not shown` : '');
    this.#outcomes.replaceChildren(
      ...likely.slice(0, TOLD).map(([name, probability]) => outcome(name, probability)));
  }
}

function outcome(name, probability) {
  const item = document.createElement('li');
  const parts = [name, '', percent(probability)].map(text => {
    const part = item.appendChild(document.createElement('span'));
    part.textContent = text;
    return part;
  });
  parts[1].className = 'bar';
  parts[1].style.setProperty('--share', probability);
  return item;
}
