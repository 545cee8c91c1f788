import assert from 'node:assert/strict';
import { chmodSync, existsSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { helpText } from '../../src/cli/settings/help.js';
import { commandNames, settingEntries } from '../../src/cli/settings/table.js';
import { flagOf } from '../../src/internal/settings.js';
import { eventually } from '../support/until.js';
import { putEstimate, startCommand, type Environment } from './command.js';
import { writeTemporaryFile } from '../support/files.js';
import { startHttp } from '../support/servers.js';

async function run(t: TestContext, args: string, env: Environment = {}) {
  return startCommand(t, args.split(' '), { env }).closed;
}

const onSandbox = 'serve --sandbox --port 0';

/** Mistakes that only the running command finds: the arguments, the environment, and the error. */
const refused: Record<string, [args: string, env: Environment, error: RegExp]> = {
  'credentials in the base URL': [
    'serve',
    { FINANCING_SVC_KEY: 'key', FINANCING_BASE_URL: 'https://s3cret@service.example' },
    /: FINANCING_BASE_URL must not contain user information/,
  ],
  'a mount under the pages of the sandbox': [
    `${onSandbox} --mount /sandbox/x`,
    {},
    /: --mount .*\/sandbox/,
  ],
  'disabled certificate checks': [
    onSandbox,
    { NODE_TLS_REJECT_UNAUTHORIZED: '0' },
    /: NODE_TLS_REJECT_UNAUTHORIZED=0 /,
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

  it('prints no control characters of a wrong word', async (t) => {
    const { code, stderr } = await startCommand(t, ['\u009b2J\u001b[2Jserve']).closed;
    assert.equal(code, 2);
    assert.match(stderr, /^financing-elements: [^\p{Cc}]+ is not a command[^\p{Cc}]*\n$/u);
  });

  it('reports a limit of open files that is too low', async (t) => {
    // How many files are open at once depends on the machine, so that a real limit isn't always reached.
    const load = `export async function load(url, context, next) {
      if (!url.endsWith('/run.js')) return next(url, context);
      throw Object.assign(new Error('EMFILE: too many open files'), { code: 'EMFILE' });
    }`;
    const hook = `data:text/javascript,${encodeURIComponent(load)}`;
    const preload = `import { register } from 'node:module'; register(${JSON.stringify(hook)});`;
    const { code, stdout, stderr } = await startCommand(t, ['serve', '--sandbox'], {
      preload: encodeURIComponent(preload),
    }).closed;
    assert.deepEqual([code, stdout], [1, '']);
    assert.match(stderr, /^financing-elements: too many files are open; [^\n]*ulimit -n[^\n]*\n$/);
  });

  it('reports a port that is in use', async (t) => {
    const { port } = new URL(await startHttp(t, () => undefined));
    const { code, stderr } = await run(t, `sandbox --port ${port}`);
    assert.equal(code, 1);
    const reason = `cannot listen on 127.0.0.1, port ${port} (--port): another program uses it, perhaps a previous run that is still stopping; choose another port`;
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

  it('prints help with exit code 0', async (t) => {
    assert.equal((await run(t, 'help serve')).stdout, helpText('serve'));
    const { code, stdout } = await run(t, 'locations --help');
    assert.deepEqual([code, stdout], [0, helpText('locations')]);
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
