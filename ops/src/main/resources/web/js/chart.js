/** One panel: a figure with its legend, and curves over time, or versions, by Chart.js. */

import { count, tick, time } from './format.js';

const { Chart } = window;
const GAP = 3.5; // points: where so many are missing a curve of seconds is broken
const STEPS = [5, 10, 15, 30, 60, 120, 300, 600, 1200, 3600, 7200, 14400, 21600].map(s => s * 1000);

const LEARNING = ['learning', 'steps']; // sections where it matters that examples are repeated

export const colour = name => getComputedStyle(document.documentElement).getPropertyValue(name).trim();

Chart.defaults.animation = false;
Chart.defaults.font.size = 11.5;
Chart.defaults.font.family = getComputedStyle(document.body).fontFamily;
Chart.defaults.maintainAspectRatio = false;
Chart.defaults.plugins.legend.display = false;
Chart.defaults.plugins.colors.enabled = false; // the page's own

/** A line through the point that is looked at. */
const cursor = {
  id: 'cursor',
  beforeDatasetsDraw(chart) {
    const active = chart.getActiveElements()[0];
    if (!active) return;
    const { ctx, chartArea } = chart;
    ctx.save();
    ctx.strokeStyle = colour('--muted');
    ctx.lineWidth = 1;
    ctx.beginPath();
    ctx.moveTo(active.element.x, chartArea.top);
    ctx.lineTo(active.element.x, chartArea.bottom);
    ctx.stroke();
    ctx.restore();
  },
};

let begins = []; // passes over the same examples, after the first: {time, pass}

/** Notes from which versions on examples are repeated. */
export function passes(versions) {
  begins = [];
  let last = 1;
  for (const { time, pass } of versions) {
    if (!pass) continue;
    if (pass > 1 && pass !== last) begins.push({ time, pass });
    last = pass;
  }
}

/** A line where a pass begins: losses from there on are of examples that were learned before. */
const repeated = {
  id: 'repeated',
  afterDatasetsDraw(chart) {
    const { ctx, chartArea, scales } = chart;
    ctx.save();
    ctx.strokeStyle = ctx.fillStyle = colour('--muted');
    ctx.setLineDash([4, 4]);
    for (const { time, pass } of begins.filter(b => b.time >= scales.x.min && b.time <= scales.x.max)) {
      const x = scales.x.getPixelForValue(time);
      const left = x < (chartArea.left + chartArea.right) / 2;
      ctx.beginPath();
      ctx.moveTo(x, chartArea.top);
      ctx.lineTo(x, chartArea.bottom);
      ctx.stroke();
      ctx.textAlign = left ? 'left' : 'right';
      ctx.fillText(`pass ${pass}: seen before`, x + (left ? 5 : -5), chartArea.top + 10);
    }
    ctx.restore();
  },
};

function dataset(line, stacked) {
  return {
    label: line.name,
    data: [],
    borderDash: line.dash ?? [],
    borderWidth: 1.8,
    pointRadius: line.points ? 2 : 0,
    pointHoverRadius: 4,
    pointHitRadius: 12,
    stepped: line.stepped ?? false,
    fill: stacked ? 'stack' : (line.fill ?? false),
  };
}

/** Without the zeros that end a fraction. */
const short = number => number.replace(/(\.\d*?)0+(?=$| )/, '$1').replace(/\.(?=$| )/, '');

/** Ticks at full seconds or minutes, about five. */
function timeTicks(axis) {
  const wanted = (axis.max - axis.min) / (axis.chart.width < 420 ? 3 : 5);
  const step = STEPS.find(s => s >= wanted) ?? STEPS.at(-1);
  axis.ticks = [];
  for (let at = Math.ceil(axis.min / step) * step; at <= axis.max; at += step) {
    axis.ticks.push({ value: at, label: tick(at, step) });
  }
}

/** Ticks at whole numbers, about five. */
function wholeTicks(axis) {
  const wanted = (axis.max - axis.min) / (axis.chart.width < 420 ? 3 : 5);
  const power = 10 ** Math.max(0, Math.floor(Math.log10(wanted)));
  const step = power * ([1, 2, 5].find(times => times * power >= wanted) ?? 10);
  axis.ticks = [];
  for (let at = Math.ceil(axis.min / step) * step; at <= axis.max; at += step) {
    axis.ticks.push({ value: at, label: count(at) });
  }
}

/** What a curve may be drawn over, by the column that has it. */
const ACROSS = {
  time: { ticks: timeTicks, title: time },
  version: { ticks: wholeTicks, title: version => `Version ${count(version)}` },
};

const isEmpty = chart =>
  chart.data.datasets.every(set => set.data.every(point => Number.isNaN(point.y)));

/** Keeps an axis from numbers that cannot be, or where there are none. */
function limit(axis, most) {
  if (isEmpty(axis.chart)) {
    axis.ticks = [];
  } else {
    axis.min = Math.max(axis.min, 0);
    axis.max = Math.min(axis.max, most);
    axis.ticks = axis.ticks.filter(({ value }) => value >= axis.min && value <= axis.max);
  }
}

export class Panel {
  #figure;
  #chart;
  #about;
  #values;
  #step = 1000;

