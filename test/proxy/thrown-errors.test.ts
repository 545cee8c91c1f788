/** Log entries about errors that hooks throw. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { OperationName } from '../../src/contract/index.js';
import { describeError } from '../../src/proxy/report.js';
import type { FinancingProxyOptions } from '../../src/proxy/index.js';
import {
  createTestProxy,
  createTestWebhooks,
  purchased,
  type Logged,
} from '../support/test-proxy.js';
import { pluck } from '../support/assertions.js';

const fail = () => {
  throw new TypeError('jane@example.com');
};

const errorsIn = (log: readonly Logged[]) => log.filter(({ level }) => level === 'error');

describe('A hook that throws', () => {
  const hooks: Record<string, [OperationName, Partial<FinancingProxyOptions>]> = {
    verifyHuman: ['createPayOverTimeLink', { verifyHuman: fail }],
    resolvePurchase: ['createPayOverTimeLink', { resolvePurchase: fail, trustPageAmount: false }],
    authorize: ['getMerchantStatus', { authorize: fail, adminToken: undefined }],
  };
  for (const [hook, [operation, options]] of Object.entries(hooks)) {
    it(`is logged once in 50 requests: ${hook}`, async () => {
      const { send, log } = createTestProxy({ rateLimit: 1_000, ...options });
      for (let count = 0; count < 50; count += 1) await send(operation);
      assert.deepEqual(pluck(errorsIn(log), 'event', 'errorName'), [
        ['unexpected-error', 'TypeError'],
      ]);
    });
  }

  for (const [what, onEvent] of [
    ['throws', fail],
    ['returns 500', () => ({ status: 500 })],
  ] as const) {
    it(`is logged once in 50 events: onEvent that ${what}`, async () => {
      const { deliver, log } = createTestWebhooks({ webhooks: { onEvent } });
      for (let count = 0; count < 50; count += 1) {
        await deliver({ ...purchased, payload: { count } });
      }
      assert.deepEqual(pluck(errorsIn(log), 'event'), ['webhook-failure']);
    });
  }
});

describe('The name of an error in the log', () => {
  const personal = ['jane@example.com', 'Jane Doe', '+14155552671', '4155552671', 'secret-token'];
  const odd = [
    '',
    `A${'a'.repeat(64)}`,
    'TypeError\n{"level":60}',
    { toString: () => 'TypeError' },
    undefined,
  ];
  const names: (readonly [name: unknown, logged: string])[] = [
    ...['TypeError', 'ERR_HTTP2'].map((name) => [name, name] as const),
    ...[...personal, ...odd].map((name) => [name, 'Error'] as const),
  ];
  for (const [name, logged] of names) {
    it(`is ${logged} for ${JSON.stringify(name)?.slice(0, 40)}`, () => {
      const error = Object.defineProperty(new Error('message'), 'name', { value: name });
      assert.equal(describeError(error).errorName, logged);
    });
  }

  it("is Error if it can't be read", () => {
    const error = Object.defineProperty(new Error('message'), 'name', { get: fail });
    assert.deepEqual(describeError(error), { errorName: 'Error' });
  });
});

describe('The stack of an error in the log', () => {
  it('has only lines with a source location', () => {
    const error = new Error('message');
    error.stack = [
      'Error: at 4155552671',
      '    at handle (/app/server.js:10:15)',
      '    at async file:///app/server.mjs:3:1',
      '    at new Shop (C:\\app\\server.js:1:2)',
      '    at Array.map (<anonymous>)',
      '    at jane@example.com',
      '    at home: +1 415 555 2671',
      '    Jane at handle (/app/server.js:10:5)',
      '    at Jane.map (<anonymous>) Doe',
      '    at server.js:10:5',
    ].join('\n');
    assert.deepEqual(describeError(error).stack, [
      'at handle (/app/server.js:10:15)',
      'at async file:///app/server.mjs:3:1',
      'at new Shop (C:\\app\\server.js:1:2)',
      'at Array.map (<anonymous>)',
    ]);
  });

  it('omits a message that looks like a stack', () => {
    const error = new Error('no\n    at jane (/home/jane.js:1:1)');
    error.stack = `${String(error)}\n    at handle (/app/server.js:10:5)`;
    assert.deepEqual(describeError(error).stack, ['at handle (/app/server.js:10:5)']);
  });

  it("is missing if the thrown value isn't an error, or has no stack", () => {
    assert.deepEqual(describeError('jane'), { errorName: 'string' });
    assert.deepEqual(describeError(null), { errorName: 'object' });
    const error = Object.assign(new TypeError('jane'), { stack: undefined });
    assert.deepEqual(describeError(error), { errorName: 'TypeError', stack: [] });
  });
});
