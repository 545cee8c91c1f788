import { it } from 'node:test';
import fc from 'fast-check';
import { givenSeed, trialSeconds as seconds } from './trial.js';

/** In `npm test` always the same; in a trial another each time, unless one is given to see a failure again. */
const seed = givenSeed ? Number(givenSeed) : seconds > 0 ? Date.now() % 2 ** 31 : 20_261_120;

const extent = seconds > 0 ? { numRuns: Infinity, interruptAfterTimeLimit: seconds * 1_000 } : {};

type Arbitraries<Inputs extends [unknown, ...unknown[]]> = {
  [Index in keyof Inputs]: fc.Arbitrary<Inputs[Index]>;
};

/**
 * Declares a test that holds for every input that the arbitraries make: 200 runs from one seed in `npm test`,
 * TRIAL_SECONDS of runs in `npm run trial`. A failure names the seed, the path and the smallest input.
 */
export function property<Inputs extends [unknown, ...unknown[]]>(
  sentence: string,
  arbitraries: Arbitraries<Inputs>,
  predicate: (...inputs: Inputs) => Promise<void> | void,
): void {
  it(sentence, async (t) => {
    const holds = async (...inputs: Inputs) => predicate(...inputs);
    const parameters = { seed, numRuns: 200, ...extent };
    const details = await fc.check(fc.asyncProperty(...arbitraries, holds), parameters);
    if (details.failed) {
      const message = (await fc.asyncDefaultReportMessage(details)) ?? 'It failed';
      throw new Error(message, { cause: details.errorInstance });
    }
    if (seconds > 0) t.diagnostic(`${details.numRuns} runs from seed ${seed}`);
  });
}
