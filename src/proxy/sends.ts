/**
 * Sends: a link or a location is created once for each key, and the shopper never gets two texts for one request.
 *
 * A key belongs to one operation and location for 24 h. It is claimed in the store before the service is called, and
 * holds the outcome afterwards: the same key with the same body gets the same outcome without a call. A claim without an
 * outcome (its replica died) means that the outcome is unknown; such a request is never sent again. A second claim, for
 * 60 s, refuses another key that would text the same phone about the same purchase.
 *
 * The store gets keyed hashes of keys, bodies and phone numbers: a plain hash of a phone number could be guessed. It
 * also gets outcomes, with their links, which a replay needs; treat the store like the links. The format of its values is
 * shared by all versions that run side by side.
 */
import * as z from 'zod';
import type { OperationName } from '../contract/index.js';
import type { KeyedHash } from '../internal/crypto.js';
import { tryParseJson } from '../internal/json.js';
import {
  FinancingServiceError,
  ServiceResponseError,
  ServiceUnreachableError,
} from '../service/index.js';
import type { Limits } from './limits.js';
import { ProblemError, problemCodes, problemRow, titles, toServiceProblem } from './problems.js';
import type { Report } from './report.js';
import { createMemoryStore, type Store } from './store.js';

const day = 24 * 60 * 60_000;

/** Milliseconds for which a second text about the same purchase is refused. */
const duplicateGuard = 60_000;

/** Milliseconds that a replica has, after the deadline of its call, to store the outcome. */
const grace = 5_000;

/** A link or a location to create, which has passed all checks but the last. */
export interface Send<Created> {
  readonly operation: OperationName;
  /** The header `Idempotency-Key`. */
  readonly key: string | null;
  /** The body as a JSON value. The order of its fields does not matter. */
  readonly body: { readonly location: string };
  /** The phone number that gets a text, in canonical form; undefined when no text is sent. */
  readonly smsRecipient: string | undefined;
  /** The address that asks for it, as far as it is known; null for the integrator's staff. */
  readonly address: string | undefined | null;
  /** The `transactionId` or `referral`. */
  readonly reference?: string | undefined;
  /** Calls the service. Resolves with a JSON value. */
  call(): Promise<Created>;
  /** Checks a value that `call` resolved with earlier, in this version or another. Throws for any other. */
  readStored(value: unknown): Created;
}

/**
 * Makes the call once for each `Idempotency-Key`; without a key, which only a text requires, makes it each time. Throws 400
 * `idempotency-key-required`, 422 `idempotency-key-reused`, 409 `in-progress` or `duplicate-send`, 429 `sms-limit`, 503
 * `store-unavailable`, 504 `outcome-unknown`, and the problems of the call.
 */
export type SendOnce = <Created>(send: Send<Created>) => Promise<Created>;

/** A problem that the service led to, without its cause, which is for the log. */
const StoredProblemSchema = z.object({
  code: z.enum(problemCodes),
  detail: z.string(),
  extras: z.object({
    status: z.int().refine((status) => status in titles),
    service: z
      .object({
        status: z.int(),
        message: z.string().optional(),
        states: z.array(z.string()).optional(),
      })
      .optional(),
    retryAfterSeconds: z.number().optional(),
  }),
});

/** The value of a key in the store. Without an outcome, the call is running or its replica has died. */
const StoredSendSchema = z.object({
  /** The hash of the body. */
  body: z.string(),
  startedAt: z.number(),
  outcome: z
    .union([z.object({ problem: StoredProblemSchema }), z.object({ created: z.unknown() })])
    .optional(),
});

