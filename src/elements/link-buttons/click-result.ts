import { html, nothing, type TemplateResult } from 'lit';
import type { FinancingErrorCode } from '../../client/financing-error.js';
import type { Text } from '../text.js';

/** The outcome of the last click. */
export interface ClickResult {
  readonly state?: 'error' | 'sent' | 'completed' | undefined;
  /** The name of the text that describes it. */
  readonly text?: keyof Text;
  /** A link that could not be opened, and the request that it was made for. */
  readonly link?: { readonly url: string; readonly request: string };
}

/** Renders the message about a click. */
export function renderClickResult(
  { state, text: key, link }: ClickResult,
  text: Text,
): TemplateResult | string | typeof nothing {
  if (link) {
    return html`<a part="link" href=${link.url} target="_blank" rel="noopener noreferrer"
      >${text.continue} <span class="spoken">${text.opensWindow}</span></a
    >`;
  }
  const words = key ? text[key] : nothing;
  // The page's slot is for general failures; a refused number needs its own message.
  return state === 'error' && key !== 'notSent' ? html`<slot name="error">${words}</slot>` : words;
}

/** Codes after which another try may succeed. */
const temporary = setOf(
  'body-timeout',
  'duplicate-send',
  'in-progress',
  'invalid-response',
  'invalid-service-response',
  'network',
  'outcome-unknown',
  'overloaded',
  'service-busy',
  'service-error',
  'service-timeout',
  'service-unreachable',
  'store-unavailable',
  'timeout',
  'verification-failed',
);

const limited = setOf('rate-limited', 'sms-limit');

/** Temporary failures that come before anything is sent. */
const unsent = setOf('overloaded', 'store-unavailable');

/** The message for a failure. It asks for another try only if that may succeed. */
export function failureText(code: FinancingErrorCode, isSms: boolean): keyof Text {
  if (limited.has(code)) return 'limited';
  if (isSms && code === 'invalid-phone-number') return 'notSent';
  if (!temporary.has(code)) return 'refused';
  return isSms && !unsent.has(code) ? 'perhapsSent' : 'failed';
}

function setOf(...codes: readonly FinancingErrorCode[]): ReadonlySet<FinancingErrorCode> {
  return new Set(codes);
}
