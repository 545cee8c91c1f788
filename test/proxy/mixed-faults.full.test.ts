import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { EstimateItem } from '../../src/contract/index.js';
import { createEstimates, type EstimateAnswer } from '../../src/proxy/estimates.js';
import { guardService } from '../../src/proxy/service-guard.js';
import { createFinancingService } from '../../src/service/index.js';
import { credentials, serviceUrl } from '../support/samples.js';
import {
  createServiceStub,
  estimateOf,
  failToConnect,
  type ReceivedCall,
} from '../support/service-stub.js';
import { turn } from '../support/until.js';

const requests = 1_000;

/** A number from 0 to 1 that depends on its arguments alone (the mixing steps of MurmurHash3). */
function chance(...values: readonly number[]): number {
  let hash = 26;
  for (const value of values) {
    hash = Math.imul(hash ^ value, 0x85ebca6b);
    hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
    hash ^= hash >>> 16;
  }
  return (hash >>> 0) / 2 ** 32;
}

/** Fails three calls in ten, in one of five ways. */
function createFaults() {
  const attempts = new Map<number, number>();
  const faults = [
    () => new Response(null, { status: 500 }),
    () => new Response('<html>', { status: 502 }),
    () => new Response('<html>'),
    () => new Response('[{"id":"1'),
    failToConnect('ECONNRESET'),
  ];
  return (call: ReceivedCall) => {
    const items = call.body as EstimateItem[];
    const { totalAmount } = items[0]!;
    const attempt = attempts.get(totalAmount) ?? 0;
    attempts.set(totalAmount, attempt + 1);
    const drawn = chance(totalAmount, attempt);
    const fault = drawn < 0.3 ? faults[Math.floor((drawn / 0.3) * faults.length)] : undefined;
    return fault
      ? fault(call)
      : Response.json(items.map((item) => estimateOf(item.id, item.totalAmount)));
  };
}

describe('A service that fails three calls in ten', () => {
  it('still answers 91 estimations in 100, none wrongly, with at most 1.35 calls each', async () => {
    const stub = createServiceStub(createFaults());
    const client = createFinancingService({
      baseUrl: serviceUrl,
      ...credentials,
      fetch: stub.fetch,
    });
    const report = { observe() {}, serviceRecovered() {}, log: () => true };
    const service = guardService(client, report, requests * 2);
    const estimatePayments = createEstimates(service, 300, report);
    let [right, wrong] = [0, 0];
    const all: Promise<void>[] = [];
    for (let amount = 1; amount <= requests; amount += 1) {
      const asked = estimatePayments([{ id: 'a', totalAmount: amount }], {}, {});
      const expected = JSON.stringify([estimateOf('a', amount)]);
      const check = ({ results }: EstimateAnswer) =>
        void (JSON.stringify(results) === expected ? (right += 1) : (wrong += 1));
      all.push(asked.then(check, () => undefined));
      // Each in a turn of its own, so that each is a call of its own.
      await turn();
    }
    await Promise.all(all);
    assert.equal(wrong, 0);
    assert.ok(right / requests >= 0.91, `${right} of ${requests} answered`);
    assert.ok(stub.calls.length / requests <= 1.35, `${stub.calls.length} calls`);
  });
});
