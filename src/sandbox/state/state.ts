import type {
  MerchantLocationRequest,
  OperationName,
  PayOverTimeLinkRequest,
  PrequalLinkRequest,
} from '../../contract/index.js';
import type { ArmedFault } from './faults.js';
import type { AllianceSeed, MerchantSeed } from './seed-schema.js';

/** A merchant location of one alliance. Its application for onboarding changes it. */
export interface Merchant extends Omit<MerchantSeed, 'status' | 'application' | 'retailerId'> {
  status: MerchantSeed['status'];
  application: MerchantSeed['application'];
  retailerId?: string | undefined;
  /** Details from the request that added it; they pre-fill its application. */
  readonly details?: MerchantDetails | undefined;
  /** Milliseconds since the epoch. */
  readonly createdAt: number;
  /** The token in its onboarding URL. */
  readonly token: string;
}

type MerchantDetails = Pick<
  MerchantLocationRequest,
  'legalName' | 'businessAddress' | 'representativeDetails'
>;

/** An alliance with its own merchants, which no other alliance can find. */
export interface Alliance extends Omit<AllianceSeed, 'merchants'> {
  readonly merchants: Map<string, Merchant>;
}

/** How a customer's application ended: `failed` where it was declined. */
export type ApplicationOutcome = 'completed' | 'failed' | 'aborted';

/** A customer's application, which ends once. */
export type Application = {
  readonly merchant: Merchant;
  /** Absent while the application is open. */
  outcome?: ApplicationOutcome;
} & (
  | { readonly page: 'prequal'; readonly request: PrequalLinkRequest }
  | { readonly page: 'checkout'; readonly request: PayOverTimeLinkRequest }
);

/** The subject of a hosted page, found by the token in its URL. */
export type Link = Application | { readonly page: 'onboarding'; readonly merchant: Merchant };

/** Name of a hosted page in its URL. */
export type PageName = Link['page'];

/** A text message that the sandbox would have sent. */
export interface OutboxEntry {
  /** The number as the request wrote it. */
  readonly to: string;
  /** The message. */
  readonly text: string;
  /** The link in the text. */
  readonly url: string;
  /** The operation that asked for it. */
  readonly operation: OperationName;
  /** When it was sent. ISO 8601, UTC. */
  readonly sentAt: string;
}

/** The body of a webhook. */
export interface WebhookEvent {
  /** The kind of event, such as `PREQUAL_COMPLETED`. */
  readonly eventType: string;
  /** What it is about. */
  readonly payload: Readonly<Record<string, unknown>>;
}

/** An event and the outcome of its delivery. */
export interface WebhookDelivery extends WebhookEvent {
  /** How the delivery went. `not-sent` without a receiver, or where the fault `never` was armed. */
  outcome: 'pending' | 'delivered' | 'failed' | 'not-sent';
  /** The attempts to deliver it, oldest first. */
  readonly attempts: {
    /** When it was made. ISO 8601, UTC. */
    readonly at: string;
    /** HTTP status of the answer. */
    readonly status?: number;
    /** The error that came in place of an answer. */
    readonly error?: string;
  }[];
}

/**
 * How many applications, text messages and webhooks a sandbox keeps, so that one that runs for months does not fill the
 * memory. The next replaces the oldest.
 */
const mostKept = 10_000;

/** The state of a sandbox. */
export interface SandboxState {
  readonly alliances: Alliance[];
  /** The merchant that an onboarding link is for, by the link's token. */
  readonly onboardings: Map<string, Merchant>;
  /** By the token of their link, the newest last. */
  readonly applications: Map<string, Application>;
  /** Newest last. */
  readonly outbox: OutboxEntry[];
  /** Newest last. */
  readonly webhooks: WebhookDelivery[];
  /** Armed faults that are not used up, oldest first. */
  readonly faults: ArmedFault[];
  /** Milliseconds by which the sandbox's clock was advanced. */
  advancedBy: number;
  /** True once the sandbox was reset. */
  isDiscarded: boolean;
}

/** Creates the state of a new sandbox. `createdAt`: onboarding time of its merchants, in ms since the epoch. */
export function createState(seeds: readonly AllianceSeed[], createdAt: number): SandboxState {
  const state: SandboxState = {
    alliances: [],
    onboardings: new Map(),
    applications: new Map(),
    outbox: [],
    webhooks: [],
    faults: [],
    advancedBy: 0,
    isDiscarded: false,
  };
  for (const { merchants, ...seed } of seeds) {
    const alliance: Alliance = { ...seed, merchants: new Map() };
    for (const merchant of merchants) addMerchant(state, alliance, merchant, createdAt);
    state.alliances.push(alliance);
  }
  return state;
}

/** Adds a merchant, and the link to its onboarding page, to an alliance. */
export function addMerchant(
  state: SandboxState,
  alliance: Alliance,
  seed: MerchantSeed & Pick<Merchant, 'details'>,
  createdAt: number,
): Merchant {
  const merchant: Merchant = { ...seed, createdAt, token: createToken() };
  alliance.merchants.set(merchant.location, merchant);
  state.onboardings.set(merchant.token, merchant);
  return merchant;
}

/** Adds an application by the token of its link. The oldest goes when there are more than a sandbox keeps. */
export function addApplication(
  { applications }: SandboxState,
  token: string,
  newest: Application,
): void {
  applications.set(token, newest);
  const [oldest = token] = applications.keys();
  if (applications.size > mostKept) applications.delete(oldest);
}

/** Adds an entry to a list. The oldest goes when there are more than a sandbox keeps. */
export function keep<Item>(list: Item[], newest: Item): void {
  list.push(newest);
  if (list.length > mostKept) list.shift();
}

/** Creates an unguessable token: `bytes` random bytes in hexadecimal. */
export function createToken(bytes = 16): string {
  const random = crypto.getRandomValues(new Uint8Array(bytes));
  return Array.from(random, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
