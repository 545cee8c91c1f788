/**
 * The limits: how many requests, texts and unsigned webhooks may come within a window. One function over the count of a
 * store holds them all.
 *
 * Windows are fixed: they begin with the first count and end by themselves, so that a client that keeps sending is admitted
 * again like any other. Page views are counted in the memory of each replica, since none of them may wait for a store; what
 * creates something is counted in the store as well, which replicas share. The store gets keyed hashes, never an address or
 * a phone number.
 */
import { LRUCache } from 'lru-cache';
import type { KeyedHash } from '../internal/crypto.js';
import { ProblemError, type ProblemCode } from './problems.js';
import type { Report } from './report.js';
import type { ProxySettings } from './settings.js';
import { createCounters, type Store } from './store.js';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/**
 * The limits of a proxy. Phone numbers are in canonical form, as in `+14155552671`; text that is no address counts as
 * unknown.
 */
export interface Limits {
  /** Counts a request of this address, also in the store where it creates something. Throws 429 `rate-limited`. */
  countRequest(address: string | undefined, isCreating: boolean): Promise<void>;
  /**
   * Counts a text that this address asks for; null for the integrator's staff, who may text many from one address. Throws
   * 429 `sms-limit`, or 503 `store-unavailable`: without a count, no text is sent.
   */
  countText(phoneNumber: string, address: string | undefined | null): Promise<void>;
  /** Takes back the count of a text that was not sent. Never rejects. */
  uncountText(phoneNumber: string, address: string | undefined | null): Promise<void>;
  /**
   * Counts a webhook that is not verified yet, which bounds those under way as well. Throws 429 `rate-limited`. Resolves with
   * a function that takes the count back, after a failure that is not the sender's, or once the webhook is verified: all
   * webhooks of this address are then let in for a day.
   */
  admitWebhook(address: string | undefined): Promise<(isVerified: boolean) => Promise<void>>;
}

/** A text is counted in each of these windows. */
interface TextWindow {
  readonly kind: string;
  readonly content: string;
  readonly window: number;
  readonly most: number;
}

/** Creates the limits. */
export function createLimits(
  store: Required<Pick<Store, 'count' | 'uncount'>>,
  settings: ProxySettings,
  hash: KeyedHash,
  { logProblem }: Pick<Report, 'logProblem'>,
): Limits {
  const { rateLimit } = settings;
  const memory = createCounters();
  /** Addresses that have sent a verified webhook within a day. */
  const trusted = new LRUCache<string, true>({ max: 1_000, ttl: day, ttlResolution: 0 });

  async function limit(
    counter: Pick<Store, 'count'>,
    code: ProblemCode,
    key: string,
    window: number,
    most: number,
  ): Promise<void> {
    const { count, remainingMs } = await counter.count(key, window);
    if (count <= most) return;
    throw new ProblemError(code, {
      retryAfterSeconds: Math.max(1, Math.ceil(remainingMs / 1_000)),
    });
  }

  /** A collision of 132 bits of a hash would cost one count. */
  const keyOf = async (kind: string, content: string) =>
    `limit:${kind}:${(await hash(content)).slice(0, 22)}`;

  /**
   * The sender comes first, so that an address beyond its limit adds no counters of phones. Then come the narrowest windows:
   * many texts to one phone must not use up the windows that all phones share.
   */
  function windowsOf(
    phoneNumber: string,
    address: string | undefined | null,
  ): readonly TextWindow[] {
    const { textsPerPhone, textsPerPrefix, textsPerAddress, textsInAll } = settings;
    const { kind, name, factor } = clientOf(address ?? undefined);
    const prefix = phoneNumber.slice(0, -4);
    const senderKind = kind === 'unknown' ? 'unknown-sender' : 'sender';
    const sender = {
      kind: senderKind,
      content: name,
      window: hour,
      most: textsPerAddress * factor,
    };
    return [
      ...(address === null ? [] : [sender]),
      { kind: 'phone', content: `phone ${phoneNumber}`, window: 10 * minute, most: textsPerPhone },
      { kind: 'prefix', content: `prefix ${prefix}`, window: hour, most: textsPerPrefix },
      // Hashed like the others, so that two shops that share a Redis do not share their texts.
      { kind: 'texts', content: 'texts', window: hour, most: textsInAll },
    ];
  }

  async function takeBack(windows: readonly TextWindow[]): Promise<void> {
    await Promise.allSettled(
      windows.map(async ({ kind, content, window }) =>
        store.uncount(await keyOf(kind, content), window),
      ),
    );
  }

  return {
    async countRequest(address, isCreating) {
      const { kind, name, factor } = clientOf(address);
      const most = rateLimit * factor;
      await limit(memory, 'rate-limited', `limit:${kind}:${name}`, minute, most);
      if (!isCreating) return;
      try {
        await limit(store, 'rate-limited', await keyOf('address', name), minute, most);
      } catch (error) {
        if (!(error instanceof ProblemError) || error.code !== 'store-unavailable') throw error;
        // The count of this replica holds meanwhile.
        logProblem(error);
      }
    },

    async countText(phoneNumber, address) {
      const counted: TextWindow[] = [];
      try {
        for (const each of windowsOf(phoneNumber, address)) {
          const key = await keyOf(each.kind, each.content);
          counted.push(each);
          await limit(store, 'sms-limit', key, each.window, each.most);
        }
      } catch (error) {
        // A text that one limit refuses must not use up the others. What a store that fails has counted is unknown.
        if (error instanceof ProblemError && error.code === 'sms-limit') await takeBack(counted);
        throw error;
      }
    },

    async uncountText(phoneNumber, address) {
      await takeBack(windowsOf(phoneNumber, address));
    },

    async admitWebhook(address) {
      const { kind, name, factor } = clientOf(address);
      // Where a load balancer hides the addresses, the service may share one with an attacker.
      if (trusted.has(name)) return async () => undefined;
      const key = `limit:webhook-${kind}:${name}`;
      await limit(memory, 'rate-limited', key, minute, rateLimit * factor);
      return async (isVerified) => {
        if (isVerified) trusted.set(name, true);
        await memory.uncount(key, minute);
      };
    },
  };
}

