/**
 * Sends a million invalid inputs over HTTP: bodies, documents, headers, paths, and bytes that aren't HTTP. The command
 * must not crash or respond with 5xx or 408 (browsers repeat a request after 408), and no secret or personal data may
 * appear in a response or in the log.
 */
import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { describe, it, type TestContext } from 'node:test';
import fc from 'fast-check';
import { type Dispatcher, Pool } from 'undici';
import { type EstimateItem, type OperationName, operationNames } from '../../src/contract/index.js';
import { pagePaths } from '../../src/contract/page-paths.js';
import { startCommand } from '../cli/command.js';
import { bodyOperations, mutatedJson, jsonDocuments } from '../support/property.js';
import { financed, samples } from '../support/samples.js';
import {
  requests,
  idempotencyKey,
  personal,
  purchaseToken,
  secrets,
  sentinelPattern,
} from '../support/secrets.js';
import { receiveAll, startHttp } from '../support/servers.js';
import { createProgress, trialSeed, trialInputs } from '../support/trial.js';

const inputs = trialInputs > 0 ? trialInputs : 2_000;
const seed = Number(trialSeed ?? Date.now() % 2 ** 31);
const connections = 16;
const batchSize = 500;
const webhookSecret = 'Webhook+of/Sentinel"5%';
const mount = '/financing';

/** A request, or bytes for a separate connection. */
type Input =
  | Required<Pick<Dispatcher.RequestOptions, 'method' | 'path' | 'headers' | 'body'>>
  | Buffer;

const ordinary = {
  'content-type': 'application/json',
  'sec-fetch-site': 'same-origin',
  authorization: `Bearer ${secrets.adminToken}`,
  'financing-purchase': purchaseToken,
  'x-forwarded-for': '203.0.113.77',
};

/** Returns the path of an operation, with its sentinel query if there is one. */
function pathOf(operation: OperationName): string {
  return (
    mount +
    (requests[operation].path ?? samples[operation].path) +
    (requests[operation].query ?? '')
  );
}

const estimates = [{ id: 'Item "Sentinel"', totalAmount: 1299 }];
const bodies = fc.oneof(
  ...bodyOperations.map((operation) =>
    mutatedJson(requests[operation].body ?? estimates).map((body) => ({ operation, body })),
  ),
);
const anyDocuments = fc.record({
  operation: fc.constantFrom(...bodyOperations),
  body: jsonDocuments,
});

/** Characters that are valid in a header (RFC 9110, section 5.5). */
const headerText = fc.string({
  unit: fc.integer({ min: 0x20, max: 0x7e }).map((code) => String.fromCharCode(code)),
  maxLength: 200,
});
const headerNames = [
  'content-type',
  'content-encoding',
  'origin',
  'sec-fetch-site',
  'authorization',
  'idempotency-key',
  'financing-purchase',
  'svc-signature',
  'x-forwarded-for',
  'x-request-id',
  'traceparent',
  'accept-encoding',
  'if-none-match',
  'access-control-request-method',
  'cookie',
];
const headers = fc.dictionary(fc.constantFrom(...headerNames), headerText, { maxKeys: 5 });

/** Paths of printable characters, mostly below the mount. */
const paths = fc
  .tuple(
    fc.constantFrom(mount, mount, mount, '', `${mount}/onboarding/api/v1/location`),
    fc.oneof(
      fc.constantFrom(
        ...Object.values(pagePaths),
        '/line',
        '/webhooks',
        '/link-status',
        '/elements.js',
      ),
      fc.constantFrom('/..%2f', '/%2e%2e/', '/%00', '/%ff', '//', '/\\', '/%5c', '/openapi.json'),
      fc.webPath(),
    ),
    fc.oneof(
      fc.constant(''),
      fc.webQueryParameters().map((query) => `?${query}`),
    ),
  )
  .map((parts) => parts.join(''))
  .map((path) => (path.startsWith('/') ? path : `/${path}`));
