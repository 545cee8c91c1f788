/**
 * Gives the status of a link to the page that created it, and to no other page.
 *
 * The first link with a reference (`transactionId` or `referral`) at a location owns the outcome for a day. Only this link gets a
 * token, so a page that guesses a reference learns nothing. `completed` wins over `aborted` in either order, because a shopper
 * may come back and finish. The link and the outcome can also arrive in either order, and at different replicas.
 *
 * The store holds only keyed hashes, never a token, reference, or location. A stored link response holds a seed. Only a proxy
 * with the secret can compute the token from the seed.
 */
import type { FinalStatus } from '../contract/link-tracking.js';
import * as z from 'zod';
import { dayMs } from '../internal/durations.js';
import type { FinancingWebhookEvent, LinkEventKind } from '../contract/index.js';
import { isBlank } from '../internal/blank.js';
import type { KeyedHash } from '../internal/crypto.js';
import { tryParseJson } from '../internal/json.js';
import { ProblemError } from './problems.js';
import type { Store } from './store.js';
import { valueKey } from './store-keys.js';

/** The time that an outcome without a link is kept, in ms. Longer than creating a link takes. */
const unclaimedOutcomeTtlMs = 60_000;

/** The request field that connects a link with its events. */
type ReferenceField = 'transactionId' | 'referral';

/** The reference of a new link. */
export interface LinkReference {
  readonly field: ReferenceField;
  /** If undefined or empty, the link has no status. */
  readonly reference: string | undefined;
  readonly location: string;
}

/** A link response, as it's stored for repeated requests. */
export interface TrackedLink<Link> {
  readonly body: Link;
  /** Set if the link has a status. The token is computed from it. */
  readonly seed?: string | undefined;
}

/** The outcome that an event reports. */
export interface ReportedOutcome {
  readonly outcome: FinalStatus;
  readonly field: ReferenceField;
  readonly reference: string;
  /** Undefined if the event doesn't name a location. */
  readonly location: string | undefined;
}

/**
 * Declined and approved pre-qualifications are both `completed`, because pages must not learn the decision. A failed checkout is
 * `aborted` for the same reason, and so that a page doesn't mistake it for a purchase.
 */
const outcomes: Readonly<Record<LinkEventKind, FinalStatus>> = {
  PREQUAL_COMPLETED: 'completed',
  PREQUAL_APPROVED: 'completed',
  PREQUAL_FAILED: 'completed',
  PREQUAL_ABORTED: 'aborted',
  TEXT_TO_PAY_COMPLETED: 'completed',
  TEXT_TO_PAY_FAILED: 'aborted',
  TEXT_TO_PAY_ABORTED: 'aborted',
  CHECKOUT_SDK_COMPLETED: 'completed',
  CHECKOUT_SDK_FAILED: 'aborted',
  CHECKOUT_SDK_ABORTED: 'aborted',
};

/**
 * Returns the outcome that an event reports, or undefined if it doesn't report one, or names its link with a number that JSON
 * rounds. Above 2^53, such a number can be the reference of another shopper's link.
 */
export function reportedOutcomeOf({
  eventType,
  payload,
}: FinancingWebhookEvent): ReportedOutcome | undefined {
  if (!Object.hasOwn(outcomes, eventType)) return undefined;
  const field = eventType.startsWith('PREQUAL_') ? 'referral' : 'transactionId';
  // The service document also calls a `transactionId` a referral, so the value can be in either field. The other field may be
  // empty.
  const references = [field, 'transactionId', 'referral'].map((name) => payload[name]);
  if ([...references, payload['location']].some(isRounded)) return undefined;
  const reference = references.map(toText).find((text) => text !== undefined);
  if (reference === undefined) return undefined;
  const outcome = outcomes[eventType as LinkEventKind];
  return { outcome, field, reference, location: toText(payload['location']) };
}

function isRounded(value: unknown): boolean {
  return typeof value === 'number' && !Number.isSafeInteger(value);
}

function toText(value: unknown): string | undefined {
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' && !isBlank(value) ? value : undefined;
}

/** The hashes under which the outcomes of a link are stored: one for its location, and possibly one for any location. */
const SubjectsSchema = z.array(z.string());

