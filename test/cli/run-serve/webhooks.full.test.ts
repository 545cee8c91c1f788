import assert from 'node:assert/strict';
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { signWebhook } from '../../../src/contract/index.js';
import { closedPort, startHttp } from '../../support/servers.js';
import { startCommand } from '../command.js';

const secret = 'sentinel-webhook-secret';
const phone = '2125550123';
const event = `{"eventType":"CHECKOUT_SDK_COMPLETED", "payload":{"transactionId":"order-1","location":"main-street","phone":"${phone}"}}`;

interface Received {
  readonly method: string | undefined;
  readonly url: string | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** A back end that answers the given statuses in turn, the last again and again; 0 hangs. */
async function startBackEnd(t: TestContext, ...statuses: readonly [number, ...number[]]) {
  const received: Received[] = [];
  const url = await startHttp(t, (request, response) => {
    void readText(request).then((body) => {
      const { method, headers } = request;
      const status = statuses[Math.min(received.length, statuses.length - 1)]!;
      received.push({ method, url: request.url, headers, body });
      if (status) response.writeHead(status, { location: '/elsewhere' }).end();
    });
  });
  return { url: `${url}/hooks?shop=1`, received };
}

async function readText(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of request.setEncoding('utf8')) text += chunk;
  return text;
}

async function startProxy(t: TestContext, env: Record<string, string>) {
  const command = startCommand(t, ['serve', '--sandbox', '--port', '0'], {
    env: { FINANCING_WEBHOOK_SECRET: secret, FINANCING_TRUST_PAGE_AMOUNT: 'on', ...env },
  });
  const url = await command.listening();
  const signedAt = Math.floor(Date.now() / 1000);
  return {
    ...command,
    url,
    async deliver(used = secret) {
      const headers = {
        'content-type': 'application/json; charset=utf-8',
        'svc-signature': await signWebhook(event, used, signedAt),
        cookie: 'not=ours',
      };
      return fetch(`${url}/webhooks`, { method: 'POST', headers, body: event });
    },
  };
}

const tests = { concurrency: 2, timeout: 120_000 };

describe('financing-elements serve with FINANCING_WEBHOOK_FORWARD', tests, () => {
  it('passes the bytes on as they came, with what verifies them, and answers its status', async (t) => {
    const { url, received } = await startBackEnd(t, 202);
    const proxy = await startProxy(t, { FINANCING_WEBHOOK_FORWARD: url });
    const answer = await proxy.deliver();
    assert.deepEqual([answer.status, await answer.text()], [202, '']);
    const [{ method, url: path, body, headers }] = received as [Received];
    assert.deepEqual([method, path, body], ['POST', '/hooks?shop=1', event]);
    assert.equal(headers['content-type'], 'application/json; charset=utf-8');
    const [, timestamp] = /^t=(\d+),/.exec(headers['svc-signature'] as string) ?? [];
    assert.equal(headers['svc-signature'], await signWebhook(body, secret, Number(timestamp)));
    assert.equal(headers.cookie, undefined);
  });

  it('passes on once what is delivered twice', async (t) => {
    const { url, received } = await startBackEnd(t, 200);
    const proxy = await startProxy(t, { FINANCING_WEBHOOK_FORWARD: url });
    assert.equal((await proxy.deliver()).status, 200);
    assert.equal((await proxy.deliver()).status, 200);
    assert.equal(received.length, 1);
  });

  it('answers that the back end did not take it, and passes it on again', async (t) => {
    const { url, received } = await startBackEnd(t, 500, 404, 302, 204);
    const proxy = await startProxy(t, { FINANCING_WEBHOOK_FORWARD: url });
    const statuses: number[] = [];
    for (let i = 0; i < 5; i++) statuses.push((await proxy.deliver()).status);
    assert.deepEqual(statuses, [500, 404, 502, 204, 200]);
    // A redirect that is followed would be a fifth.
    assert.equal(received.length, 4);
  });

  it('answers 502 when nothing listens, with a line in the log that holds nothing of the event', async (t) => {
    const env = { FINANCING_WEBHOOK_FORWARD: `${await closedPort()}/hooks` };
    const proxy = await startProxy(t, env);
    assert.equal((await proxy.deliver()).status, 502);
    const [line] = await proxy.printed('stderr', /^.*"webhook-failure".*$/m);
    assert.doesNotMatch(line, new RegExp(`${phone}|order-1|${secret}|/hooks`));
  });

  it('answers 503 when the back end does not answer for 10 s', async (t) => {
    const { url } = await startBackEnd(t, 0);
    const proxy = await startProxy(t, { FINANCING_WEBHOOK_FORWARD: url });
    assert.equal((await proxy.deliver()).status, 503);
  });

  it('passes on nothing that is not signed', async (t) => {
    const { url, received } = await startBackEnd(t, 200);
    const proxy = await startProxy(t, { FINANCING_WEBHOOK_FORWARD: url });
    assert.equal((await proxy.deliver('another-webhook-secret')).status, 401);
    assert.deepEqual(received, []);
  });
});

