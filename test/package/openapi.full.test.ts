/** Uses the package's OpenAPI document with a linter and with a generator of typed clients. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { pathToFileURL } from 'node:url';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import openapiTS, { astToString } from 'openapi-typescript';
import { createFinancingProxy, type FinancingProxy } from '../../src/proxy/index.js';
import { createSandbox } from '../../src/sandbox/index.js';
import { built } from '../runner/fresh-build.js';
import { assertNone } from '../support/assertions.js';
import { temporaryFolder } from '../support/files.js';

const root = join(import.meta.dirname, '../..');
const packed = readFileSync(built('openapi.json'), 'utf8');

describe('dist/openapi.json', () => {
  it('satisfies redocly', async () => {
    const config = await createConfig({
      extends: ['recommended-strict'],
      // A health check and a script have no client errors.
      rules: { 'operation-4xx-response': 'off' },
    });
    const problems = await lintFromString({ source: packed, config });
    assertNone(
      problems.map(({ ruleId, message, location }) => [ruleId, message, location[0]?.pointer]),
    );
  });
});

/** A program that uses only what the document describes. */
const consumer = `
import createClient from 'openapi-fetch';
import type { components, paths } from './financing.js';

type Fetch = (request: Request) => Promise<Response>;
type EstimateResult = components['schemas']['EstimateResult'];

const connect = (fetch: Fetch) =>
  createClient<paths>({ baseUrl: 'https://shop.example/financing', fetch });

export async function estimate(fetch: Fetch, location: string): Promise<EstimateResult | string> {
  const { data, error } = await connect(fetch).POST('/purchase/api/v1/payment-estimation', {
    params: { query: { location } },
    body: [{ id: 'sofa', totalAmount: 1299 }],
  });
  if (data) return data[0] ?? 'left out';
  switch (error.code) {
    case 'location-not-found': {
      const narrowed: 422 = error.status;
      return \`\${narrowed} unknown location\`;
    }
    case 'rate-limited': {
      const narrowed: 429 = error.status;
      return \`\${narrowed} later\`;
    }
    // @ts-expect-error An estimation finds no location that was added before.
    case 'location-exists':
    default:
      return error.detail;
  }
}

export async function createLinks(fetch: Fetch): Promise<string[]> {
  const client = connect(fetch);
  const payOverTime = await client.POST('/epay/api/v1/epay/send-link', {
    params: { header: { 'Idempotency-Key': 'order-1-0123456789' } },
    body: { location: 'main-street', amount: 1299, transactionId: 'order-1', departmentId: '7' },
  });
  const prequal = await client.PUT('/purchase/api/v1/online-link', {
    body: [{ location: 'main-street', referral: 'cart-1', departmentId: 7 }],
  });
  return [payOverTime, prequal].map(({ data, error }) => data?.url ?? error?.code ?? '');
}

export async function misuse(fetch: Fetch): Promise<(string | undefined)[]> {
  const client = connect(fetch);
  const wrong = await client.POST('/epay/api/v1/epay/send-link', {
    // @ts-expect-error The amount is a number.
    body: { location: 'main-street', amount: '1299', transactionId: 'order-1' },
  });
  const other = await client.POST('/purchase/api/v1/online-link', {
    // @ts-expect-error A number here, a text on the other link.
    body: [{ location: 'main-street', departmentId: '7' }],
  });
  return [wrong.error?.code, other.error?.code];
}
`;

interface Consumer {
  estimate(fetch: FinancingProxy['fetch'], place: string): Promise<unknown>;
  createLinks(fetch: FinancingProxy['fetch']): Promise<string[]>;
  misuse(fetch: FinancingProxy['fetch']): Promise<unknown>;
}

describe('A typed client made of dist/openapi.json', () => {
  const folder = temporaryFolder({ after });
  const { fetch } = createFinancingProxy({
    baseUrl: 'https://service.example',
    svcKey: 'sandbox-key',
    trustPageAmount: true,
    fetch: createSandbox({ publicUrl: 'http://127.0.0.1:8788' }).fetch,
  });
  let client: Consumer;

  before(async () => {
    const types = astToString(await openapiTS(packed));
    writeFileSync(join(folder, 'financing.ts'), types);
    writeFileSync(join(folder, 'consumer.ts'), consumer);
    writeFileSync(join(folder, 'package.json'), '{"type": "module"}');
    symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'), 'junction');
    compile(folder);
    client = (await import(pathToFileURL(join(folder, 'consumer.js')).href)) as Consumer;
  });

  it('estimates', async () => {
    const { monthlyAmount, amountFinanced } = (await client.estimate(fetch, 'main-street')) as {
      monthlyAmount: number;
      amountFinanced: number;
    };
    assert.equal(amountFinanced, 1299);
    assert.ok(monthlyAmount > 1299 / 12);
  });

  it('creates both links', async () => {
    const [payOverTime, prequal] = await client.createLinks(fetch);
    assert.match(payOverTime ?? '', /^http:\/\/127\.0\.0\.1:8788\/sandbox\//);
    assert.match(prequal ?? '', /^http:\/\/127\.0\.0\.1:8788\/sandbox\//);
  });

  it('distinguishes problems by their code', async () => {
    assert.equal(await client.estimate(fetch, 'nowhere'), '422 unknown location');
  });

  it('is refused what its types refuse', async () => {
    assert.deepEqual(await client.misuse(fetch), ['invalid-request', 'invalid-request']);
  });
});

/** Compiles the consumer under strict TypeScript, or fails with what the compiler says. */
function compile(folder: string): void {
  const tsc = join(root, 'node_modules/@typescript/native/bin/tsc');
  const strictness = ['--strict', '--exactOptionalPropertyTypes', '--noUncheckedIndexedAccess'];
  const options = ['--module', 'nodenext', '--target', 'es2022', '--types', 'node'];
  const args = [tsc, ...strictness, ...options, 'consumer.ts'];
  const { status, stdout } = spawnSync(process.execPath, args, { cwd: folder, encoding: 'utf8' });
  assert.equal(status, 0, stdout);
}
