// An example as JSON, held to the rules of org.majorant.json.ExampleJson and of the model.

const POINT = ['features', 'vector', 'label', 'logPrior', 'weight', 'id', 'model'];
const OTHERS = ['tokens', 'alternatives', 'cardinalities', 'factors', 'edges', 'pairs'];
const LARGEST_INDEX = 2 ** 31 - 2;
const MOST_DIGITS = 1000;
const MOST_CHARACTERS = 65536;
const LONGEST_QUOTE = 40;

/** Strings, with the colon behind them where they are names, and numbers. */
const TOKENS = /("[^"\\]*(?:\\.[^"\\]*)*")\s*(:)?|[-\d][-+.\deE]*/g;

/** Says in one line why an example cannot be predicted. */
export class Rejected extends Error {
  /** @param reason a symbol of the enum Rejection in dead-letter.avdl */
  constructor(reason, message) {
    super(message);
    this.reason = reason;
  }
}

function undecodable(wrong, expected) {
  return new Rejected('UNDECODABLE', `${wrong}; expected ${expected}`);
}

/** A piece of an example, made safe for a message: short, and in one line. */
export function quote(value) {
  const text = typeof value === 'string' ? value : JSON.stringify(value) ?? String(value);
  const shown = text.length > LONGEST_QUOTE ? `${text.slice(0, LONGEST_QUOTE)}…` : text;
  return `'${shown.replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu, ' ')}'`;
}

/** The example on a line of `--format jsonl`. */
export function readExample(line) {
  let example;
  try {
    example = JSON.parse(line);
  } catch {
    throw undecodable('not JSON', 'one JSON object a line');
  }
  requireNamesOnce(line, example);
  return example;
}

/** JSON.parse keeps the last of two members with one name, and would predict something else. */
function requireNamesOnce(line, example) {
  let names = 0;
  for (const [token, string, colon] of line.matchAll(TOKENS)) {
    if (colon) names++;
    if (!string && token.length > MOST_DIGITS) {
      throw undecodable(`a number of ${token.length} digits`, `${MOST_DIGITS} at most`);
    }
  }
  for (const left = [example].filter(isNested); left.length > 0; ) {
    const value = left.pop();
    if (isObject(value)) names -= Object.keys(value).length;
    for (const member of Object.values(value)) if (isNested(member)) left.push(member);
  }
  if (names > 0) throw undecodable('a name stands twice in one object', 'each name once');
}

/** Refuses a value that is no point, and what does not fit a model of so many labels. */
export function check(example, labels, mostWeight) {
  if (!isObject(example)) throw undecodable('not an object', 'one JSON object a line');
  checkKeys(example);
  if ('vector' in example) checkVector(example.vector);
  else checkFeatures(example.features);
  checkLabel(example.label);
  for (const key of ['id', 'model']) {
    if (isNested(example[key])) {
      throw undecodable(`${key}: not a single value`, 'a string, a number or null');
    }
  }
  checkWeight(example.weight, mostWeight);
  checkLogPrior(example.logPrior, labels);
}

function checkKeys(example) {
  const has = (key) => Object.hasOwn(example, key);
  const given = ['features', 'vector'].filter(has);
  if (given.length === 0 && OTHERS.some(has)) {
    throw new Rejected('STRUCTURE', 'expected a point, found another structure');
  }
  requireKeys(example, POINT);
  if (given.length !== 1) {
    const found = given.length > 0 ? 'features twice' : 'no features';
    throw undecodable(found, 'either features or vector');
  }
}

function requireKeys(object, known) {
  const unknown = Object.keys(object).find((key) => !known.includes(key));
  if (unknown !== undefined) throw undecodable(`unknown key ${quote(unknown)}`, known.join(', '));
}

function checkVector(vector) {
  if (!isObject(vector)) throw undecodable('vector: not an object', 'indices, and values if wanted');
  requireKeys(vector, ['indices', 'values']);
  for (const [key, numbers] of Object.entries(vector)) {
    if (!Array.isArray(numbers)) throw undecodable(`${key}: not an array`, 'an array of numbers');
    for (const each of numbers) {
      if (typeof each !== 'number') throw undecodable(`${key}: ${quote(each)}`, 'a number');
    }
  }
  const { indices = [], values } = vector;
  for (const index of indices) {
    if (!Number.isInteger(index) || index < 0 || index > LARGEST_INDEX) {
      throw undecodable(`feature index ${quote(index)}`, `a whole number from 0 to ${LARGEST_INDEX}`);
    }
  }
  if (values && values.length !== indices.length) {
    const found = `${indices.length} indices and ${values.length} values`;
    throw undecodable(found, 'as many values as indices, or none: all ones');
  }
}

function checkFeatures(features) {
  if (!isObject(features)) throw undecodable('features: not an object', '{"name": value, ...}');
  for (const [name, value] of Object.entries(features)) {
    if (isNested(value)) {
      const expected = 'a number, a string, true, false or null';
      throw undecodable(`feature ${quote(name)}: not a single value`, expected);
    }
    if (/\p{Surrogate}/u.test(name)) {
      throw undecodable(`feature ${quote(name)}: half a surrogate pair in its name`, 'whole ones');
    }
    if (name.length > MOST_CHARACTERS || value?.length > MOST_CHARACTERS) {
      throw undecodable(`feature ${quote(name)}: a long text`, `${MOST_CHARACTERS} characters at most`);
    }
  }
}

/** It is not used here, but a line with a label that is none is no example. */
function checkLabel(label) {
  if (isObject(label)) throw undecodable('label: not a single value', 'a string, a number or null');
  for (const each of Array.isArray(label) ? label : []) {
    if (isNested(each) || each === null || ['', '?'].includes(String(each).trim())) {
      throw undecodable('label: one of several is missing', '["a", "b"], or null');
    }
  }
}

function checkWeight(weight = 1, most = Infinity) {
  if (typeof weight !== 'number') throw undecodable(`weight: ${quote(weight)}`, 'a number');
  if (!(weight >= 0 && weight <= most && weight < Infinity)) {
    throw new Rejected('WEIGHT', `weight ${weight} is not a number from 0 to max-weight, ${most}`);
  }
}

/** JSON has no -∞, so that null is one: of points it is refused as any infinite number is. */
function checkLogPrior(logPrior, labels) {
  if (logPrior === undefined || logPrior === null) return;
  if (!Array.isArray(logPrior)) throw undecodable('logPrior: not an array', 'numbers');
  for (const each of logPrior) {
    if (each !== null && typeof each !== 'number') {
      throw undecodable(`logPrior: ${quote(each)}`, 'a number');
    }
  }
  if (logPrior.length !== labels || !logPrior.every(Number.isFinite)) {
    const expected = `${labels} finite numbers, one a label in the spec's order`;
    throw new Rejected('LOG_PRIOR', `logPrior must be ${expected}`);
  }
}

function isNested(value) {
  return value !== null && typeof value === 'object';
}

function isObject(value) {
  return isNested(value) && !Array.isArray(value);
}

/** The nearest 32-bit float. */
export function asFloat(name, value) {
  const nearest = Math.fround(value);
  if (!Number.isFinite(nearest)) {
    throw new Rejected('VALUE', `the value of feature ${quote(name)} is not a finite 32-bit float`);
  }
  return nearest;
}
