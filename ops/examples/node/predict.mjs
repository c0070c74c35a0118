#!/usr/bin/env node
// Predicts the examples on standard input, one on each line.

import { parseArgs } from 'node:util';
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

/** Lines of UTF-8. A module of Node's ends them at U+2028, too, which JSON has within strings. */
async function* lines(input) {
  let open = ''; // the beginning of a line
  for await (const chunk of input.setEncoding('utf8')) {
    const parts = (open + chunk).split(/\r\n|\n|\r(?=[^])/); // of CR LF, LF may come in the next chunk
    open = parts.pop();
    yield* parts;
  }
  yield open;
}

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
