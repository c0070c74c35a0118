/** Asks a learner about its newest version, and takes little of its time with that. */

const REST = 2000; // ms between two questions, at least
const RESTS = 500; // and so many times what an answer took
const LONGEST_REST = 30_000;

export class Asking {
  #path;
  #show;
  #next = 0;
  #timer;

  /**
   * @param path gives what to ask for now
   * @param show takes the answer, if it is still asked for
   */
  constructor(path, show) {
    this.#path = path;
    this.#show = show;
  }

  /** There is a new version: asks as soon as it may. */
  soon() {
    this.#timer ??= setTimeout(() => this.now(), Math.max(0, this.#next - Date.now()));
  }

  /** Somebody waits for the answer. */
  async now() {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const start = Date.now();
    this.#next = start + REST;
    const path = this.#path();
    const answer = await fetch(path).catch(() => null);
    const spent = answer?.ok ? Date.now() - start : 0; // that there is no version yet costs nothing
    this.#next = start + Math.min(LONGEST_REST, Math.max(REST, RESTS * spent));
    if (answer?.ok && path === this.#path()) this.#show(await answer.json());
  }
}
