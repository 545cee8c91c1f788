/**
 * A process of its own, since memory is measured: one proxy with the sizes that it has by default, and three floods.
 * It tells its parent how much memory was in use after a first few of each, and at most, in bytes. Collected before
 * each look: how much garbage an engine lets lie is its own affair, and in a loop without a pause it is a lot.
 */
import { createFinancingProxy } from '../../src/proxy/index.js';
import { samples, serviceUrl } from '../support/samples.js';
import { createServiceStub, respondPerContract } from '../support/service-stub.js';

const count = Number(process.argv[2]);
const itemsAtOnce = 500;

// Not a stub that keeps its calls: it would be what grows.
const { fetch } = createFinancingProxy({
  baseUrl: serviceUrl,
  svcKey: 'key',
  rateLimit: 1_000_000,
  clientAddress: (request) => request.headers.get('x-address') ?? '203.0.113.9',
  fetch: (request) => createServiceStub(respondPerContract).fetch(request),
});

async function ask(
  operation: 'estimatePayments' | 'createPrequalLink',
  body: unknown,
  headers: Record<string, string>,
  expected: number,
): Promise<void> {
  const request = new Request(`https://shop.example/financing${samples[operation].path}`, {
    method: 'POST',
    headers,
    body: JSON.stringify(body),
  });
  const response = await fetch(request);
  await response.text();
  if (response.status !== expected) throw new Error(`It answered ${response.status}`);
}

const json = { 'content-type': 'application/json' };

/** The address is counted, and then the request is refused: it has no media type of ours. */
function fromAddress(index: number) {
  const address = [10 + (index >> 24), index >> 16, index >> 8, index].map((part) => part & 255);
  const headers = { 'content-type': 'text/plain', 'x-address': address.join('.') };
  return ask('estimatePayments', [], headers, 415);
}

function withKey(index: number) {
  const headers = { ...json, 'idempotency-key': `key-of-the-flood-${index}` };
  return ask('createPrequalLink', samples.createPrequalLink.body, headers, 200);
}

async function ofAmount(index: number) {
  if (index % itemsAtOnce !== 0) return;
  const items = Array.from({ length: itemsAtOnce }, (_, item) => ({
    id: `${item}`,
    totalAmount: (index + item + 1) / 100,
  }));
  await ask('estimatePayments', items, json, 200);
}

let most = 0;
function measure(): number {
  globalThis.gc?.();
  const { heapUsed, external } = process.memoryUsage();
  most = Math.max(most, heapUsed + external);
  return most;
}

for (let index = 0; index < 1_000; index += 1) {
  for (const flood of [fromAddress, withKey, ofAmount]) await flood(index);
}
const before = measure();
for (const flood of [fromAddress, withKey, ofAmount]) {
  for (let index = 0; index < count; index += 1) {
    await flood(index);
    if (index % 10_000 === 0) measure();
  }
  measure();
}
process.send?.({ before, most });
process.disconnect();
