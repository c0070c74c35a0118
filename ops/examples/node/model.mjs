// One version of a multiclass model: its parameters as published, and predictions with them.
// The layout is that of model.avdl, the arithmetic that of org.majorant.model.Predictor.

import { asFloat, check, quote, Rejected } from './example.mjs';

export { readExample, Rejected } from './example.mjs';

/** Features are clipped to so many times their root mean square. */
const CLIP = 4;

const MOST_CROSSES = 100_000;
const MOST_CROSSED_BYTES = 100 * MOST_CROSSES;

export class Model {
  #rows; // feature index -> its weights and limit, and the two hashes of its parameters
  #state; // the sums of these hashes, each modulo 2^32

  /**
   * @param head a decoded ModelHead
   * @param data its blocks, joined
   * @param before the version that a delta changes; it stays as it is
   */
  constructor(head, data, before) {
    const { labels, features, task } = head.spec;
    if (task !== 'MULTICLASS') throw new Error(`${head.model} is a model of task ${task}`);
    this.version = Number(head.version);
    this.labels = labels;
    this.transforms = features.transforms;
    if (head.spec.latent > 1) throw new Error(`${head.model} has hidden states, which are left out here`);
    if (features.expansion) throw new Error(`${head.model} expands features, which is left out here`);
    const [[kind, space]] = Object.entries(features.space); // by the record's full name
    this.buckets = new Map((features.buckets ?? []).map(({ name, width }) => [name, width]));
    this.crosses = features.crosses ?? []; // older heads have neither
    this.kind = kind.split('.').at(-1);
    this.names = new Map(space.names?.map((name, index) => [name, index]));
    this.size = space.dimension ?? space.names?.length ?? 2 ** space.bits;
    this.standards = this.#standards(head.moments, features.numbers ?? []); // older heads have no numbers
    this.intercept = features.intercept ? this.size : -1;
    this.l2 = head.spec.l2;
    this.mostWeight = head.spec.maxWeight;
    this.commonSquare = head.commonSquare; // 0: each feature by its own mean square
    this.members = head.members.length ? head.members : [{ prior: 1, temperature: 1, weight: 1, weights: null }];

    this.#rows = new Map(before?.#rows);
    this.#state = before ? [...before.#state] : [0, 0];
    this.#put(data, labels.length === 2 ? 1 : labels.length); // two labels: the second one's
  }

