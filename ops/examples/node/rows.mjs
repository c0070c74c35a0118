#!/usr/bin/env node
// Makes examples of the rows on standard input, one JSON object on each line. The columns of the learner's spec say what
// their fields are. Each line is the value of a message: 'ops/majorant produce --lines --data -' sends them.

import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { lines } from './lines.mjs';

/**
 * A row as a learner reads it; without a label it is unlabeled.
 *
 * @param {Object<string, unknown>} row its fields, of which some may have fields themselves
 * @param {string} [label] which of them is the label
 */
export function example(row, label) {
  if (!label) return { row };
  const { [label]: value, ...cells } = row;
  return value == null ? { row: cells } : { row: cells, label: String(value) };
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  const { values: options } = parseArgs({ options: { label: { type: 'string' } } });
  for await (const line of lines(process.stdin)) {
    if (line.trim()) console.log(JSON.stringify(example(JSON.parse(line), options.label)));
  }
}
