import { it } from 'node:test';
import fc from 'fast-check';
import { createProgress, givenSeed, trialSeconds as seconds } from './trial.js';

/** In `npm test` always the same; in a trial another each time, unless one is given to see a failure again. */
const seed = givenSeed ? Number(givenSeed) : seconds > 0 ? Date.now() % 2 ** 31 : 20_261_120;

/** What runs in a trial, unless a property says how often it has to. */
const untilTheEnd = { numRuns: Infinity, interruptAfterTimeLimit: seconds * 1_000 };

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

/** A valid body of each operation that has one, with every field that the contract names. */
const fullBodies = {
  estimatePayments: [
    { id: 'sofa', totalAmount: 1299 },
    { id: 'lamp', totalAmount: 89.99 },
  ],
  createPayOverTimeLink: {
    ...representative(),
    phoneNumber: '(415) 555-2671',
    amount: 1299.5,
    customerDetails: customer(),
    location: 'main-street',
    transactionId: 'order-1',
    sendSMS: true,
    departmentId: 'garden',
    sourcePlatform: 'till',
    redirectUrl: 'https://shop.example/thanks',
    roNumber: 17,
    representativeName: 'Ada',
  },
  createPrequalLink: [
    {
      ...representative(),
      location: 'main-street',
      referral: 'cart-1',
      customerPhoneNumber: '4155552671',
      customerDetails: customer(),
      sendSMS: false,
      departmentId: 7,
      sourcePlatform: 'till',
    },
  ],
  addMerchantLocation: {
    location: 'new-store',
    sendSMS: true,
    legalName: 'Store Inc.',
    businessName: 'The Store',
    vertical: 'General_Retail',
    businessAddress: { ...address(), suite: '5' },
    representativeDetails: {
      firstName: 'Ada',
      lastName: 'Lovelace',
      phoneNumber: '+14155552671',
      email: 'ada@shop.example',
    },
    sourcePlatform: 'till',
  },
} as const;

/** Name of an operation that has a body. */
export type BodyOperation = keyof typeof fullBodies;
export const bodyOperations = Object.keys(fullBodies) as BodyOperation[];

function address() {
  return { address: '1 Market St', city: 'San Francisco', state: 'CA', zipcode: '94105' };
}

function customer() {
  const contact = { email: 'grace@home.example', phone: '4155552672' };
  const addressDetails = address();
  return {
    firstName: 'Grace',
    lastName: 'Hopper',
    ...contact,
    dateOfBirth: '1971-03-04',
    addressDetails,
  };
}

function representative() {
  return {
    representativeFirstName: 'Ada',
    representativeLastName: 'Lovelace',
    representativeEmail: 'ada@shop.example',
  };
}

/** Where a member is: the names and indexes that lead to it. */
type Place = readonly (string | number)[];

interface Mutation {
  /** Which place, counted through all there are. */
  readonly at: number;
  readonly how: 'replace' | 'remove' | 'add' | 'repeat';
  readonly name: string;
  readonly value: unknown;
}

/** Every place in a JSON value, the value itself first. */
function placesIn(value: unknown, place: Place = []): Place[] {
  if (typeof value !== 'object' || value === null) return [place];
  const entries = Array.isArray(value) ? [...value.entries()] : Object.entries(value);
  return [place, ...entries.flatMap(([key, member]) => placesIn(member, [...place, key]))];
}

/** The value with a change at a place. `fromEntries` makes `__proto__` a field, as JSON has it. */
function changeAt(
  value: unknown,
  [key, ...rest]: Place,
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
  const places = placesIn(body);
  return changeAt(body, places[at % places.length] ?? [], (member) => {
    if (how === 'remove') return undefined;
    if (how === 'repeat') return Array.isArray(member) ? [...member, ...member] : member;
    if (how === 'replace' || typeof member !== 'object' || member === null) return value;
    return addTo(member, name, value);
  });
}

/** An object with one more field, or an array with one more member. */
function addTo(member: object, name: string, value: unknown): unknown {
  if (Array.isArray(member)) return [...(member as unknown[]), value];
  return Object.fromEntries([...Object.entries(member), [name, value]]);
}

const tellingNames = [
  '__proto__',
  'constructor',
  'toString',
  'sendSMS',
  'advisorEmail',
  'location',
];
const tellingTexts = ['', '..', 'a\u0000b', '\ud800', '1990-02-30', '+44 20 7946 0958', 'a@b\r\nc'];
const tellingNumbers = [0, -0, -1, 0.1 + 0.2, 0.001, 1e-320, 999_999_999.99, 1e9, 2 ** 53, 1e308];

const names = fc.oneof(fc.constantFrom(...tellingNames), fc.string({ maxLength: 8 }));
const values = fc.oneof(
  fc.constantFrom<unknown>(null, true, false, [], {}, ...tellingTexts, ...tellingNumbers),
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

/** JSON of a value after up to three changes anywhere. */
export function changesOf(value: unknown): fc.Arbitrary<string> {
  return mutations.map((all) => JSON.stringify(all.reduce(mutate, value)) ?? '');
}

/** JSON of a valid body after up to three changes anywhere. */
export function mutatedBodies(operation: BodyOperation): fc.Arbitrary<string> {
  return changesOf(fullBodies[operation]);
}

/** JSON documents of all kinds, some nested deeply, some cut off. */
export const documents: fc.Arbitrary<string> = fc.oneof(
  { weight: 6, arbitrary: fc.json({ maxDepth: 4 }) },
  { weight: 2, arbitrary: fc.tuple(fc.json(), fc.nat(50)).map(([text, at]) => text.slice(0, at)) },
  { weight: 1, arbitrary: fc.nat(4_000).map((depth) => '['.repeat(depth) + ']'.repeat(depth)) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 2_000 }) },
);