describe('financing-elements serve with FINANCING_WEBHOOK_SECRET alone', tests, () => {
  it('says where events go, and tells the page what became of its link', async (t) => {
    const proxy = await startProxy(t, {});
    await proxy.printed('stderr', /"level":"info","event":"notice".*FINANCING_WEBHOOK_FORWARD/);
    const body = { location: 'main-street', amount: 1299, transactionId: 'order-1' };
    const link = await fetch(`${proxy.url}/epay/api/v1/epay/send-link`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    const authorization = `Bearer ${link.headers.get('financing-link-token')}`;
    const ask = async () =>
      (await fetch(`${proxy.url}/link-status`, { headers: { authorization } })).json();
    assert.deepEqual(await ask(), { status: 'pending' });
    assert.equal((await proxy.deliver()).status, 200);
    assert.deepEqual(await ask(), { status: 'completed' });
  });

  it('takes what any of its secrets has signed', async (t) => {
    const proxy = await startProxy(t, { FINANCING_WEBHOOK_SECRET: `${secret}, other-${secret}` });
    assert.equal((await proxy.deliver(`other-${secret}`)).status, 200);
    assert.equal((await proxy.deliver()).status, 200);
    assert.equal((await proxy.deliver('removed-webhook-secret')).status, 401);
  });

  it('takes it from a file', async (t) => {
    const folder = await mkdtemp(join(tmpdir(), 'webhook-secret-'));
    t.after(() => rm(folder, { recursive: true }));
    const file = join(folder, 'secret');
    await writeFile(file, `${secret}\n`);
    const env = { FINANCING_WEBHOOK_SECRET: '', FINANCING_WEBHOOK_SECRET_FILE: file };
    assert.equal((await (await startProxy(t, env)).deliver()).status, 200);
  });

  it('answers 431 to a header of 1 MB', async (t) => {
    const { url } = await startProxy(t, {});
    const headers = { 'svc-signature': 'v1=0,'.repeat(200_000) };
    const answer = await fetch(`${url}/webhooks`, { method: 'POST', headers, body: event });
    assert.equal(answer.status, 431);
  });
});

describe('financing-elements with wrong settings of webhooks', tests, () => {
  const wrong: [what: string, env: Record<string, string>, message: RegExp][] = [
    ['an empty secret', { FINANCING_WEBHOOK_SECRET: '' }, /FINANCING_WEBHOOK_SECRET is empty/],
    [
      'a secret of 15 characters',
      { FINANCING_WEBHOOK_SECRET: 'sentinel-456789' },
      /FINANCING_WEBHOOK_SECRET is not at least 16 characters/,
    ],
    [
      'a short secret beside a good one',
      { FINANCING_WEBHOOK_SECRET: `${secret},sentinel` },
      /FINANCING_WEBHOOK_SECRET is not at least 16 characters/,
    ],
    [
      'a back end without a secret',
      { FINANCING_WEBHOOK_FORWARD: 'https://sentinel.example' },
      /FINANCING_WEBHOOK_FORWARD needs FINANCING_WEBHOOK_SECRET/,
    ],
    [
      'a back end without TLS elsewhere',
      { FINANCING_WEBHOOK_SECRET: secret, FINANCING_WEBHOOK_FORWARD: 'http://sentinel.example' },
      /FINANCING_WEBHOOK_FORWARD is not an https URL/,
    ],
    [
      'a back end that is no URL',
      { FINANCING_WEBHOOK_SECRET: secret, FINANCING_WEBHOOK_FORWARD: 'sentinel' },
      /FINANCING_WEBHOOK_FORWARD is not an https URL/,
    ],
    [
      'a back end with a password',
      {
        FINANCING_WEBHOOK_SECRET: secret,
        FINANCING_WEBHOOK_FORWARD: 'https://a:sentinel@b.example',
      },
      /FINANCING_WEBHOOK_FORWARD holds user information/,
    ],
  ];
  for (const command of ['serve', 'check']) {
    for (const [what, env, message] of wrong) {
      it(`${command} ends with 2 on ${what}, without its value`, async (t) => {
        const args = [command, '--sandbox', ...(command === 'serve' ? ['--port', '0'] : [])];
        const { code, stdout, stderr } = await startCommand(t, args, { env }).closed;
        assert.deepEqual([code, stdout], [2, '']);
        assert.match(stderr, message);
        assert.doesNotMatch(stderr, /sentinel/);
        assert.equal(stderr.trim().split('\n').length, 1);
      });
    }
  }

  it('refuses the secret as a flag', async (t) => {
    const args = ['serve', '--sandbox', '--webhook-secret', secret];
    const { code, stderr } = await startCommand(t, args).closed;
    assert.equal(code, 2);
    assert.match(stderr, /set FINANCING_WEBHOOK_SECRET or FINANCING_WEBHOOK_SECRET_FILE/);
  });
});

describe('financing-elements check with webhooks', tests, () => {
  it('says where events go, without the secret', async (t) => {
    const env = {
      FINANCING_WEBHOOK_SECRET: secret,
      FINANCING_WEBHOOK_FORWARD: 'https://shop.example/hooks?token=sentinel',
    };
    const { stdout, stderr } = await startCommand(t, ['check', '--sandbox'], { env }).closed;
    assert.match(
      stdout,
      /^note +FINANCING_WEBHOOK_FORWARD is set: .* forwarded to shop\.example\.$/m,
    );
    assert.doesNotMatch(stdout + stderr, /sentinel/);
  });

  it('says that they are not taken', async (t) => {
    const { stdout } = await startCommand(t, ['check', '--sandbox']).closed;
    assert.match(stdout, /^note +FINANCING_WEBHOOK_SECRET is not set: /m);
  });
});
