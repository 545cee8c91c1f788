import { it } from 'node:test';
import fc from 'fast-check';
import { type OperationName, operationNames, operations } from '../../src/contract/index.js';
import { samples } from './samples.js';
import { requests } from './secrets.js';
import { createProgress, trialSeed, trialSeconds as seconds } from './trial.js';

/** The seed, which is the same in every `npm test`. A trial uses a new one, unless `--seed` repeats an earlier trial. */
const seed = trialSeed ? Number(trialSeed) : seconds > 0 ? Date.now() % 2 ** 31 : 20_261_120;

/** The default number of runs in a trial: as many as fit into its time. */
const untilTimeLimit = { numRuns: Infinity, interruptAfterTimeLimit: seconds * 1_000 };

/** Options of `property`. */
export interface PropertyOptions {
  /** The number of runs in a trial, regardless of how long they take. Default: as many as fit into TRIAL_SECONDS. */
  readonly trialRuns?: number;
}

type Arbitraries<Inputs extends [unknown, ...unknown[]]> = {
  [Index in keyof Inputs]: fc.Arbitrary<Inputs[Index]>;
};

/**
 * Declares a test that must pass for every input from the arbitraries: 200 runs in `npm test`, and TRIAL_SECONDS or
 * `trialRuns` in `npm run trial`. A failure prints the seed, the path, and the smallest failing input.
 */
export function property<Inputs extends [unknown, ...unknown[]]>(
  title: string,
  arbitraries: Arbitraries<Inputs>,
  predicate: (...inputs: Inputs) => Promise<void> | void,
  { trialRuns }: PropertyOptions = {},
): void {
  it(title, async (t) => {
    const trial = trialRuns === undefined ? untilTimeLimit : { numRuns: trialRuns };
    const parameters = { seed, numRuns: 200, ...(seconds > 0 && trial) };
    const countProgress = createProgress(title);
    const holds = async (...inputs: Inputs) => {
      await predicate(...inputs);
      if (trialRuns !== undefined) countProgress();
    };
    const details = await fc.check(fc.asyncProperty(...arbitraries, holds), parameters);
    if (details.failed) {
      const message = (await fc.asyncDefaultReportMessage(details)) ?? 'It failed';
      throw new Error(message, { cause: details.errorInstance });
    }
    if (seconds > 0) t.diagnostic(`${details.numRuns} runs from seed ${seed}`);
  });
}

/** An operation that has a body. */
export type BodyOperation = {
  [Name in OperationName]: (typeof operations)[Name] extends { request: object } ? Name : never;
}[OperationName];
export const bodyOperations = operationNames.filter(
  (operation): operation is BodyOperation => 'request' in operations[operation],
);

/** The names and indexes that lead to a value. */
type ValuePath = readonly (string | number)[];

interface Mutation {
  /** Picks one of all paths, modulo their number. */
  readonly at: number;
  readonly how: 'replace' | 'remove' | 'add' | 'repeat';
  readonly name: string;
  readonly value: unknown;
}

/** Lists the paths of all values in a JSON value, starting with the value itself. */
function pathsIn(value: unknown, path: ValuePath = []): ValuePath[] {
  if (typeof value !== 'object' || value === null) return [path];
  const entries = Array.isArray(value) ? [...value.entries()] : Object.entries(value);
  return [path, ...entries.flatMap(([key, member]) => pathsIn(member, [...path, key]))];
}

/** Returns a copy with one value changed. `fromEntries` makes `__proto__` a field, as JSON.parse does. */
function changeAt(
  value: unknown,
  [key, ...rest]: ValuePath,
  change: (member: unknown) => unknown,
): unknown {
  if (key === undefined) return change(value);
  if (Array.isArray(value)) {
    return value.flatMap((member: unknown, index) => {
      const changed = index === key ? changeAt(member, rest, change) : member;
      return changed === undefined ? [] : [changed];
    });
  }
  const entries = Object.entries(value as object);
  return Object.fromEntries(
    entries.map(([name, member]) => [name, name === key ? changeAt(member, rest, change) : member]),
  );
}

function mutate(body: unknown, { at, how, name, value }: Mutation): unknown {
  const paths = pathsIn(body);
  return changeAt(body, paths[at % paths.length] ?? [], (member) => {
    if (how === 'remove') return undefined;
    if (how === 'repeat') return Array.isArray(member) ? [...member, ...member] : member;
    if (how === 'replace' || typeof member !== 'object' || member === null) return value;
    return addTo(member, name, value);
  });
}

function addTo(member: object, name: string, value: unknown): unknown {
  if (Array.isArray(member)) return [...(member as unknown[]), value];
  return Object.fromEntries([...Object.entries(member), [name, value]]);
}

const edgeNames = ['__proto__', 'constructor', 'toString', 'sendSMS', 'advisorEmail', 'location'];
const edgeStrings = ['', '..', 'a\u0000b', '\ud800', '1990-02-30', '+44 20 7946 0958', 'a@b\r\nc'];
const edgeNumbers = [0, -0, -1, 0.1 + 0.2, 0.001, 1e-320, 999_999_999.99, 1e9, 2 ** 53, 1e308];

const names = fc.oneof(fc.constantFrom(...edgeNames), fc.string({ maxLength: 8 }));
const values = fc.oneof(
  fc.constantFrom<unknown>(null, true, false, [], {}, ...edgeStrings, ...edgeNumbers),
  fc.string({ unit: 'binary', maxLength: 300 }),
  fc.double(),
  fc.jsonValue({ maxDepth: 2 }),
);

const mutations = fc.array(
  fc.record<Mutation>({
    at: fc.nat(500),
    how: fc.constantFrom('replace', 'remove', 'add', 'repeat'),
    name: names,
    value: values,
  }),
  { maxLength: 3 },
);

/** Generates JSON of a valid body with every field, with up to three changes anywhere. */
export function mutatedBodies(operation: BodyOperation): fc.Arbitrary<string> {
  const valid = requests[operation].body ?? samples[operation].body;
  return mutations.map((all) => JSON.stringify(all.reduce(mutate, valid)) ?? '');
}

/** Generates JSON of all kinds, including deeply nested, truncated, and invalid text. */
export const jsonDocuments: fc.Arbitrary<string> = fc.oneof(
  { weight: 6, arbitrary: fc.json({ maxDepth: 4 }) },
  { weight: 2, arbitrary: fc.tuple(fc.json(), fc.nat(50)).map(([text, at]) => text.slice(0, at)) },
  { weight: 1, arbitrary: fc.nat(4_000).map((depth) => '['.repeat(depth) + ']'.repeat(depth)) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 2_000 }) },
);
