import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { putEstimate, startCommand } from '../command.js';
import { postJson } from '../../support/servers.js';

describe('financing-elements demo', { timeout: 120_000 }, () => {
  it('serves the shop, a proxy that trusts the page’s amounts, and the sandbox’s pages', async (t) => {
    const { listening, printed } = startCommand(t, ['demo', '--port', '0']);
    const url = await listening();

    const page = await fetch(`${url}/`);
    assert.match(await page.text(), /<html/);
    assert.match(page.headers.get('content-security-policy') ?? '', /^default-src 'none'/);
    assert.equal((await putEstimate(`${url}/financing`)).status, 200);
    const link = await postJson(`${url}/financing/epay/api/v1/epay/send-link`, {
      amount: 500,
      location: 'main-street',
      transactionId: 't-1',
      sendSMS: false,
    });
    assert.equal(link.status, 200);
    assert.equal((await fetch(`${url}/sandbox/outbox`)).status, 200);

    await printed('stdout', new RegExp(`^Open ${url} `, 'm'));
    await printed('stderr', /"level":"warn".*trusts the amounts/);
  });
});
