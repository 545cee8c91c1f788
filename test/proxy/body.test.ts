import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { operationNames, operations, type OperationName } from '../../src/contract/index.js';
import { checkMediaType, parseJson, readBytes, readText } from '../../src/proxy/body.js';
import { parseItems } from '../../src/proxy/fields/parse-fields.js';
import { ProblemError } from '../../src/proxy/problems.js';
import { samples } from '../support/samples.js';
import {
  type ReadResponse,
  assertRefused,
  createTestProxy,
  read,
  shop,
} from '../support/test-proxy.js';

const withBody = operationNames.filter((operation) => 'request' in operations[operation]);

const kibibyte = 1024;
const limitOf = (operation: OperationName) =>
  (operation === 'estimatePayments' ? 128 : 64) * kibibyte;

const noJson: Record<string, BodyInit | null> = {
  'no body': null,
  'an empty body': '',
  'JSON cut short': '[{',
  nul: 'nul',
  'a single quote': '"',
  'UTF-16': new Uint8Array(Buffer.from('[{"id":"a","totalAmount":1}]', 'utf16le')),
  'UTF-8 cut inside a character': new Uint8Array([0x22, 0xc3]),
  'JSON with a byte that is no UTF-8': Buffer.from('[{"id":"\xff","totalAmount":1}]', 'latin1'),
  'JSON with a character of four bytes cut to three': Buffer.from(
    '[{"id":"\xf0\x9f\x98"}]',
    'latin1',
  ),
  'a trailing comma': '[1,]',
  'two values': '{} {}',
  NaN: 'NaN',
};

/** A chunk-wise body that counts the bytes taken from it, and never ends by itself. */
function createEndlessBody(chunk: Uint8Array) {
  const taken = { bytes: 0 };
  const body = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        taken.bytes += chunk.byteLength;
        controller.enqueue(chunk);
      },
    },
    { highWaterMark: 0 },
  );
  return { body, taken };
}

