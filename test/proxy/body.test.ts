import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { operationNames, operations } from '../../src/contract/index.js';
import { checkMediaType, parseJson, readBytes, readText } from '../../src/proxy/body.js';
import { ProblemError } from '../../src/proxy/problems.js';
import { samples } from '../support/samples.js';
import { assertRefused, createTestProxy, read, shop } from '../support/test-proxy.js';

const kibibyte = 1024;

function streamed(source: UnderlyingDefaultSource<Uint8Array>): Request {
  const body = new ReadableStream(source, { highWaterMark: 0 });
  return new Request(shop, { method: 'POST', body, duplex: 'half' } as RequestInit);
}

/** Creates a body that never ends, and counts the bytes that are read from it. */
function createEndlessBody(chunk: Uint8Array) {
  const taken = { bytes: 0 };
  const pull = (controller: ReadableStreamDefaultController<Uint8Array>) => {
    taken.bytes += chunk.byteLength;
    controller.enqueue(chunk);
  };
  return { body: new ReadableStream<Uint8Array>({ pull }, { highWaterMark: 0 }), taken };
}

for (const operation of operationNames.filter((name) => 'request' in operations[name])) {
  const maxBytes = (operation === 'estimatePayments' ? 128 : 64) * kibibyte;
  const valid = JSON.stringify(samples[operation].body);

  describe(`The body of ${operation}`, () => {
    it(`can have ${maxBytes} bytes`, async () => {
      const { send } = createTestProxy();
      assert.equal((await send(operation, { raw: valid.padEnd(maxBytes) })).status, 200);
    });

    it("can't have one byte more, whatever its content-length header says", async () => {
      for (const announced of [null, '1', 'abc']) {
        const proxy = createTestProxy();
        const chunk = new Uint8Array(10_000).fill(0x20);
        const { body: raw, taken } = createEndlessBody(chunk);
        const headers = { 'content-length': announced };
        const response = await proxy.send(operation, { raw, headers });
        assertRefused(proxy, response, 413, 'body-too-large');
        assert.ok(taken.bytes <= maxBytes + chunk.byteLength, `${taken.bytes} bytes`);
        // Otherwise the unread rest would delay the next request of the connection.
        assert.equal(response.headers.get('connection'), 'close');
      }
      const proxy = createTestProxy();
      const response = await proxy.send(operation, { raw: valid.padEnd(maxBytes + 1) });
      assertRefused(proxy, response, 413, 'body-too-large');
    });

    it("isn't read if its content-length header is too large", async () => {
      const proxy = createTestProxy();
      const { body: raw, taken } = createEndlessBody(new Uint8Array(kibibyte));
      const headers = { 'content-length': String(maxBytes + 1) };
      const response = await proxy.send(operation, { raw, headers });
      assertRefused(proxy, response, 413, 'body-too-large');
      assert.equal(taken.bytes, 0);
    });
  });
}

