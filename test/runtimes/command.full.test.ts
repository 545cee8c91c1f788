import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { putEstimate, startCommand } from '../cli/command.js';
import { samples } from '../support/samples.js';
import { startHttp } from '../support/servers.js';
import { programOf, withInstalled } from './start-runtime.js';

withInstalled('bun', () => {
  describe('financing-elements serve on Bun', { timeout: 120_000 }, () => {
    it('calls the service, and stops gracefully on a signal', async (t) => {
      const json = JSON.stringify(samples.estimatePayments.response);
      const baseUrl = await startHttp(t, (request, response) => {
        request.resume();
        response.setHeader('content-type', 'application/json').end(json);
      });
      const command = startCommand(t, ['serve', '--port', '0'], {
        program: programOf('bun'),
        env: { FINANCING_BASE_URL: baseUrl, FINANCING_SVC_KEY: 'key' },
      });
      const { status } = await putEstimate(await command.listening());
      command.child.kill('SIGINT');
      const { code, stderr } = await command.closed;
      assert.deepEqual([status, code], [200, 0], stderr);
    });
  });
});
