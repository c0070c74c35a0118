/** The models on the topic: which there are, which one this process learns, and which one is shown. */

import { ago, count, nats, percent } from './format.js';
import { address } from './view.js';

const REST = 5000; // ms between two looks

/** Which one the address asks for; null: the one that is learned here. */
export const wanted = new URLSearchParams(location.search).get('model');

export class Models {
  #nav = document.getElementById('models');
  #summary = this.#nav.querySelector('summary');
  #rows = this.#nav.querySelector('tbody');
  #onLines;
  #model;
  #own; // the one that is learned here; empty: none

  /**
   * @param onLines is given what the newest version of each model says
   */
  constructor(onLines) {
    this.#onLines = onLines;
    setInterval(() => document.hidden || this.#load(), REST);
  }

  /** Marks the model that is shown. */
  about(model) {
    const first = !this.#model;
    this.#model = model;
    if (model.learned) this.#own = model.name;
    if (first) this.#load();
  }

  async #load() {
    if (!this.#model) return;
    const answer = await fetch('api/models').catch(() => null);
    const lines = answer?.ok ? await answer.json().catch(() => null) : null;
    if (!lines) return; // the page itself says that nobody answers
    this.#own ??= await own();
    this.#onLines(lines);
    this.#nav.hidden = lines.length < 2 && this.#model.learned;
    this.#summary.textContent =
      lines.length === 1 ? 'One model on this topic' : `${lines.length} models on this topic`;
    this.#rows.replaceChildren(...lines.map(line => this.#row(line)));
  }

  #row({ model, version, created, examples, progressiveLogLoss, progressiveAccuracy }) {
    const row = document.createElement('tr');
    const link = document.createElement('a');
    link.href = address({ model: model === this.#own ? null : model, with: null });
    link.textContent = model;
    if (model === this.#model.name) link.setAttribute('aria-current', 'page');
    row.insertCell().append(link, model === this.#own ? ' (learned here)' : '');
    const cells = [
      count(examples), nats(progressiveLogLoss), percent(progressiveAccuracy), count(version),
      ago(created)];
    for (const text of cells) row.insertCell().textContent = text;
    return row;
  }
}

/** The name of the model that is learned here; empty where none is. */
async function own() {
  const answer = await fetch('api/history').catch(() => null);
  const history = await answer?.json().catch(() => null);
  return history && (history.model?.learned ? history.model.name : '');
}