  /** The hash of all parameters, as a head has it. */
  get state() {
    return (BigInt(this.#state[1] >>> 0) << 32n) | BigInt(this.#state[0] >>> 0);
  }

  /** Puts features in place of those that are there; one that has only zeros is taken away. */
  #put(data, vectors) {
    const m = data.readInt32LE(0);
    const weights = 4 + 4 * m;
    const precisions = weights + 8 * m * vectors;
    const rms = precisions + 4 * m * vectors;
    if (data.length !== rms + 4 * m) throw new Error(`${data.length} bytes for ${m} features`);
    const part = (from, bytes, i) => data.subarray(from + bytes * i, from + bytes * (i + 1));
    for (let i = 0; i < m; i++) {
      const index = data.readInt32LE(4 + 4 * i);
      const scale = data.readFloatLE(rms + 4 * i);
      const at = (c) => data.readDoubleLE(weights + 8 * (i * vectors + c));
      const row = {
        weights: Array.from({ length: vectors }, (_, c) => at(c)),
        precisions: Array.from({ length: vectors }, (_, c) =>
          data.readFloatLE(precisions + 4 * (i * vectors + c)),
        ),
        square: scale * scale,
        limit: index === this.intercept ? 0 : CLIP * scale,
      };
      this.#add(this.#rows.get(index), -1);
      this.#rows.delete(index);
      if (scale > 0 || row.weights.some((weight) => weight !== 0)) {
        const parameters = Buffer.concat([
          part(4, 4, i),
          part(weights, 8 * vectors, i),
          part(precisions, 4 * vectors, i),
          part(rms, 4, i),
        ]);
        row.hashes = [murmur3(parameters, 0), murmur3(parameters, 1)];
        this.#add(row, 1);
        this.#rows.set(index, row);
      }
    }
  }

  #add(row, sign) {
    row?.hashes.forEach((hash, half) => (this.#state[half] = (this.#state[half] + sign * hash) | 0));
  }

  /**
   * Predicts one example, as `--format jsonl` has it on a line.
   *
   * @throws Rejected where it does not fit the model
   */
  predict(example) {
    check(example, this.labels.length, this.mostWeight);
    const logPrior = example.logPrior ?? this.labels.map(() => 0); // log h of each label
    const features = this.#transformed(this.#indexed(example));
    if (this.intercept >= 0) features.set(this.intercept, 1);
    const p = new Array(this.labels.length).fill(0);
    const byReading = new Map(); // several members read one memory with one prior
    for (const { prior, temperature, weight, weights, halfLife } of this.members) {
      const reading = `${prior} ${halfLife ?? 0}`; // older heads have no half-lives
      if (!byReading.has(reading)) byReading.set(reading, this.#scores(features, prior, weights));
      const scores = byReading.get(reading).map((score, y) => temperature * score + logPrior[y]);
      const most = Math.max(...scores);
      const odds = scores.map((score) => Math.exp(score - most));
      const sum = odds.reduce((a, b) => a + b);
      odds.forEach((odd, y) => (p[y] += (weight * odd) / sum));
    }
    return {
      version: this.version,
      label: this.labels[p.indexOf(Math.max(...p))],
      probabilities: Object.fromEntries(this.labels.map((label, y) => [label, p[y]])),
    };
  }

  /**
   * By the weights that a prior so many times as strong would have given; two labels: 0 first.
   *
   * @param own these weights, where the member has them itself
   */
  #scores(features, prior, own) {
    const scores = new Array(this.labels.length).fill(0);
    for (const [index, value] of features) {
      const row = this.#rows.get(index);
      if (!row) continue; // never seen: weight zero
      const { weights, precisions, square, limit } = row;
      const clipped = limit === 0 ? value : Math.max(-limit, Math.min(limit, value));
      const common = this.commonSquare > 0 && index !== this.intercept;
      const more = (prior - 1) * this.l2 * (common ? this.commonSquare : square);
      const first = scores.length - weights.length;
      weights.forEach((weight, c) => {
        const share = more === 0 || weight === 0 ? 1 : precisions[c] / (precisions[c] + more);
        const read = own ? own.readDoubleLE(8 * (index * weights.length + c)) : weight * share;
        scores[first + c] += clipped * read;
      });
    }
    return scores;
  }

  /** Feature index -> value; repeated features add up. Values are floats, as on the topic. */
  #indexed({ features, vector }) {
    const sums = new Map();
    const add = (index, value) => {
      if (index !== undefined) sums.set(index, (sums.get(index) ?? 0) + value);
    };
    if (vector) {
      const { indices = [], values } = vector;
      if (indices.length > 0 && (this.buckets.size > 0 || this.crosses.length > 0)) {
        throw new Rejected('STRUCTURE', 'features by index have no names, as buckets and crosses need');
      }
      indices.forEach((index, i) => add(this.#ofIndex(index), asFloat(index, values ? values[i] : 1)));
      return sums;
    }
    for (const [name, value] of this.#made(features)) add(this.#ofName(name), value);
    return sums;
  }

  /** Names and values of the features, with buckets in place of numbers, and then the crosses. */
  #made(features) {
    const given = [];
    for (const [name, value] of Object.entries(features)) {
      if (typeof value === 'string') {
        given.push([`${name}=${value}`, 1]);
        continue;
      }
      const number = asFloat(name, value ?? 0); // true is 1
      if (number && this.buckets.has(name)) given.push([this.#bucket(name, number), 1]);
      else if (number) given.push([name, number]);
    }
    return this.#crossed(given);
  }

  /** The features, and behind them their crosses, of which a short line may ask for very many. */
  #crossed(given) {
    const all = [...given];
    let bytes = 0;
    for (const prefixes of this.crosses) {
      const members = prefixes.map((prefix) =>
        given.filter(([name]) => name === prefix || name.startsWith(`${prefix}=`)),
      );
      const count = members.reduce((product, { length }) => product * length, 1);
      if (all.length - given.length + count > MOST_CROSSES) throw tooManyCrosses();
      const join = (chosen, depth) => {
        if (depth < members.length) {
          for (const [name, x] of members[depth]) {
            const cross = depth === 0 ? [name, x] : [`${chosen[0]}^${name}`, chosen[1] * x];
            join([cross[0], asFloat(cross[0], cross[1])], depth + 1);
          }
          return;
        }
        bytes += Buffer.byteLength(chosen[0]);
        if (bytes > MOST_CROSSED_BYTES) throw tooManyCrosses();
        all.push(chosen);
      };
      join(null, 0);
    }
    return all;
  }

  /** The category of a number: the largest edge that, as a float, is not above it. */
  #bucket(name, value) {
    const width = this.buckets.get(name);
    if (Math.abs(value) > 1e11) {
      throw new Rejected('VALUE', `value ${value} of ${quote(name)} is too large for a bucket`);
    }
    const edge = (k) => (k * Math.round(width * 1e4)) / 1e4; // widths have four decimals
    const nearest = edge(Math.round(value / width));
    const below = Math.fround(nearest) === value ? nearest : edge(Math.floor(value / width));
    return `${name}=${below + 0}`; // 0, not -0
  }

  #ofIndex(index) {
    if (this.kind === 'Hashed') {
      const bytes = Buffer.alloc(4);
      bytes.writeInt32LE(index);
      return this.#hashed(bytes);
    }
    if (index >= this.size) {
      throw new Rejected('INDEX', `feature index ${index} is not in 0..${this.size - 1}`);
    }
    return index;
  }

  #ofName(name) {
    if (this.kind === 'Indexed') {
      throw new Rejected('STRUCTURE', 'features by name need a model with names');
    }
    return this.kind === 'Hashed' ? this.#hashed(utf8(name)) : this.names.get(name);
  }

  #hashed(bytes) {
    return murmur3(bytes) & (this.size - 1);
  }

