import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { putEstimate, startCommand } from '../cli/command.js';
import { programOf, withInstalled } from './installed.js';

withInstalled('bun', () => {
  describe('financing-elements serve on Bun', { timeout: 300_000 }, () => {
    it('C06 answers, and ends in order at a signal', async (t) => {
      const args = ['serve', '--sandbox', '--port', '0'];
      const command = startCommand(t, args, { program: programOf('bun') });
      const { status } = await putEstimate(await command.listening());
      command.child.kill('SIGINT');
      const { code, stderr } = await command.closed;
      assert.deepEqual([status, code], [200, 0], stderr);
    });
  });
});