/** Tracks the status of links. The functions throw 503 `store-unavailable`, except where noted. */
export interface LinkStatus {
  /**
   * Adds the seed to the response with a new link. Adds none if another link has the same reference or if the store is
   * unavailable, because the link matters more than its status.
   */
  track<Link>(reference: LinkReference, body: Link): Promise<TrackedLink<Link>>;
  /** Returns the link's token: 43 characters of base64url. */
  tokenOf(seed: string): Promise<string>;
  /** Records an outcome. It expires together with the ownership of its link, or after a minute if there is no link yet. */
  record(reported: ReportedOutcome): Promise<void>;
  /** Returns the status of the link with this token. Throws 401 `unauthorized` if the token is missing or unknown. */
  read(token: string | undefined): Promise<'pending' | FinalStatus>;
}

/** Creates the link status on a store, which replicas can share. */
export function createLinkStatus(store: Store, hash: KeyedHash): LinkStatus {
  /** JSON keeps the parts separate, no matter which characters they contain. */
  const hashOf = (...parts: readonly unknown[]) => hash(JSON.stringify(['link', ...parts]));
  const tokenKey = async (token: string) => valueKey('link', `token:${await hashOf('key', token)}`);
  const ownerKey = (subject: string) => valueKey('link', `owner:${subject}`);
  /** Each outcome has its own key, so that a late write can't replace the other outcome. */
  const outcomeKeys = (subject: string) => ({
    completed: valueKey('link', `outcome:${subject}`),
    aborted: valueKey('link', `aborted:${subject}`),
  });

  /** Makes an outcome expire together with the owner of its subject. */
  async function extendOutcome(subject: string, outcome: FinalStatus): Promise<void> {
    const key = outcomeKeys(subject)[outcome];
    const expiresAt = Number(await store.get(ownerKey(subject))); // NaN without an owner
    const value = Number.isFinite(expiresAt) ? await store.get(key) : undefined;
    // At least 1 ms, even if the owner is just expiring. The next link with this reference must not get this outcome.
    const remainingMs = Math.max(1, expiresAt - Date.now());
    if (value !== undefined) await store.set(key, value, remainingMs);
  }

  /**
   * Claims a subject. Resolves with true for the first link. It claims before it reads the outcomes, while `record` writes the
   * outcome before it reads the owner. So one of the two always sees the other.
   */
  async function own(subject: string): Promise<boolean> {
    const isFirst = await store.claim(ownerKey(subject), String(Date.now() + dayMs), dayMs);
    if (isFirst) await extendOutcome(subject, 'completed');
    if (isFirst) await extendOutcome(subject, 'aborted');
    return isFirst;
  }

  /** Returns the seed of a new link, or undefined if another link owns the reference. */
  async function createSeed(field: ReferenceField, reference: string, location: string) {
    const atLocation = await hashOf(field, reference, location);
    if (!(await own(atLocation))) return undefined;
    // An event without a location belongs to the first link with this reference, regardless of its location.
    const anywhere = await hashOf(field, reference);
    const subjects = (await own(anywhere)) ? [atLocation, anywhere] : [atLocation];
    const seed = crypto.randomUUID();
    await store.set(await tokenKey(await hashOf('token', seed)), JSON.stringify(subjects), dayMs);
    return seed;
  }

  async function readOutcome(token: string): Promise<'pending' | FinalStatus | undefined> {
    const subjects = tryParseJson((await store.get(await tokenKey(token))) ?? '');
    const known = SubjectsSchema.safeParse(subjects).data;
    const keys = (known ?? []).flatMap((subject) => Object.values(outcomeKeys(subject)));
    const found = await Promise.all(keys.map((key) => store.get(key)));
    if (found.includes('completed')) return 'completed';
    if (found.includes('aborted')) return 'aborted';
    return known && 'pending';
  }

  return {
    async track({ field, reference, location }, body) {
      if (!reference) return { body };
      return { body, seed: await createSeed(field, reference, location).catch(() => undefined) };
    },

    tokenOf: (seed) => hashOf('token', seed),

    async record({ outcome, field, reference, location }) {
      const subject = await hashOf(field, reference, ...(location === undefined ? [] : [location]));
      await store.set(outcomeKeys(subject)[outcome], outcome, unclaimedOutcomeTtlMs);
      await extendOutcome(subject, outcome);
    },

    async read(token) {
      const status = token === undefined ? undefined : await readOutcome(token);
      if (status !== undefined) return status;
      throw new ProblemError('unauthorized', {
        detail: 'This needs the token of a link.',
        headers: { 'www-authenticate': 'Bearer' },
      });
    },
  };
}
