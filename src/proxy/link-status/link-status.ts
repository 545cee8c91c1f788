/**
 * The status of a link, for the page that created it and no other page.
 *
 * The first link of a reference (`transactionId` or `referral`, and location) owns the outcome for a day. Only this link
 * gets a token, so a page that guesses a reference learns nothing. The first outcome counts; later events and repeated
 * ones change nothing. Link and outcome can arrive in either order, and at different replicas.
 *
 * The store gets keyed hashes, never a token, reference or location. A stored answer holds a seed, from which only a
 * proxy with the secret can compute the token again.
 */
import { createKeyedHashes, type Secrets } from '../../internal/crypto.js';
import { ProblemError, storeUnavailable } from '../http/index.js';
import { getRecord, setRecord, type Store } from '../stores/index.js';
import type { LinkOutcome, ReferenceField, ReportedOutcome } from './link-outcome.js';

const day = 24 * 60 * 60_000;

/** Milliseconds that an outcome waits for its link: longer than creating a link takes. */
const outcomeWithoutLink = 60_000;

/** Carries the token of a link to the page. */
const linkTokenHeader = 'Financing-Link-Token';

/** The reference of a new link. */
export interface LinkReference {
  readonly field: ReferenceField;
  /** Without a value, the link has no status. */
  readonly reference: string | undefined;
  readonly location: string;
}

/** The answer with a link. A JSON value, which a replay stores as it is. */
export interface TrackedLink {
  readonly body: unknown;
  /** Where the status is available: the token can be computed from it. */
  readonly seed?: string | undefined;
}

/** Options of `createLinkStatus`. */
export interface LinkStatusOptions {
  /** Keys the hashes and the tokens. Replicas that share a store have one in common. */
  readonly secret: Secrets;
  /**
   * The wall clock in ms, which replicas share.
   * @default Date.now
   */
  readonly now?: () => number;
}

/** The status of links. */
export interface LinkStatus {
  /**
   * Adds the seed to an answer with a new link. Leaves it out when another link has the same reference or the store is
   * unavailable: the link matters more than its status.
   */
  track(link: LinkReference, body: unknown): Promise<TrackedLink>;
  /** Returns the header with the link's token, 43 characters of base64url, or no header. */
  tokenHeader(link: TrackedLink): Promise<Readonly<Record<string, string>>>;
  /** Records an outcome, unless there is one. Throws 503 `store-unavailable`. */
  record(reported: ReportedOutcome): Promise<void>;
  /** Returns the status of a token's link. Throws 401 `unauthorized` for any other text, 503 `store-unavailable`. */
  read(token: string | undefined): Promise<'pending' | LinkOutcome>;
}

/** Creates the policy on a store, which replicas can share. */
export function createLinkStatus(
  store: Store,
  { secret, now = Date.now }: LinkStatusOptions,
): LinkStatus {
  const keyedHashes = createKeyedHashes(secret);
  /** JSON keeps the parts apart, whatever characters they contain. */
  const hashes = (...parts: readonly unknown[]) => keyedHashes(JSON.stringify(['link', ...parts]));

  const tokensOf = (seed: string) => hashes('token', seed);
  const tokenKeys = async (token: string) =>
    (await hashes('key', token)).map((hash) => `link:token:${hash}`);
  const ownerKey = (subject: string) => `link:owner:${subject}`;
  const outcomeKey = (subject: string) => `link:outcome:${subject}`;

  /** Lets the outcome of an owned subject expire together with its owner. */
  async function extendOutcome(subject: string): Promise<void> {
    const expiresAt = await store.get(ownerKey(subject));
    const outcome = expiresAt === undefined ? undefined : await store.get(outcomeKey(subject));
    if (outcome === undefined) return;
    await store.set(outcomeKey(subject), outcome, Math.max(1, Number(expiresAt) - now()));
  }

  /**
   * Claims what events are about, under each secret; true for the first link. Claims before it reads, while an event does
   * the opposite.
   */
  async function own(subjects: readonly string[]): Promise<boolean> {
    for (const subject of subjects) {
      if (!(await store.claim(ownerKey(subject), String(now() + day), day))) return false;
      await extendOutcome(subject);
    }
    return true;
  }

  /** Returns the seed of a new link, or undefined when another link owns the reference. */
  async function createSeed(field: ReferenceField, reference: string, location: string) {
    const atLocation = await hashes(field, reference, location);
    if (!(await own(atLocation))) return undefined;
    // An event without a location belongs to the first link at any location.
    const anywhere = await hashes(field, reference);
    const subjects = (await own(anywhere)) ? [...atLocation, ...anywhere] : atLocation;
    const seed = crypto.randomUUID();
    // A replica that repeats the answer may know only one of the secrets, and makes its token with that.
    const keys = await Promise.all((await tokensOf(seed)).map(tokenKeys));
    await setRecord(store, keys.flat(), JSON.stringify(subjects), day);
    return seed;
  }

  /** Returns a token that was recorded for a seed: by this replica, or one that shares a secret with it. */
  async function findToken(seed: string): Promise<string> {
    const tokens = await tokensOf(seed);
    if (tokens.length > 1) {
      for (const token of tokens) {
        const subjects = await getRecord(store, await tokenKeys(token)).catch(() => undefined);
        if (subjects !== undefined) return token;
      }
    }
    return tokens[0] ?? '';
  }

  async function readOutcome(token: string): Promise<'pending' | LinkOutcome | undefined> {
    const subjects = await getRecord(store, await tokenKeys(token));
    if (subjects === undefined) return undefined;
    for (const subject of JSON.parse(subjects) as string[]) {
      const outcome = await store.get(outcomeKey(subject));
      if (outcome !== undefined) return outcome as LinkOutcome;
    }
    return 'pending';
  }

  return {
    async track({ field, reference, location }, body) {
      if (!reference) return { body };
      const seed = await createSeed(field, reference, location).catch(() => undefined);
      return { body, seed };
    },

    async tokenHeader({ seed }) {
      return seed === undefined ? {} : { [linkTokenHeader]: await findToken(seed) };
    },

    async record({ outcome, field, reference, location }) {
      const at = location === undefined ? [] : [location];
      const subjects = await hashes(field, reference, ...at);
      try {
        // The first outcome counts, also where a replica without this secret recorded it.
        const known = subjects.length > 1 && (await getRecord(store, subjects.map(outcomeKey)));
        for (const subject of subjects) {
          await store.claim(outcomeKey(subject), known || outcome, outcomeWithoutLink);
          await extendOutcome(subject);
        }
      } catch (cause) {
        throw unavailable(cause);
      }
    },

    async read(token) {
      const status =
        token === undefined
          ? undefined
          : await readOutcome(token).catch((cause: unknown) => {
              throw unavailable(cause);
            });
      if (status !== undefined) return status;
      throw new ProblemError('unauthorized', 'This needs the token of a link.', {
        headers: { 'www-authenticate': 'Bearer' },
      });
    },
  };
}

function unavailable(cause: unknown) {
  return storeUnavailable(cause, 'The store is unavailable; the status of links is unknown.');
}
