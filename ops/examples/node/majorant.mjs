/** Predicts with the models of `majorant serve`, or with those that a learner serves, over HTTP. */

/**
 * An example of any task, as a line of `--format jsonl` has it, for instance a point by the names of
 * its features: `{ features: { age: 39, work: 'Private' } }`. A string is JSON already.
 *
 * @typedef {string | Record<string, unknown>} Example
 */

/**
 * What a version says of an example. Of a point these are the label and the probabilities of all
 * labels; for the other tasks see `Prediction` in /api/openapi.json.
 *
 * @typedef {object} Prediction
 * @property {number} version the version that predicted
 * @property {string} [label] the most probable one
 * @property {Record<string, number>} [probabilities] by label
 * @property {object[]} [explain] what each feature gave, where it was asked for
 */

/**
 * @typedef {object} Asked
 * @property {number} [version] the one that is to predict; else the newest
 * @property {boolean} [given] whether labels and states that an example has are given
 * @property {number} [explain] of points: how many features to explain the scores by
 */

/** Why the server does not do what it was asked for, in one line. */
export class Refused extends Error {
  /** HTTP's: 400 and 413 are about the examples, 404 is about the model, 503 may pass. */
  status;

  /**
   * @param {number} status
   * @param {string} message
   */
  constructor(status, message) {
    super(message);
    this.name = 'Refused';
    this.status = status;
  }
}

/** A server. Any number of requests may be under way at once. */
export class Majorant {
  #url;
  #headers;
  #millis;

  /**
   * @param {string} url such as http://localhost:8080
   * @param {{ token?: string, millis?: number }} [options] the server's token, if it has one, and
   *   how long to wait for an answer
   */
  constructor(url, { token, millis = 10_000 } = {}) {
    this.#url = url.replace(/\/+$/, '');
    this.#headers = token ? { Authorization: `Bearer ${token}` } : {};
    this.#millis = millis;
  }

  /**
   * What is known of the newest version of each model.
   *
   * @returns {Promise<object[]>}
   */
  models() {
    return this.#ask('api/models');
  }

  /**
   * Predicts one example.
   *
   * @param {string} model
   * @param {Example} example
   * @param {Asked} [asked]
   * @returns {Promise<Prediction>}
   */
  async predict(model, example, asked) {
    const said = await this.#predict(model, json(example), asked);
    if (Array.isArray(said)) throw new Refused(400, 'this is a list of examples, and no example');
    return said;
  }

  /**
   * Predicts several examples in one request, at most 10,000. If one is refused, all are.
   *
   * @param {string} model
   * @param {Example[]} examples
   * @param {Asked} [asked]
   * @returns {Promise<Prediction[]>} in their order
   */
  predictAll(model, examples, asked) {
    return this.#predict(model, `[${examples.map(json).join()}]`, asked);
  }

  #predict(model, body, { version, ...asked } = {}) {
    const of = version === undefined ? '' : `/versions/${version}`;
    const query = new URLSearchParams(Object.entries(asked).filter(([, value]) => value !== undefined));
    return this.#ask(`api/models/${encodeURIComponent(model)}${of}/predict?${query}`, {
      method: 'POST',
      headers: { ...this.#headers, 'Content-Type': 'application/json' },
      body,
    });
  }

  async #ask(path, request = { headers: this.#headers }) {
    const signal = AbortSignal.timeout(this.#millis);
    const answer = await fetch(`${this.#url}/${path}`, { ...request, signal });
    const text = await answer.text();
    if (!answer.ok) throw new Refused(answer.status, reason(text) ?? `HTTP ${answer.status}`);
    return JSON.parse(text);
  }
}

const json = (example) => (typeof example === 'string' ? example : JSON.stringify(example));

/** What an answer says is wrong; undefined where it is not the server's own, as of a proxy. */
function reason(text) {
  try {
    return JSON.parse(text).error;
  } catch {
    return undefined;
  }
}