for (const operation of withBody) {
  describe(`The body of POST ${operations[operation].path}`, () => {
    for (const [what, raw] of Object.entries(noJson)) {
      it(`is refused as invalid JSON when it is ${what}`, async () => {
        const proxy = createTestProxy();
        assertRefused(proxy, await proxy.send(operation, { raw }), 400, 'invalid-json');
      });
    }

    const otherTypes = [
      'text/plain',
      'text/plain;charset=UTF-8',
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=x',
      'text/json',
      'application/json-patch+json',
      'application/jsonp',
      'application/json; charset=utf-16',
      'application/json, text/plain',
      'text/plain; application/json',
      '',
      null,
    ];
    for (const type of otherTypes) {
      it(`is refused as ${type ?? 'nothing'}`, async () => {
        const proxy = createTestProxy();
        const raw = new TextEncoder().encode(JSON.stringify(samples[operation].body));
        const response = await proxy.send(operation, { raw, headers: { 'content-type': type } });
        assertRefused(proxy, response, 415, 'unsupported-media-type');
      });
    }

    for (const encoding of ['gzip', 'br', 'gzip, identity', 'x']) {
      it(`is refused in the encoding ${encoding}`, async () => {
        const proxy = createTestProxy();
        const response = await proxy.send(operation, { headers: { 'content-encoding': encoding } });
        assertRefused(proxy, response, 415, 'unsupported-media-type');
      });
    }

    it('is taken in the encoding Identity', async () => {
      const { send } = createTestProxy();
      const headers = { 'content-encoding': 'Identity' };
      assert.equal((await send(operation, { headers })).status, 200);
    });

    const types = [
      'Application/JSON ; charset=UTF-8',
      'application/json;charset="utf-8"',
      'application/json; charset=utf8',
    ];
    for (const type of types) {
      it(`is taken as ${type}`, async () => {
        const { send } = createTestProxy();
        assert.equal((await send(operation, { headers: { 'content-type': type } })).status, 200);
      });
    }

    const limit = limitOf(operation);
    const valid = JSON.stringify(samples[operation].body);

    it(`is taken with ${limit} bytes`, async () => {
      const response = await createTestProxy().send(operation, { raw: valid.padEnd(limit) });
      assert.equal(response.status, 200);
    });

    it(`is refused with ${limit} bytes and one more`, async () => {
      const proxy = createTestProxy();
      const raw = valid.padEnd(limit + 1);
      assertRefused(proxy, await proxy.send(operation, { raw }), 413, 'body-too-large');
    });

    it('is not read at all when it announces too much', async () => {
      const proxy = createTestProxy();
      const { body: raw, taken } = createEndlessBody(new Uint8Array(kibibyte));
      const headers = { 'content-length': String(limit + 1) };
      const response = await proxy.send(operation, { raw, headers });
      assertRefused(proxy, response, 413, 'body-too-large');
      assert.equal(taken.bytes, 0);
    });

    for (const announced of [null, '1', 'abc']) {
      it(`is read to the limit and one chunk when it announces ${announced}`, async () => {
        const proxy = createTestProxy();
        const chunk = new Uint8Array(10_000).fill(0x20);
        const { body: raw, taken } = createEndlessBody(chunk);
        const headers = { 'content-length': announced };
        const response = await proxy.send(operation, { raw, headers });
        assertRefused(proxy, response, 413, 'body-too-large');
        assert.ok(taken.bytes <= limit + chunk.byteLength, `${taken.bytes} bytes`);
        assert.equal(response.headers.get('connection'), 'close'); // or its rest would hold up the next
      });
    }

    it('is counted in bytes, not in characters', async () => {
      const proxy = createTestProxy();
      const response = await proxy.send(operation, { raw: JSON.stringify('é'.repeat(limit / 2)) });
      assertRefused(proxy, response, 413, 'body-too-large');
    });

    it('is copied as it comes: the chunks of a hostile sender, a byte each, would fill the memory', async () => {
      const bytes = new TextEncoder().encode(valid);
      const chunk = new Uint8Array(1);
      let sent = 0;
      const pull = (controller: ReadableStreamDefaultController<Uint8Array>) => {
        if (sent === bytes.length) return controller.close();
        chunk.set(bytes.subarray(sent, (sent += 1)));
        controller.enqueue(chunk);
      };
      const raw = new ReadableStream<Uint8Array>({ pull }, { highWaterMark: 0 });
      assert.equal((await createTestProxy().send(operation, { raw })).status, 200);
    });

    it('is refused when it breaks off', async () => {
      const proxy = createTestProxy();
      const raw = new ReadableStream({ start: (body) => body.error(new Error('gone')) });
      assertRefused(proxy, await proxy.send(operation, { raw }), 400, 'invalid-json');
    });

    const depth = 30_000;
    const nests = {
      arrays: `${'['.repeat(depth)}${']'.repeat(depth)}`,
      'unclosed arrays': '['.repeat(depth),
      objects: `${'{"a":'.repeat(depth / 3)}1${'}'.repeat(depth / 3)}`,
    };
    for (const [what, raw] of Object.entries(nests)) {
      it(`is refused as a deep nest of ${what}`, async () => {
        const proxy = createTestProxy();
        assert.equal((await proxy.send(operation, { raw })).status, 400);
        assert.equal(proxy.service.calls.length, 0);
        assert.doesNotMatch(JSON.stringify(proxy.log), /RangeError/);
        assert.deepEqual(
          proxy.log.filter(({ level }) => level !== 'debug'),
          [],
        );
      });
    }
  });
}

