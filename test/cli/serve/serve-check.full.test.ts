import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { credentials } from '../../support/samples.js';
import { startHttp } from '../../support/servers.js';
import { healthy, reply, startCommand } from '../command.js';

describe('financing-elements serve --check', { concurrency: 2, timeout: 120_000 }, () => {
  it('listens when the service accepts the credentials', async (t) => {
    const env = {
      FINANCING_BASE_URL: await startHttp(t, healthy),
      FINANCING_SVC_KEY: credentials.svcKey,
    };
    const command = startCommand(t, ['serve', '--check', '--port', '0'], { env });
    assert.equal((await fetch(`${await command.listening()}/health`)).status, 200);
    await command.printed('stderr', /^Everything necessary works\.$/m);
  });

  it('does not listen with wrong credentials', async (t) => {
    const env = {
      FINANCING_BASE_URL: await startHttp(t, reply(403)),
      FINANCING_SVC_KEY: credentials.svcKey,
    };
    const args = ['serve', '--check', '--port', '0', '--metrics-port', '0'];
    const { code, stdout, stderr } = await startCommand(t, args, { env }).closed;
    assert.match(stderr, /^wrong .*does not accept the svc-key \(403\)/m);
    assert.match(stderr, /^financing-elements: the check failed, so nothing is served/m);
    assert.ok(!stderr.includes(credentials.svcKey));
    assert.deepEqual([code, stdout], [1, '']);
  });

  it('works on an embedded sandbox', async (t) => {
    const command = startCommand(t, ['serve', '--sandbox', '--check', '--port', '0']);
    await command.listening();
  });
});
