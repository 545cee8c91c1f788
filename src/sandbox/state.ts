import type {
  MerchantLocationRequest,
  PayOverTimeLinkRequest,
  PrequalLinkRequest,
} from '../contract/index.js';
import type { Fault } from './faults.js';
import type { OutboxEntry } from './outbox.js';
import type { AllianceSeed, MerchantSeed } from './seed-schema.js';
import { createToken } from './token.js';
import type { WebhookDelivery } from './webhooks.js';

/** A merchant location of one alliance. Its application for onboarding changes what it is. */
export interface Merchant extends Omit<MerchantSeed, 'status' | 'application' | 'retailerId'> {
  status: MerchantSeed['status'];
  application: MerchantSeed['application'];
  retailerId?: string | undefined;
  /** What was said of it when it was added; pre-fills its application. */
  readonly details?: MerchantDetails | undefined;
  /** Milliseconds since the epoch. */
  readonly createdAt: number;
  /** Of its onboarding URL. */
  readonly token: string;
}

type MerchantDetails = Pick<
  MerchantLocationRequest,
  'legalName' | 'businessAddress' | 'representativeDetails'
>;

/** An alliance and the merchants that it alone can find. */
export interface Alliance extends Omit<AllianceSeed, 'merchants'> {
  readonly merchants: Map<string, Merchant>;
}

/** How a customer's application ended: `failed` where it was declined. */
export type Outcome = 'completed' | 'failed' | 'aborted';

/** A customer's application, which ends once. */
export type Application = {
  readonly merchant: Merchant;
  /** Absent while it is open. */
  outcome?: Outcome;
} & (
  | { readonly page: 'prequal'; readonly request: PrequalLinkRequest }
  | { readonly page: 'checkout'; readonly request: PayOverTimeLinkRequest }
);

/** What a hosted page is about, found by the token in its URL. */
export type Link = Application | { readonly page: 'onboarding'; readonly merchant: Merchant };

/** The hosted pages, as they stand in URLs. */
export type Pages = Link['page'];

/** Everything that calls to a sandbox leave behind. */
export interface SandboxState {
  readonly alliances: Alliance[];
  /** By token, the newest last. */
  readonly links: Map<string, Link>;
  /** Newest last. */
  readonly outbox: OutboxEntry[];
  /** Newest last. */
  readonly webhooks: WebhookDelivery[];
  /** Armed and not yet used up, oldest first. */
  readonly faults: Fault[];
  /** How far the sandbox's clock was put forward, in milliseconds. */
  advancedBy: number;
  /** The sandbox was reset. */
  isForgotten: boolean;
}

/** Makes the state of a fresh sandbox. `createdAt`: when its merchants were onboarded, in ms since the epoch. */
export function createState(seeds: readonly AllianceSeed[], createdAt: number): SandboxState {
  const state: SandboxState = {
    alliances: [],
    links: new Map(),
    outbox: [],
    webhooks: [],
    faults: [],
    advancedBy: 0,
    isForgotten: false,
  };
  for (const { merchants, ...seed } of seeds) {
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
  seed: MerchantSeed & Pick<Merchant, 'details'>,
  createdAt: number,
): Merchant {
  const merchant: Merchant = { ...seed, createdAt, token: createToken() };
  alliance.merchants.set(merchant.location, merchant);
  state.links.set(merchant.token, { page: 'onboarding', merchant });
  return merchant;
}
