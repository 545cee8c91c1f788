import assert from 'node:assert/strict';
import { afterEach, describe, it, mock } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { operationNames, type EstimateItem, type OperationName } from '../../src/contract/index.js';
import { ProblemError } from '../../src/proxy/problems.js';
import { guardService } from '../../src/proxy/service-guard.js';
import {
  type FinancingService,
  InvalidServiceResponseError,
  OutcomeUnknownError,
  ServiceResponseError,
  ServiceTimeoutError,
  ServiceUnreachableError,
} from '../../src/service/index.js';
import { creations, type Read, reads, samples } from '../support/samples.js';
import { rejection } from '../support/assertions.js';

/** Responds to a call of an operation. The location is empty if the call has none. */
type Respond = (
  operation: OperationName,
  merchantLocation: string,
  request?: unknown,
) => Promise<unknown>;

const report = { log: () => true, observe() {}, recordSuccess() {} };

/** Creates a guarded service with a mocked clock. */
function createGuarded(respond: Respond) {
  const clock = { now: 1e6 };
  mock.method(performance, 'now', () => clock.now);
  const seen = { calls: 0, inFlight: 0, max: 0 };
  const run = async (operation: OperationName, merchantLocation = '', request?: unknown) => {
    seen.calls += 1;
    seen.inFlight += 1;
    seen.max = Math.max(seen.max, seen.inFlight);
    try {
      return await respond(operation, merchantLocation, request);
    } finally {
      seen.inFlight -= 1;
    }
  };
  const service = Object.fromEntries(
    operationNames.map((name) => [
      name,
      (...args: unknown[]) => run(name, locationIn(args), args[0]),
    ]),
  );
  const logged: unknown[][] = [];
  const guarded = guardService(
    service as unknown as FinancingService,
    { ...report, log: (...line: unknown[]) => (logged.push(line), true) },
    10_000,
  );
  return { clock, seen, logged, service: guarded };
}

afterEach(() => mock.restoreAll());

/** Returns the location of a call: its first argument, or a field of its query or request. */
function locationIn([request, query]: readonly unknown[]): string | undefined {
  if (typeof request === 'string') return request;
  const named = (query ?? request) as { location?: string } | undefined;
  return named?.location;
}

const estimate = (service: FinancingService, merchantLocation?: string, amounts = [1299]) =>
  service.estimatePayments(
    amounts.map((totalAmount) => ({ id: String(totalAmount), totalAmount })),
    { ...(merchantLocation !== undefined && { location: merchantLocation }) },
  );

function responseError(operation: OperationName, status: number) {
  const rest = { contractMessage: undefined, conditions: [], states: [] };
  return new ServiceResponseError(operation, { status, ...rest, retryAfterSeconds: undefined });
}

const serverError: Respond = async (operation) => Promise.reject(responseError(operation, 500));

const unreachable: Respond = async (operation) =>
  Promise.reject(new ServiceUnreachableError(operation));

const outages = {
  'returns 500': serverError,
  'returns 503': async (operation) => Promise.reject(responseError(operation, 503)),
  'returns invalid data': async (name) => Promise.reject(new InvalidServiceResponseError(name)),
  'is unreachable': unreachable,
  'times out': async (name) => Promise.reject(new ServiceTimeoutError(name)),
  'breaks the connection': async (name) => Promise.reject(new OutcomeUnknownError(name)),
} satisfies Record<string, Respond>;

/** Returns the code of a rejection by the guard, or undefined for any other outcome. */
async function rejectionCode(call: Promise<unknown>): Promise<string | undefined> {
  const error: unknown = await call.catch((reason: unknown) => reason);
  return error instanceof ProblemError ? error.code : undefined;
}

/** Calls until the circuit is open, at most 20 times. Returns the number of calls. */
async function callUntilOpen(call: () => Promise<unknown>): Promise<number> {
  for (let calls = 0; calls < 20; calls += 1) {
    if ((await rejectionCode(call())) === 'service-busy') return calls;
  }
  return Infinity;
}

