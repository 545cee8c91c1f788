import type { RedisConnection } from './redis-connection.js';
import { deleteScript } from './redis-scripts.js';

/** The arguments of `deleteScript` for a claim. */
export type LeftoverClaim = readonly [key: string, value: string, from: number];

/** The maximum number of claims queued for deletion. Beyond that, claims expire on their own. */
const maxQueued = 1_000;

/** The time between two attempts to delete all of them on one connection, in ms. */
const retryIntervalMs = 1_000;

/**
 * Deletes claims that no request holds: a claim that failed but may still be made when a frozen server resumes, and a claim whose
 * deletion failed. Otherwise, a request that sent nothing would block its key for a day.
 */
export interface ClaimCleanup {
  /** Deletes a claim now or, if that fails, after the next failure or on the next connection. */
  add(...claim: LeftoverClaim): void;
  /** Tries to delete all claims in the queue. */
  run(): void;
}

/** Creates an empty queue. Redis runs the commands of one connection in order, so a deletion comes after its claim. */
export function createClaimCleanup({ call, isWritable }: RedisConnection): ClaimCleanup {
  const queue = new Set<LeftoverClaim>();
  let lastRun = -Infinity;

  function enqueue(claim: LeftoverClaim): void {
    if (queue.size < maxQueued) queue.add(claim);
  }

  function deleteAll(claims: Iterable<LeftoverClaim>): void {
    // After a failover, keys that the old primary has deleted would come back.
    if (!isWritable()) return;
    for (const claim of claims) {
      queue.delete(claim);
      call('eval', deleteScript, 1, ...claim).catch(() => enqueue(claim));
    }
  }

  return {
    add(...claim) {
      enqueue(claim);
      const now = performance.now();
      // Otherwise, a Redis that rejects deletions at once would get all of them again with each failure.
      if (now - lastRun < retryIntervalMs) return deleteAll([claim]);
      lastRun = now;
      deleteAll(queue);
    },
    run: () => deleteAll(queue),
  };
}
