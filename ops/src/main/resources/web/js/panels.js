/** What the page draws of a learner: which columns of which rows, in which words. */

import { count, digits, nats, percent } from './format.js';

const line = (column, name, colour = 1, more = {}) => ({ column, name, colour, ...more });

/** What members weigh, by one of the two ways in which they differ; the spec's own is the plain line. */
const weights = (title, about, columns) => ({
  section: 'members',
  rows: 'versions',
  title,
  note: () => about,
  format: percent,
  zero: true,
  most: 1,
  stacked: true,
  optional: true,
  lines: Object.entries(columns).map(([column, name], i) =>
    line(column, name, [2, 1, 3][i], [{ dash: [6, 4] }, {}, { dash: [2, 3] }][i])),
});

export const panels = [
  {
    section: 'learning',
    rows: 'seconds',
    title: 'Progressive log-loss',
    note: window => `Nats an example, scored before it is learned; mean of ${window} s`,
    format: nats,
    lines: [
      line('logLoss', 'model'),
      line('classFrequency', 'class frequency', 2, { dash: [6, 4] }),
      line('noChange', 'no change', 3, { dash: [2, 3] }),
    ],
  },
  {
    section: 'learning',
    rows: 'seconds',
    title: 'Accuracy',
    note: window => `Share of most probable labels that were right; mean of ${window} s`,
    format: percent,
    most: 1,
    lines: [line('accuracy', 'model')],
  },
  {
    section: 'learning',
    rows: 'versions',
    title: 'Objective and bound',
    note: () => 'Nats an example of the last mini-batch, with the prior, at each version',
    format: nats,
    lines: [
      line('bound', 'bound', 2, { dash: [6, 4], fill: 1 }),
      line('objective', 'objective'),
    ],
  },
  {
    section: 'learning',
    rows: 'versions',
    title: 'Slack between them',
    note: () => 'Bound − objective in nats, logarithmic: never below zero',
    format: digits,
    scale: 'logarithmic',
    lines: [line('slack', 'slack')],
  },
  weights(
    'Weight by temperature',
    'What members weigh that are less sure than the weights alone, as sure, or surer',
    { lessSure: 'less sure', asSure: 'as sure', surer: 'surer' }),
  weights(
    'Weight by prior',
    'What members weigh whose prior is stronger than the spec’s λ, the same, or weaker',
    { strongerPrior: 'stronger', specPrior: 'the same', weakerPrior: 'weaker' }),
  {
    section: 'pace',
    rows: 'seconds',
    title: 'Learned',
    note: window => `Examples a second, over ${window} s`,
    format: count,
    zero: true,
    lines: [line('examplesPerSecond', 'examples/s', 1, { fill: 'origin' })],
  },
  {
    section: 'pace',
    rows: 'seconds',
    title: 'Lag',
    note: () => 'Records on the topic that are not read yet',
    format: count,
    zero: true,
    lines: [line('lag', 'records', 1, { fill: 'origin' })],
  },
  {
    section: 'pace',
    rows: 'seconds',
    title: 'Rejected',
    note: () => 'Examples sent to the dead letters since the start',
    format: count,
    zero: true,
    lines: [line('rejected', 'records', 2, { fill: 'origin', stepped: true })],
  },
  {
    section: 'merging',
    rows: 'seconds',
    title: 'Held and in flight',
    note: () => 'Examples that wait for the quota, or to be merged',
    format: count,
    zero: true,
    lines: [line('inFlight', 'in flight'), line('held', 'held', 2, { dash: [6, 4] })],
  },
  {
    section: 'merging',
    rows: 'seconds',
    title: 'Staleness and damping',
    note: () => 'Bases that a summary lags; κ: 1 adds up, more averages',
    format: digits,
    zero: true,
    lines: [
      line('staleness', 'staleness', 1, { stepped: true }),
      line('kappa', 'κ', 2, { dash: [6, 4], stepped: true }),
    ],
  },
  {
    section: 'merging',
    rows: 'versions',
    title: 'Steps',
    note: () => 'Length of the parameters’ change at each version',
    format: digits,
    zero: true,
    lines: [line('stepNorm', 'step norm', 1, { points: true })],
  },
];
