/**
 * What became of a link, for the page that made it, and for nobody else.
 *
 * The first link of a reference (`transactionId` or `referral`, and location) owns its outcome, for a day: it alone
 * gets a token, so that who guesses a reference learns nothing. The first outcome stands: what has ended stays as it
 * ended, whatever comes late or twice. Outcome and link may come in either order, and at different replicas.
 *
 * The store holds keyed hashes: no token, reference or location. An answer that is kept to be replayed has a seed,
 * which makes the token again together with the secret only. This file does not know what an event looks like.
 */
import { createKeyedHash } from '../../internal/keyed-hash.js';
import { storeUnavailable } from '../problem.js';
import type { Store } from '../stores/store.js';
import type { LinkOutcome, ReferenceField, ReportedOutcome } from './link-outcome.js';

const day = 24 * 60 * 60_000;

/** Milliseconds that an outcome waits for its link: longer than any link takes to be made. */
const early = 60_000;

/** A link that has just been made. */
export interface MadeLink {
  readonly field: ReferenceField;
  readonly reference: string;
  readonly location: string;
}

/** Options of `createLinkStatus`. */
export interface LinkStatusOptions {
  /** Keys the hashes, and the tokens. The same on all replicas that share a store. */
  readonly secret: string;
  /**
   * The wall clock in ms, as replicas share it.
   * @default Date.now
   */
  readonly now?: () => number;
}

/** Follows links. */
export interface LinkStatus {
  /**
   * Makes a link followable. Resolves with the seed of its token; with undefined when another link has the same
   * reference, or the store is away: a link is worth more than its status.
   */
  follow(link: MadeLink): Promise<string | undefined>;
  /** The token that a seed makes: 43 characters of base64url. */
  tokenOf(seed: string): Promise<string>;
  /** Notes an outcome, unless there is one. Throws 503 `store-unavailable`. */
  note(reported: ReportedOutcome): Promise<void>;
  /** What became of a token's link; undefined for a token that is none. Throws 503 `store-unavailable`. */
  read(token: string): Promise<'pending' | LinkOutcome | undefined>;
}

/** Creates the policy on a store, which may be shared by replicas. */
export function createLinkStatus(
  store: Store,
  { secret, now = Date.now }: LinkStatusOptions,
): LinkStatus {
  const keyedHash = createKeyedHash(secret);
  /** JSON keeps the parts apart, whatever characters they hold. */
  const hash = (...parts: readonly unknown[]) => keyedHash(JSON.stringify(['link', ...parts]));

  const tokenOf = (seed: string) => hash('token', seed);
  const keyOfToken = async (token: string) => `link:token:${await hash('key', token)}`;
  const ownerKey = (place: string) => `link:owner:${place}`;
  const outcomeKey = (place: string) => `link:outcome:${place}`;

  /** Lets an outcome that has its link live as long as the link is followed, and no longer. */
  async function keepOutcome(place: string): Promise<void> {
    const until = await store.get(ownerKey(place));
    const outcome = until === undefined ? undefined : await store.get(outcomeKey(place));
    if (outcome === undefined) return;
    await store.set(outcomeKey(place), outcome, Math.max(1, Number(until) - now()));
  }

  /** Claims what events are matched by: true for the first. Claim first, then look: an event does it the other way. */
  async function own(place: string): Promise<boolean> {
    if (!(await store.claim(ownerKey(place), String(now() + day), day))) return false;
    await keepOutcome(place);
    return true;
  }

  return {
    tokenOf,

    async follow({ field, reference, location: shop }) {
      try {
        const place = await hash(field, reference, shop);
        if (!(await own(place))) return undefined;
        // Events that name no location belong to the first link at any.
        const anywhere = await hash(field, reference);
        const places = (await own(anywhere)) ? [place, anywhere] : [place];
        const seed = crypto.randomUUID();
        await store.set(await keyOfToken(await tokenOf(seed)), JSON.stringify(places), day);
        return seed;
      } catch {
        return undefined;
      }
    },

    async note({ outcome, field, reference, location: shop }) {
      const place = await hash(field, reference, ...(shop === undefined ? [] : [shop]));
      try {
        await store.claim(outcomeKey(place), outcome, early);
        await keepOutcome(place);
      } catch (cause) {
        throw away(cause);
      }
    },

    async read(token) {
      try {
        const places = await store.get(await keyOfToken(token));
        if (places === undefined) return undefined;
        for (const place of JSON.parse(places) as string[]) {
          const outcome = await store.get(outcomeKey(place));
          if (outcome !== undefined) return outcome as LinkOutcome;
        }
        return 'pending';
      } catch (cause) {
        throw away(cause);
      }
    },
  };
}

function away(cause: unknown) {
  return storeUnavailable(
    cause,
    'What became of links is not known while the memory of this proxy is away.',
  );
}
