/** Reloads the settings of `serve` with real files and signals. */
import assert from 'node:assert/strict';
import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, it, type TestContext } from 'node:test';
import { signWebhook } from '../../../src/proxy/index.js';
import { assertAbsent } from '../../support/assertions.js';
import { withLongTimeout, startRedis, withRedis } from '../../support/redis.js';
import { financed, samples } from '../../support/samples.js';
import { startHttp } from '../../support/servers.js';
import { eventually, until } from '../../support/until.js';
import { startCommand, writeTemporaryFile } from '../command.js';

const tests = { concurrency: 2, timeout: 120_000 };
const origin = 'https://shop.example';
const [oldKey, newKey] = ['svc-key-of-yesterday', 'svc-key-of-today'];
const [oldSecret, newSecret] = ['webhook-secret-of-yesterday', 'webhook-secret-of-today'];

/** A request as the service received it. */
interface Call {
  readonly key: unknown;
  readonly body: string;
}

interface ShopOptions {
  readonly env?: Readonly<Record<string, string>>;
  readonly args?: readonly string[];
  /** Responds instead of the service if it returns true. */
  readonly respond?: (call: Call, response: ServerResponse) => boolean;
}

/** Starts `serve` on its own service, with each secret in a file named after its variable. */
async function startShop(
  t: TestContext,
  secrets: Readonly<Record<string, string>>,
  { env = {}, args = [], respond = () => false }: ShopOptions = {},
) {
  const calls: Call[] = [];
  const baseUrl = await startHttp(t, (request, response) => {
    void text(request).then((body) => {
      const call: Call = { key: request.headers['svc-key'], body };
      calls.push(call);
      if (respond(call, response)) return;
      const isEstimate = request.url?.includes('payment-estimation');
      const items = isEstimate ? (JSON.parse(body) as { id: string }[]) : [];
      const result = isEstimate
        ? items.map(({ id }) => financed(id))
        : samples.createPayOverTimeLink.response;
      response.setHeader('content-type', 'application/json').end(JSON.stringify(result));
    });
  });

  const folder = mkdtempSync(join(tmpdir(), 'secrets-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const replace = (variable: string, value: string) => {
    writeFileSync(join(folder, 'next'), value);
    renameSync(join(folder, 'next'), join(folder, variable));
  };
  for (const [variable, value] of Object.entries(secrets)) replace(variable, value);
  const files = Object.keys(secrets).map((name) => [`${name}_FILE`, join(folder, name)]);
  const command = startCommand(t, ['serve', '--port', '0', ...args], {
    env: {
      FINANCING_BASE_URL: baseUrl,
      FINANCING_ALLOWED_ORIGINS: origin,
      FINANCING_TRUST_PAGE_AMOUNT: 'on',
      FINANCING_SMS: 'on',
      ...(Object.fromEntries(files) as Record<string, string>),
      ...env,
    },
  });

  let signals = 0;
  /** Sends SIGHUP, and waits until the log has this event once per signal. */
  async function hangUp(event: string): Promise<void> {
    signals += 1;
    command.child.kill('SIGHUP');
    await command.printed('stderr', new RegExp(`(?:"event":"${event}"[^]*?){${signals}}`));
  }

  async function post(path: string, body: unknown, headers: Record<string, string> = {}) {
    return fetch((await command.listening()) + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin, ...headers },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    });
  }

  return {
    command,
    calls,
    folder,
    replace,
    hangUp,
    post,
    estimate: (totalAmount: number) =>
      post('/purchase/api/v1/payment-estimation', [{ id: 'a', totalAmount }]),
    link: (transactionId: string) =>
      post(samples.createPayOverTimeLink.path, {
        ...{ location: 'main-street', amount: 1299, transactionId, sendSMS: false },
      }),
    sendText: (
      key: string,
      transactionId: string,
      { phoneNumber = '4155552671', address = '203.0.113.9' } = {},
    ) =>
      post(
        samples.createPayOverTimeLink.path,
        {
          ...{ location: 'main-street', amount: 1299, transactionId },
          ...{ phoneNumber, sendSMS: true },
        },
        { 'idempotency-key': key, 'x-forwarded-for': address },
      ),
  };
}

