import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { addLocations, type AddParts } from '../../../src/cli/locations/location-calls.js';
import { describeAdded } from '../../../src/cli/locations/locations-report.js';
import { openResults } from '../../../src/cli/locations/results-file.js';
import { createSandbox } from '../../../src/sandbox/index.js';
import { createFinancingService } from '../../../src/service/index.js';
import { writeTemporaryFile } from '../../support/files.js';
import { pluck } from '../../support/assertions.js';

/** Creates a sandbox, a results file, and a record of calls. Each `run` is one run of the command. */
function setUp(t: TestContext) {
  const sandbox = createSandbox();
  const file = `${writeTemporaryFile(t, '')}.results.jsonl`;
  const calls: string[] = [];
  const waits: number[] = [];
  let lose: boolean | 'as 503' = false;
  const baseUrl = 'https://service.example/';
  const service = createFinancingService({
    baseUrl,
    svcKey: 'sandbox-key',
    svcSecret: 'sandbox-secret',
    async fetch(request) {
      const { location = 'status' } =
        request.method === 'POST'
          ? ((await request.clone().json()) as { location: string })
          : { location: `status of ${new URL(request.url).pathname.split('/').at(-1)}` };
      calls.push(location);
      const response = await sandbox.fetch(request);
      // After the sandbox has processed the request.
      if (lose === 'as 503') return new Response('No upstream', { status: 503 });
      if (lose) throw new TypeError('fetch failed');
      return response;
    },
  });
  const post = (path: string, body: object) =>
    sandbox.fetch(
      new Request(`http://localhost/sandbox/${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }),
    );
  return {
    calls,
    waits,
    async arm(fault: object) {
      const { status } = await post('faults', { operation: 'addMerchantLocation', ...fault });
      assert.ok(status < 300);
    },
    loseAnswers: (how: typeof lose) => void (lose = how),
    async texts(): Promise<string[]> {
      const outbox = await sandbox.fetch(new Request('http://localhost/sandbox/outbox'));
      return ((await outbox.json()) as { to: string }[]).map(({ to }) => to);
    },
    async run(rows: readonly Row[], parts: Partial<AddParts> = {}) {
      const results = openResults(file, baseUrl);
      try {
        return await addLocations(rows.map(toRow), {
          service,
          results,
          signal: new AbortController().signal,
          concurrency: 1,
          onWait: (seconds) => waits.push(seconds),
          wait: async () => undefined,
          onProgress: () => undefined,
          ...parts,
        });
      } finally {
        results.close();
      }
    },
  };
}

type Row = string | { location: string; sendSMS?: boolean; vertical?: 'Dental'; state?: string };

function toRow(row: Row, index: number) {
  const {
    location,
    sendSMS = false,
    state = 'WA',
  } = typeof row === 'string' ? { location: row } : row;
  return {
    line: index + 2,
    request: {
      location,
      sendSMS,
      vertical: 'General_Retail' as const,
      businessAddress: { state },
      representativeDetails: { phoneNumber: `+1415555010${index}` },
    },
  };
}

function counts(report: { tally: object }) {
  return Object.fromEntries(Object.entries(report.tally).filter(([, count]) => count !== 0));
}

describe('locations add', () => {
  it('sends each row once, in order, and texts only if the row says so', async (t) => {
    const { run, calls, texts } = setUp(t);
    const report = await run(['a', { location: 'b', sendSMS: true }, 'c']);
    assert.deepEqual(counts(report), { created: 3 });
    assert.deepEqual(report.open, []);
    assert.deepEqual(calls, ['a', 'b', 'c']);
    assert.deepEqual(await texts(), ['+14155550101']);
  });

  it('skips rows that an earlier run completed', async (t) => {
    const { run, calls, texts } = setUp(t);
    const rows = ['a', { location: 'b', sendSMS: true }];
    await run(rows);
    const progress: unknown[] = [];
    assert.deepEqual(counts(await run(rows, { onProgress: () => progress.push('called') })), {
      'done-before': 2,
    });
    assert.deepEqual([calls, progress], [['a', 'b'], []]);
    assert.equal((await texts()).length, 1);
  });

  it('counts a location that the service already has as done', async (t) => {
    const { run } = setUp(t);
    const report = await run(['main-street']);
    assert.deepEqual([counts(report), report.open], [{ exists: 1 }, []]);
    const second = await run(['main-street']);
    assert.deepEqual(counts(second), { 'done-before': 1 });
  });

  it('reports rows that the service rejects, with a remedy, and continues', async (t) => {
    const { run, arm } = setUp(t);
    await arm({ status: 400 });
    await arm({ status: 422, message: 'Unprocessable Entity: State not supported: HI, AK' });
    await arm({ status: 422, message: 'Unprocessable Entity: Vertical not supported' });
    const report = await run(['a', 'b', 'c', 'd']);
    assert.deepEqual(counts(report), { refused: 3, created: 1 });
    const reasons = [
      /incomplete or invalid \(400\)/,
      /this state \(422: HI, AK\)/,
      /this vertical/,
    ];
    assert.equal(report.open.length, reasons.length);
    report.open.forEach(({ line, reason }, index) => {
      assert.equal(line, index + 2);
      assert.match(reason, reasons[index]!);
      assert.match(reason, /Then run the same command again\.$/);
    });
    assert.deepEqual(counts(await run(['a', 'b', 'c', 'd'])), { created: 3, 'done-before': 1 });
  });

  it('retries a row with a text message after 429, because the service rejected it', async (t) => {
    const { run, arm, calls, texts } = setUp(t);
    await arm({ status: 429, count: 2 });
    assert.deepEqual(counts(await run([{ location: 'a', sendSMS: true }])), { created: 1 });
    assert.deepEqual(calls, ['a', 'a', 'a']);
    assert.equal((await texts()).length, 1);
  });

  it('stops if the service stays busy, and can be run again', async (t) => {
    const { run, arm, calls } = setUp(t);
    await arm({ status: 429, count: 5 });
    const report = await run(['a', 'b']);
    assert.deepEqual(counts(report), { 'not-sent': 2 });
    assert.match(report.stopped ?? '', /busy, or got too many requests \(429\)/);
    assert.equal(calls.length, 5);
    assert.deepEqual(counts(await run(['a', 'b'])), { created: 2 });
  });

  it('stops at once if the credentials are rejected', async (t) => {
    const { run, arm, calls } = setUp(t);
    await arm({ status: 401 });
    const report = await run(['a', 'b', 'c']);
    assert.deepEqual([counts(report), calls], [{ 'not-sent': 3 }, ['a']]);
    assert.deepEqual(pluck(report.open, 'line', 'location', 'outcome'), [
      [2, 'a', 'not-sent'],
      [3, 'b', 'not-sent'],
      [4, 'c', 'not-sent'],
    ]);
    assert.match(report.open[2]!.reason, /^The run stopped before this row\./);
    assert.doesNotMatch(describeAdded(report).join('\n'), /before this row/);
    assert.match(report.stopped ?? '', /does not accept the svc-secret with this svc-key \(401\)/);
  });

  it('stops after five consecutive failures of the service', async (t) => {
    const { run, arm, calls } = setUp(t);
    await arm({ status: 500, count: 5 });
    const rows = ['a', 'b', 'c', 'd', 'e', 'f', 'g'];
    const report = await run(rows);
    assert.deepEqual(counts(report), { failed: 5, 'not-sent': 2 });
    assert.match(report.stopped ?? '', /failed 5 times in a row/);
    assert.equal(calls.length, 5);
    assert.deepEqual(counts(await run(rows)), { created: 7 });
  });

  it('counts consecutive failures across rows that were already done', async (t) => {
    const { run, arm } = setUp(t);
    await run(['c', 'e']);
    await arm({ status: 500, count: 6 });
    const report = await run(['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']);
    assert.deepEqual(counts(report), { 'done-before': 2, failed: 5, 'not-sent': 1 });
  });

  it('stops between two rows when aborted', async (t) => {
    const { run, calls } = setUp(t);
    const controller = new AbortController();
    const onProgress = () => controller.abort();
    const report = await run(['a', 'b', 'c'], { signal: controller.signal, onProgress });
    assert.deepEqual([counts(report), calls], [{ created: 1, 'not-sent': 2 }, ['a']]);
  });

  it('reports the last row, too, if it is aborted while waiting for a retry', async (t) => {
    const { run, arm } = setUp(t);
    await arm({ status: 503 });
    const controller = new AbortController();
    const report = await run(['a'], {
      signal: controller.signal,
      onWait: () => controller.abort(),
      wait: (_, signal) => Promise.reject(signal.reason as Error),
    });
    assert.deepEqual(counts(report), { 'not-sent': 1 });
    assert.deepEqual(pluck(report.open, 'location', 'outcome'), [['a', 'not-sent']]);
    assert.equal(report.stopped, 'The run was stopped.');
  });
});

describe('A row with an unknown outcome', () => {
  const row = { location: 'a', sendSMS: true };

  it('isn’t sent again if the service has the location', async (t) => {
    const { run, loseAnswers, calls, texts } = setUp(t);
    loseAnswers(true);
    const first = await run([row]);
    assert.deepEqual(counts(first), { unknown: 1 });
    assert.match(first.open[0]!.reason, /asks the service for the location before it sends/);
    loseAnswers(false);
    assert.deepEqual(counts(await run([row])), { exists: 1 });
    assert.deepEqual(calls, ['a', 'status of a']);
    assert.equal((await texts()).length, 1);
  });

  it('isn’t texted again if the service doesn’t have the location', async (t) => {
    const { run, arm, calls, texts } = setUp(t);
    await arm({ status: 500 });
    assert.deepEqual(counts(await run([row])), { unknown: 1 });
    const second = await run([row]);
    assert.deepEqual(counts(second), { unknown: 1 });
    assert.match(second.open[0]!.reason, /Run the same command with --no-second-text/);
    assert.deepEqual(calls, ['a', 'status of a']);
    assert.deepEqual(counts(await run([row], { noSecondText: true })), { created: 1 });
    assert.deepEqual(await texts(), []);
  });

  it('still isn’t texted after a failed attempt without a text message', async (t) => {
    const { run, arm, texts } = setUp(t);
    await arm({ status: 500, count: 2 });
    await run([row]);
    assert.deepEqual(counts(await run([{ ...row, sendSMS: false }])), { failed: 1 });
    assert.deepEqual(counts(await run([row])), { unknown: 1 });
    assert.deepEqual(await texts(), []);
  });

  it('is sent again if the service doesn’t have the location and no text message is involved', async (t) => {
    const { run, arm } = setUp(t);
    await arm({ status: 200, body: 'no JSON' });
    assert.deepEqual(counts(await run(['a'])), { unknown: 1 });
    assert.deepEqual(counts(await run(['a'])), { created: 1 });
  });

  it('is texted if no earlier attempt asked for a text message', async (t) => {
    const { run, arm, calls, texts } = setUp(t);
    await arm({ status: 200, body: 'no JSON' });
    assert.deepEqual(counts(await run(['a'])), { unknown: 1 });
    assert.deepEqual(counts(await run([row])), { created: 1 });
    assert.deepEqual(calls, ['a', 'status of a', 'a']);
    assert.equal((await texts()).length, 1);
  });
});

describe('A row whose status can’t be read', () => {
  for (const status of [422, 500]) {
    it(`stays unknown after ${status}, and later rows are sent`, async (t) => {
      const { run, arm, loseAnswers } = setUp(t);
      loseAnswers(true);
      await run(['a']);
      loseAnswers(false);
      await arm({ operation: 'getMerchantStatus', status, count: 2 });
      const report = await run(['a', 'b']);
      assert.deepEqual(counts(report), { unknown: 1, created: 1 });
      assert.equal(report.stopped, undefined);
      assert.match(report.open[0]!.reason, /^Its outcome is not known yet\. The service/);
      assert.doesNotMatch(report.open[0]!.reason, /base URL/);
    });
  }

  it('stops the run if the credentials are rejected', async (t) => {
    const { run, arm, loseAnswers } = setUp(t);
    loseAnswers(true);
    await run(['a']);
    loseAnswers(false);
    await arm({ operation: 'getMerchantStatus', status: 401 });
    assert.match((await run(['a', 'b'])).stopped ?? '', /does not accept the svc-secret/);
  });
});

describe('A row with a text message that gets a 503', () => {
  const row = { location: 'a', sendSMS: true };

  it('is done if the service has the location after the wait', async (t) => {
    const { run, loseAnswers, calls, waits, texts } = setUp(t);
    loseAnswers('as 503');
    const report = await run([row, 'b'], { onWait: () => loseAnswers(false) });
    assert.deepEqual([counts(report), report.open], [{ created: 1, exists: 1 }, []]);
    assert.deepEqual([calls, waits], [['a', 'status of a', 'b'], []]);
    assert.equal((await texts()).length, 1);
  });

  it('isn’t sent again if the service doesn’t have the location, and is reported', async (t) => {
    const { run, arm, calls, waits, texts } = setUp(t);
    await arm({ status: 503 });
    const report = await run([row, 'b']);
    assert.deepEqual(counts(report), { unknown: 1, created: 1 });
    assert.match(
      report.open[0]!.reason,
      /may have sent its text message\. Run the same command with --no-second-text/,
    );
    assert.deepEqual([calls, waits], [['a', 'status of a', 'b'], [1]]);
    assert.deepEqual(counts(await run([row, 'b'])), { unknown: 1, 'done-before': 1 });
    assert.deepEqual(await texts(), []);
  });

  it('stays unknown if the run is aborted during the wait', async (t) => {
    const { run, arm, calls } = setUp(t);
    await arm({ status: 503 });
    const wait = () => Promise.reject(new DOMException('The run was ended', 'AbortError'));
    const report = await run([row], { wait });
    assert.deepEqual([counts(report), calls], [{ unknown: 1 }, ['a']]);
    assert.match(report.open[0]!.reason, /asks the service for the location before it sends/);
  });
});
