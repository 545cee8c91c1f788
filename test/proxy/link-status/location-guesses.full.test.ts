import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { OperationName } from '../../../src/contract/index.js';
import { createMemoryStore } from '../../../src/proxy/index.js';
import { createSandbox } from '../../../src/sandbox/index.js';
import { samples } from '../../support/samples.js';
import { createTestProxy, type Ask } from '../../support/test-proxy.js';

const own = 'main-street';

const foreign = 'their-store';

/** A proxy on the sandbox, where another integrator has a location, too. */
async function createShop(locations: readonly string[]) {
  const { fetch } = createSandbox();
  const { path, body } = samples.addMerchantLocation;
  const credentials = { 'svc-key': 'sandbox-multi-key', 'svc-secret': 'sandbox-multi-secret' };
  const added = await fetch(
    new Request(`https://service.example${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...credentials },
      body: JSON.stringify({ ...(body as object), location: foreign, sendSMS: false }),
    }),
  );
  assert.equal(added.ok, true);
  const calls = { count: 0 };
  const proxy = createTestProxy({
    baseUrl: 'https://service.example',
    svcKey: 'sandbox-key',
    locations,
    // On a clock that stands still: all are asked for within one window.
    store: createMemoryStore({ now: () => 0 }),
    fetch: (request) => {
      calls.count += 1;
      return fetch(request);
    },
  });
  return { ...proxy, calls };
}

/** How each operation of a page names a location. */
const requests = {
  estimatePayments: (name) => ({ query: `?location=${encodeURIComponent(name)}` }),
  createPayOverTimeLink: (name) => ({ body: { location: name, amount: 100, transactionId: 't' } }),
  createPrequalLink: (name) => ({ body: [{ location: name }] }),
} satisfies Partial<Record<OperationName, (name: string) => Ask>>;

const places: readonly ((index: number) => string)[] = [
  (index) => `guess-${index}`, // unknown
  () => foreign,
  (index) => `../${own}/${index}`,
  (index) => ` ${own}${' '.repeat(index % 9)}`,
  () => own.toUpperCase(),
  (index) => `' or ${index}=${index} --`,
  () => '💥',
];
/** What no name of a location can be is refused as a text, by its own looks alone. */
const malformed: readonly ((index: number) => string)[] = [
  (index) => 'x'.repeat(257 + index),
  (index) => `${own}\n${index}`,
  (index) => `\0${own}${index}`,
];

for (const operation of Object.keys(requests) as (keyof typeof requests)[]) {
  describe(`1000 guesses of a location in ${operation}`, () => {
    /** The different answers, less their ids, and how many were refused for being too many. */
    async function guess(
      { ask }: Awaited<ReturnType<typeof createShop>>,
      names: readonly ((index: number) => string)[],
    ) {
      const seen = new Set<string>();
      let limited = 0;
      for (let index = 0; index < 1000; index += 1) {
        const name = names[index % names.length]!(index);
        const { status, body } = await ask(operation, requests[operation](name));
        if (status === 429) limited += 1;
        else seen.add(JSON.stringify({ ...(body as object), requestId: '' }));
      }
      return { limited, answers: [...seen].map((text) => JSON.parse(text) as { code: string }) };
    }

    for (const [locations, code] of [
      [[], 'location-not-found'],
      [[own, 'elsewhere'], 'location-not-allowed'],
    ] as const) {
      it(`have one answer, ${code}, and soon 429`, async () => {
        const { limited, answers } = await guess(await createShop(locations), places);
        assert.deepEqual([answers.map((answer) => answer.code), limited], [[code], 880]);
      });
    }

    it('that are malformed have one answer, too, which no service had a part in', async () => {
      const shop = await createShop([]);
      const { limited, answers } = await guess(shop, malformed);
      const codes = answers.map((answer) => answer.code);
      assert.deepEqual([codes, limited], [['invalid-request'], 880]);
      assert.equal(shop.calls.count, 0);
    });
  });
}
