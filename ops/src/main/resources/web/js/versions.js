/** The latest versions, what changed between two of those that are known, and each as a file. */

import { count, digits, nats, time } from './format.js';

const TABLE = 9; // versions
const CHANGES = 12; // weights

const figure = document.getElementById('versions');
const details = figure.querySelector('#compare');
const form = details.querySelector('form');
const note = details.querySelector('.note');
const changes = details.querySelector('table');
const save = details.querySelector('a');

/** What versions say of themselves, the newest first. */
export function showVersions(rows) {
  const lines = rows.slice(-TABLE).reverse().map(row =>
    line([
      count(row.version), time(row.time), count(row.examples), nats(row.objective),
      digits(row.slack), digits(row.stepNorm)]));
  figure.querySelector('tbody').replaceChildren(...lines);
}

function line(cells) {
  const row = document.createElement('tr');
  for (const text of cells) row.insertCell().textContent = text;
  return row;
}

/** Compares versions of one model, where somebody asks for it. */
export class Comparison {
  #model;
  #path;

  constructor() {
    details.addEventListener('toggle', () => details.open && this.#open());
    form.addEventListener('change', () => this.#compare());
    form.addEventListener('submit', event => {
      event.preventDefault();
      this.#open();
    });
  }

  about(model) {
    if (this.#model === model.name) return;
    this.#model = model.name;
    this.#path = `api/models/${encodeURIComponent(model.name)}`;
    form.label.replaceChildren(...model.labels.map(label => new Option(label)));
    form.label.selectedIndex = model.labels.length - 1;
    form.label.parentElement.hidden = !model.labels.length; // choices and graphs have none
  }

  /** Offers the versions that are known now, and compares the oldest with the newest. */
  async #open() {
    const { versions, earlier } = await ask(this.#path);
    if (!versions) return;
    const known = [...earlier, ...versions];
    const options = () => known.map(({ version, created }) =>
      new Option(`${count(version)} (${time(created)})`, version));
    form.from.replaceChildren(...options());
    form.to.replaceChildren(...options());
    form.to.selectedIndex = known.length - 1;
    await this.#compare();
  }

  async #compare() {
    const [from, to] = [form.from.value, form.to.value];
    save.href = `${this.#path}/versions/${to}/file`;
    save.textContent = `Save version ${count(Number(to))} as a file`;
    const label = form.label.value && `&label=${encodeURIComponent(form.label.value)}`;
    const answer = await ask(`${this.#path}/changes?from=${from}&to=${to}${label}`);
    if (!answer.changes) return;
    const [, ...names] = changes.tHead.rows[0].cells;
    names.forEach((cell, i) => (cell.textContent = [`In ${from}`, `In ${to}`, 'Change'][i]));
    changes.hidden = !answer.changes.length;
    note.textContent = answer.changes.length
      ? 'The weights that differ most.'
      : 'No weight differs.';
    changes.tBodies[0].replaceChildren(
      ...answer.changes.slice(0, CHANGES).map(change =>
        line([
          change.name ?? `feature ${change.feature}`, digits(change.from), digits(change.to),
          signed(change.to - change.from)])));
  }
}

const signed = number => (number > 0 ? '+' : '') + digits(number);

/** What is answered; empty where it cannot be, and the note says why. */
async function ask(path) {
  const answer = await fetch(path).catch(() => null);
  const said = (await answer?.json().catch(() => null)) ?? { error: 'nobody answers' };
  if (!said.error) return said;
  changes.hidden = true;
  note.textContent = `They cannot be compared: ${said.error}`;
  return {};
}
