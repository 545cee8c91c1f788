/**
 * Runs a write. Resolves with the reply of Redis after enough replicas have acknowledged the write, and rejects if they don't.
 */
export type ReplicatedWrite = (write: () => Promise<unknown>) => Promise<unknown>;

/**
 * Creates a write that waits for replicas. A connection can't handle other commands during a `WAIT`. So writes that arrive in the
 * meantime are sent together afterwards and share one `WAIT`. `wait` sends the `WAIT` and resolves with the number of replicas.
 */
export function createReplicatedWrite(
  wait: () => Promise<unknown>,
  replicas: number,
): ReplicatedWrite {
  let next: Promise<{ readonly acknowledged: Promise<unknown> }> | undefined;
  let last: Promise<unknown> = Promise.resolve();

  function startTurn() {
    next = undefined;
    const acknowledged = new Promise((resolve) => {
      // Runs after all callers waiting for this turn have sent their writes, and before any reply.
      process.nextTick(() => resolve(wait()));
    });
    last = acknowledged.catch(() => undefined);
    return { acknowledged };
  }

  return async (write) => {
    const { acknowledged } = await (next ??= last.then(startTurn));
    const reply = await write();
    if (reply === null || Number(await acknowledged) >= replicas) return reply;
    throw new Error('Too few replicas acknowledged the claim in time');
  };
}
