import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { putEstimate, startCommand } from './command.js';

async function start(t: TestContext, args: string, env: Record<string, string> = {}) {
  const command = startCommand(t, [...args.split(' '), '--port', '0'], { env });
  const url = await command.listening();
  return { ...command, url, origin: new URL(url).origin };
}

function postLink(url: string): Promise<Response> {
  return fetch(`${url}/epay/api/v1/epay/send-link`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ amount: 500, location: 'main-street', transactionId: 't-1' }),
  });
}

describe('financing-elements sandbox', { concurrency: 2, timeout: 30_000 }, () => {
  it('answers the contract at its root', async (t) => {
    const { url, origin } = await start(t, 'sandbox');
    assert.equal(url, origin);
    assert.equal((await putEstimate(url, { 'svc-key': 'sandbox-key' })).status, 200);
    assert.equal((await putEstimate(url)).status, 403);
  });

  it('stays on this machine whatever HOST says, and says so', async (t) => {
    const { url, printed } = await start(t, 'sandbox', { HOST: '0.0.0.0' });
    assert.match(url, /^http:\/\/127\.0\.0\.1:/);
    await printed('stderr', /"level":"warn".*HOST is left aside/);
  });

  it('opens to other machines when --host says so, with a warning', async (t) => {
    const { url, printed } = await start(t, 'sandbox --host 0.0.0.0');
    assert.match(url, /^http:\/\/0\.0\.0\.0:/);
    await printed('stderr', /"level":"warn".*open to other machines/);
  });
});

describe('financing-elements serve --sandbox', { concurrency: 2, timeout: 30_000 }, () => {
  it('answers estimates with no credentials', async (t) => {
    const { url } = await start(t, 'serve --sandbox');
    const [estimate] = (await (await putEstimate(url)).json()) as { monthlyAmount: number }[];
    assert.ok(estimate && estimate.monthlyAmount > 0);
  });

  it('creates links that open on the same port', async (t) => {
    const { url, origin } = await start(t, 'serve --sandbox --trust-page-amount on');
    const link = (await (await postLink(url)).json()) as { url: string };
    assert.ok(link.url.startsWith(`${origin}/sandbox/`), link.url);
    assert.equal((await fetch(link.url)).status, 200);
  });

  it('does not trust the page’s amount by itself', async (t) => {
    const { url } = await start(t, 'serve --sandbox');
    assert.equal((await postLink(url)).status, 403);
  });

  it('shows the outbox, but not the contract’s paths beside the proxy', async (t) => {
    const { origin } = await start(t, 'serve --sandbox');
    assert.equal((await fetch(`${origin}/sandbox/outbox`)).status, 200);
    for (const base of [origin, `${origin}/sandbox`]) {
      assert.equal((await putEstimate(base, { 'svc-key': 'sandbox-key' })).status, 404);
    }
  });

  it('warns of settings of the real service, which it does not use', async (t) => {
    const env = { FINANCING_SVC_KEY: 's3cret', FINANCING_LINK_HOSTS: 'pay.example' };
    const { child, closed } = await start(t, 'serve --sandbox', env);
    child.kill('SIGTERM');
    const { code, stderr } = await closed;
    assert.equal(code, 0);
    assert.match(stderr, /"unused-setting","option":"FINANCING_SVC_KEY"/);
    assert.match(stderr, /"unused-setting","option":"FINANCING_LINK_HOSTS"/);
    assert.doesNotMatch(stderr, /s3cret/);
  });
});
