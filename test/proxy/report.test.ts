import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { operationNames, type OperationName } from '../../src/contract/index.js';
import {
  type ProblemCode,
  ProblemError,
  toProblem,
  UnknownLinkHostError,
} from '../../src/proxy/problems.js';
import { consoleLogger, createReport } from '../../src/proxy/report.js';
import {
  createMemoryStore,
  type LogEntry,
  type Logger,
  StoreUnavailableError,
} from '../../src/proxy/index.js';
import {
  type FinancingServiceError,
  InvalidServiceResponseError,
  OutcomeUnknownError,
  ServiceTimeoutError,
  ServiceUnreachableError,
} from '../../src/service/index.js';
import { assertAbsent, pluck } from '../support/assertions.js';
import { bodyWith, credentials, financed, samples, serviceUrl } from '../support/samples.js';
import { failToConnect } from '../support/service-stub.js';
import { textHeaders } from './field-requests.js';
import { assertProblem, createTestProxy, shop, mockClock } from '../support/test-proxy.js';
import { loggableLocation } from '../../src/proxy/log-events.js';

function createTestReport() {
  const entries: LogEntry[] = [];
  const add = (entry: LogEntry) => void entries.push(entry);
  const report = createReport({ logger: { debug: add, info: add, warn: add, error: add } });
  return { report, entries };
}

describe('The log of a request', () => {
  for (const logRequests of [false, true]) {
    const level = logRequests ? 'info' : 'debug';
    it(`is one entry at ${level} with logRequests: ${logRequests}, with the caller's trace ID`, async () => {
      const traceId = '4bf92f3577b34da6a3ce929d0e0e4736';
      const { send, log } = createTestProxy({ logRequests });
      const traceparent = `00-${traceId}-00f067aa0ba902b7-01`;
      await send('createPrequalLink', { headers: { traceparent, 'x-request-id': 'request-0123' } });
      const [{ durationMs, ...entry } = { durationMs: undefined }, ...others] = log;
      const { path: route } = samples.createPrequalLink;
      const ids = { requestId: 'request-0123', traceId };
      const expected = { level, event: 'request', ...ids, method: 'POST', route, status: 200 };
      assert.deepEqual([entry, others], [expected, []]);
      assert.ok(Number.isInteger(durationMs) && durationMs! >= 0, `${durationMs} ms`);
    });
  }

  it('has the code of an error, but no route for an unknown path, and never the path', async () => {
    const { fetch, log } = createTestProxy();
    await fetch(new Request(`${shop}/financing/4155550199`));
    await fetch(new Request(`${shop}/4155550199/next?4155550199`));
    await fetch(new Request(`${shop}/financing/health?4155550199`, { method: 'HEAD' }));
    assert.deepEqual(pluck(log, 'method', 'route', 'status', 'code'), [
      ['GET', undefined, 404, 'not-found'],
      ['GET', undefined, 404, 'not-found'],
      ['HEAD', '/health', 200, undefined],
    ]);
    assertAbsent(JSON.stringify(log), '4155550199');
  });

  it('has the pattern of a path, never its values', async () => {
    const { send, log } = createTestProxy();
    await send('getMerchantStatus', { path: '/onboarding/api/v1/location/secret-store' });
    assert.equal(log[0]!.route, '/onboarding/api/v1/location/{location}');
    assertAbsent(JSON.stringify(log), 'secret-store');
  });
});

