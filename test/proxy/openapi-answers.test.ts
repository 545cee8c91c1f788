/** Holds the OpenAPI document against what the sandbox and the proxy really answer. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type OperationName, operationNames, operations } from '../../src/contract/index.js';
import { createSandbox } from '../../src/sandbox/index.js';
import { type ErrorRow, errorRows, type Send, toRequest, valid } from '../conformance/requests.js';
import { assertDocumented } from '../support/openapi-checks.js';
import { links, samples } from '../support/samples.js';
import { failToConnect, hang, type Respond } from '../support/service-stub.js';
import { adminToken, type Ask, createTestProxy } from '../support/test-proxy.js';

/** A proxy before a sandbox that has the location of the samples, and a way to ask it as the contract does. */
async function createChain() {
  const sandbox = createSandbox({ publicUrl: 'http://127.0.0.1:8788' });
  const proxy = createTestProxy({
    baseUrl: 'https://service.example',
    svcKey: 'sandbox-key',
    svcSecret: 'sandbox-secret',
    fetch: sandbox.fetch,
  });
  const ask = (send: Send) => {
    const request = toRequest('https://shop.example/financing', send);
    request.headers.set('authorization', `Bearer ${adminToken}`);
    return proxy.fetch(request);
  };
  return { sandbox, ask };
}

/** A request that names a location in its path needs the location first. */
async function prepare(
  operation: OperationName,
  ask: (send: Send) => Promise<Response>,
): Promise<void> {
  if ('pathLocation' in valid[operation]) await ask(valid.addMerchantLocation);
}

for (const operation of operationNames) {
  describe(`The document of ${operation}`, () => {
    it('has what the sandbox answers', async () => {
      const { sandbox } = await createChain();
      const ask = (send: Send) => sandbox.fetch(toRequest('https://service.example', send));
      await prepare(operation, ask);
      const answer = await ask(valid[operation]);
      assert.equal(answer.status, 200, await answer.clone().text());
      await assertDocumented(operation, answer);
    });

    it('has what the proxy answers', async () => {
      const { ask } = await createChain();
      await prepare(operation, ask);
      const answer = await ask(valid[operation]);
      assert.equal(answer.status, 200, await answer.clone().text());
      await assertDocumented(operation, answer);
    });

    const rows: Readonly<Record<string, ErrorRow>> = errorRows[operation];
    for (const [row, { send, after, needs }] of Object.entries(rows)) {
      if (needs === 'own-credentials') continue;
      it(`has the problem that the proxy answers to ${row}`, async () => {
        const { ask } = await createChain();
        if (after) await ask(after);
        const answer = await ask(send);
        assert.ok(answer.status >= 400);
        await assertDocumented(operation, answer);
      });
    }
  });
}

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
