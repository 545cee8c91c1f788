import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { EstimateItem } from '../../src/contract/index.js';
import { financed, inapplicable } from '../support/samples.js';
import { assertRefused, createTestProxy, type RequestChanges } from '../support/test-proxy.js';
import { pluck } from '../support/assertions.js';

const operation = 'estimatePayments';

/** Asserts that an estimation is rejected before it reaches the service, and returns the paths of the errors. */
async function rejectedPaths(changes: RequestChanges): Promise<string[] | undefined> {
  const proxy = createTestProxy();
  const response = await proxy.send(operation, changes);
  return assertRefused(proxy, response, 400, 'invalid-request').errors?.map(({ path }) => path);
}

/** Returns one outcome for amounts that are separated by spaces. */
function outcomes<Outcome>(outcome: Outcome, written: string): Record<string, Outcome> {
  return Object.fromEntries(written.split(' ').map((amount) => [amount, outcome]));
}

function itemsOf(count: number): EstimateItem[] {
  return Array.from({ length: count }, (_, index) => ({ id: `item-${index}`, totalAmount: 100 }));
}

describe('The items of an estimation', () => {
  it('reach the service in one call of at most 500', async () => {
    const { send, service } = createTestProxy();
    const items = itemsOf(500);
    const { body } = await send(operation, { body: items });
    assert.deepEqual(
      body,
      items.map(({ id }) => financed(id)),
    );
    assert.equal(service.calls.length, 1);
  });

  const item = { id: 'a', totalAmount: 1 };
  for (const shape of [[], itemsOf(501), item, { 0: item }, null, 'a', 5, [[item]], [null]]) {
    it(`can't be ${JSON.stringify(shape).slice(0, 40)}`, async () => {
      await rejectedPaths({ raw: JSON.stringify(shape) });
    });
  }
});

describe('The totalAmount of an item', () => {
  /** The amount that the service gets for a written amount: -1 if the amount can't be financed, or the code of the error. */
  const amounts: Record<string, number | 'invalid-request' | 'invalid-json'> = {
    '0.01': 0.01,
    '1299': 1299,
    '1299.00': 1299,
    '19.99': 19.99,
    '1e2': 100,
    '999999999.99': 999_999_999.99,
    '1.005': 1.01, // though 1.005 * 100 is 100.49999999999999
    '0.005': 0.01,
    '999999999.991': 999_999_999.99,
    ...outcomes(-1, '0 -0 0.0 -5 -0.01 0.001 0.004 1e-400 1e-9 -1e308'),
    ...outcomes(-1, '999999999.996 1000000000 1e21 1e308'),
    ...outcomes('invalid-request', '"100" null true [] {} [100] "" 1e309 -1e309'),
    ...outcomes('invalid-json', 'NaN Infinity 0x10 1_000 .5 1. 01'),
  };
  const good = { id: 'good', totalAmount: 1299.5 };
  for (const [written, outcome] of Object.entries(amounts)) {
    it(`written as ${written} is ${outcome}, and doesn't affect another item`, async () => {
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
      assert.deepEqual(pluck(proxy.service.calls, 'body'), [asked]);
      const odd = outcome === -1 ? inapplicable('odd') : financed('odd');
      assert.deepEqual(response.body, [odd, financed('good')]);
    });
  }
});

describe('The id of an item', () => {
  for (const id of ['', 1, 'x'.repeat(129), 'a\nb', 'a\0', '\u001b[31m', '\ud83d', null]) {
    it(`can't be ${JSON.stringify(id).slice(0, 20)}`, async () => {
      assert.deepEqual(await rejectedPaths({ body: [{ id, totalAmount: 1 }] }), ['[0].id']);
    });
  }

  /** Returns the amount of an item as its APR, in reverse order. */
  const createRates = () =>
    createTestProxy({}, ({ body }) => {
      const items = body as EstimateItem[];
      return Response.json(
        items.map(({ id, totalAmount }) => financed(id, { apr: totalAmount })).reverse(),
      );
    });

  const lists: Record<string, string[]> = {
    // oxfmt-ignore
    'unusual ids': [
      '__proto__', 'constructor', 'toString', 'hasOwnProperty', '🛋️ é', 'x'.repeat(128), '"',
    ],
    'equal ids': ['a', 'b', 'a', 'a'],
    'ids that look like positions': ['1', '0', '1', '3'],
  };
  for (const [what, ids] of Object.entries(lists)) {
    it(`comes back unchanged with the estimate of its item: ${what}`, async () => {
      const items = ids.map((id, index) => ({ id, totalAmount: index + 1 }));
      const { body } = await createRates().send(operation, { body: items });
      assert.deepEqual(
        pluck(body as { id: string; apr: number }[], 'id', 'apr'),
        items.map(({ id, totalAmount }) => [id, totalAmount]),
      );
    });
  }
});

describe('An item with another field', () => {
  for (const field of ['foo', '__proto__', 'constructor', 'prototype', 'downPayment']) {
    it(`is rejected, and the error names ${field}`, async () => {
      const raw = `[{"id":"a","totalAmount":1,"${field}":{"x":1}}]`;
      assert.deepEqual(await rejectedPaths({ raw }), [`[0].${field}`]);
      assert.equal(({} as { x?: unknown }).x, undefined);
    });
  }
});

describe('The query of an estimation', () => {
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
    it(`can't be ${query.slice(0, 40)}`, async () => {
      assert.deepEqual(await rejectedPaths({ query: `?${query}` }), [path]);
    });
  }
});
