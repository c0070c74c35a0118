/** What the page draws of a learner: which columns of which rows, in which words. */

import { count, digits, nats, percent } from './format.js';

const line = (column, name, colour = 1, more = {}) => ({ column, name, colour, ...more });

/** What members weigh, by one of the ways in which they differ; the spec's own is the plain line. */
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

/** What the loss is a mean over; not only over examples, by the task of a spec. */
export const LOSS_OF = { sequence: 'a token', graph: 'a variable', matching: 'an edge' };

export const panels = [
  {
    section: 'learning',
    rows: 'seconds',
    title: 'Progressive log-loss',
    note: (window, each) => `Nats ${each}, scored before it is learned; mean of ${window}`,
    format: nats,
    compares: true,
    lines: [
      line('logLoss', 'model'),
      line('classFrequency', 'class frequency', 2, { dash: [6, 4] }),
      line('noChange', 'no change', 3, { dash: [2, 3] }),
      line('servedLogLoss', 'as served', 1, { dash: [2, 3], optional: true }),
    ],
  },
  {
    section: 'learning',
    rows: 'seconds',
    title: 'Accuracy',
    note: window => `Share of most probable labels that were right; mean of ${window}`,
    format: percent,
    compares: true,
    most: 1,
    lines: [line('accuracy', 'model')],
  },
  {
    section: 'steps',
    rows: 'versions',
    title: 'Objective and bound',
    note: (window, each) =>
      `Nats ${each}, with the prior’s share: the loss of the last mini-batch after its steps, and a`
      + ' bound that lies above it by construction',
    format: nats,
    lines: [
      line('objective', 'objective'),
      line('bound', 'bound', 2, { dash: [6, 4] }),
    ],
  },
  {
    section: 'steps',
    rows: 'versions',
    title: 'Slack',
    note: (window, each) =>
      `Bound − objective, nats ${each}, logarithmic: the certificate of the steps. It cannot be below`
      + ' zero; where it is, the program is wrong, and an alert says so',
    format: digits,
    scale: 'logarithmic',
    lines: [line('slack', 'slack')],
  },
  {
    section: 'steps',
    rows: 'versions',
    title: 'Steps of the weights',
    note: () =>
      'How far a version’s weights are from those of the version before: √ of the sum of squared'
      + ' differences. They tend to shrink as the model learns',
    format: digits,
    zero: true,
    lines: [line('stepNorm', 'length', 1, { points: true })],
  },
  weights(
    'Weight by temperature',
    'What members weigh that are less sure than the weights alone, as sure, or surer',
    { lessSure: 'less sure', asSure: 'as sure', surer: 'surer' }),
  weights(
    'Weight by prior',
    'What members weigh whose prior is stronger than the spec’s λ, the same, or weaker',
    { strongerPrior: 'stronger', specPrior: 'the same', weakerPrior: 'weaker' }),
  weights(
    'Weight by memory',
    'What members weigh whose memory forgets, by a half-life, or forgets nothing',
    { forgets: 'forgets', remembers: 'forgets nothing' }),
  {
    section: 'pace',
    rows: 'seconds',
    title: 'Learned',
    note: window => `Examples a second, over ${window}`,
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
    title: 'Not merged yet',
    note: () =>
      'Examples that workers have learned since the last merge, and those that they hold: these wait until'
      + ' the others’ work is merged',
    format: count,
    zero: true,
    lines: [line('inFlight', 'learned'), line('held', 'held', 2, { dash: [6, 4] })],
  },
  {
    section: 'merging',
    rows: 'seconds',
    title: 'Merges behind',
    note: () =>
      'By so many merges the weights on which a worker learned were old, at most. The more, the less'
      + ' workers know of each other',
    format: count,
    zero: true,
    lines: [line('staleness', 'merges', 1, { stepped: true })],
  },
  {
    section: 'merging',
    rows: 'seconds',
    title: 'Damping',
    note: () =>
      '1: what workers have learned is added up. It grows, up to 8, where together they went too far;'
      + ' then the merge is closer to their average',
    format: digits,
    zero: true,
    lines: [line('kappa', 'κ', 1, { stepped: true })],
  },
];
