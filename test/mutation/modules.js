// @ts-check
/**
 * What `npm run mutation` changes, and the tests that must notice. Each module has its own, since a change is tried with
 * all of them until one fails.
 * @type {Readonly<Record<string, { readonly sources: readonly string[], readonly tests: readonly string[] }>>}
 */
export const modules = {
  amounts: {
    sources: ['client/amount', 'internal/dollars'],
    tests: ['client/amount', 'proxy/fields/estimations', 'proxy/hooks'],
  },
  idempotency: {
    sources: ['proxy/links/idempotency'],
    tests: [
      'proxy/links/idempotency',
      'proxy/links/idempotency-store',
      'proxy/links/duplicate-send',
      'proxy/links/replays',
      'proxy/stores/store-secret',
    ],
  },
  idempotentSend: {
    sources: ['proxy/links/idempotent-send'],
    tests: [
      'proxy/links/idempotent-send',
      'proxy/links/replays',
      'proxy/links/sends',
      'proxy/limits',
      'proxy/policy',
    ],
  },
  limits: {
    sources: ['proxy/limits'],
    tests: [
      'proxy/limits',
      'proxy/stores/key-versions',
      'proxy/webhooks/unsigned-webhooks',
      'proxy/stores/store-secret',
    ],
  },
  'purchase-tokens': {
    sources: ['proxy/purchase-token', 'proxy/policy'],
    tests: ['proxy/links/purchase-token', 'proxy/links/purchase-max-age', 'proxy/hooks'],
  },
  signatures: {
    sources: ['contract/webhook', 'proxy/webhooks/signature', 'internal/crypto'],
    tests: [
      'contract/webhook',
      'internal/crypto',
      'proxy/webhooks/webhooks-signature',
      'proxy/webhooks/unsigned-webhooks',
      'proxy/webhooks/webhook-identity',
      'proxy/links/purchase-token',
      'proxy/stores/store-secret',
    ],
  },
  'de-duplication': {
    sources: ['proxy/webhooks/deduplicator'],
    tests: [
      'proxy/webhooks/webhooks',
      'proxy/webhooks/webhook-identity',
      'proxy/links/replays',
      'proxy/stores/key-versions',
      'proxy/stores/store-secret',
    ],
  },
  'link-status': {
    sources: ['proxy/link-status/link-status', 'proxy/link-status/link-outcome'],
    tests: [
      'proxy/link-status/link-status',
      'proxy/link-status/link-status-store',
      'proxy/link-status/verified-status',
      'proxy/links/replays',
      'proxy/stores/key-versions',
      'proxy/stores/store-secret',
    ],
  },
  origin: {
    sources: ['proxy/origin', 'proxy/policy'],
    tests: ['proxy/origin', 'proxy/policy', 'proxy/links/sends'],
  },
  policy: {
    sources: ['proxy/policy'],
    tests: [
      'proxy/policy',
      'proxy/hooks',
      'proxy/fields/texted-names',
      'proxy/operations',
      'proxy/links/sends',
      'proxy/links/replays',
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
