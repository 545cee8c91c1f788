/** Requests that reach the proxy through Node, but not from Node's own server and parser. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { describe, it } from 'node:test';
import { NodeRequest } from 'srvx/node';
import { wrapHandler } from '../../src/node/wrap-handler.js';
import { samples } from '../support/samples.js';
import { assertRefused, createTestProxy, read, type TestProxy } from '../support/test-proxy.js';

const { path } = samples.estimatePayments;
const valid = Buffer.from(JSON.stringify(samples.estimatePayments.body));
const limit = 128 * 1024;

/** Sends a message like our Node adapters. */
async function sendMessage(
  proxy: TestProxy,
  message: Readable,
  headers: Readonly<Record<string, string>>,
) {
  const all = { host: 'shop.example', 'content-type': 'application/json', ...headers };
  const req = Object.assign(message, {
    method: 'POST',
    url: `/financing${path}`,
    headers: all,
    rawHeaders: Object.entries(all).flat(),
    complete: true,
  }) as unknown as IncomingMessage;
  return read(await wrapHandler(proxy)(new NodeRequest({ req })));
}

async function send(proxy: TestProxy, chunks: Iterable<Buffer>, announced: number) {
  return sendMessage(proxy, Readable.from(chunks), { 'content-length': String(announced) });
}

/** Returns a message that has received `first` with its headers. The rest and the end come later. */
function arrive(first: Buffer, ...later: Buffer[]): Readable {
  const message: Readable = new Readable({
    // Don't read ahead.
    highWaterMark: 1,
    read: () => void setImmediate(() => message.push(later.shift() ?? null)),
  });
  message.push(first);
  return message;
}

describe('A message of Node', () => {
  it('is rejected if it breaks off, even after valid JSON', async () => {
    const proxy = createTestProxy();
    function* breakOff() {
      yield valid;
      throw new Error('gone');
    }
    const answer = await send(proxy, breakOff(), valid.length);
    assertRefused(proxy, answer, 400, 'invalid-json');
  });

  it('is rejected if it is destroyed without an error', async () => {
    const proxy = createTestProxy();
    const message: Readable = new Readable({
      highWaterMark: 1,
      read: () => void setImmediate(() => message.destroy()),
    });
    message.push(valid);
    const headers = { 'content-length': String(valid.length + 1) };
    const answer = await sendMessage(proxy, message, headers);
    assertRefused(proxy, answer, 400, 'invalid-json');
  });

  it('can have the maximum length', async () => {
    const chunks = [valid, Buffer.alloc(limit - valid.length, ' ')];
    assert.equal((await send(createTestProxy(), chunks, limit)).status, 200);
  });

  it('is rejected if it is longer than its content-length', async () => {
    const proxy = createTestProxy();
    const chunks = [valid, Buffer.alloc(limit - valid.length, ' '), Buffer.from(' ')];
    const answer = await send(proxy, chunks, valid.length);
    assertRefused(proxy, answer, 400, 'invalid-json');
  });
});

describe('A message of Node that arrived with its headers', () => {
  const bodies: Record<string, Buffer> = {
    'an estimation': valid,
    'an estimation of 128 KiB': Buffer.concat([valid, Buffer.alloc(limit - valid.length, ' ')]),
    'invalid UTF-8': Buffer.from('[{"id":"\xff","totalAmount":1}]', 'latin1'),
    'invalid JSON': Buffer.from('[{'),
    'an empty object': Buffer.from('{}'),
    'one byte': Buffer.from('1'),
  };
  for (const [what, bytes] of Object.entries(bodies)) {
    it(`gets the same response as in pieces: ${what}`, async () => {
      const announced = bytes.length;
      const headers = { 'content-length': String(announced), 'x-request-id': 'the-same-id' };
      const message = arrive(bytes);
      const pieces = Readable.from([bytes.subarray(0, 5), bytes.subarray(5)]);
      const answer = await sendMessage(createTestProxy(), message, headers);
      assert.deepEqual(answer, await sendMessage(createTestProxy(), pieces, headers));
    });
  }

  it('ends', async () => {
    const message = arrive(valid);
    const ended = once(message, 'end');
    await sendMessage(createTestProxy(), message, { 'content-length': String(valid.length) });
    await ended;
  });

  it('is awaited if it is chunked, regardless of its content-length', async () => {
    const proxy = createTestProxy();
    const message = arrive(valid, Buffer.from(']'));
    const headers = { 'content-length': String(valid.length), 'transfer-encoding': 'chunked' };
    assertRefused(proxy, await sendMessage(proxy, message, headers), 400, 'invalid-json');
  });
});
