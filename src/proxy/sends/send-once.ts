/**
 * Sends: a link or a location is created once per key, and the shopper never gets two text messages for one request.
 *
 * A key belongs to one operation and location for 24 h. It is claimed in the store before the service is called, and
 * holds the outcome afterwards: the same key with the same body gets the same outcome without a call. If there's a claim
 * without an outcome, because its replica crashed, the outcome is unknown, and the request is never sent again. A second
 * claim, for 60 s, rejects another key that would text the same phone about the same purchase.
 *
 * The store gets keyed hashes of keys, bodies, and phone numbers, because a plain hash of a phone number could be guessed. It
 * also gets outcomes with their links, so protect the store like the links themselves.
 */
import { dayMs } from '../../internal/durations.js';
import type { OperationName } from '../../contract/index.js';
import type { KeyedHash } from '../../internal/crypto.js';
import type { Limits } from '../limits/limits.js';
import {
  FinancingServiceError,
  ServiceResponseError,
  ServiceUnreachableError,
} from '../../service/index.js';
import { ProblemError, problemRow, toServiceProblem } from '../problems.js';
import { repeatWrite } from '../repeated-write.js';
import type { Report } from '../report.js';
import { createSendClaims, type SendClaims } from './send-claims.js';
import { bodyHashOf, sendKeyOf, textKeyOf } from './send-keys.js';
import { readRecord, writeRecord } from './send-records.js';
import type { Store } from '../store.js';
import type { Sender } from '../limits/text-limits.js';

/** The time in ms during which a second text message about the same purchase is rejected. */
const duplicateWindowMs = 60_000;

/** The time that a replica has to store the outcome after the deadline of its call, in ms. */
const graceMs = 5_000;

/** A link or a location to create, after all checks of the request. */
export interface SendRequest<Created> {
  readonly operation: OperationName;
  /** The header `Idempotency-Key`. */
  readonly key: string | null;
  /** The body as a JSON value. The order of its fields doesn't matter. */
  readonly body: { readonly location: string };
  /** The phone number that gets a text message, in canonical form. Undefined if none is sent. */
  readonly smsRecipient: string | undefined;
  readonly sender: Sender;
  /** The `transactionId` or `referral`. */
  readonly reference?: string | undefined;
  /** Calls the service. Resolves with a JSON value. */
  call(): Promise<Created>;
  /** Checks a value that `call` resolved with earlier, in this version or another. Throws for any other value. */
  readStored(value: unknown): Created;
}

/**
 * Makes the call once per `Idempotency-Key`. Without a key, which only a text message requires, it makes the call each time.
 * Throws 400 `idempotency-key-required`, 422 `idempotency-key-reused`, 409 `in-progress` or `duplicate-send`, 429
 * `sms-limit`, 503 `store-unavailable`, 504 `outcome-unknown`, and the problems of the call.
 */
export type SendOnce = <Created>(send: SendRequest<Created>) => Promise<Created>;

/** The options of `createSendOnce`. */
interface SendOptions {
  readonly store: Store;
  readonly limits: Pick<Limits, 'countText' | 'uncountText'>;
  readonly hash: KeyedHash;
  /** The time within which a call always ends, in ms. */
  readonly callTimeoutMs: number;
  /** True if links without a text message may be created while the store is unavailable. */
  readonly linksWithoutStore?: boolean | undefined;
  readonly report: Pick<Report, 'observe'>;
}

/** The options, and the claims of this process. */
interface Context extends SendOptions {
  readonly claims: SendClaims;
}

