/**
 * Proxy and sandbox keep a bounded number of records: once the limit is reached, more applications need no more memory.
 */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { describe, it, type TestContext } from 'node:test';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { pagePaths } from '../../src/contract/page-paths.js';
import { createFinancingProxy, createMemoryStore } from '../../src/proxy/index.js';
import { createSandbox } from '../../src/sandbox/index.js';
import { openHostedPage } from '../support/sandbox.js';
import { createProgress, mebibyte } from '../support/trial.js';
import { turn } from '../support/until.js';

const shop = 'https://shop.example';
const service = 'https://service.example';

/** More than the 10,000 that the sandbox and this store keep. */
const filling = 12_000;

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

/** Returns the heap size. Objects with a finalizer, such as a `Request`, need several collections and turns. */
async function heapUsed(): Promise<number> {
  for (let collections = 0; collections < 5; collections += 1) {
    collect();
    await turn();
  }
  return process.memoryUsage().heapUsed;
}

/** Creates a shop without a server. Returns a function that takes one shopper through it. */
function createShop(): () => Promise<void> {
  const secret = 'webhook-secret-of-a-trial';
  const sandbox = createSandbox({
    publicUrl: service,
    webhook: {
      url: `${shop}/financing/webhooks`,
      secret,
      fetch: (request) => proxy.fetch(request),
    },
  });
  const proxy = createFinancingProxy({
    baseUrl: service,
    svcKey: 'sandbox-key',
    fetch: sandbox.fetch,
    store: createMemoryStore({ maxEntries: 10_000 }),
    webhooks: { secrets: [secret] },
    clientAddress: () => '192.0.2.1',
    rateLimit: 1_000_000,
  });
  return async () => {
    const response = await proxy.fetch(
      new Request(`${shop}/financing${pagePaths.createPrequalLink}`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'idempotency-key': randomUUID(),
          origin: shop,
        },
        body: JSON.stringify([{ location: 'main-street', referral: randomUUID() }]),
      }),
    );
    assert.equal(response.status, 200, await response.clone().text());
    const { url } = (await response.json()) as { url: string };
    const page = await openHostedPage(sandbox.fetch, url);
    assert.equal((await page.press('finish')).status, 303);
  };
}

describe('The memory of a shop', { timeout: 1_800_000 }, () => {
  it('stops growing at the limits of what is kept', async (t: TestContext) => {
    const visit = createShop();
    const progress = createProgress('Applications');
    const go = async (count: number) => {
      const before = await heapUsed();
      for (let ended = 0; ended < count; ended += 1) {
        await visit();
        progress();
      }
      return (await heapUsed()) - before;
    };
    const first = await go(filling);
    const second = await go(filling);
    const [perVisit, more] = [first / filling, second / mebibyte];
    t.diagnostic(
      `the first ${filling} applications: ${perVisit.toFixed(0)} bytes each; the next: ${more.toFixed(2)} MB in all`,
    );
    assert.ok(more < 2, `${more} MB`);
  });
});