/** Creates the function that sends once, on a store that replicas can share. */
export function createSendOnce({
  store,
  limits,
  hash,
  deadline,
  linksWithoutStore,
  report: { observe },
}: {
  readonly store: Store;
  readonly limits: Pick<Limits, 'countText' | 'uncountText'>;
  readonly hash: KeyedHash;
  /** Milliseconds within which a call always ends. */
  readonly deadline: number;
  /** Whether links without a text go on while the store is away. */
  readonly linksWithoutStore?: boolean | undefined;
  readonly report: Pick<Report, 'observe'>;
}): SendOnce {
  // A second claim for as long as the call runs, since a store can lose the first: a full memory store, a restarted
  // Redis. It expires by itself, since some worker runtimes stop calls without running their `finally`.
  const running = createMemoryStore();

  /** JSON keeps the parts apart, whatever characters they contain. */
  const hashOf = (...parts: readonly unknown[]) => hash(JSON.stringify(parts, sortFields));

  async function claim(key: string, value: string, ttl: number): Promise<boolean> {
    return (await store.claim(key, value, ttl)) && running.claim(key, value, deadline + grace);
  }

  async function endRunning(claims: readonly string[], value: string): Promise<void> {
    await Promise.all(claims.map((key) => running.delete(key, value)));
  }

  /** Deletes claims of this value. One that cannot be deleted expires by itself, and sends nothing meanwhile. */
  async function release(claims: readonly string[], value: string): Promise<void> {
    // First, so that a request that gets the claim in the store also gets the one in `running`.
    await endRunning(claims, value);
    await Promise.allSettled(claims.map((key) => store.delete(key, value)));
  }

  async function replay<Created>(key: string, body: string, { readStored }: Send<Created>) {
    const value = await store.get(key);
    // Released since: the next attempt can claim it.
    if (value === undefined) throw inProgress();
    const stored = StoredSendSchema.safeParse(tryParseJson(value)).data;
    if (!stored) throw new ProblemError('outcome-unknown');
    if (stored.body !== body) throw new ProblemError('idempotency-key-reused');
    const { outcome, startedAt } = stored;
    if (!outcome) {
      const isRunning = Date.now() - startedAt <= deadline + grace;
      throw isRunning ? inProgress() : new ProblemError('outcome-unknown');
    }
    if ('problem' in outcome) throw toProblemError(outcome.problem);
    try {
      return readStored(outcome.created);
    } catch {
      throw new ProblemError('outcome-unknown');
    }
  }

  /** Calls the service, and resolves with what to store: an outcome, also that of a refusal or failure of the service. */
  async function callOnce<Created>({ call, smsRecipient, address }: Send<Created>) {
    if (smsRecipient !== undefined) await limits.countText(smsRecipient, address);
    try {
      return { created: await call() };
    } catch (error) {
      const problem = toServiceProblem(error);
      // After any other error the outcome is unknown, so the claims stay.
      if (!(problem instanceof ProblemError)) throw problem;
      // Texts that were not sent must not use up the limits of others.
      const isSent = hasReachedService(error) && !isRefusal(error);
      if (smsRecipient !== undefined && !isSent) await limits.uncountText(smsRecipient, address);
      // Nothing was sent, so the key can be used again.
      if (!hasReachedService(error)) throw problem;
      return { problem, isSent };
    }
  }

  /** Sends without the store. One request at a time has the key in this process, and a later one creates another link. */
  async function sendInProcess<Created>(
    { call }: Send<Created>,
    key: string,
    value: string,
  ): Promise<Created> {
    if (!(await running.claim(key, value, deadline + grace))) throw inProgress();
    try {
      return await call();
    } finally {
      await running.delete(key, value);
    }
  }

  async function sendWithKey<Created>(send: Send<Created>, key: string): Promise<Created> {
    const { operation, body, smsRecipient, reference } = send;
    const { location } = body;
    const keyClaim = `once:${await hashOf('key', operation, location, key)}`;
    const record = { body: await hashOf('body', body), startedAt: Date.now() };
    const value = JSON.stringify(record);
    const isOptional =
      linksWithoutStore && smsRecipient === undefined && operation !== 'addMerchantLocation';
    let isClaimed: boolean;
    try {
      isClaimed = await claim(keyClaim, value, day);
    } catch (error) {
      // The store is away. A link without a text reaches its caller alone: a second one does little harm.
      if (isOptional) return sendInProcess(send, keyClaim, value);
      throw error;
    }
    if (!isClaimed) return replay(keyClaim, record.body, send);
    const claims = [keyClaim];
    let result: Awaited<ReturnType<typeof callOnce<Created>>>;
    try {
      if (smsRecipient !== undefined) {
        const about = [operation, plain(location), plain(reference), smsRecipient];
        const textClaim = `text:${await hashOf('text', ...about)}`;
        if (!(await claim(textClaim, value, duplicateGuard)))
          throw new ProblemError('duplicate-send');
        claims.push(textClaim);
      }
      result = await callOnce(send);
      const outcome = 'problem' in result ? { problem: toStored(result.problem) } : result;
      // Without the store, the caller still gets the outcome, and the claim stays.
      await store.set(keyClaim, JSON.stringify({ ...record, outcome }), day).catch(() => undefined);
      // A refused text was not sent: a corrected request, which has another key, is no duplicate of it.
      if ('problem' in result && !result.isSent) await release(claims.splice(1), value);
    } catch (error) {
      await (error instanceof ProblemError ? release : endRunning)(claims, value);
      throw error;
    }
    await endRunning(claims, value);
    if ('problem' in result) throw result.problem;
    return result.created;
  }

  async function sendOnce<Created>(send: Send<Created>): Promise<Created> {
    const key = checkKey(send.key);
    if (key !== undefined) return sendWithKey(send, key);
    if (send.smsRecipient !== undefined) throw new ProblemError('idempotency-key-required');
    return send.call();
  }

  return async (send) => {
    if (send.smsRecipient === undefined) return sendOnce(send);
    let isCalled = false;
    const call = () => {
      isCalled = true;
      return send.call();
    };
    try {
      const created = await sendOnce({ ...send, call });
      observe({ type: 'text', outcome: isCalled ? 'sent' : 'repeated' });
      return created;
    } catch (error) {
      const reason = error instanceof ProblemError ? error.code : undefined;
      const isPerhapsSent = reason !== undefined && problemRow(reason).isPerhapsSent === true;
      const outcome = isPerhapsSent ? (isCalled ? 'unknown' : 'repeated') : 'refused';
      observe({ type: 'text', outcome, reason });
      throw error;
    }
  };
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

function hasReachedService(error: unknown): boolean {
  return error instanceof FinancingServiceError && !(error instanceof ServiceUnreachableError);
}

/** True for a refusal that the contract lists: the service has sent no text. */
function isRefusal(error: unknown): boolean {
  return error instanceof ServiceResponseError && error.status < 500 && error.conditions.length > 0;
}

function toStored({ code, detail, status, extras }: ProblemError) {
  return StoredProblemSchema.parse({ code, detail, extras: { ...extras, status } });
}

function toProblemError({ code, detail, extras }: z.output<typeof StoredProblemSchema>) {
  return new ProblemError(code, { ...extras, detail } as ProblemError['extras']);
}

/**
 * Two ways to write one reference, such as with full-width digits, an invisible character or a space after it, must not make
 * two texts.
 */
function plain(text: string | undefined): string | undefined {
  return text
    ?.replace(/\p{Default_Ignorable_Code_Point}/gu, '')
    .normalize('NFKC')
    .trim();
}

/** A replacer for `JSON.stringify` that writes equal objects as equal texts. */
function sortFields(_field: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}

function inProgress(): ProblemError {
  return new ProblemError('in-progress', { retryAfterSeconds: 1 });
}
