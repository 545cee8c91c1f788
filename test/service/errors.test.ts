import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { inspect } from 'node:util';
import { operationNames, operations, type OperationName } from '../../src/contract/index.js';
import { createSandbox } from '../../src/sandbox/index.js';
import { createFinancingService, ServiceResponseError } from '../../src/service/index.js';
import { assertAbsent, rejection } from '../support/assertions.js';
import { samples, credentials } from '../support/samples.js';
import { createTestService, failToConnect, hang, type Respond } from '../support/service-stub.js';

async function errorFrom(operation: OperationName, respond: () => Response) {
  const { service } = createTestService(respond);
  return rejection(samples[operation].call(service), ServiceResponseError);
}

const refusal = (status: number, body: BodyInit | null, headers: HeadersInit = {}) => {
  return () => new Response(body, { status, headers });
};

for (const operation of operationNames) {
  describe(`An error of ${operation}()`, { concurrency: true }, () => {
    const errors = Object.entries(operations[operation].errors);
    for (const [condition, { status, message }] of errors) {
      const declared = `${status} ${message}`;
      it(`is a ServiceResponseError for ${condition}: ${declared}`, async () => {
        const error = await errorFrom(operation, () => Response.json({ message }, { status }));
        assert.equal(error.name, 'ServiceResponseError');
        assert.equal(error.operation, operation);
        assert.equal(`${error.status} ${error.message}`, declared);
        assert.equal(error.contractMessage, message);
        const alike = errors.filter(([, other]) => `${other.status} ${other.message}` === declared);
        assert.deepEqual(
          error.conditions,
          alike.map(([name]) => name),
        );
      });
    }

    it('has no condition for an undeclared status', async () => {
      const error = await errorFrom(operation, refusal(418, 'Bad credentials'));
      assert.equal(error.message, 'The service responded with status 418');
      assert.equal(error.contractMessage, undefined);
      assert.deepEqual(error.conditions, []);
    });
  });
}

describe('The message in an error body', () => {
  const message = 'Invalid phone number';
  const understood: Record<string, string> = {
    'message and code': JSON.stringify({ message, code: 'unprocessable' }),
    'code, message and description': JSON.stringify({ code: 'x', message, description: 'y' }),
    'only a description': JSON.stringify({ code: 'x', description: message }),
    'only an error': JSON.stringify({ status: 422, error: message }),
    'an empty message and an error': JSON.stringify({ message: '', error: message }),
    'a JSON string': JSON.stringify(message),
    'plain text': message,
    'plain text with a line break': `${message}\r\n`,
    'upper case': message.toUpperCase(),
    'a code': JSON.stringify({ code: 'INVALID_PHONE_NUMBER', message: 'Call us' }),
    'text with more words': `${message}: too short`,
    'text with an angle bracket': `${message}: <10 digits`,
    'a byte order mark': `\ufeff${JSON.stringify({ message })}`,
  };
  for (const [shape, body] of Object.entries(understood)) {
    it(`is found in ${shape}`, async () => {
      const error = await errorFrom('createPayOverTimeLink', refusal(422, body));
      assert.equal(error.message, message);
      assert.equal(error.contractMessage, message);
      assert.deepEqual(error.conditions, ['invalidPhoneNumber']);
    });
  }

  const sentinel = 'upstream-words';
  for (const body of [null, '', ' \r\n']) {
    it(`can be missing, so that only the status counts: ${JSON.stringify(body)}`, async () => {
      const error = await errorFrom('createPayOverTimeLink', refusal(422, body));
      assert.equal(error.contractMessage, undefined);
      assert.deepEqual(error.conditions, ['invalidPhoneNumber', 'invalidEmail']);
    });
  }

  const silent: Record<string, BodyInit | null> = {
    'a gateway without a route': '{"message":"no Route matched with those values"}',
    'HTML': `\n <!doctype html><h1>${sentinel}</h1><p>Not a valid US phone number</p>`,
    'other words': JSON.stringify({ message: `${sentinel} at 10.0.0.1, not in PR` }),
    'a message of another status': JSON.stringify({ message: 'Location does not exist' }),
    'a message that is an object': JSON.stringify({ message: { text: message }, error: 42 }),
    'JSON null': 'null',
    'a JSON number': '42',
    'a JSON array': JSON.stringify([message]),
    'JSON cut short': `{"message":"${message}`,
    'invalid UTF-8': new Uint8Array([0xff, 0xfe, 0x00]),
    'five megabytes': `${message}${' '.repeat(5 * 1024 * 1024)}`,
    'a deep nest': '['.repeat(100_000),
  }; // oxfmt-ignore
  for (const [shape, body] of Object.entries(silent)) {
    it(`has no condition in ${shape}`, async () => {
      const error = await errorFrom('createPayOverTimeLink', refusal(422, body));
      assert.equal(error.message, 'The service responded with status 422');
      assert.equal(error.contractMessage, undefined);
      assert.deepEqual(error.conditions, []);
      assert.doesNotMatch(JSON.stringify(error), new RegExp(sentinel));
    });
  }

  it("isn't awaited if the body breaks off", async () => {
    const broken = new ReadableStream({ start: (body) => body.error(new Error('gone')) });
    const error = await errorFrom('createPayOverTimeLink', refusal(404, broken));
    assert.deepEqual(error.conditions, []);
  });
});

