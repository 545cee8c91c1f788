/** The state of a sandbox: merchants, links, messages and events, and what one request to it meets. */
import type { CustomerDetails, MerchantLocationRequest, OperationName } from '../contract/index.js';
import type { ArmedFault } from './faults.js';
import type { AllianceSeed, MerchantSeed } from './seeds.js';

/** A merchant location of one alliance. Its application for onboarding changes it. */
export interface Merchant extends Omit<MerchantSeed, 'addedDaysAgo'> {
  readonly page: 'onboarding';
  /** Details from the request that added it; they pre-fill its application. */
  readonly details?:
    | Pick<MerchantLocationRequest, 'legalName' | 'businessAddress' | 'representativeDetails'>
    | undefined;
  /** Milliseconds since the epoch. */
  readonly createdAt: number;
  readonly token: string;
}

/** An alliance with its own merchants, which no other alliance can find. */
export interface Alliance extends Omit<AllianceSeed, 'merchants'> {
  readonly merchants: Map<string, Merchant>;
}

/** A customer's application, which ends once. */
export interface Application {
  readonly page: 'prequal' | 'checkout';
  readonly merchant: Merchant;
  /** The integrator's own name for it: the `referral` or the `transactionId` of the request. */
  readonly reference: string | undefined;
  /** Of a checkout, in dollars. */
  readonly amount?: number;
  readonly customer: CustomerDetails;
  /** Where the customer returns to. */
  readonly returnUrl?: string | undefined;
  /** How it ended, `failed` where it was declined; absent while it is open. */
  outcome?: 'completed' | 'failed' | 'aborted';
  /** What a pre-qualification approved, in dollars, and the last day of that. */
  approval?: { readonly approvalAmount: number; readonly validUntil: string };
}

/** The subject of a hosted page, found by the token in its URL. */
export type Link = Application | Merchant;

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

export type SandboxState = ReturnType<typeof createState>;

/** One request to a sandbox, with the state it meets. */
export interface Visit {
  readonly request: Request;
  readonly url: URL;
  readonly state: SandboxState;
  /** Time by the sandbox's clock, in milliseconds since the epoch. */
  readonly now: number;
  /** The origin at which browsers reach `/sandbox/…`. */
  readonly publicOrigin: string;
  /** URL or path of the shop that pages lead back to. */
  readonly shopUrl: string | undefined;
  /** True where events are sent to the shop; otherwise they are only listed. */
  readonly hasWebhook: boolean;
  pageUrl(page: Link['page'], token: string): string;
  /**
   * Sends events to the integrator, one after the other. Resolves when the answer may be sent: at once, unless a fault
   * delays it.
   */
  sendEvents(...events: WebhookEvent[]): Promise<void>;
  reset(): void;
}

/** Creates the state of a new sandbox, at a time in ms since the epoch. */
export function createState(seeds: readonly AllianceSeed[], now: number) {
  const state = {
    alliances: [] as Alliance[],
    /** The merchant that an onboarding link is for, by the link's token. */
    onboardings: new Map<string, Merchant>(),
    /** By the token of their link, the newest last; so are texts and webhooks. */
    applications: new Map<string, Application>(),
    outbox: [] as OutboxEntry[],
    webhooks: [] as WebhookDelivery[],
    /** Armed faults that are not used up, oldest first. */
    faults: [] as ArmedFault[],
    /** Milliseconds by which the sandbox's clock was advanced. */
    advancedBy: 0,
    /** True once the sandbox was reset. */
    isDiscarded: false,
  };
  for (const { merchants, ...seed } of seeds) {
    const alliance: Alliance = { ...seed, merchants: new Map() };
    for (const { addedDaysAgo, ...merchant } of merchants) {
      addMerchant(state, alliance, merchant, now - addedDaysAgo * day);
    }
    state.alliances.push(alliance);
  }
  return state;
}

export function addMerchant(
  { onboardings }: Pick<SandboxState, 'onboardings'>,
  alliance: Alliance,
  seed: Omit<Merchant, 'page' | 'createdAt' | 'token'>,
  createdAt: number,
): Merchant {
  const merchant: Merchant = { ...seed, page: 'onboarding', createdAt, token: createToken() };
  alliance.merchants.set(merchant.location, merchant);
  onboardings.set(merchant.token, merchant);
  return merchant;
}

/** Adds an application, and returns the token of its link. The oldest goes when there are more than a sandbox keeps. */
export function addApplication({ applications }: SandboxState, newest: Application): string {
  const token = createToken();
  applications.set(token, newest);
  const [oldest = token] = applications.keys();
  if (applications.size > mostKept) applications.delete(oldest);
  return token;
}

/** Adds an entry to a list. The oldest goes when there are more than a sandbox keeps. */
export function keep<Item>(list: Item[], newest: Item): void {
  list.push(newest);
  if (list.length > mostKept) list.shift();
}

/** Creates a token of random bytes, in hexadecimal. Not by `randomUUID`, which pages on plain http do not have. */
export function createToken(bytes = 16): string {
  const random = crypto.getRandomValues(new Uint8Array(bytes));
  return Array.from(random, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

export const day = 24 * 60 * 60 * 1000;

// Not shown: the time zone of the dates. We use UTC.
/** The date of a time, YYYY-MM-DD. */
export function dateOf(time: number): string {
  return new Date(time).toISOString().slice(0, 10);
}