describe('A body that was read before the proxy got it', () => {
  const readers: Record<string, (request: Request) => unknown> = {
    'as text': (request) => request.text(),
    'by a reader that keeps the stream': (request) => request.body?.getReader().read(),
  };
  for (const [how, readIt] of Object.entries(readers)) {
    it(`is refused with the reason, and logs no failure: ${how}`, async () => {
      const proxy = createTestProxy();
      const { path, body } = samples.createPrequalLink;
      const request = new Request(`${shop}/financing${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
      await readIt(request);
      const response = await read(await proxy.fetch(request));
      const { detail } = assertRefused(proxy, response, 400, 'invalid-json');
      assert.match(detail, /was read before the proxy got it/);
      assert.ok(proxy.log.every(({ level }) => level === 'debug'));
    });
  }
});

const never = () => new Promise<never>(() => undefined);

/** Requests as the Node adapter makes them, which read a body whole, and as all others are. */
const requests: Record<string, (body: () => Promise<Uint8Array<ArrayBuffer>>) => Request> = {
  'read whole': (bytes) =>
    Object.assign(new Request(shop, { method: 'POST', body: '' }), { bytes }),
  'read as a stream': (bytes) => {
    const pull = async (controller: ReadableStreamDefaultController<Uint8Array>) => {
      controller.enqueue(await bytes());
      controller.close();
    };
    const body = new ReadableStream<Uint8Array>({ pull }, { highWaterMark: 0 });
    return new Request(shop, { method: 'POST', body, duplex: 'half' } as RequestInit);
  },
};

for (const [how, create] of Object.entries(requests)) {
  describe(`A body that is ${how}`, () => {
    const bytes = (length: number) => () => Promise.resolve(new Uint8Array(length).fill(7));

    it('is taken up to the limit', async () => {
      for (const length of [0, 1, kibibyte]) {
        assert.deepEqual(await readBytes(create(bytes(length)), kibibyte), await bytes(length)());
      }
    });

    it('is refused beyond it, whatever its header says, with the limit in words', async () => {
      await assert.rejects(readBytes(create(bytes(2 * kibibyte + 1)), 2 * kibibyte), {
        code: 'body-too-large',
        detail: 'The body is larger than 2 KiB.',
      });
    });

    it('is refused with the reason where it breaks off', async () => {
      await assert.rejects(
        readBytes(
          create(() => Promise.reject(new Error('gone'))),
          kibibyte,
        ),
        {
          code: 'invalid-json',
          detail: 'The body ended early, or was read before the proxy got it.',
        },
      );
    });

    it('is refused after 7.5 s, and its connection closed', async (t) => {
      t.mock.timers.enable({ apis: ['setTimeout'] });
      const errors: unknown[] = [];
      const read = readBytes(create(never), kibibyte).catch((error: unknown) => errors.push(error));
      t.mock.timers.tick(7_499);
      await setImmediate();
      assert.equal(errors.length, 0);
      t.mock.timers.tick(1);
      await read;
      const [error] = errors;
      assert.ok(error instanceof ProblemError);
      assert.equal(error.code, 'body-timeout');
      assert.deepEqual(error.extras, { headers: { connection: 'close' } });
    });
  });
}

describe('A body in chunks', () => {
  it('is taken where it announces as many bytes as the limit has', async () => {
    const headers = { 'content-length': '2' };
    const request = new Request(shop, { method: 'POST', headers, body: '{}' });
    assert.equal((await readBytes(request, 2)).length, 2);
  });

  it('is put together in their order', async () => {
    const chunks = Array.from({ length: 100 }, (_, index) => new Uint8Array(index).fill(index));
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        for (const chunk of chunks) controller.enqueue(chunk);
        controller.close();
      },
    });
    const request = new Request(shop, { method: 'POST', body, duplex: 'half' } as RequestInit);
    const joined = new Uint8Array(Buffer.concat(chunks));
    assert.deepEqual(await readBytes(request, joined.length), joined);
  });

  const streamed = (source: UnderlyingDefaultSource) => {
    const body = new ReadableStream(source);
    return new Request(shop, { method: 'POST', body, duplex: 'half' } as RequestInit);
  };

  it('is let go of where it comes too slowly', async (t) => {
    t.mock.timers.enable({ apis: ['setTimeout'] });
    const cancel = t.mock.fn();
    const refused = assert.rejects(readBytes(streamed({ cancel }), kibibyte), ProblemError);
    t.mock.timers.tick(7_500);
    await refused;
    assert.equal(cancel.mock.callCount(), 1);
  });

  it('is not canceled where it is too large: more of it may have been received', async (t) => {
    const cancel = t.mock.fn();
    const request = streamed({ start: (body) => body.enqueue(new Uint8Array(2_000)), cancel });
    await assert.rejects(readBytes(request, kibibyte), ProblemError);
    assert.equal(cancel.mock.callCount(), 0);
  });
});

describe('readText()', () => {
  it('leaves a byte order mark out', async () => {
    const body = new Uint8Array([0xef, 0xbb, 0xbf, 0x7b, 0x7d]);
    assert.equal(await readText(new Request(shop, { method: 'POST', body }), kibibyte), '{}');
  });
});

describe('parseJson()', () => {
  const list = (count: number) => JSON.stringify(Array<number>(count).fill(1));
  const object = (count: number) =>
    JSON.stringify(Object.fromEntries(Array.from({ length: count }, (_, index) => [index, 1])));
  for (const [what, text, isTaken] of [
    ['2,000 values', list(2_000), true],
    ['2,001 values', list(2_001), false],
    ['103 fields', object(103), true],
    ['104 fields', object(104), false],
    ['106 fields in two objects', `[{},${object(106)}]`, true],
    ['107 fields in two objects', `[{},${object(107)}]`, false],
    ['2,001 brackets', `${'['.repeat(1_001)}${'{"a":'.repeat(1_000)}`, false],
    [
      'any text as one value',
      JSON.stringify(['\\', ',[{:"'.repeat(2_000), ...Array<number>(1_998).fill(1)]),
      true,
    ],
  ] as const) {
    it(`${isTaken ? 'takes' : 'refuses'} ${what}`, () => {
      if (isTaken) assert.deepEqual(parseJson(text), JSON.parse(text));
      else assert.throws(() => parseJson(text), { code: 'invalid-request' });
    });
  }
});

describe('checkMediaType()', () => {
  const request = (headers: HeadersInit) => new Request(shop, { headers });

  it('says what is wrong with an encoding', () => {
    const headers = { 'content-type': 'application/json', 'content-encoding': 'gzip' };
    assert.throws(() => checkMediaType(request(headers)), {
      code: 'unsupported-media-type',
      detail: 'Send a body without Content-Encoding.',
    });
  });

  for (const [type, isTaken] of [
    ['application/json;', true],
    ['application/json ; ', true],
    ['application/json ;  charset="UTF-8" ;', true],
    ['x application/json', false],
    ['application/json x', false],
    ['application/json;charset=utf-8x', false],
    ['application/json charset=utf-8', false],
  ] as const) {
    it(`${isTaken ? 'takes' : 'refuses'} ${type}`, () => {
      const check = () => checkMediaType(request({ 'content-type': type }));
      if (isTaken) check();
      else assert.throws(check, { code: 'unsupported-media-type' });
    });
  }

  for (const encoding of ['xidentity', 'identityx']) {
    it(`refuses the encoding ${encoding}`, () => {
      const headers = { 'content-type': 'application/json', 'content-encoding': encoding };
      assert.throws(() => checkMediaType(request(headers)), { code: 'unsupported-media-type' });
    });
  }
});

describe('A Content-Type with 60,000 spaces', () => {
  for (const start of ['application/json', 'application/json;charset=utf-8']) {
    it(`is refused after ${start}`, async () => {
      const proxy = createTestProxy();
      const headers = { 'content-type': `${start}${' '.repeat(60_000)}x` };
      const response = await proxy.send('estimatePayments', { headers });
      assertRefused(proxy, response, 415, 'unsupported-media-type');
    });
  }
});

// A refusal must cost little, whatever the input: otherwise refused requests slow down the requests of shoppers.

const repeat = (count: number, make: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => make(index)).join();

const errorsOf = ({ body }: ReadResponse) =>
  (body as { errors: { path: string; message: string }[] }).errors;

describe('A body that no contract body resembles', () => {
  const bodies = {
    '9,000 unknown fields': `[{"id":"a","totalAmount":1,${repeat(9_000, (n) => `"f${n}":1`)}}]`,
    '60,000 numbers': `[${repeat(60_000, () => '1')}]`,
    '9,000 fields in place of a list': `{${repeat(9_000, (n) => `"f${n}":1`)}}`,
    '60,000 nested arrays': '['.repeat(60_000) + ']'.repeat(60_000),
    '10,000 nested objects': '{"a":'.repeat(10_000) + '1' + '}'.repeat(10_000),
    'a text that ends in a backslash, and then 9,000 fields': `[{"id":"\\\\",${repeat(9_000, (n) => `"f${n}":1`)}}]`,
  };
  for (const [what, raw] of Object.entries(bodies)) {
    it(`is refused before it is parsed: ${what}`, async (t) => {
      const proxy = createTestProxy();
      const parse = t.mock.method(JSON, 'parse');
      const response = await proxy.send('estimatePayments', { raw });
      // The answer itself is parsed by the test.
      const parsed = parse.mock.calls.filter((call) => call.arguments[0] === raw);
      parse.mock.restore();
      assert.equal(parsed.length, 0);
      assertRefused(proxy, response, 400, 'invalid-request');
      assert.deepEqual(errorsOf(response), [
        {
          path: '',
          message: 'More than 2,000 values, or objects of more than 100 fields',
        },
      ]);
    });
  }

  const harmless = {
    'brackets and commas in a text': JSON.stringify([
      { id: '[{,'.repeat(40), totalAmount: 1 },
      { id: `\\",[[[[[[[[[[[[[[[[[[${'"'.repeat(20)}`, totalAmount: 1 },
    ]),
    '101 colons in a text': JSON.stringify([{ id: ':'.repeat(101), totalAmount: 1 }]),
    '500 items': JSON.stringify(
      Array.from({ length: 500 }, (_, index) => ({ id: `item-${index}`, totalAmount: 1 })),
    ),
  };
  for (const [what, raw] of Object.entries(harmless)) {
    it(`is not taken for ${what}`, async () => {
      const { send } = createTestProxy();
      assert.equal((await send('estimatePayments', { raw })).status, 200);
    });
  }
});

describe('The errors of a refused body', () => {
  it('are the first 20 of its unknown fields', async () => {
    const raw = `[{"id":"a","totalAmount":1,${repeat(98, (n) => `"f${n}":1`)}}]`;
    const proxy = createTestProxy();
    const response = await proxy.send('estimatePayments', { raw });
    assertRefused(proxy, response, 400, 'invalid-request');
    assert.deepEqual(
      errorsOf(response).map(({ path }) => path),
      Array.from({ length: 20 }, (_, index) => `[0].f${index}`),
    );
  });

  it('are 20, after which no item is looked at', () => {
    let reads = 0;
    const item = {
      id: '',
      get totalAmount() {
        reads += 1;
        return 'wrong';
      },
    };
    assert.throws(() => parseItems(Array<unknown>(500).fill(item)), {
      extras: { errors: errorsOfItems(10) },
    });
    assert.ok(reads < 30, `${reads} reads`);
  });
});

describe('A query with many parameters', () => {
  it('is refused before its names are compared', async () => {
    const proxy = createTestProxy();
    const query = `?${repeat(4_000, (n) => `p${n}`).replaceAll(',', '&')}`;
    const response = await proxy.send('estimatePayments', { query });
    assertRefused(proxy, response, 400, 'invalid-request');
    assert.deepEqual(errorsOf(response), [{ path: '', message: 'More than 20 query parameters' }]);
  });

  it('is checked by name up to 20', async () => {
    const proxy = createTestProxy();
    const query = `?${repeat(20, (n) => `p${n}`).replaceAll(',', '&')}`;
    const response = await proxy.send('estimatePayments', { query });
    assert.equal(errorsOf(response).length, 20);
  });
});

function errorsOfItems(count: number) {
  return Array.from({ length: count }, (_, index) => [
    { path: `[${index}].id`, message: 'Empty' },
    { path: `[${index}].totalAmount`, message: 'Must be a number' },
  ]).flat();
}
