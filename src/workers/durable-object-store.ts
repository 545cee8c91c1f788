/**
 * The store in Durable Objects, which lets all isolates of a Worker act as one.
 *
 * The hash of a key decides which object stores it, and each operation is about one key. So the objects don't communicate, and
 * the capacity grows with their number.
 */
import {
  InvalidOptionError,
  checkOptions,
  textProblem,
  wholeNumberProblem,
} from '../internal/options.js';
import { isTimeout, withDeadline } from '../internal/deadline.js';
import { StoreUnavailableError, type Store } from '../proxy/store.js';
import type { StoreRequest } from './financing-store.js';

/** The part of `DurableObjectNamespace` that the store uses. */
export interface StoreNamespace {
  /** Returns the identifier of the object with this name. */
  idFromName(name: string): object;
  /** Returns a stub for an object, which is created near `locationHint` with its first request. */
  get(
    id: object,
    options?: {
      /** The region, such as `enam`. */
      locationHint?: string;
    },
  ): StoreObject;
}

/** The part of `DurableObjectStub` that the store uses. */
export interface StoreObject {
  /** Sends an operation to the object, as JSON. */
  fetch(
    url: string,
    init: Pick<RequestInit, 'method' | 'body'>,
  ): Promise<Pick<Response, 'ok' | 'status' | 'json'>>;
}

/** Options of `createDurableObjectStore`. */
export interface DurableObjectStoreOptions {
  /**
   * The number of objects, from 1 to 1,024. Each one handles several hundred requests a second. Don't change the number later:
   * keys would move to other objects, which don't have the claims of the last day.
   * @default 32
   */
  objects?: number | undefined;
  /**
   * The maximum time of an operation, in ms.
   * @default 500
   */
  timeout?: number | undefined;
  /**
   * The region in which Cloudflare creates new objects, such as `enam` or `wnam`.
   * @default near the first request of each object
   */
  locationHint?: string | undefined;
}

const optionChecks = {
  objects: wholeNumberProblem(1, 1_024),
  timeout: wholeNumberProblem(1, 600_000, 'milliseconds'),
  locationHint: textProblem,
};

/**
 * Creates a store in the Durable Objects of a namespace. Their class is `FinancingStore`. Throws an `InvalidOptionError`, for
 * example if the binding of the namespace is missing. If the store is unavailable, operations reject with
 * `StoreUnavailableError` within `timeout`, and claims within twice that time.
 */
export function createDurableObjectStore(
  namespace: StoreNamespace,
  options: DurableObjectStoreOptions = {},
): Store {
  if (typeof (namespace as Partial<StoreNamespace> | undefined)?.idFromName !== 'function') {
    throw new InvalidOptionError(
      'namespace',
      'must be the namespace of a Durable Object, such as env.FINANCING_STORE. Is its binding configured?',
      'Argument',
    );
  }
  checkOptions(optionChecks, options);
  const { objects = 32, timeout = 500, locationHint } = options;
  const placement = locationHint === undefined ? {} : { locationHint };

  /** Creates a stub for each operation, because a stub belongs to the request that created it. */
  function objectOf(key: string): StoreObject {
    const name = `financing-${hashOf(key) % objects}`;
    return namespace.get(namespace.idFromName(name), placement);
  }

  async function run<T>(operation: StoreRequest, object = objectOf(operation.key)): Promise<T> {
    try {
      return await withDeadline(timeout, undefined, async () => {
        const body = JSON.stringify(operation);
        const response = await object.fetch('https://financing-store/', { method: 'POST', body });
        if (!response.ok)
          throw new Error(`The Durable Object responded with status ${response.status}`);
        return response.json() as Promise<T>;
      });
    } catch (cause) {
      throw new StoreUnavailableError(cause);
    }
  }

  return {
    get: async (key) => (await run<string | null>({ operation: 'get', key })) ?? undefined,
    set: (key, value, ttl) => run({ operation: 'set', key, value, ttl }),

    async claim(key, value, ttl) {
      const claimId = crypto.randomUUID();
      const object = objectOf(key);
      try {
        return await run<boolean>({ operation: 'claim', key, value, ttl, claimId }, object);
      } catch (error) {
        // The object may have the claim already, or get it later. A stub delivers in order, so use the same one after a timeout.
        // After any other error, it may be broken.
        const last = isTimeout((error as StoreUnavailableError).cause) ? object : objectOf(key);
        await run({ operation: 'take-back', key, claimId }, last).catch(() => undefined);
        throw error;
      }
    },

    delete: (key, value) => run({ operation: 'delete', key, value }),
    count: (key, window) => run({ operation: 'count', key, window }),
    uncount: (key) => run({ operation: 'uncount', key }),
    async close() {},
  };
}

/** Returns the 32-bit FNV-1a hash, so that a key has the same object in all isolates and versions of this package. */
function hashOf(key: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < key.length; index += 1) {
    hash = Math.imul(hash ^ key.charCodeAt(index), 0x01000193);
  }
  return hash >>> 0;
}
