import assert from 'node:assert/strict';
import { chmodSync, existsSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { createServer } from 'node:net';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { describe, it, type TestContext } from 'node:test';
import { eventually } from '../support/until.js';
import { putEstimate, startCommand, writeTemporary } from './command.js';

/** What the command says before it ends, which it does at once. */
async function ended(t: TestContext, args: string, env: Record<string, string> = {}) {
  return startCommand(t, args ? args.split(' ') : [], { env }).closed;
}

describe('financing-elements', { concurrency: 2, timeout: 120_000 }, () => {
  it('serve without a key names it and the sandbox', async (t) => {
    const { code, stdout, stderr } = await ended(t, 'serve', { FINANCING_SVC_KEY: '' });
    assert.deepEqual([code, stdout], [2, '']);
    assert.match(stderr, /^[^\n]*FINANCING_BASE_URL and FINANCING_SVC_KEY[^\n]*serve --sandbox\n$/);
  });

  it('ends with one line on an unknown flag', async (t) => {
    const { code, stderr } = await ended(t, 'serve --sandbx');
    assert.deepEqual(
      [code, stderr],
      [2, 'financing-elements: --sandbx is not an option; did you mean --sandbox?\n'],
    );
  });

  it('names what the proxy refuses as the user wrote it, without the value', async (t) => {
    const env = { FINANCING_SVC_KEY: 'key', FINANCING_BASE_URL: 'https://s3cret@service.example' };
    const { code, stderr } = await ended(t, 'serve', env);
    assert.equal(code, 2);
    assert.match(stderr, /^financing-elements: FINANCING_BASE_URL [^\n]+\n$/);
    assert.doesNotMatch(stderr, /s3cret/);
  });

  it('refuses the same on a sandbox, before it says that it listens', async (t) => {
    const { code, stdout, stderr } = await ended(
      t,
      'serve --sandbox --port 0 --redirect-origins *',
    );
    assert.deepEqual([code, stdout], [2, '']);
    assert.match(stderr, /^financing-elements: --redirect-origins [^\n]+\n$/);
  });

  it('refuses a mount where the pages of its sandbox are', async (t) => {
    const { code, stdout, stderr } = await ended(t, 'serve --sandbox --port 0 --mount /sandbox/x');
    assert.deepEqual([code, stdout], [2, '']);
    assert.match(stderr, /^financing-elements: --mount [^\n]*\/sandbox[^\n]*\n$/);
  });

  it('refuses the password of Redis as a flag, without printing it', async (t) => {
    const { code, stderr } = await ended(
      t,
      'serve --sandbox --port 0 --redis-url redis://:s3cret@127.0.0.1',
    );
    assert.deepEqual(
      [code, stderr],
      [
        2,
        'financing-elements: --redis-url would show the password to every user of this machine; ' +
          'set FINANCING_REDIS_URL or FINANCING_REDIS_URL_FILE\n',
      ],
    );
  });

  it('says which port is in use', async (t) => {
    const other = createServer().listen(0, '127.0.0.1');
    t.after(() => other.close());
    await once(other, 'listening');
    const { port } = other.address() as AddressInfo;
    const { code, stderr } = await ended(t, `sandbox --port ${port}`);
    assert.equal(code, 1);
    const reason = `cannot listen on 127.0.0.1, port ${port} (--port): another program uses it; choose another port`;
    assert.equal(stderr, `financing-elements: ${reason}\n`);
  });

  it('says which host it cannot listen on', async (t) => {
    const { code, stderr } = await ended(t, 'sandbox --port 0 --host 192.0.2.1');
    assert.equal(code, 1);
    assert.match(
      stderr,
      /^financing-elements: cannot listen on 192\.0\.2\.1[^\n]* this machine has no such address[^\n]*\n$/m,
    );
  });

  it('refuses to run without checking certificates', async (t) => {
    const { code, stderr } = await ended(t, 'serve --sandbox', {
      NODE_TLS_REJECT_UNAUTHORIZED: '0',
    });
    assert.equal(code, 2);
    assert.match(stderr, /^financing-elements: NODE_TLS_REJECT_UNAUTHORIZED=0 [^\n]+\n$/);
  });

  it('--help lists the commands, their options and the variables', async (t) => {
    const { code, stdout } = await ended(t, '--help');
    assert.equal(code, 0);
    for (const word of [
      'serve ',
      'sandbox ',
      'demo ',
      'check ',
      '--base-url',
      'FINANCING_SVC_KEY',
      'help NAME',
      '--version',
    ]) {
      assert.ok(stdout.includes(word), word);
    }
    assert.ok(!stdout.includes('--svc-key'), 'secrets are no flags');
  });

  it('--help fits 80 columns, for all commands and for each', async (t) => {
    for (const args of ['--help', 'help serve', 'help check', 'locations --help']) {
      const { code, stdout } = await ended(t, args);
      assert.equal(code, 0);
      const long = stdout.split('\n').filter((line) => line.length > 80);
      assert.deepEqual(long, [], args);
    }
  });

  it('help serve begins with the six options that matter first, in a group of their own', async (t) => {
    const { stdout } = await ended(t, 'help serve');
    const [, six = ''] = /^Begin with these:\n([^]*?)\n\n/m.exec(stdout) ?? [];
    assert.equal(six.match(/FINANCING_/g)?.length, 6);
    assert.match(stdout, /^Where it listens:$/m);
    assert.match((await ended(t, 'help serv')).stderr, /did you mean serve\?/);
  });

  it('takes variables from a file, those of the environment first', async (t) => {
    const file = writeTemporary(t, 'FINANCING_SVC_KEY=key\nFINANCING_BASE_URL="no url"\n', '.env');
    const args = `check --env-file ${file}`;
    assert.match(
      (await ended(t, args)).stderr,
      /^financing-elements: FINANCING_BASE_URL [^\n]+\n$/,
    );
    const env = { FINANCING_BASE_URL: 'https://s3cret@service.example' };
    assert.match((await ended(t, args, env)).stderr, /FINANCING_BASE_URL holds user information/);
    const missing = await ended(t, 'check --env-file /no/such/file');
    assert.match(missing.stderr, /there is no such file or folder\n$|^[^\n]* not found\n$/);
  });

  it('refuses a drain that leaves a stop no time', async (t) => {
    const env = { FINANCING_DRAIN: '9' };
    const { code, stderr } = await ended(t, 'serve --sandbox --port 0', env);
    assert.equal(code, 2);
    assert.match(stderr, /^[^\n]*FINANCING_DRAIN [^\n]*FINANCING_STOP_TIMEOUT[^\n]*\n$/);
  });

  it('serve reports to systemd that it is ready, when it listens', async (t) => {
    const script = '#!/bin/sh\necho "$NOTIFY_SOCKET $*" >"$0.log"\n';
    const program = writeTemporary(t, script, 'systemd-notify');
    chmodSync(program, 0o755);
    const env = {
      PATH: `${dirname(program)}:${process.env['PATH']}`,
      NOTIFY_SOCKET: '/run/systemd/notify',
    };
    const command = startCommand(t, ['serve', '--sandbox', '--port', '0'], { env });
    await command.listening();
    const read = async () => existsSync(`${program}.log`) && readFileSync(`${program}.log`, 'utf8');
    assert.equal(await eventually(read), '/run/systemd/notify --ready\n');
  });

  it('serve says in its log that systemd-notify failed, and goes on', async (t) => {
    const env = { PATH: '/nowhere', NOTIFY_SOCKET: '/run/systemd/notify' };
    const command = startCommand(t, ['serve', '--sandbox', '--port', '0'], { env });
    await command.printed('stderr', /"systemd-notify failed.*"option":"NOTIFY_SOCKET"/);
    assert.equal((await putEstimate(await command.listening())).status, 200);
  });

  it('sandbox --help leaves out what the sandbox does not take', async (t) => {
    const { stdout } = await ended(t, 'sandbox --help');
    assert.match(stdout, /--port/);
    assert.doesNotMatch(stdout, /--base-url|\(sandbox\)/);
  });

  it('--version prints the version of the package', async (t) => {
    const { stdout } = await ended(t, '--version');
    assert.match(stdout, /^\d+\.\d+\.\d+\S*\n$/);
  });
});
