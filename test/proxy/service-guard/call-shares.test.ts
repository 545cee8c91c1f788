import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { OperationName } from '../../../src/contract/index.js';
import { samples } from '../../support/samples.js';
import { respondPerContract, type ReceivedCall } from '../../support/service-stub.js';
import { assertProblem, createTestProxy } from '../../support/test-proxy.js';
import { until } from '../../support/until.js';
import { createProtected, estimate, refusalCode } from './protected-service.js';

const writes = ['createPayOverTimeLink', 'createPrequalLink', 'addMerchantLocation'] as const;
const reads = ['estimatePayments', 'getMerchantStatus'] as const;

/** A service at which these operations hang, and how many calls of each are in flight. */
function createHanging(operations: readonly OperationName[]) {
  const inFlight = new Map<OperationName, number>();
  const guarded = createProtected(async (operation) => {
    if (!operations.includes(operation)) return {};
    inFlight.set(operation, (inFlight.get(operation) ?? 0) + 1);
    return new Promise(() => undefined);
  });
  return { ...guarded, inFlight };
}

describe('The share of the calls in flight', () => {
  for (const write of writes) {
    it(`leaves 16 calls to reads while ${write} hangs`, async () => {
      const { service, inFlight } = createHanging([write, ...reads]);
      for (let count = 0; count < 100; count += 1) {
        void samples[write].call(service).catch(() => undefined);
      }
      assert.equal(inFlight.get(write), 48);
      for (let count = 0; count < 16; count += 1) void estimate(service);
      assert.equal(inFlight.get('estimatePayments'), 16);
      assert.equal(await refusalCode(estimate(service)), 'overloaded');
    });
  }

  for (const read of reads) {
    it(`leaves 16 calls to links while ${read} hangs`, () => {
      const { service, inFlight } = createHanging([read, 'createPrequalLink']);
      for (let count = 0; count < 100; count += 1) {
        void samples[read].call(service).catch(() => undefined);
      }
      assert.equal(inFlight.get(read), 48);
      for (let count = 0; count < 16; count += 1) void samples.createPrequalLink.call(service);
      assert.equal(inFlight.get('createPrequalLink'), 16);
    });
  }

  it('is free again when its calls end', async () => {
    let end: () => void = () => undefined;
    const ended = new Promise<void>((resolve) => (end = resolve));
    const { service } = createProtected(() => ended);
    const call = () => refusalCode(samples.createPrequalLink.call(service));
    const codes = Array.from({ length: 49 }, call);
    end();
    assert.deepEqual(
      (await Promise.all(codes)).filter((code) => code),
      ['overloaded'],
    );
    assert.equal(await call(), undefined);
  });
});

describe('Estimates of other shoppers', () => {
  it('are answered while the proxy has as many slow links as it takes', async (t) => {
    const waiting: (() => void)[] = [];
    const respond = async (call: ReceivedCall) => {
      if (call.operation === 'createPrequalLink') {
        await new Promise<void>((resolve) => waiting.push(resolve));
      }
      return respondPerContract(call);
    };
    const { ask, service } = createTestProxy({ rateLimit: 1_000 }, respond);
    const links = Array.from({ length: 100 }, () => ask('createPrequalLink'));
    t.after(async () => {
      for (const finish of waiting) finish();
      await Promise.all(links);
    });
    await until(() => waiting.length >= 48);
    const statuses = new Set<number>();
    for (let amount = 100; amount < 290; amount += 1) {
      const body = [{ id: 'sofa', totalAmount: amount }];
      statuses.add((await ask('estimatePayments', { body })).status);
    }
    assert.deepEqual([...statuses], [200]);
    assert.equal(waiting.length, 48);
    assertProblem(await ask('createPrequalLink'), 503, 'overloaded');
    assert.equal(service.calls.length, 48 + 190);
  });
});
