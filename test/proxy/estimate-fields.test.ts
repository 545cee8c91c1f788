import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { EstimateItem } from '../../src/contract/index.js';
import { financed, inapplicable } from '../support/samples.js';
import { assertRefused, createTestProxy, type RequestChanges } from '../support/test-proxy.js';

const operation = 'estimatePayments';

/** Asserts that an estimation is refused as invalid and reaches no service, and returns the paths of the errors. */
async function refusedPaths(difference: RequestChanges): Promise<string[] | undefined> {
  const proxy = createTestProxy();
  const response = await proxy.send(operation, difference);
  return assertRefused(proxy, response, 400, 'invalid-request').errors?.map(({ path }) => path);
}

function itemsOf(count: number): EstimateItem[] {
  return Array.from({ length: count }, (_, index) => ({ id: `item-${index}`, totalAmount: 100 }));
}

describe('The items of an estimation', () => {
  for (const count of [1, 500]) {
    it(`are all estimated in one call when there are ${count}`, async () => {
      const { send, service } = createTestProxy();
      const items = itemsOf(count);
      const { body } = await send(operation, { body: items });
      assert.deepEqual(
        body,
        items.map(({ id }) => financed(id)),
      );
      assert.equal(service.calls.length, 1);
    });
  }

  const item = { id: 'a', totalAmount: 1 };
  const shapes = [[], itemsOf(501), item, { 0: item }, null, 'a', 5, [[item]], [null]];
  for (const shape of shapes) {
    it(`are refused as ${JSON.stringify(shape).slice(0, 40)}`, async () => {
      await refusedPaths({ raw: JSON.stringify(shape) });
    });
  }
});

describe('The totalAmount of an item', () => {
  /** What is written; what the service is asked for, -1 where it is answered without it, or the code of the refusal. */
  const amounts: [written: string, outcome: number | 'invalid-request' | 'invalid-json'][] = [
    ['0.01', 0.01],
    ['1299', 1299],
    ['1299.00', 1299],
    ['19.99', 19.99],
    ['1e2', 100],
    ['999999999.99', 999_999_999.99],
    ['0.30000000000000004', 0.3],
    ['33.300000000000004', 33.3],
    ['9.99999999999998', 10],
    ['1200.555', 1200.56],
    ['1.005', 1.01], // though 1.005 * 100 is 100.49999999999999
    ['8.575', 8.58],
    ['1.00499', 1],
    ['0.005', 0.01],
    ['99.999', 100],
    ['12.34001', 12.34],
    ['0.006', 0.01],
    ['999999999.991', 999_999_999.99],
    ...['0', '-0', '0.0', '-5', '-0.01', '0.001', '0.004', '1e-400', '1e-9', '-1e308'].map(
      (written): [string, number] => [written, -1],
    ),
    ...['999999999.996', '1000000000', '1e21', '1e308'].map((written): [string, number] => [
      written,
      -1,
    ]),
    ...['"100"', 'null', 'true', '[]', '{}', '[100]', '""', '1e309', '-1e309'].map(
      (written): [string, 'invalid-request'] => [written, 'invalid-request'],
    ),
    ...['NaN', 'Infinity', '0x10', '1_000', '.5', '1.', '01'].map(
      (written): [string, 'invalid-json'] => [written, 'invalid-json'],
    ),
  ];
  const good = { id: 'good', totalAmount: 1299.5 };
  for (const [written, outcome] of amounts) {
    it(`is ${outcome} as ${written}, and costs a good item nothing`, async () => {
      const proxy = createTestProxy();
      const raw = `[{"id":"odd","totalAmount":${written}},${JSON.stringify(good)}]`;
      const response = await proxy.send(operation, { raw });
      if (typeof outcome === 'string') {
        const { errors } = assertRefused(proxy, response, 400, outcome);
        const path = outcome === 'invalid-request' ? '[0].totalAmount' : undefined;
        return assert.equal(errors?.[0]?.path, path);
      }
      assert.equal(response.status, 200, response.text);
      const asked = outcome === -1 ? [good] : [{ id: 'odd', totalAmount: outcome }, good];
      assert.deepEqual(
        proxy.service.calls.map(({ body }) => body),
        [asked],
      );
      const odd = outcome === -1 ? inapplicable('odd') : financed('odd');
      assert.deepEqual(response.body, [odd, financed('good')]);
    });
  }

  it('asks the service for nothing when no amount can be financed', async () => {
    const { send, service } = createTestProxy();
    const body = [-5, 0, 1e9].map((totalAmount, index) => ({ id: `${index}`, totalAmount }));
    for (let times = 0; times < 2; times += 1) {
      const response = await send(operation, { body });
      assert.deepEqual(response.body, ['0', '1', '2'].map(inapplicable));
    }
    assert.equal(service.calls.length, 0);
  });

  it('is refused when it is absent, by the place of the item', async () => {
    const body = [{ id: 'a', totalAmount: 1 }, { id: 'b' }];
    assert.deepEqual(await refusedPaths({ body }), ['[1].totalAmount']);
  });
});

