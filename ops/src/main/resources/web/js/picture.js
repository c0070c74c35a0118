/** Examples that were not learned, as the newest version sees them, and how good each version is. */

import { Panel } from './chart.js';
import { count, percent } from './format.js';

const REST = 1000; // ms between two versions that are shown
const CELL = 12; // pixels of a grid's cell
const MARK = 2.5; // of the dot on a cell that is wrong
const BETWEEN = 0.4; // two frames, in widths of one
const DOT = 0.025;
const SVG = 'http://www.w3.org/2000/svg';

export class Picture {
  #section = document.getElementById('picture');
  #title = this.#section.querySelector('h2');
  #note = this.#section.querySelector('.note');
  #drawings = this.#section.querySelector('.drawings');
  #scores = this.#section.querySelector('#scores');
  #panel;
  #newest = 0; // version
  #shown = 0;
  #timer;

  /** Shows itself where there are examples to draw. */
  about(model) {
    this.#section.hidden = !model.picture;
  }

  /** Takes note of a version, and draws it soon. */
  changed(version) {
    if (this.#section.hidden) return;
    this.#newest = version;
    this.#timer ??= setTimeout(() => this.#load(), Math.max(0, this.#shown + REST - Date.now()));
  }

  /** Takes the colours of the scheme; what is drawn has them by itself. */
  paint() {
    this.#panel?.paint();
  }

  async #load() {
    this.#shown = Date.now();
    const answer = await fetch('api/picture').catch(() => null);
    const picture = await answer?.json().catch(() => null);
    this.#timer = undefined;
    if (!answer?.ok || !picture) return; // the page itself says that nobody answers
    this.#show(picture);
    if (picture.version < this.#newest) this.changed(this.#newest); // it is still being looked at
  }

  #show({ title, note, version, score, scored, scores, drawings }) {
    this.#title.textContent = title;
    this.#note.textContent = `${version ? `By version ${count(version)}` : 'By no version yet'}. ${note}.`;
    drawings.forEach((drawing, i) => {
      const figure = this.#drawings.children[i] ?? this.#drawings.appendChild(frame());
      const [name, caption] = figure.querySelector('figcaption').children;
      name.textContent = drawing.name;
      caption.textContent = drawing.caption;
      const drawn = figure.lastElementChild;
      drawn.setAttribute('aria-label', `${drawing.name}: ${drawing.text}`);
      this.#drawings.toggleAttribute('data-linked', drawing.dots.length > 0);
      drawn.replaceChildren(...(drawing.dots.length ? [links(drawing)] : drawing.grids.map(grid)));
    });
    this.#panel ??= this.#curve(score, scored);
    this.#panel.load(scores);
    this.#panel.draw(scores[0].version, Math.max(scores[0].version + 1, version));
    this.#scores.querySelector('tbody').replaceChildren(...[...scores].reverse().map(row));
  }

  #curve(title, note) {
    const curve = new Panel({
      section: 'picture',
      title,
      note: () => note,
      format: percent,
      x: 'version',
      zero: true,
      most: 1,
      lines: [{ column: 'share', name: 'share', colour: 1 }],
    });
    this.#scores.querySelector('h3').textContent = `${title} by version`;
    this.#scores.parentElement.append(this.#scores); // the curve comes first
    return curve;
  }
}

function frame() {
  return document.getElementById('drawing').content.cloneNode(true).firstElementChild;
}

/** Dots of two frames, and lines between them: the more probable, the stronger. */
function links({ dots, lines }) {
  const svg = shape('svg', { viewBox: `0 0 ${2 + BETWEEN} 1` });
  for (const frame of [0, 1]) svg.append(shape('rect', { x: left(frame), width: 1, height: 1, rx: 0.04 }));
  const places = dots.map(({ frame, x, y }) => [left(frame) + x, y]);
  const weakestFirst = [...lines].sort((a, b) => a.probability - b.probability);
  for (const { from, to, probability, right } of weakestFirst) {
    const [[x1, y1], [x2, y2]] = [places[from], places[to]];
    svg.append(shape('line', { x1, y1, x2, y2, opacity: probability, class: right ? 'right' : 'wrong' }));
  }
  svg.append(...places.map(([cx, cy]) => shape('circle', { cx, cy, r: DOT })));
  return svg;
}

const left = frame => frame * (1 + BETWEEN);

function shape(name, attributes) {
  const made = document.createElementNS(SVG, name);
  Object.entries(attributes).forEach(([key, value]) => made.setAttribute(key, value));
  return made;
}

/** Cells, with a dot on each that is wrong. */
function grid({ name, columns, colours, wrong }) {
  const canvas = document.createElement('canvas');
  canvas.width = columns * CELL;
  canvas.height = (colours.length / columns) * CELL;
  const context = canvas.getContext('2d');
  const corner = cell => [(cell % columns) * CELL, Math.floor(cell / columns) * CELL];
  colours.forEach((colour, cell) => {
    context.fillStyle = `#${colour.toString(16).padStart(6, '0')}`;
    context.fillRect(...corner(cell), CELL, CELL);
  });
  context.fillStyle = 'white';
  wrong.forEach(cell => {
    const [x, y] = corner(cell);
    context.beginPath();
    context.arc(x + CELL / 2, y + CELL / 2, MARK, 0, 2 * Math.PI);
    context.fill();
  });
  const labeled = document.createElement('span');
  labeled.append(canvas, name);
  return labeled;
}

function row({ version, share }) {
  const line = document.createElement('tr');
  for (const text of [version ? count(version) : 'none', percent(share)]) {
    line.insertCell().textContent = text;
  }
  return line;
}
