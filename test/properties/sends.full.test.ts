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
} from '../proxy/sends/send-policy.js';
import { property } from '../support/property.js';

describe('Sends, retries, crashes, and store failures in any order', () => {
  const clock = { time: 0 };
  before(() => {
    mock.method(performance, 'now', () => clock.time);
    mock.method(Date, 'now', () => clock.time);
  });
  after(() => mock.restoreAll());

  /** The fate of a store operation. `lost`: it succeeds without a response. `dies`: its replica crashes. */
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
  /** Attempts of one round run concurrently. */
  const round = fc.array(attempt, { minLength: 1, maxLength: 4 });
  const rounds = fc.array(round, { minLength: 1, maxLength: 4 });
  /** The time between rounds. A running claim becomes an orphan, but a text message stays protected. */
  const roundMs = 16_000;

  /** Crashes a replica. */
  type Die = () => Promise<never>;

  /**
   * Resolves when all have arrived. Hashes take varying times. After them, only the scheduler decides, so that a seed always causes
   * the same run.
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

  /** Creates a store whose operations take turns and meet their fates. */
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

  /** Ends like a call of the service. Only an unreachable service certainly got nothing. */
  async function respond(fate: string, die: Die): Promise<Created> {
    if (fate === 'dies') return die();
    if (fate === 'breaks') throw new TypeError('A defect');
    if (fate === 'unreachable') throw new ServiceUnreachableError(send.operation);
    if (fate === 'refuses') throw refusal;
    return made;
  }

  property(
    'call the service at most once per key, and never send a text message twice',
    [fc.scheduler(), rounds],
    async (scheduler, all) => {
      clock.time = 1_000_000;
      const shared = createMemoryStore();
      const arrived: Request[] = [];
      /** Requests whose text message may have been sent. The service sends none if it rejects the request. */
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
          // A key belongs to one purchase.
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
        clock.time += roundMs;
      }
      const keys = arrived.map(({ key }) => key);
      assert.deepEqual([...new Set(keys)], keys, 'a key was used twice');
      assert.ok(texted.length <= 1, 'a purchase was texted twice');
    },
  );
});
