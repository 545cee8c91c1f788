/**
 * Follows the steps of ops/Dockerfile in an empty folder: installs the packages, and runs the process as process 1, as
 * its user, and with a read-only file system. Doesn't build an image, because that needs a registry.
 */
import assert from 'node:assert/strict';
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it, type TestContext } from 'node:test';
import { startCommand } from '../cli/command.js';
import { notRun } from '../runner/not-run.js';
import { quietPort } from '../support/servers.js';
import { eventually } from '../support/until.js';

const root = join(import.meta.dirname, '../..');
const dockerfile = readFileSync(join(root, 'ops/Dockerfile'), 'utf8');
const deploying = readFileSync(join(root, 'docs/deploying.md'), 'utf8');

/** Returns the arguments of the last instruction of this kind. */
function instruction(name: string): string {
  const found = [...dockerfile.matchAll(new RegExp(`^${name} (.*)$`, 'gm'))].at(-1)?.[1];
  assert.ok(found !== undefined, name);
  return found;
}

/** Parses an instruction in JSON form. */
const list = (name: string) => JSON.parse(/\[.*\]$/.exec(instruction(name))?.[0] ?? '') as string[];

const variables = Object.fromEntries(
  instruction('ENV')
    .split(' ')
    .map((pair) => pair.split('=') as [string, string]),
);

/** Runs npm in a folder, and returns its output. */
function run(folder: string, command: string): string {
  const { status, stdout, stderr } = spawnSync('sh', ['-c', command], {
    cwd: folder,
    encoding: 'utf8',
  });
  assert.equal(status, 0, `${command}\n${stderr}`);
  return stdout;
}

const canIsolate =
  process.getuid?.() === 0 &&
  spawnSync('unshare', ['--mount', '--pid', '--fork', '--mount-proc', 'true']).status === 0;

describe('ops/Dockerfile', { timeout: 180_000 }, () => {
  /** The folder where the operator builds the image. */
  const context = mkdtempSync(join(tmpdir(), 'context-'));
  /** The work folder of the image, which gets only the files that the instructions copy. */
  const folder = mkdtempSync(join(tmpdir(), 'image-'));

  before(() => {
    chmodSync(folder, 0o755);
    const [packed] = JSON.parse(run(root, `npm pack --json --pack-destination ${context}`)) as [
      { filename: string },
    ];
    const { version } = (
      JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
        packages: Record<string, { version: string }>;
      }
    ).packages['node_modules/ioredis']!;
    const dependencies = { 'financing-elements': `file:${packed.filename}`, ioredis: version };
    writeFileSync(join(context, 'package.json'), JSON.stringify({ private: true, dependencies }));
    run(context, 'npm install --package-lock-only --no-audit --no-fund');
    const [, copied] = /^COPY (.*) \.\/$/m.exec(dockerfile) ?? [];
    run(context, `cp ${copied} ${folder}`);
    run(folder, /^RUN (npm ci .*)$/m.exec(dockerfile)?.[1] ?? 'false');
  });
  after(() => {
    for (const each of [context, folder]) rmSync(each, { recursive: true });
  });

  it('pins its base image by digest, and doesn’t run as root', () => {
    assert.match(dockerfile, /^ARG NODE_IMAGE=node:\S+@sha256:[0-9a-f]{64}$/m);
    assert.deepEqual(
      [...dockerfile.matchAll(/^FROM (\S+)/gm)].map(([, base]) => base),
      ['${NODE_IMAGE}', '${NODE_IMAGE}'],
    );
    assert.match(instruction('USER'), /^[1-9]\d*:[1-9]\d*$/);
  });

  it('declares the stop signal that the command handles', () => {
    assert.equal(instruction('STOPSIGNAL'), 'SIGTERM');
    for (const guide of ['deploying.md', 'operating.md', 'runbook.md']) {
      const text = readFileSync(join(root, 'docs', guide), 'utf8');
      assert.ok(!/docker (?:compose )?kill .*HUP/.test(text), guide);
    }
  });

  it('checks the health of a proxy under any mount', async (t) => {
    const [program = '', ...args] = list('HEALTHCHECK');
    for (const mount of ['/', '/financing/']) {
      const env = { FINANCING_MOUNT: mount };
      const command = startCommand(t, ['serve', '--sandbox', '--port', '0'], { env });
      const { port } = new URL(await command.listening());
      const check = spawnSync(program, args, { env: { ...process.env, ...env, PORT: port } });
      assert.equal(check.status, 0, mount);
    }
  });

  it('copies the packed file that package.json names', () => {
    // npm may find the content of a missing file in its cache.
    assert.deepEqual(readdirSync(folder).sort(), [...readdirSync(context), 'node_modules'].sort());
  });

  it('installs no development packages', () => {
    const installed = readdirSync(join(folder, 'node_modules'));
    assert.ok(installed.includes('ioredis') && installed.includes('srvx'));
    for (const name of ['typescript', 'vite', 'oxlint']) assert.ok(!installed.includes(name), name);
  });

  if (canIsolate) declareRuns(folder);
  else notRun('the process of ops/Dockerfile', 'unshare needs root and its capabilities');
});

