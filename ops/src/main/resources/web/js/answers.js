/** What a person may ask of each kind of model, and how its answer is shown. */

import { count, digits, nats, percent } from './format.js';

const TOLD = 8; // labels, or alternatives
const EXPLAINED = 5; // features
const ROWS = 40; // of a table

/**
 * By the task of a spec.
 *
 * - `form` shows how an example is written
 * - `asks` is what the request asks for beside the prediction, where there is more
 * - `answer` says what is drawn: `note` is a sentence, `bars` are names with their probabilities,
 *   and `table` has a `caption`, a `head` and `rows`
 * - `open` says that the table is seen at once, where it is the answer and not its explanation
 */
export const KINDS = {
  multiclass: {
    form: '{"features": {"NAME": 1}} or by number {"vector": {"indices": [3], "values": [1]}}',
    asks: `?explain=${EXPLAINED}`,
    answer({ label, probabilities, explain }) {
      const likely = Object.entries(probabilities).sort(([, p], [, q]) => q - p);
      return {
        note: `most probable: ${label}${rest(likely.length - TOLD, 'less probable labels')}`,
        bars: likely.slice(0, TOLD),
        table: explanation(label, explain),
      };
    },
  },

  choice: {
    form: '{"alternatives": [{"NAME": 1}, {"NAME": 2}]}',
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
    open: true,
    form:
      '{"cardinalities": [2, 2], "factors": [{"variables": [0, 1], "configurations":'
      + ' [{"NAME": 1}, {}, {}, {"NAME": 1}]}]}',
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
    open: true,
    form: '{"pairs": [[{"NAME": 1}, {}], [{}, {"NAME": 1}]]}',
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

/** How a score comes about: of two labels the second one's, of more that of the label predicted. */
function explanation(predicted, explain) {
  const ofLabel = explain.length === 1 ? explain : explain.filter(({ label }) => label === predicted);
  const one = ofLabel.reduce((best, other) => (other.score > best.score ? other : best)); // hidden states have a score each
  const { label, state, score, features } = one;
  const of = `the ${explain.length === 1 ? 'log-odds' : 'score'} of ${state == null ? label : `${label}, hidden state ${state}`}`;
  if ('mixing' in one || features.some(f => f.weight == null)) return ofColumns(of, one);
  return {
    caption: `What gives ${of}, before members are mixed`,
    head: ['Feature', 'Value', 'Weight', 'Product'],
    rows: [
      ...features.map(f => [name(f), digits(f.value), digits(f.weight), digits(f.gave)]),
      ['intercept', '', '', digits(one.intercept)],
      ['all other features', '', '', digits(one.rest)],
      ['sum', '', '', digits(score)],
    ],
  };
}

/** The same with views, where columns and pairs of them give something. */
function ofColumns(of, { score, intercept, features, rest, mixing = 0 }) {
  return {
    caption: `What gives ${of}`,
    head: ['Column or pair', 'Value', 'Gives'],
    rows: [
      ['numbers at their means, nothing else', '', digits(intercept)],
      ...features.map(f => [name(f), f.value == null ? '' : digits(f.value), digits(f.gave)]),
      ['all other columns and pairs', '', digits(rest)],
      ['members beside the stack', '', digits(mixing)],
      ['sum', '', digits(score + mixing)],
    ],
  };
}

const name = ({ name, feature }) => name ?? `feature ${feature}`;

/** The certificate: what a number lies between. */
const bounds = (from, to) =>
  from === to
    ? `${nats(to)} nats, exactly`
    : `between ${nats(from)} and ${nats(to)} nats, by bounds that are ${digits(to - from)} apart`;

const list = probabilities =>
  probabilities.slice(0, TOLD).map(percent).join(', ') + (probabilities.length > TOLD ? ', …' : '');

const rest = (n, what) => (n > 0 ? `. ${count(n)} ${what} are not shown` : '');

const same = ({ left, right }) => other => other.left === left && other.right === right;

function pair({ left, right }) {
  if (left == null) return `right ${right} alone`;
  return right == null ? `${left} alone` : `${left} – ${right}`;
}
