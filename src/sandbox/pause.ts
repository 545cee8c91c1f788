/** Waits for some milliseconds, or until the signal ends the wait, by a timer that keeps a process alive. Never rejects. */
export function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve();
    const timer = setTimeout(done, ms);
    signal.addEventListener('abort', done);
    function done(): void {
      clearTimeout(timer);
      signal.removeEventListener('abort', done);
      resolve();
    }
  });
}

/** Waits by a timer that keeps no process alive, where there are such: what nobody waits for need not happen. */
export function idlePause(ms: number): Promise<void> {
  return new Promise((resolve) => {
    const timer: unknown = setTimeout(resolve, ms);
    (Object(timer) as { unref?(): void }).unref?.();
  });
}
