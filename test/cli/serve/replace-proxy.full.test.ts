/** Reloads the settings of `serve` with real files and signals. */
import assert from 'node:assert/strict';
import { renameSync, rmSync, writeFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { describe, it, type TestContext } from 'node:test';
import { assertAbsent } from '../../support/assertions.js';
import { withLongTimeout, startRedis, withRedis } from '../../support/redis.js';
import { financed, samples } from '../../support/samples.js';
import { startHttp, postJson } from '../../support/servers.js';
import { eventually, until } from '../../support/until.js';
import { startCommand } from '../command.js';
import { temporaryFolder, writeTemporaryFile } from '../../support/files.js';

const tests = { concurrency: 2, timeout: 120_000 };
const origin = 'https://shop.example';
const [oldKey, newKey] = ['svc-key-of-yesterday', 'svc-key-of-today'];
const [oldSecret, newSecret] = ['webhook-secret-of-yesterday', 'webhook-secret-of-today'];

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

  const folder = temporaryFolder(t);
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
    return postJson((await command.listening()) + path, body, { origin, ...headers });
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
    sendText: (key: string) =>
      post(
        samples.createPayOverTimeLink.path,
        {
          location: 'main-street',
          amount: 1299,
          transactionId: 'order-1',
          phoneNumber: '4155552671',
          sendSMS: true,
        },
        { 'idempotency-key': key },
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

  it('keeps all settings if one is invalid, and logs why without the value', async (t) => {
    const shop = await startShop(t, {
      FINANCING_SVC_KEY: oldKey,
      FINANCING_WEBHOOK_SECRET: oldSecret,
    });
    await shop.estimate(1000);
    const wrong: [variable: string, value: string, reason: string][] = [
      ['FINANCING_WEBHOOK_SECRET', 'too-short', 'must be at least 16 characters'],
      ['FINANCING_WEBHOOK_SECRET', '', 'names a file that is empty'],
      ['FINANCING_SVC_KEY', ` ${newKey}`, 'begins or ends with white space'],
      [
        'FINANCING_SVC_KEY',
        'schlüssel-und-schloss',
        'has characters that are not allowed in a header',
      ],
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
    writeFileSync(file, 'FINANCING_RATE_LIMIT=500\n');
    shop.command.child.kill('SIGHUP');
    await shop.command.printed('stderr', /FINANCING_LOCATIONS is missing; to remove it, restart/);
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
      assert.equal((await shop.sendText('key-of-one-click')).status, 200);

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
        const response = await shop.sendText('key-of-one-click');
        return response.status === 200 && response;
      });
      assert.equal(again.status, 200);
      assert.equal(shop.calls.length, 1);
    });
  });
});
