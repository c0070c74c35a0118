// What is asked of a server, and what becomes of its answers.

import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { after, before, test } from 'node:test';
import { Majorant, Refused } from './majorant.mjs';
import { example } from './rows.mjs';

let asked; // the last request
let answer = [200, '{}']; // to the next one
let url;

const server = createServer(async (request, response) => {
  let body = '';
  for await (const chunk of request.setEncoding('utf8')) body += chunk;
  const { method, url: path, headers } = request;
  asked = { method, path, body, token: headers.authorization, type: headers['content-type'] };
  response.writeHead(answer[0]).end(answer[1]);
});

before(async () => {
  await new Promise((started) => server.listen(0, '127.0.0.1', started));
  url = `http://127.0.0.1:${server.address().port}/`;
});
after(() => server.close());

test('one example is posted as JSON, and a string is JSON already', async () => {
  answer = [200, '{"version":7,"label":"yes"}'];
  const majorant = new Majorant(url, { token: 'secret' });
  assert.deepEqual(await majorant.predict('a b', { features: { größe: 1 } }), JSON.parse(answer[1]));
  assert.deepEqual(asked, {
    method: 'POST',
    path: '/api/models/a%20b/predict',
    body: '{"features":{"größe":1}}',
    token: 'Bearer secret',
    type: 'application/json',
  });
  await majorant.predict('m', '{"vector": {}}', { version: 3, explain: 5, given: undefined });
  assert.equal(asked.path, '/api/models/m/versions/3/predict?explain=5');
  assert.equal(asked.body, '{"vector": {}}');
});

test('several examples are one request, and models are asked for without a token', async () => {
  answer = [200, '[{"version":7},{"version":7}]'];
  const majorant = new Majorant(url);
  assert.equal((await majorant.predictAll('m', [{ vector: {} }, '{"vector": {}}'])).length, 2);
  assert.equal(asked.body, '[{"vector":{}},{"vector": {}}]');
  await majorant.models();
  assert.equal(`${asked.method} ${asked.path} ${asked.token}`, 'GET /api/models undefined');
});

test('what is refused has the status and the reason of the server', async () => {
  const majorant = new Majorant(url);
  for (const [status, text, message] of [
    [400, '{"error":"example:1: no"}', 'example:1: no'],
    [502, '<html>', 'HTTP 502'],
    [200, '[]', 'this is a list of examples, and no example'],
  ]) {
    answer = [status, text];
    await assert.rejects(majorant.predict('m', {}), (refused) => {
      assert.ok(refused instanceof Refused);
      assert.equal(refused.message, message);
      assert.equal(refused.status, status === 200 ? 400 : status);
      return true;
    });
  }
});

test('a row is an example, with its label beside it', () => {
  const row = { plan: 'gold', home: { city: 'Oslo' }, churned: false };
  assert.deepEqual(example(row, 'churned'), { row: { plan: 'gold', home: { city: 'Oslo' } }, label: 'false' });
  assert.deepEqual(example({ plan: 'gold', churned: null }, 'churned'), { row: { plan: 'gold' } });
  assert.deepEqual(example(row), { row });
});
