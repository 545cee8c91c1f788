import assert from 'node:assert/strict';
import { once } from 'node:events';
import { chmodSync, existsSync, readFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { dirname } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { helpText } from '../../src/cli/settings/help.js';
import { commandNames, settingEntries } from '../../src/cli/settings/table.js';
import { flagOf } from '../../src/internal/settings.js';
import { eventually } from '../support/until.js';
import { putEstimate, startCommand, writeTemporaryFile, type Environment } from './command.js';

/** Runs a command that ends at once. */
async function run(t: TestContext, args: string, env: Environment = {}) {
  return startCommand(t, args.split(' '), { env }).closed;
}

const service = { FINANCING_BASE_URL: 'https://service.example', FINANCING_SVC_KEY: 'key' };
const onSandbox = 'serve --sandbox --port 0';
const webhookSecret = 'a-secret-of-16-characters';

/** Settings that the command refuses: the arguments, the environment, and the error. */
const refused: Record<string, [args: string, env: Environment, error: RegExp]> = {
  'a missing key': [
    'serve',
    { FINANCING_SVC_KEY: '' },
    /FINANCING_BASE_URL and FINANCING_SVC_KEY.*serve --sandbox$/,
  ],
  'an unknown flag': [
    'serve --sandbx',
    {},
    /: --sandbx is not an option; did you mean --sandbox\?$/,
  ],
  'credentials in the base URL': [
    'serve',
    { ...service, FINANCING_BASE_URL: 'https://s3cret@service.example' },
    /: FINANCING_BASE_URL must not contain user information/,
  ],
  'an invalid option of the proxy': [
    `${onSandbox} --redirect-origins *`,
    {},
    /: --redirect-origins /,
  ],
  'a mount under the pages of the sandbox': [
    `${onSandbox} --mount /sandbox/x`,
    {},
    /: --mount .*\/sandbox/,
  ],
  'a Redis password as a flag': [
    `${onSandbox} --redis-url redis://:s3cret@127.0.0.1`,
    {},
    /: --redis-url would show the password to every user of this machine; set FINANCING_REDIS_URL or FINANCING_REDIS_URL_FILE$/,
  ],
  'disabled certificate checks': [
    onSandbox,
    { NODE_TLS_REJECT_UNAUTHORIZED: '0' },
    /: NODE_TLS_REJECT_UNAUTHORIZED=0 /,
  ],
  'a drain time that leaves no time to stop': [
    onSandbox,
    { FINANCING_DRAIN: '9' },
    /: FINANCING_DRAIN .*FINANCING_STOP_TIMEOUT/,
  ],
  'a metrics port equal to the port': [
    'serve --sandbox --port 8799 --metrics-port 8799',
    {},
    /: --metrics-port and --port are both 8799; choose another port$/,
  ],
  'a short webhook secret next to a good one': [
    onSandbox,
    { FINANCING_WEBHOOK_SECRET: `${webhookSecret},s3cret` },
    /: FINANCING_WEBHOOK_SECRET must be at least 16 characters/,
  ],
  'a webhook back end without a secret': [
    onSandbox,
    { FINANCING_WEBHOOK_FORWARD: 'https://s3cret.example' },
    /: FINANCING_WEBHOOK_FORWARD needs FINANCING_WEBHOOK_SECRET/,
  ],
  'a remote webhook back end without TLS': [
    onSandbox,
    { FINANCING_WEBHOOK_SECRET: webhookSecret, FINANCING_WEBHOOK_FORWARD: 'http://s3cret.example' },
    /: FINANCING_WEBHOOK_FORWARD must be an https URL/,
  ],
  'a webhook back end with a password': [
    'check --sandbox',
    {
      FINANCING_WEBHOOK_SECRET: webhookSecret,
      FINANCING_WEBHOOK_FORWARD: 'https://a:s3cret@b.example',
    },
    /: FINANCING_WEBHOOK_FORWARD must not contain user information/,
  ],
};

describe('financing-elements', { concurrency: 2, timeout: 120_000 }, () => {
  for (const [what, [args, env, error]] of Object.entries(refused)) {
    it(`refuses ${what} in one line, without the value, before it listens`, async (t) => {
      const { code, stdout, stderr } = await run(t, args, env);
      assert.deepEqual([code, stdout], [2, '']);
      assert.match(stderr, /^financing-elements: [^\n]+\n$/);
      assert.match(stderr.trimEnd(), error);
      assert.doesNotMatch(stderr, /s3cret/);
    });
  }

  it('reports a port that is in use', async (t) => {
    const other = createServer().listen(0, '127.0.0.1');
    t.after(() => other.close());
    await once(other, 'listening');
    const { port } = other.address() as AddressInfo;
    const { code, stderr } = await run(t, `sandbox --port ${port}`);
    assert.equal(code, 1);
    const reason = `cannot listen on 127.0.0.1, port ${port} (--port): another program uses it; choose another port`;
    assert.equal(stderr, `financing-elements: ${reason}\n`);
  });

  it('reports a host that this machine does not have', async (t) => {
    const { code, stderr } = await run(t, 'sandbox --port 0 --host 192.0.2.1');
    assert.equal(code, 1);
    assert.match(
      stderr,
      /^financing-elements: cannot listen on 192\.0\.2\.1[^\n]* this machine has no such address[^\n]*\n$/m,
    );
  });

  it('prints help with exit code 0, and suggests the nearest command', async (t) => {
    assert.equal((await run(t, 'help serve')).stdout, helpText('serve'));
    const { code, stdout } = await run(t, 'locations --help');
    assert.deepEqual([code, stdout], [0, helpText('locations')]);
    assert.match((await run(t, 'help serv')).stderr, /did you mean serve\?/);
  });

  it('prints help that fits into 80 columns', () => {
    for (const command of [undefined, ...commandNames]) {
      const lines = helpText(command).split('\n');
      assert.deepEqual(
        lines.filter((line) => line.length > 80),
        [],
      );
    }
  });

  for (const command of commandNames) {
    it(`prints each option of ${command} once in its help, and no other`, () => {
      const own = settingEntries.filter(([, { commands }]) => commands.includes(command));
      const printed = [...helpText(command).matchAll(/^ {2}(?:--|[A-Z_]+(?:,|$)).*/gm)].map(
        ([line]) => /[A-Z][A-Z_]+$/.exec(line)?.[0] ?? /--([\w-]+)/.exec(line)![1],
      );
      const expected = own.map(([, setting]) => setting.variable ?? flagOf(setting));
      assert.deepEqual(printed.toSorted(), expected.toSorted());
    });
  }

  it('prints the version of the package', async (t) => {
    const { stdout } = await run(t, '--version');
    assert.match(stdout, /^\d+\.\d+\.\d+\S*\n$/);
  });

  it('reads variables from --env-file, and prefers those of the environment', async (t) => {
    const content = 'FINANCING_SVC_KEY=key\nFINANCING_BASE_URL="no url"\n';
    const args = `check --env-file ${writeTemporaryFile(t, content, '.env')}`;
    assert.match((await run(t, args)).stderr, /^financing-elements: FINANCING_BASE_URL [^\n]+\n$/);
    const env = { FINANCING_BASE_URL: 'https://s3cret@service.example' };
    assert.match(
      (await run(t, args, env)).stderr,
      /FINANCING_BASE_URL must not contain user information/,
    );
    const missing = await run(t, 'check --env-file /no/such/file');
    assert.match(missing.stderr, /there is no such file or folder\n$|^[^\n]* not found\n$/);
  });
});

describe('financing-elements serve under systemd', { concurrency: 2, timeout: 120_000 }, () => {
  it('reports that it is ready once it listens', async (t) => {
    const script = '#!/bin/sh\necho "$NOTIFY_SOCKET $*" >"$0.log"\n';
    const program = writeTemporaryFile(t, script, 'systemd-notify');
    chmodSync(program, 0o755);
    const env = {
      PATH: `${dirname(program)}:${process.env['PATH']}`,
      NOTIFY_SOCKET: '/run/systemd/notify',
    };
    const command = startCommand(t, ['serve', '--sandbox', '--port', '0'], { env });
    await command.listening();
    // The shell creates the file before it writes.
    const read = async () =>
      existsSync(`${program}.log`) && (readFileSync(`${program}.log`, 'utf8') || undefined);
    assert.equal(await eventually(read), '/run/systemd/notify --ready\n');
  });

  it('logs that systemd-notify failed, and keeps serving', async (t) => {
    const env = { PATH: '/nowhere', NOTIFY_SOCKET: '/run/systemd/notify' };
    const command = startCommand(t, ['serve', '--sandbox', '--port', '0'], { env });
    await command.printed('stderr', /"systemd-notify failed.*"option":"NOTIFY_SOCKET"/);
    assert.equal((await putEstimate(await command.listening())).status, 200);
  });
});
