import { keep, type Merchant } from '../state/index.js';
import type { Call } from './call.js';

// Not shown: the wording of the messages. We name the merchant and the purpose of the link.
const invitations = {
  createPayOverTimeLink: 'pay over time for your purchase',
  createPrequalLink: 'see what you qualify for',
  addMerchantLocation: 'finish setting up your location',
} as const;

/** Adds a message with a link to the outbox, where the service would send an SMS. */
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
  keep(state.outbox, { to, text, url, operation, sentAt: new Date(now).toISOString() });
}
