/**
 * Only the service gets credentials and personal data. Sends every operation with sentinels in all fields, to services that work,
 * reject, echo, break, and hang, and then searches the log, the responses, and the store. Only the link of a response is stored,
 * because a replay needs it.
 */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { operationNames, operations } from '../../src/contract/index.js';
import { type FinancingProxyOptions, type Store } from '../../src/proxy/index.js';
import { samples } from '../support/samples.js';
import {
  requests,
  assertNoSentinel,
  credentials,
  customer,
  idempotencyKey,
  linkSecrets,
  personal,
  purchaseToken,
  secrets,
  sent,
} from '../support/secrets.js';
import {
  failToConnect,
  hang,
  type ReceivedCall,
  type Respond,
  respondPerContract,
} from '../support/service-stub.js';
import {
  createTestProxy,
  createTestWebhooks,
  createWatchedStore,
  linkToken,
  purchased,
  shop,
} from '../support/test-proxy.js';

function succeed(call: ReceivedCall): Response {
  const response = samples[call.operation].response as object;
  if (call.operation === 'estimatePayments') return respondPerContract(call);
  const { url, token } = linkSecrets;
  return Response.json({ ...response, url, shortToken: token, longToken: token });
}

/** Returns the whole request, like a careless service in an error. */
function echo({ headers, path, body }: ReceivedCall): string {
  return JSON.stringify({ headers: Object.fromEntries(headers), path, body });
}

const scenarios: Record<string, Respond> = {
  works: succeed,
  'is not there': failToConnect('ECONNREFUSED'),
  'breaks the connection': failToConnect('ECONNRESET'),
  hangs: hang,
  'answers with a page that repeats the request': (call) => new Response(`<html>${echo(call)}`),
  'answers with JSON that repeats the request': (call) => Response.json({ url: echo(call) }),
  'fails and repeats the request': (call) =>
    Response.json({ message: echo(call), error: echo(call) }, { status: 500 }),
  'redirects to an address that repeats the request': (call) =>
    new Response(echo(call), {
      status: 307,
      headers: { location: `https://evil.example/?${encodeURIComponent(echo(call))}` },
    }),
  'fails with an error that repeats the request': (call) => {
    throw Object.assign(new Error(echo(call)), { code: echo(call), cause: echo(call) });
  },
};
for (const status of [400, 401, 403, 404, 409, 422, 429, 500, 503]) {
  scenarios[`answers ${status} as the contract says, and goes on`] = ({ operation, ...call }) => {
    const declared = Object.values(operations[operation].errors).find((e) => e.status === status);
    const message = `${declared?.message ?? 'No'}: ${echo({ operation, ...call })}`;
    const headers = { 'retry-after': secrets.svcKey, 'x-debug': encodeURIComponent(message) };
    return Response.json({ message }, { status, headers });
  };
}

/** Creates a store that records everything it gets. */
const recording = (record: string[]): Store =>
  createWatchedStore((_, args) => void record.push(JSON.stringify(args)));

/** Sends every operation twice, like a retry, and once with an invalid body. */
async function run(respond: Respond, options: Partial<FinancingProxyOptions> = {}) {
  const stored: string[] = [];
  const { adminToken, ...others } = secrets;
  const proxy = createTestProxy(
    {
      ...others,
      adminToken,
      sms: true,
      redirectOrigins: [shop],
      trustPageAmount: false,
      timeout: 20,
      linkTimeout: 20,
      store: recording(stored),
      ...options,
    },
    respond,
  );
  const headers = {
    origin: shop,
    'idempotency-key': idempotencyKey,
    'financing-purchase': purchaseToken,
    'x-forwarded-for': '203.0.113.77',
  };
  const responses: string[] = [];
  for (const operation of operationNames) {
    const send = requests[operation];
    const authorization =
      operations[operation].credentials.length > 1 ? { authorization: `Bearer ${adminToken}` } : {};
    const given = { ...send, headers: { ...headers, ...authorization } };
    const refused = { ...given, raw: JSON.stringify({ a: send.body }) };
    const isRead = operations[operation].method === 'GET';
    for (const each of [given, given, isRead ? given : refused]) {
      const response = await proxy.send(operation, each);
      responses.push(`${JSON.stringify([...response.headers])} ${response.text}`);
    }
  }
  return { ...proxy, responses, stored };
}

function assertSecret({ responses, log, stored }: Awaited<ReturnType<typeof run>>): void {
  for (const text of [...responses, ...stored]) assertNoSentinel(text, { ...secrets, ...personal });
  for (const entry of log) {
    assertNoSentinel(JSON.stringify(entry), { ...secrets, ...personal, ...linkSecrets });
  }
}

const sentence = 'the log, the responses, and the store have no credentials or personal data';

for (const [what, respond] of Object.entries(scenarios)) {
  describe(`With a service that ${what},`, () => {
    it(sentence, async () => assertSecret(await run(respond)));
  });
}

describe('With hooks that throw the request,', () => {
  const fail = (request: Request, body?: unknown): never => {
    throw new Error(JSON.stringify([...request.headers, body, request.url, secrets]));
  };
  for (const options of [{ verifyHuman: fail }, { resolvePurchase: fail }, { authorize: fail }]) {
    it(`${sentence} (${Object.keys(options).join()})`, async () => {
      const changes = { ...options, purchaseSecret: undefined, adminToken: undefined };
      assertSecret(await run(succeed, { authorize: () => true, ...changes }));
    });
  }
});

it('The stored events and link statuses have no event, reference, or token', async () => {
  const stored: string[] = [];
  const proxy = createTestWebhooks({ store: recording(stored) });
  const token = await linkToken(proxy, {}, { 'idempotency-key': idempotencyKey });
  await proxy.deliver(purchased);
  await proxy.deliver({ eventType: 'TRANSACTION_VOIDED', payload: { phone: '2125550123' } });
  assert.match(stored.join(), /link:token:.*webhook:/s);
  const sentinels = { token: token!, reference: 'order-1', phone: '2125550123' };
  for (const text of stored) assertNoSentinel(text, sentinels);
});

describe('The search for sentinels', () => {
  it('finds everything that the service receives', async () => {
    const { service, stored } = await run(succeed);
    const received = service.calls.map(({ headers, path, body }) =>
      JSON.stringify([[...headers], decodeURIComponent(path.replaceAll('+', ' ')), body]),
    );
    for (const sentinel of Object.values({ ...credentials, ...sent })) {
      assert.throws(() => assertNoSentinel(received.join(), { sentinel }), sentinel);
    }
    assert.throws(
      () => assertNoSentinel(stored.join(), linkSecrets),
      'stored responses have links',
    );
  });

  for (const encoding of ['base64', 'base64url', 'hex', 'utf8'] as const) {
    it(`finds a sentinel in ${encoding} at any offset`, () => {
      for (const before of ['', 'a', 'ab', 'abc']) {
        const text = Buffer.from(`${before}${customer.firstName}, and more`).toString(encoding);
        assert.throws(
          () => assertNoSentinel(text, { firstName: customer.firstName }),
          /firstName is there/,
        );
      }
    });
  }
});
