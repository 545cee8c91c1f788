import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import {
  operationNames,
  type MerchantLocation,
  type MerchantStatus,
} from '../../src/contract/index.js';
import { createSandbox, type Fault, type Sandbox } from '../../src/sandbox/index.js';
import { createFinancingService } from '../../src/service/index.js';
import { merchantStatus, payOverTimeLink, toRequest, valid } from '../conformance/requests.js';
import { resultOf, sendTo, control, openHostedPage, origin, postForm } from '../support/sandbox.js';
import { eventually, turn } from '../support/until.js';

async function arm(sandbox: Sandbox, fault: Fault): Promise<void> {
  const response = await control(sandbox, 'POST', '/sandbox/faults', { body: fault });
  assert.equal(response.status, 200, await response.text());
}

async function createArmed(fault: Fault): Promise<Sandbox> {
  const sandbox = createSandbox();
  await arm(sandbox, fault);
  return sandbox;
}

describe('POST /sandbox/faults', () => {
  it('fails only the next call of the operation', async () => {
    const sandbox = await createArmed({
      operation: 'estimatePayments',
      status: 503,
      message: 'Busy',
    });
    assert.equal((await sendTo(sandbox, payOverTimeLink({}))).status, 200);
    const failed = await sendTo(sandbox, valid.estimatePayments);
    assert.deepEqual([failed.status, await failed.json()], [503, { message: 'Busy' }]);
    assert.equal((await sendTo(sandbox, valid.estimatePayments)).status, 200);
  });

  it('fails `count` calls', async () => {
    const sandbox = await createArmed({ operation: 'estimatePayments', status: 500, count: 2 });
    const statuses = [];
    for (let call = 0; call < 3; call++) {
      statuses.push((await sendTo(sandbox, valid.estimatePayments)).status);
    }
    assert.deepEqual(statuses, [500, 500, 200]);
  });

  it('works with the service client like in docs/testing.md', async () => {
    const guide = readFileSync(new URL('../../docs/testing.md', import.meta.url), 'utf8');
    const [, status, count] = /operation: 'estimatePayments', status: (\d+), count: (\d+)/.exec(
      guide,
    )!;
    const sandbox = createSandbox();
    await arm(sandbox, {
      operation: 'estimatePayments',
      status: Number(status),
      count: Number(count),
    });
    const { fetch } = sandbox;
    const baseUrl = 'https://sandbox.test';
    const service = createFinancingService({ baseUrl, svcKey: 'sandbox-key', fetch });
    const estimating = service.estimatePayments([{ id: 'sofa', totalAmount: 1299 }]);
    await assert.rejects(estimating, { status: 500, sandboxReason: 'Armed fault' });
  });

  it('applies the faults of an operation in order', async () => {
    const sandbox = await createArmed({ operation: 'estimatePayments', status: 500 });
    await arm(sandbox, { operation: 'estimatePayments', status: 429 });
    assert.equal((await sendTo(sandbox, valid.estimatePayments)).status, 500);
    assert.equal((await sendTo(sandbox, valid.estimatePayments)).status, 429);
  });

  it('uses the declared message of the status by default', async () => {
    const sandbox = await createArmed({ operation: 'getMerchantStatus', status: 404 });
    const response = await sendTo(sandbox, merchantStatus('main-street'));
    assert.deepEqual(await response.json(), { message: 'Resource Not Found' });
  });

  for (const body of [{ odd: [1] }, null]) {
    it(`returns the body ${JSON.stringify(body)} as JSON`, async () => {
      const sandbox = await createArmed({ operation: 'estimatePayments', status: 200, body });
      assert.deepEqual(await (await sendTo(sandbox, valid.estimatePayments)).json(), body);
    });
  }

  it('returns a text body unchanged', async () => {
    const sandbox = await createArmed({
      operation: 'estimatePayments',
      status: 502,
      body: '<h1>Bad Gateway',
    });
    const response = await sendTo(sandbox, valid.estimatePayments);
    assert.equal(await response.text(), '<h1>Bad Gateway');
  });

  it('adds the reason "Armed fault"', async () => {
    const sandbox = createSandbox();
    const reasonOf = async (fault: { status: number; body?: string | [] }) => {
      await arm(sandbox, { operation: 'estimatePayments', ...fault });
      return (await sendTo(sandbox, valid.estimatePayments)).headers.get('sandbox-reason');
    };
    for (const fault of [{ status: 500 }, { status: 502, body: '<h1>' }, { status: 304 }]) {
      assert.equal(await reasonOf(fault), 'Armed fault');
    }
    assert.equal(await reasonOf({ status: 200, body: [] }), null);
  });

  it('prevents the effect of a failed call', async () => {
    const sandbox = await createArmed({ operation: 'addMerchantLocation', status: 500 });
    assert.equal((await sendTo(sandbox, valid.addMerchantLocation)).status, 500);
    assert.equal((await sendTo(sandbox, valid.getMerchantStatus)).status, 404);
  });

  it('delays the response by `delayMs`, but not its effect', async (test) => {
    test.mock.timers.enable({ apis: ['setTimeout'] });
    const sandbox = await createArmed({
      operation: 'addMerchantLocation',
      status: 200,
      delayMs: 5000,
    });
    let isDone = false;
    const late = sendTo(sandbox, valid.addMerchantLocation).then((response) => {
      isDone = true;
      return response;
    });
    await eventually(async () => (await sendTo(sandbox, valid.getMerchantStatus)).status === 200);
    test.mock.timers.tick(4999);
    await turn();
    assert.equal(isDone, false);
    test.mock.timers.tick(1);
    assert.equal((await late).status, 200);
  });

  it('ends the delay if the caller leaves', async () => {
    const sandbox = await createArmed({
      operation: 'estimatePayments',
      status: 200,
      delayMs: 600_000,
    });
    const caller = new AbortController();
    const request = new Request(toRequest(origin, valid.estimatePayments), {
      signal: caller.signal,
    });
    const done = sandbox.fetch(request);
    await turn();
    caller.abort();
    assert.equal((await done).status, 200);
  });

  it('lists the operations if the fault names none of them', async () => {
    const fault = { operation: 'addLocation', status: 500 };
    const response = await control(createSandbox(), 'POST', '/sandbox/faults', { body: fault });
    assert.deepEqual(await response.json(), {
      message: `operation: Must be one of ${[...operationNames, 'webhook'].join(', ')}`,
    });
  });

  for (const [wrong, fault] of [
    ['body', undefined],
    ['operation', { status: 500 }],
    ['status', { operation: 'estimatePayments', status: 600 }],
    ['count', { operation: 'estimatePayments', status: 500, count: 0 }],
    ['delay', { operation: 'estimatePayments', status: 500, delay: 5 }],
    ['message', { operation: 'estimatePayments', status: 200, message: 'Fine' }],
    ['message', { operation: 'estimatePayments', status: 500, message: 'a', body: {} }],
  ] as const) {
    it(`rejects ${JSON.stringify(fault)} and names ${wrong}`, async () => {
      const sandbox = createSandbox();
      const response = await control(sandbox, 'POST', '/sandbox/faults', { body: fault });
      assert.equal(response.status, 400);
      const { message } = (await response.json()) as { message: string };
      assert.match(
        message,
        wrong === 'body' ? /^(Missing|Must be an object)/ : new RegExp(`\\b${wrong}\\b`),
      );
    });
  }
});