it('guardService() passes the error of a call through', async () => {
  const { service } = createGuarded(serverError);
  assert.equal((await rejection(estimate(service), ServiceResponseError)).status, 500);
});

describe('The cap on calls in flight', () => {
  const maxReads = 48;
  const hang: Respond = () => new Promise(() => undefined);
  /** Starts as many estimations as there may be in flight. */
  const fill = (service: FinancingService) => {
    for (let index = 0; index < maxReads; index += 1)
      estimate(service, `store ${index}`).catch(() => undefined);
  };

  it('allows 48 of 2,000 estimations on a service that hangs, and rejects the others', async () => {
    let letGo!: () => void;
    const hung = new Promise<void>((resolve) => (letGo = resolve));
    const { service, seen } = createGuarded(() => hung);
    let refused = 0;
    const calls = Array.from({ length: 2_000 }, async (_, index) => {
      const code = await rejectionCode(estimate(service, `store ${index}`));
      if (code === 'overloaded') refused += 1;
    });
    // Within one turn, because rejections don't wait.
    await setImmediate();
    assert.deepEqual([seen.max, refused], [48, 1_952]);
    letGo();
    await Promise.all(calls);
    assert.equal(await rejectionCode(estimate(service)), undefined);
  });

  it('has a Retry-After of one second', async () => {
    const { service } = createGuarded(hang);
    fill(service);
    const problem = await rejection(estimate(service), ProblemError);
    assert.equal(problem.status, 503);
    assert.deepEqual(problem.extras.retryAfterSeconds, 1);
  });

  it('stops counting a call that never ends, as on a canceled request of a Worker', async () => {
    const { service, seen, clock } = createGuarded(hang);
    fill(service);
    clock.now += 10_500; // the timeout and the grace period
    assert.equal(await rejectionCode(estimate(service)), 'overloaded');
    clock.now += 1;
    void estimate(service);
    assert.equal(seen.calls, maxReads + 1);
  });

  it('makes room for one call when one fails', async () => {
    let fail!: (error: Error) => void;
    const { service } = createGuarded(() => new Promise((_, reject) => (fail = reject)));
    fill(service);
    const last = fail;
    assert.equal(await rejectionCode(estimate(service)), 'overloaded');
    last(new ServiceTimeoutError('estimatePayments'));
    await setImmediate();
    void estimate(service);
    assert.equal(await rejectionCode(estimate(service)), 'overloaded');
  });
});

