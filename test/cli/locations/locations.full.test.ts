/** Runs the `locations` command against a sandbox that fails, rejects requests, and loses responses. */
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { describe, it, type TestContext } from 'node:test';
import { toNodeListener } from '../../../src/node/index.js';
import { createSandbox } from '../../../src/sandbox/index.js';
import { startHttp } from '../../support/servers.js';
import { startCommand } from '../command.js';
import { writeTemporaryFile } from '../../support/files.js';
import { pluck } from '../../support/assertions.js';

const tests = { concurrency: 2, timeout: 200_000 };

/** Returns a CSV file with stores from 0 on. Every tenth store gets a text message. */
function storesCsv(count: number): string {
  const header = 'location;sendSMS;vertical;representativeDetails.phoneNumber';
  const rows = Array.from({ length: count }, (_, i) => {
    const phone = `(415) 555-01${String(Math.floor(i / 10) % 100).padStart(2, '0')}`;
    return `store-${i};${i % 10 === 5 ? 'yes' : ''};Eyewear;"${phone}"`;
  });
  return `\uFEFF${[header, ...rows].join('\r\n')}\r\n`;
}

/** Starts a sandbox over HTTP that records the locations posted to it. */
async function startSandbox(t: TestContext) {
  let sandbox = createSandbox();
  const posted: string[] = [];
  const holds = new Map<string, () => void>();
  const releases = new Map<string, () => void>();
  const baseUrl = await startHttp(
    t,
    toNodeListener({
      async fetch(request) {
        if (request.method !== 'POST') return sandbox.fetch(request);
        const { location } = (await request.clone().json()) as { location: string };
        posted.push(location);
        const response = await sandbox.fetch(request);
        const hold = holds.get(location);
        if (!hold) return response;
        // The request was processed, but its response waits for `release`.
        return new Promise<Response>((resolve) => {
          releases.set(location, () => resolve(response));
          hold();
        });
      },
    }),
  );
  const at = (target: string, init?: RequestInit) =>
    sandbox.fetch(new Request(`http://localhost/sandbox/${target}`, init));
  return {
    posted,
    env: {
      FINANCING_BASE_URL: baseUrl,
      FINANCING_SVC_KEY: 'sandbox-key',
      FINANCING_SVC_SECRET: 'sandbox-secret',
    },
    /** Resolves when this location has been added and its response is held back. */
    hold: (location: string) => new Promise<void>((resolve) => holds.set(location, resolve)),
    release: (location: string) => releases.get(location)?.(),
    async arm(fault: object) {
      const body = JSON.stringify({ operation: 'addMerchantLocation', ...fault });
      const headers = { 'content-type': 'application/json' };
      assert.ok((await at('faults', { method: 'POST', headers, body })).ok);
    },
    /** Restarts the sandbox without its data. */
    forget() {
      sandbox = createSandbox();
    },
    async texts(): Promise<string[]> {
      return ((await (await at('outbox')).json()) as { text: string }[]).map(({ text }) => text);
    },
  };
}

interface AddedJson {
  tally: Record<string, number>;
  open: { line: number; location: string; outcome: string; reason: string }[];
  stopped?: string;
}

