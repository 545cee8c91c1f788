import assert from 'node:assert/strict';
import { operations, type DeclaredError } from '../../src/contract/index.js';
import { toRequest, type Send } from './requests.js';

/** Something that claims to answer the contract: the service, the sandbox, or a proxy before one of them. */
export interface ConformanceTarget {
  /** In front of the contract's paths, with no slash at its end. */
  readonly baseUrl: string;
  fetch(this: void, request: Request): Promise<Response>;
  /** Reads what the service said out of an error answer, however the target wraps it. */
  readError(response: Response): Promise<{ status: number; message: string }>;
  /** Asks a control of the sandbox behind the target, as in `control('DELETE', '/sandbox')`. */
  control(method: string, path: string): Promise<Response>;
  /** What cannot be tried on this target, each with the reason why. */
  readonly lacks: Partial<Record<Capability, string>>;
}

/** What some tests ask of a target. */
export type Capability =
  /** The caller's own credentials reach the service. */
  | 'own-credentials'
  /** Input that breaks the schemas reaches the service. */
  | 'malformed-input'
  /** Phone numbers and email addresses reach the service unchecked. */
  | 'invalid-contacts'
  /** A vertical beyond the 14 reaches the service. */
  | 'unknown-vertical'
  /** A state in which the service takes no merchants reaches it. */
  | 'unsupported-state'
  /** Several items of one estimation may carry the same id. */
  | 'duplicate-ids'
  /** It lets this caller text people. */
  | 'send-sms'
  /** `sendSMS` left out stays left out. */
  | 'omitted-send-sms';

/** Declares a test, unless the target lacks what it needs. */
export type Test = (sentence: string, body: () => Promise<void>, needs?: Capability) => void;

/** Sends a request, and fails on an error that its operation does not declare. */
export async function exchange(target: ConformanceTarget, send: Send): Promise<Response> {
  const response = await target.fetch(toRequest(target.baseUrl, send));
  if (!response.ok) {
    const seen = await target.readError(response.clone());
    const declared = Object.values<DeclaredError>(operations[send.operation].errors);
    assert.ok(
      declared.some((error) => matches(seen, error)),
      `${send.operation} declares no ${seen.status} ${seen.message}`,
    );
  }
  return response;
}

/** Sends a request that must succeed, and gives the body. */
export async function succeed(target: ConformanceTarget, send: Send): Promise<unknown> {
  const response = await exchange(target, send);
  assert.ok(response.ok, `${send.operation} answers ${response.status}`);
  return response.json();
}

/** True when an error as read is the declared one; the states that a message goes on to list are free. */
export function matches(
  seen: { status: number; message: string },
  { status, message, listsStates }: DeclaredError,
): boolean {
  const sameMessage = listsStates ? seen.message.startsWith(message) : seen.message === message;
  return seen.status === status && sameMessage;
}
