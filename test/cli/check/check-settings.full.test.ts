import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { withLongTimeout } from '../../support/redis.js';
import { startTcp } from '../../support/servers.js';
import { runCheckOn, respondWithEstimate } from '../command.js';

const tests = { concurrency: 2, timeout: 120_000 };

describe('financing-elements check, on its settings', tests, () => {
  it('reports what is off by default', async (t) => {
    const { stdout } = await runCheckOn(t, respondWithEstimate, {
      env: { FINANCING_SVC_SECRET: '' },
    });
    for (const line of [
      'FINANCING_SVC_SECRET is not set: onboarding is off',
      'FINANCING_ADMIN_TOKEN is not set: there are no onboarding routes',
      'FINANCING_LOCATIONS is not set: pages may name any location',
      'FINANCING_PURCHASE_SECRET is not set: pay-over-time links are refused',
      'FINANCING_SMS is off: no text messages are sent',
      'FINANCING_ALLOWED_ORIGINS is not set: only pages on the proxy’s own origin may call',
    ]) {
      assert.ok(stdout.includes(`note   ${line}`), line);
    }
  });

  it('reports what is on, without secrets', async (t) => {
    const env = {
      FINANCING_ADMIN_TOKEN: 'sentinel-admin-token',
      FINANCING_PURCHASE_SECRET: 'sentinel-purchase-secret',
      FINANCING_SMS: 'on',
      FINANCING_DEPARTMENTS: '7,parts',
      FINANCING_SOURCE_PLATFORMS: 'platform-1',
      FINANCING_ALLOWED_ORIGINS: 'https://shop.example',
      FINANCING_TRUSTED_HOPS: '2',
      FINANCING_WEBHOOK_SECRET: 'sentinel-webhook-secret',
      FINANCING_WEBHOOK_FORWARD: 'https://shop.example/hooks?token=sentinel',
      WEB_CONCURRENCY: '2',
    };
    const { stdout, stderr } = await runCheckOn(t, respondWithEstimate, { env });
    for (const line of [
      'FINANCING_ADMIN_TOKEN is set: ',
      'FINANCING_PURCHASE_SECRET is set: ',
      'FINANCING_SMS is on: ',
      'FINANCING_DEPARTMENTS is set: links may only name departmentId 7, parts.',
      'FINANCING_SOURCE_PLATFORMS is set: requests may only name sourcePlatform platform-1.',
      'FINANCING_ALLOWED_ORIGINS is set: pages on https://shop.example may also call',
      'FINANCING_TRUSTED_HOPS is 2: ',
      'FINANCING_WEBHOOK_FORWARD is set: verified events are forwarded to shop.example.',
      'WEB_CONCURRENCY is set: ',
    ]) {
      assert.ok(stdout.includes(`note   ${line}`), line);
    }
    assert.doesNotMatch(stdout + stderr, /sentinel/);
  });
});

describe('financing-elements check, on a Redis that fails', tests, () => {
  it('doesn’t print the reply, which may contain the password', async (t) => {
    const url = await startTcp(t, (socket) => {
      socket.on('data', (data) => socket.write(`-ERR unknown command ${data.toString('hex')}\r\n`));
    });
    const redisUrl = withLongTimeout(url.replace('http://', 'redis://user:s3cret@'));
    const env = { FINANCING_REDIS_URL: redisUrl };
    const { stdout, stderr } = await runCheckOn(t, respondWithEstimate, { env });
    assert.match(stdout, /^wrong +Redis: .*is not from Redis, or Redis refuses to work/m);
    assert.ok(!(stdout + stderr).includes(Buffer.from('s3cret').toString('hex')));
  });
});
