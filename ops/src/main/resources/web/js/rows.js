/** The rows that charts draw of a model: seconds and versions, of a time that ends now. */

const SECOND = 1000; // ms
const MINUTE = 60 * SECOND;
const QUARTER = 15; // minutes of which a learner keeps each second
const LEAST = 5 * SECOND; // between two looks

/** How far apart two rows are where so many minutes are shown, milliseconds. */
export const step = minutes => (minutes <= QUARTER ? SECOND : MINUTE);

/** How soon rows are asked for again, milliseconds. */
export const rest = minutes => Math.max(LEAST, step(minutes));

/** Whether each second comes by itself. */
export const isQuarter = minutes => minutes <= QUARTER;

/**
 * Asks for the rows of some minutes.
 *
 * @throws Error with the reason, where one is known
 */
export async function ask(model, minutes) {
  const of = `model=${encodeURIComponent(model)}`;
  const path = minutes <= QUARTER ? `history?${of}` : `day?${of}`;
  const answer = await fetch(`api/${path}`).catch(() => null);
  const said = await answer?.json().catch(() => null);
  if (!said || !answer.ok) throw new Error(said?.error ?? '');
  return { about: said.model, seconds: rows(said.seconds), versions: rows(said.versions) };
}

const rows = ({ columns, rows }) => rows.map(values => named(columns, values));

const named = (columns, values) => Object.fromEntries(columns.map((name, i) => [name, values[i]]));

/**
 * How far apart the rows of a model usually are that others learn, milliseconds: what is much more
 * is a gap. Versions come less evenly than seconds.
 */
export function usual(rows, minutes) {
  const apart = rows.slice(1).map(({ time }, i) => time - rows[i].time).sort((a, b) => a - b);
  return Math.max(rest(minutes), apart[apart.length >> 1] ?? 0);
}

/** What is known of the model that is shown. */
export class Rows {
  #columns;
  #kept = { seconds: [], versions: [] }; // a quarter of an hour
  #long = { seconds: [], versions: [] };
  #minutes = 0; // of the longer time
  #asked = 0;

  /** Takes a history; what this page saw of an earlier run stays. */
  take(history) {
    this.#columns = { seconds: history.seconds.columns, versions: history.versions.columns };
    for (const kind of ['seconds', 'versions']) {
      const news = rows(history[kind]);
      const before = news.length ? this.#kept[kind].filter(row => row.time < news[0].time) : this.#kept[kind];
      this.#kept[kind] = before.concat(news);
    }
  }

  /** Adds a row; null where the history had it already. */
  add(kind, values) {
    const row = named(this.#columns[kind], values);
    const kept = this.#kept[kind];
    if (kept.length && row.time <= kept.at(-1).time) return null;
    kept.push(row);
    while (kept[0].time < row.time - QUARTER * MINUTE) kept.shift();
    return row;
  }

  /** Those of a quarter of an hour, ascending. */
  get seconds() {
    return this.#kept.seconds;
  }

  /** The last second; nothing, where there is none. */
  get second() {
    return this.#kept.seconds.at(-1) ?? {};
  }

  /** Those that are known, ascending. */
  get versions() {
    return this.#kept.versions;
  }

  /** The oldest time that is kept of each second. */
  get oldest() {
    return (this.second.time ?? 0) - QUARTER * MINUTE;
  }

  of(minutes) {
    return isQuarter(minutes) ? this.#kept : this.#long;
  }

  /** Whether rows of a longer time are to be asked for. */
  isStale(minutes) {
    return !isQuarter(minutes) && (this.#minutes !== minutes || Date.now() - this.#asked > rest(minutes));
  }

  /**
   * Asks for them.
   *
   * @return whether they are still wanted
   * @throws Error as `ask` does; then there are none
   */
  async refresh(model, minutes) {
    if (this.#minutes !== minutes) this.#long = { seconds: [], versions: [] };
    this.#minutes = minutes;
    this.#asked = Date.now();
    const answer = await ask(model, minutes);
    if (this.#minutes !== minutes) return false;
    this.#long = answer;
    return true;
  }
}