/** What the requests of an address are counted under, and how many times the limits of one address hold. */
interface Client {
  /** The counter that all unknown addresses share never competes with the counters of single addresses. */
  readonly kind: 'address' | 'unknown';
  readonly name: string;
  readonly factor: number;
}

/** Clients with an unknown address share ten times as many. */
const unknownClient: Client = { kind: 'unknown', name: 'unknown address', factor: 10 };

/** Length of an IPv6 address in brackets with a port. */
const longestAddress = 64;

/** The same addresses come again and again. */
const knownClients = new LRUCache<string, Client>({ max: 1_000 });

function clientOf(address = ''): Client {
  const known = knownClients.get(address);
  if (known) return known;
  const block = addressBlock(address);
  const client: Client =
    block === undefined ? unknownClient : { kind: 'address', name: `address ${block}`, factor: 1 };
  // A zone after `%` can make an address of any length.
  if (address.length <= longestAddress) knownClients.set(address, client);
  return client;
}

/**
 * Returns a function that reads the client's address from a request: text that may not be an address, or undefined. With
 * `trustedHops` of 0 it is the socket's, else the entry of `X-Forwarded-For` that many places from the right, which the
 * outermost trusted hop saw. The client itself can have written the entries further left, so fewer entries than hops say
 * nothing.
 */
export function createClientAddress(
  { trustedHops, clientAddress: hook }: ProxySettings,
  { log }: Pick<Report, 'log'>,
): (request: Request) => string | undefined {
  function addressByHops(request: Request): string | undefined {
    const forwarded = request.headers.get('x-forwarded-for');
    if (trustedHops === 0) {
      if (forwarded !== null) log('forwarded-for-ignored');
      return socketAddress(request);
    }
    const addresses = forwarded?.split(',').map((address) => address.trim()) ?? [];
    const address = addresses.at(-trustedHops);
    if (address === undefined) log('forwarded-for-short');
    return address ?? socketAddress(request);
  }

  /** An error in the hook must not close the shop: the address is unknown then. */
  function addressByHook(request: Request): string | undefined {
    try {
      const address: unknown = hook?.(request);
      return typeof address === 'string' ? address : undefined;
    } catch {
      return undefined;
    }
  }

  return (request) => {
    const address = hook ? addressByHook(request) : addressByHops(request);
    if (!address) log('client-address-unknown');
    return address;
  };
}

/** Returns the other end of the socket, which servers on Node, Bun and Deno put on the request as `ip`. */
function socketAddress(request: Request): string | undefined {
  const { ip } = request as Request & { readonly ip?: unknown };
  return typeof ip === 'string' ? ip : undefined;
}

/**
 * Returns the block of addresses that counts as one client: an IPv4 address, or the /56 of an IPv6 address, which one
 * household or one server gets (RFC 6177). An IPv4 address written as IPv6 (RFC 4291 section 2.5.5.2) counts as IPv4.
 * Drops the port that some load balancers add. Undefined for text that is not an address.
 */
export function addressBlock(text: string): string | undefined {
  const [, bracketed] = /^\[([^\]]+)\](?::\d+)?$/.exec(text) ?? [];
  const [, withPort] = /^([\d.]+):\d+$/.exec(text) ?? [];
  const address = bracketed ?? withPort ?? text;
  return address.includes(':') ? ipv6Block(address) : ipv4(address);
}

function ipv4(text: string): string | undefined {
  if (!/^\d{1,3}(?:\.\d{1,3}){3}$/.test(text)) return undefined;
  const bytes = text.split('.').map(Number);
  return bytes.every((byte) => byte <= 255) ? bytes.join('.') : undefined;
}

/** The URL parser normalizes every spelling, and writes the last 32 bits as two words. */
function ipv6Block(text: string): string | undefined {
  const url = `http://[${text.replace(/%.*$/, '')}]`;
  if (!/^http:\/\/\[[\da-f:.]+\]$/i.test(url) || !URL.canParse(url)) return undefined;
  const [left = '', right] = new URL(url).hostname.slice(1, -1).split('::');
  const words = (half: string) =>
    half
      .split(':')
      .filter(Boolean)
      .map((word) => parseInt(word, 16));
  const tail = words(right ?? '');
  const zeros = Array<number>(8 - words(left).length - tail.length).fill(0);
  const [a = 0, b = 0, c = 0, d = 0, e, f, g = 0, h = 0] = [...words(left), ...zeros, ...tail];
  if (a === 0 && b === 0 && c === 0 && d === 0 && e === 0 && f === 0xffff) {
    return [g >> 8, g & 0xff, h >> 8, h & 0xff].join('.');
  }
  return `${[a, b, c, d & 0xff00].map((word) => word.toString(16)).join(':')}::/56`;
}
