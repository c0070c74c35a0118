#!/usr/bin/env node
// Follows a model on Majorant's model topic and predicts the examples on standard input.

import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import avro from 'avsc';
import kafkajs from 'kafkajs';
import { readExample, Rejected } from './example.mjs';
import { Model } from './model.mjs';

const { values: options } = parseArgs({
  options: {
    'bootstrap-server': { type: 'string', default: 'localhost:9092' },
    model: { type: 'string' },
    version: { type: 'string', default: '1' }, // wait for it, or any later one
    schemas: { type: 'string', default: 'schemas' },
  },
});

const TOPIC = 'majorant-models';
const PATIENCE_SECONDS = 30;

/** Longs as BigInt: fingerprints have all 64 bits. */
const long = avro.types.LongType.__with({
  fromBuffer: (bytes) => bytes.readBigInt64LE(),
  toBuffer: (n) => {
    const bytes = Buffer.alloc(8);
    bytes.writeBigInt64LE(n);
    return bytes;
  },
  fromJSON: BigInt,
  toJSON: Number,
  isValid: (n) => typeof n === 'bigint',
  compare: (a, b) => Number(a > b) - Number(a < b),
});

/** Schemas by fingerprint, from files <Record>-<fingerprint>.avsc. */
const types = new Map(
  readdirSync(options.schemas).map((file) => [
    file.replace(/^.*-|\.avsc$/g, ''),
    avro.Type.forSchema(JSON.parse(readFileSync(join(options.schemas, file))), {
      registry: { long },
    }),
  ]),
);

/** A record in single-object encoding: C3 01, the schema's fingerprint, the record. */
function decode(bytes) {
  if (bytes.readUInt16BE(0) !== 0xc301) throw new Error('not in single-object encoding');
  const fingerprint = bytes.readBigUInt64LE(2).toString(16).padStart(16, '0');
  const type = types.get(fingerprint);
  if (!type) throw new Error(`no schema ${fingerprint}: export the schemas again`);
  return type.fromBuffer(bytes.subarray(10));
}

const CRC32C = Uint32Array.from({ length: 256 }, (_, n) => {
  for (let bit = 0; bit < 8; bit++) n = n & 1 ? (n >>> 1) ^ 0x82f63b78 : n >>> 1;
  return n;
});

function crc32c(bytes) {
  let crc = ~0;
  for (const byte of bytes) crc = (crc >>> 8) ^ CRC32C[(crc ^ byte) & 0xff];
  return ~crc >>> 0;
}

let model; // the newest complete version
let last; // the version read last, which a delta may follow
let seen = -1n; // the offset of its head: after a failure the topic is read again

/** Blocks of each slot so far: they come in order, their head last, in one transaction. */
const slots = new Map();

function accept(key, value, offset) {
  // <model>/<slot>/<block> of a snapshot; <model>/<slot>/+<n>/<block> of the n-th delta after it
  const [, name, slot, , block] = /^(.*)\/(\d+)(\/\+\d+)?\/(\d+|head)$/s.exec(key) ?? [];
  if (name !== options.model) return;
  if (!value) {
    slots.delete(slot); // deleted
  } else if (block !== 'head') {
    const { version, data } = decode(value);
    if (block === '0') slots.set(slot, { version, blocks: [] });
    const open = slots.get(slot);
    if (open?.version === version && open.blocks.length === Number(block)) open.blocks.push(data);
    else slots.delete(slot); // begins in the middle: overwritten since
  } else {
    complete(decode(value), slots.get(slot), offset);
    slots.delete(slot);
  }
}

function complete(head, open, offset) {
  if (open?.version !== head.version || open.blocks.length !== head.blocks) return; // torn apart
  const delta = head.snapshot !== 0n;
  if (delta && (last?.version !== head.version - 1n || last.snapshot !== head.snapshot)) return;
  const data = Buffer.concat(open.blocks);
  if (crc32c(data) !== Number(head.checksum)) {
    console.error(`version ${head.version} does not match its checksum`);
    return;
  }
  if (offset <= seen) return;
  seen = offset;
  const next = new Model(head, data, delta ? last.model : undefined);
  last = { version: head.version, snapshot: delta ? head.snapshot : head.version, model: next };
  if (head.state !== null && BigInt.asUintN(64, head.state) !== next.state) {
    console.error(`version ${head.version} does not have the parameters it was published with`);
    return;
  }
  model = next; // the last on the log is the newest
}

const kafka = new kafkajs.Kafka({
  brokers: options['bootstrap-server'].split(','),
  logLevel: kafkajs.logLevel.ERROR,
});

/** Where the committed records of each partition end that has any. */
async function endsOf(topic) {
  const admin = kafka.admin();
  const fail = ({ message }) => {
    console.error(`${topic} at ${options['bootstrap-server']}: ${message}`);
    process.exit(1);
  };
  await admin.connect().catch(fail);
  const offsets = await admin.fetchTopicOffsets(topic).catch(fail);
  await admin.disconnect();
  const filled = offsets.filter(({ low, high }) => low !== high);
  return new Map(filled.map(({ partition, high }) => [partition, BigInt(high)]));
}

// Reads committed records only: that is what readUncommitted: false says, the default.
const consumer = kafka.consumer({
  groupId: `majorant-predict-${randomUUID()}`,
  readUncommitted: false,
});
/** Partitions that are not yet read to where they ended at the start: newer versions may come. */
const ends = await endsOf(TOPIC);
const patience = setTimeout(() => {
  const { version, model: name } = options;
  const missing = ends.size > 0 ? `no more of ${TOPIC}` : `no version ${version} of ${name}`;
  console.error(`${missing} within ${PATIENCE_SECONDS} s: \`ops/majorant doctor\` says why`);
  process.exit(1);
}, 1000 * PATIENCE_SECONDS);
await consumer.connect();
await consumer.subscribe({ topic: TOPIC, fromBeginning: true });
await new Promise((resolve, reject) => {
  consumer.on(consumer.events.CRASH, ({ payload }) => payload.restart || reject(payload.error));
  // Batches count, not messages: the markers of transactions have offsets, too.
  consumer.on(consumer.events.END_BATCH_PROCESS, ({ payload: { partition, lastOffset } }) => {
    if (ends.size > 0) patience.refresh(); // a long topic takes its time
    if (BigInt(lastOffset) + 1n >= ends.get(partition)) ends.delete(partition);
    if (ends.size === 0 && model?.version >= Number(options.version)) resolve();
  });
  const eachMessage = async ({ message }) =>
    accept(message.key.toString(), message.value, BigInt(message.offset));
  consumer.run({ autoCommit: false, eachMessage }).catch(reject);
});
clearTimeout(patience);

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
for await (const line of lines(process.stdin)) {
  const text = ++number === 1 ? line.replace(/^\uFEFF/, '') : line;
  if (!text.trim()) continue;
  try {
    console.log(JSON.stringify(model.predict(readExample(text))));
  } catch (refused) {
    if (!(refused instanceof Rejected)) throw refused;
    console.error(`line ${number}, ${refused.reason}: ${refused.message}`);
    process.exitCode = 1;
  }
}
await consumer.disconnect();
