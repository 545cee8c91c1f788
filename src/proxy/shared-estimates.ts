/**
 * The estimates that replicas share. A help and never a need: what is not found in time is asked of the service,
 * nothing waits for what is kept, and a cache that fails or is slow is left alone for a second.
 *
 * Keys are keyed hashes: the cache learns no credential, location or representative. What must not share an entry
 * has another hash: another service, key of the service, time to live, or group of questions. Values are read like
 * the service's own answers, since others may write to the same database.
 */
import * as z from 'zod';
import { LRUCache } from 'lru-cache';
import { EstimateResultSchema, type EstimateResult } from '../contract/index.js';
import { withDeadline } from '../internal/deadline.js';
import type { AnsweredQuestion, EstimateQuestion } from './estimate-calls.js';
import { tryParseJson } from '../internal/json.js';
import { createKeyedHash } from '../internal/keyed-hash.js';
import type { SharedCache } from './stores/store.js';

/** Options of `createSharedEstimates`. */
export interface SharedEstimatesOptions {
  /** Keys the hashes: the service's key, so that other credentials have other estimates. */
  readonly secret: string;
  readonly baseUrl: string;
  /** Seconds for which an estimate is kept; with 0 there is nothing to share. */
  readonly ttl: number;
  /**
   * Milliseconds that a look-up may take.
   * @default 50
   */
  readonly timeLimit?: number;
  /**
   * Most estimates that one replica writes within a `ttl`: who floods it with amounts must not fill the memory
   * that holds the claims of texts. One takes about 300 bytes in Redis.
   * @default 50_000
   */
  readonly maxWrites?: number;
  /** A monotonic clock in ms. */
  readonly now?: () => number;
}

/** An estimate of another replica, and the ms for which it may be kept. Its `id` is empty. */
export interface SharedEstimate {
  readonly estimate: EstimateResult;
  readonly left: number;
}

/** Where replicas meet. A group is a text that stands for the query of its questions. */
export interface SharedEstimates {
  /** What others have been answered, by cents. Never rejects. */
  find(
    group: string,
    questions: readonly EstimateQuestion[],
  ): Promise<ReadonlyMap<number, SharedEstimate>>;
  /** Lets others have answers, without holding up whoever has them. */
  keep(group: string, questions: readonly AnsweredQuestion[]): void;
}

/** Milliseconds for which a cache that failed is not used. */
const rest = 1_000;

const ValueSchema = EstimateResultSchema.safeExtend({ id: z.literal('') });

/** Creates the place in a cache; undefined where there is none, or nothing to keep. */
export function createSharedEstimates(
  cache: SharedCache | undefined,
  {
    secret,
    baseUrl,
    ttl,
    timeLimit = 50,
    maxWrites = 50_000,
    now = () => performance.now(),
  }: SharedEstimatesOptions,
): SharedEstimates | undefined {
  if (!cache || ttl === 0) return undefined;
  const lifetime = ttl * 1_000;
  const hash = createKeyedHash(secret, 22);
  const prefixes = new LRUCache<string, string>({ max: 1_000 });
  let restsUntil = -Infinity;
  let writes = { count: 0, until: -Infinity };

  /** JSON keeps the parts apart, whatever characters they hold. */
  async function prefixOf(group: string): Promise<string> {
    const known = prefixes.get(group);
    if (known !== undefined) return known;
    const prefix = `estimate:${await hash(JSON.stringify(['estimate', baseUrl, ttl, group]))}:`;
    prefixes.set(group, prefix);
    return prefix;
  }

  /** Behind the hash of its group, the amount of a question needs none. */
  async function namesOf(
    group: string,
    questions: readonly Pick<EstimateQuestion, 'cents'>[],
  ): Promise<string[]> {
    const prefix = await prefixOf(group);
    return questions.map(({ cents }) => `${prefix}${cents}`);
  }

  /** The cache's answer; undefined when it has none in time, or rests. */
  async function ask<T>(work: () => Promise<T>): Promise<T | undefined> {
    if (now() < restsUntil) return undefined;
    try {
      return await withDeadline(timeLimit, undefined, work);
    } catch {
      restsUntil = now() + rest;
      return undefined;
    }
  }

  /** True while this replica may write so many more. */
  function mayWrite(count: number): boolean {
    if (now() >= writes.until) writes = { count: 0, until: now() + lifetime };
    writes.count += count;
    return writes.count <= maxWrites;
  }

  const write = async (group: string, answered: readonly AnsweredQuestion[]) => {
    const names = await namesOf(group, answered);
    const texts = answered.map(({ answer }) => JSON.stringify({ ...answer, id: '' }));
    const values = new Map(names.map((each, index) => [each, texts[index] ?? '']));
    await ask(() => cache.setMany(values, lifetime));
  };

  return {
    async find(group, questions) {
      const names = await namesOf(group, questions);
      const found = (await ask(() => cache.getMany(names))) ?? [];
      const shared = new Map<number, SharedEstimate>();
      questions.forEach(({ cents }, index) => {
        const { value = '', left = 0 } = found[index] ?? {};
        const estimate = readEstimate(value);
        if (estimate && left > 0) shared.set(cents, { estimate, left: Math.min(left, lifetime) });
      });
      return shared;
    },

    keep(group, questions) {
      const answered = questions.filter(({ answer }) => answer);
      if (answered.length > 0 && mayWrite(answered.length)) void write(group, answered);
    },
  };
}

/** The estimate in a value; undefined for what none of us has written. */
function readEstimate(value: string): EstimateResult | undefined {
  return ValueSchema.safeParse(tryParseJson(value)).data;
}