/** Creates the function that sends once, on a store that replicas can share. */
export function createSendOnce(options: SendOptions): SendOnce {
  const { observe } = options.report;
  const claims = createSendClaims(options.store, options.callTimeoutMs + graceMs);
  const context: Context = { ...options, claims };

  return async (send) => {
    if (send.smsRecipient === undefined) return sendOnce(context, send);
    let isCalled = false;
    const call = () => {
      isCalled = true;
      return send.call();
    };
    try {
      const created = await sendOnce(context, { ...send, call });
      observe({ type: 'text', outcome: isCalled ? 'sent' : 'repeated' });
      return created;
    } catch (error) {
      const reason = error instanceof ProblemError ? error.code : undefined;
      const mayHaveTexted = reason !== undefined && problemRow(reason).mayHaveTexted === true;
      const outcome = mayHaveTexted ? (isCalled ? 'unknown' : 'repeated') : 'refused';
      observe({ type: 'text', outcome, reason });
      throw error;
    }
  };
}

async function sendOnce<Created>(context: Context, send: SendRequest<Created>): Promise<Created> {
  const key = checkKey(send.key);
  if (key !== undefined) return sendWithKey(context, send, key);
  if (send.smsRecipient !== undefined) throw new ProblemError('idempotency-key-required');
  return send.call();
}

/**
 * Returns the key of an `Idempotency-Key` header. Throws 400 `invalid-request` unless it is 16 to 128 visible ASCII
 * characters.
 */
function checkKey(header: string | null): string | undefined {
  if (header === null) return undefined;
  if (/^[\x21-\x7e]{16,128}$/.test(header)) return header;
  const detail = 'An Idempotency-Key has 16 to 128 visible ASCII characters.';
  throw new ProblemError('invalid-request', { detail });
}

/** A claimed key: where the store has it, and the hash of the body that it's for. */
interface ClaimedKey {
  readonly key: string;
  readonly record: { readonly body: string; readonly startedAt: number };
  /** The value stored with the claims: the record without an outcome. */
  readonly value: string;
}

async function sendWithKey<Created>(
  context: Context,
  send: SendRequest<Created>,
  idempotencyKey: string,
): Promise<Created> {
  const { hash, claims } = context;
  const { operation, body } = send;
  const key = await sendKeyOf(hash, operation, body.location, idempotencyKey);
  const record = { body: await bodyHashOf(hash, body), startedAt: Date.now() };
  const claimed = { key, record, value: writeRecord(record) };
  let isClaimed: boolean;
  try {
    isClaimed = await claims.claim(key, claimed.value, dayMs);
  } catch (error) {
    // The store is unavailable. Only its caller gets a link without a text message, so a second link does little harm.
    if (isPossibleWithoutStore(context, send)) return sendInProcess(context, send, claimed);
    throw error;
  }
  return isClaimed ? sendClaimed(context, send, claimed) : replay(context, send, claimed);
}

function isPossibleWithoutStore(
  { linksWithoutStore }: Context,
  send: SendRequest<unknown>,
): boolean {
  const { smsRecipient, operation } = send;
  return (
    linksWithoutStore === true && smsRecipient === undefined && operation !== 'addMerchantLocation'
  );
}

/** Sends without the store. Only one request at a time has the key in this process, but a later one creates another link. */
async function sendInProcess<Created>(
  { claims }: Context,
  { call }: SendRequest<Created>,
  { key, value }: ClaimedKey,
): Promise<Created> {
  if (!(await claims.claimInProcess(key, value))) throw inProgress();
  try {
    return await call();
  } finally {
    await claims.endInProcess([key], value);
  }
}

/** Gives the outcome of an earlier request with the same key. */
async function replay<Created>(
  { store, claims, callTimeoutMs }: Context,
  { readStored }: SendRequest<Created>,
  { key, record }: ClaimedKey,
): Promise<Created> {
  const text = await store.get(key);
  // The claim was released in the meantime, so the next attempt can have it.
  if (text === undefined) throw inProgress();
  const stored = readRecord(text);
  if (!stored) throw new ProblemError('outcome-unknown');
  if (stored.body !== record.body) throw new ProblemError('idempotency-key-reused');
  const { outcome, startedAt } = stored;
  if (!outcome) {
    // Another replica's clock can be ahead, so a call can seem to start in the future.
    const isRecent = Math.abs(Date.now() - startedAt) <= callTimeoutMs + graceMs;
    if (isRecent || (await claims.isRunning(key))) throw inProgress();
    throw new ProblemError('outcome-unknown');
  }
  if ('problem' in outcome) throw outcome.problem;
  try {
    return readStored(outcome.created);
  } catch {
    throw new ProblemError('outcome-unknown');
  }
}

