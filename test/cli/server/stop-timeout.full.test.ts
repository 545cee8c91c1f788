import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { credentials } from '../../support/samples.js';
import { startHttp } from '../../support/servers.js';
import { putEstimate, startCommand } from '../command.js';

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