describe('The log of text messages at a limit', () => {
  /** Requests texts for phones of two blocks. Returns the options and reasons in the log. */
  async function limitsReached(options: object, addressOf: (index: number) => string) {
    let sent = 0;
    const clientAddress = () => addressOf(sent);
    const { send, log } = createTestProxy({ sms: true, clientAddress, ...options });
    for (; sent < 12; sent += 1) {
      const phoneNumber = `+1415555${2671 + sent}`;
      await send('createPayOverTimeLink', {
        body: bodyWith('createPayOverTimeLink', { phoneNumber, sendSMS: true }),
        headers: { ...textHeaders, 'idempotency-key': `key-of-a-text-${1000 + sent}` },
      });
    }
    return log
      .filter(({ event }) => event === 'sms-limit')
      .map(({ level, code, option, reason }) => [level, code, option, reason]);
  }
  const few = { textsPerAddress: 2, textsInAll: 9 };
  type Case = [option: string, options: object, from: (index: number) => string, reason?: string];
  const cases: Case[] = [
    ['textsPerAddress', { textsPerAddress: 9 }, () => '2001:db8::1'],
    ['textsPerPrefix', { textsPerPrefix: 9 }, () => '203.0.113.9'],
    ['textsInAll', { textsInAll: 9 }, () => '203.0.113.9'],
    ['textsInAll', few, (index) => `2001:db8:1:${index}00::1`, 'network'],
    ['textsInAll', few, (index) => `2001:db8:${index}::1`, 'provider'],
  ];
  for (const [option, options, addressOf, reason] of cases) {
    it(`names ${option} once an hour${reason ? `, with the reason ${reason}` : ''}`, async () => {
      const expected = [['warn', 'sms-limit', option, reason]];
      assert.deepEqual(await limitsReached(options, addressOf), expected);
    });
  }
});

