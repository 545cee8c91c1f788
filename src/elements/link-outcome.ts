import { html, nothing, type TemplateResult } from 'lit';
import type { FinancingErrorCode } from '../client/financing-error.js';
import { isUnsettled } from '../client/idempotency-keys.js';
import type { Text } from './text.js';

/** What became of the last click. */
export interface LinkOutcome {
  readonly state?: 'error' | 'sent' | 'completed' | undefined;
  /** What it is called in words. */
  readonly text?: keyof Text;
  /** A link that could not be opened, and the request that it was made for. */
  readonly link?: { readonly url: string; readonly request: string };
}

/** Says in words what came of a click. */
export function renderOutcome(
  { state, text: key, link }: LinkOutcome,
  text: Text,
): TemplateResult | string | typeof nothing {
  if (link) {
    return html`<a part="link" href=${link.url} target="_blank" rel="noopener noreferrer"
      >${text.continue} <span class="spoken">${text.opensWindow}</span></a
    >`;
  }
  const words = key ? text[key] : nothing;
  // What is wrong with a number is said of that number, whatever the page says of failures.
  return state === 'error' && key !== 'notSent' ? html`<slot name="error">${words}</slot>` : words;
}

/** Codes, besides those that settle nothing, after which another try may go better. */
const temporary =
  /^(service-(?!refused)|invalid-service-response|duplicate-send|body-timeout|verification-failed)/;

/** What a shopper is told of a failure. Only what may go better next time asks for another try. */
export function failureText(code: FinancingErrorCode, isText: boolean): keyof Text {
  if (/^(rate-limited|sms-limit)$/.test(code)) return 'limited';
  if (isText && /^(sms-not-allowed|invalid-phone-number)$/.test(code)) return 'notSent';
  if (!isUnsettled(code) && !temporary.test(code)) return 'refused';
  // These two come before anything is sent.
  return isText && !/^(overloaded|store-unavailable)$/.test(code) ? 'perhapsSent' : 'failed';
}
