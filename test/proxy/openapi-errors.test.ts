/** Checks errors of the proxy against the OpenAPI document. test/system/conformance.test.ts checks its successes. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { operationNames } from '../../src/contract/index.js';
import { assertDocumented, faults, refusals } from '../support/openapi-checks.js';
import { createTestProxy } from '../support/test-proxy.js';

describe('The OpenAPI document has the problem after', () => {
  for (const [fault, respond] of Object.entries(faults)) {
    for (const operation of operationNames) {
      it(`${fault}: ${operation}`, async () => {
        const times = { timeout: 100, linkTimeout: 100 };
        const { status, headers, text } = await createTestProxy(times, respond).send(operation);
        assert.ok(status >= 502);
        await assertDocumented(operation, new Response(text, { status, headers }));
      });
    }
  }
});

describe('The OpenAPI document has the problem for', () => {
  for (const [refusal, [status, names, send]] of Object.entries(refusals)) {
    for (const operation of names) {
      it(`${refusal}: ${operation}`, async () => {
        const response = await createTestProxy().send(operation, send);
        assert.equal(response.status, status);
        await assertDocumented(operation, new Response(response.text, response));
      });
    }
  }

  for (const operation of operationNames) {
    it(`one request too many: ${operation}`, async () => {
      const { send } = createTestProxy({ rateLimit: 1 });
      await send(operation);
      const { status, headers, text } = await send(operation);
      assert.equal(status, 429);
      assert.match(headers.get('retry-after') ?? '', /^[1-9]\d*$/);
      await assertDocumented(operation, new Response(text, { status, headers }));
    });
  }
});
