/** Who learns which partition, how far each is, and what is held. */

import { exact, time } from './format.js';

const REST = 3000; // ms between two looks: a little more than the learner leaves its brokers alone

/** What the reasons of the API are about. */
const WORDS = {
  end: 'Where partitions end (and so the lag)',
  instance: 'Who has a partition, or merges,',
  before: 'What is new',
  here: 'What is held, and the newest base,',
};

export class Lineage {
  #section = document.getElementById('lineage');
  #table = this.#section.querySelector('table');
  #model;
  #shown = false;
  #tell;

  /** @param tell is told each answer; null: nobody answers */
  constructor(tell) {
    this.#tell = tell;
  }

  /** Begins to look. */
  about(model) {
    if (!this.#model) setInterval(() => document.hidden || this.#load(), REST);
    if (this.#model !== model.name) this.#shown = false;
    this.#model = model.name;
    this.#load();
  }

  async #load() {
    const path = `api/models/${encodeURIComponent(this.#model)}/lineage`;
    const answer = await fetch(path).catch(() => null);
    const lineage = answer?.ok ? await answer.json().catch(() => null) : null;
    this.#tell(lineage);
    if (lineage) this.#show(lineage);
    else if (this.#shown) this.#stale(true); // the page itself says that nobody answers
  }

  #show(lineage) {
    this.#shown = lineage.partitions.length > 0;
    this.#section.hidden = !this.#shown; // of what was trained on a file
    if (!this.#shown) return;
    this.#stale('end' in lineage.unknown);
    this.#section.querySelector('h3').textContent = `Partitions of ${lineage.topic}`;
    this.#section.querySelector('figcaption span').textContent =
      `version ${exact(lineage.version)}, at ${time(lineage.time)}`;
    const instances = [...new Set(lineage.partitions.map(line => told(line.instance)))];
    const groups = instances.map(instance =>
      group(instance, lineage.partitions.filter(line => told(line.instance) === instance), lineage.before));
    this.#table.replaceChildren(this.#table.tHead, ...groups);
    this.#section.querySelector('.counts').textContent = sums(lineage.counts);
    this.#section.querySelector('ul').replaceChildren(
      ...Object.entries(lineage.unknown).map(([what, why]) => item(`${WORDS[what]} is unknown: ${why}.`)));
    const { here, majorizer } = lineage;
    const values = [
      `version ${exact(lineage.version)}, from base ${exact(lineage.base)}`,
      number(here?.newestBase),
      number(here?.heldExamples),
      number(here?.inFlightExamples),
      told(majorizer)];
    this.#section.querySelectorAll('dd b').forEach((value, i) => (value.textContent = values[i]));
  }

  /** Whether it shows what was, for nobody knows what is. */
  #stale(yes) {
    this.#section.toggleAttribute('data-stale', yes);
  }
}

const told = instance => (instance ? `${instance.id} at ${instance.host}` : 'unknown');

const number = value => (value == null ? 'unknown' : exact(value));

/** What became of all offsets, so that a reader can add up. */
function sums(counts) {
  const said = name => `${exact(counts[name])} ${name}`;
  const items = counts.packed ? `${exact(counts.records + counts.packed)} items in the records` : 'the records';
  return `${exact(counts.records + counts.lost + counts.empty)} offsets: ${said('records')}, ${said('lost')},`
    + ` ${exact(counts.empty)} without a record. Of ${items}: ${said('examples')}, ${said('rejected')},`
    + ` ${said('unlabeled')}, ${exact(counts.others)} for other models,`
    + ` ${exact(counts.passedOver)} passed over, ${said('revised')}, ${said('undone')}.`;
}

/** The partitions of an instance, below a line that names it. */
function group(instance, lines, before) {
  const body = document.createElement('tbody');
  const heading = body.insertRow().appendChild(document.createElement('th'));
  heading.scope = 'rowgroup';
  heading.colSpan = 6;
  heading.textContent = instance === 'unknown' ? 'Who learns these is unknown' : `Learned by ${instance}`;
  for (const { partition, learned, learnedBefore, read, end, lag } of lines) {
    const row = body.insertRow();
    const name = row.appendChild(document.createElement('th'));
    name.scope = 'row';
    name.textContent = partition;
    const cells = [
      learned == null ? 'nothing' : exact(learned), gained(learned, learnedBefore, before),
      number(read), number(end), number(lag)];
    for (const text of cells) row.insertCell().textContent = text;
  }
  return body;
}

function gained(learned, learnedBefore, before) {
  if (before == null) return 'unknown';
  if (learned == null) return 'nothing';
  return learnedBefore == null ? 'all of it' : exact(learned - learnedBefore);
}

function item(text) {
  const line = document.createElement('li');
  line.textContent = text;
  return line;
}
