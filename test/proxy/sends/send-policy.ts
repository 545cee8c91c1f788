import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { createKeyedHash } from '../../../src/internal/crypto.js';
import { createMemoryStore, type Store } from '../../../src/proxy/index.js';
import { ProblemError, type ProblemCode } from '../../../src/proxy/problems.js';
import { createSendOnce, type SendRequest } from '../../../src/proxy/sends/send-once.js';
import { guardStore } from '../../../src/proxy/store.js';
import { ServiceResponseError } from '../../../src/service/index.js';
import { rejection } from '../../support/assertions.js';

export const secret = 'secret-9e77b2f4';
export const hour = 60 * 60_000;
export const phone = '+14155552671';

export interface Request extends Omit<SendRequest<Created>, 'call' | 'readStored' | 'body'> {
  readonly body: { readonly location: string; readonly [field: string]: unknown };
}

export interface Created {
  readonly url: string;
}

export const send = {
  key: 'key-4f1c-4f1c-4f1c',
  operation: 'createPayOverTimeLink',
  body: { location: 'main-street', amount: 1299, phoneNumber: phone },
  smsRecipient: phone,
  sender: { kind: 'shopper', address: '203.0.113.9' },
  reference: 'order-1',
} as const satisfies Request;
export const otherKey = 'key-7a2b-7a2b-7a2b';

/** A request for a link without a text message. */
export const link: Request = { ...send, smsRecipient: undefined };

/** The outcomes of calls. */
export const made: Created = { url: 'https://apply.example/1' };
export const refusal = new ServiceResponseError('createPayOverTimeLink', {
  status: 422,
  contractMessage: undefined,
  conditions: ['invalidEmail'],
  states: [],
  retryAfterSeconds: undefined,
});

/** Creates a replica with a store, and records the counts of text messages. */
export function createReplica(
  store: Store,
  { callTimeoutMs = 10_000, secret: used = secret, linksWithoutStore = false } = {},
) {
  const counts: string[] = [];
  const sendOnce = createSendOnce({
    store: guardStore(store, { observe() {}, recordSuccess() {} }),
    limits: {
      countText: async (number) => void counts.push(`count ${number}`),
      uncountText: async (number) => void counts.push(`uncount ${number}`),
    },
    hash: createKeyedHash(used),
    callTimeoutMs,
    linksWithoutStore,
    report: { observe() {} },
  });
  const run = (request: Request, call: () => Promise<Created> = async () => made) =>
    sendOnce({ ...request, call, readStored: (value) => value as Created });
  return { counts, run };
}

/** Creates a replica with a memory store and a mocked clock, and records its calls. */
export function createTestPolicy(t: TestContext, changes: Partial<Store> = {}) {
  const clock = { time: 1_000_000 };
  t.mock.method(performance, 'now', () => clock.time);
  t.mock.method(Date, 'now', () => clock.time);
  const store: Store = { ...createMemoryStore(), ...changes };
  const calls: Request[] = [];
  const replica = createReplica(store);
  return {
    clock,
    store,
    calls,
    counts: replica.counts,
    run(request: Request, call: () => Promise<Created> = async () => made, on = replica) {
      return on.run(request, () => {
        calls.push(request);
        return call();
      });
    },
  };
}

/** Asserts that a promise rejects with a problem of this code, and returns it. */
export async function assertProblem(
  promise: Promise<unknown>,
  code: ProblemCode,
): Promise<ProblemError> {
  const problem = await rejection(promise, ProblemError);
  assert.equal(problem.code, code);
  assert.match(problem.detail, /^[A-Z].*\.$/);
  return problem;
}

/** Creates a call that a test ends. */
export function createOpenCall() {
  let end: (created: Created) => void = () => undefined;
  const response = new Promise<Created>((resolve) => (end = resolve));
  let begin: () => void = () => undefined;
  const begun = new Promise<void>((resolve) => (begin = resolve));
  return {
    begun,
    end,
    call() {
      begin();
      return response;
    },
  };
}