/** Sends with a claimed key, and stores the outcome. */
async function sendClaimed<Created>(
  context: Context,
  send: SendRequest<Created>,
  { key, record, value }: ClaimedKey,
): Promise<Created> {
  const { store, claims } = context;
  const textKeys: string[] = [];
  let result: CallResult<Created>;
  try {
    if (send.smsRecipient !== undefined) textKeys.push(await claimText(context, send, value));
    result = await callWithinLimits(context, send);
    const outcome = 'problem' in result ? { problem: result.problem } : result;
    const write = () => store.set(key, writeRecord({ ...record, outcome }), dayMs);
    // If the store fails, the caller still gets the outcome at once, and the claim stays. Without the outcome, the same key would
    // get `outcome-unknown`, or send again if the store has lost the claim, too.
    await write().catch(() => void repeatWrite(write));
  } catch (error) {
    const keys = [key, ...textKeys];
    // A problem means that nothing was sent. After any other error, the outcome is unknown, so the claims in the store stay.
    if (error instanceof ProblemError) await claims.release(keys, value);
    else await claims.endInProcess(keys, value);
    throw error;
  }
  // A rejected text message was not sent, so a corrected request, which has another key, isn't a duplicate.
  const isRejected = 'problem' in result && !result.mayHaveTexted;
  if (isRejected) await claims.release(textKeys, value);
  await claims.endInProcess(isRejected ? [key] : [key, ...textKeys], value);
  if ('problem' in result) throw result.problem;
  return result.created;
}

/** The outcome of a call. `mayHaveTexted`: a text message may have been sent despite the problem. */
type CallResult<Created> =
  | { readonly created: Created }
  | { readonly problem: ProblemError; readonly mayHaveTexted: boolean };

/**
 * Counts the text message, if any, and calls the service. Resolves with the outcome to store. Rejects with a `ProblemError` if
 * nothing was sent, so the key can be used again, and with any other error if the outcome is unknown.
 */
async function callWithinLimits<Created>(
  { limits }: Context,
  { call, smsRecipient, sender }: SendRequest<Created>,
): Promise<CallResult<Created>> {
  if (smsRecipient !== undefined) await limits.countText(smsRecipient, sender);
  try {
    return { created: await call() };
  } catch (error) {
    const problem = toServiceProblem(error);
    if (!(problem instanceof ProblemError)) throw problem;
    // Text messages that were not sent must not use up the limits of others.
    const mayHaveTexted = hasReachedService(error) && !isRefusal(error);
    if (smsRecipient !== undefined && !mayHaveTexted) {
      await limits.uncountText(smsRecipient, sender);
    }
    if (!hasReachedService(error)) throw problem;
    return { problem, mayHaveTexted };
  }
}

function hasReachedService(error: unknown): boolean {
  return error instanceof FinancingServiceError && !(error instanceof ServiceUnreachableError);
}

/** True for a refusal that the contract lists, after which the service has sent no text message. */
function isRefusal(error: unknown): boolean {
  return error instanceof ServiceResponseError && error.status < 500 && error.conditions.length > 0;
}

/** Claims a text message about a purchase, and returns the key of the claim. Throws 409 `duplicate-send`. */
async function claimText(
  { hash, claims }: Context,
  { operation, body: { location }, reference, smsRecipient }: SendRequest<unknown>,
  value: string,
): Promise<string> {
  const key = await textKeyOf(hash, operation, location, reference, smsRecipient);
  if (!(await claims.claim(key, value, duplicateWindowMs))) {
    throw new ProblemError('duplicate-send');
  }
  return key;
}

function inProgress(): ProblemError {
  return new ProblemError('in-progress', { retryAfterSeconds: 1 });
}
