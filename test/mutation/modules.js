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
  sends: {
    sources: ['proxy/sends'],
    tests: [
      'proxy/links/idempotency',
      'proxy/links/idempotency-store',
      'proxy/links/idempotent-send',
      'proxy/links/duplicate-send',
      'proxy/links/replays',
      'proxy/links/sends',
      'proxy/stores/store-secret',
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
    sources: ['proxy/purchase-token'],
    tests: ['proxy/links/purchase-token', 'proxy/links/purchase-max-age', 'proxy/gates/purchase'],
  },
  signatures: {
    sources: ['contract/webhook', 'proxy/webhook-signature', 'internal/crypto'],
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
    sources: ['proxy/webhooks'],
    tests: [
      'proxy/webhooks/webhooks',
      'proxy/webhooks/webhook-identity',
      'proxy/links/replays',
      'proxy/stores/key-versions',
      'proxy/stores/store-secret',
    ],
  },
  'link-status': {
    sources: ['proxy/link-status'],
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
    sources: ['proxy/origin'],
    tests: [
      'proxy/gates/origin',
      'proxy/gates/cors',
      'proxy/gates/cross-origin',
      'proxy/gates/redirect-origin',
      'proxy/gates/policy',
      'proxy/links/sends',
    ],
  },
  policy: {
    sources: ['proxy/policy'],
    tests: [
      'proxy/gates/policy',
      'proxy/gates/authorization',
      'proxy/gates/texted-names',
      'proxy/gates/gates',
      'proxy/gates/purchase',
      'proxy/gates/verify-human',
      'proxy/gates/redirect-origin',
      'proxy/links/sends',
      'proxy/links/replays',
    ],
  },
  estimates: {
    sources: ['proxy/estimates', 'proxy/answers'],
    tests: ['proxy/estimates', 'proxy/estimate-calls', 'proxy/callers-gone', 'proxy/observer'],
  },
  guard: {
    sources: ['proxy/service-guard'],
    tests: ['proxy/service-guard', 'proxy/recovery-log', 'proxy/observer'],
  },
  report: {
    sources: ['proxy/report'],
    tests: [
      'proxy/report',
      'proxy/recovery-log',
      'proxy/request-lines',
      'proxy/thrown-errors',
      'proxy/construction-watch',
      'proxy/observer',
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
      'proxy/trace',
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
