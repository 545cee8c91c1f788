import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ProblemError } from '../../../src/proxy/http/problem.js';
import { guardService } from '../../../src/proxy/service-guard/guard-service.js';
import { ServiceResponseError, type FinancingService } from '../../../src/service/index.js';
import { rejection } from '../../support/rejection.js';
import { samples } from '../../support/samples.js';
import { createProtected, estimate, names, refusalCode, serverError } from './protected-service.js';

describe('guardService()', () => {
  for (const operation of names) {
    it(`passes ${operation} on as it is`, async () => {
      const answer = {};
      const { service, seen } = createProtected(async () => answer);
      assert.equal(await samples[operation].call(service), answer);
      assert.equal(seen.calls, 1);
    });
  }

  it('passes the error of a call on as it is', async () => {
    const { service } = createProtected(serverError);
    assert.equal((await rejection(estimate(service), ServiceResponseError)).status, 500);
  });

  it('hands query and signal to the service', async () => {
    const given: unknown[] = [];
    const estimatePayments = async (...args: unknown[]) => (given.push(...args), []);
    const service = guardService({ estimatePayments } as unknown as FinancingService);
    const { signal } = new AbortController();
    await service.estimatePayments([], { timeZone: 'UTC' }, { signal });
    assert.deepEqual(given, [[], { timeZone: 'UTC' }, { signal }]);
  });
});

describe('The cap on calls in flight', () => {
  it('lets 48 of 2,000 estimations reach a service that hangs, and refuses the others', async () => {
    let letGo!: () => void;
    const hung = new Promise<void>((resolve) => (letGo = resolve));
    const { service, seen } = createProtected(() => hung);
    let refused = 0;
    const calls = Array.from({ length: 2_000 }, async (_, index) => {
      const code = await refusalCode(estimate(service, `store ${index}`));
      if (code === 'overloaded') refused += 1;
    });
    // Within the turn: nobody waits to be refused.
    await new Promise((resolve) => setImmediate(resolve));
    assert.deepEqual([seen.most, refused], [48, 1_952]);
    letGo();
    await Promise.all(calls);
    assert.equal(await refusalCode(estimate(service)), undefined);
  });

  it('leaves a quarter to links while estimations hang', async () => {
    const { service, seen } = createProtected(() => new Promise(() => undefined), {
      maxInFlight: 4,
    });
    for (let count = 0; count < 4; count += 1) void estimate(service).catch(() => undefined);
    assert.equal(seen.inFlight, 3);
    void samples.createPrequalLink.call(service);
    assert.equal(seen.inFlight, 4);
    assert.equal(await refusalCode(samples.createPrequalLink.call(service)), 'overloaded');
  });

  it('asks who is refused to come back in a second', async () => {
    const { service } = createProtected(() => new Promise(() => undefined), { maxInFlight: 0 });
    const problem = await rejection(estimate(service), ProblemError);
    assert.equal(problem.status, 503);
    assert.deepEqual(problem.extras.retryAfterSeconds, 1);
  });

  it('counts a call that failed no longer', async () => {
    const { service, seen } = createProtected(serverError, { maxInFlight: 1 });
    await refusalCode(estimate(service, 'a'));
    await refusalCode(estimate(service, 'b'));
    assert.equal(seen.calls, 2);
  });
});
