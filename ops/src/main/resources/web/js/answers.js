/** What a person may ask of each kind of model, and how its answer is shown. */

import { count, digits, nats, percent } from './format.js';

const TOLD = 8; // labels, or alternatives
const ROWS = 40; // of a table

/**
 * By the task of a spec.
 *
 * - `example` makes one of some features, which are there, the heaviest first; null where it cannot
 * - `answer` says what is drawn: `note` is a sentence, `bars` are names with their probabilities,
 *   and `table` has a `caption`, a `head` and `rows`
 */
export const KINDS = {
  multiclass: {
    example: features =>
      named(features)
        ? { features: Object.fromEntries(features.map(({ name }) => [name, 1])) }
        : { vector: { indices: features.map(w => w.feature).sort((a, b) => a - b) } },
    answer({ label, probabilities }) {
      const likely = Object.entries(probabilities).sort(([, p], [, q]) => q - p);
      return {
        note: `most probable: ${label}${rest(likely.length - TOLD, 'less probable labels')}`,
        bars: likely.slice(0, TOLD),
      };
    },
  },

  choice: {
    example: features =>
      named(features) ? { alternatives: [...features.slice(0, 2).map(one), {}] } : null,
    answer({ chosen, probabilities }) {
      const likely = probabilities.map((p, i) => [`alternative ${i}`, p]);
      const shown = likely.length > TOLD ? likely.sort(([, p], [, q]) => q - p) : likely;
      return {
        note:
          `most probable: alternative ${chosen}, counted from 0`
          + rest(likely.length - TOLD, 'less probable alternatives'),
        bars: shown.slice(0, TOLD),
      };
    },
  },

  graph: {
    example: features => (named(features) ? chain(one(features[0]), one(features[1] ?? features[0])) : null),
    answer({ states, probabilities, logPartition: [from, to], gap }) {
      return {
        note:
          `log Z is ${bounds(from, to)}`
          + (from === to ? '' : `; the upper one is at most ${digits(gap)} above the least that forests can give`)
          + `. The states are the most probable ones ${from === to ? 'as a whole' : 'of each variable'}`
          + rest(states.length - ROWS, 'variables'),
        table: {
          caption: 'Variables',
          head: ['Variable', 'State', 'Its probability', 'All states'],
          rows: states.slice(0, ROWS).map((state, v) => [
            v, state, percent(probabilities[v][state]), list(probabilities[v])]),
        },
      };
    },
  },

  matching: {
    example: features =>
      named(features)
        ? { pairs: [[one(features[0]), {}], [{}, one(features[1] ?? features[0])]] }
        : {
            left: 2,
            right: 2,
            edges: [[0, 0], [0, 1], [1, 0], [1, 1]].map((nodes, i) => ({
              nodes, vector: { indices: [features[i % features.length].feature] } })),
          },
    answer({ matches, logLikelihoodFrom: from, logLikelihoodTo: to, edges }) {
      return {
        note:
          'the best matching as a whole, with the probability of each of its edges. Its log-likelihood is '
          + bounds(from, to)
          + rest(matches.length - ROWS, 'of its edges'),
        bars: matches.slice(0, ROWS).map(edge => [pair(edge), edge.probability]),
        table: {
          caption: `Candidates${rest(edges.length - ROWS, 'of them')}`,
          head: ['Edge', 'Probability', 'In the matching'],
          rows: edges.slice(0, ROWS).map(edge => [
            pair(edge), percent(edge.probability), matches.some(same(edge)) ? 'yes' : 'no']),
        },
      };
    },
  },
};

const named = features => features.every(({ name }) => name);

const one = ({ name }) => ({ [name]: 1 });

/** The certificate: what a number lies between. */
const bounds = (from, to) =>
  from === to
    ? `${nats(to)} nats, exactly`
    : `between ${nats(from)} and ${nats(to)} nats, by bounds that are ${digits(to - from)} apart`;

const list = probabilities =>
  probabilities.slice(0, TOLD).map(percent).join(', ') + (probabilities.length > TOLD ? ', …' : '');

const rest = (n, what) => (n > 0 ? `. ${count(n)} ${what} are not shown` : '');

/** Three variables of two states: the first is like one feature, neighbours agree by the other. */
function chain(feature, agreement) {
  const neighbours = variables => ({ variables, configurations: [agreement, {}, {}, agreement] });
  return {
    cardinalities: [2, 2, 2],
    factors: [
      { variables: [0], configurations: [{}, feature] }, neighbours([0, 1]), neighbours([1, 2])],
  };
}

const same = ({ left, right }) => other => other.left === left && other.right === right;

function pair({ left, right }) {
  if (left == null) return `right ${right} alone`;
  return right == null ? `${left} alone` : `${left} – ${right}`;
}
