/** What the whole model has to read still, and how long that takes. */

const WINDOW = 30e3; // ms that its pace is of
const LEAST = 5e3; // ms that a pace is of at least
const NOTHING = 100; // records that may wait at any moment

export class Backlog {
  #seen = []; // { time, lag }, ascending

  /** Takes an answer about the lineage; null: nobody answers. */
  take(lineage) {
    const lag = lineage?.lag ?? null;
    if (lag === null) this.#seen = [];
    else this.#seen = [...this.#seen, { time: lineage.time, lag }].filter(one => one.time > lineage.time - WINDOW);
  }

  /** Of all partitions; undefined where it is not known. */
  get records() {
    return this.#seen.at(-1)?.lag;
  }

  /** Records a second that it grows by; 0 while too little is seen. */
  get #pace() {
    const [first, last] = [this.#seen[0], this.#seen.at(-1)];
    const apart = last ? last.time - first.time : 0;
    return apart < LEAST ? 0 : (last.lag - first.lag) / (apart / 1000);
  }

  /** Whether more comes than is learned. */
  get grows() {
    return this.records > NOTHING && this.#pace > 0;
  }

  get text() {
    if (this.records === undefined) return 'unknown';
    if (this.grows) return 'records to read, and more';
    const seconds = this.records > NOTHING && this.#pace < 0 ? this.records / -this.#pace : 0;
    return seconds ? `records to read, for ${told(seconds)}` : 'records to read';
  }
}

const told = seconds =>
  seconds < 90 ? `${Math.ceil(seconds)} s` : seconds < 5400 ? `${Math.ceil(seconds / 60)} min` : `${Math.ceil(seconds / 3600)} h`;
