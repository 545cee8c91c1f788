/** Compares the proxy with its OpenAPI document. test/system/conformance.test.ts checks the successes. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { openApiDocument } from '../../build/openapi/document.js';
import { codes, statusOf } from '../../build/proxy-facts.js';
import { type OperationName, operationNames, operations } from '../../src/contract/index.js';
import { isDocumentedRequest, assertDocumented } from '../support/openapi-checks.js';
import { credentials, links, onboarding, samples } from '../support/samples.js';
import { failToConnect, hang, type Respond } from '../support/service-stub.js';
import {
  adminToken,
  createTestProxy,
  read,
  shop,
  type RequestChanges,
} from '../support/test-proxy.js';

interface Read {
  openapi: string;
  components: {
    schemas: Record<string, { enum?: string[] }>;
    responses: Record<
      string,
      { content: Record<string, { schema: { allOf: [object, Narrowed] } }> }
    >;
  };
}
interface Narrowed {
  properties: { status: { const: number }; code: { enum: string[] } };
}

describe('The OpenAPI document', () => {
  const { openapi, components } = openApiDocument as unknown as Read;

  it('is OpenAPI 3.1', () => assert.match(openapi, /^3\.1\.\d$/));

  it('has every problem code', () => {
    assert.deepEqual(components.schemas['ProblemCode']?.enum, codes);
  });

  it('has every problem code at its status, except method-not-allowed', () => {
    const found = new Set(
      Object.values(components.responses).flatMap(({ content }) => {
        const { properties } = content['application/problem+json']!.schema.allOf[1];
        return properties.code.enum.map((code) => `${properties.status.const} ${code}`);
      }),
    );
    const missing = codes
      .map((code) => `${statusOf(code)} ${code}`)
      .filter((row) => !found.has(row));
    assert.deepEqual(missing, ['405 method-not-allowed']);
  });
});

const [item] = samples.estimatePayments.body as [object];
const [prequal] = samples.createPrequalLink.body as [object];
const payOverTime = samples.createPayOverTimeLink.body as object;
const merchantLocation = samples.addMerchantLocation.body as object;
const many = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ ...item, id: String(index) }));

/** Bodies at the limits of the proxy, and beyond them. */
const bodies: [what: string, operation: OperationName, body: unknown][] = [
  ['the sample', 'estimatePayments', [item]],
  ['500 items', 'estimatePayments', many(500)],
  ['501 items', 'estimatePayments', many(501)],
  ['no items', 'estimatePayments', []],
  ['an id of 128 characters', 'estimatePayments', [{ ...item, id: 'x'.repeat(128) }]],
  ['an id of 129 characters', 'estimatePayments', [{ ...item, id: 'x'.repeat(129) }]],
  ['an empty id', 'estimatePayments', [{ ...item, id: '' }]],
  ['an amount of zero', 'estimatePayments', [{ ...item, totalAmount: 0 }]],
  ['the largest amount', 'estimatePayments', [{ ...item, totalAmount: 999_999_999.99 }]],
  ['a larger amount', 'estimatePayments', [{ ...item, totalAmount: 1e9 }]],
  ['an amount in a text', 'estimatePayments', [{ ...item, totalAmount: '100' }]],
  ['an unknown field', 'estimatePayments', [{ ...item, currency: 'USD' }]],
  ['the sample', 'createPayOverTimeLink', payOverTime],
  ['no amount', 'createPayOverTimeLink', { ...payOverTime, amount: undefined }],
  ['departmentId as a number', 'createPayOverTimeLink', { ...payOverTime, departmentId: 1 }],
  ['roNumber as a number', 'createPayOverTimeLink', { ...payOverTime, roNumber: 1 }],
  ['a text of 256', 'createPayOverTimeLink', { ...payOverTime, sourcePlatform: 'x'.repeat(256) }],
  ['a text of 257', 'createPayOverTimeLink', { ...payOverTime, sourcePlatform: 'x'.repeat(257) }],
  ['no email', 'createPayOverTimeLink', { ...payOverTime, representativeEmail: 'ada at home' }],
  ['a date', 'createPayOverTimeLink', { ...payOverTime, customerDetails: { dateOfBirth: 'x' } }],
  ['the sample', 'createPrequalLink', [prequal]],
  ['two items', 'createPrequalLink', [prequal, prequal]],
  ['an object', 'createPrequalLink', prequal],
  ['departmentId as text', 'createPrequalLink', [{ ...prequal, departmentId: '1' }]],
  ['an unknown field inside', 'createPrequalLink', [{ ...prequal, customerDetails: { age: 1 } }]],
  ['the sample', 'addMerchantLocation', merchantLocation],
  ['an unknown vertical', 'addMerchantLocation', { ...merchantLocation, vertical: 'Bakery' }],
  ['an empty location', 'addMerchantLocation', { ...merchantLocation, location: '' }],
];