describe('financing-elements locations add', tests, () => {
  it('adds 400 stores despite failures and a killed process, and texts each phone once', async (t) => {
    const { env, posted, hold, arm, texts } = await startSandbox(t);
    const file = writeTemporaryFile(t, storesCsv(400));
    const args = ['locations', 'add', file, '--json'];
    const run = async () => {
      const { code, stdout, stderr } = await startCommand(t, args, { env }).closed;
      assert.match(stdout, /^\{/, stderr);
      return { code, ...(JSON.parse(stdout) as AddedJson) };
    };

    await arm({ status: 503, count: 2 });
    await arm({ status: 422, message: 'Unprocessable Entity: Vertical not supported', count: 2 });
    await arm({ status: 500, count: 2 });
    const held = hold('store-155'); // has a text message
    const first = startCommand(t, args, { env });
    await first.printed('stderr', /^10 of 400, about \d+ (?:s|min) left$/m);
    await held;
    first.child.kill('SIGKILL');
    await first.closed;
    assert.equal(new Set(posted).size, 156);
    assert.equal((await texts()).length, 16);

    await arm({ status: 400, count: 1 });
    const second = await run();
    // The 400 is for store-0, because rejected rows are sent first.
    assert.equal(second.code, 1);
    assert.deepEqual(pluck(second.open, 'line', 'location', 'outcome'), [
      [2, 'store-0', 'refused'],
    ]);
    assert.equal(second.tally['done-before'], 151);
    assert.equal(second.tally['exists'], 1);
    assert.equal(second.tally['created'], 247);

    const third = await run();
    assert.equal(third.code, 0);
    assert.deepEqual([third.tally['created'], third.tally['done-before']], [1, 399]);

    const sent = await texts();
    assert.equal(sent.length, 40);
    assert.equal(new Set(sent).size, 40);
    const times = (location: string) => posted.filter((one) => one === location).length;
    const again = [...new Set(posted)].filter((location) => times(location) > 1);
    assert.deepEqual(
      again.map((location) => [location, times(location)]),
      [
        ['store-0', 5], // busy twice, rejected twice, added
        ['store-1', 2],
        ['store-2', 2],
        ['store-3', 2],
      ],
    );
    assert.equal(existsSync(`${file}.results.jsonl.lock`), false);
  });

  for (const [what, signal, times] of [
    ['Ctrl+C', 'SIGINT', 1],
    // The system and the shell both send it.
    ['a closed terminal', 'SIGHUP', 2],
  ] as const) {
    it(`stops after the current call on ${what}, and can be continued`, async (t) => {
      const { env, posted, hold, release } = await startSandbox(t);
      const file = writeTemporaryFile(t, storesCsv(20));
      const held = hold('store-0');
      const first = startCommand(t, ['locations', 'add', file], { env });
      await held;
      for (let time = 0; time < times; time += 1) {
        first.child.kill(signal);
        await first.printed('stderr', /Stopping after the current call/);
      }
      release('store-0');
      const { code, stdout } = await first.closed;
      assert.match(stdout, /^1 added, 19 not sent\.$/m);
      assert.match(stdout, /^Ended early: .*The same command continues from here\.$/m);
      assert.equal(code, 1);
      const second = await startCommand(t, ['locations', 'add', file], { env }).closed;
      assert.match(second.stdout, /^19 added, 1 done by an earlier run\.$/m);
      assert.deepEqual([second.code, posted.length], [0, 20]);
    });
  }

  it('plans no text message if one may have been sent', async (t) => {
    const { env, hold } = await startSandbox(t);
    const file = writeTemporaryFile(t, storesCsv(6));
    const held = hold('store-5'); // has a text message
    const first = startCommand(t, ['locations', 'add', file], { env });
    await held;
    first.child.kill('SIGKILL');
    await first.closed;
    const plan = await startCommand(t, ['locations', 'add', file, '--dry-run'], { env }).closed;
    assert.match(plan.stdout, /1 location to add, 0 of them with a text message\./);
  });

  it('calls nothing with --dry-run or if a row is invalid', async (t) => {
    const { env, posted } = await startSandbox(t);
    const good = writeTemporaryFile(t, storesCsv(20));
    const tried = await startCommand(t, ['locations', 'add', good, '--dry-run'], { env }).closed;
    assert.match(tried.stdout, /^Nothing was sent\. 20 locations to add, 2 of them with a text/);
    assert.equal(tried.code, 0);
    const wrong = writeTemporaryFile(t, storesCsv(20).replace(';Eyewear;', ';Eyeware;'));
    const refused = await startCommand(t, ['locations', 'add', wrong], { env }).closed;
    assert.match(
      refused.stdout,
      /^ {2}line 2, vertical: is not a vertical; did you mean Eyewear\?$/m,
    );
    assert.match(
      refused.stderr,
      /^financing-elements: .*: 1 row is wrong, as listed; nothing was sent$/m,
    );
    assert.equal(refused.code, 2);
    assert.deepEqual(posted, []);
    for (const file of [good, wrong]) assert.equal(existsSync(`${file}.results.jsonl`), false);
  });

  it('prints a long report of invalid rows completely into a pipe', async (t) => {
    const file = writeTemporaryFile(t, storesCsv(10_000).replaceAll(';Eyewear;', ';Eyeware;'));
    const { code, stdout } = await startCommand(t, ['locations', 'add', file, '--json']).closed;
    const { problems } = JSON.parse(stdout) as { problems: unknown[] };
    assert.deepEqual([code, problems.length], [2, 10_000]);
  });

  for (const [what, args, env, reason] of [
    ['no action', ['locations'], {}, /locations needs one of add, status, template/],
    ['no file', ['locations', 'add'], {}, /locations add needs the path of a CSV file/],
    ['a third word', ['locations', 'add', 'a', 'b'], {}, /unexpected word after a/],
    [
      'no such results file',
      ['locations', 'status', '--results', '/no/such.jsonl'],
      {},
      /such\.jsonl cannot be read: there is no such file or folder/,
    ],
    [
      'a flag of add',
      ['locations', 'status', 'a.csv', '--dry-run'],
      {},
      /--dry-run is an option of locations add/,
    ],
    [
      'no secret',
      ['locations', 'status'],
      { FINANCING_SVC_KEY: 'k' },
      /FINANCING_BASE_URL and FINANCING_SVC_SECRET are missing/,
    ],
  ] as const) {
    it(`exits with 2 and one line on ${what}`, async (t) => {
      const needsFile = what === 'no secret' || what === 'no such results file';
      const file = needsFile ? [writeTemporaryFile(t, storesCsv(1))] : [];
      const { code, stderr } = await startCommand(t, [...args, ...file], { env }).closed;
      assert.match(stderr, reason);
      assert.match(stderr, /^financing-elements: .*\n$/);
      assert.equal(code, 2);
    });
  }
});

describe('financing-elements locations status', tests, () => {
  it('lists links that expire and locations that are missing', async (t) => {
    const { env } = await startSandbox(t);
    const added = writeTemporaryFile(t, storesCsv(2));
    await startCommand(t, ['locations', 'add', added], { env }).closed;
    const file = writeTemporaryFile(t, 'location\nstore-0\nstore-1\nstore-2\n');
    const status = async (...flags: string[]) => {
      const args = ['locations', 'status', file, ...flags];
      return (await startCommand(t, args, { env }).closed).stdout;
    };
    assert.doesNotMatch(await status(), /expires within/);
    assert.match(await status('--days', '30'), /^2 with a link that expires within 30 days/m);
    assert.match(await status(), /^1 that the service does not have.*\n {2}line 4, store-2$/m);
    const { locations } = JSON.parse(await status('--json')) as {
      locations: { location: string; attention: string }[];
    };
    assert.deepEqual(pluck(locations, 'location', 'attention'), [
      ['store-0', 'none'],
      ['store-1', 'none'],
      ['store-2', 'not-found'],
    ]);
  });
});

describe('Locations that the service has lost since they were added', tests, () => {
  it('are reported by status, and can be added again from a separate file', async (t) => {
    const before = await startSandbox(t);
    const file = writeTemporaryFile(t, storesCsv(3));
    await startCommand(t, ['locations', 'add', file], { env: before.env }).closed;

    before.forget();
    const run = async (...args: string[]) =>
      (await startCommand(t, ['locations', ...args], { env: before.env }).closed).stdout;
    assert.match(await run('add', file), /^3 done by an earlier run\.$/m);
    const lost = await run('status', file);
    assert.match(lost, /^3 that the service no longer has, although/m);
    assert.match(lost, /^ {2}line 2, store-0: was there on \d{4}-\d\d-\d\d$/m);
    const ofTheirOwn = writeTemporaryFile(t, storesCsv(3));
    assert.match(await run('add', ofTheirOwn), /^3 added\.$/m);
    assert.match(await run('status', file), /^3 read: 3 CREATED\.$/m);
  });

  it('aren’t taken from the results of another service, unless that file is named', async (t) => {
    const [first, other] = [await startSandbox(t), await startSandbox(t)];
    const file = writeTemporaryFile(t, storesCsv(1));
    await startCommand(t, ['locations', 'add', file], { env: first.env }).closed;
    const args = ['locations', 'status', file];
    const { stdout, code } = await startCommand(t, args, { env: other.env }).closed;
    assert.match(stdout, /^1 that the service does not have\. Add them/m);
    assert.equal(code, 0);
    const named = [...args, '--results', `${file}.results.jsonl`];
    const { stderr } = await startCommand(t, named, { env: other.env }).closed;
    assert.match(stderr, /holds the results of another service/);
  });
});

describe('financing-elements locations template', tests, () => {
  it('prints a header that locations add accepts', async (t) => {
    const { stdout } = await startCommand(t, ['locations', 'template']).closed;
    assert.match(stdout, /^location,sendSMS,/);
    const row: Record<string, string> = { location: 'store', vertical: 'Dental' };
    const cells = stdout
      .trim()
      .split(',')
      .map((name) => row[name] ?? '');
    const file = writeTemporaryFile(t, `${stdout}${cells.join(',')}\n`);
    const args = ['locations', 'add', file, '--dry-run'];
    assert.match((await startCommand(t, args).closed).stdout, /1 location to add/);
  });
});
