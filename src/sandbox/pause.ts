/** Waits for some milliseconds, or until a signal ends the wait. Never rejects. */
export type Pause = (ms: number, signal: AbortSignal) => Promise<void>;

/** Waits by a timer that keeps a process alive. */
export const pause: Pause = (ms, signal) => wait(ms, signal);

/** Waits by a timer that keeps no process alive, where there are such: what nobody waits for need not happen. */
export const idlePause: Pause = (ms, signal) =>
  wait(ms, signal, (timer) => (timer as { unref?(): void }).unref?.());

function wait(ms: number, signal: AbortSignal, onTimer?: (timer: object) => void): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve();
    const timer = setTimeout(done, ms);
    onTimer?.(Object(timer));
    signal.addEventListener('abort', done);
    function done(): void {
      clearTimeout(timer);
      signal.removeEventListener('abort', done);
      resolve();
    }
  });
}