describe('The unsupported states of an error', () => {
  const cases: [message: string, states: string[], conditions: string[]][] = [
    ['Unprocessable Entity', [], ['verticalNotSupported', 'stateNotSupported']],
    ['Unprocessable Entity: AS, PR', ['AS', 'PR'], ['stateNotSupported']],
    ['State not supported: [WV]', ['WV'], ['stateNotSupported']],
    ['Unprocessable Entity: PR, GU and PR', ['PR', 'GU'], ['stateNotSupported']],
    ['Not in PR or GU', ['PR', 'GU'], ['stateNotSupported']],
    ['Unprocessable Entity: no XX, no ab', [], ['verticalNotSupported', 'stateNotSupported']],
    ['Unprocessable Entity: vertical not supported', [], ['verticalNotSupported']],
    ['Vertical not supported in WV', [], ['verticalNotSupported']],
    ['State not supported', [], ['stateNotSupported']],
  ];
  for (const [message, states, conditions] of cases) {
    it(`of "${message}" are [${states.join(' ')}]`, async () => {
      const error = await errorFrom('addMerchantLocation', refusal(422, message));
      assert.deepEqual(error.states, states);
      assert.deepEqual(error.conditions, conditions);
    });
  }
});

describe('The Retry-After of an error', () => {
  const retryAfterOf = async (header: string) => {
    const headers = { 'retry-after': header };
    return (await errorFrom('createPrequalLink', refusal(429, null, headers))).retryAfterSeconds;
  };
  const cases: [header: string, seconds: number][] = [
    ['2', 2],
    ['0', 0],
    ['1000000000', 1e9],
    ['Fri, 20 Nov 2026 12:00:30 GMT', 30],
    ['Fri, 20 Nov 2026 11:59:30 GMT', 0],
  ];
  for (const [header, seconds] of cases) {
    it(`is ${seconds} s at noon for "${header}"`, async (t) => {
      t.mock.timers.enable({ apis: ['Date'], now: Date.UTC(2026, 10, 20, 12) });
      assert.equal(await retryAfterOf(header), seconds);
    });
  }

  it('is undefined for other text, and without the header', async () => {
    for (const header of ['abc', '', '1e9', '2 s']) {
      assert.equal(await retryAfterOf(header), undefined);
    }
    const error = await errorFrom('createPrequalLink', refusal(429, null));
    assert.equal(error.retryAfterSeconds, undefined);
  });
});

describe('An error of the sandbox', () => {
  const options = { svcKey: 'sandbox-multi-key', baseUrl: 'https://service.example' };

  it('has the reason in its message if several conditions share a message', async () => {
    const service = createFinancingService({ ...options, fetch: createSandbox().fetch });
    const items = [{ id: 'sofa', totalAmount: 1299 }];
    const error = await rejection(service.estimatePayments(items), ServiceResponseError);
    const reason = 'Location is required for a multiple-vertical alliance and was not given';
    assert.equal(error.message, `LocationNotFound (sandbox: ${reason})`);
    assert.equal(error.sandboxReason, reason);
    assert.equal(error.contractMessage, 'LocationNotFound');
  });

  it('names fields, but never their values', async () => {
    const service = createFinancingService({ ...options, fetch: createSandbox().fetch });
    const personal = ['555-secret', 'ada-secret', '1815-secret', 'lane-secret'] as const;
    const [phoneNumber, email, dateOfBirth, address] = personal;
    const customerDetails = { email, dateOfBirth, addressDetails: { address, city: 7 as never } };
    const error = await rejection(
      service.createPayOverTimeLink({
        location: 'main-street',
        transactionId: 'order-4711',
        amount: 'x' as never,
        phoneNumber,
        customerDetails,
      }),
      ServiceResponseError,
    );
    assert.match(error.message, /amount: .*customerDetails\.dateOfBirth: .*addressDetails\.city/);
    assertAbsent(inspect(error, { depth: Infinity, showHidden: true }), ...personal);
  });
});

/** Returns everything that an error shows to a log, a serializer, or a debugger. */
function everythingIn(error: unknown): string {
  return [
    inspect(error, { depth: Infinity, showHidden: true, getters: true }),
    JSON.stringify(error),
    (error as Error).stack,
    String((error as Error).cause),
  ].join('\n');
}

const echo: Respond = ({ headers }) =>
  new Response(`Bad credentials: ${headers.get('svc-key')} ${headers.get('svc-secret')}`, {
    status: 403,
    headers: { 'x-echo': headers.get('svc-key') ?? '' },
  });
const echoInFields: Respond = ({ headers }) => {
  const key = headers.get('svc-key') ?? '';
  return Response.json({ url: [key], status: { [key]: key }, creationDate: key, [key]: 1 });
};
const leak: Respond = ({ headers }) => {
  // Like undici for an invalid header.
  throw new TypeError(`invalid header value ${headers.get('svc-key')}`);
};

const faults: Record<string, Respond> = {
  'rejects the connection': failToConnect('ECONNREFUSED'),
  'resets the connection': failToConnect('ECONNRESET'),
  hangs: hang,
  'echoes the credentials in an error': echo,
  'echoes the credentials with success': async (call) => new Response((await echo(call)).body),
  'echoes the credentials in fields that break the contract': echoInFields,
  'is reached by a transport that puts headers into its errors': leak,
};

for (const operation of operationNames) {
  describe(`An error of ${operation}()`, { concurrency: true }, () => {
    for (const [fault, respond] of Object.entries(faults)) {
      it(`has no credentials, host, or address if the service ${fault}`, async () => {
        const limits = { timeout: 300, linkTimeout: 50 };
        const { service } = createTestService(respond, limits);
        const error: unknown = await samples[operation].call(service).then(
          () => assert.fail('It was fulfilled'),
          (reason: unknown) => reason,
        );
        const shown = everythingIn(error);
        assert.match(shown, new RegExp(operation));
        assertAbsent(shown, ...Object.values(credentials), 'service.example', '10.1.2.3');
      });
    }
  });
}
