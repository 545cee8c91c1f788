import assert from 'node:assert/strict';
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { describe, it, type TestContext } from 'node:test';
import { signWebhook } from '../../../src/contract/index.js';
import { closedPort, startHttp, postJson } from '../../support/servers.js';
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

/** Starts a back end that responds with these statuses in order and then repeats the last. 0 means no response. */
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
  it('forwards the exact bytes with their signature, and returns the back end’s status', async (t) => {
    const { url, received } = await startBackEnd(t, 202);
    const proxy = await startProxy(t, { FINANCING_WEBHOOK_FORWARD: url });
    const response = await proxy.deliver();
    assert.deepEqual([response.status, await response.text()], [202, '']);
    const [{ method, url: path, body, headers }] = received as [Received];
    assert.deepEqual([method, path, body], ['POST', '/hooks?shop=1', event]);
    assert.equal(headers['content-type'], 'application/json; charset=utf-8');
    const [, timestamp] = /^t=(\d+),/.exec(headers['svc-signature'] as string) ?? [];
    assert.equal(headers['svc-signature'], await signWebhook(body, secret, Number(timestamp)));
    assert.equal(headers.cookie, undefined);
    assert.equal(headers['user-agent'], 'financing-elements');
  });

  it('reports that the back end rejected it, and forwards it again', async (t) => {
    const { url, received } = await startBackEnd(t, 500, 404, 302, 204);
    const proxy = await startProxy(t, { FINANCING_WEBHOOK_FORWARD: url });
    const statuses: number[] = [];
    for (let i = 0; i < 5; i++) statuses.push((await proxy.deliver()).status);
    assert.deepEqual(statuses, [500, 404, 502, 204, 200]);
    // Following the redirect would be a fifth request.
    assert.equal(received.length, 4);
  });

  it('responds 502 if nothing listens, and logs nothing from the event', async (t) => {
    const env = { FINANCING_WEBHOOK_FORWARD: `${await closedPort()}/hooks` };
    const proxy = await startProxy(t, env);
    assert.equal((await proxy.deliver()).status, 502);
    const [line] = await proxy.printed('stderr', /^.*"webhook-failure".*$/m);
    assert.doesNotMatch(line, new RegExp(`${phone}|order-1|${secret}|/hooks`));
  });
});

describe('financing-elements serve with only FINANCING_WEBHOOK_SECRET', tests, () => {
  it('logs where events go, and reports the outcome of a link to its page', async (t) => {
    const proxy = await startProxy(t, {});
    await proxy.printed('stderr', /"level":"info","event":"notice".*FINANCING_WEBHOOK_FORWARD/);
    const body = { location: 'main-street', amount: 1299, transactionId: 'order-1' };
    const link = await postJson(`${proxy.url}/epay/api/v1/epay/send-link`, body);
    const authorization = `Bearer ${link.headers.get('financing-link-token')}`;
    const send = async () =>
      (await fetch(`${proxy.url}/link-status`, { headers: { authorization } })).json();
    assert.deepEqual(await send(), { status: 'pending' });
    assert.equal((await proxy.deliver()).status, 200);
    assert.deepEqual(await send(), { status: 'completed' });
  });
});