describe('A circuit', () => {
  for (const [what, fail] of Object.entries(outages)) {
    it(`opens if the service ${what}, and closes afterwards`, async () => {
      let isDown = true;
      const respond: Respond = async (...args) => (isDown ? fail(...args) : []);
      const { service, seen, clock } = createGuarded(respond);
      const counted: { time: number; calls: number }[] = [];
      // A minute at 20 requests a second, from three locations.
      for (let request = 0; request < 1_200; request += 1) {
        const before = seen.calls;
        const code = await rejectionCode(estimate(service, `store ${request % 3}`));
        if (code) assert.equal(seen.calls, before, 'a refusal waits for no call');
        counted.push({ time: clock.now - 1e6, calls: seen.calls });
        clock.now += 50;
      }
      const after5s = counted.filter(({ time }) => time >= 5_000);
      const upstream = after5s.at(-1)!.calls - after5s[0]!.calls;
      assert.ok(upstream / after5s.length <= 0.05, `${upstream} of ${after5s.length} upstream`);

      isDown = false;
      clock.now += 15_000;
      for (const store of [0, 1, 2, 0, 1, 2]) {
        assert.equal(await rejectionCode(estimate(service, `store ${store}`)), undefined);
      }
    });
  }

  it('has a Retry-After until its next trial', async () => {
    const { service, clock } = createGuarded(unreachable);
    await callUntilOpen(() => estimate(service));
    clock.now += 1_500;
    const problem = await rejection(estimate(service), ProblemError);
    assert.deepEqual([problem.code, problem.status], ['service-busy', 503]);
    assert.deepEqual(problem.extras.retryAfterSeconds, 4);
  });

  it('tries one call, and rejects the others even if that call hangs', async () => {
    let hangs = false;
    const respond: Respond = (name, place) =>
      hangs ? new Promise(() => undefined) : unreachable(name, place);
    const { service, seen, clock } = createGuarded(respond);
    await callUntilOpen(() => estimate(service));
    clock.now += 5_000;
    hangs = true;
    const before = seen.calls;
    void estimate(service);
    for (let count = 0; count < 10; count += 1) {
      assert.equal(await rejectionCode(estimate(service)), 'service-busy');
    }
    assert.equal(seen.calls, before + 1);
    clock.now += 5_000;
    void estimate(service);
    assert.equal(seen.calls, before + 2);
  });

  it('stays closed while one call in eight succeeds', async () => {
    let count = 0;
    const { service } = createGuarded(async (...args) =>
      ++count % 8 === 0 ? [] : unreachable(...args),
    );
    assert.equal(await callUntilOpen(() => estimate(service)), Infinity);
  });

  it('ignores callers that leave', async () => {
    const { service } = createGuarded(() => Promise.reject(new DOMException('gone', 'AbortError')));
    assert.equal(await callUntilOpen(() => estimate(service)), Infinity);
  });

  it('is tried by the next caller if the first one leaves', async () => {
    let leaves = false;
    const { service, clock } = createGuarded((...args) =>
      leaves ? Promise.reject(new DOMException('gone', 'AbortError')) : serverError(...args),
    );
    await callUntilOpen(() => estimate(service));
    clock.now += 5_000;
    leaves = true;
    assert.equal(await rejectionCode(estimate(service)), undefined);
    leaves = false;
    assert.equal(await rejectionCode(estimate(service)), undefined);
    assert.equal(await rejectionCode(estimate(service)), 'service-busy');
  });
});

describe('The log of a circuit', () => {
  /** Returns the log of failing calls and of calls that succeed again. */
  async function outage(call: (service: FinancingService) => Promise<unknown>, fail = serverError) {
    let isDown = true;
    const respond: Respond = async (...args) => (isDown ? fail(...args) : []);
    const { service, logged, clock } = createGuarded(respond);
    await callUntilOpen(() => call(service));
    isDown = false;
    clock.now += 5_000;
    await call(service);
    await call(service);
    return logged;
  }

  const location = 'store-1';
  const busy: Respond = async (operation) => Promise.reject(responseError(operation, 503));
  const operation = 'estimatePayments';
  type Call = (service: FinancingService) => Promise<unknown>;
  const cases: Record<string, readonly [entry: object, Call, fail?: Respond]> = {
    'the location of an estimation': [{ operation, location }, (all) => estimate(all, location)],
    'an estimation without a location': [{ operation }, (all) => estimate(all)],
    'the location of a status': [
      { operation: 'getMerchantStatus', location },
      (all) => all.getMerchantStatus(location),
    ],
    'an unreachable operation': [{ operation }, (all) => estimate(all, location), unreachable],
    'an operation that returns 503': [{ operation }, (all) => estimate(all, location), busy],
  };
  for (const [of, [entry, call, fail]] of Object.entries(cases)) {
    it(`has entries for ${of}`, async () => {
      assert.deepEqual(await outage(call, fail), [
        ['circuit-opened', entry],
        ['circuit-closed', entry],
      ]);
    });
  }
});

