/**
 * The status of a link, for the page that created it and no other page.
 *
 * The first link of a reference (`transactionId` or `referral`, and location) owns the outcome for a day. Only this link
 * gets a token, so a page that guesses a reference learns nothing. Completed wins over aborted, in either order: a shopper
 * may come back and finish. Link and outcome can arrive in either order, too, and at different replicas.
 *
 * The store gets keyed hashes, never a token, reference or location. A stored answer holds a seed, from which only a
 * proxy with the secret can compute the token again.
 */
import * as z from 'zod';
import type { FinancingWebhookEvent, LinkEventKind } from '../contract/index.js';
import { isBlank } from '../internal/blank.js';
import type { KeyedHash } from '../internal/crypto.js';
import { tryParseJson } from '../internal/json.js';
import { ProblemError } from './problems.js';
import type { Store } from './store.js';

const day = 24 * 60 * 60_000;

/** Milliseconds that an outcome waits for its link: longer than creating a link takes. */
const outcomeWithoutLink = 60_000;

/**
 * The outcome of a link. `completed` means that the shopper finished the pre-qualification, whatever its decision, or
 * that there is a purchase; `aborted` means that there will be no purchase, unless the shopper comes back.
 */
export type LinkOutcome = 'completed' | 'aborted';

/** The field of a request by which its events are found. */
type ReferenceField = 'transactionId' | 'referral';

/** The reference of a new link. */
export interface LinkReference {
  readonly field: ReferenceField;
  /** Without a value, the link has no status. */
  readonly reference: string | undefined;
  readonly location: string;
}

/** A link as a send stores it. */
export interface TrackedLink<Link> {
  readonly body: Link;
  /** Where the status is available: the token can be computed from it. */
  readonly seed?: string | undefined;
}

/** The outcome that an event reports. */
export interface ReportedOutcome {
  readonly outcome: LinkOutcome;
  readonly field: ReferenceField;
  readonly reference: string;
  /** Undefined when the event names none. */
  readonly location: string | undefined;
}

/**
 * Declined and approved pre-qualifications are both completed, since pages must not learn a decision. A failed checkout
 * is aborted for the same reason, and because a page must not take it for a purchase.
 */
const outcomes: Readonly<Record<LinkEventKind, LinkOutcome>> = {
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

/** Returns the outcome that an event reports, or undefined when it reports none. */
export function reportedOutcomeOf({
  eventType,
  payload,
}: FinancingWebhookEvent): ReportedOutcome | undefined {
  if (!Object.hasOwn(outcomes, eventType)) return undefined;
  const field = eventType.startsWith('PREQUAL_') ? 'referral' : 'transactionId';
  // The service document calls a transactionId a referral, too, so the value can be in either field. The other field may
  // be empty.
  const reference = [field, 'transactionId', 'referral']
    .map((name) => toText(payload[name]))
    .find((text) => text !== undefined);
  if (reference === undefined) return undefined;
  const outcome = outcomes[eventType as LinkEventKind];
  return { outcome, field, reference, location: toText(payload['location']) };
}

function toText(value: unknown): string | undefined {
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' && !isBlank(value) ? value : undefined;
}

/** The hashes of what the events of a link are about. */
const SubjectsSchema = z.array(z.string());

/** The status of links. Its functions throw 503 `store-unavailable`. */
export interface LinkStatus {
  /**
   * Adds the seed to an answer with a new link. Leaves it out when another link has the same reference or the store is
   * unavailable: the link matters more than its status.
   */
  track<Link>(reference: LinkReference, body: Link): Promise<TrackedLink<Link>>;
  /** Returns the link's token: 43 characters of base64url. */
  tokenOf(seed: string): Promise<string>;
  /** Records an outcome. */
  record(reported: ReportedOutcome): Promise<void>;
  /** Returns the status of a token's link. Throws 401 `unauthorized` for any other text. */
  read(token: string | undefined): Promise<'pending' | LinkOutcome>;
}

/** Creates the status on a store, which replicas can share. */
export function createLinkStatus(store: Store, hash: KeyedHash): LinkStatus {
  /** JSON keeps the parts apart, whatever characters they contain. */
  const hashOf = (...parts: readonly unknown[]) => hash(JSON.stringify(['link', ...parts]));
  const tokenKey = async (token: string) => `link:token:${await hashOf('key', token)}`;
  const ownerKey = (subject: string) => `link:owner:${subject}`;
  /** A key for each outcome, so that one which is written late replaces no other. */
  const outcomeKeys = (subject: string) =>
    ({ completed: `link:outcome:${subject}`, aborted: `link:aborted:${subject}` }) as const;

  /** Lets an outcome of an owned subject expire together with its owner. */
  async function extendOutcome(subject: string, outcome: LinkOutcome): Promise<void> {
    const key = outcomeKeys(subject)[outcome];
    const expiresAt = Number(await store.get(ownerKey(subject))); // NaN without an owner
    const value = Number.isFinite(expiresAt) ? await store.get(key) : undefined;
    // In the owner's last moment, too: the next link of the reference must not get this outcome.
    const remainingMs = Math.max(1, expiresAt - Date.now());
    if (value !== undefined) await store.set(key, value, remainingMs);
  }

  /** Claims what events are about; true for the first link. Claims before it reads, while an event does the opposite. */
  async function own(subject: string): Promise<boolean> {
    const isFirst = await store.claim(ownerKey(subject), String(Date.now() + day), day);
    if (isFirst) await extendOutcome(subject, 'completed');
    if (isFirst) await extendOutcome(subject, 'aborted');
    return isFirst;
  }

  /** Returns the seed of a new link, or undefined when another link owns the reference. */
  async function createSeed(field: ReferenceField, reference: string, location: string) {
    const atLocation = await hashOf(field, reference, location);
    if (!(await own(atLocation))) return undefined;
    // An event without a location belongs to the first link at any location.
    const anywhere = await hashOf(field, reference);
    const subjects = (await own(anywhere)) ? [atLocation, anywhere] : [atLocation];
    const seed = crypto.randomUUID();
    await store.set(await tokenKey(await hashOf('token', seed)), JSON.stringify(subjects), day);
    return seed;
  }

  async function readOutcome(token: string): Promise<'pending' | LinkOutcome | undefined> {
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
      await store.set(outcomeKeys(subject)[outcome], outcome, outcomeWithoutLink);
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
