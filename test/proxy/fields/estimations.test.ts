import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { EstimateItem } from '../../../src/contract/index.js';
import { financed } from '../../support/samples.js';
import { assertRefused, createTestProxy } from '../../support/test-proxy.js';

const operation = 'estimatePayments';

/** What the service receives for these items. */
async function receivedFor(items: string): Promise<unknown> {
  const { ask, service } = createTestProxy();
  const answer = await ask(operation, { raw: items });
  assert.equal(answer.status, 200, answer.text);
  assert.equal(service.calls.length, 1);
  return service.calls[0]!.body;
}

function itemsOf(count: number): EstimateItem[] {
  return Array.from({ length: count }, (_, index) => ({ id: `item-${index}`, totalAmount: 100 }));
}

describe('The items of an estimation', () => {
  for (const count of [1, 500]) {
    it(`are all estimated when there are ${count}`, async () => {
      const { ask, service } = createTestProxy();
      const items = itemsOf(count);
      const answer = await ask(operation, { body: items });
      assert.deepEqual(
        answer.body,
        items.map(({ id }) => financed(id)),
      );
      assert.equal(service.calls.length, 1);
    });
  }

  const shapes: Record<string, unknown> = {
    'no items': [],
    '501 items': itemsOf(501),
    'an object': { id: 'a', totalAmount: 1 },
    'an object of items': { 0: { id: 'a', totalAmount: 1 } },
    null: null,
    'a string': 'a',
    'a number': 5,
    'a nested array': [[{ id: 'a', totalAmount: 1 }]],
    'a null item': [null],
  };
  for (const [what, body] of Object.entries(shapes)) {
    it(`are refused as ${what}`, async () => {
      const proxy = createTestProxy();
      const answer = await proxy.ask(operation, { raw: JSON.stringify(body) });
      assertRefused(proxy, answer, 400, 'invalid-request');
    });
  }
});

describe('The totalAmount of an item', () => {
  const wrong = [
    ...['"100"', 'null', 'true', '[]', '{}', '[100]', '""'],
    ...['1e309', '-1e309'],
    ...['-5', '-0', '0', '0.0', '0.001', '0.004', '1e-400', '1e-9'],
    ...['1.005', '99.999', '1000000000', '999999999.991', '12.34001', '1e21'],
  ];
  for (const text of wrong) {
    it(`is refused as ${text}`, async () => {
      const proxy = createTestProxy();
      const raw = `[{"id":"a","totalAmount":${text}}]`;
      const problem = assertRefused(
        proxy,
        await proxy.ask(operation, { raw }),
        400,
        'invalid-request',
      );
      assert.equal(problem.errors?.[0]?.path, '[0].totalAmount');
    });
  }

  it('is refused when it is absent, by the place of the item', async () => {
    const proxy = createTestProxy();
    const body = [{ id: 'a', totalAmount: 1 }, { id: 'b' }];
    const answer = await proxy.ask(operation, { body });
    const { errors } = assertRefused(proxy, answer, 400, 'invalid-request');
    assert.deepEqual(
      errors?.map(({ path }) => path),
      ['[1].totalAmount'],
    );
  });

  for (const text of ['NaN', 'Infinity', '-Infinity', '0x10', '1_000', '.5', '1.', '01']) {
    it(`is no JSON as ${text}`, async () => {
      const proxy = createTestProxy();
      const raw = `[{"id":"a","totalAmount":${text}}]`;
      assertRefused(proxy, await proxy.ask(operation, { raw }), 400, 'invalid-json');
    });
  }

  const kept: [written: string, sent: number][] = [
    ['0.01', 0.01],
    ['1299', 1299],
    ['1299.00', 1299],
    ['19.99', 19.99],
    ['1e2', 100],
    ['999999999.99', 999_999_999.99],
    ['0.30000000000000004', 0.3],
    ['1.1500000000000001', 1.15],
    ['33.300000000000004', 33.3],
    ['9.99999999999998', 10], // a hundred times 0.1
    ['99999999.99000001', 99_999_999.99],
  ];
  for (const [written, sent] of kept) {
    it(`is sent as ${sent} when it is written ${written}`, async () => {
      const items = `[{"id":"a","totalAmount":${written}}]`;
      assert.deepEqual(await receivedFor(items), [{ id: 'a', totalAmount: sent }]);
    });
  }
});

