/** The gate before the service, with an idempotency that calls each time and limits that only count. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ProblemError } from '../../../src/proxy/problems.js';
import { createIdempotentSend, type Send } from '../../../src/proxy/sends.js';
import { ServiceResponseError, ServiceUnreachableError } from '../../../src/service/index.js';
import { rejection } from '../../support/assertions.js';
import { phone } from './idempotency-policy.js';

const operation = 'createPayOverTimeLink';
const send: Send = {
  request: new Request('https://shop.example/', {
    headers: { 'idempotency-key': 'key-of-one-click' },
  }),
  operation,
  body: { location: 'main-street' },
  smsRecipient: phone,
};
const link: Send = { ...send, smsRecipient: undefined };

function createGate() {
  const counted: string[] = [];
  let stored: unknown;
  const idempotentSend = createIdempotentSend(
    {
      async run(_request, call) {
        const outcome = await call();
        stored = outcome;
        return outcome;
      },
    },
    {
      count: async (number) => void counted.push(`count ${number}`),
      uncount: async (number) => void counted.push(`uncount ${number}`),
    },
  );
  return { idempotentSend, counted, stored: () => stored };
}

const fail = (error: Error) => () => Promise.reject(error);

describe('A send that never reached the service', () => {
  const unreachable = new ServiceUnreachableError(operation, 'ECONNREFUSED');

  it('takes nothing from the limits of texts', async () => {
    const { idempotentSend, counted } = createGate();
    const problem = await rejection(idempotentSend(send, fail(unreachable)), ProblemError);
    assert.equal(problem.code, 'service-unreachable');
    assert.deepEqual(counted, [`count ${phone}`, `uncount ${phone}`]);
  });

  it('leaves the limits alone when it would send no text', async () => {
    const { idempotentSend, counted } = createGate();
    await rejection(idempotentSend(link, fail(unreachable)), ProblemError);
    assert.deepEqual(counted, []);
  });
});

describe('A send that ends with a defect', () => {
  it('stays counted, and rejects with the defect', async () => {
    const { idempotentSend, counted } = createGate();
    const defect = new TypeError('A defect');
    assert.equal(await rejection(idempotentSend(send, fail(defect)), TypeError), defect);
    assert.deepEqual(counted, [`count ${phone}`]);
  });
});

describe('A send that the service refused', () => {
  const refusal = new ServiceResponseError(operation, {
    status: 422,
    contractMessage: undefined,
    conditions: ['invalidEmail'],
    states: [],
    retryAfterSeconds: undefined,
  });

  it('rejects the first time with its cause, which is for the log, and stores none', async () => {
    const { idempotentSend, counted, stored } = createGate();
    const problem = await rejection(idempotentSend(send, fail(refusal)), ProblemError);
    assert.deepEqual([problem.code, problem.cause], ['invalid-email', refusal]);
    assert.deepEqual(counted, [`count ${phone}`]);
    assert.deepEqual(stored(), {
      problem: {
        code: 'invalid-email',
        detail: 'The service does not accept this email address.',
        extras: { status: 422, service: { status: 422 } },
      },
    });
  });
});
