import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { credentials } from '../../support/samples.js';
import { closedPort, startHttp } from '../../support/servers.js';
import { respondWithEstimate, respondWith, startCommand } from '../command.js';

describe('financing-elements serve --check', { concurrency: 2, timeout: 120_000 }, () => {
  it('listens if the service accepts the credentials', async (t) => {
    const env = {
      FINANCING_BASE_URL: await startHttp(t, respondWithEstimate),
      FINANCING_SVC_KEY: credentials.svcKey,
    };
    const command = startCommand(t, ['serve', '--check', '--port', '0'], { env });
    assert.equal((await fetch(`${await command.listening()}/health`)).status, 200);
    await command.printed('stderr', /"event":"check","message":"Everything necessary works\."/);
  });

  it('doesn’t listen with wrong credentials', async (t) => {
    const env = {
      FINANCING_BASE_URL: await startHttp(t, respondWith(403)),
      FINANCING_SVC_KEY: credentials.svcKey,
    };
    const args = ['serve', '--check', '--port', '0', '--metrics-port', '0'];
    const { code, stdout, stderr } = await startCommand(t, args, { env }).closed;
    const lines = stderr.trim().split('\n');
    const log = lines.map((line) => JSON.parse(line) as Record<string, string>);
    const wrong = log.filter(({ verdict }) => verdict === 'wrong');
    assert.match(wrong[0]?.['message'] ?? '', /does not accept the svc-key \(403\)/);
    const { event, message = '' } = log.at(-1) ?? {};
    assert.equal(event, 'not-started');
    assert.match(message, /^the check failed, so nothing is served: .*svc-key/);
    assert.ok(!stderr.includes(credentials.svcKey));
    assert.deepEqual([code, stdout], [1, '']);
  });

  it('doesn’t listen if none of the locations works', async (t) => {
    const env = {
      FINANCING_BASE_URL: await startHttp(t, respondWith(422)),
      FINANCING_SVC_KEY: credentials.svcKey,
      FINANCING_LOCATIONS: 'a,b',
    };
    const { code, stderr } = await startCommand(t, ['serve', '--check', '--port', '0'], { env })
      .closed;
    assert.match(stderr, /"message":"a: .*"wrong"[^]*"message":"b: .*"wrong"/);
    assert.equal(code, 1);
  });

  it('listens while Redis is down, and notes that it has no store secret', async (t) => {
    const env = {
      FINANCING_BASE_URL: await startHttp(t, respondWithEstimate),
      FINANCING_SVC_KEY: credentials.svcKey,
      FINANCING_REDIS_URL: (await closedPort()).replace('http:', 'redis:'),
    };
    const args = ['serve', '--check', '--port', '0'];
    const command = startCommand(t, args, { env });
    await command.listening();
    await command.printed(
      'stderr',
      /"message":"Redis: .*Nothing listens on that host and port.*"note"/,
    );
    await command.printed(
      'stderr',
      /"message":"Estimates work. Links will work once Redis does\."/,
    );
    await command.printed(
      'stderr',
      /"message":"FINANCING_STORE_SECRET is not set: Redis is keyed by/,
    );
  });

  it('exits with 0 on SIGTERM during the check', async (t) => {
    let onEstimateRequest!: () => void;
    const requested = new Promise<void>((resolve) => (onEstimateRequest = resolve));
    const env = {
      // Holds the check.
      FINANCING_BASE_URL: await startHttp(t, () => onEstimateRequest()),
      FINANCING_SVC_KEY: credentials.svcKey,
    };
    const command = startCommand(t, ['serve', '--check', '--port', '0'], { env });
    await requested;
    command.child.kill('SIGTERM');
    const { code, stdout, stderr } = await command.closed;
    assert.match(stderr, /"event":"stopping","signal":"SIGTERM"/);
    assert.deepEqual([code, stdout], [0, '']);
  });
});
