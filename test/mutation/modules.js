// @ts-check
/**
 * What `npm run mutation` changes, and the tests that must notice. Each module has its own, since a change is tried with
 * all of them until one fails.
 * @type {Readonly<Record<string, { readonly sources: readonly string[], readonly tests: readonly string[] }>>}
 */
export const modules = {
  amounts: {
    sources: ['client/amount', 'internal/dollars'],
    tests: ['client/amount', 'proxy/operations/estimation-input', 'proxy/gates/purchase'],
  },
  sends: {
    sources: ['proxy/sends'],
    tests: [
      'proxy/sends/keys',
      'proxy/sends/failures',
      'proxy/sends/duplicate-send',
      'proxy/sends/replays',
      'proxy/sends/sends',
      'proxy/gates/policy',
    ],
  },
  limits: {
    sources: ['proxy/limits'],
    tests: [
      'proxy/gates/limit-windows',
      'proxy/gates/limits',
      'proxy/store/key-versions',
      'proxy/webhooks/unsigned-webhooks',
      'proxy/store/store-secret',
    ],
  },
  'purchase-tokens': {
    sources: ['proxy/purchase-token'],
    tests: [
      'proxy/purchase-token/purchase-token',
      'proxy/purchase-token/purchase-max-age',
      'proxy/gates/purchase',
    ],
  },
  signatures: {
    sources: ['contract/webhook', 'proxy/webhook-signature', 'internal/crypto'],
    tests: [
      'contract/webhook',
      'internal/crypto',
      'proxy/webhook-signature/webhook-signature',
      'proxy/webhooks/unsigned-webhooks',
      'proxy/webhooks/webhook-identity',
      'proxy/purchase-token/purchase-token',
      'proxy/store/store-secret',
    ],
  },
  'de-duplication': {
    sources: ['proxy/webhooks'],
    tests: [
      'proxy/webhooks/webhooks',
      'proxy/webhooks/webhook-identity',
      'proxy/sends/replays',
      'proxy/store/key-versions',
      'proxy/store/store-secret',
    ],
  },
  'link-status': {
    sources: ['proxy/link-status'],
    tests: [
      'proxy/link-status/link-status',
      'proxy/link-status/link-status-store',
      'proxy/link-status/verified-status',
      'proxy/sends/replays',
      'proxy/store/key-versions',
      'proxy/store/store-secret',
    ],
  },
  origin: {
    sources: ['proxy/gates/origin', 'proxy/gates/redirect'],
    tests: [
      'proxy/gates/origin',
      'proxy/gates/cors',
      'proxy/gates/cross-origin',
      'proxy/gates/redirect-origin',
      'proxy/gates/policy',
      'proxy/sends/sends',
    ],
  },
  policy: {
    sources: ['proxy/gates/sms', 'proxy/gates/location', 'proxy/gates/authorization'],
    tests: [
      'proxy/gates/policy',
      'proxy/gates/authorization',
      'proxy/gates/texted-names',
      'proxy/gates/gates',
      'proxy/sends/sends',
      'proxy/sends/replays',
    ],
  },
  calls: {
    sources: ['service/call'],
    tests: [
      'service/nothing-sent',
      'service/retry',
      'service/deadline',
      'service/answers',
      'service/errors',
      'service/requests',
      'service/answer-sizes',
      'proxy/http/service-errors.full',
      'proxy/log/trace',
    ],
  },
  retries: { sources: ['elements/retry'], tests: ['elements/retry'] },
  'request-keys': {
    sources: ['client/idempotency-keys'],
    tests: ['client/idempotency-keys', 'client/links'],
  },
  terms: {
    sources: ['elements/financing-estimate/credit-terms'],
    tests: ['elements/financing-estimate/credit-terms'],
  },
};