describe('The circuit of an operation', () => {
  for (const status of [400, 401, 403, 404, 409, 422, 429]) {
    it(`stays closed if the service rejects calls with ${status}`, async () => {
      const { service } = createGuarded(async (name) =>
        Promise.reject(responseError(name, status)),
      );
      for (const operation of operationNames) {
        assert.equal(await callUntilOpen(() => samples[operation].call(service)), Infinity);
      }
    });
  }

  const read = {
    estimatePayments: estimate,
    getMerchantStatus: (service, merchantLocation) => service.getMerchantStatus(merchantLocation),
  } satisfies Record<
    Read,
    (service: FinancingService, merchantLocation: string) => Promise<unknown>
  >;
  for (const operation of reads) {
    it(`stays closed for ${operation} if some locations return 500`, async () => {
      const respond: Respond = (name, place) =>
        place.startsWith('bad') ? serverError(name, place) : Promise.resolve([]);
      const { service } = createGuarded(respond);
      for (let round = 0; round < 6_000; round += 1) {
        await rejectionCode(read[operation](service, 'bad'));
        await rejectionCode(read[operation](service, `bad ${round}`));
      }
      assert.equal(await rejectionCode(read[operation](service, 'main-street')), undefined);
      assert.equal(await callUntilOpen(() => read[operation](service, 'bad')), 0);
    });
  }

  for (const what of ['returns 500', 'times out'] as const) {
    it(`stays closed for other amounts if the service ${what} for one amount`, async () => {
      const { service } = createGuarded(async (name, place, request) =>
        (request as EstimateItem[]).some(({ totalAmount }) => totalAmount === 666)
          ? outages[what](name, place)
          : [],
      );
      let price = 100;
      assert.equal(await callUntilOpen(() => estimate(service, 'main-street', [666, price++])), 8);
      assert.equal(await rejectionCode(estimate(service, 'main-street', [1299])), undefined);
    });
  }

  it('opens for all amounts if different amounts fail', async () => {
    const { service } = createGuarded(serverError);
    let price = 100;
    await callUntilOpen(() => estimate(service, 'main-street', [price++]));
    assert.equal(await rejectionCode(estimate(service, 'main-street', [1299])), 'service-busy');
  });

  for (const operation of creations) {
    it(`stays closed for ${operation} if the data of a caller causes 500`, async () => {
      const { service, logged } = createGuarded(serverError);
      assert.equal(await callUntilOpen(() => samples[operation].call(service)), Infinity);
      assert.deepEqual(logged, []);
    });
  }

  it('stays closed while all other operations fail', async () => {
    for (const good of operationNames) {
      const { service } = createGuarded(async (name) =>
        name === good ? [] : Promise.reject(new ServiceUnreachableError(name)),
      );
      for (const operation of operationNames) {
        const calls = await callUntilOpen(() => samples[operation].call(service));
        assert.equal(calls, operation === good ? Infinity : 8);
      }
    }
  });
});

/** Creates a service on which these operations hang, and counts the calls in flight. */
function createHanging(operations: readonly OperationName[]) {
  const inFlight = new Map<OperationName, number>();
  const guarded = createGuarded(async (operation) => {
    if (!operations.includes(operation)) return {};
    inFlight.set(operation, (inFlight.get(operation) ?? 0) + 1);
    return new Promise(() => undefined);
  });
  return { ...guarded, inFlight };
}

describe('The share of calls in flight', () => {
  for (const write of creations) {
    it(`reserves 16 calls for reads while ${write} hangs`, async () => {
      const { service, inFlight } = createHanging([write, ...reads]);
      for (let count = 0; count < 100; count += 1) {
        void samples[write].call(service).catch(() => undefined);
      }
      assert.equal(inFlight.get(write), 48);
      for (let count = 0; count < 16; count += 1) void estimate(service);
      assert.equal(inFlight.get('estimatePayments'), 16);
      assert.equal(await rejectionCode(estimate(service)), 'overloaded');
    });
  }

  for (const read of reads) {
    it(`reserves 16 calls for links while ${read} hangs`, () => {
      const { service, inFlight } = createHanging([read, 'createPrequalLink']);
      for (let count = 0; count < 100; count += 1) {
        void samples[read].call(service).catch(() => undefined);
      }
      assert.equal(inFlight.get(read), 48);
      for (let count = 0; count < 16; count += 1) void samples.createPrequalLink.call(service);
      assert.equal(inFlight.get('createPrequalLink'), 16);
    });
  }
});
