/**
 * How the model that is learned here is doing, by the same signs as the alerts for Prometheus, over the last minute:
 * examples that were lost, that were rejected, and losses above those of repeating the last label.
 */

const TIME = 60e3; // ms
const FEWEST = 30; // seconds whose losses say something
const MOST_REJECTED = 0.01; // share of the examples

/**
 * One word or two for people, and how serious it is.
 *
 * @param seconds rows, ascending
 * @param backlog what waits
 */
export function condition(seconds, backlog) {
  const now = seconds.at(-1) ?? {};
  const rows = seconds.filter(row => row.time > now.time - TIME);
  if (grown(rows, 'lost') > 0) return { kind: 'bad', text: 'losing examples' };
  if (rejected(rows) > MOST_REJECTED) return { kind: 'wait', text: 'rejecting' };
  if (backlog.grows) return { kind: 'wait', text: 'falling behind' };
  if (isWorse(rows)) return { kind: 'wait', text: 'predicting badly' };
  if (backlog.waits || now.held > 0) return { kind: 'good', text: 'catching up' };
  return { kind: 'good', text: now.examplesPerSecond > 0 ? 'learning' : 'up to date' };
}

const known = (rows, column) => rows.map(row => row[column]).filter(Number.isFinite);

function grown(rows, column) {
  const values = known(rows, column);
  return values.length ? values.at(-1) - values[0] : 0;
}

function rejected(rows) {
  const wrong = grown(rows, 'rejected');
  return wrong && wrong / (wrong + sum(known(rows, 'examplesPerSecond')));
}

/** Whether repeating the last label would have lost less. */
function isWorse(rows) {
  const scored = rows.filter(row => Number.isFinite(row.logLoss) && Number.isFinite(row.noChange));
  return scored.length >= FEWEST && sum(known(scored, 'logLoss')) > sum(known(scored, 'noChange'));
}

const sum = values => values.reduce((total, value) => total + value, 0);
