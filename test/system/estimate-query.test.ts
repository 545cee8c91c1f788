/**
 * Two estimate requests that differ in one query field never share an estimate. The fields come from the schema, so a new field
 * is tested without a change here.
 */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createFinancingClient } from '../../src/client/index.js';
import { estimateQueryFields } from '../../src/contract/estimate-query.js';
import { type EstimateItem, EstimateQuerySchema } from '../../src/contract/index.js';
import { FinancingEstimateElement } from '../../src/elements/financing-estimate/financing-estimate-element.js';
import { isSameRequest } from '../../src/page/element-settings.js';
import { createFakeProxy } from '../client/fake-proxy.js';
import { financed } from '../support/samples.js';
import { createTestProxy } from '../support/test-proxy.js';
import { until } from '../support/until.js';

/** Two values that are valid for every field. */
const [one, other] = ['America/New_York', 'America/Chicago'] as const;

/** A client or proxy that requests an estimate of the same amount. */
interface Requester {
  estimate(query: Record<string, string>): Promise<unknown>;
  sent(): Record<string, string>[];
  /** Responds to all calls, including later ones. */
  release(): void;
}

function createClientRequester(): Requester {
  const proxy = createFakeProxy({ isHeld: true });
  const endpoint = 'https://shop.example/financing';
  const client = createFinancingClient({ endpoint, ...proxy });
  return {
    estimate: (query) => client.estimate({ amount: 100, ...query }),
    sent: () => proxy.calls.map(({ url }) => Object.fromEntries(url.searchParams)),
    release: () => proxy.release(),
  };
}

function createProxyRequester(): Requester {
  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  const proxy = createTestProxy({}, async ({ body }) => {
    await released;
    return Response.json((body as EstimateItem[]).map(({ id }) => financed(id)));
  });
  return {
    estimate: (query) =>
      proxy.send('estimatePayments', {
        query: `?${new URLSearchParams(query)}`,
        body: [{ id: 'a', totalAmount: 100 }],
      }),
    sent: () =>
      proxy.service.calls.map(({ path }) =>
        Object.fromEntries(new URL(path, 'https://service.example').searchParams),
      ),
    release: () => release(),
  };
}

it('The list of query fields has every field of the schema', () => {
  assert.deepEqual([...estimateQueryFields].sort(), Object.keys(EstimateQuerySchema.shape).sort());
});

for (const field of Object.keys(EstimateQuerySchema.shape)) {
  const queries = [{}, { [field]: one }, { [field]: other }];

  describe(`Two estimates that differ only in ${field}`, () => {
    for (const [where, createRequester] of Object.entries({
      client: createClientRequester,
      proxy: createProxyRequester,
    })) {
      it(`share no batch in the ${where}`, async () => {
        const { estimate, sent, release } = createRequester();
        const pending = queries.map(estimate);
        await until(() => sent().length >= queries.length);
        assert.deepEqual(sent(), queries);
        release();
        await Promise.all(pending);
      });

      it(`share no call in flight in the ${where}`, async () => {
        const { estimate, sent, release } = createRequester();
        const pending: Promise<unknown>[] = [];
        for (const [index, query] of queries.entries()) {
          pending.push(estimate(query));
          await until(() => sent().length > index);
        }
        assert.deepEqual(sent(), queries);
        release();
        await Promise.all(pending);
      });

      it(`share no cached response in the ${where}`, async () => {
        const { estimate, sent, release } = createRequester();
        release();
        for (const query of queries) await estimate(query);
        assert.deepEqual(sent(), queries);
      });
    }

    it('are different requests of an element', () => {
      const request = { endpoint: '/financing', amount: 100 };
      assert.equal(isSameRequest({ ...request }, { ...request }), true);
      assert.equal(isSameRequest(request, { ...request, [field]: one }), false);
      assert.equal(
        isSameRequest({ ...request, [field]: other }, { ...request, [field]: one }),
        false,
      );
    });

    it('are requested again when the attribute changes', () => {
      const attribute = field.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
      assert.ok(FinancingEstimateElement.observedAttributes.includes(attribute));
    });
  });
}
