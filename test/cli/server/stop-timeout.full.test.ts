import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { credentials } from '../../support/samples.js';
import { startHttp } from '../../support/servers.js';
import { putEstimate, startCommand } from '../command.js';

describe('FINANCING_STOP_TIMEOUT', { timeout: 60_000 }, () => {
  it('ends a stop although a request still runs', async (t) => {
    let announce!: () => void;
    const called = new Promise<void>((resolve) => (announce = resolve));
    const env = {
      FINANCING_BASE_URL: await startHttp(t, () => announce()), // never answers
      FINANCING_SVC_KEY: credentials.svcKey,
      FINANCING_TIMEOUT: '600000',
      FINANCING_STOP_TIMEOUT: '1',
    };
    const command = startCommand(t, ['serve', '--port', '0'], { env });
    const answer = putEstimate(await command.listening()).catch(() => 'cut off');
    await called;
    const start = performance.now();
    command.child.kill('SIGTERM');
    assert.equal((await command.closed).code, 0);
    assert.equal(await answer, 'cut off');
    const seconds = (performance.now() - start) / 1_000;
    assert.ok(seconds > 0.9 && seconds < 6, `${seconds} s`); // without the setting, 9 s
  });
});