const methods = fc.constantFrom('GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'BREW');

const head = `POST ${mount}${pagePaths.createPayOverTimeLink} HTTP/1.1\r\nHost: a\r\n`;
const body = JSON.stringify(requests.createPayOverTimeLink.body);
const bytes: fc.Arbitrary<Buffer> = fc.oneof(
  fc.uint8Array({ maxLength: 400 }).map((all) => Buffer.from(all)),
  // A request that is cut off or has random bytes in it.
  fc
    .tuple(fc.nat(head.length + body.length), fc.uint8Array({ maxLength: 4 }))
    .map(([at, other]) => {
      const request = Buffer.from(
        `${head}Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
      );
      return Buffer.concat([request.subarray(0, at), other, request.subarray(at + other.length)]);
    }),
  fc.nat(40_000).map((length) => Buffer.from(`${head}X-Long: ${'a'.repeat(length)}\r\n\r\n`)),
  fc
    .string({ maxLength: 30 })
    .map((size) =>
      Buffer.from(`${head}Transfer-Encoding: chunked\r\n\r\n${size}\r\n${body}\r\n0\r\n\r\n`),
    ),
);

const arbitraryInputs: fc.Arbitrary<Input> = fc.oneof(
  {
    weight: 60,
    arbitrary: fc.tuple(bodies, fc.boolean()).map(([{ operation, body }, hasKey]) => ({
      method: 'POST',
      path: pathOf(operation),
      headers: { ...ordinary, ...(hasKey && { 'idempotency-key': idempotencyKey }) },
      body,
    })),
  },
  {
    weight: 15,
    arbitrary: anyDocuments.map(({ operation, body }) => ({
      method: 'POST',
      path: pathOf(operation),
      headers: ordinary,
      body,
    })),
  },
  {
    weight: 12,
    arbitrary: fc
      .tuple(fc.constantFrom(...operationNames), headers)
      .map(([operation, changes]) => ({
        method: operation === 'getMerchantStatus' ? 'GET' : 'POST',
        path: pathOf(operation),
        headers: { ...ordinary, ...changes },
        body:
          operation === 'getMerchantStatus'
            ? null
            : JSON.stringify(requests[operation].body ?? estimates),
      })),
  },
  {
    weight: 10,
    arbitrary: fc.tuple(methods, paths, headers).map(([method, path, changes]) => ({
      method,
      path,
      headers: changes,
      body: method === 'GET' || method === 'HEAD' ? null : body,
    })),
  },
  { weight: 3, arbitrary: bytes },
);

/** Starts a service that returns valid responses. */
function startService(t: TestContext): Promise<string> {
  const byPath = new Map(
    operationNames.map((name) => [samples[name].path, samples[name].response]),
  );
  return startHttp(t, async (req, res) => {
    const chunks: Buffer[] = [];
    for await (const chunk of req) chunks.push(chunk as Buffer);
    const path = (req.url ?? '').split('?')[0] ?? '';
    const result =
      path === samples.estimatePayments.path
        ? (JSON.parse(Buffer.concat(chunks).toString()) as EstimateItem[]).map(({ id }) =>
            financed(id),
          )
        : (byPath.get(path) ?? samples.getMerchantStatus.response);
    res.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(result));
  });
}

/** Sends bytes on a new connection, and returns the response. */
function sendBytes(url: string, sent: Buffer): Promise<string> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  socket.end(sent);
  return receiveAll(socket);
}

describe(`${inputs} invalid inputs over HTTP`, { timeout: 3 * 3_600_000 }, () => {
  it('cause no crash, no 5xx, and no leak', async (t) => {
    const { adminToken, purchaseSecret, svcKey, svcSecret } = secrets;
    const env = {
      FINANCING_BASE_URL: await startService(t),
      FINANCING_SVC_KEY: svcKey,
      FINANCING_SVC_SECRET: svcSecret,
      FINANCING_ADMIN_TOKEN: adminToken,
      FINANCING_PURCHASE_SECRET: purchaseSecret,
      FINANCING_WEBHOOK_SECRET: webhookSecret,
      FINANCING_SMS: 'on',
      FINANCING_RATE_LIMIT: '1000000',
      FINANCING_TRUSTED_HOPS: '1',
      FINANCING_LOG_REQUESTS: 'on',
    };
    const command = startCommand(t, ['serve', '--port', '0'], { env });
    const url = new URL(await command.listening()).origin;
    const pool = new Pool(url, { connections });
    t.after(() => pool.destroy());

    const forbidden = sentinelPattern({ ...secrets, ...personal, webhookSecret });
    const counts: Record<string, number> = {};
    const countProgress = createProgress(`Bad inputs, of ${inputs}, seed ${seed}`);
    function check(input: Input, status: string, text: string) {
      counts[status] = (counts[status] ?? 0) + 1;
      const sent = Buffer.isBuffer(input)
        ? JSON.stringify(input.toString('latin1'))
        : JSON.stringify(input);
      assert.ok(
        Number(status) < 500 && status !== '408',
        `${status} ${text}\nseed ${seed}: ${sent}`,
      );
      assert.doesNotMatch(text, forbidden, `seed ${seed}: ${sent}`);
      countProgress();
    }
    async function send(input: Input): Promise<void> {
      if (Buffer.isBuffer(input)) {
        const text = await sendBytes(url, input);
        return check(input, /^HTTP\/1\.1 (\d{3})/.exec(text)?.[1] ?? '0', text);
      }
      const response = await pool.request(input);
      const text = `${JSON.stringify(response.headers)} ${await response.body.text()}`;
      check(input, String(response.statusCode), text);
    }

    let sent = 0;
    let batch: Input[] = [];
    function next(): Input | undefined {
      if (sent === inputs) return undefined;
      if (batch.length === 0) {
        batch = fc.sample(arbitraryInputs, { seed: seed + sent, numRuns: batchSize });
      }
      sent += 1;
      return batch.pop();
    }
    await Promise.all(
      Array.from({ length: connections }, async () => {
        for (let input = next(); input !== undefined; input = next()) await send(input);
      }),
    );

    assert.equal((await fetch(`${url}${mount}/health`)).status, 200);
    assert.equal(command.child.exitCode, null);
    command.child.kill('SIGTERM');
    const { code, stdout, stderr } = await command.closed;
    assert.equal(code, 0);
    t.diagnostic(
      `seed ${seed}: ${sent} inputs; responses by status (0: closed without one): ${JSON.stringify(counts)}; ` +
        `${stderr.length} characters of log`,
    );
    for (const output of [stdout, stderr]) {
      assert.equal(forbidden.exec(output)?.[0], undefined, 'in the log');
      assert.equal(/^.*"level":"error".*$/m.exec(output)?.[0], undefined, 'in the log');
    }
    assert.ok((counts['200'] ?? 0) > 0 && (counts['400'] ?? 0) > inputs / 4, 'most are refused');
  });
});
