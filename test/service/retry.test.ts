import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createFinancingService, type FinancingServiceError } from '../../src/service/index.js';
import {
  InvalidServiceResponseError,
  OutcomeUnknownError,
  ServiceResponseError,
  ServiceUnreachableError,
} from '../../src/service/errors.js';
import { rejection } from '../support/assertions.js';
import { credentials, reads, samples, creations, serviceUrl } from '../support/samples.js';
import {
  createServiceStub,
  failToConnect,
  inTurn,
  respondPerContract,
  type Respond,
} from '../support/service-stub.js';
import { turn, until } from '../support/until.js';

function createClient(respond: Respond) {
  const stub = createServiceStub(respond);
  const service = createFinancingService({
    baseUrl: serviceUrl,
    ...credentials,
    fetch: stub.fetch,
  });
  return { service, calls: stub.calls };
}

type ErrorClass = abstract new (...args: never[]) => FinancingServiceError;

/** What a call ends with: the error, and how often an operation that may be asked twice was asked. */
interface Ending {
  readonly error: ErrorClass;
  readonly attempts: 1 | 2;
  /** Of an operation that is sent once, where it is another. */
  readonly errorOnce?: ErrorClass;
}

const answered = (attempts: 1 | 2): Ending => ({ error: ServiceResponseError, attempts });
const garbled: Ending = { error: InvalidServiceResponseError, attempts: 2 };
const notSent: Ending = { error: ServiceUnreachableError, attempts: 2 };
const perhapsSent: Ending = { ...notSent, errorOnce: OutcomeUnknownError };

const status = (code: number) => () => new Response(null, { status: code });
const text = (body: string) => () => new Response(body);

const faults: Record<string, [Respond, Ending]> = {
  'status 500': [status(500), answered(2)],
  'status 502': [status(502), answered(2)],
  'status 504': [status(504), answered(2)],
  'status 599': [status(599), answered(2)],
  'status 503, since the service is busy': [status(503), answered(1)],
  'status 429, since the service is busy': [status(429), answered(1)],
  'status 302': [() => Response.redirect('https://elsewhere.example/'), answered(1)],
  'status 307': [() => Response.redirect('https://elsewhere.example/', 307), answered(1)],
  'status 0, as a browser gives a redirect that is not followed': [
    () => Response.error(),
    answered(1),
  ],
  'status 400': [status(400), answered(1)],
  'status 401': [status(401), answered(1)],
  'status 403': [status(403), answered(1)],
  'status 404': [status(404), answered(1)],
  'status 408': [status(408), answered(1)],
  'status 409': [status(409), answered(1)],
  'status 422': [status(422), answered(1)],
  'a refused connection': [failToConnect('ECONNREFUSED'), notSent],
  'an unknown host': [failToConnect('ENOTFOUND'), notSent],
  'a name server that is away': [failToConnect('EAI_AGAIN'), notSent],
  'an unreachable host': [failToConnect('EHOSTUNREACH', 'connect'), notSent],
  'a connection that takes too long': [
    failToConnect('UND_ERR_CONNECT_TIMEOUT'),
    { ...notSent, attempts: 1 },
  ],
  'an expired certificate': [failToConnect('CERT_HAS_EXPIRED'), notSent],
  'a self-signed certificate': [failToConnect('DEPTH_ZERO_SELF_SIGNED_CERT'), notSent],
  'a certificate in another name': [failToConnect('ERR_TLS_CERT_ALTNAME_INVALID'), notSent],
  'a connection that is reset': [failToConnect('ECONNRESET'), perhapsSent],
  'a connection that is closed': [failToConnect('UND_ERR_SOCKET'), perhapsSent],
  'a broken pipe': [failToConnect('EPIPE'), perhapsSent],
  'a connection that times out': [failToConnect('ETIMEDOUT'), perhapsSent],
  'headers that never come': [failToConnect('UND_ERR_HEADERS_TIMEOUT'), perhapsSent],
  'a failure without a code': [() => Promise.reject(new TypeError('Load failed')), perhapsSent],
  'a failure that is no Error': [() => Promise.reject('gone'), perhapsSent],
  'a login page': [text('<!doctype html><title>Sign in</title>'), garbled],
  'an empty body': [text(''), garbled],
  'status 204': [status(204), garbled],
  'JSON that ends early': [text('[{"id":"sofa","monthly'), garbled],
};

