import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { FinancingErrorCode } from '../../../src/client/index.js';
import { pageErrors, proxyErrors } from '../../../src/contract/error-codes.js';
import { failureText } from '../../../src/elements/link-buttons/failure-text.js';

/** The messages after a click that opens a link and after a click that texts it. All other codes are final. */
const messages: readonly [opened: string, texted: string, codes: readonly FinancingErrorCode[]][] =
  [
    // The text may already be on its way.
    [
      'failed',
      'perhapsSent',
      [
        ...(['body-timeout', 'duplicate-send', 'in-progress', 'invalid-response'] as const),
        ...(['invalid-service-response', 'network', 'outcome-unknown', 'service-busy'] as const),
        ...(['service-error', 'service-timeout', 'service-unreachable', 'timeout'] as const),
        'verification-failed',
      ],
    ],
    // Nothing was sent.
    ['failed', 'failed', ['overloaded', 'store-unavailable']],
    ['limited', 'limited', ['rate-limited', 'sms-limit']],
    ['refused', 'notSent', ['invalid-phone-number']],
  ];

const codes = [...Object.keys(pageErrors), ...Object.keys(proxyErrors)] as FinancingErrorCode[];

describe('failureText()', () => {
  for (const code of codes) {
    it(`returns the message for ${code}`, () => {
      const [opened, texted] = messages.find(([, , own]) => own.includes(code)) ?? [
        'refused',
        'refused',
      ];
      assert.deepEqual([failureText(code, false), failureText(code, true)], [opened, texted]);
    });
  }
});

describe('A code', () => {
  it('belongs either to the page or to the proxy', () => {
    assert.equal(new Set(codes).size, codes.length);
  });
});
