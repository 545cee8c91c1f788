import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { createFinancingClient, type FinancingClient } from '../../src/client/index.js';
import { toJson } from '../../src/client/json.js';
import { property } from '../support/property.js';

type Changed = Record<string, unknown>;

/** What Prototype.js 1.6 adds: `toJSON` returns JSON already, which `JSON.stringify` then quotes as a text. */
function addPrototypeJs(): () => void {
  const inspect = (value: unknown): string =>
    Array.isArray(value)
      ? `[${value.filter((each) => each !== undefined).map(inspect)}]`
      : `"${String(value)}"`;
  return change(
    [Array.prototype, inspectThis],
    [String.prototype, inspectThis],
    [Date.prototype, inspectThis],
    [Object.prototype, inspectThis],
  );

  function inspectThis(this: unknown): string {
    return inspect(this);
  }
}

/** A page that replaces `JSON.stringify` by one of its own, which writes something else. */
function replaceStringify(): () => void {
  const { stringify } = JSON;
  JSON.stringify = () => '{}';
  return () => {
    JSON.stringify = stringify;
  };
}

function change(...additions: [object, () => string][]): () => void {
  const before = additions.map(([target]) => Object.getOwnPropertyDescriptor(target, 'toJSON'));
  for (const [target, toJSON] of additions) (target as Changed)['toJSON'] = toJSON;
  return () => {
    for (const [index, [target]] of additions.entries()) {
      const own = before[index];
      if (own) Object.defineProperty(target, 'toJSON', own);
      else delete (target as Changed)['toJSON'];
    }
  };
}

describe('toJson()', () => {
  property(
    'writes any value of JSON as JSON.stringify does',
    [fc.jsonValue({ stringUnit: 'binary' })],
    (value) => {
      assert.deepEqual(JSON.parse(toJson(value)!), JSON.parse(JSON.stringify(value)));
    },
  );

  for (const value of [
    undefined,
    () => 1,
    NaN,
    [undefined, () => 1],
    { a: undefined, b: [Infinity] },
    new Date(0),
    new Date(NaN),
    { toJSON: () => ({ a: 1 }) },
    'a"b\\c\u0000\n\u2028\ud800',
    new Map([[1, 2]]),
  ]) {
    it(`writes ${String(JSON.stringify(value))}`, () => {
      const expected = JSON.stringify(value) as string | undefined;
      const json = toJson(value);
      assert.deepEqual(json && JSON.parse(json), expected && JSON.parse(expected));
    });
  }

  it('throws for a bigint and for a circle', () => {
    const circle: { self?: unknown } = {};
    circle.self = circle;
    assert.throws(() => toJson(1n), TypeError);
    assert.throws(() => toJson(circle), RangeError);
  });
});

/** The bodies that the proxy gets. */
async function askedBy(prepare: () => () => void, use: (client: FinancingClient) => unknown) {
  const sent: string[] = [];
  const fetch = async (request: Request) => {
    const body = await request.text();
    sent.push(body);
    // Not by Response.json(), which the page has changed as well.
    const numbers = '"monthlyAmount":10,"amountFinanced":100,"downPayment":0,"apr":0';
    const estimates = [...body.matchAll(/"id":"\d+"/g)].map(([id]) => `{${id},${numbers}}`);
    return new Response(
      estimates.length ? `[${estimates.join(',')}]` : '{"url":"https://a.example"}',
    );
  };
  const restore = prepare();
  try {
    await use(createFinancingClient({ fetch, endpoint: 'https://shop.example/financing' }));
  } finally {
    restore();
  }
  return sent.map((text) => JSON.parse(text) as unknown);
}

for (const [page, prepare] of [
  ['with Prototype.js', addPrototypeJs],
  ['with a JSON.stringify of its own', replaceStringify],
] as const) {
  describe(`a client on a page ${page}`, () => {
    it('asks for the right estimates, each location by itself', async () => {
      const asked = await askedBy(prepare, (client) =>
        Promise.all([
          client.estimate({ amount: 100, location: 'a' }),
          client.estimate({ amount: 200, location: 'a' }),
          client.estimate({ amount: 100, timeZone: 'a' }),
        ]),
      );
      assert.deepEqual(asked, [
        [
          { id: '10000', totalAmount: 100 },
          { id: '20000', totalAmount: 200 },
        ],
        [{ id: '10000', totalAmount: 100 }],
      ]);
    });

    it('asks for the right links', async () => {
      const request = { location: 'a', customerDetails: { firstName: 'Ann' }, sendSMS: false };
      const asked = await askedBy(prepare, (client) => client.createPrequalLink(request));
      assert.deepEqual(asked, [[request]]);
    });
  });
}
