import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  assertProblem,
  createTestPolicy,
  link,
  otherKey,
  send,
  type Request,
} from './send-policy.js';

describe('A second text message about the same purchase', () => {
  it('is rejected for 60 s, even with another key, which can be used afterwards', async (t) => {
    const { run, calls, clock } = createTestPolicy(t);
    await run(send);
    clock.time += 60_000;
    const problem = await assertProblem(run({ ...send, key: otherKey }), 'duplicate-send');
    assert.equal(problem.status, 409);
    assert.equal(calls.length, 1);
    clock.time += 1;
    await run({ ...send, key: otherKey });
    assert.equal(calls.length, 2);
  });

  const spellings: readonly Partial<Record<'reference' | 'location', string>>[] = [
    ...[' order-1', 'order-1 ', '\u00a0order-1'].map((reference) => ({ reference })),
    ...['order-\uff11', 'or\u200bder-1', 'order-1\u3164 '].map((reference) => ({ reference })),
    ...['main-street ', '\uff4dain-street'].map((location) => ({ location })),
  ];
  for (const { reference, location = send.body.location } of spellings) {
    it(`is rejected with other spaces or characters: ${reference ?? location}`, async (t) => {
      const { run, calls } = createTestPolicy(t);
      await run(send);
      const again = { ...send, reference: reference ?? send.reference, key: otherKey };
      const body = { ...send.body, location };
      await assertProblem(run({ ...again, body }), 'duplicate-send');
      assert.equal(calls.length, 1);
    });
  }

  const differences: Readonly<Record<string, Partial<Request>>> = {
    phone: { smsRecipient: '+14155552672' },
    purchase: { reference: 'order-11' },
    location: { body: { ...send.body, location: 'smile-dental' } },
    operation: { operation: 'createPrequalLink' },
  };
  for (const [name, difference] of Object.entries(differences)) {
    it(`is sent for another ${name}`, async (t) => {
      const { run, calls } = createTestPolicy(t);
      await run(send);
      await run({ ...send, ...difference, key: otherKey });
      assert.equal(calls.length, 2);
    });
  }

  it("doesn't include links without a text message", async (t) => {
    const { run, calls } = createTestPolicy(t);
    await run(link);
    await run({ ...link, key: otherKey });
    assert.equal(calls.length, 2);
  });
});
