import assert from 'node:assert/strict';
import { describe } from 'node:test';
import fc from 'fast-check';
import { operationNames, operations } from '../../src/contract/index.js';
import { pagePaths } from '../../src/contract/page-paths.js';
import { createMemoryStore } from '../../src/proxy/index.js';
import {
  type BodyOperation,
  bodyOperations,
  jsonDocuments,
  mutatedBodies,
  property,
} from '../support/property.js';
import {
  assertNoSentinel,
  personal,
  purchaseToken,
  requests,
  secrets,
} from '../support/secrets.js';
import {
  createTestProxy,
  createTestWebhooks,
  read,
  shop,
  unlimited,
} from '../support/test-proxy.js';
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
    sms: true,
    redirectOrigins: [shop], // the `redirectUrl` of a texted link must be on one of these origins
    rateLimit: 1_000_000,
    store,
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

const methods = fc.constantFrom('GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'BREW');
/** Paths below the mount, and after it. */
const paths = fc
  .tuple(
    fc.constantFrom('', '/financing', '/financing/onboarding/api/v1/location'),
    fc.oneof(
      fc.constantFrom(...Object.values(pagePaths), '/line', '/webhooks', '/link-status'),
      fc.constantFrom('/..%2f', '/%2e%2e/', '/%00', '/%ff', '//', '/%5c', '/openapi.json'),
      fc.webPath(),
    ),
    fc.webQueryParameters().map((query) => (query ? `?${query}` : '')),
  )
  .map((parts) => parts.join(''));
// oxfmt-ignore
const headerNames = fc.constantFrom(
  'content-type', 'content-encoding', 'origin', 'sec-fetch-site', 'authorization', 'cookie',
  'idempotency-key', 'financing-purchase', 'svc-signature', 'x-forwarded-for', 'traceparent',
  'x-request-id', 'accept-encoding', 'if-none-match', 'access-control-request-method',
);
/** Characters that are valid in a header (RFC 9110, section 5.5). */
const character = fc.integer({ min: 0x20, max: 0x7e }).map((code) => String.fromCharCode(code));
const headers = fc.dictionary(headerNames, fc.string({ unit: character, maxLength: 200 }), {
  maxKeys: 5,
});

describe('A request', () => {
  const ordinary = {
    'content-type': 'application/json',
    authorization: `Bearer ${secrets.adminToken}`,
    'financing-purchase': purchaseToken,
  };
  const options = { ...secrets, sms: true, trustPageAmount: false, rateLimit: 1_000_000 };
  const body = JSON.stringify(requests.createPayOverTimeLink.body);

  property(
    'is answered without a failure and without a secret, for any method, path, and headers',
    [methods, paths, headers],
    async (method, path, changes) => {
      const { fetch, log } = createTestWebhooks(options);
      const hasBody = method !== 'GET' && method !== 'HEAD';
      const init = { method, headers: { ...ordinary, ...changes }, body: hasBody ? body : null };
      const response = await read(await fetch(new Request(`${shop}${path}`, init)));
      assert.ok(response.status < 500 && response.status !== 408, response.text);
      assert.deepEqual(
        log.filter(({ level }) => level === 'error'),
        [],
      );
      const shown = JSON.stringify([...response.headers]) + response.text + JSON.stringify(log);
      assertNoSentinel(shown, { ...secrets, ...personal });
    },
  );

  property(
    'is answered without a failure, for any headers of an operation',
    [fc.constantFrom(...operationNames), headers],
    async (operation, changes) => {
      const { send, log } = createTestProxy({ ...options, trustPageAmount: true });
      const { status, text } = await send(operation, { headers: { ...ordinary, ...changes } });
      assert.ok(status < 500, text);
      assertNoSentinel(text + JSON.stringify(log), secrets);
    },
  );
});
