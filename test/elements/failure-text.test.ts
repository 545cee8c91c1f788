import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { FinancingErrorCode } from '../../src/client/index.js';
import { pageErrors, proxyErrors } from '../../src/contract/error-codes.js';

const refused = ['refused', 'refused'] as const;
const limited = ['limited', 'limited'] as const;
/** Nothing was sent. */
const failed = ['failed', 'failed'] as const;
const perhapsSent = ['failed', 'perhapsSent'] as const;

/** The messages after a click that opens a link and after a click that texts it. A missing code is a type error. */
const expected: Record<FinancingErrorCode, readonly [opened: string, texted: string]> = {
  'application-unavailable': refused,
  'bad-credentials': refused,
  'body-timeout': perhapsSent,
  'body-too-large': refused,
  'department-not-allowed': refused,
  'duplicate-send': perhapsSent,
  'idempotency-key-required': refused,
  'idempotency-key-reused': refused,
  'in-progress': perhapsSent,
  'invalid-amount': refused,
  'invalid-details': refused,
  'invalid-email': refused,
  'invalid-endpoint': refused,
  'invalid-json': refused,
  'invalid-phone-number': ['refused', 'notSent'],
  'invalid-request': refused,
  'invalid-response': perhapsSent,
  'invalid-selector': refused,
  'invalid-service-response': perhapsSent,
  'location-exists': refused,
  'location-not-allowed': refused,
  'location-not-found': refused,
  'method-not-allowed': refused,
  'missing-location': refused,
  'missing-transaction-id': refused,
  'not-found': refused,
  'origin-not-allowed': refused,
  'outcome-unknown': perhapsSent,
  'popup-blocked': refused,
  'purchase-not-verified': refused,
  'rate-limited': limited,
  'redirect-not-allowed': refused,
  'service-busy': perhapsSent,
  'service-error': perhapsSent,
  'service-refused': refused,
  'service-timeout': perhapsSent,
  'service-unreachable': perhapsSent,
  'sms-limit': limited,
  'sms-not-allowed': refused,
  'source-platform-not-allowed': refused,
  'state-not-supported': refused,
  'store-unavailable': failed,
  'unknown-error': refused,
  'unsupported-media-type': refused,
  'vertical-not-supported': refused,
  'verification-failed': perhapsSent,
  network: perhapsSent,
  overloaded: failed,
  timeout: perhapsSent,
  unauthorized: refused,
};

/** Reverses the order of a table's rows. */
function reverse(table: Record<string, unknown>): void {
  for (const [code, row] of Object.entries(table).reverse()) {
    delete table[code];
    table[code] = row;
  }
}

describe('failureText()', () => {
  it('returns the same message for a code, regardless of the order of the codes', async () => {
    reverse(pageErrors);
    reverse(proxyErrors);
    const { failureText } = await import('../../src/elements/link-buttons/failure-text.js');
    const codes = [...Object.keys(pageErrors), ...Object.keys(proxyErrors)] as FinancingErrorCode[];
    const messages = codes.map((code) => [
      code,
      [failureText(code, false), failureText(code, true)],
    ]);
    assert.deepEqual(Object.fromEntries(messages), expected);
  });
});

describe('A code', () => {
  it('belongs either to the page or to the proxy', () => {
    const shared = Object.keys(pageErrors).filter((code) => Object.hasOwn(proxyErrors, code));
    assert.deepEqual(shared, []);
  });
});
