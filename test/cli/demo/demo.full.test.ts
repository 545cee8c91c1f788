import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { putEstimate, startCommand } from '../command.js';

describe('financing-elements demo', { timeout: 120_000 }, () => {
  it('serves the shop, a proxy that trusts the page’s amounts, and the sandbox’s pages', async (t) => {
    const { listening, printed } = startCommand(t, ['demo', '--port', '0']);
    const url = await listening();

    const page = await fetch(`${url}/`);
    assert.match(await page.text(), /<html/);
    assert.match(page.headers.get('content-security-policy') ?? '', /^default-src 'none'/);
    assert.equal((await putEstimate(`${url}/financing`)).status, 200);
    const link = await fetch(`${url}/financing/epay/api/v1/epay/send-link`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        amount: 500,
        location: 'main-street',
        transactionId: 't-1',
        sendSMS: false,
      }),
    });
    assert.equal(link.status, 200);
    assert.equal((await fetch(`${url}/sandbox/outbox`)).status, 200);

    await printed('stdout', new RegExp(`^Open ${url} `, 'm'));
    await printed('stderr', /"level":"warn".*trusts the amounts/);
  });

  it('lets only its staff add a location and text its representative', async (t) => {
    const { listening } = startCommand(t, ['demo', '--port', '0']);
    const url = await listening();
    const add = (headers: Record<string, string>) =>
      fetch(`${url}/financing/onboarding/api/v1/location`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'idempotency-key': 'a-key-of-this-test',
          'sec-fetch-site': 'same-origin',
          ...headers,
        },
        body: JSON.stringify({
          location: 'harbor-street',
          vertical: 'General_Retail',
          representativeDetails: { phoneNumber: '2125552671' },
          sendSMS: true,
        }),
      });
    assert.equal((await add({})).status, 401);
    const session = await fetch(`${url}/shop/session`, { method: 'POST', redirect: 'manual' });
    const cookie = session.headers.get('set-cookie')?.split(';')[0] ?? '';
    assert.equal((await add({ cookie })).status, 200);
    const outbox = (await (await fetch(`${url}/sandbox/outbox`)).json()) as unknown[];
    assert.equal(outbox.length, 1);
  });
});
