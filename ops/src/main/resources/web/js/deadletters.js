/** What could not be learned from: how often for which reason, and the newest three. */

import { ago, count } from './format.js';

const REST = 5000; // ms between two looks

export class DeadLetters {
  #section = document.getElementById('dead-letters');
  #model;

  /** Begins to look. */
  about(model) {
    const first = !this.#model;
    this.#model = model;
    if (!first) return;
    setInterval(() => document.hidden || this.#load(), REST);
    this.#load();
  }

  async #load() {
    const path = `api/dead-letters?model=${encodeURIComponent(this.#model.name)}`;
    const answer = await fetch(path).catch(() => null);
    if (answer?.ok) this.#show(await answer.json()); // else the page itself says that nobody answers
  }

  #show({ count: all, reasons, letters }) {
    this.#section.hidden = !all;
    if (!all) return;
    const rows = Object.entries(reasons)
      .sort(([, some], [, others]) => others - some)
      .map(([reason, letters]) => row(reason, count(letters)));
    this.#section.querySelector('tbody').replaceChildren(...rows);
    const [list, replay] = this.#section.querySelectorAll('code');
    const { name, brokers } = this.#model;
    const of = `--bootstrap-server ${brokers} --model ${name}`;
    list.textContent = `ops/majorant dead-letters list ${of}`;
    replay.textContent = `ops/majorant dead-letters replay ${of}`;
    this.#section.querySelector('ol').replaceChildren(...letters.map(sample));
  }
}

function row(reason, letters) {
  const line = document.createElement('tr');
  const head = line.appendChild(document.createElement('th'));
  head.scope = 'row';
  head.textContent = reason;
  line.insertCell().textContent = letters;
  return line;
}

/** What a letter says, by text alone: whoever sends examples wrote it. */
function sample({ offset, rejected, reason, record, message, value }) {
  const item = document.createElement('li');
  const place = item.appendChild(document.createElement('p'));
  place.className = 'note';
  place.textContent = `${reason} · ${record} · dead letter ${offset}, ${ago(rejected)}`;
  item.appendChild(document.createElement('p')).textContent = message;
  item.appendChild(document.createElement('code')).textContent = value;
  return item;
}
