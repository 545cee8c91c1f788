/** Holds the OpenAPI document against what the proxy answers beside test/system/conformance.test.ts. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type OperationName, operationNames, operations } from '../../src/contract/index.js';
import { assertDocumented } from '../support/openapi-checks.js';
import { links, samples } from '../support/samples.js';
import { failToConnect, hang, type Respond } from '../support/service-stub.js';
import { type Ask, createTestProxy } from '../support/test-proxy.js';

/** Failures of the service. */
const faults: Record<string, Respond> = {
  'a wrong key': () => new Response(null, { status: 403 }),
  'a redirect': () => new Response(null, { status: 302, headers: { location: '/' } }),
  'a busy service': () => new Response(null, { status: 429 }),
  'a broken body': () => new Response('{'),
  'no connection': failToConnect('ECONNREFUSED'),
  'no answer': hang,
};

describe('The document has the problem after', () => {
  for (const [fault, respond] of Object.entries(faults)) {
    for (const operation of operationNames) {
      it(`${fault}: ${operation}`, async () => {
        const times = { timeout: 100, linkTimeout: 100 };
        const { status, headers, text } = await createTestProxy(times, respond).ask(operation);
        assert.ok(status >= 502);
        await assertDocumented(operation, new Response(text, { status, headers }));
      });
    }
  }
});

/** Requests that the proxy refuses, and the operations that can be asked so. */
const withBody = operationNames.filter((operation) => 'request' in operations[operation]);
const refusals: Record<string, [status: number, readonly OperationName[], Ask]> = {
  'another origin': [403, operationNames, { headers: { origin: 'https://evil.example' } }],
  'another media type': [415, withBody, { headers: { 'content-type': 'text/plain' } }],
  'a large body': [413, withBody, { raw: ' '.repeat(128 * 1024 + 1) }],
  'no JSON': [400, withBody, { raw: '{' }],
  'an unknown field': [400, withBody, { body: { extra: 1 } }],
  'no authorization': [
    401,
    ['addMerchantLocation', 'getMerchantStatus'],
    { headers: { authorization: null } },
  ],
  'a number that reaches no phone': [
    422,
    ['createPayOverTimeLink'],
    { body: { ...(samples.createPayOverTimeLink.body as object), phoneNumber: '911' } },
  ],
  'an unknown vertical': [
    422,
    ['addMerchantLocation'],
    { body: { ...(samples.addMerchantLocation.body as object), vertical: 'dental' } },
  ],
  'a state without merchants': [
    422,
    ['addMerchantLocation'],
    {
      body: { ...(samples.addMerchantLocation.body as object), businessAddress: { state: 'PR' } },
    },
  ],
  'a short Idempotency-Key': [400, links, { headers: { 'idempotency-key': 'short' } }],
};

describe('The document has the problem that refuses', () => {
  for (const [refusal, [status, names, ask]] of Object.entries(refusals)) {
    for (const operation of names) {
      it(`${refusal}: ${operation}`, async () => {
        const answer = await createTestProxy().ask(operation, ask);
        assert.equal(answer.status, status);
        await assertDocumented(operation, new Response(answer.text, answer));
      });
    }
  }

  for (const operation of operationNames) {
    it(`one request too many: ${operation}`, async () => {
      const { ask } = createTestProxy({ rateLimit: 1 });
      await ask(operation);
      const { status, headers, text } = await ask(operation);
      assert.equal(status, 429);
      assert.match(headers.get('retry-after') ?? '', /^[1-9]\d*$/);
      await assertDocumented(operation, new Response(text, { status, headers }));
    });
  }

  it('another body under a used key', async () => {
    const { ask } = createTestProxy();
    const headers = { 'idempotency-key': 'key-0123456789abcdef' };
    await ask('createPayOverTimeLink', { headers });
    const body = { ...(samples.createPayOverTimeLink.body as object), amount: 1 };
    const answer = await ask('createPayOverTimeLink', { headers, body });
    assert.equal(answer.status, 422);
    await assertDocumented('createPayOverTimeLink', new Response(answer.text, answer));
  });
});
