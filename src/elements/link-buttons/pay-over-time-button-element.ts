import { isServer, type PropertyDeclarations, type PropertyValues } from 'lit';
import { parseAmount } from '../../internal/dollars.js';
import { resolvePageUrl } from '../../client/page-urls.js';
import type { PageErrorCode } from '../../client/financing-error.js';
import { warnIfCents } from '../../page/console-warnings.js';
import type { PayOverTimeLinkRequest } from '../../contract/links.js';
import { EstimateController } from '../estimates/estimate-controller.js';
import type { Text } from '../../words/script-text.js';
import { LinkButtonElement, sharedFields } from './link-button-element.js';

declare global {
  interface HTMLElementTagNameMap {
    'pay-over-time-button': PayOverTimeButtonElement;
  }
}

/**
 * Creates a pay-over-time link for a transaction when it's clicked, and opens it, texts it, shows it as a QR code, or copies
 * it. It hides if its amount can't be financed. It shares the estimation request of the page's other elements.
 *
 * @tag pay-over-time-button
 * @summary Lets a shopper check out with financing.
 */
export class PayOverTimeButtonElement extends LinkButtonElement<PayOverTimeLinkRequest> {
  static override properties: PropertyDeclarations = {
    amount: {},
    transactionId: { attribute: 'transaction-id' },
    purchase: {},
    redirectUrl: { attribute: 'redirect-url' },
    phoneNumber: { attribute: false },
  };

  /** The purchase amount in US dollars: `1299`, `1299.00` or `$1,299.00`. */
  declare amount: string | number | bigint | null | undefined;
  /**
   * The integrator's own transaction ID, which webhooks include. Use one that can't be guessed, because only the first link
   * with an ID gets its status.
   */
  declare transactionId: string | null | undefined;
  /** The purchase token that the shop's back end signed. */
  declare purchase: string | null | undefined;
  /** The page that the shopper returns to after the application: a URL, or a path on the page's own site. */
  declare redirectUrl: string | null | undefined;
  /** The shopper's phone number. This is only a property. */
  declare phoneNumber: string | null | undefined;

  /** @internal */
  readonly referenceField = 'transactionId';
  /** @internal */
  readonly phoneField = 'phoneNumber';
  /** @internal */
  readonly operation = 'createPayOverTimeLink';
  readonly #estimate = new EstimateController(this);

  protected override willUpdate(changed: PropertyValues): void {
    super.willUpdate(changed);
    if (changed.size || isServer) this.#estimate.update();
  }

  protected override updated(): void {
    super.updated();
    const { outcome, request } = this.#estimate;
    const isUnavailable = outcome.status === 'unavailable';
    if (outcome.status !== 'loading') this.setCollapsed(isUnavailable);
    if (isUnavailable) warnIfCents(this, request?.amount);
  }

  protected label(text: Text): string {
    return text.payOverTime;
  }

  /** @internal */
  linkRequest(): PayOverTimeLinkRequest | PageErrorCode {
    const { settings } = this;
    const amount = parseAmount(this.amount);
    if (!settings.location) return 'missing-location';
    if (!this.transactionId) return 'missing-transaction-id';
    if (!amount) return 'invalid-amount';
    return {
      ...this.filled([...sharedFields, 'departmentId', 'phoneNumber']),
      ...(this.redirectUrl && {
        redirectUrl: resolvePageUrl(this.redirectUrl)?.href ?? this.redirectUrl,
      }),
      amount,
      location: settings.location,
      transactionId: this.transactionId,
      sendSMS: false, // omitted means true
    };
  }
}
