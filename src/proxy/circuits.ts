/**
 * Circuit breakers: after enough failures in a row, a circuit opens and blocks its calls, except for one trial call every few
 * seconds. If all failed estimations have an amount in common, that amount may be the cause, so other amounts aren't blocked.
 *
 * Not a library: cockatiel, the most common one, reads the wall clock, which can jump, and makes every caller wait for the
 * trial call.
 */
import { LRUCache } from 'lru-cache';
import { failuresToOpen, trialIntervalMs } from './thresholds.js';

/** The maximum number of circuits in memory. Only keys with a failure have one. */
const maxCircuits = 5_000;

/** A count and a time. There's no timer, and a call that never ends can't keep a circuit open. */
export interface Circuit {
  failures: number;
  /** The earliest time for the next trial call, on the clock of `performance.now()`. */
  nextTrialAt: number;
  /** The amounts that all failed calls have in common. If there are any, only calls with one of them are blocked. */
  suspects: readonly number[];
}

/** Circuits by key. `amounts` are the amounts of an estimation, and empty for any other call. */
export interface Circuits {
  /** Returns the circuits of these keys that are open for a call. */
  findOpen(keys: readonly string[], amounts: readonly number[]): readonly Circuit[];
  /** Records how a call ended. Returns the new state if the circuit opened or closed. */
  record(
    key: string,
    isSuccess: boolean,
    amounts: readonly number[],
  ): 'open' | 'closed' | undefined;
}

/** Creates a set of circuits, all of them closed. */
export function createCircuits(): Circuits {
  const circuits = new LRUCache<string, Circuit>({ max: maxCircuits });
  return {
    findOpen: (keys, amounts) =>
      keys
        .map((key) => circuits.get(key))
        .filter(isOpen)
        .filter(({ suspects }) => suspects.length === 0 || common(suspects, amounts).length > 0),

    record(key, isSuccess, amounts) {
      const circuit = circuits.get(key) ?? { failures: 0, nextTrialAt: 0, suspects: amounts };
      if (isSuccess) {
        circuits.delete(key);
        return isOpen(circuit) ? 'closed' : undefined;
      }
      circuits.set(key, circuit);
      circuit.failures += 1;
      circuit.suspects = common(circuit.suspects, amounts);
      if (circuit.failures !== failuresToOpen) return undefined;
      circuit.nextTrialAt = performance.now() + trialIntervalMs;
      return 'open';
    },
  };
}

/** Returns the milliseconds until all of these open circuits allow a trial call. Zero or less means now. */
export function msUntilTrial(open: readonly Circuit[], now: number): number {
  return Math.max(...open.map(({ nextTrialAt }) => nextTrialAt - now));
}

/** Makes a trial call block other calls until the next interval. */
export function startTrial(open: readonly Circuit[], now: number): void {
  for (const circuit of open) circuit.nextTrialAt = now + trialIntervalMs;
}

/** Lets the next call be the trial, because this one showed nothing. */
export function repeatTrial(open: readonly Circuit[], now: number): void {
  for (const circuit of open) circuit.nextTrialAt = now;
}

function common(some: readonly number[], others: readonly number[]): readonly number[] {
  return some.filter((amount) => others.includes(amount));
}

function isOpen(circuit: Circuit | undefined): circuit is Circuit {
  return circuit !== undefined && circuit.failures >= failuresToOpen;
}
