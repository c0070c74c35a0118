/** How the model compares with its champion, and its challengers with it. */

import { count, nats, time } from './format.js';
import { address } from './view.js';

const SVG = 'http://www.w3.org/2000/svg';
const [WIDTH, HEIGHT] = [160, 16]; // of the picture of an interval

export class Duels {
  #section = document.getElementById('duels');
  #note = this.#section.querySelector('.note');
  #rows = this.#section.querySelector('tbody');

  /**
   * Shows those of a model.
   *
   * @param lines what the newest version of each model says
   * @returns the names of those that it is compared with
   */
  show(model, lines) {
    const duels = lines
      .filter(({ comparison }) => comparison)
      .map(line => ({ ...line.comparison, challenger: line.model }))
      .filter(duel => duel.challenger === model.name || duel.champion === model.name);
    this.#section.hidden = !duels.length;
    if (!duels.length) return [];
    const most = Math.max(...duels.map(({ lower, upper }) => Math.max(Math.abs(lower), Math.abs(upper))));
    this.#rows.replaceChildren(...duels.map(duel => row(duel, model, most)));
    this.#note.textContent =
      'Both models have predicted the same examples before they learned them. The difference is the champion’s mean loss less'
      + ' the challenger’s, in nats: above 0 the challenger is better. Each bound on its expectation holds at all times, but in'
      + ` at most ${alphas(duels)} of all comparisons.`;
    return duels.map(({ challenger, champion }) => (challenger === model.name ? champion : challenger));
  }
}

const alphas = duels => [...new Set(duels.map(({ alpha }) => `${+(100 * alpha).toPrecision(2)} %`))].join(', ');

function row(duel, model, most) {
  const { challenger, champion, examples, unpaired, since, difference, lower, upper } = duel;
  const cells = document.createElement('tr');
  for (const name of [challenger, champion]) cells.insertCell().append(name === model.name ? name : link(name, model));
  cells.insertCell().textContent = count(examples) + (unpaired ? `, and ${count(unpaired)} not compared` : '');
  cells.insertCell().textContent = time(since);
  cells.insertCell().textContent = nats(difference);
  const interval = cells.insertCell();
  interval.append(picture(lower, difference, upper, most), ` ${nats(lower)} to ${nats(upper)}`);
  cells.insertCell().textContent = said(duel);
  return cells;
}

function link(name, model) {
  const other = document.createElement('a');
  other.href = address({ model: name, with: model.name });
  other.textContent = name;
  return other;
}

function said({ challenger, champion, better, upper, needed }) {
  if (better) return `${challenger} is better.`;
  if (upper < 0) return `${champion} is better.`;
  return 'It is not known yet which one is better.'
    + (needed ? ` If it goes on like this, ${count(needed)} examples will say that it is ${challenger}.` : '');
}

/** From the lower to the upper bound, with 0 in the middle and a point where the difference is. */
function picture(lower, difference, upper, most) {
  const svg = part('svg', { width: WIDTH, height: HEIGHT, viewBox: `0 0 ${WIDTH} ${HEIGHT}`, 'aria-hidden': true });
  const x = nats => WIDTH / 2 + (nats / most) * (WIDTH / 2 - 4);
  svg.classList.add('interval');
  svg.append(
    part('line', { x1: x(0), x2: x(0), y1: 0, y2: HEIGHT }),
    part('rect', { x: x(lower), y: HEIGHT / 2 - 2, width: Math.max(1, x(upper) - x(lower)), height: 4 }),
    part('circle', { cx: x(difference), cy: HEIGHT / 2, r: 4 }));
  return svg;
}

function part(name, attributes) {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  return element;
}
