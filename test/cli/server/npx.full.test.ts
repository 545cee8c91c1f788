/** Tests the signals listed in docs/deploying.md with an installed package. */
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, before, describe, it, type TestContext } from 'node:test';
import { built } from '../../runner/fresh-build.js';
import { eventually } from '../../support/until.js';

const root = dirname(dirname(dirname(built('cli/main.js'))));
const shop = mkdtempSync(join(tmpdir(), 'npx-'));

/** Starts `serve` in its own process group, as a terminal does. */
async function start(t: TestContext, program: string, ...args: readonly string[]) {
  const child = spawn(program, [...args, 'serve', '--sandbox', '--port', '0'], {
    cwd: shop,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => (output += text));
  }
  const group = -(child.pid ?? assert.fail(`${program} did not start`));
  // Closes once no process of the group has the output open.
  const closed = once(child, 'close').then(([code]) => code as number | null);
  t.after(async () => {
    if (child.stdout.readableEnded) return;
    process.kill(group, 'SIGKILL');
    await closed;
  });
  await eventually(async () => output.includes('listening on '), { what: `${program} to listen` });
  return { child, group, closed, output: () => output };
}

describe('financing-elements serve', { timeout: 120_000 }, () => {
  before(() => {
    writeFileSync(join(shop, 'package.json'), '{ "private": true }');
    const install = ['install', '--offline', '--no-audit', '--no-fund', '--ignore-scripts', root];
    const { status, stderr } = spawnSync('npm', install, { cwd: shop, encoding: 'utf8' });
    assert.equal(status, 0, stderr);
  });
  after(() => rmSync(shop, { recursive: true }));

  it('stops gracefully on SIGTERM if it was started from node_modules/.bin', async (t) => {
    const { child, closed, output } = await start(t, 'node_modules/.bin/financing-elements');
    child.kill('SIGTERM');
    assert.equal(await closed, 0);
    assert.match(output(), /"event":"stopping","signal":"SIGTERM"/);
  });

  for (const signal of ['SIGTERM', 'SIGHUP'] as const) {
    it(`keeps running if only npx gets ${signal} and ends`, async (t) => {
      const { child, output } = await start(t, 'npx', '--no', '--', 'financing-elements');
      const [, url = ''] = /^listening on (\S+)$/m.exec(output()) ?? [];
      child.kill(signal);
      await once(child, 'exit');
      assert.equal((await fetch(`${url}/health`)).status, 200);
      assert.doesNotMatch(output(), /"event":"stopping"/);
    });
  }

  it('stops gracefully on Ctrl+C under npx', async (t) => {
    const { group, closed, output } = await start(t, 'npx', '--no', '--', 'financing-elements');
    process.kill(group, 'SIGINT');
    await closed;
    assert.match(output(), /"event":"stopping","signal":"SIGINT"/);
  });
});