describe('POST /sandbox/clock', () => {
  const now = () => Date.parse('2026-05-01T12:00:00Z');
  const advance = (sandbox: Sandbox, advanceDays: unknown) =>
    control(sandbox, 'POST', '/sandbox/clock', { body: { advanceDays } });
  const expiryOf = async (sandbox: Sandbox) =>
    (await resultOf<MerchantStatus>(sandbox, valid.getMerchantStatus)).expiredInDays;

  it('advances the clock', async () => {
    const sandbox = createSandbox({ now });
    assert.deepEqual(await (await advance(sandbox, 10)).json(), {
      now: '2026-05-11T12:00:00.000Z',
    });
    assert.deepEqual(await (await advance(sandbox, 1)).json(), { now: '2026-05-12T12:00:00.000Z' });
  });

  it('moves expiredInDays down to 0', async () => {
    const sandbox = createSandbox({ now });
    await resultOf(sandbox, valid.addMerchantLocation);
    const seen = [await expiryOf(sandbox)];
    for (const days of [1, 28, 1, 5]) {
      await advance(sandbox, days);
      seen.push(await expiryOf(sandbox));
    }
    assert.deepEqual(seen, [30, 29, 1, 0, 0]);
  });

  it('is undone by a reset', async () => {
    const sandbox = createSandbox({ now });
    await advance(sandbox, 10);
    await control(sandbox, 'DELETE', '/sandbox');
    assert.deepEqual(await (await advance(sandbox, 1)).json(), { now: '2026-05-02T12:00:00.000Z' });
  });

  for (const advanceDays of [undefined, 0, 1.5, 3651]) {
    it(`rejects ${advanceDays} days with 400`, async () => {
      const response = await advance(createSandbox(), advanceDays);
      assert.equal(response.status, 400);
      assert.match(await response.text(), /advanceDays/);
    });
  }
});