const keyOf = (calls: readonly Call[]) => calls.map(({ key }) => key);

describe('On SIGHUP, serve', tests, () => {
  it('uses the new key for new requests, and finishes running ones with the old key', async (t) => {
    const held: (() => void)[] = [];
    const shop = await startShop(
      t,
      { FINANCING_SVC_KEY: oldKey },
      {
        respond({ body }, response) {
          if (!body.includes('1000')) return false;
          held.push(() => response.end(JSON.stringify([financed('0')])));
          return true;
        },
      },
    );
    const running = shop.estimate(1000);
    await until(() => held.length === 1);
    shop.replace('FINANCING_SVC_KEY', `${newKey}\n`);
    await shop.hangUp('setting-replaced');
    assert.equal((await shop.estimate(2000)).status, 200);
    for (const release of held) release();
    assert.equal((await running).status, 200);
    assert.deepEqual(keyOf(shop.calls), [oldKey, newKey]);
    const { child, closed } = shop.command;
    child.kill('SIGINT');
    const { code, stderr } = await closed;
    assert.equal(code, 0);
    assert.match(stderr, /"event":"setting-replaced","option":"FINANCING_SVC_KEY_FILE"/);
    assertAbsent(stderr, oldKey, newKey, shop.folder);
  });

  it('remembers texts and their limits in memory, even if the key that hashed them is replaced', async (t) => {
    const shop = await startShop(t, { FINANCING_SVC_KEY: oldKey });
    const first = await shop.sendText('key-of-one-click', 'order-1');
    assert.equal(first.status, 200);
    assert.equal((await shop.sendText('key-of-two-clicks', 'order-2')).status, 200);
    shop.replace('FINANCING_SVC_KEY', newKey);
    await shop.hangUp('setting-replaced');

    const again = await shop.sendText('key-of-one-click', 'order-1');
    assert.deepEqual([again.status, await again.text()], [200, await first.text()]);
    assert.equal(shop.calls.length, 2, 'the repeated request called the service');
    const soon = await shop.sendText('key-of-one-more-click', 'order-1');
    assert.equal(((await soon.json()) as { code: string }).code, 'duplicate-send');
    // The limit is three texts per phone in ten minutes.
    assert.equal((await shop.sendText('key-of-three-clicks', 'order-3')).status, 200);
    const fourth = await shop.sendText('key-of-four-clicks', 'order-4');
    assert.equal(((await fourth.json()) as { code: string }).code, 'sms-limit');
    assert.deepEqual(keyOf(shop.calls), [oldKey, oldKey, newKey]);
  });

  it('continues to count links and metrics', async (t) => {
    const args = ['--rate-limit', '4', '--metrics-port', '0'];
    const shop = await startShop(t, { FINANCING_SVC_KEY: oldKey }, { args });
    const statuses = [];
    for (let count = 0; count < 5; count += 1) {
      if (count === 2) {
        shop.replace('FINANCING_SVC_KEY', newKey);
        await shop.hangUp('setting-replaced');
      }
      statuses.push((await shop.link(`order-${count}`)).status);
    }
    assert.deepEqual(statuses, [200, 200, 200, 200, 429]);
    const [, metrics = ''] = await shop.command.printed('stdout', /^metrics on (\S+)$/m);
    const page = await (await fetch(metrics)).text();
    assert.match(page, /^financing_requests_total\{.*status="200",code="none"\} 4$/m);
    assert.match(page, /^financing_service_calls_total\{.*outcome="success"\} 4$/m);
  });

  it('requests estimates again, because another key may get other estimates', async (t) => {
    const shop = await startShop(t, { FINANCING_SVC_KEY: oldKey });
    await shop.estimate(1000);
    shop.replace('FINANCING_SVC_KEY', newKey);
    await shop.hangUp('setting-replaced');
    await shop.estimate(1000);
    assert.deepEqual(keyOf(shop.calls), [oldKey, newKey]);
  });

  it('handles no event twice, and reports the outcome of an earlier link', async (t) => {
    const forwarded: string[] = [];
    const webhookForward = await startHttp(t, (request, response) => {
      void text(request).then((body) => {
        forwarded.push(body);
        response.end();
      });
    });
    const shop = await startShop(
      t,
      { FINANCING_SVC_KEY: oldKey, FINANCING_WEBHOOK_SECRET: oldSecret },
      { env: { FINANCING_WEBHOOK_FORWARD: webhookForward } },
    );
    // Events are identified by their bytes and the time of their signature.
    const time = Math.floor(Date.now() / 1_000);
    const deliver = async (secret: string, transactionId: string) => {
      const payload = { transactionId };
      const body = JSON.stringify({ eventType: 'CHECKOUT_SDK_COMPLETED', payload });
      const signature = await signWebhook(body, secret, time);
      const { status } = await shop.post('/webhooks', body, { 'svc-signature': signature });
      return status;
    };
    const link = await shop.sendText('key-of-one-click', 'order-1');
    assert.equal(await deliver(oldSecret, 'order-2'), 200);

    shop.replace('FINANCING_SVC_KEY', newKey);
    shop.replace('FINANCING_WEBHOOK_SECRET', newSecret);
    await shop.hangUp('setting-replaced');
    assert.equal(await deliver(oldSecret, 'order-3'), 401);
    assert.equal(await deliver(newSecret, 'order-2'), 200);
    assert.equal(forwarded.length, 1, 'the same event was forwarded twice');
    assert.equal(await deliver(newSecret, 'order-1'), 200);
    const authorization = `Bearer ${link.headers.get('financing-link-token')}`;
    const status = await fetch(`${await shop.command.listening()}/link-status`, {
      headers: { authorization, origin },
    });
    assert.deepEqual(await status.json(), { status: 'completed' });
  });

  it('keeps all settings if one is invalid, and logs why without the value', async (t) => {
    const shop = await startShop(t, {
      FINANCING_SVC_KEY: oldKey,
      FINANCING_WEBHOOK_SECRET: oldSecret,
    });
    await shop.estimate(1000);
    const wrong: [variable: string, value: string, reason: string][] = [
      ['FINANCING_WEBHOOK_SECRET', 'too-short', 'is not at least 16 characters'],
      ['FINANCING_WEBHOOK_SECRET', '', 'names a file that is empty'],
      ['FINANCING_SVC_KEY', ` ${newKey}`, 'begins or ends with white space'],
      ['FINANCING_SVC_KEY', 'schlüssel-und-schloss', 'has characters that a header cannot carry'],
    ];
    for (const [variable, value, reason] of wrong) {
      shop.replace('FINANCING_SVC_KEY', newKey);
      shop.replace('FINANCING_WEBHOOK_SECRET', newSecret);
      shop.replace(variable, value);
      await shop.hangUp('settings-refused');
      await shop.command.printed('stderr', new RegExp(`"message":"${variable}_FILE ${reason}"`));
    }
    rmSync(join(shop.folder, 'FINANCING_SVC_KEY'));
    await shop.hangUp('settings-refused');
    await shop.command.printed('stderr', /"FINANCING_SVC_KEY_FILE names a file that cannot be/);
    assert.equal((await shop.estimate(2000)).status, 200);
    assert.deepEqual(keyOf(shop.calls), [oldKey, oldKey]);

    shop.replace('FINANCING_SVC_KEY', newKey);
    shop.replace('FINANCING_WEBHOOK_SECRET', newSecret);
    shop.command.child.kill('SIGHUP');
    await shop.command.printed('stderr', /setting-replaced[^]*setting-replaced/);
    assert.equal((await shop.estimate(3000)).status, 200);
    assert.equal(shop.calls.at(-1)?.key, newKey);
    shop.command.child.kill('SIGINT');
    const { stderr } = await shop.command.closed;
    assertAbsent(stderr, oldKey, newKey, newSecret, 'too-short', 'schloss', shop.folder);
  });

  it('reads new locations from the file, and keeps the old ones if the file is invalid', async (t) => {
    const shop = await startShop(t, {
      FINANCING_SVC_KEY: oldKey,
      FINANCING_LOCATIONS: 'store-1\nstore-3\n',
    });
    const statusAt = async (location: string) => {
      const path = `/purchase/api/v1/payment-estimation?location=${location}`;
      return (await shop.post(path, [{ id: 'a', totalAmount: 1_000 }])).status;
    };
    await shop.command.listening();
    assert.deepEqual([await statusAt('store-1'), await statusAt('store-2')], [200, 403]);
    shop.replace('FINANCING_LOCATIONS', 'sep=;\r\nlocation;vertical\r\nstore-2;Dental\r\n');
    await shop.hangUp('setting-replaced');
    assert.deepEqual([await statusAt('store-1'), await statusAt('store-2')], [403, 200]);
    for (const wrong of ['', 'store-1,store-2\n', 'location;vertical\n;Dental\n']) {
      shop.replace('FINANCING_LOCATIONS', wrong);
      shop.command.child.kill('SIGHUP');
    }
    await shop.command.printed('stderr', /"settings-refused","message":"FINANCING_LOCATIONS_FILE/);
    assert.equal(await statusAt('store-2'), 200);
    await shop.command.printed('stderr', /"event":"refused",[^\n]*"location":"store-2"/);
  });

  it('reads the file of --env-file, except for settings that need a restart', async (t) => {
    const file = writeTemporaryFile(t, 'FINANCING_LOCATIONS=store-1\nPORT=0\n', 'serve.env');
    const args = ['--env-file', file];
    const shop = await startShop(t, { FINANCING_SVC_KEY: oldKey }, { args });
    await shop.command.listening();
    writeFileSync(file, 'FINANCING_LOCATIONS=store-2\nFINANCING_STOP_TIMEOUT=5\n');
    await shop.hangUp('settings-refused');
    await shop.command.printed(
      'stderr',
      /FINANCING_STOP_TIMEOUT has changed, which needs a restart/,
    );
    writeFileSync(file, 'FINANCING_LOCATIONS=store-2\n');
    shop.command.child.kill('SIGHUP');
    await shop.command.printed('stderr', /"setting-replaced","option":"FINANCING_LOCATIONS"/);
  });

  it('keeps the old key with --check if the service rejects the new one', async (t) => {
    const shop = await startShop(
      t,
      { FINANCING_SVC_KEY: oldKey },
      {
        args: ['--check'],
        respond({ key }, response) {
          if (key === oldKey) return false;
          response.writeHead(403).end();
          return true;
        },
      },
    );
    await shop.command.listening();
    shop.replace('FINANCING_SVC_KEY', newKey);
    await shop.hangUp('settings-refused');
    assert.equal((await shop.estimate(1000)).status, 200);
    assert.equal(shop.calls.at(-1)?.key, oldKey);
    await shop.command.printed(
      'stderr',
      /"verdict":"wrong"[^]*"message":"the check of the new settings failed: /m,
    );
  });

  it('handles a signal that arrives before it listens', async (t) => {
    const held: (() => void)[] = [];
    const shop = await startShop(
      t,
      { FINANCING_SVC_KEY: oldKey },
      {
        args: ['--check'],
        respond(_call, response) {
          if (held.length > 0) return false;
          held.push(() => response.end(JSON.stringify([financed('check')])));
          return true;
        },
      },
    );
    await until(() => held.length === 1);
    shop.replace('FINANCING_SVC_KEY', newKey);
    shop.command.child.kill('SIGHUP');
    for (const release of held) release();
    await shop.command.printed('stderr', /"event":"setting-replaced"/);
    assert.equal((await shop.estimate(1000)).status, 200);
    assert.equal(shop.calls.at(-1)?.key, newKey);
  });

  it('logs that nothing has changed, and keeps its cache', async (t) => {
    const shop = await startShop(t, { FINANCING_SVC_KEY: oldKey });
    await shop.estimate(1000);
    await shop.hangUp('settings-unchanged');
    assert.equal((await shop.estimate(1000)).status, 200);
    assert.equal(shop.calls.length, 1, 'the cache of estimates started empty');
  });

  it('fails no request at 100 per second and sends no text twice during seven reloads', async (t) => {
    const args = ['--rate-limit', '1000000', '--trusted-hops', '1'];
    const shop = await startShop(t, { FINANCING_SVC_KEY: oldKey }, { args });
    await shop.command.listening();
    const areas = [212, 312, 415, 512, 617];
    /** Each text has its own phone number and address, so that no limit applies. */
    const sendText = (order: number) =>
      shop.sendText(`key-of-the-text-${order}`, `order-${order}`, {
        phoneNumber: `${areas[order % areas.length]}555${2000 + order}`,
        address: `203.0.113.${order}`,
      });
    const responses: Promise<Response>[] = [];
    const texts: Promise<Response>[] = [];
    let replaced = Promise.resolve();
    let due = performance.now();
    for (let request = 0; request < 350; request += 1) {
      await sleep(due - performance.now());
      due = Math.max(due + 10, performance.now());
      // One request in ten is a text, and one repeats the text before the last.
      const [order, place] = [Math.floor(request / 10), request % 10];
      if (place === 0) responses.push((texts[order] = sendText(order)));
      else if (place === 5 && order >= 2)
        responses.push(texts[order - 2]!.then(async () => sendText(order - 2)));
      else responses.push(shop.estimate(1_000 + place));
      if (request % 50 === 25) {
        replaced = replaced.then(async () => {
          shop.replace('FINANCING_SVC_KEY', `${newKey}-${request}`);
          await shop.hangUp('setting-replaced');
        });
      }
    }
    await replaced;
    const refused = (await Promise.all(responses)).filter(({ status }) => status !== 200);
    const problems = await Promise.all(refused.map(async (response) => response.text()));
    assert.deepEqual([responses.length, problems], [350, []]);
    await shop.estimate(2_000);
    assert.equal(shop.calls.at(-1)?.key, `${newKey}-325`);
    const sent = shop.calls.flatMap(
      ({ body }) => /"transactionId":"([^"]+)"/.exec(body)?.[1] ?? [],
    );
    assert.deepEqual([sent.length, new Set(sent).size], [35, 35]);
  });
});

