import { ProblemError, type ProblemCode } from '../problems.js';
import type { Store } from '../store.js';

/** A limit on what is counted under one key. */
export interface CountLimit {
  readonly key: string;
  readonly windowMs: number;
  readonly max: number;
  /** The code of the problem beyond the maximum. */
  readonly code: ProblemCode;
  /** For the log: the option that sets the maximum, and which share of it was used up. */
  readonly option?: string;
  readonly reason?: string | undefined;
}

/** Counts one more. Throws the limit's problem, with the seconds that remain, if that's more than the maximum. */
export async function countWithin(
  counter: Pick<Store, 'count'>,
  { key, windowMs, max, code, ...forLog }: CountLimit,
): Promise<void> {
  const { count, remainingMs } = await counter.count(key, windowMs);
  if (count <= max) return;
  const retryAfterSeconds = Math.max(1, Math.ceil(remainingMs / 1_000));
  throw new ProblemError(code, { retryAfterSeconds, ...forLog });
}
