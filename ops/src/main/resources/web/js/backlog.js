/** What the whole model has to read still, and how long that takes. */

const WINDOW = 30e3; // ms that its pace is of
const LEAST = 5e3; // ms that a pace is of at least
const USUAL = 10; // seconds of examples that may wait at any moment, since positions are told late
const FEW = 100; // records that may

export class Backlog {
  #seen = []; // { time, lag }, ascending
  #usual = FEW;

  /**
   * @param time of the answer, milliseconds
   * @param lag records of all partitions; null: not known
   * @param rate examples a second that are learned
   */
  take(time, lag, rate) {
    this.#usual = Math.max(FEW, USUAL * (rate ?? 0));
    this.#seen = lag == null ? [] : [...this.#seen.filter(one => one.time > time - WINDOW), { time, lag }];
  }

  /** Forgets what another source has told. */
  clear() {
    this.#seen = [];
  }

  /** Undefined where it is not known. */
  get records() {
    return this.#seen.at(-1)?.lag;
  }

  /** Records a second that it grows by; 0 while too little is seen. */
  get #pace() {
    const [first, last] = [this.#seen[0], this.#seen.at(-1)];
    const apart = last ? last.time - first.time : 0;
    return apart < LEAST ? 0 : (last.lag - first.lag) / (apart / 1000);
  }

  /** Whether more waits than always does. */
  get waits() {
    return this.records > this.#usual;
  }

  /** Whether more comes than is learned. */
  get grows() {
    return this.waits && this.#pace > 0;
  }

  get text() {
    if (this.records === undefined) return 'unknown';
    if (this.grows) return 'records to read, and more';
    const seconds = this.waits && this.#pace < 0 ? this.records / -this.#pace : 0;
    return seconds ? `records to read, for ${told(seconds)}` : 'records to read';
  }
}

const told = seconds =>
  seconds < 90 ? `${Math.ceil(seconds)} s` : seconds < 5400 ? `${Math.ceil(seconds / 60)} min` : `${Math.ceil(seconds / 3600)} h`;
