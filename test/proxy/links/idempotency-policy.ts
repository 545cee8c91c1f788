import assert from 'node:assert/strict';
import { createIdempotency, type IdempotentRequest } from '../../../src/proxy/sends.js';
import { ProblemError, type ProblemCode } from '../../../src/proxy/problems.js';
import { createMemoryStore, type Store } from '../../../src/proxy/index.js';
import { rejection } from '../../support/assertions.js';

/** Keys the hashes. */
export const secret = 'secret-9e77b2f4';
/** In ms. */
export const hour = 60 * 60_000;
/** Who is texted. */
export const phone = '+14155552671';

/** A send: it sends a text about a purchase. */
export const send: IdempotentRequest = {
  key: 'key-4f1c-4f1c-4f1c',
  operation: 'createPayOverTimeLink',
  location: 'main-street',
  body: { location: 'main-street', amount: 1299, phoneNumber: phone },
  smsRecipient: phone,
  reference: 'order-1',
};
/** For a second request. */
export const otherKey = 'key-7a2b-7a2b-7a2b';

/** A link that sends no text. */
export const link: IdempotentRequest = { ...send, smsRecipient: undefined };

/** An outcome of a call. */
export interface Answer {
  readonly status: number;
  readonly body: string;
}

/** How calls end. */
export const made: Answer = { status: 200, body: '{"url":"https://apply.example/1"}' };
export const refused: Answer = { status: 422, body: '{"code":"invalid-email"}' };

/** The policy on a store in memory, with a clock, and calls that are counted. */
export function createTestPolicy(changes: Partial<Store> = {}) {
  const clock = { time: 1_000_000 };
  const now = () => clock.time;
  const store: Store = { ...createMemoryStore({ now }), ...changes };
  const calls: IdempotentRequest[] = [];
  const replica = () => createIdempotency(store, { secret, deadline: 10_000, now });
  const idempotency = replica();
  return {
    clock,
    store,
    calls,
    replica,
    run(
      request: IdempotentRequest,
      call: () => Promise<Answer> = async () => made,
      on = idempotency,
    ) {
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

/** A call that a test ends. */
export function createOpenCall() {
  let end: (answer: Answer) => void = () => undefined;
  const answer = new Promise<Answer>((resolve) => (end = resolve));
  let begin: () => void = () => undefined;
  const begun = new Promise<void>((resolve) => (begin = resolve));
  return {
    begun,
    end,
    call() {
      begin();
      return answer;
    },
  };
}
