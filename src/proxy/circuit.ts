/** Failures in a row that open a circuit. Where three calls in ten fail, it happens once in 15,000 calls. */
const mostFailures = 8;

/** Milliseconds between two calls that try whether it works again. */
const pause = 5_000;

/** Stops calling what fails, apart from one call now and then that tries again. */
export interface Circuit {
  /** Milliseconds until a call may go out; 0 for now. */
  wait(): number;
  /** Counts a call that goes out. */
  enter(): void;
  succeed(): void;
  fail(): void;
}

/**
 * Creates a circuit, closed. Its whole state is a count and a time: no timer to hang, and a call that ends as
 * neither success nor failure, as when its caller leaves, holds nothing up. `now` is a monotonic clock in ms.
 */
export function createCircuit(now: () => number): Circuit {
  let failures = 0;
  let nextTry = 0;
  const isOpen = () => failures >= mostFailures;
  return {
    wait: () => (isOpen() ? Math.max(0, nextTry - now()) : 0),
    enter() {
      if (isOpen()) nextTry = now() + pause;
    },
    succeed() {
      failures = 0;
    },
    fail() {
      failures += 1;
      if (failures === mostFailures) nextTry = now() + pause;
    },
  };
}