describe('The id of an item', () => {
  const wrong: Record<string, unknown> = {
    'an empty text': '',
    'a number': 1,
    '129 characters': 'x'.repeat(129),
    'a line break': 'a\nb',
    'a NUL': 'a\0',
    'an escape': '\u001b[31m',
    'a lone surrogate': '\ud83d',
    null: null,
  };
  for (const [what, id] of Object.entries(wrong)) {
    it(`is refused as ${what}`, async () => {
      const proxy = createTestProxy();
      const answer = await proxy.ask(operation, { body: [{ id, totalAmount: 1 }] });
      const { errors } = assertRefused(proxy, answer, 400, 'invalid-request');
      assert.equal(errors?.[0]?.path, '[0].id');
    });
  }

  it('is refused when another item has it', async () => {
    const proxy = createTestProxy();
    const body = ['a', 'b', 'a'].map((id) => ({ id, totalAmount: 1 }));
    const { errors } = assertRefused(
      proxy,
      await proxy.ask(operation, { body }),
      400,
      'invalid-request',
    );
    assert.deepEqual(
      errors?.map(({ path }) => path),
      ['[2].id'],
    );
  });

  const odd = [
    '__proto__',
    'constructor',
    'toString',
    'hasOwnProperty',
    '🛋️ é',
    'x'.repeat(128),
    '"',
  ];
  it('comes back exactly, and joined right, however odd', async () => {
    const { ask } = createTestProxy({}, ({ body }) => {
      const items = body as EstimateItem[];
      return Response.json(
        items.map(({ id, totalAmount }) => financed(id, { apr: totalAmount })).reverse(),
      );
    });
    const items = odd.map((id, index) => ({ id, totalAmount: index + 1 }));
    const { body } = await ask(operation, { body: items });
    assert.deepEqual(
      (body as { id: string; apr: number }[]).map(({ id, apr }) => [id, apr]),
      items.map(({ id, totalAmount }) => [id, totalAmount]),
    );
    assert.equal(({} as { x?: unknown }).x, undefined);
  });
});

describe('An item with other fields', () => {
  const fields = ['foo', '__proto__', 'constructor', 'prototype', 'downPayment'];
  for (const field of fields) {
    it(`is refused for ${field}, by its path`, async () => {
      const proxy = createTestProxy();
      const raw = `[{"id":"a","totalAmount":1,"${field}":{"x":1}}]`;
      const answer = await proxy.ask(operation, { raw });
      const { errors } = assertRefused(proxy, answer, 400, 'invalid-request');
      assert.deepEqual(errors, [{ path: `[0].${field}`, message: 'Unknown field' }]);
      assert.equal(({} as { x?: unknown }).x, undefined);
    });
  }
});

describe('The query of an estimation', () => {
  /** The query that the service receives. */
  async function sentQuery(query: string): Promise<Record<string, string>> {
    const { ask, service } = createTestProxy();
    assert.equal((await ask(operation, { query })).status, 200);
    return Object.fromEntries(new URL(service.calls[0]!.path, 'https://x').searchParams);
  }

  it('is left out where there is none', async () => {
    assert.deepEqual(await sentQuery(''), {});
  });

  it('is passed on', async () => {
    const query = '?timeZone=America/New_York&location=Store%20%231&representative=Ada%26Co';
    assert.deepEqual(await sentQuery(query), {
      timeZone: 'America/New_York',
      location: 'Store #1',
      representative: 'Ada&Co',
    });
  });

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
      const proxy = createTestProxy();
      const answer = await proxy.ask(operation, { query: `?${query}` });
      const { errors } = assertRefused(proxy, answer, 400, 'invalid-request');
      assert.deepEqual(
        errors?.map((error) => error.path),
        [path],
      );
    });
  }
});