describe('GET /sandbox/ in a browser', () => {
  const index = async (sandbox: Sandbox) =>
    (await control(sandbox, 'GET', '/sandbox/', { headers: { accept: 'text/html' } })).text();

  it('links to the outbox, each location, and the newest links', async () => {
    const sandbox = createSandbox();
    const link = await resultOf<{ url: string }>(sandbox, payOverTimeLink({}));
    const added = await resultOf<MerchantLocation>(sandbox, valid.addMerchantLocation);
    const text = await index(sandbox);
    for (const url of ['outbox', 'webhooks', link.url, added.url]) {
      assert.ok(text.includes(`href="${url}"`), url);
    }
  });

  it('shows the outcome and webhook of a link', async () => {
    const sandbox = createSandbox();
    const { url } = await resultOf<{ url: string }>(sandbox, payOverTimeLink({}));
    await (await openHostedPage(sandbox.fetch, url)).press('finish');
    assert.match(await index(sandbox), />completed<[^]*TEXT_TO_PAY_COMPLETED[^]*>not-sent</);
  });

  it('opens from a link on another site', async () => {
    const headers = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' };
    const response = await control(createSandbox(), 'GET', '/sandbox/', { headers });
    assert.equal(response.status, 200);
  });
});

describe('POST /sandbox/reset', () => {
  const reset = (sandbox: Sandbox, headers: Record<string, string>) =>
    sandbox.fetch(postForm(`${origin}/sandbox/reset`, new URLSearchParams(), headers));

  it('resets the sandbox and returns to the page', async () => {
    const sandbox = createSandbox();
    await resultOf(sandbox, valid.addMerchantLocation);
    const response = await reset(sandbox, { 'sec-fetch-site': 'same-origin' });
    assert.deepEqual([response.status, response.headers.get('location')], [303, './']);
    assert.equal((await sendTo(sandbox, valid.getMerchantStatus)).status, 404);
  });
});

describe('DELETE /sandbox', () => {
  it('deletes locations, links, messages, and faults, but not the seeds', async () => {
    const sandbox = createSandbox();
    const added = await resultOf<MerchantLocation>(sandbox, valid.addMerchantLocation);
    await resultOf(sandbox, payOverTimeLink({ sendSMS: true }));
    await arm(sandbox, { operation: 'estimatePayments', status: 500 });

    assert.equal((await control(sandbox, 'DELETE', '/sandbox')).status, 204);

    assert.equal((await sendTo(sandbox, valid.getMerchantStatus)).status, 404);
    assert.equal((await sandbox.fetch(new Request(added.url))).status, 404);
    assert.deepEqual(await (await control(sandbox, 'GET', '/sandbox/outbox')).json(), []);
    assert.equal((await sendTo(sandbox, valid.estimatePayments)).status, 200);
    assert.equal((await sendTo(sandbox, merchantStatus('main-street'))).status, 200);
  });
});
