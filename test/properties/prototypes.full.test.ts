import assert from 'node:assert/strict';
import { describe } from 'node:test';
import fc from 'fast-check';
import type { EstimateItem, EstimateResult } from '../../src/contract/index.js';
import {
  addTo,
  bodyOperations,
  changeAt,
  fullBodies,
  objectsIn,
  property,
} from '../support/property.js';
import { financed } from '../support/samples.js';
import type { ReceivedCall } from '../support/service-stub.js';
import { assertRefused, createTestProxy } from '../support/test-proxy.js';

const open = { rateLimit: 1_000_000, cacheTtl: 0 };
const inherited = ['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty', 'then'];

// It remembers the globals as they are when it is loaded, and Node sets some up when they are first used.
await createTestProxy(open).ask('estimatePayments');
const { assertNoPoisoning } = await import('@fast-check/poisoning');

/** Results out of order, each with an amount of its item. */
function respond({ body }: ReceivedCall): Response {
  const items = body as EstimateItem[];
  const results = items.map(({ id, totalAmount }) => financed(id, { amountFinanced: totalAmount }));
  return Response.json(results.reverse());
}

describe('The id of an item', () => {
  const ids = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 140 }),
    fc.string({ unit: 'grapheme', maxLength: 20 }),
    fc.constantFrom(
      ...inherited,
      'a',
      'A',
      ' a',
      'a ',
      '\u0000',
      '\u2028',
      '\ud800',
      'a'.repeat(128),
      'a'.repeat(129),
      '🛋'.repeat(128),
      '🛋'.repeat(129),
    ),
  );
  const isValid = (id: string) => /^[^\p{Cc}\p{Cs}\p{Zl}\p{Zp}]{1,128}$/u.test(id);
  const proxy = createTestProxy(open, respond);

  property(
    'comes back as it was, with the estimate of its own amount, or is refused',
    [fc.uniqueArray(ids, { minLength: 1, maxLength: 8 })],
    async (all) => {
      proxy.service.calls.length = 0;
      const items = all.map((id, index) => ({ id, totalAmount: index + 1 }));
      const answer = await proxy.ask('estimatePayments', { body: items });
      assertNoPoisoning();
      if (!all.every(isValid)) {
        assertRefused(proxy, answer, 400, 'invalid-request');
        return;
      }
      const results = answer.body as EstimateResult[];
      assert.deepEqual(
        results.map(({ id, amountFinanced }) => ({ id, totalAmount: amountFinanced })),
        items,
      );
    },
  );
});

for (const operation of bodyOperations) {
  describe(`The body of ${operation}`, () => {
    const body: unknown = fullBodies[operation];
    const proxy = createTestProxy({ ...open, sms: true });

    property(
      'brings no field of a prototype to the service, and changes none here',
      [
        fc.constantFrom(...objectsIn(body)),
        fc.constantFrom(...inherited),
        fc.oneof(
          fc.jsonValue(),
          fc.constant({ sendSMS: true }),
          fc.constant({ prototype: { sendSMS: true } }),
        ),
      ],
      async (place, name, value) => {
        const poisoned = changeAt(body, place, (member) => addTo(member as object, name, value));
        const answer = await proxy.ask(operation, { body: poisoned });
        assertNoPoisoning();
        assertRefused(proxy, answer, 400, 'invalid-request');
      },
    );
  });
}
