import assert from 'node:assert/strict';
import { describe } from 'node:test';
import fc from 'fast-check';
import { operations } from '../../src/contract/index.js';
import { createMemoryStore } from '../../src/proxy/index.js';
import {
  type BodyOperation,
  bodyOperations,
  jsonDocuments,
  mutatedBodies,
  property,
} from '../support/property.js';
import { createTestProxy, shop, unlimited } from '../support/test-proxy.js';
import { trialDocuments } from '../support/trial.js';

const statuses = [200, 400, 403, 404, 409, 413, 415, 422, 429];

/** Mostly valid keys. */
const keys = fc.oneof(
  { weight: 8, arbitrary: fc.uuid() },
  {
    weight: 2,
    arbitrary: fc.constantFrom('short', ''),
  },
);

/** Creates a proxy without limits, with a service that follows the contract. */
function createChecked(operation: BodyOperation) {
  // Use a small store, because emptying a full one takes ten times as long as a request.
  const store = unlimited(createMemoryStore({ maxEntries: 10 }));
  const { send, service, log } = createTestProxy({
    ...{ sms: true, redirectOrigins: [shop] }, // the `redirectUrl` of a texted link must be on one of these origins
    ...{ rateLimit: 1_000_000, store },
  });
  return async (raw: string, key: string): Promise<void> => {
    service.calls.length = 0;
    // Earlier text messages would block this run.
    await store.close();
    const logged = log.length;
    const headers = { origin: shop, 'idempotency-key': key };
    const { status, text } = await send(operation, { raw, headers });
    assert.ok(statuses.includes(status), `${status} ${text}`);
    if (status !== 200) assert.equal(service.calls.length, 0, 'calls of the service');
    assert.ok(service.calls.length <= 1, 'calls of the service');
    for (const { body } of service.calls) assertSendable(operation, body);
    const failures = log.slice(logged).filter(({ level }) => level === 'error');
    assert.deepEqual(failures, []);
  };
}

/** Asserts that a call follows the contract and has an explicit `sendSMS`. */
function assertSendable(operation: BodyOperation, body: unknown): void {
  const parsed = operations[operation].request.safeParse(body);
  assert.ok(parsed.success, `${JSON.stringify(body)} went to the service`);
  const [asked] = [body].flat();
  const { sendSMS } = asked as { sendSMS?: unknown };
  if (operation !== 'estimatePayments') assert.equal(typeof sendSMS, 'boolean');
}

for (const operation of bodyOperations) {
  describe(`The body of ${operation}`, () => {
    const check = createChecked(operation);

    property(
      'is rejected before the service or follows the contract, for any document',
      [jsonDocuments, keys],
      check,
      { trialRuns: trialDocuments },
    );

    property(
      'is rejected before the service or follows the contract, for any change of a valid body',
      [mutatedBodies(operation), keys],
      check,
      { trialRuns: trialDocuments / 10 },
    );
  });
}