describe('A body that was read before it reached the proxy', () => {
  const readers: Record<string, (request: Request) => unknown> = {
    'as text': (request) => request.text(),
    'by a reader that keeps the stream': (request) => request.body?.getReader().read(),
  };
  for (const [how, readBody] of Object.entries(readers)) {
    it(`is rejected with the reason and logs no failure: ${how}`, async () => {
      const proxy = createTestProxy();
      const { path, body } = samples.createPrequalLink;
      const request = new Request(`${shop}/financing${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
      await readBody(request);
      const response = await read(await proxy.fetch(request));
      const { detail } = assertRefused(proxy, response, 400, 'invalid-json');
      assert.match(detail, /was read before the proxy got it/);
      assert.ok(proxy.log.every(({ level }) => level === 'debug'));
    });
  }
});

/** Creates requests as the Node adapter does, with a `bytes` method, and requests with a stream. */
const requests: Record<string, (body: () => Promise<Uint8Array<ArrayBuffer>>) => Request> = {
  'a bytes() method': (bytes) =>
    Object.assign(new Request(shop, { method: 'POST', body: '' }), { bytes }),
  'a stream': (bytes) =>
    streamed({
      async pull(controller) {
        controller.enqueue(await bytes());
        controller.close();
      },
    }),
};

for (const [what, create] of Object.entries(requests)) {
  describe(`readBytes() of ${what}`, () => {
    const bytes = (length: number) => () => Promise.resolve(new Uint8Array(length).fill(7));

    it('returns a body up to the limit', async () => {
      for (const length of [0, 1, kibibyte]) {
        assert.deepEqual(await readBytes(create(bytes(length)), kibibyte), await bytes(length)());
      }
    });

    it('rejects a longer body and names the limit', async () => {
      await assert.rejects(readBytes(create(bytes(2 * kibibyte + 1)), 2 * kibibyte), {
        code: 'body-too-large',
        detail: 'The body is larger than 2 KiB.',
      });
    });

    it('rejects a body that ends early', async () => {
      const request = create(() => Promise.reject(new Error('gone')));
      await assert.rejects(readBytes(request, kibibyte), {
        code: 'invalid-json',
        detail: 'The body ended early, or was read before the proxy got it.',
      });
    });

    it('gives up after 7.5 s and closes the connection', async (t) => {
      t.mock.timers.enable({ apis: ['setTimeout'] });
      const errors: unknown[] = [];
      const request = create(() => new Promise(() => undefined));
      const done = readBytes(request, kibibyte).catch((error: unknown) => errors.push(error));
      t.mock.timers.tick(7_499);
      await setImmediate();
      assert.equal(errors.length, 0);
      t.mock.timers.tick(1);
      await done;
      const [error] = errors;
      assert.ok(error instanceof ProblemError);
      assert.equal(error.code, 'body-timeout');
      assert.deepEqual(error.extras, { headers: { connection: 'close' } });
    });
  });
}

describe('readBytes()', () => {
  it('accepts a content-length that equals the limit', async () => {
    const headers = { 'content-length': '2' };
    const request = new Request(shop, { method: 'POST', headers, body: '{}' });
    assert.equal((await readBytes(request, 2)).length, 2);
  });

  it('joins chunks in order, and copies each one because the sender can reuse it', async () => {
    const chunk = new Uint8Array(1);
    let sent = 0;
    const request = streamed({
      pull(controller) {
        if (sent === 200) return controller.close();
        chunk.set([sent]);
        sent += 1;
        controller.enqueue(chunk);
      },
    });
    const expected = Uint8Array.from({ length: 200 }, (_, index) => index);
    assert.deepEqual(await readBytes(request, 200), expected);
  });

  it('cancels a stream that is too slow', async (t) => {
    t.mock.timers.enable({ apis: ['setTimeout'] });
    const cancel = t.mock.fn();
    const refused = assert.rejects(readBytes(streamed({ cancel }), kibibyte), ProblemError);
    t.mock.timers.tick(7_500);
    await refused;
    assert.equal(cancel.mock.callCount(), 1);
  });
});

describe('readText()', () => {
  const textOf = (body: Uint8Array<ArrayBuffer>) =>
    readText(new Request(shop, { method: 'POST', body }), kibibyte);

  it('leaves out a byte order mark', async () => {
    assert.equal(await textOf(new Uint8Array([0xef, 0xbb, 0xbf, 0x7b, 0x7d])), '{}');
  });

  it("rejects bytes that aren't UTF-8", async () => {
    for (const text of ['"\xff"', '"\xc3', '"\xf0\x9f\x98"']) {
      const bytes = Uint8Array.from(text, (character) => character.charCodeAt(0));
      await assert.rejects(textOf(bytes), { code: 'invalid-json' });
    }
  });
});

const repeat = (count: number, make: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => make(index)).join();

describe('parseJson()', () => {
  it("rejects text that isn't JSON", () => {
    for (const text of ['', '[{', 'nul', '"', '[1,]', '{} {}', 'NaN', '[\0{\0']) {
      assert.throws(() => parseJson(text), { code: 'invalid-json' }, text);
    }
  });

  const list = (count: number) => JSON.stringify(Array<number>(count).fill(1));
  const object = (count: number) =>
    JSON.stringify(Object.fromEntries(Array.from({ length: count }, (_, index) => [index, 1])));
  const accepted = {
    '2,000 values': list(2_000),
    '103 fields': object(103),
    '106 fields in two objects': `[{},${object(106)}]`,
    'punctuation in a string': JSON.stringify(['\\', ',[{:"'.repeat(2_000), 1]),
    '101 colons in a string': JSON.stringify([{ id: ':'.repeat(101) }]),
  };
  for (const [what, text] of Object.entries(accepted)) {
    it(`accepts ${what}`, () => assert.deepEqual(parseJson(text), JSON.parse(text)));
  }

  // A rejection must be cheap. Otherwise rejected requests slow down the requests of shoppers.
  const rejected = {
    '2,001 values': list(2_001),
    '104 fields': object(104),
    '107 fields in two objects': `[{},${object(107)}]`,
    '2,001 brackets': `${'['.repeat(1_001)}${'{"a":'.repeat(1_000)}`,
    '9,000 fields in an item': `[{"id":"a","totalAmount":1,${repeat(9_000, (n) => `"f${n}":1`)}}]`,
    '60,000 nested arrays': '['.repeat(60_000) + ']'.repeat(60_000),
    '10,000 nested objects': '{"a":'.repeat(10_000) + '1' + '}'.repeat(10_000),
    '9,000 fields after a string that ends in a backslash': `[{"id":"\\\\",${repeat(9_000, (n) => `"f${n}":1`)}}]`,
  };
  for (const [what, text] of Object.entries(rejected)) {
    it(`rejects ${what} before parsing`, (t) => {
      const parse = t.mock.method(JSON, 'parse');
      const message = 'More than 2000 values, or too many fields';
      const extras = { errors: [{ path: '', message }] };
      assert.throws(() => parseJson(text), { code: 'invalid-request', extras });
      assert.equal(parse.mock.callCount(), 0);
    });
  }
});

describe('checkMediaType()', () => {
  const check = (headers: HeadersInit) => () => checkMediaType(new Request(shop, { headers }));

  // oxfmt-ignore
  const accepted = [
    'application/json', 'Application/JSON ; charset=UTF-8', 'application/json;charset="utf-8"',
    'application/json; charset=utf8', 'application/json ; ', 'application/json;',
    'application/json ;  charset="UTF-8" ;',
  ];
  for (const type of accepted) {
    it(`accepts ${type}`, () => check({ 'content-type': type })());
  }

  // oxfmt-ignore
  const rejected = [
    '', 'text/plain', 'application/jsonp', 'application/json; charset=utf-16',
    'application/json, text/plain', 'text/plain; application/json', 'x application/json',
    'application/json x', 'application/json;charset=utf-8x', 'application/json charset=utf-8',
  ];
  for (const type of [...rejected, undefined]) {
    it(`rejects ${type === undefined ? 'a missing type' : type || 'an empty type'}`, () => {
      const headers = type === undefined ? {} : { 'content-type': type };
      assert.throws(check(headers), { code: 'unsupported-media-type' });
    });
  }

  it('rejects every encoding except identity', () => {
    const type = { 'content-type': 'application/json' };
    check({ ...type, 'content-encoding': 'Identity' })();
    for (const encoding of ['gzip', 'br', 'gzip, identity', 'x', 'xidentity', 'identityx']) {
      assert.throws(check({ ...type, 'content-encoding': encoding }), {
        code: 'unsupported-media-type',
        detail: 'Send a body without Content-Encoding.',
      });
    }
  });
});