for (const operation of creations) {
  describe(`${operation}() goes out exactly once`, () => {
    for (const [fault, [respond, { error, errorOnce = error }]] of Object.entries(faults)) {
      it(`under ${fault}`, async () => {
        const { service, calls } = createClient(respond);
        const thrown = await rejection(samples[operation].call(service), errorOnce);
        assert.equal(thrown.operation, operation);
        assert.equal(calls.length, 1);
      });
    }
  });
}

for (const operation of reads) {
  // The pause before a second attempt is real, so they wait together.
  describe(`${operation}() goes out at most twice`, { concurrency: true }, () => {
    for (const [fault, [respond, { error, attempts }]] of Object.entries(faults)) {
      it(`${attempts === 1 ? 'once' : 'twice'} under ${fault}`, async () => {
        const { service, calls } = createClient(respond);
        const thrown = await rejection(samples[operation].call(service), error);
        assert.equal(thrown.operation, operation);
        assert.equal(calls.length, attempts);
      });

      if (attempts === 1) continue;
      it(`and survives ${fault} when it happens once`, async () => {
        const { service, calls } = createClient(inTurn(respond, respondPerContract));
        assert.deepEqual(await samples[operation].call(service), samples[operation].response);
        assert.equal(calls.length, 2);
        assert.deepEqual(calls[1]!.body, calls[0]!.body);
        assert.deepEqual([...calls[1]!.headers], [...calls[0]!.headers]);
      });
    }
  });
}

describe('onRetry', () => {
  it('gets the operation of each second attempt', async () => {
    const retries: string[] = [];
    const { fetch } = createServiceStub(inTurn(status(500), respondPerContract, status(400)));
    const onRetry = (operation: string) => retries.push(operation);
    const service = createFinancingService({ baseUrl: serviceUrl, ...credentials, fetch, onRetry });
    await samples.estimatePayments.call(service);
    await assert.rejects(samples.estimatePayments.call(service), ServiceResponseError);
    assert.deepEqual(retries, ['estimatePayments']);
  });
});

describe('A fetch that resolves with something else than a Response', () => {
  for (const operation of reads) {
    it(`is told by ${operation}() as a defect, and not called again`, async () => {
      let calls = 0;
      const fetch = async () => (calls++, undefined as unknown as Response);
      const service = createFinancingService({ baseUrl: serviceUrl, ...credentials, fetch });
      await assert.rejects(samples[operation].call(service), TypeError);
      assert.equal(calls, 1);
    });
  }
});

describe('The pause before a second attempt', () => {
  for (const [random, milliseconds] of [
    [0, 50],
    [0.999, 200],
  ] as const) {
    it(`is over after ${milliseconds} ms, and not before, where Math.random returns ${random}`, async (t) => {
      t.mock.timers.enable({ apis: ['setTimeout'] });
      t.mock.method(Math, 'random', () => random);
      const timer = t.mock.method(globalThis, 'setTimeout');
      const { service, calls } = createClient(inTurn(status(500), respondPerContract));
      const answer = samples.estimatePayments.call(service);
      await until(() => timer.mock.callCount() === 2); // the deadline and the pause
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
  it('is the system code, found in the causes', async () => {
    const { service } = createClient(failToConnect('ECONNREFUSED'));
    const error = await rejection(samples.createPrequalLink.call(service), ServiceUnreachableError);
    assert.equal(error.reason, 'ECONNREFUSED');
  });

  for (const [code, reason] of [
    [undefined, 'HPE_INVALID'],
    ['HPE_INVALID_CONSTANT', 'HPE_INVALID_CONSTANT'],
  ]) {
    it(`is ${reason} where the answer is not HTTP, and undici's code ${code}`, async () => {
      const { service } = createClient(() => {
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
    it(`is not taken from ${String(code).slice(0, 20)}, which is no system code`, async () => {
      const { service } = createClient(() => {
        throw Object.assign(new Error('gone'), { code });
      });
      const error = await rejection(samples.createPrequalLink.call(service), OutcomeUnknownError);
      assert.equal(error.reason, undefined);
    });
  }
});
