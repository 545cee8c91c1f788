import { LRUCache } from 'lru-cache';
import { addressBlock, networksAround, type Network } from './address-block.js';

/** The client that a request counts for. */
export interface LimitedClient {
  /** The kind of counter. Unknown addresses have a separate kind, so their counter can't evict the counters of addresses. */
  readonly kind: 'address' | 'unknown';
  readonly name: string;
  /** The limits of one address apply this many times. */
  readonly factor: number;
  /** The networks around the address. Empty for IPv4 and unknown addresses. */
  readonly networks: readonly Network[];
}

/** All clients with an unknown address share ten times the limits of one address. */
const unknownClient: LimitedClient = {
  kind: 'unknown',
  name: 'unknown address',
  factor: 10,
  networks: [],
};

/** The length of an IPv6 address in brackets with a port. */
const maxAddressLength = 64;

/** Parsed once, because the same addresses come again and again. */
const knownClients = new LRUCache<string, LimitedClient>({ max: 1_000 });

/** Returns the client of an address. Text that isn't an address counts as unknown. */
export function clientOf(address = ''): LimitedClient {
  const known = knownClients.get(address);
  if (known) return known;
  const block = addressBlock(address);
  const client: LimitedClient =
    block === undefined
      ? unknownClient
      : {
          kind: 'address',
          name: `address ${block}`,
          factor: 1,
          networks: networksAround(block),
        };
  // A zone after `%` can make an address of any length.
  if (address.length <= maxAddressLength) knownClients.set(address, client);
  return client;
}