/** Declares tests of the process with its own process IDs and a read-only file system. */
function declareRuns(folder: string): void {
  async function start(t: TestContext, args: readonly string[]) {
    const { url: baseUrl } = await startSandbox(t);
    const env = {
      ...variables,
      PATH: process.env['PATH'],
      PORT: String(await quietPort()),
      FINANCING_BASE_URL: baseUrl,
      FINANCING_SVC_KEY: 'sandbox-key',
      FINANCING_LOCATIONS: 'main-street',
    };
    const [user, group] = instruction('USER').split(':');
    const isolate = ['--mount', '--pid', '--fork', '--mount-proc', '--kill-child'];
    const asUser = `--reuid=${user} --regid=${group} --clear-groups --no-new-privs --bounding-set=-all`;
    // The temporary folder may be on another file system.
    const readOnly = `for place in / $(findmnt -no TARGET /tmp); do mount -o remount,bind,ro $place || exit; done`;
    const script = `${readOnly}; exec setpriv ${asUser} "$@"`;
    const child = spawn('unshare', [...isolate, 'sh', '-c', script, 'sh', ...args], {
      cwd: folder,
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => (output += text));
    }
    const ended = once(child, 'exit').then(([code]) => code as number | null);
    t.after(() => {
      // --kill-child has no effect after the user changes.
      const first = child.exitCode === null ? firstProcessOf(child) : 0;
      if (first > 0) process.kill(first, 'SIGKILL');
      child.kill('SIGKILL');
      return ended;
    });
    return { child, env, ended, output: () => output };
  }

  it('checks the service and serves as process 1, as its user, without writing', async (t) => {
    const { child, env, ended, output } = await start(t, [...list('ENTRYPOINT'), ...list('CMD')]);
    await eventually(
      async () => {
        assert.equal(child.exitCode, null, output());
        return output().includes('listening on http://0.0.0.0:');
      },
      { what: 'the process to listen' },
    );
    const first = firstProcessOf(child);
    const status = readFileSync(`/proc/${first}/status`, 'utf8');
    assert.match(status, /^NSpid:\t\d+\t1$/m);
    assert.match(status, /^Uid:\t1000\t1000\t1000\t1000$/m);
    assert.match(status, /^CapEff:\t0+$/m);
    assert.match(readFileSync(`/proc/${first}/mounts`, 'utf8'), /^\S+ \/ \S+ ro\b/m);

    // The health check runs inside the container and uses the same port.
    const [program = '', ...args] = list('HEALTHCHECK');
    const health = (environment: NodeJS.ProcessEnv) =>
      spawnSync(program, args, { env: environment, encoding: 'utf8' }).status;
    assert.equal(health(env), 0);
    assert.equal(health({ ...env, FINANCING_MOUNT: '/elsewhere' }), 1);

    // The guide sends the signal from inside.
    const hangUp = /^docker compose exec proxy (node .*)$/m.exec(deploying)?.[1] ?? 'false';
    const inside = [
      '--target',
      String(first),
      '--mount',
      '--pid',
      '--setuid=1000',
      '--setgid=1000',
    ];
    const sent = spawnSync('nsenter', [...inside, 'sh', '-c', hangUp], { encoding: 'utf8' });
    assert.equal(sent.status, 0, hangUp + sent.stderr);
    await eventually(async () => output().includes('"event":"settings-unchanged"'));
    process.kill(first, 'SIGTERM');
    assert.equal(await ended, 0, output());
    assert.match(output(), /"event":"stopping","signal":"SIGTERM"/);
  });

  it('can’t write anywhere', async (t) => {
    const tries = `for (const folder of ['/tmp', '.', '/var/tmp']) try {
      require('fs').writeFileSync(folder + '/written', ''); console.log(folder, 'written');
    } catch ({ code }) { console.log(folder, code); }`;
    const { ended, output } = await start(t, ['node', '-e', tries]);
    assert.deepEqual([await ended, output()], [0, '/tmp EROFS\n. EROFS\n/var/tmp EROFS\n']);
  });
}

/** Starts the simulated service, which accepts `sandbox-key`. */
async function startSandbox(t: TestContext) {
  const command = startCommand(t, ['sandbox', '--port', '0']);
  return { url: await command.listening() };
}

/** Returns the process ID that process 1 of a new namespace has outside of it. */
function firstProcessOf({ pid }: ChildProcess): number {
  return Number(readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim());
}
