import type { OperationName } from '../contract/index.js';
import type { Call } from './call.js';
import type { Merchant } from './state.js';

/** A text message that the sandbox would have sent. */
export interface OutboxEntry {
  /** The number as the request wrote it. */
  readonly to: string;
  readonly text: string;
  /** The link that the text is about. */
  readonly url: string;
  readonly operation: OperationName;
  /** ISO 8601, UTC. */
  readonly sentAt: string;
}

// Not shown: the wording of the messages. We say whose it is and what the link is for.
const invitations = {
  createPayOverTimeLink: 'pay over time for your purchase',
  createPrequalLink: 'see what you qualify for',
  addMerchantLocation: 'finish setting up your location',
} as const;

/** Puts a message about a link into the outbox, where the service would text it. */
export function sendSms(
  { state, now }: Call,
  message: {
    readonly operation: keyof typeof invitations;
    readonly to: string;
    readonly merchant: Merchant;
    readonly url: string;
  },
): void {
  const { operation, to, merchant, url } = message;
  const text = `${merchant.businessName ?? merchant.location}: ${invitations[operation]} at ${url}`;
  state.outbox.push({ to, text, url, operation, sentAt: new Date(now).toISOString() });
}