describe('The id of an item', () => {
  const wrong = ['', 1, 'x'.repeat(129), 'a\nb', 'a\0', '\u001b[31m', '\ud83d', null];
  for (const id of wrong) {
    it(`is refused as ${JSON.stringify(id).slice(0, 20)}`, async () => {
      assert.deepEqual(await refusedPaths({ body: [{ id, totalAmount: 1 }] }), ['[0].id']);
    });
  }

  /** Answers with the amount as the rate, in the reverse order. */
  const createRates = () =>
    createTestProxy({}, ({ body }) => {
      const items = body as EstimateItem[];
      return Response.json(
        items.map(({ id, totalAmount }) => financed(id, { apr: totalAmount })).reverse(),
      );
    });

  const lists: Record<string, string[]> = {
    'however odd': [
      ...['__proto__', 'constructor', 'toString', 'hasOwnProperty', '🛋️ é', 'x'.repeat(128), '"'],
    ],
    'also beside equal ids': ['a', 'b', 'a', 'a'],
    'also where it looks like a place': ['1', '0', '1', '3'],
  };
  for (const [what, ids] of Object.entries(lists)) {
    it(`comes back exactly, and joined right, ${what}`, async () => {
      const items = ids.map((id, index) => ({ id, totalAmount: index + 1 }));
      const { body } = await createRates().send(operation, { body: items });
      assert.deepEqual(
        (body as { id: string; apr: number }[]).map(({ id, apr }) => [id, apr]),
        items.map(({ id, totalAmount }) => [id, totalAmount]),
      );
    });
  }

  it('may be there twice for one amount, which is asked for once', async () => {
    const { send, service } = createRates();
    const { body } = await send(operation, {
      body: [1, 1].map((n) => ({ id: 'a', totalAmount: n })),
    });
    assert.deepEqual(body, [financed('a', { apr: 1 }), financed('a', { apr: 1 })]);
    assert.deepEqual(service.calls[0]!.body, [{ id: 'a', totalAmount: 1 }]);
  });
});

describe('An item with other fields', () => {
  for (const field of ['foo', '__proto__', 'constructor', 'prototype', 'downPayment']) {
    it(`is refused for ${field}, by its path`, async () => {
      const raw = `[{"id":"a","totalAmount":1,"${field}":{"x":1}}]`;
      assert.deepEqual(await refusedPaths({ raw }), [`[0].${field}`]);
      assert.equal(({} as { x?: unknown }).x, undefined);
    });
  }
});

describe('The query of an estimation', () => {
  const passed: [query: string, sent: Record<string, string>][] = [
    ['', {}],
    [
      '?timeZone=America/New_York&location=Store%20%231&representative=Ada%26Co',
      { timeZone: 'America/New_York', location: 'Store #1', representative: 'Ada&Co' },
    ],
  ];
  for (const [query, sent] of passed) {
    it(`is passed on: ${query}`, async () => {
      const { send, service } = createTestProxy();
      assert.equal((await send(operation, { query })).status, 200);
      const { searchParams } = new URL(service.calls[0]!.path, 'https://x');
      assert.deepEqual(Object.fromEntries(searchParams), sent);
    });
  }

  const wrong: [query: string, path: string][] = [
    ['timeZone=+05:00', 'timeZone'],
    ['timeZone=X%0d%0aY', 'timeZone'],
    ['timeZone=Mars/Olympus', 'timeZone'],
    ['location=a&location=b', 'location'],
    ['location=a&location=a', 'location'],
    ['location[]=a', '["location[]"]'],
    ['Location=a', 'Location'],
    ['__proto__=a', '__proto__'],
    ['foo=a', 'foo'],
    ['location=', 'location'],
    ['representative=', 'representative'],
    [`location=${'x'.repeat(257)}`, 'location'],
    ['location=a%0a%7B%22level%22:60%7D', 'location'],
    ['representative=%1b[31m', 'representative'],
  ];
  for (const [query, path] of wrong) {
    it(`is refused as ${query.slice(0, 40)}`, async () => {
      assert.deepEqual(await refusedPaths({ query: `?${query}` }), [path]);
    });
  }
});
