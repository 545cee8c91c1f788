import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createSandbox } from '../../src/sandbox/index.js';
import { payOverTimeLink, prequalLink, type Send } from '../conformance/requests.js';
import {
  resultOf,
  createSandboxWithReceiver,
  deliveriesOf,
  openHostedPage,
  postForm,
  pressThrough,
  untilSettled,
} from '../support/sandbox.js';
import { until } from '../support/until.js';

const redirectUrl = 'https://shop.example/cart?step=2';

async function open(send: Send) {
  const { sandbox, arrived } = createSandboxWithReceiver();
  const { url } = await resultOf<{ url: string }>(sandbox, send);
  const page = await openHostedPage(sandbox.fetch, url);
  return { sandbox, arrived, url, page };
}

/** Returns the only event as it arrived. */
async function eventOf({
  sandbox,
  arrived,
}: Pick<Awaited<ReturnType<typeof open>>, 'sandbox' | 'arrived'>) {
  await until(() => arrived.length > 0);
  assert.equal((await deliveriesOf(sandbox)).length, 1);
  const { eventType, payload, isSigned } = arrived[0]!;
  const { purchaseId, ...rest } = payload;
  assert.match(String(purchaseId), /^[0-9a-f]{16}$/);
  return { eventType, payload: rest, isSigned };
}

describe('The checkout page', () => {
  it('shows the payment, the number of payments, the APR, and the amount due today', async () => {
    const { page } = await open(payOverTimeLink({ location: 'sunset-motors', amount: 11_000 }));
    for (const shown of ['$11,000.00', '$696.65', '18, one a month', '29.99%', '$1,000.00']) {
      assert.ok(page.text.includes(shown), shown);
    }
  });

  for (const [action, decision, kind] of [
    ['finish', 'approve', 'COMPLETED'],
    ['finish', 'decline', 'FAILED'],
    ['abort', 'approve', 'ABORTED'],
  ] as const) {
    it(`returns to the shop and sends TEXT_TO_PAY_${kind} on ${action}, ${decision}`, async () => {
      const { sandbox, page, arrived } = await open(payOverTimeLink({ redirectUrl }));
      const response = await page.press(action, { decision });
      assert.deepEqual([response.status, response.headers.get('location')], [303, redirectUrl]);
      assert.deepEqual(await eventOf({ sandbox, arrived }), {
        eventType: `TEXT_TO_PAY_${kind}`,
        payload: { transactionId: 'order-1', amount: 1299, location: 'main-street' },
        isSigned: true,
      });
    });
  }

  it('shows the outcome without a redirectUrl', async () => {
    const { sandbox, page } = await open(payOverTimeLink({}));
    const end = await pressThrough(sandbox.fetch, page, 'finish');
    assert.equal(end.url, page.url);
    assert.match(end.text, /Your purchase is paid over time[^]*close this window/);
    assert.deepEqual(end.buttons, {});
  });

  it('says that the shop was notified only if there is a webhook', async () => {
    const { sandbox, page } = await open(payOverTimeLink({}));
    const notified = await pressThrough(sandbox.fetch, page, 'finish');
    assert.match(notified.text, /The shop has been notified\./);

    const alone = createSandbox();
    const { url } = await resultOf<{ url: string }>(alone, payOverTimeLink({}));
    const left = await openHostedPage(alone.fetch, url);
    const unknown = await pressThrough(alone.fetch, left, 'abort');
    assert.match(
      unknown.text,
      /has not been notified, because this sandbox has no webhook\. This link/,
    );
  });

  it('ends once, even if the form is sent several times', async () => {
    const { sandbox, page, url, arrived } = await open(payOverTimeLink({ redirectUrl }));
    const responses = await Promise.all([page.press('finish'), page.press('finish')]);
    const late = await page.press('abort');
    for (const response of [...responses, late]) assert.equal(response.status, 303);
    assert.equal((await eventOf({ sandbox, arrived })).eventType, 'TEXT_TO_PAY_COMPLETED');
    assert.match((await openHostedPage(sandbox.fetch, url)).text, /is paid over time/);
  });

  it("rejects an amount that can't be financed", async () => {
    const { sandbox, page, arrived } = await open(payOverTimeLink({ amount: 59.99 }));
    assert.match(page.text, /This amount cannot be paid over time\./);
    assert.deepEqual([page.buttons, page.fields], [{ abort: 'Leave' }, {}]);
    assert.equal((await page.press('finish')).status, 400);
    assert.deepEqual(await deliveriesOf(sandbox), []);
    const end = await pressThrough(sandbox.fetch, page, 'abort');
    assert.match(end.text, /You left without buying/);
    assert.equal((await eventOf({ sandbox, arrived })).eventType, 'TEXT_TO_PAY_ABORTED');
  });

  it('allows its form to lead only to the shop', async () => {
    const policy = async (send: Send) =>
      (await open(send)).page.headers.get('content-security-policy') ?? '';
    assert.match(
      await policy(payOverTimeLink({ redirectUrl })),
      /; form-action 'self' https:\/\/shop\.example;/,
    );
    for (const odd of ['https://a;script-src/', 'https://a,b/', 'javascript:alert(1)']) {
      assert.match(await policy(payOverTimeLink({ redirectUrl: odd })), /; form-action 'self';/);
    }
  });
});

