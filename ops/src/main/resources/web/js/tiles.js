/** The numbers of now. */

import { ago, count, nats, percent, time } from './format.js';

const $ = id => document.getElementById(id);

const tiles = Object.fromEntries(
  ['Version', 'Examples', 'Log-loss', 'Accuracy', 'Examples/s', 'Lag', 'Rejected'].map(name => {
    const tile = $('tile').content.cloneNode(true).firstElementChild;
    tile.querySelector('dt').textContent = name;
    $('tiles').append(tile);
    return [name, (value, more = '', state = '') => {
      const [big, small] = tile.querySelectorAll('dd');
      big.textContent = value;
      small.textContent = more;
      small.dataset.state = state;
    }];
  }));

/** Whether the tiles show what was, for nobody knows what is. */
export const stale = yes => $('tiles').toggleAttribute('data-stale', yes);

/**
 * @param pass over the same examples, from 1
 */
export function showVersion(version, pass) {
  tiles.Version(count(version.version), ago(version.time));
  tiles.Examples(
    count(version.examples),
    pass > 1 ? `pass ${count(pass)}: seen before` : 'in this version');
}

/** When it was, where nobody says how long ago that is. */
export const showTime = version => tiles.Version(count(version.version), `at ${time(version.time)}`);

/** What a version says of a model that others learn. */
export function showPublished({
  baselines, progressiveLogLoss, progressiveAccuracy, served, rejected, lost,
}) {
  // After an import nothing was scored yet.
  const less = baselines && 1 - progressiveLogLoss / Math.min(baselines.classFrequency, baselines.noChange);
  tiles['Log-loss'](nats(progressiveLogLoss), baselines ? under(less) + answered(served?.logLoss) : '', less < 0 ? 'bad' : 'good');
  tiles.Accuracy(percent(progressiveAccuracy), 'since it began');
  tiles['Examples/s']('–', 'its learner knows');
  tiles.Lag('–', 'its learner knows');
  showRejected(rejected, lost, 'since it began');
}

/**
 * @param span seconds that means are over
 * @param several whether others learn the model, too: then what this instance says is a part of it
 * @param backlog of the model, see `Backlog`
 */
export function showSecond(second, span, several, backlog) {
  const whose = several ? 'this instance, ' : '';
  const less = 1 - second.logLoss / Math.min(second.classFrequency, second.noChange);
  const scored = second.logLoss != null;
  tiles['Log-loss'](
    nats(second.logLoss),
    scored ? whose + under(less) + answered(second.servedLogLoss) : '',
    less < 0 ? 'bad' : 'good');
  tiles.Accuracy(percent(second.accuracy), scored ? `${whose}mean of ${span} s` : '');
  tiles['Examples/s'](count(second.examplesPerSecond), `${whose || 'learned, '}over ${span} s`);
  tiles.Lag(count(backlog.records), backlog.text, backlog.grows ? 'bad' : '');
  showRejected(
    second.rejected,
    second.lost,
    whose + (second.rejected ? 'see the dead letters' : 'since the start'));
}

/** What no version will learn; what retention deleted is in no dead letter. */
function showRejected(rejected, lost, more) {
  tiles.Rejected(
    count(rejected),
    lost ? `${count(lost)} more lost to retention` : more,
    rejected || lost ? 'bad' : '');
}

/** What the answers lost that services gave. */
const answered = served => (served == null ? '' : `; ${nats(served)} as served`);

/** How much less than the baseline. */
const under = less => `${Math.abs(100 * less).toFixed(0)} % ${less < 0 ? 'above' : 'under'} the baseline`;
