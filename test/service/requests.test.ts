import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { operationNames, operations } from '../../src/contract/index.js';
import { credentials, onboarding, samples, serviceUrl } from '../support/samples.js';
import { createServiceStub, createTestService } from '../support/service-stub.js';

const values = { 'svc-key': credentials.svcKey, 'svc-secret': credentials.svcSecret };

for (const operation of operationNames) {
  const { method, credentials: sent, retryable } = operations[operation];
  const { path, body } = samples[operation];
  // Bun sends a PUT again if a reused connection has ended.
  const keepalive = retryable ? undefined : false;

  describe(`${operation}()`, () => {
    it('sends its method, path, body, and headers, and resolves with the response', async () => {
      const { service, calls } = createTestService();
      assert.deepEqual(await samples[operation].call(service), samples[operation].response);
      assert.equal(calls.length, 1);
      assert.equal(`${calls[0]!.method} ${calls[0]!.path}`, `${method} ${path}`);
      assert.deepEqual(Object.fromEntries(calls[0]!.headers), {
        accept: 'application/json',
        // Many firewalls refuse requests without it.
        'user-agent': 'financing-elements',
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...Object.fromEntries(sent.map((name) => [name, values[name]])),
      });
      assert.deepEqual(calls[0]!.body, body);
    });

    it(`uses ${retryable ? 'any connection' : 'its own connection'}`, async () => {
      const { fetch } = createServiceStub();
      const inits: (RequestInit | undefined)[] = [];
      const { service } = createTestService(undefined, {
        fetch: (request, init) => (inits.push(init), fetch(request)),
      });
      await samples[operation].call(service);
      assert.equal(inits.length, 1);
      assert.equal(inits[0]?.keepalive, keepalive);
    });
  });
}

it('estimatePayments(items, query) encodes the query and omits undefined parameters', async () => {
  const { service, calls } = createTestService();
  const query = { timeZone: 'America/New_York', location: 'a&b=c é', representative: undefined };
  await service.estimatePayments([{ id: 'a', totalAmount: 1 }], query);
  const { pathname, searchParams } = new URL(calls[0]!.path, serviceUrl);
  assert.equal(pathname, '/purchase/api/v1/payment-estimation');
  assert.deepEqual(
    [...searchParams],
    [
      ['timeZone', 'America/New_York'],
      ['location', 'a&b=c é'],
    ],
  );
});

describe('getMerchantStatus(location)', () => {
  const segments = {
    'a/b': 'a%2Fb',
    '%2e': '%252e',
    'a?b#c': 'a%3Fb%23c',
    'é $&': '%C3%A9%20%24%26',
  };
  for (const [merchantLocation, segment] of Object.entries(segments)) {
    it(`encodes ${merchantLocation} as ${segment}`, async () => {
      const { service, calls } = createTestService();
      await service.getMerchantStatus(merchantLocation);
      assert.equal(calls[0]!.path, `/onboarding/api/v1/location/${segment}`);
    });
  }

  for (const merchantLocation of ['', '.', '..', 'a\ud800']) {
    it(`rejects ${JSON.stringify(merchantLocation)}, which a path can't contain`, async () => {
      const { service, calls } = createTestService();
      await assert.rejects(service.getMerchantStatus(merchantLocation), {
        name: 'InvalidOptionError',
        option: 'location',
      });
      assert.equal(calls.length, 0);
    });
  }
});

describe('createFinancingService() without svcSecret', () => {
  for (const operation of onboarding) {
    it(`rejects ${operation} before any call and names the option`, async () => {
      const { service, calls } = createTestService(undefined, { svcSecret: undefined });
      await assert.rejects(samples[operation].call(service), {
        name: 'InvalidOptionError',
        option: 'svcSecret',
      });
      assert.equal(calls.length, 0);
    });
  }
});
