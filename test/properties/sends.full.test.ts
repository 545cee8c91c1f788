import assert from 'node:assert/strict';
import { after, before, describe, mock } from 'node:test';
import fc from 'fast-check';
import { createMemoryStore, type Store, StoreUnavailableError } from '../../src/proxy/index.js';
import { ServiceUnreachableError } from '../../src/service/index.js';
import {
  createReplica,
  made,
  phone,
  refusal,
  send,
  type Created,
  type Request,
} from '../proxy/send-once/send-policy.js';
import { property } from '../support/property.js';

describe('sends, retries, crashes and store failures in any order', () => {
  const clock = { time: 0 };
  before(() => {
    mock.method(performance, 'now', () => clock.time);
    mock.method(Date, 'now', () => clock.time);
  });
  after(() => mock.restoreAll());

  /** What becomes of an operation of the store. `lost`: done, but its answer never came. `dies`: its replica did. */
  const storeFate = fc.oneof(
    { weight: 12, arbitrary: fc.constant('works') },
    { weight: 3, arbitrary: fc.constantFrom('fails', 'lost', 'dies') },
  );
  const callFate = fc.constantFrom('answers', 'refuses', 'unreachable', 'breaks', 'dies');
  const attempt = fc.record({
    key: fc.nat(1),
    reference: fc.constantFrom('texted', 'shown'),
    call: callFate,
    store: fc.array(storeFate, { minLength: 4, maxLength: 4 }),
  });
  /** Those of a round run at once. */
  const round = fc.array(attempt, { minLength: 1, maxLength: 4 });
  const rounds = fc.array(round, { minLength: 1, maxLength: 4 });
  /** Between rounds, in ms: so long that a running claim is an orphan, and in all shorter than the guard of a text. */
  const pause = 16_000;

  /** Ends a replica in the middle of what it does. */
  type Die = () => Promise<never>;

  /**
   * Resolves for everybody when all have come. Hashes take times of their own; from there on nothing does but the
   * scheduler, so that a seed gives the same run each time.
   */
  function createGate(size: number): () => Promise<void> {
    let missing = size;
    let open: () => void;
    const opened = new Promise<void>((resolve) => (open = resolve));
    return () => {
      missing -= 1;
      if (missing === 0) open();
      return opened;
    };
  }

  /** A store on which each operation takes its turn, and meets its fate. */
  function unreliable(
    store: Store,
    takeTurn: () => Promise<void>,
    fates: readonly string[],
    die: Die,
  ): Store {
    let operations = 0;
    async function meet<T>(operation: () => Promise<T>): Promise<T> {
      const fate = fates[operations++];
      await takeTurn();
      if (fate === 'fails') throw new StoreUnavailableError();
      const result = await operation();
      await takeTurn();
      if (fate === 'lost') throw new StoreUnavailableError();
      return fate === 'dies' ? die() : result;
    }
    return {
      get: (key) => meet(() => store.get(key)),
      set: (key, value, ttl) => meet(() => store.set(key, value, ttl)),
      claim: (key, value, ttl) => meet(() => store.claim(key, value, ttl)),
      delete: (key) => meet(() => store.delete(key)),
      count: (key, window) => meet(() => store.count(key, window)),
      close: () => store.close(),
    };
  }

  /** Ends as a call of the service does. Only the unreachable one has certainly not arrived there. */
  async function respond(fate: string, die: Die): Promise<Created> {
    if (fate === 'dies') return die();
    if (fate === 'breaks') throw new TypeError('A defect');
    if (fate === 'unreachable') throw new ServiceUnreachableError(send.operation);
    if (fate === 'refuses') throw refusal;
    return made;
  }

  property(
    'call the service at most once for a key, and send no text twice',
    [fc.scheduler(), rounds],
    async (scheduler, all) => {
      clock.time = 1_000_000;
      const shared = createMemoryStore();
      const arrived: Request[] = [];
      /** Requests whose text may have been sent: the contract texts none that it refuses. */
      const texted: Request[] = [];

      function run(
        each: (typeof all)[number][number],
        passGate: () => Promise<void>,
      ): Promise<unknown> {
        return new Promise((end) => {
          const takeTurn = async () => {
            await passGate();
            await scheduler.schedule(Promise.resolve());
          };
          const die: Die = () => {
            end('died');
            return new Promise(() => undefined);
          };
          const store = unreliable(shared, takeTurn, each.store, die);
          const { reference } = each;
          // A key belongs to one purchase, as its body would have it.
          const key = `key-number-${each.key}-${reference}`;
          const smsRecipient = reference === 'texted' ? phone : undefined;
          const request = { ...send, key, reference, smsRecipient };
          const call = async () => {
            await takeTurn();
            if (each.call !== 'unreachable') arrived.push(request);
            if (smsRecipient !== undefined && !/^(unreachable|refuses)$/.test(each.call)) {
              texted.push(request);
            }
            return respond(each.call, die);
          };
          createReplica(store).run(request, call).then(end, end);
        });
      }

      for (const attempts of all) {
        const passGate = createGate(attempts.length);
        await scheduler.waitFor(Promise.all(attempts.map((each) => run(each, passGate))));
        clock.time += pause;
      }
      const keys = arrived.map(({ key }) => key);
      assert.deepEqual([...new Set(keys)], keys, 'a key was used twice');
      assert.ok(texted.length <= 1, 'a purchase was texted twice');
    },
  );
});
