/** The state of a sandbox: merchants, links, messages, and events. Also the context of one request to it. */
import { toHex } from '../internal/crypto.js';
import { dayMs } from '../internal/durations.js';
import type { CustomerDetails, MerchantLocationRequest, OperationName } from '../contract/index.js';
import type { ArmedFault } from './faults.js';
import type { AllianceSeed, MerchantSeed } from './seeds.js';

/** A merchant location of one alliance. Its onboarding application changes it. */
export interface Merchant extends Omit<MerchantSeed, 'addedDaysAgo'> {
  readonly page: 'onboarding';
  /** Details from the request that added the merchant. They pre-fill its application. */
  readonly details?:
    | Pick<MerchantLocationRequest, 'legalName' | 'businessAddress' | 'representativeDetails'>
    | undefined;
  /** Milliseconds since the epoch. */
  readonly createdAt: number;
  readonly token: string;
}

/** An alliance and its own merchants, which other alliances can't find. */
export interface Alliance extends Omit<AllianceSeed, 'merchants'> {
  readonly merchants: Map<string, Merchant>;
}

/** A customer's application. It ends only once. */
export interface Application {
  readonly page: 'prequal' | 'checkout';
  readonly merchant: Merchant;
  /** The integrator's own identifier for the application: the `referral` or `transactionId` of the request. */
  readonly reference: string | undefined;
  /** The amount of a checkout, in dollars. */
  readonly amount?: number;
  readonly customer: CustomerDetails;
  /** The URL that the customer returns to. */
  readonly returnUrl?: string | undefined;
  /** The result of the application. `failed` means that it was declined. Absent while it's open. */
  outcome?: 'completed' | 'failed' | 'aborted';
  /** The amount that a pre-qualification approved, in dollars, and the last day on which the approval is valid. */
  approval?: { readonly approvalAmount: number; readonly validUntil: string };
}

/** The subject of a hosted page, found by the token in its URL. */
export type Link = Application | Merchant;

/** A text message that the service would have sent. */
export interface OutboxEntry {
  /** The phone number as it is in the request. */
  readonly to: string;
  /** The text of the message. */
  readonly text: string;
  /** The link in the message. */
  readonly url: string;
  /** The operation that requested the message. */
  readonly operation: OperationName;
  /** The time at which it would have been sent. ISO 8601, UTC. */
  readonly sentAt: string;
}

/** The body of a webhook. */
export interface WebhookEvent {
  /** The kind of event, such as `PREQUAL_COMPLETED`. */
  readonly eventType: string;
  /** The subject of the event. */
  readonly payload: Readonly<Record<string, unknown>>;
}

/** An event and the outcome of its delivery. */
export interface SandboxDelivery extends WebhookEvent {
  /** The result of the delivery. `not-sent` if there is no receiver or the fault `never` was armed. */
  outcome: 'pending' | 'delivered' | 'failed' | 'not-sent';
  /** The delivery attempts, oldest first. */
  readonly attempts: {
    /** The time of the attempt. ISO 8601, UTC. */
    readonly at: string;
    /** The HTTP status of the response. */
    readonly status?: number;
    /** The error, if there was no response. */
    readonly error?: string;
  }[];
}

/**
 * The maximum number of applications, of text messages, and of webhooks in a sandbox. A new entry then replaces the oldest, so
 * that a sandbox that runs for months doesn't fill the memory.
 */
const maxEntries = 10_000;

export type SandboxState = ReturnType<typeof createState>;

/** A request to a sandbox, with the current state. */
export interface Visit {
  readonly request: Request;
  readonly url: URL;
  readonly state: SandboxState;
  /** The time of the sandbox's clock, in ms since the epoch. */
  readonly now: number;
  /** The origin under which browsers reach `/sandbox/…`. */
  readonly publicOrigin: string;
  /** The URL or path of the shop that pages link back to. */
  readonly shopUrl: string | undefined;
  /** True if events are sent to the shop. Otherwise, they are only listed. */
  readonly hasWebhook: boolean;
  pageUrl(page: Link['page'], token: string): string;
  /**
   * Sends events to the integrator, one after the other. Resolves when the response may be sent: immediately, unless a fault
   * delays it.
   */
  sendEvents(...events: WebhookEvent[]): Promise<void>;
  reset(): void;
}

/** Creates the state of a new sandbox. `now` is in ms since the epoch. */
export function createState(seeds: readonly AllianceSeed[], now: number) {
  const state = {
    alliances: [] as Alliance[],
    /** Merchants, keyed by the token of their onboarding link. */
    onboardings: new Map<string, Merchant>(),
    /** Applications, keyed by the token of their link. The newest is last, as in the outbox and the webhooks. */
    applications: new Map<string, Application>(),
    outbox: [] as OutboxEntry[],
    webhooks: [] as SandboxDelivery[],
    /** Armed faults that aren't used up, oldest first. */
    faults: [] as ArmedFault[],
    /** The time by which the sandbox's clock was advanced, in ms. */
    advancedBy: 0,
    /** True after the sandbox was reset. */
    isDiscarded: false,
  };
  for (const { merchants, ...seed } of seeds) {
    const alliance: Alliance = { ...seed, merchants: new Map() };
    for (const { addedDaysAgo, ...merchant } of merchants) {
      addMerchant(state, alliance, merchant, now - addedDaysAgo * dayMs);
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

/** Adds an application and returns the token of its link. Deletes the oldest application if there are too many. */
export function addApplication({ applications }: SandboxState, newest: Application): string {
  const token = createToken();
  applications.set(token, newest);
  const [oldest = token] = applications.keys();
  if (applications.size > maxEntries) applications.delete(oldest);
  return token;
}

/** Adds an entry to a list. Deletes the oldest entry if there are too many. */
export function keep<Item>(list: Item[], newest: Item): void {
  list.push(newest);
  if (list.length > maxEntries) list.shift();
}

/** Creates a token of random bytes, in hexadecimal. `randomUUID` isn't available to pages on plain HTTP. */
export function createToken(bytes = 16): string {
  return toHex(crypto.getRandomValues(new Uint8Array(bytes)));
}

// Not specified: the time zone of dates. We use UTC.
/** Returns the date of a time, as YYYY-MM-DD. */
export function dateOf(time: number): string {
  return new Date(time).toISOString().slice(0, 10);
}
