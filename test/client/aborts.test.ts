import assert from 'node:assert/strict';
import { beforeEach, describe, it } from 'node:test';
import { createTestClient } from './test-client.js';
import { nextTurn, until } from '../support/until.js';

describe('client.estimate() with a signal', () => {
  let { proxy, client } = createTestClient({ isHeld: true });
  beforeEach(() => {
    ({ proxy, client } = createTestClient({ isHeld: true }));
  });

  it('requests nothing if all callers have aborted before the call', async () => {
    const controller = new AbortController();
    const dropped = client.estimate({ amount: 100 }, controller);
    controller.abort();
    for (const estimate of [dropped, client.estimate({ amount: 100 }, controller)]) {
      await assert.rejects(estimate, { name: 'AbortError' });
    }
    await nextTurn();
    assert.equal(proxy.calls.length, 0);
  });

  it('leaves out amounts whose callers have left', async () => {
    const controller = new AbortController();
    const dropped = client.estimate({ amount: 100 }, controller);
    const wanted = client.estimate({ amount: 200 });
    controller.abort();
    await assert.rejects(dropped, { name: 'AbortError' });
    await until(() => proxy.calls.length);
    assert.deepEqual(proxy.amounts, [[200]]);
    proxy.calls[0]?.respond();
    await wanted;
  });

  it('sends the request that replaces the only one of a turn', async () => {
    const controller = new AbortController();
    const dropped = client.estimate({ amount: 100 }, controller);
    controller.abort();
    await assert.rejects(dropped, { name: 'AbortError' });
    const wanted = client.estimate({ amount: 200 });
    await until(() => proxy.calls.length);
    const joined = client.estimate({ amount: 200 });
    await nextTurn();
    assert.deepEqual(proxy.amounts, [[200]]);
    proxy.calls[0]?.respond();
    assert.equal(await wanted, await joined);
  });

  it("doesn't affect the other callers of the call", async () => {
    const controller = new AbortController();
    const dropped = client.estimate({ amount: 100 }, controller);
    const others = [client.estimate({ amount: 100 }), client.estimate({ amount: 200 })];
    await until(() => proxy.calls.length);
    controller.abort();
    await assert.rejects(dropped, { name: 'AbortError' });
    proxy.calls[0]?.respond();
    assert.equal((await Promise.all(others)).length, 2);
  });

  it('aborts a call when the last caller leaves', async () => {
    const controller = new AbortController();
    const estimates = [
      client.estimate({ amount: 100 }, controller),
      client.estimate({ amount: 200 }, controller),
    ];
    await until(() => proxy.calls.length);
    controller.abort();
    await Promise.allSettled(estimates);
    assert.equal(proxy.calls[0]?.signal.aborted, true);
  });

  it('requests the amount again after such an abort', async () => {
    const controller = new AbortController();
    const dropped = client.estimate({ amount: 100 }, controller);
    await until(() => proxy.calls.length);
    controller.abort();
    await assert.rejects(dropped, { name: 'AbortError' });
    const again = client.estimate({ amount: 100 });
    await until(() => proxy.calls.length === 2);
    proxy.calls[1]?.respond();
    assert.equal((await again).amountFinanced, 100);
  });

  it('returns a response to a later caller after an earlier one left', async () => {
    const controller = new AbortController();
    const dropped = client.estimate({ amount: 100 }, controller);
    void client.estimate({ amount: 200 });
    await until(() => proxy.calls.length);
    controller.abort();
    await assert.rejects(dropped, { name: 'AbortError' });
    const late = client.estimate({ amount: 100 });
    proxy.calls[0]?.respond();
    assert.equal((await late).amountFinanced, 100);
  });
});
