/** Failures in a row that open the circuit. Where three calls in ten fail, this happens once in 15,000 calls. */
const failuresToOpen = 8;

/** Milliseconds between two trial calls while the circuit is open. */
const trialInterval = 5_000;

/** Stops calls to something that fails, except for one trial call every few seconds. */
export interface CircuitBreaker {
  /** Returns the milliseconds until a call may be made; 0 for now. */
  remainingMs(): number;
  /** Counts a call that is being made. */
  enter(): void;
  succeed(): void;
  fail(): void;
}

/**
 * Creates a closed circuit. Its state is a count and a time: no timer can hang, and a call that neither succeeds nor
 * fails, such as one whose caller goes away, blocks nothing. `now` is a monotonic clock in ms; `onChange` is called when
 * the circuit opens or closes, with the milliseconds since the first of the failures in a row.
 */
export function createCircuitBreaker(
  now: () => number,
  onChange: (state: 'open' | 'closed', failingMs: number) => void = () => undefined,
): CircuitBreaker {
  let failures = 0;
  let failingSince = 0;
  let nextTrial = 0;
  const isOpen = () => failures >= failuresToOpen;
  return {
    remainingMs: () => (isOpen() ? Math.max(0, nextTrial - now()) : 0),
    enter() {
      if (isOpen()) nextTrial = now() + trialInterval;
    },
    succeed() {
      if (isOpen()) onChange('closed', now() - failingSince);
      failures = 0;
    },
    fail() {
      if (failures === 0) failingSince = now();
      failures += 1;
      if (failures !== failuresToOpen) return;
      nextTrial = now() + trialInterval;
      onChange('open', now() - failingSince);
    },
  };
}