describe('The log of a failing service', () => {
  for (const operation of operationNames) {
    for (const status of [401, 403]) {
      it(`reports bad credentials of ${operation} once: ${status}`, async () => {
        const { send, log } = createTestProxy({}, () => new Response(null, { status }));
        for (let time = 0; time < 3; time++) {
          assertProblem(await send(operation), 502, 'bad-credentials');
        }
        const errors = log.filter(({ level }) => level === 'error');
        const { requestId, location = 'main-street', ...error } = errors[0]!;
        assert.equal(requestId, log[0]!.requestId);
        assert.match(String(location), /^(?:main-street|new-store)$/);
        assert.deepEqual(error, {
          level: 'error',
          event: 'service-failure',
          code: 'bad-credentials',
          operation,
          host: new URL(serviceUrl).host,
          reason: 'status',
          serviceStatus: status,
        });
        assert.equal(errors.length, 1);
        assertAbsent(JSON.stringify(log), ...Object.values(credentials));
      });
    }
  }

  it('warns once about missing or invalid estimates', async () => {
    const { send, log } = createTestProxy({}, () =>
      Response.json([financed('a'), { ...financed('b'), monthlyAmount: '41.6' }]),
    );
    for (const dollars of [100, 200]) {
      const items = ['a', 'b', 'c'].map((id, cents) => ({
        id,
        totalAmount: dollars + cents / 100,
      }));
      const { body } = await send('estimatePayments', { body: items });
      assert.deepEqual(body, [financed('a')]);
    }
    const warnings = log.filter(({ level }) => level === 'warn');
    assert.deepEqual(warnings, [
      { level: 'warn', event: 'estimates-missing', amounts: 3, missing: 2 },
    ]);
  });

  it("has no warning about a caller's mistake", async () => {
    const { send, log } = createTestProxy({}, () => new Response(null, { status: 422 }));
    assertProblem(await send('createPrequalLink'), 422, 'application-unavailable');
    assert.deepEqual(pluck(log, 'level'), ['debug']);
  });

  it('warns once about a rejection that may be a wrong setting', async () => {
    const { send, log } = createTestProxy({}, () => new Response(null, { status: 404 }));
    assertProblem(await send('createPrequalLink'), 404, 'location-not-found');
    assertProblem(await send('createPrequalLink'), 404, 'location-not-found');
    const warnings = log.filter(({ level }) => level === 'warn');
    assert.deepEqual(pluck(warnings, 'event', 'code', 'option'), [
      ['refused', 'location-not-found', 'locations'],
    ]);
  });

  it('has a known reason of an unavailable store, never its message', async () => {
    for (const [message, reason] of [
      ['connect ECONNREFUSED 10.0.0.9:6379', 'ECONNREFUSED'],
      ['Timed out', 'timeout'],
      ["OOM command not allowed when used memory > 'maxmemory'.", 'OOM'],
      ['READONLY', 'READONLY'],
      ['BUSY Redis is busy running a script. You can only call SCRIPT KILL.', 'BUSY'],
      ['NOREPLICAS Not enough good replicas to write.', 'NOREPLICAS'],
      ['MOVED 3999 10.0.0.9:6381', 'MOVED'],
      ["ERR The user executing the script can't run this command or subcommand", 'NOPERM'],
      ['Connection is closed.', 'not-connected'],
      ["Stream isn't writeable and enableOfflineQueue options is false", 'not-connected'],
      ['Not connected', 'not-connected'],
      ['The Sentinels are failing over', 'failover'],
      ['Reached the max retries per request limit (which is 1).', 'not-connected'],
      ['Too few replicas acknowledged the claim in time', 'too-few-replicas'],
      ['The reply is not from Redis', 'invalid-answer'],
      ['The KEY is +15125550123', 'unknown'],
    ] as const) {
      const away = () => Promise.reject(new StoreUnavailableError(new Error(message)));
      const { send, log } = createTestProxy({ store: { ...createMemoryStore(), count: away } });
      await send('createPrequalLink');
      const entry = log.find(({ event }) => event === 'store-unavailable');
      assert.equal(entry?.reason, reason, message);
      assert.doesNotMatch(JSON.stringify(entry), /10\.0|KEY|555/);
    }
  });

  it('goes to the console without a logger', async (t) => {
    const lines: [string, LogEntry & Record<'time' | 'level' | 'message' | 'see', string>][] = [];
    for (const level of ['error', 'warn', 'info'] as const) {
      const write = (text: string) => void lines.push([level, JSON.parse(text) as never]);
      t.mock.method(console, level, write);
    }
    const options = { logger: undefined, logRequests: true };
    await createTestProxy(options, failToConnect('ECONNREFUSED')).send('createPrequalLink');
    createReport({ logger: consoleLogger }).logProblem(new ProblemError('sms-not-allowed'));
    assert.deepEqual(
      lines.map(([level, { event, reason, status }]) => [level, event, reason ?? status]),
      [
        ['error', 'service-failure', 'ECONNREFUSED'],
        ['info', 'request', 502],
        ['warn', 'refused', undefined],
      ],
    );
    assert.deepEqual(
      lines.map(([, { level }]) => level),
      ['error', 'info', 'warn'],
    );
    const [, failure] = lines[0]!;
    assert.match(failure.time, /^20\d\d-.*Z$/);
    assert.match(failure.message, /^A call to the service failed\./);
    assert.equal(
      failure.see,
      'docs/reference-logs-and-metrics.md#service-failure in the package financing-elements',
    );
  });

  const causes: [
    cause: FinancingServiceError & { reason?: string | undefined },
    code: string,
    reason: string,
  ][] = [
    [new ServiceTimeoutError('estimatePayments'), 'service-timeout', 'timeout'],
    [new ServiceUnreachableError('estimatePayments'), 'service-unreachable', 'unreachable'],
    [
      new ServiceUnreachableError('createPrequalLink', 'ENOTFOUND'),
      'service-unreachable',
      'ENOTFOUND',
    ],
    [new OutcomeUnknownError('createPrequalLink'), 'outcome-unknown', 'timeout'],
    [new OutcomeUnknownError('createPrequalLink', 'ECONNRESET'), 'outcome-unknown', 'ECONNRESET'],
    [
      new InvalidServiceResponseError('createPrequalLink'),
      'invalid-service-response',
      'invalid-answer',
    ],
  ];
  for (const [cause, code, reason] of causes) {
    it(`has the reason ${reason} for ${cause.name} (${cause.reason ?? 'none'})`, () => {
      const { report, entries } = createTestReport();
      report.logProblem(toProblem(cause));
      const { operation } = cause;
      assert.deepEqual(entries, [{ event: 'service-failure', operation, code, reason }]);
    });
  }

  it('reports too many calls in flight, with the request', () => {
    const { report, entries } = createTestReport();
    report.logProblem(new ProblemError('overloaded'), { requestId: 'id' });
    assert.deepEqual(entries, [{ event: 'overloaded', requestId: 'id', code: 'overloaded' }]);
  });

  it('names linkHosts once if a link has another host', () => {
    const { report, entries } = createTestReport();
    report.logProblem(toProblem(new UnknownLinkHostError('createPrequalLink')));
    report.logProblem(toProblem(new UnknownLinkHostError('createPayOverTimeLink')));
    assert.deepEqual(entries, [
      { event: 'refused', code: 'invalid-service-response', option: 'linkHosts' },
    ]);
  });

  it('is limited to one entry per minute, operation, and code', (t) => {
    const clock = mockClock(t, 0);
    const { report, entries } = createTestReport();
    const fail = (
      time: number,
      operation: OperationName,
      code: ProblemCode = 'service-timeout',
    ) => {
      clock.now = time;
      const cause = new ServiceTimeoutError(operation);
      report.logProblem(new ProblemError(code, { cause }), { requestId: 'id' });
      return entries.splice(0).length;
    };
    assert.equal(fail(0, 'estimatePayments'), 1);
    assert.equal(fail(1, 'estimatePayments'), 0);
    assert.equal(fail(2, 'getMerchantStatus'), 1);
    assert.equal(fail(3, 'estimatePayments', 'outcome-unknown'), 1);
    assert.equal(fail(59_999, 'estimatePayments'), 0);
    assert.equal(fail(60_000, 'estimatePayments'), 1);
    assert.equal(fail(60_001, 'estimatePayments'), 0);
  });
});

