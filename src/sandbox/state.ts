import type { PayOverTimeLinkRequest, PrequalLinkRequest } from '../contract/index.js';
import type { Fault } from './faults.js';
import type { OutboxEntry } from './outbox.js';
import { alliances, type AllianceSeed, type MerchantSeed } from './seeds.js';
import { createToken } from './token.js';

/** A merchant location of one alliance. */
export interface Merchant extends MerchantSeed {
  /** Milliseconds since the epoch. */
  readonly createdAt: number;
  /** Of its onboarding URL. */
  readonly token: string;
}

/** An alliance and the merchants that it alone can find. */
export interface Alliance extends Omit<AllianceSeed, 'merchants'> {
  readonly merchants: Map<string, Merchant>;
}

/** What a hosted page is about, found by the token in its URL. */
export type Link =
  | { readonly page: 'prequal'; readonly merchant: Merchant; readonly request: PrequalLinkRequest }
  | {
      readonly page: 'checkout';
      readonly merchant: Merchant;
      readonly request: PayOverTimeLinkRequest;
    }
  | { readonly page: 'onboarding'; readonly merchant: Merchant };

/** Everything that calls to a sandbox leave behind. */
export interface SandboxState {
  readonly alliances: Alliance[];
  /** By token. */
  readonly links: Map<string, Link>;
  /** Newest last. */
  readonly outbox: OutboxEntry[];
  /** Armed and not yet used up, oldest first. */
  readonly faults: Fault[];
}

/** Makes the state of a fresh sandbox. `createdAt`: when its merchants were onboarded, in ms since the epoch. */
export function createState(createdAt: number): SandboxState {
  const state: SandboxState = { alliances: [], links: new Map(), outbox: [], faults: [] };
  for (const { merchants, ...seed } of alliances) {
    const alliance: Alliance = { ...seed, merchants: new Map() };
    for (const merchant of merchants) addMerchant(state, alliance, merchant, createdAt);
    state.alliances.push(alliance);
  }
  return state;
}

/** Adds a merchant to an alliance, together with the token of its onboarding URL. */
export function addMerchant(
  state: SandboxState,
  alliance: Alliance,
  seed: MerchantSeed,
  createdAt: number,
): Merchant {
  const merchant: Merchant = { ...seed, createdAt, token: createToken() };
  alliance.merchants.set(merchant.id, merchant);
  state.links.set(merchant.token, { page: 'onboarding', merchant });
  return merchant;
}
