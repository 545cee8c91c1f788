import assert from 'node:assert/strict';
import { EventEmitter, once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { describe, it, type TestContext } from 'node:test';
import { toRequest, valid } from '../../conformance/requests.js';
import { startHttp, postJson } from '../../support/servers.js';
import { putEstimate, startCommand } from '../command.js';
import { writeTemporaryFile } from '../../support/files.js';
import { stepsAtProxy } from '../../../src/cli/sandbox.js';
import { readsPayment, startShopper } from '../../recipes/recipe.js';

async function start(t: TestContext, args: string, env: Record<string, string> = {}) {
  const command = startCommand(t, [...args.split(' '), '--port', '0'], { env });
  const url = await command.listening();
  return { ...command, url, origin: new URL(url).origin };
}

function postLink(url: string, headers: Record<string, string> = {}): Promise<Response> {
  const body = { amount: 500, location: 'main-street', transactionId: 't-1' };
  return postJson(`${url}/epay/api/v1/epay/send-link`, body, headers);
}

describe('financing-elements sandbox', { concurrency: 2, timeout: 120_000 }, () => {
  it('serves the contract at its root', async (t) => {
    const { url, origin } = await start(t, 'sandbox');
    assert.equal(url, origin);
    assert.equal((await putEstimate(url, { 'svc-key': 'sandbox-key' })).status, 200);
    assert.equal((await putEstimate(url)).status, 403);
  });

  it('logs the reason for a rejection', async (t) => {
    const { url, printed } = await start(t, 'sandbox');
    await putEstimate(url);
    await printed(
      'stderr',
      /"event":"sandbox-refusal","status":403,"reason":"Key or secret not valid"/,
    );
  });

  it('listens only on this machine, ignores HOST, and says so', async (t) => {
    const { url, printed } = await start(t, 'sandbox', { HOST: '0.0.0.0' });
    assert.match(url, /^http:\/\/127\.0\.0\.1:/);
    await printed('stderr', /"level":"warn".*HOST is ignored/);
  });

  it('listens on other addresses with --host, and warns about it', async (t) => {
    const { url, printed } = await start(t, 'sandbox --host 0.0.0.0');
    assert.match(url, /^http:\/\/0\.0\.0\.0:/);
    await printed('stderr', /"level":"warn".*Other machines can reach the sandbox/);
  });
});

describe('A sandbox on this machine', { concurrency: 2, timeout: 120_000 }, () => {
  it('rejects requests under a foreign host name', async (t) => {
    const { url, origin } = await start(t, 'sandbox');
    assert.equal(await statusUnder('evil.example', `${url}/sandbox/outbox`), 421);
    for (const host of ['localhost', new URL(origin).host]) {
      assert.equal(await statusUnder(host, `${url}/sandbox/outbox`), 200);
    }
  });
});

/** Returns the status of a GET under another host name. `fetch` doesn't allow `Host`. */
async function statusUnder(host: string, url: string): Promise<number | undefined> {
  const [response] = (await once(get(url, { headers: { host } }), 'response')) as [IncomingMessage];
  response.resume();
  return response.statusCode;
}

describe('financing-elements sandbox --seeds', { concurrency: 2, timeout: 120_000 }, () => {
  it('uses the locations in the file', async (t) => {
    const seeds = [
      { verticals: ['Dental'], merchants: [{ location: 'store-7', vertical: 'Dental' }] },
    ];
    const { url } = await start(
      t,
      `sandbox --seeds ${writeTemporaryFile(t, JSON.stringify(seeds))}`,
    );
    assert.match(await (await fetch(`${url}/sandbox/`)).text(), /store-7/);
  });

  const bakery = '[{"verticals":["Bakery"],"merchants":[]}]';
  for (const [what, text, message] of [
    ['wrong seeds', bakery, /^--seeds is not valid: 0\.verticals\.0: /m],
    ['a file that is not JSON', '{', /^--seeds names a file that is not JSON$/m],
    [
      'a file that is too large',
      '[]'.padEnd(16 * 1024 * 1024 + 1),
      /^--seeds names a file that is larger than 16384 KiB$/m,
    ],
  ] as const) {
    it(`exits at once on ${what}, and says what is wrong`, async (t) => {
      const path = writeTemporaryFile(t, text);
      const { closed } = startCommand(t, ['sandbox', '--port', '0', '--seeds', path]);
      const { code, stderr } = await closed;
      assert.equal(code, 2);
      assert.match(stderr.replace(/^.*?(?=--seeds)/m, ''), message);
    });
  }
});

describe('financing-elements sandbox --webhook-url', { concurrency: 2, timeout: 120_000 }, () => {
  it('sends webhooks signed with FINANCING_WEBHOOK_SECRET', async (t) => {
    const arrived = new EventEmitter();
    const receiver = await startHttp(t, (request, response) => {
      arrived.emit('webhook', request.headers['svc-signature']);
      request.resume();
      response.end();
    });
    const env = { FINANCING_WEBHOOK_SECRET: 'a secret of this test' };
    const { url } = await start(t, `sandbox --webhook-url ${receiver}`, env);
    const signed = once(arrived, 'webhook');
    assert.equal((await fetch(toRequest(url, valid.addMerchantLocation))).status, 200);
    assert.match(String(await signed), /^t=\d+,v1=[0-9a-f]{64}$/);
  });

  for (const [webhookUrl, env, message] of [
    ['shop.example', { FINANCING_WEBHOOK_SECRET: 'a secret' }, /--webhook-url must be an http/],
    ['https://shop.example', {}, /--webhook-url needs FINANCING_WEBHOOK_SECRET/],
  ] as const) {
    it(`exits at once for ${webhookUrl} and ${Object.keys(env).length} secrets`, async (t) => {
      const args = ['sandbox', '--port', '0', '--webhook-url', webhookUrl];
      const { code, stderr } = await startCommand(t, args, { env }).closed;
      assert.equal(code, 2);
      assert.match(stderr, message);
    });
  }
});

describe('A sandbox with --public-url', { concurrency: 2, timeout: 120_000 }, () => {
  const publicUrl = 'https://demo.example';
  const commands = { sandbox: '', 'serve --sandbox': '', demo: '/financing' };
  for (const [command, path] of Object.entries(commands)) {
    it(`creates links that open at that URL: ${command}`, async (t) => {
      const { url, origin } = await start(t, `${command} --public-url ${publicUrl}`);
      const created = await fetch(`${url}${path}/purchase/api/v1/online-link`, {
        method: 'PUT',
        headers: { origin, 'content-type': 'application/json', 'svc-key': 'sandbox-key' },
        body: JSON.stringify([{ location: 'main-street', sendSMS: false }]),
      });
      const link = new URL(((await created.json()) as { url: string }).url);
      assert.equal(link.origin, publicUrl);
      assert.equal(await statusUnder(link.host, origin + link.pathname), 200);
      assert.equal(await statusUnder('evil.example', origin + link.pathname), 421);
    });
  }

  it('needs --sandbox with serve', async (t) => {
    const env = { FINANCING_BASE_URL: 'https://service.example', FINANCING_SVC_KEY: 'a-key' };
    const args = ['serve', '--port', '0', '--public-url', publicUrl];
    const { code, stderr } = await startCommand(t, args, { env }).closed;
    assert.equal(code, 2);
    assert.match(stderr, /--public-url is for a sandbox; add --sandbox/);
  });

  it('exits at once if the URL has a query', async (t) => {
    const args = ['serve', '--sandbox', '--port', '0', '--public-url', `${publicUrl}/?a`];
    const { code, stderr } = await startCommand(t, args).closed;
    assert.equal(code, 2);
    assert.match(stderr, /--public-url must be an http or https URL without a query or fragment/);
  });
});

describe('financing-elements serve --sandbox', { concurrency: 2, timeout: 120_000 }, () => {
  it('creates links that open on the same port', async (t) => {
    const { url, origin } = await start(t, 'serve --sandbox --trust-page-amount on');
    const link = (await (await postLink(url)).json()) as { url: string };
    assert.ok(link.url.startsWith(`${origin}/sandbox/`), link.url);
    assert.equal((await fetch(link.url)).status, 200);
  });

  it('logs the reason for a rejection by its sandbox', async (t) => {
    const { url, printed } = await start(t, 'serve --sandbox');
    const unknown = await postJson(`${url}/purchase/api/v1/payment-estimation?location=nowhere`, [
      { id: 'a', totalAmount: 1200 },
    ]);
    assert.equal(unknown.status, 422);
    await printed('stderr', /"event":"sandbox-refusal","status":422,"reason":"Location not found/);
  });

  it('logs that it’s a sandbox, and where its pages are', async (t) => {
    const { origin, printed } = await start(t, 'serve --sandbox');
    const [line] = await printed('stderr', /^.*"event":"notice".*sandbox.*$/m);
    const { message } = JSON.parse(line) as { message: string };
    assert.ok(message.endsWith(`Its pages: ${origin}/sandbox/`), message);
  });

  it('doesn’t trust the page’s amount by default, and logs how to try it', async (t) => {
    const { url, printed } = await start(t, 'serve --sandbox');
    assert.equal((await postLink(url)).status, 403);
    await printed('stderr', /"event":"notice".*--trust-page-amount on/);
  });

  for (const [how, env] of [
    ['signed', { FINANCING_PURCHASE_SECRET: 'purchase-secret-of-32' }],
    ['trusted', { FINANCING_TRUST_PAGE_AMOUNT: 'on' }],
  ] as const) {
    it(`doesn’t log how to try it if amounts are ${how}`, async (t) => {
      const { child, closed, printed } = await start(t, 'serve --sandbox', env);
      await printed('stderr', /"event":"started"/);
      child.kill('SIGTERM');
      assert.doesNotMatch((await closed).stderr, /--trust-page-amount/);
    });
  }

  it('doesn’t warn about its own webhooks, which pass no reverse proxy', async (t) => {
    const { url, child, printed, closed } = await start(
      t,
      'serve --sandbox --trusted-hops 2 --trust-page-amount on --log-requests on',
    );
    const created = await postLink(url, { 'x-forwarded-for': '198.51.100.7, 10.0.0.1' });
    const link = (await created.json()) as { url: string };
    await fetch(link.url, { method: 'POST', body: new URLSearchParams({ action: 'abort' }) });
    await printed('stderr', /"event":"request".*"\/webhooks"/);
    child.kill('SIGTERM');
    assert.doesNotMatch((await closed).stderr, /forwarded-for-/);
  });

  it('serves the outbox, but not the contract’s paths outside the mount', async (t) => {
    const { origin } = await start(t, 'serve --sandbox');
    assert.equal((await fetch(`${origin}/sandbox/outbox`)).status, 200);
    for (const base of [origin, `${origin}/sandbox`]) {
      assert.equal((await putEstimate(base, { 'svc-key': 'sandbox-key' })).status, 404);
    }
  });

  it('warns about settings of the real service that it doesn’t use', async (t) => {
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

it('The printed snippet shows a payment on an origin of --allowed-origins', async (t) => {
  let html = '';
  const page = await startHttp(t, (_, response) => {
    response.setHeader('content-type', 'text/html; charset=utf-8').end(html);
  });
  const args = ['serve', '--sandbox', '--port', '0', '--allowed-origins', page];
  const { origin, pathname } = new URL(await startCommand(t, args).listening());
  const lines = stepsAtProxy(origin, pathname).split('\n');
  html = `<!doctype html>${lines.filter((line) => /^ +</.test(line)).join('\n')}`;
  const person = await startShopper(t);
  await readsPayment(await person.open(page), '$114.20');
});
