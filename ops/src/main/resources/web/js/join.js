/** What becomes of events and of their labels, where these come late: a join that runs here knows. */

import { count, percent, span } from './format.js';

const REST = 2000; // ms between two looks

const EVENTS = {
  pending: 'wait for their labels now',
  labeled: 'have got a label',
  defaulted: 'got no label in time, and have the default',
  unlabeled: 'got no label in time, or have no key; nothing is learned of them',
  revised: 'were learned otherwise, and have been corrected by a late label',
};

const LABELS = {
  used: 'are the label of their event',
  late: 'came after the wait of their event',
  duplicate: 'came to an event that had another one',
  orphaned: 'found no event of their key',
  unreadable: 'have no key, or no label, where the spec says',
};

export class Join {
  #section = document.getElementById('join');
  #model;

  /** Begins to look, if labels come late and the join is here. */
  about(model) {
    const first = !this.#model;
    this.#model = model;
    if (!first || !model.learned || !model.labelTopic) return;
    setInterval(() => document.hidden || this.#load(), REST);
    this.#load();
  }

  async #load() {
    const path = `api/models/${encodeURIComponent(this.#model.name)}/join`;
    const answer = await fetch(path).catch(() => null);
    if (answer?.ok) this.#show(await answer.json()); // else the page itself says that nobody answers
  }

  #show({ labelTopic, waitSeconds, pending, oldestSeconds, events, labels, delays }) {
    this.#section.hidden = false;
    const [known, delayed] = this.#section.querySelectorAll('.note');
    known.textContent =
      `Of the topics ${this.#model.topic} and ${labelTopic}, by this process since it started. The wait is ${span(waitSeconds)};`
      + (pending ? ` the oldest pending event came ${span(oldestSeconds)} ago.` : ' no event is pending.');
    const [table] = this.#section.querySelectorAll('table');
    table.replaceChildren(
      table.tHead,
      group('Events', EVENTS, { pending, ...events }),
      group('Labels', LABELS, labels));
    const all = delays.reduce((sum, { labels }) => sum + labels, 0);
    delayed.textContent = all
      ? `How long after their events ${count(all)} labels came, late ones too; earlier ones count as the shortest`
      : 'No event has got a label yet';
    this.#section.querySelector('ol').replaceChildren(...(all ? shares(delays, all) : []));
  }
}

/** What became of one side, below a line that names it. */
function group(name, meanings, counts) {
  const body = document.createElement('tbody');
  const heading = body.insertRow().appendChild(document.createElement('th'));
  heading.scope = 'rowgroup';
  heading.colSpan = 3;
  heading.textContent = name;
  for (const [what, meaning] of Object.entries(meanings)) {
    const row = body.insertRow();
    const head = row.appendChild(document.createElement('th'));
    head.scope = 'row';
    head.textContent = what;
    row.insertCell().textContent = count(counts[what]);
    row.insertCell().textContent = meaning;
  }
  return body;
}

/** A bar for each bucket up to the last one that has labels. */
function shares(delays, all) {
  const last = delays.findLastIndex(({ labels }) => labels);
  return delays.slice(0, last + 1).map(({ within, labels }, i) => {
    const item = document.createElement('li');
const name = between(delays[i - 1]?.within, within);
    const parts = [name, '', percent(labels / all)].map(text => {
      const part = item.appendChild(document.createElement('span'));
      part.textContent = text;
      return part;
    });
    parts[1].className = 'bar';
    parts[1].style.setProperty('--share', labels / all);
    return item;
  });
}

/** From where one bucket ends to where the next one does. */
function between(from, to) {
  if (!from) return `up to ${words(to)}`;
  return to === 'more' ? `over ${words(from)}` : `${words(from)} to ${words(to)}`;
}

const UNITS = { s: 's', m: 'min', h: 'h', d: 'd' };

/** A duration of a spec as the page writes it: 10m is 10 min. */
const words = duration => `${parseInt(duration, 10)} ${UNITS[duration.at(-1)]}`;
