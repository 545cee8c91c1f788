import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import * as proxies from '../../support/test-proxy.js';
import {
  assertProblem,
  createOpenCall,
  createTestPolicy,
  link,
  made,
  otherKey,
  send,
  type Request,
} from './send-policy.js';

describe('a second text about the same purchase', () => {
  it('is refused for 60 s, whatever its key', async (t) => {
    const { run, calls, clock } = createTestPolicy(t);
    await run(send);
    clock.time += 60_000;
    const problem = await assertProblem(run({ ...send, key: otherKey }), 'duplicate-send');
    assert.equal(problem.status, 409);
    assert.equal(calls.length, 1);
  });

  it('is refused while the first is in flight', async (t) => {
    const { run, calls } = createTestPolicy(t);
    const running = createOpenCall();
    const first = run(send, running.call);
    await running.begun;
    await assertProblem(run({ ...send, key: otherKey }), 'duplicate-send');
    assert.equal(calls.length, 1);
    running.end(made);
    assert.deepEqual(await first, made);
  });

  it('goes out after 60 s', async (t) => {
    const { run, calls, clock } = createTestPolicy(t);
    await run(send);
    clock.time += 60_001;
    await run({ ...send, key: otherKey });
    assert.equal(calls.length, 2);
  });

  it('leaves its key free to be used later', async (t) => {
    const { run, calls, clock } = createTestPolicy(t);
    await run(send);
    await assertProblem(run({ ...send, key: otherKey }), 'duplicate-send');
    clock.time += 60_001;
    await run({ ...send, key: otherKey });
    assert.equal(calls.length, 2);
  });

  it('is the same purchase with spaces, invisible characters or full-width digits in its reference', async (t) => {
    const { run, calls } = createTestPolicy(t);
    await run(send);
    for (const reference of [
      ' order-1',
      'order-1 ',
      'order-\uff11',
      'or\u200bder-1',
      'order-1\u3164 ',
    ]) {
      await assertProblem(run({ ...send, reference, key: otherKey }), 'duplicate-send');
    }
    assert.equal(calls.length, 1);
  });

  it('is a replay where the key is the same', async (t) => {
    const { run } = createTestPolicy(t);
    await run(send);
    assert.deepEqual(await run(send), made);
  });

  const differences: Readonly<Record<string, Partial<Request>>> = {
    phone: { smsRecipient: '+14155552672' },
    purchase: { reference: 'order-2' },
    location: { body: { ...send.body, location: 'smile-dental' } },
    operation: { operation: 'createPrequalLink' },
  };
  for (const [name, difference] of Object.entries(differences)) {
    it(`goes out for another ${name}`, async (t) => {
      const { run, calls } = createTestPolicy(t);
      await run(send);
      await run({ ...send, ...difference, key: otherKey });
      assert.equal(calls.length, 2);
    });
  }

  it('is none where no text is sent', async (t) => {
    const { run, calls } = createTestPolicy(t);
    await run(link);
    await run({ ...link, key: otherKey });
    assert.equal(calls.length, 2);
  });
});

describe('a second text within a minute', () => {
  /** A shop that texts, each time with a key of its own. */
  function createSender() {
    const proxy = proxies.createTestProxy({ sms: true });
    let clicks = 0;
    const send = (fields: object) => {
      clicks += 1;
      const link = { location: 'main-street', amount: 1299, transactionId: 'order-1' };
      return proxy.send('createPayOverTimeLink', {
        body: { ...link, phoneNumber: '(415) 555-2671', sendSMS: true, ...fields },
        headers: { origin: proxies.shop, 'idempotency-key': `key-of-click-number-${clicks}` },
      });
    };
    return { send, service: proxy.service };
  }

  for (const [what, fields] of Object.entries({
    'a space after the transactionId': { transactionId: 'order-1 ' },
    'a no-break space before it': { transactionId: '\u00a0order-1' },
    'full-width digits in it': { transactionId: 'order-１' },
    'a space after the location': { location: 'main-street ' },
    'full-width letters in the location': { location: 'ｍain-street' },
  })) {
    it(`is refused also with ${what}`, async () => {
      const { send, service } = createSender();
      assert.equal((await send({})).status, 200);
      proxies.assertProblem(await send(fields), 409, 'duplicate-send');
      assert.equal(service.texts(), 1);
    });
  }

  it('is sent for another purchase', async () => {
    const { send, service } = createSender();
    await send({});
    assert.equal((await send({ transactionId: 'order-11' })).status, 200);
    assert.equal(service.texts(), 2);
  });
});
