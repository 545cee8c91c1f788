import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { IdempotentRequest } from '../../../src/proxy/links/idempotency.js';
import {
  assertProblem,
  createTestPolicy,
  link,
  made,
  otherKey,
  send,
} from './idempotency-policy.js';

describe('a second text about the same purchase', () => {
  it('is refused for 60 s, whatever its key', async () => {
    const { once, calls, clock } = createTestPolicy();
    await once(send);
    clock.time += 60_000;
    const problem = await assertProblem(once({ ...send, key: otherKey }), 'duplicate-send');
    assert.equal(problem.status, 409);
    assert.equal(calls.length, 1);
  });

  it('is refused while the first is in flight', async () => {
    const { once, calls } = createTestPolicy();
    await Promise.allSettled([once(send), once({ ...send, key: otherKey })]);
    assert.equal(calls.length, 1);
  });

  it('goes out after 60 s', async () => {
    const { once, calls, clock } = createTestPolicy();
    await once(send);
    clock.time += 60_001;
    await once({ ...send, key: otherKey });
    assert.equal(calls.length, 2);
  });

  it('leaves its key free to be used later', async () => {
    const { once, calls, clock } = createTestPolicy();
    await once(send);
    await assertProblem(once({ ...send, key: otherKey }), 'duplicate-send');
    clock.time += 60_001;
    await once({ ...send, key: otherKey });
    assert.equal(calls.length, 2);
  });

  it('is the same purchase with spaces around its reference, or full-width digits in it', async () => {
    const { once, calls } = createTestPolicy();
    await once(send);
    for (const reference of [' order-1', 'order-1 ', 'order-\uff11']) {
      await assertProblem(once({ ...send, reference, key: otherKey }), 'duplicate-send');
    }
    assert.equal(calls.length, 1);
  });

  it('is a replay where the key is the same', async () => {
    const { once } = createTestPolicy();
    await once(send);
    assert.deepEqual(await once(send), made);
  });

  const differences: Readonly<Record<string, Partial<IdempotentRequest>>> = {
    phone: { smsRecipient: '+14155552672' },
    purchase: { reference: 'order-2' },
    location: { location: 'smile-dental' },
    operation: { operation: 'createPrequalLink' },
  };
  for (const [name, difference] of Object.entries(differences)) {
    it(`goes out for another ${name}`, async () => {
      const { once, calls } = createTestPolicy();
      await once(send);
      await once({ ...send, ...difference, key: otherKey });
      assert.equal(calls.length, 2);
    });
  }

  it('is none where no text is sent', async () => {
    const { once, calls } = createTestPolicy();
    await once(link);
    await once({ ...link, key: otherKey });
    assert.equal(calls.length, 2);
  });
});