describe('A logger that fails', () => {
  const circular: Record<string, unknown> = {};
  circular.self = circular;
  const failing: Record<string, () => void> = {
    throws: () => {
      throw new Error('disk full');
    },
    'throws a plain object': () => {
      throw circular;
    },
    'throws undefined': () => {
      throw undefined;
    },
    rejects: () => Promise.reject(new Error('disk full')) as unknown as void,
    'never settles': () => new Promise(() => undefined) as unknown as void,
  };
  for (const [what, log] of Object.entries(failing)) {
    it(`doesn't affect responses if it ${what}, and the console logs it once`, async (t) => {
      const logger: Logger = { debug: log, info: log, warn: log, error: log };
      const lines = t.mock.method(console, 'error', () => undefined).mock;
      // An unhandled rejection would fail this test and crash a server.
      const { send } = createTestProxy({ logger });
      const response = await send('estimatePayments');
      assert.deepEqual(response.body, samples.estimatePayments.response);
      const failed = createTestProxy({ logger }, failToConnect('ECONNREFUSED'));
      assertProblem(await failed.send('createPrequalLink'), 502, 'service-unreachable');
      assertProblem(await failed.send('createPrequalLink'), 502, 'service-unreachable');
      const told = lines.calls.map(({ arguments: [line] }) => {
        const { event, option } = JSON.parse(String(line)) as LogEntry;
        return `${event} ${option}`;
      });
      const once = what === 'never settles' ? [] : ['report-failure logger'];
      assert.deepEqual(told, [...once, ...once], 'once per proxy');
      assert.ok(!JSON.stringify(lines.calls).includes('disk full'), 'the message is logged');
    });
  }

  it('is called as an object with methods', async (t) => {
    t.mock.method(console, 'error', () => undefined); // it has no debug()
    const seen: string[] = [];
    class Recorder implements Logger {
      #seen = seen;
      debug = undefined as unknown as Logger['debug'];
      info() {}
      warn() {}
      error({ event }: LogEntry) {
        this.#seen.push(event);
      }
    }
    const { send } = createTestProxy({ logger: new Recorder() }, () => new Response('<'));
    assertProblem(await send('createPrequalLink'), 502, 'invalid-service-response');
    assert.deepEqual(seen, ['service-failure']);
  });
});

describe('loggableLocation()', () => {
  for (const location of ['main-street', 'store_0042', 'S.1', 'x', '4'.repeat(6), 'x'.repeat(64)]) {
    it(`logs an identifier: ${location}`, () => {
      assert.deepEqual(loggableLocation(location), { location });
    });
  }

  // oxfmt-ignore
  const personal = [
    undefined, '', 'Main Street', ' a', 'a ', 'jane@example.com', 'café', '4155552', '415-5552',
    'store-4.1.5.5.5.5.2-x', 'a1234567', 'x'.repeat(65),
  ];
  for (const location of personal) {
    it(`leaves out a value that may be about a person: ${location}`, () => {
      assert.deepEqual(loggableLocation(location), {});
    });
  }
});