describe('The pre-qualification page', () => {
  const person = {
    firstName: 'Ada',
    lastName: 'Lovelace',
    email: 'ada@example.com',
    phone: '4155550100',
    dateOfBirth: '1990-12-10',
  };
  const addressDetails = { address: '1 Main St', city: 'Austin', state: 'TX', zipcode: '78701' };
  const customerDetails = { ...person, addressDetails };
  const filled = { ...person, ...addressDetails, decision: 'approve' };
  const blank = Object.fromEntries(Object.keys(filled).map((field) => [field, '']));

  it('is pre-filled from customerDetails', async () => {
    const { page } = await open(prequalLink({ customerDetails }));
    assert.deepEqual(page.fields, filled);
  });

  it('is pre-filled with the phone number of the link if the details have none', async () => {
    const { page } = await open(prequalLink({ customerPhoneNumber: '4155552671' }));
    assert.deepEqual(page.fields, { ...blank, phone: '4155552671', decision: 'approve' });
  });

  it('sends the approval with its amount and last day before the completion', async () => {
    const now = () => Date.parse('2026-05-01T12:00:00Z');
    const { sandbox, arrived } = createSandboxWithReceiver({ now });
    const send = prequalLink({ referral: 'visit-7' });
    const { url } = await resultOf<{ url: string }>(sandbox, send);
    const page = await openHostedPage(sandbox.fetch, url);
    const end = await pressThrough(sandbox.fetch, page, 'finish');
    assert.match(end.text, /You qualify[^]*close this window[^]*\$5,000\.00[^]*May 31, 2026/);
    await until(() => arrived.length === 2);
    const [approved, completed] = arrived;
    const approval = { approvalAmount: 5000, validUntil: '2026-05-31' };
    assert.deepEqual(approved?.payload, { ...completed?.payload, ...approval });
    assert.deepEqual(
      [approved?.eventType, completed?.eventType],
      ['PREQUAL_APPROVED', 'PREQUAL_COMPLETED'],
    );
    const { purchaseId, ...payload } = completed!.payload;
    assert.match(String(purchaseId), /^[0-9a-f]{16}$/);
    assert.deepEqual(payload, { referral: 'visit-7', location: 'main-street' });
  });

  it('sends the completion only after the approval has arrived', async () => {
    const order: string[] = [];
    const sandbox = createSandbox({
      webhook: {
        url: 'https://shop.test/webhooks',
        secret: 'secret',
        async fetch(request) {
          const { eventType } = (await request.json()) as { eventType: string };
          order.push(`${eventType} came`);
          await untilSettled();
          order.push(`${eventType} was taken`);
          return new Response(null, { status: 204 });
        },
      },
    });
    const { url } = await resultOf<{ url: string }>(sandbox, prequalLink({}));
    await (await openHostedPage(sandbox.fetch, url)).press('finish');
    await until(() => order.length === 4);
    assert.deepEqual(order, [
      'PREQUAL_APPROVED came',
      'PREQUAL_APPROVED was taken',
      'PREQUAL_COMPLETED came',
      'PREQUAL_COMPLETED was taken',
    ]);
  });

  for (const [action, decision, kind] of [
    ['finish', 'decline', 'FAILED'],
    ['abort', 'approve', 'ABORTED'],
  ] as const) {
    it(`shows the outcome and sends PREQUAL_${kind} on ${action}, ${decision}`, async () => {
      const { sandbox, page, arrived } = await open(prequalLink({ referral: 'visit-7' }));
      const end = await pressThrough(sandbox.fetch, page, action, { decision });
      assert.match(end.text, /close this window/);
      assert.deepEqual(await eventOf({ sandbox, arrived }), {
        eventType: `PREQUAL_${kind}`,
        payload: { referral: 'visit-7', location: 'main-street' },
        isSigned: true,
      });
    });
  }

  it('sends different events for two customers without a reference', async () => {
    const { sandbox, arrived } = createSandboxWithReceiver();
    for (let customer = 0; customer < 2; customer++) {
      const { url } = await resultOf<{ url: string }>(sandbox, prequalLink({}));
      await (await openHostedPage(sandbox.fetch, url)).press('finish');
    }
    await until(() => arrived.length === 4);
    assert.equal(new Set(arrived.map(({ payload }) => payload['purchaseId'])).size, 2);
  });
});

describe('A form of a hosted page', () => {
  const body = () => new URLSearchParams({ action: 'finish' });

  for (const [from, headers] of [
    ['another site', { 'sec-fetch-site': 'cross-site' }],
    ['another port', { 'sec-fetch-site': 'same-site' }],
    ['another origin, without Sec-Fetch-Site', { origin: 'https://evil.example' }],
    ['an opaque origin', { origin: 'null' }],
  ] as const) {
    it(`is rejected from ${from}`, async () => {
      const { sandbox, url } = await open(prequalLink({}));
      assert.equal((await sandbox.fetch(postForm(url, body(), { ...headers }))).status, 403);
      assert.deepEqual(await deliveriesOf(sandbox), []);
    });
  }

  it('is accepted from its own origin without Sec-Fetch-Site', async () => {
    const { sandbox, url } = await open(prequalLink({}));
    const headers = { origin: new URL(url).origin };
    assert.equal((await sandbox.fetch(postForm(url, body(), headers))).status, 303);
  });

  for (const action of ['', 'approve', 'constructor']) {
    it(`is rejected with 400 for the button ${JSON.stringify(action)}`, async () => {
      const { sandbox, page } = await open(prequalLink({}));
      assert.equal((await page.press(action)).status, 400);
      assert.deepEqual(await deliveriesOf(sandbox), []);
    });
  }

  it('is rejected with 400 if it is JSON', async () => {
    const { sandbox, url } = await open(prequalLink({}));
    const request = new Request(url, { method: 'POST', body: '{"action":"finish"}' });
    assert.equal((await sandbox.fetch(request)).status, 400);
  });
});
