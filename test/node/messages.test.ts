/** Messages that reach the proxy through Node, but not as Node's own server with its own parser hands them on. */
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

/** Asks with a message as our adapters for Node hand it on. */
async function askWith(
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

/** Asks with a message that brings these chunks once it is read. */
async function ask(proxy: TestProxy, chunks: Iterable<Buffer>, announced: number) {
  return askWith(proxy, Readable.from(chunks), { 'content-length': String(announced) });
}

/** A message that has brought `first` with its head; what comes later, and its end, Node has yet to tell. */
function arrive(first: Buffer, ...later: Buffer[]): Readable {
  const message: Readable = new Readable({
    // So that no more is asked for before the first is taken.
    highWaterMark: 1,
    read: () => void setImmediate(() => message.push(later.shift() ?? null)),
  });
  message.push(first);
  return message;
}

describe('A message of Node', () => {
  it('is taken in pieces', async () => {
    const chunks = [valid.subarray(0, 5), valid.subarray(5)];
    assert.equal((await ask(createTestProxy(), chunks, valid.length)).status, 200);
  });

  it('is refused when it breaks off, though what came is JSON', async () => {
    const proxy = createTestProxy();
    function* breakOff() {
      yield valid;
      throw new Error('gone');
    }
    const answer = await ask(proxy, breakOff(), valid.length);
    assertRefused(proxy, answer, 400, 'invalid-json');
  });

  it('is refused when it is destroyed without an error before its end', async () => {
    const proxy = createTestProxy();
    const message: Readable = new Readable({
      highWaterMark: 1,
      read: () => void setImmediate(() => message.destroy()),
    });
    message.push(valid);
    const headers = { 'content-length': String(valid.length + 1) };
    const answer = await askWith(proxy, message, headers);
    assertRefused(proxy, answer, 400, 'invalid-json');
  });

  it('is taken when no more comes than is allowed', async () => {
    const chunks = [valid, Buffer.alloc(limit - valid.length, ' ')];
    assert.equal((await ask(createTestProxy(), chunks, limit)).status, 200);
  });

  it('is refused when more comes than it announced', async () => {
    const proxy = createTestProxy();
    const chunks = [valid, Buffer.alloc(limit - valid.length, ' '), Buffer.from(' ')];
    const answer = await ask(proxy, chunks, valid.length);
    assertRefused(proxy, answer, 400, 'invalid-json');
  });
});

describe('A message of Node that has come with its head', () => {
  const bodies: Record<string, Buffer> = {
    'an estimation': valid,
    'an estimation of 128 KiB': Buffer.concat([valid, Buffer.alloc(limit - valid.length, ' ')]),
    'no UTF-8': Buffer.from('[{"id":"\xff","totalAmount":1}]', 'latin1'),
    'no JSON': Buffer.from('[{'),
    'no estimation': Buffer.from('{}'),
    'one byte': Buffer.from('1'),
  };
  for (const [what, bytes] of Object.entries(bodies)) {
    it(`is answered like one in pieces when it is ${what}`, async () => {
      const announced = bytes.length;
      const headers = { 'content-length': String(announced), 'x-request-id': 'the-same-id' };
      const message = arrive(bytes);
      const pieces = Readable.from([bytes.subarray(0, 5), bytes.subarray(5)]);
      const answer = await askWith(createTestProxy(), message, headers);
      assert.deepEqual(answer, await askWith(createTestProxy(), pieces, headers));
    });
  }

  it('ends', async () => {
    const message = arrive(valid);
    const ended = once(message, 'end');
    await askWith(createTestProxy(), message, { 'content-length': String(valid.length) });
    await ended;
  });

  it('is waited for when it has announced more', async () => {
    const message = arrive(valid.subarray(0, 5), valid.subarray(5));
    const headers = { 'content-length': String(valid.length) };
    assert.equal((await askWith(createTestProxy(), message, headers)).status, 200);
  });

  it('is waited for when it comes in chunks, whatever length it announces', async () => {
    const proxy = createTestProxy();
    const message = arrive(valid, Buffer.from(']'));
    const headers = { 'content-length': String(valid.length), 'transfer-encoding': 'chunked' };
    assertRefused(proxy, await askWith(proxy, message, headers), 400, 'invalid-json');
  });
});
