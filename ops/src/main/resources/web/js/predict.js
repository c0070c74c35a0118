/** An example that a person types, as each version predicts it; of sentences there is another box. */

import { KINDS } from './answers.js';
import { count, percent } from './format.js';
import { keep, kept } from './storage.js';

const REST = 1000; // ms between two versions that are shown, at least
const RESTS = 100; // and so many times what an answer took: little of the learner's time
const LONGEST_REST = 1500; // so that what is shown is not 2 s behind

export class Prediction {
  #section = document.getElementById('predict');
  #form = this.#section.querySelector('form');
  #input = this.#section.querySelector('textarea');
  #note = this.#section.querySelector('.note');
  #outcomes = this.#section.querySelector('.outcomes');
  #full = this.#section.querySelector('details');
  #kind; // undefined: of sentences
  #model;
  #text = ''; // that was sent, while a person types another one
  #recent = false; // the example is one of the topic's, and not what a person typed
  #refused = false; // whatever version comes
  #next = 0;
  #timer;

  constructor() {
    this.#form.addEventListener('submit', event => {
      event.preventDefault();
      this.#text = this.#input.value.trim();
      this.#recent = !this.#text;
      keep(this.#key(), this.#text);
      this.#load();
    });
  }

  /** Shows itself for a model of what can be typed as JSON. */
  about(model) {
    if (this.#model === model.name) return;
    this.#model = model.name;
    this.#kind = KINDS[model.task];
    this.#section.hidden = !this.#kind;
    if (!this.#kind) return;
    this.#full.open = Boolean(this.#kind.open);
    this.#input.placeholder = this.#kind.form;
    this.#input.value = this.#text = kept(this.#key()) ?? '';
    this.#recent = !this.#text;
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
    if (!this.#text) await this.#begin();
    const text = this.#text;
    if (!text) return;
    const answer = await fetch(`${this.#path}/predict${this.#kind.asks ?? ''}`, {
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
    else if (answer.status === 404) this.#say('No version yet: the first one will predict this.');
    else this.#say(`It cannot be predicted: ${said.error}`);
  }

  /** Takes the newest example of the topic, unless a person types one meanwhile. */
  async #begin() {
    const model = this.#model;
    const answer = await fetch(`${this.#path}/example`).catch(() => null);
    const said = await answer?.text().catch(() => null);
    if (!said || model !== this.#model || this.#text || this.#input.value.trim()) return;
    if (answer.ok) this.#input.value = this.#text = said;
    else this.#say('Type an example as the API takes it: no recent one is at hand.');
  }

  #say(text) {
    this.#note.textContent = text;
    this.#outcomes.replaceChildren();
    this.#full.hidden = true;
  }

  #show(said) {
    const { note, bars = [], table } = this.#kind.answer(said);
    this.#note.textContent =
      `By version ${count(said.version)}; ${note}`
      + (this.#recent ? '. This example is a recent one of the topic: type another' : '');
    this.#outcomes.replaceChildren(...bars.map(([name, probability]) => outcome(name, probability)));
    this.#full.hidden = !table;
    if (!table) return;
    const { tHead, tBodies } = this.#full.querySelector('table');
    this.#full.firstElementChild.textContent = table.caption;
    tHead.replaceChildren(row(table.head, 'th'));
    tBodies[0].replaceChildren(...table.rows.map(cells => row(cells, 'td')));
  }
}

function row(cells, kind) {
  const line = document.createElement('tr');
  for (const text of cells) {
    const cell = line.appendChild(document.createElement(kind));
    cell.textContent = text;
    if (kind === 'th') cell.scope = 'col';
  }
  return line;
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
