import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readStatuses } from '../../../src/cli/locations/location-calls.js';
import { describeAdded, describeStatuses } from '../../../src/cli/locations/locations-report.js';
import { toJsonLines } from '../../../src/cli/printable.js';
import { declaredErrors, type MerchantStatus } from '../../../src/contract/index.js';
import { ServiceResponseError, ServiceTimeoutError } from '../../../src/service/index.js';
import { pluck } from '../../support/assertions.js';

const operation = 'getMerchantStatus';
const noRows = {
  created: 0,
  exists: 0,
  'done-before': 0,
  refused: 0,
  failed: 0,
  unknown: 0,
  'not-sent': 0,
};
const nothing = {
  contractMessage: undefined,
  conditions: [],
  states: [],
  retryAfterSeconds: undefined,
};

const days = 10;

/** Reads the statuses of locations for which the service returns a status code, an error, or a record. */
async function read(
  results: (number | Error | Partial<MerchantStatus>)[],
  doneOn: Readonly<Record<string, string>> = {},
) {
  const calls: string[] = [];
  const report = await readStatuses(
    results.map((_, index) => ({ line: index + 2, location: String(index) })),
    {
      service: {
        async getMerchantStatus(location) {
          calls.push(location);
          const result = results[Number(location)]!;
          if (typeof result === 'number') {
            const conditions = declaredErrors(operation)
              .filter(({ status }) => status === result)
              .map(({ condition }) => condition);
            throw new ServiceResponseError(operation, { ...nothing, conditions, status: result });
          }
          if (result instanceof Error) throw result;
          const standard = { url: 'https://service.example/x', creationDate: '2026-01-01' };
          return { location, status: 'CREATED', ...standard, ...result };
        },
      },
      days: 10,
      today: '2026-03-01',
      signal: new AbortController().signal,
      concurrency: 1,
      onWait: () => undefined,
      wait: async () => undefined,
      doneOn: (location) => doneOn[location],
      onProgress: () => undefined,
    },
  );
  return { report, calls, attention: report.locations.map((location) => location.attention) };
}

describe('locations status', () => {
  it('finds links that have expired or expire within ten days', async () => {
    const { attention } = await read([
      { expirationDate: '2026-02-28', expiredInDays: 0 },
      { expirationDate: '2026-03-01' },
      { expirationDate: '2026-03-02' },
      { expirationDate: '2026-03-11' },
      { expirationDate: '2026-03-12' },
    ]);
    assert.deepEqual(attention, ['expired', 'expired', 'expiring', 'expiring', 'none']);
  });

  it('uses the number of days if the service returns no date', async () => {
    const { attention } = await read([{ expiredInDays: 3 }, { expiredInDays: 11 }, {}]);
    assert.deepEqual(attention, ['expiring', 'none', 'none']);
  });

  it('uses the earlier of the date and the days, because the service’s clock may be ahead', async () => {
    const { report, attention } = await read([
      { expirationDate: '2026-03-31', expiredInDays: 0 },
      { expirationDate: '2026-03-31', expiredInDays: 4 },
      { expirationDate: '2026-02-28', expiredInDays: 30 },
    ]);
    assert.deepEqual(attention, ['expired', 'expiring', 'expired']);
    assert.deepEqual(pluck(report.locations, 'daysLeft'), [0, 4, -1]);
  });

  it('skips locations with a submitted application', async () => {
    const expirationDate = '2026-02-01';
    const { attention } = await read(
      ['LOCATION_DETAILS_ADDED', 'SUBMITTED', 'ACTIVATED', 'DECLINED'].map((status) => ({
        status,
        expirationDate,
      })),
    );
    assert.deepEqual(attention, ['expired', 'none', 'none', 'none']);
  });

  it('continues after a location that isn’t found or is in an unsupported state', async () => {
    const { report, attention } = await read([404, 422, {}]);
    assert.deepEqual([attention, report.stopped], [['not-found', 'not-read', 'none'], undefined]);
  });

  it('continues after a location for which the service fails or times out', async () => {
    const { report, attention } = await read([500, {}, new ServiceTimeoutError(operation), {}]);
    assert.deepEqual(attention, ['not-read', 'none', 'not-read', 'none']);
    assert.equal(report.stopped, undefined);
  });

  it('stops after five consecutive failures of the service', async () => {
    const { report, calls } = await read([500, 500, 404, 500, 500, 500, 500, 500, {}]);
    assert.equal(calls.length, 8);
    assert.match(report.stopped ?? '', /failed 5 times in a row/);
  });

  it('stops if the credentials are rejected', async () => {
    const { report, calls } = await read([401, {}]);
    assert.equal(calls.length, 1);
    assert.match(report.stopped ?? '', /does not accept the svc-secret/);
  });

  it('tells the operator what to do', async () => {
    const { report } = await read([{ expirationDate: '2026-02-01' }, { expiredInDays: 3 }, 404]);
    const text = describeStatuses(report, days).join('\n');
    assert.match(text, /^3 read: 2 CREATED\.$/m);
    assert.match(
      text,
      /^1 with an expired link\. Ask .*\n {2}line 2, 0: CREATED, expired \(2026-02-01\)/m,
    );
    assert.match(
      text,
      /^1 with a link that expires within 10 days.*\n {2}line 3, 1: CREATED, in 3 days/m,
    );
    assert.match(text, /^1 that the service does not have.*\n {2}line 4, 2$/m);
  });

  it('tells the operator how to add lost locations again', async () => {
    const { report } = await read([404, 404, {}], { 0: '2026-02-03', 2: '2026-02-03' });
    const text = describeStatuses(report, days).join('\n');
    assert.match(text, /^1 that the service does not have\..*\n {2}line 3, 1$/m);
    assert.match(
      text,
      /^1 that the service no longer has, although .* copy only their rows .* add with it:\n {2}line 2, 0: was there on 2026-02-03$/m,
    );
    assert.equal(text.match(/was there/g)?.length, 1);
  });

  describe('with a response that could control a terminal', () => {
    // Sets the clipboard (OSC 52), clears the screen with C0 and C1 codes, and reverses the text.
    const attack = '\u001b]52;c;cm0gLXJm\u0007\u001b[2J\u009b2J\u007f\u202ecba\u2066';
    const controls = /[\p{Cc}\p{Bidi_Control}]/u;
    const expirationDate = '2026-02-01';

    it('replaces each control character', async () => {
      const response = { status: `CREATED${attack}_ADDED`, url: attack, expirationDate };
      const { report } = await read([response]);
      const text = describeStatuses(report, days).join('');
      assert.doesNotMatch(text, controls);
      assert.equal(text.match(/\uFFFD\]52;c;cm0gLXJm\uFFFD/g)?.length, 3);
    });

    it('replaces them in the location of a row, too', () => {
      const open = [{ line: 2, location: attack, outcome: 'refused' as const, reason: 'No.' }];
      const text = describeAdded({ tally: noRows, open, stopped: undefined }).join('');
      assert.match(text, /line 2, \uFFFD\]52/);
      assert.doesNotMatch(text, controls);
    });

    it('escapes them in JSON', async () => {
      const { report } = await read([{ status: attack, expirationDate }]);
      const text = toJsonLines(report).join('');
      assert.doesNotMatch(text.replaceAll('\n', ''), controls);
      assert.deepEqual(JSON.parse(text), JSON.parse(JSON.stringify(report)));
    });
  });
});
