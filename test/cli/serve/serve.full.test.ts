import assert from 'node:assert/strict';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { describe, it, type TestContext } from 'node:test';
import { notRun } from '../../runner/not-run.js';
import { rejection } from '../../support/assertions.js';
import { withLongTimeout } from '../../support/redis.js';
import { quietPort, listen, startHttp } from '../../support/servers.js';
import { eventually } from '../../support/until.js';
import { putEstimate, startCommand } from '../command.js';
import { credentials } from '../../support/samples.js';

const key = 'sentinel-key';

/** Starts a Financing Service that hands each request to the test. */
async function startService(t: TestContext) {
  const server = createServer();
  return {
    url: await listen(t, server),
    async nextRequest() {
      const [req, res] = (await once(server, 'request')) as [IncomingMessage, ServerResponse];
      const result = { id: 'a', monthlyAmount: 100, amountFinanced: 1200, downPayment: 0, apr: 0 };
      return {
        headers: req.headers,
        respond: () =>
          res.setHeader('content-type', 'application/json').end(JSON.stringify([result])),
      };
    },
  };
}

async function startProxy(
  t: TestContext,
  { args = [] as readonly string[], preload = '', redis = '' } = {},
) {
  const service = await startService(t);
  const env = {
    FINANCING_BASE_URL: service.url,
    FINANCING_SVC_KEY: key,
    FINANCING_TIMEOUT: '20000',
    ...(redis && { FINANCING_REDIS_URL: redis }),
  };
  const command = startCommand(t, ['serve', '--port', '0', ...args], { env, preload });
  return { ...command, service, url: await command.listening() };
}

async function takesConnections(url: string): Promise<boolean> {
  return fetch(`${url}/health`).then(
    () => true,
    () => false,
  );
}

