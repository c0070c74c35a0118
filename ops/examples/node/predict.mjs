#!/usr/bin/env node
// Predicts the examples on standard input, one on each line.

import { parseArgs } from 'node:util';
import { lines } from './lines.mjs';
import { Majorant, Refused } from './majorant.mjs';

const ABOUT_THE_EXAMPLE = [400, 413];

const { values: options } = parseArgs({
  options: {
    url: { type: 'string', default: 'http://localhost:8080' },
    model: { type: 'string' },
    version: { type: 'string' }, // the newest without it
    explain: { type: 'string' },
  },
});
const { url, model, version, explain } = options;
const majorant = new Majorant(url, { token: process.env.MAJORANT_TOKEN });

let number = 0;
try {
  for await (const line of lines(process.stdin)) {
    const text = ++number === 1 ? line.replace(/^\uFEFF/, '') : line;
    if (!text.trim()) continue;
    try {
      console.log(JSON.stringify(await majorant.predict(model, text, { version, explain })));
    } catch (refused) {
      if (!ABOUT_THE_EXAMPLE.includes(refused.status)) throw refused;
      console.error(`line ${number}: ${refused.message}`);
      process.exitCode = 1;
    }
  }
} catch (failed) {
  const why = failed instanceof Refused ? failed.message : (failed.cause?.message ?? failed.message);
  console.error(`${url}: ${why}`);
  process.exitCode = 1;
}