  #transformed(features) {
    for (const transform of this.transforms) {
      const squares = [...features.values()].reduce((sum, x) => sum + x * x, 0);
      for (const [index, x] of features) {
        if (transform === 'LOG1P' && x <= -1) {
          throw new Rejected('VALUE', `value ${x} is not above -1, as log1p needs`);
        }
        if (transform === 'LOG1P') features.set(index, Math.log1p(x));
        else if (squares > 0) features.set(index, x / Math.sqrt(squares)); // UNIT
      }
    }
    // After this each of them has a value, the absent ones too: zero is not their mean.
    for (const { index, mean, scale } of this.standards) {
      const z = ((features.get(index) ?? 0) - mean) * scale;
      if (z === 0) features.delete(index);
      else features.set(index, z);
    }
    return features;
  }

  /**
   * Mean and 1 / deviation of each standardized feature; what never varied has deviation 1.
   *
   * @param moments by ascending index; null: nothing is standardized
   * @param numbers of a hashed space, the names of those features
   */
  #standards(moments, numbers) {
    const places = [...new Set(numbers.map((name) => this.#ofName(name)))].sort((a, b) => a - b);
    const count = Number(moments?.count);
    return (moments?.means ?? []).map((mean, i) => ({
      index: this.kind === 'Hashed' ? places[i] : i,
      mean,
      scale: moments.squares[i] > count * 2 ** -1022 ? Math.sqrt(count / moments.squares[i]) : 1,
    }));
  }
}

function tooManyCrosses() {
  const most = `${MOST_CROSSES}, or their names more than ${MOST_CROSSED_BYTES} bytes`;
  return new Rejected('LENGTH', `the crosses are more than ${most}`);
}

/** Half a surrogate pair in a category, which UTF-8 does not have, becomes ?, as in Java. */
function utf8(name) {
  return Buffer.from(name.replace(/\p{Surrogate}/gu, '?'));
}

/** MurmurHash3, the 32-bit x86 variant. */
function murmur3(bytes, seed = 0) {
  const rotate = (x, by) => (x << by) | (x >>> (32 - by));
  const mix = (k) => Math.imul(rotate(Math.imul(k, 0xcc9e2d51), 15), 0x1b873593);
  const whole = bytes.length & ~3;
  let h = seed;
  for (let i = 0; i < whole; i += 4) {
    h = (Math.imul(rotate(h ^ mix(bytes.readInt32LE(i)), 13), 5) + 0xe6546b64) | 0;
  }
  if (whole < bytes.length) h ^= mix(bytes.readUIntLE(whole, bytes.length - whole) | 0);
  h ^= bytes.length;
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return h ^ (h >>> 16);
}
