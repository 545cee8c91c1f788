import { it } from 'node:test';
import fc from 'fast-check';
import { givenSeed, trialSeconds as seconds } from './trial.js';

/** In `npm test` always the same; in a trial another each time, unless one is given to see a failure again. */
const seed = givenSeed ? Number(givenSeed) : seconds > 0 ? Date.now() % 2 ** 31 : 20_261_120;

/** What runs in a trial, unless a property says how often it has to. */
const untilTheEnd = { numRuns: Infinity, interruptAfterTimeLimit: seconds * 1_000 };

/** Milliseconds between two words on how far a property is that takes minutes. */
const progressInterval = 10_000;

/** Options of `property`. */
export interface PropertyOptions {
  /** How often it runs in a trial, however long that takes. Default: for TRIAL_SECONDS. */
  readonly trialRuns?: number;
}

type Arbitraries<Inputs extends [unknown, ...unknown[]]> = {
  [Index in keyof Inputs]: fc.Arbitrary<Inputs[Index]>;
};

/**
 * Declares a test that holds for every input that the arbitraries make: 200 runs from one seed in `npm test`,
 * TRIAL_SECONDS of runs or `trialRuns` in `npm run trial`. A failure names the seed, the path and the smallest input.
 */
export function property<Inputs extends [unknown, ...unknown[]]>(
  sentence: string,
  arbitraries: Arbitraries<Inputs>,
  predicate: (...inputs: Inputs) => Promise<void> | void,
  { trialRuns }: PropertyOptions = {},
): void {
  it(sentence, async (t) => {
    const extent = trialRuns === undefined ? untilTheEnd : { numRuns: trialRuns };
    const parameters = { seed, numRuns: 200, ...(seconds > 0 && extent) };
    const sayProgress = createProgress(sentence);
    const holds = async (...inputs: Inputs) => {
      await predicate(...inputs);
      if (trialRuns !== undefined) sayProgress();
    };
    const details = await fc.check(fc.asyncProperty(...arbitraries, holds), parameters);
    if (details.failed) {
      const message = (await fc.asyncDefaultReportMessage(details)) ?? 'It failed';
      throw new Error(message, { cause: details.errorInstance });
    }
    if (seconds > 0) t.diagnostic(`${details.numRuns} runs from seed ${seed}`);
  });
}

/** Counts runs, and says from time to time how many there were. */
function createProgress(sentence: string): () => void {
  let runs = 0;
  let said = performance.now();
  return () => {
    runs += 1;
    if (performance.now() - said < progressInterval) return;
    said = performance.now();
    process.stderr.write(`${sentence}: ${runs} runs\n`);
  };
}
