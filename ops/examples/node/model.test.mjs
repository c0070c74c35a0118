// What a version predicts, against numbers worked out by hand.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Model } from './model.mjs';

const SPACE = 'org.majorant.schema.';

/** A head of two labels, of the features given; what else it has can be changed. */
function head(features, change = {}) {
  return {
    model: 'm',
    version: 1n,
    spec: {
      labels: ['no', 'yes'],
      task: 'MULTICLASS',
      l2: 2,
      latent: 1,
      features: { intercept: false, transforms: [], standardize: 0, expansion: null, ...features },
    },
    commonSquare: 0,
    members: [],
    ...change,
  };
}

/** The blocks of rows [index, weight, precision, root mean square], of one vector. */
function blocks(...rows) {
  const int = (n) => Buffer.from(Int32Array.of(n).buffer);
  const column = (array, at) => Buffer.from(array.from(rows, (row) => row[at]).buffer);
  const columns = [Int32Array, Float64Array, Float32Array, Float32Array].map(column);
  return Buffer.concat([int(rows.length), ...columns]);
}

const indexed = { space: { [`${SPACE}Indexed`]: { dimension: 4 } } };
const hashed = { space: { [`${SPACE}Hashed`]: { bits: 20 } } };
const sigmoid = (score) => 1 / (1 + Math.exp(-score));
const yes = (model, example) => model.predict(example).probabilities.yes;
const at = (index, value = 1) => ({ vector: { indices: [index], values: [value] } });

function close(actual, expected) {
  assert.ok(Math.abs(actual - expected) < 1e-12, `${actual} is not ${expected}`);
}

test('a weight gives the sigmoid of its score, and a feature never seen gives a half', () => {
  const model = new Model(head(indexed), blocks([2, 0.5, 1, 3]));
  close(yes(model, at(2, 4)), sigmoid(2));
  assert.equal(model.predict(at(2, 4)).label, 'yes');
  assert.equal(yes(model, at(1)), 0.5);
});

test('a value is clipped to four times its root mean square, and the intercept is not', () => {
  const intercept = { ...indexed, intercept: true }; // index 4
  const model = new Model(head(intercept), blocks([0, 0.5, 1, 0.25], [4, 2, 1, 0.125]));
  close(yes(model, at(0, 100)), sigmoid(0.5 * 1 + 2));
});

test('a standardized feature counts from its mean in its deviation, or in its unit if it never varied', () => {
  const moments = { count: 2n, means: [1, 3, 0, 0], squares: [8, 0, 0, 0] }; // deviation 2
  const model = new Model(head(indexed, { moments }), blocks([0, 0.5, 1, 9], [1, 0.25, 1, 9]));
  close(yes(model, { vector: { indices: [0, 1], values: [5, 4] } }), sigmoid(0.5 * 2 + 0.25 * 1));
  close(yes(model, at(1, 3)), sigmoid(0.5 * -0.5));
});

test('of hashed features those that the spec calls numbers are standardized, by ascending index', () => {
  const numbers = ['fee', 'age']; // at 995,175 and 427,345
  const moments = { count: 2n, means: [3, 1], squares: [0, 8] };
  const model = new Model(
    head({ ...hashed, numbers }, { moments }),
    blocks([427345, 0.5, 1, 9], [709792, 0.125, 1, 9], [995175, 0.25, 1, 9]),
  );
  const example = { features: { age: 5, fee: 4, word: 2 } };
  close(yes(model, example), sigmoid(0.5 * 2 + 0.125 * 2 + 0.25 * 1.5));
});

test('repeated features add up', () => {
  const model = new Model(head(indexed), blocks([0, 0.5, 1, 9]));
  close(yes(model, { vector: { indices: [0, 0], values: [1, 2] } }), sigmoid(1.5));
});

test('the logPrior of an example is added to its scores', () => {
  const model = new Model(head(indexed), blocks([0, 0.5, 1, 9]));
  close(yes(model, { ...at(0), logPrior: [-1, -3] }), sigmoid(0.5 - 2));
});

test('members add their probabilities, each with its prior and temperature', () => {
  const members = [
    { prior: 1, temperature: 1, weight: 0.25, weights: null },
    { prior: 3, temperature: 2, weight: 0.75, weights: null },
  ];
  // A prior 3 times as strong: precision / (precision + (3 - 1) * l2 * rms^2) = 8 / (8 + 16).
  const model = new Model(head(indexed, { members }), blocks([0, 1.5, 8, 2]));
  close(yes(model, at(0)), 0.25 * sigmoid(1.5) + 0.75 * sigmoid(2 * 0.5));
  // The common square 0.5 stands in the place of rms^2: 8 / (8 + 2 * 2 * 0.5).
  const common = new Model(head(indexed, { members, commonSquare: 0.5 }), blocks([0, 1.5, 8, 2]));
  close(yes(common, at(0)), 0.25 * sigmoid(1.5) + 0.75 * sigmoid(2 * 1.2));
});

test('names are hashed by MurmurHash3 of their UTF-8', () => {
  // Published values of the 32-bit x86 variant with seed 0.
  const known = { hello: 0x248bfa47, 'hello, world': 0x149bbb7f };
  for (const [name, hash] of Object.entries(known)) {
    const model = new Model(head(hashed), blocks([hash & 0xfffff, 0.5, 1, 9]));
    close(yes(model, { features: { [name]: 1 } }), sigmoid(0.5));
  }
});

test('a delta replaces the features that it has, and both ways lead to one state', () => {
  const snapshot = new Model(head(indexed), blocks([0, 1, 1, 9], [1, 2, 1, 9], [2, 3, 1, 9]));
  const delta = new Model(head(indexed), blocks([1, -2, 1, 9], [2, 0, 1, 0]), snapshot);
  const whole = new Model(head(indexed), blocks([0, 1, 1, 9], [1, -2, 1, 9]));
  assert.equal(delta.state, whole.state);
  assert.notEqual(delta.state, snapshot.state);
  close(yes(delta, at(1)), sigmoid(-2));
  close(yes(delta, at(2)), 0.5);
  close(yes(snapshot, at(1)), sigmoid(2)); // it stays as it is
});

test('what is left out here is refused by name', () => {
  const refused = (features, change, message) =>
    assert.throws(() => new Model(head(features, change), blocks()), message);
  refused({ ...indexed, expansion: {} }, {}, /expands/);
  const sequence = { ...head(indexed).spec, task: 'SEQUENCE' };
  refused(indexed, { spec: sequence }, /task SEQUENCE/);
  assert.throws(() => new Model(head(indexed), blocks([0, 1, 1, 9]).subarray(1)), /bytes for/);
});