// If the document rejects a field that only pre-fills an application, the proxy drops it.
describe('The OpenAPI document and the proxy agree on', () => {
  for (const [what, operation, body] of bodies) {
    it(`${what}: ${operation}`, async () => {
      const { send, log } = createTestProxy();
      const { status } = await send(operation, { body });
      const isAccepted = status === 200 && !log.some(({ event }) => event === 'fields-dropped');
      assert.equal(isDocumentedRequest(operation, JSON.parse(JSON.stringify(body))), isAccepted);
    });
  }
});

describe('GET /openapi.json', () => {
  const request = (method = 'GET', mount = '/financing') =>
    new Request(`${shop}${mount}/openapi.json`, { method });

  for (const [mount, url] of [
    ['/financing', '/financing'],
    ['/pay/later', '/pay/later'],
    ['', '/'],
  ]) {
    it(`returns the document at the mount "${mount}"`, async () => {
      const { fetch } = createTestProxy({ mount });
      const { status, body } = await read(await fetch(request('GET', mount)));
      const expected = { ...openApiDocument, servers: [{ url }] };
      assert.deepEqual([status, body], [200, JSON.parse(JSON.stringify(expected))]);
    });
  }

  it('is JSON that is revalidated', async () => {
    const { headers } = await createTestProxy().fetch(request());
    assert.equal(headers.get('content-type'), 'application/json');
    assert.equal(headers.get('cache-control'), 'no-cache');
  });

  it('has no secret and no host of the service', async () => {
    const { fetch } = createTestProxy();
    const { text } = await read(await fetch(request()));
    for (const secret of [...Object.values(credentials), adminToken, 'service.example']) {
      assert.ok(!text.includes(secret));
    }
  });
});

/** Ways in which the service can fail. */
const faults: Record<string, Respond> = {
  'a wrong key': () => new Response(null, { status: 403 }),
  'a redirect': () => new Response(null, { status: 302, headers: { location: '/' } }),
  'a busy service': () => new Response(null, { status: 429 }),
  'a broken body': () => new Response('{'),
  'no connection': failToConnect('ECONNREFUSED'),
  'no answer': hang,
};

const withBody = operationNames.filter((operation) => 'request' in operations[operation]);

/** Requests that the proxy refuses, with the status and the operations to which they apply. */
const refusals: Record<string, [status: number, readonly OperationName[], RequestChanges]> = {
  'another origin': [403, operationNames, { headers: { origin: 'https://evil.example' } }],
  'another media type': [415, withBody, { headers: { 'content-type': 'text/plain' } }],
  'a large body': [413, withBody, { body: ['a'.repeat(128 * 1024)] }],
  'no JSON': [400, withBody, { raw: '{' }],
  'an unknown field': [400, withBody, { body: { extra: 1 } }],
  'a wrong token': [401, onboarding, { headers: { authorization: 'Bearer wrong' } }],
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