withRedis(() => {
  describe('On SIGHUP, serve on Redis', tests, () => {
    it('accepts a new password, but not another Redis', async (t) => {
      const redis = await startRedis(t);
      const allow = async (password: string) =>
        redis.command('ACL', 'SETUSER', 'shop', 'on', 'resetpass', `>${password}`, '~*', '+@all');
      await allow('one');
      const urlOf = (password: string, database = '') =>
        withLongTimeout(`redis://shop:${password}@127.0.0.1:${redis.port}${database}`);
      const shop = await startShop(t, {
        FINANCING_SVC_KEY: oldKey,
        FINANCING_STORE_SECRET: 'store-secret-of-this-test',
        FINANCING_REDIS_URL: urlOf('one'),
      });
      assert.equal((await shop.sendText('key-of-one-click', 'order-1')).status, 200);

      shop.replace('FINANCING_REDIS_URL', urlOf('one', '/1'));
      await shop.hangUp('settings-refused');
      await shop.command.printed('stderr', /names another Redis, which needs a restart/);
      shop.replace('FINANCING_REDIS_URL', urlOf('two'));
      await shop.hangUp('settings-refused');
      await shop.command.printed('stderr', /It does not accept the user name or the password/);
      await allow('two');
      shop.command.child.kill('SIGHUP');
      await shop.command.printed(
        'stderr',
        /"setting-replaced","option":"FINANCING_REDIS_URL_FILE"/,
      );
      await redis.command('CLIENT', 'KILL', 'USER', 'shop');
      const again = await eventually(async () => {
        const response = await shop.sendText('key-of-one-click', 'order-1');
        return response.status === 200 && response;
      });
      assert.equal(again.status, 200);
      assert.equal(shop.calls.length, 1);
    });
  });
});
