/** The axes of charts by Chart.js, and what is common to all of them. */

import { count, moment, nats, percent, tick } from './format.js';

const { Chart } = window;
const DAY = 86400;
const STEPS = [
  5, 10, 15, 30, 60, 120, 300, 600, 1200, 3600, 7200, 10800, 14400, 21600, 43200, DAY, 2 * DAY, 3 * DAY, 5 * DAY,
  10 * DAY].map(s => s * 1000);
const CLOSE = 40; // pixels
const NARROWEST = 52; // of a y axis, pixels: most are so wide, so that charts are in line
const DECIMALS = new Map([[count, 0], [percent, 3], [nats, 4]]); // of a value, that its format tells

export const colour = name => getComputedStyle(document.documentElement).getPropertyValue(name).trim();

Chart.defaults.animation = false;
Chart.defaults.font.size = 11.5;
Chart.defaults.font.family = getComputedStyle(document.body).fontFamily;
Chart.defaults.maintainAspectRatio = false;
Chart.defaults.plugins.legend.display = false;
Chart.defaults.plugins.colors.enabled = false; // the page's own

/** Without the zeros that end a fraction. */
const short = number => number.replace(/(\.\d*?)0+(?=$| )/, '$1').replace(/\.(?=$| )/, '');

/** Ticks at full seconds, minutes or days of the place where one looks, about five. */
function timeTicks(axis) {
  const wanted = (axis.max - axis.min) / (axis.chart.width < 420 ? 3 : 5);
  const step = STEPS.find(s => s >= wanted) ?? STEPS.at(-1);
  const zone = new Date(axis.max).getTimezoneOffset() * 60e3;
  axis.ticks = [];
  for (let at = Math.ceil((axis.min - zone) / step) * step + zone; at <= axis.max; at += step) {
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
  time: { ticks: timeTicks, title: moment },
  version: { ticks: wholeTicks, title: version => `Version ${count(version)}` },
};

/** The place of the point that is nearest, of points ascending; -1 where there is none. */
export function nearest(points, x) {
  let low = 0;
  let high = points.length - 1;
  while (low < high) {
    const half = (low + high) >> 1;
    if (points[half + 1].x - x <= x - points[half].x) low = half + 1;
    else high = half;
  }
  return high < 0 ? -1 : low;
}

/** The points of all curves at the place of the mouse: curves of two models have times of their own. */
Chart.Interaction.modes.across = (chart, event) => {
  const { x } = chart.scales;
  const at = x.getValueForPixel(event.x);
  return chart.data.datasets.flatMap((set, datasetIndex) => {
    const index = set.derived ? -1 : nearest(set.data, at);
    const element = chart.getDatasetMeta(datasetIndex).data[index];
    const close = element && !element.skip && Math.abs(element.x - event.x) < CLOSE;
    return close ? [{ element, datasetIndex, index }] : [];
  });
};

export const isEmpty = chart =>
  chart.data.datasets.every(set => set.data.every(point => Number.isNaN(point.y)));

/** Keeps an axis from numbers that cannot be, or where there are none, and from saying one twice. */
function limit(axis, most, label) {
  if (isEmpty(axis.chart)) {
    axis.ticks = [];
  } else {
    axis.min = Math.max(axis.min, 0);
    axis.max = Math.min(axis.max, most);
    axis.ticks = axis.ticks
      .filter(({ value }) => value >= axis.min && value <= axis.max)
      .filter(({ value }, i, all) => !i || label(value) !== label(all[i - 1].value));
  }
}

export function options(about) {
  const across = ACROSS[about.x ?? 'time'];
  const label = value => short(about.format(value));
  return {
    parsing: false,
    normalized: true,
    interaction: { mode: 'across', intersect: false },
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
          precision: DECIMALS.get(about.format),
          callback: label,
        },
        afterBuildTicks: axis => limit(axis, about.most ?? Infinity, label),
        afterFit: axis => (axis.width = Math.max(NARROWEST, axis.width)),
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