  /**
   * @param window seconds that means are over
   * @param each what a loss is a mean over
   */
  constructor(about, window, each) {
    this.#about = about;
    const figure = document.getElementById('panel').content.cloneNode(true).firstElementChild;
    figure.querySelector('h3').textContent = about.title;
    figure.querySelector('.note').textContent = about.note(window, each);
    this.#figure = figure;
    this.#values = about.lines.map(line => legend(figure.querySelector('.legend'), line));
    document.querySelector(`[data-section="${about.section}"]`).append(figure);
    const canvas = figure.querySelector('canvas');
    this.#chart = new Chart(canvas, {
      type: 'line',
      data: { datasets: about.lines.map(line => dataset(line, about.stacked)) },
      options: options(about),
      plugins: LEARNING.includes(about.section) ? [cursor, repeated] : [cursor],
    });
    canvas.addEventListener('keydown', event => this.#move(event));
    canvas.addEventListener('blur', () => this.#look(null));
    this.paint();
  }

  get #x() {
    return this.#about.x ?? 'time';
  }

  /** Which rows it draws. */
  get rows() {
    return this.#about.rows;
  }

  /**
   * @param step milliseconds between two rows of seconds
   */
  load(rows, step = 1000) {
    this.#step = step;
    this.#chart.data.datasets.forEach(set => (set.data = []));
    rows.forEach(row => this.add(row));
  }

  add(row) {
    this.#chart.data.datasets.forEach((set, i) => {
      const last = set.data.at(-1);
      if (this.rows === 'seconds' && last && row.time - last.x > GAP * this.#step) {
        set.data.push({ x: last.x + 1, y: NaN });
      }
      set.data.push({ x: row[this.#x], y: row[this.#about.lines[i].column] ?? NaN });
    });
  }

  /** Drops what is older. */
  forget(before) {
    this.#chart.data.datasets.forEach(set => {
      const from = set.data.findIndex(point => point.x >= before);
      if (from > 0) set.data.splice(0, from);
    });
  }

  draw(from, to) {
    this.#figure.hidden = this.#about.optional && isEmpty(this.#chart);
    const { x } = this.#chart.options.scales;
    x.min = from;
    x.max = to;
    this.#chart.update('none');
    const said = this.#chart.data.datasets.map((set, i) => {
      const value = this.#about.format(set.data.at(-1)?.y);
      this.#values[i].textContent = value;
      return `${set.label} ${value}`;
    });
    this.#chart.canvas.setAttribute('aria-label', `${this.#about.title}: ${said.join(', ')}`);
  }

  /** Takes the colours of the scheme. */
  paint() {
    this.#chart.data.datasets.forEach((set, i) => {
      const own = colour(`--series-${this.#about.lines[i].colour}`);
      set.borderColor = own;
      set.pointBackgroundColor = own;
      set.backgroundColor = own + (this.#about.stacked ? '80' : '26');
    });
    paintAxes(this.#chart);
    this.#chart.update(); // 'none' would leave points in the colours that they had
  }

  #move(event) {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (!step) return;
    event.preventDefault();
    const { data } = this.#chart.data.datasets[0];
    const at = (this.#chart.getActiveElements()[0]?.index ?? data.length - (step > 0 ? 2 : 0)) + step;
    if (at >= 0 && at < data.length) this.#look(at);
  }

  /** Looks at a point, by its place; null: at none. */
  #look(index) {
    const active =
      index === null ? [] : this.#values.map((value, datasetIndex) => ({ datasetIndex, index }));
    this.#chart.setActiveElements(active);
    this.#chart.tooltip.setActiveElements(active, { x: 0, y: 0 });
    this.#chart.update('none');
  }
}

export function paintAxes(chart) {
  const { x, y } = chart.options.scales;
  for (const axis of [x, y]) {
    axis.ticks.color = colour('--muted');
    axis.grid.color = colour('--line');
  }
  Object.assign(chart.options.plugins.tooltip, {
    backgroundColor: colour('--text'),
    titleColor: colour('--card'),
    bodyColor: colour('--card'),
  });
}

function legend(list, line) {
  const item = list.appendChild(document.createElement('li'));
  item.style.setProperty('--colour', `var(--series-${line.colour})`);
  if (line.dash) item.dataset.dashed = '';
  item.append(line.name, ' ');
  return item.appendChild(document.createElement('b'));
}

function options(about) {
  const across = ACROSS[about.x ?? 'time'];
  return {
    parsing: false,
    normalized: true,
    interaction: { mode: 'index', intersect: false },
    scales: {
      x: {
        type: 'linear',
        grid: { display: false },
        border: { display: false },
        ticks: { maxRotation: 0, callback: (value, i, ticks) => ticks[i].label },
        afterBuildTicks: across.ticks,
      },
      y: {
        type: about.scale ?? 'linear',
        stacked: about.stacked ?? false,
        beginAtZero: about.zero ?? false,
        suggestedMax: about.format === count ? 4 : undefined,
        grace: about.zero ? 0 : '8%',
        border: { display: false },
        grid: {},
        ticks: {
          maxTicksLimit: 5,
          precision: about.format === count ? 0 : undefined,
          callback: value => short(about.format(value)),
        },
        afterBuildTicks: axis => limit(axis, about.most ?? Infinity),
        afterFit: axis => (axis.width = 52),
      },
    },
    plugins: {
      tooltip: {
        boxWidth: 8,
        boxHeight: 8,
        callbacks: {
          title: items => (items.length ? across.title(items[0].parsed.x) : ''),
          label: item => `${item.dataset.label}  ${about.format(item.parsed.y)}`,
        },
      },
    },
  };
}
