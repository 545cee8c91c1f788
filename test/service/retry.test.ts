import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type FinancingServiceError } from '../../src/service/index.js';
import {
  InvalidServiceResponseError,
  OutcomeUnknownError,
  ServiceResponseError,
  ServiceUnreachableError,
} from '../../src/service/errors.js';
import { rejection } from '../support/assertions.js';
import { creations, failingCallbacks, reads, samples } from '../support/samples.js';
import {
  createTestService,
  failToConnect,
  inTurn,
  respondPerContract,
  type Respond,
} from '../support/service-stub.js';
import { turn, until } from '../support/until.js';

type ErrorClass = abstract new (...args: never[]) => FinancingServiceError;

/** The error of a call, and the number of attempts if the operation can be retried. */
interface Ending {
  readonly error: ErrorClass;
  readonly attempts: 1 | 2;
  /** The error of an operation that can't be retried, if it's different. */
  readonly errorOnce?: ErrorClass;
}

const rejected = (attempts: 1 | 2): Ending => ({ error: ServiceResponseError, attempts });
const garbled: Ending = { error: InvalidServiceResponseError, attempts: 2 };
const notSent: Ending = { error: ServiceUnreachableError, attempts: 2 };
const maybeSent: Ending = { ...notSent, errorOnce: OutcomeUnknownError };

const status = (code: number) => () => new Response(null, { status: code });
const text = (body: string) => () => new Response(body);

/** A status means another attempt only if the service failed, and isn't just busy. */
const statuses = [302, 307, 400, 401, 403, 404, 408, 409, 422, 429, 500, 502, 503, 504, 599];

const faults: Record<string, [Respond, Ending]> = {
  ...Object.fromEntries(
    statuses.map((code): [string, [Respond, Ending]] => [
      `status ${code}`,
      [status(code), rejected(code >= 500 && code !== 503 ? 2 : 1)],
    ]),
  ),
  'status 0 (a redirect in a browser)': [() => Response.error(), rejected(1)],
  'a refused connection': [failToConnect('ECONNREFUSED'), notSent],
  // test/service/nothing-sent.test.ts has the other failures of connections.
  'a connection that takes too long': [
    failToConnect('UND_ERR_CONNECT_TIMEOUT'),
    { ...notSent, attempts: 1 },
  ],
  'a connection that is reset': [failToConnect('ECONNRESET'), maybeSent],
  'a failure without a code': [() => Promise.reject(new TypeError('Load failed')), maybeSent],
  "a failure that isn't an Error": [() => Promise.reject('gone'), maybeSent],
  'a login page': [text('<!doctype html><title>Sign in</title>'), garbled],
  'an empty body': [text(''), garbled],
  'status 204': [status(204), garbled],
  'JSON that ends early': [text('[{"id":"sofa","monthly'), garbled],
};

for (const operation of creations) {
  describe(`${operation}() is sent exactly once`, () => {
    for (const [fault, [respond, { error, errorOnce = error }]] of Object.entries(faults)) {
      it(`with ${fault}`, async () => {
        const { service, calls } = createTestService(respond);
        const thrown = await rejection(samples[operation].call(service), errorOnce);
        assert.equal(thrown.operation, operation);
        assert.equal(calls.length, 1);
      });
    }
  });
}

for (const operation of reads) {
  // Retries have real delays, so run these tests concurrently.
  describe(`${operation}() is sent at most twice`, { concurrency: true }, () => {
    for (const [fault, [respond, { error, attempts }]] of Object.entries(faults)) {
      it(`${attempts === 1 ? 'once' : 'twice'} with ${fault}`, async () => {
        const { service, calls } = createTestService(respond);
        const thrown = await rejection(samples[operation].call(service), error);
        assert.equal(thrown.operation, operation);
        assert.equal(calls.length, attempts);
      });

      if (attempts === 1) continue;
      it(`and succeeds if it fails once with ${fault}`, async () => {
        const { service, calls } = createTestService(inTurn(respond, respondPerContract));
        assert.deepEqual(await samples[operation].call(service), samples[operation].response);
        assert.equal(calls.length, 2);
        assert.deepEqual(calls[1]!.body, calls[0]!.body);
        assert.deepEqual([...calls[1]!.headers], [...calls[0]!.headers]);
      });
    }
  });
}

it('onRetry gets the operation of each retry', async () => {
  const retries: string[] = [];
  const onRetry = (operation: string) => retries.push(operation);
  const respond = inTurn(status(500), respondPerContract, status(400));
  const { service } = createTestService(respond, { onRetry });
  await samples.estimatePayments.call(service);
  await assert.rejects(samples.estimatePayments.call(service), ServiceResponseError);
  assert.deepEqual(retries, ['estimatePayments']);
});

for (const [how, fail] of Object.entries(failingCallbacks)) {
  it(`retries if onRetry ${how}, and the console shows the error`, async (t) => {
    const { mock } = t.mock.method(console, 'error', () => undefined);
    const respond = inTurn(status(500), respondPerContract);
    const { service } = createTestService(respond, { onRetry: fail });
    await samples.estimatePayments.call(service);
    await until(() => mock.callCount() === 1);
  });
}

describe('The delay before a retry', () => {
  for (const [random, milliseconds] of [
    [0, 50],
    [0.999, 200],
  ] as const) {
    it(`is ${milliseconds} ms if Math.random returns ${random}`, async (t) => {
      t.mock.timers.enable({ apis: ['setTimeout'] });
      t.mock.method(Math, 'random', () => random);
      const timer = t.mock.method(globalThis, 'setTimeout');
      const { service, calls } = createTestService(inTurn(status(500), respondPerContract));
      const answer = samples.estimatePayments.call(service);
      await until(() => timer.mock.callCount() === 2); // the deadline and the delay
      t.mock.timers.tick(milliseconds - 1);
      await turn();
      assert.equal(calls.length, 1);
      t.mock.timers.tick(1);
      await answer;
      assert.equal(calls.length, 2);
    });
  }
});

describe('The reason of a failed connection', () => {
  for (const [code, reason] of [
    [undefined, 'HPE_INVALID'],
    ['HPE_INVALID_CONSTANT', 'HPE_INVALID_CONSTANT'],
  ]) {
    it(`is ${reason} for a parser error with the code ${code}`, async () => {
      const { service } = createTestService(() => {
        throw Object.assign(new Error('Response does not match the HTTP/1.1 protocol'), {
          name: 'HTTPParserError',
          code,
        });
      });
      const error = await rejection(samples.createPrequalLink.call(service), OutcomeUnknownError);
      assert.equal(error.reason, reason);
    });
  }

  for (const code of [42, 'a code with words of the service', 'X'.repeat(65)]) {
    it(`is never ${String(code).slice(0, 20)}`, async () => {
      const { service } = createTestService(() => {
        throw Object.assign(new Error('gone'), { code });
      });
      const error = await rejection(samples.createPrequalLink.call(service), OutcomeUnknownError);
      assert.equal(error.reason, undefined);
    });
  }
});