describe('financing-elements serve', { concurrency: 2, timeout: 120_000 }, () => {
  it('responds under its mount, sends the key only to the service, and logs requests on demand', async (t) => {
    const args = ['--mount', '/pay', '--log-requests', 'on'];
    const { service, url, printed } = await startProxy(t, { args });
    assert.match(url, /^http:\/\/127\.0\.0\.1:\d+\/pay$/);
    const estimate = putEstimate(url);
    const { headers, respond } = await service.nextRequest();
    respond();
    assert.equal((await estimate).status, 200);
    assert.equal(headers['svc-key'], key);
    await printed('stderr', /"level":"info","event":"request".*"method":"PUT".*"status":200/);
  });

  it('prints an address to which a path can be appended, regardless of how the mount is written', async (t) => {
    const { url } = await startProxy(t, { args: ['--mount', '/pay/'] });
    assert.equal((await fetch(`${url}/health`)).status, 200);
  });

  it('reports on start that its Redis doesn’t work, without its password', async (t) => {
    const { printed } = await startProxy(t, {
      redis: withLongTimeout('redis://user:s3cret@127.0.0.1:1'),
    });
    const [line] = await printed('stderr', /^.*Redis.*$/m);
    assert.match(
      line,
      /"warn".*"Redis does not work yet: Nothing listens on that host and port\.".*"FINANCING_REDIS_URL"/,
    );
    assert.doesNotMatch(line, /s3cret/);
  });

  it('warns if texts are allowed for any location, but not if the locations are listed', async (t) => {
    const start = (...args: string[]) =>
      startProxy(t, { args: ['--sms', 'on', '--log-requests', 'on', ...args] });
    const { printed } = await start();
    const [line] = await printed('stderr', /^.*any location.*$/m);
    const { level, option } = JSON.parse(line) as Record<string, string>;
    assert.deepEqual([level, option], ['warn', 'FINANCING_LOCATIONS']);
    const listed = await start('--locations', 'main-street');
    await fetch(`${listed.url}/health`);
    const [before] = await listed.printed('stderr', /^[^]*"event":"request"/);
    assert.doesNotMatch(before, /any location/);
  });

  it('listens only on 127.0.0.1', async (t) => {
    const { url } = await startProxy(t);
    assert.equal((await fetch(`${url}/health`)).status, 200);
    const elsewhere = `${url.replace('127.0.0.1', '127.0.0.2')}/health`;
    const { cause } = await rejection(fetch(elsewhere), TypeError);
    assert.equal((cause as NodeJS.ErrnoException).code, 'ECONNREFUSED');
  });

  it('finishes running requests after SIGTERM, stops accepting connections, and exits with 0', async (t) => {
    const { service, url, child, printed, closed } = await startProxy(t);
    const running = putEstimate(url);
    const { respond } = await service.nextRequest();
    child.kill('SIGTERM');
    await printed('stderr', /"stopping"/);
    const health = await fetch(`${url}/health`);
    assert.deepEqual([health.status, await health.json()], [503, { status: 'stopping' }]);
    assert.equal(health.headers.get('connection'), 'close');
    await eventually(async () => !(await takesConnections(url)));
    respond();
    assert.equal((await running).status, 200);
    assert.equal((await closed).code, 0);
  });

  it('stops at once on a second signal', async (t) => {
    const { service, url, child, printed, closed } = await startProxy(t);
    putEstimate(url).catch(() => undefined);
    await service.nextRequest();
    child.kill('SIGTERM');
    await printed('stderr', /"stopping"/);
    child.kill('SIGINT');
    assert.equal((await closed).code, 1);
  });

  it('keeps serving if its output is closed', async (t) => {
    const service = await startService(t);
    const env = { FINANCING_BASE_URL: service.url, FINANCING_SVC_KEY: key };
    const args = ['serve', '--port', '0', '--log-level', 'debug'];
    const { child, listening } = startCommand(t, args, { env });
    const url = await listening();
    child.stdout.destroy();
    child.stderr.destroy();
    for (let i = 0; i < 3; i++) assert.equal((await fetch(`${url}/health`)).status, 200);
  });

  if (existsSync('/dev/full')) {
    it('keeps serving if the disk with its log is full', async (t) => {
      const preload =
        "import fs from 'node:fs'; fs.closeSync(2); if (fs.openSync('/dev/full', 'w') !== 2) process.exit(9)";
      const args = ['serve', '--sandbox', '--port', '0', '--log-level', 'debug'];
      const url = await startCommand(t, args, { preload }).listening();
      for (let i = 0; i < 3; i++) assert.equal((await fetch(`${url}/health`)).status, 200);
    });
  } else notRun('a disk that is full', 'only Linux has /dev/full');

  it('serves again on its port after SIGKILL', async (t) => {
    // A port that no other process gets in the meantime.
    const args = ['serve', '--sandbox', '--port', String(await quietPort())];
    const first = startCommand(t, args);
    await first.listening();
    first.child.kill('SIGKILL');
    await first.closed;
    const url = await startCommand(t, args).listening();
    assert.equal((await fetch(`${url}/health`)).status, 200);
  });

  const thrown = 'process.env.FINANCING_SVC_KEY';
  const crashes: [what: string, code: string, errorName: string][] = [
    [
      'an uncaught error in a timer',
      `setTimeout(() => { throw new RangeError(${thrown}) })`,
      'RangeError',
    ],
    ['an unhandled rejection', `void Promise.reject(new TypeError(${thrown}))`, 'TypeError'],
    ['an unhandled rejection without an error', `void Promise.reject(${thrown})`, 'string'],
  ];
  for (const [what, code, errorName] of crashes) {
    it(`exits on ${what}, with one line that doesn’t quote it`, async (t) => {
      const first = await startProxy(t, {
        preload: `process.once('SIGUSR2', () => { ${code} })`,
      });
      first.child.kill('SIGUSR2');
      const { code: exitCode, stderr } = await first.closed;
      assert.equal(exitCode, 1);
      const [started = '', last = '', ...others] = stderr.trim().split('\n');
      assert.match(started, /"event":"started"/);
      assert.deepEqual(others, []);
      const line = JSON.parse(last) as Record<string, string>;
      assert.deepEqual(
        [line['level'], line['event'], line['errorName']],
        ['error', 'crash', errorName],
      );
      assert.doesNotMatch(stderr, new RegExp(key));
    });
  }
});

describe('FINANCING_STOP_TIMEOUT', { timeout: 60_000 }, () => {
  it('ends a stop while a request still runs, earlier than the default', async (t) => {
    async function startWaiting(name: string, stopTimeout: Record<string, string>) {
      let announce!: () => void;
      const called = new Promise<void>((resolve) => (announce = resolve));
      const env = {
        FINANCING_BASE_URL: await startHttp(t, () => announce()), // never responds
        FINANCING_SVC_KEY: credentials.svcKey,
        FINANCING_TIMEOUT: '600000',
        ...stopTimeout,
      };
      const { child, closed, listening } = startCommand(t, ['serve', '--port', '0'], { env });
      const response = putEstimate(await listening()).catch(() => 'cut off');
      await called;
      return { child, response, end: closed.then(({ code }) => ({ name, code })) };
    }

    const usual = await startWaiting('usual', {});
    const short = await startWaiting('short', { FINANCING_STOP_TIMEOUT: '1' });
    usual.child.kill('SIGTERM');
    short.child.kill('SIGTERM');
    assert.deepEqual(await Promise.race([usual.end, short.end]), { name: 'short', code: 0 });
    assert.equal(await short.response, 'cut off');
  });
});
