import type { RedisConnection } from './redis-connection.js';
import { deleteScript } from './redis-scripts.js';

/** The arguments of `deleteScript` that delete a claim. */
type LeftoverClaim = readonly [key: string, value: string, from: number];

/** The maximum number of claims queued for deletion. Beyond that, claims expire on their own. */
const maxQueued = 1_000;

/** The minimum time between two attempts to delete the whole queue on the same connection, in ms. */
const retryIntervalMs = 1_000;

/**
 * Deletes claims that no request holds: claims whose deletion failed, and failed claims that a frozen server may still carry out
 * when it resumes. Otherwise, a request that sent nothing would block its key for a day.
 */
export interface ClaimCleanup {
  /** Deletes a claim now or, if that fails, after the next failure or on the next connection. */
  add(...claim: LeftoverClaim): void;
  /** Tries to delete all queued claims. */
  run(): void;
}

/**
 * Creates a cleanup with an empty queue. Redis runs the commands of one connection in order, so a deletion comes after its claim.
 */
export function createClaimCleanup({ call, isWritable }: RedisConnection): ClaimCleanup {
  const queue = new Set<LeftoverClaim>();
  let lastRun = -Infinity;

  function enqueue(claim: LeftoverClaim): void {
    if (queue.size < maxQueued) queue.add(claim);
  }

  function deleteAll(claims: Iterable<LeftoverClaim>): void {
    // During a failover, the old primary may still accept the deletion, but the keys would come back with the new primary.
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
      // Otherwise, if Redis rejected deletions immediately, every failure would send all of them again.
      if (now - lastRun < retryIntervalMs) return deleteAll([claim]);
      lastRun = now;
      deleteAll(queue);
    },
    run: () => deleteAll(queue),
  };
}
