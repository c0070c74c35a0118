/** Another model over the same time: which one, whether the two compare, and its rows. */

import { LOSS_OF } from './panels.js';
import { ask, isQuarter, rest, usual } from './rows.js';

const note = document.getElementById('compared');

export class Other {
  #select = document.getElementById('view').with;
  #view;
  #onRows;
  #wanted = new URLSearchParams(location.search).get('with') ?? '';
  #model;
  #timer;
  #chosen = Boolean(this.#wanted); // by somebody

  /**
   * @param onRows is given the name, the rows, and how far apart these are; null where no other
   *     model is to be drawn
   */
  constructor(view, onRows) {
    this.#view = view;
    this.#onRows = onRows;
    view.addEventListener('other', () => {
      this.#wanted = this.#select.value;
      this.#chosen = true;
      this.#load();
    });
    view.addEventListener('range', () => this.#load());
    document.addEventListener('visibilitychange', () => document.hidden || this.#load());
  }

  about(model) {
    const first = !this.#model;
    this.#model = model;
    if (first) this.#load();
  }

  /** Offers the models that there are. */
  offer(lines) {
    const names = lines.map(line => line.model).filter(name => name !== this.#model.name);
    const offered = [...this.#select.options].slice(1).map(option => option.value);
    if (names.join('\n') !== offered.join('\n')) {
      this.#select.replaceChildren(this.#select.options[0], ...names.map(name => new Option(name)));
      this.#select.value = names.includes(this.#wanted) ? this.#wanted : '';
    }
    this.#select.parentElement.hidden = !names.length && !this.#wanted;
  }

  /** Draws the first of these, unless somebody has chosen what is drawn. */
  suggest([name]) {
    if (this.#chosen || !name || name === this.#wanted) return;
    this.#wanted = this.#select.value = name;
    this.#load();
  }

  async #load() {
    clearTimeout(this.#timer);
    if (!this.#model) return;
    const [name, minutes] = [this.#wanted, this.#view.minutes];
    if (!name) return this.#show(null, '');
    let rows = null;
    let said;
    try {
      const { about, seconds } = await ask(name, 1);
      said = against(this.#model, about);
      if (!said.refused) rows = isQuarter(minutes) ? seconds : (await ask(name, minutes)).seconds;
    } catch ({ message }) {
      said = { text: message && `${name} is not drawn: ${message}.` };
    }
    if (name !== this.#wanted || minutes !== this.#view.minutes) return; // somebody chose another
    const other = rows && { name, rows, step: usual(rows, minutes) };
    this.#show(
      other,
      rows?.length === 0 ? `Nothing is known of ${name} in this time: its curve begins with its next version.` : said.text);
    if (!document.hidden) this.#timer = setTimeout(() => this.#load(), rest(minutes));
  }

  #show(other, text) {
    if (note.textContent !== text) note.textContent = text; // else it would be read out again
    note.hidden = !text;
    this.#onRows(other);
  }
}

/** Whether two models compare, and what has to be known of them. */
function against(one, other) {
  const unit = ({ task }) => `nats ${LOSS_OF[task] ?? 'an example'}`;
  if (one.task !== other.task) {
    return {
      refused: true,
      text:
        `${other.name} does not compare: it learns ${plural(other.task)}, with a loss in ${unit(other)},`
        + ` and ${one.name} learns ${plural(one.task)}, with a loss in ${unit(one)}.`,
    };
  }
  return {
    text:
      one.topic === other.topic
        ? ''
        : `${one.name} learns from the topic ${one.topic} and ${other.name} from ${other.topic}: at one time`
          + ' they have had different examples.',
  };
}

const PLURAL = { multiclass: 'points', sequence: 'sequences', choice: 'choices', graph: 'graphs', matching: 'matchings' };

const plural = task => PLURAL[task] ?? task;
