/** A sentence as each version of a model of sequences labels it, and how earlier ones did. */

import { percent } from './format.js';
import { keep, kept } from './storage.js';

const REST = 1000; // ms between two versions that are shown
const EARLIER = 4; // labellings
const OUTSIDE = 'O';
const HUES = 6;

export class Sentence {
  #section = document.getElementById('sentence');
  #form = this.#section.querySelector('form');
  #input = this.#section.querySelector('input');
  #note = this.#section.querySelector('.note');
  #now = this.#section.querySelector('.tokens');
  #earlier = this.#section.querySelector('.earlier');
  #model;
  #hues = new Map();
  #text = '';
  #labellings = []; // that differ from the one before, the newest first
  #shown = 0;
  #timer;

  constructor() {
    this.#form.addEventListener('submit', event => {
      event.preventDefault();
      this.#take(this.#input.value);
      keep(this.#key(), this.#text);
    });
  }

  /** Shows itself for a model of sequences. */
  about(model) {
    if (this.#model?.name === model.name) return;
    this.#model = model;
    this.#section.hidden = model.task !== 'sequence';
    const types = model.labels.filter(label => label !== OUTSIDE).map(type);
    this.#hues = new Map([...new Set(types)].map((name, i) => [name, 1 + (i % HUES)]));
    this.#input.value = kept(this.#key()) ?? model.sentence ?? '';
    this.#take(this.#input.value);
  }

  /** Takes note of a new version, and has it label the sentence soon. */
  changed() {
    if (this.#section.hidden) return;
    this.#timer ??= setTimeout(() => this.#load(), Math.max(0, this.#shown + REST - Date.now()));
  }

  #key() {
    return `sentence of ${this.#model.name}`;
  }

  #take(text) {
    this.#text = text.trim().replace(/\s+/g, ' ');
    this.#labellings = [];
    this.#now.replaceChildren();
    this.#earlier.replaceChildren();
    if (!this.#section.hidden) this.#load();
  }

  async #load() {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#shown = Date.now();
    const text = this.#text;
    if (!text) {
      this.#say('Type a sentence, with spaces around its punctuation: each version will label it.');
      return;
    }
    const words = text.split(' ');
    const answer = await fetch(`api/models/${encodeURIComponent(this.#model.name)}/predict`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ tokens: words }),
    }).catch(() => null);
    const said = await answer?.json().catch(() => null);
    if (text !== this.#text || !said) return; // the page itself says that nobody answers
    if (answer.ok) this.#show(words, said);
    else if (answer.status === 400) this.#say(`It cannot be labeled: ${said.error}`);
    else this.#say('No version yet: the first one will label this sentence.');
  }

  #say(text, state = 'wait') {
    this.#note.textContent = text;
    this.#note.dataset.state = state;
  }

  #show(words, { version, labels, probabilities }) {
    const last = this.#labellings[0];
    if (last && version < last.to) return; // an answer that was overtaken
    const changed = labels.map((label, t) => last !== undefined && label !== last.labels[t]);
    if (last && !changed.includes(true)) last.to = version;
    else this.#labellings.unshift({ from: version, to: version, labels });
    this.#labellings.splice(1 + EARLIER);
    const { from } = this.#labellings[0];
    this.#say(
      `By version ${version}` + (from < version ? `, and the same since version ${from}` : '')
        + '; bars are probabilities of the labels shown', 'good');
    while (this.#now.children.length < words.length) this.#now.append(token());
    words.forEach((word, t) =>
      this.#paint(this.#now.children[t], word, labels[t], probabilities[t], changed[t]));
    this.#earlier.replaceChildren(...this.#labellings.slice(1).map(one => this.#line(words, one)));
  }

  #paint(item, word, label, probabilities, changed) {
    const [first, second, bar] = item.children;
    first.textContent = word;
    second.textContent = label + ' ';
    second.append(element('i', percent(probabilities[label]).replace(/\..* /, ' ')));
    bar.style.setProperty('--share', probabilities[label]);
    this.#colour(item, label);
    if (changed) {
      item.getAnimations().forEach(animation => animation.cancel());
      item.classList.remove('changed');
      void item.offsetWidth; // else the animation would not begin again
      item.classList.add('changed');
    }
    item.title = Object.entries(probabilities)
      .sort(([, p], [, q]) => q - p)
      .slice(0, 4)
      .map(([name, p]) => `${name} ${percent(p)}`)
      .join('\n');
  }

  /** What versions before said: words of one entity together. */
  #line(words, { from, to, labels }) {
    const line = element('li');
    line.append(
      element('span', from < to ? `versions ${from}–${to}` : `version ${from}`, 'which'));
    const text = element('span');
    for (let t = 0; t < words.length; t++) {
      if (labels[t] === OUTSIDE) {
        text.append(words[t] + ' ');
        continue;
      }
      const found = [words[t]];
      const name = type(labels[t]);
      while (goesOn(labels[t + 1], name)) found.push(words[++t]);
      const mark = element('mark', found.join(' ') + ' ');
      mark.append(element('small', name));
      this.#colour(mark, labels[t]);
      text.append(mark, ' ');
    }
    line.append(text);
    return line;
  }

  #colour(item, label) {
    item.style.setProperty('--hue', `var(--hue-${this.#hues.get(type(label)) ?? 0})`);
    item.toggleAttribute('data-outside', label === OUTSIDE);
  }
}

/** Of B-PER and I-PER it is PER; a label without such a beginning is one itself. */
const type = label => label.replace(/^[BIES]-/, '');

const goesOn = (label, name) => /^[IE]-/.test(label ?? '') && type(label) === name;

function element(name, text = '', kind = '') {
  const made = document.createElement(name);
  made.textContent = text;
  made.className = kind;
  return made;
}

function token() {
  const item = element('li');
  item.append(element('span', '', 'word'), element('span', '', 'label'), element('span', '', 'bar'));
  return item;
}
