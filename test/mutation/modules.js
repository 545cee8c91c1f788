// @ts-check
/**
 * What `npm run mutation` changes, and the tests that must notice. Each module has its own, since a change is tried with
 * all of them until one fails. A source can begin with one of its exports.
 * @type {Readonly<Record<string, { readonly sources: readonly string[], readonly tests: readonly string[] }>>}
 */
export const modules = {
  amounts: {
    sources: ['client/amount', 'internal/dollars'],
    tests: ['client/amount', 'proxy/estimate-fields', 'proxy/fields', 'proxy/hooks'],
  },
  sends: {
    sources: ['proxy/sends'],
    tests: [
      'proxy/sends/sends',
      'proxy/sends/keys',
      'proxy/sends/failures',
      'proxy/sends/duplicate-send',
      'proxy/sends/replays',
      'proxy/store/store-secret',
      'proxy/observer',
    ],
  },
  limits: {
    sources: ['proxy/limits'],
    tests: [
      'proxy/limits',
      'proxy/store/key-versions',
      'proxy/webhooks/unsigned-webhooks',
      'proxy/sends/sends',
    ],
  },
  'purchase-tokens': {
    sources: ['proxy/purchase-token'],
    tests: ['proxy/purchase-token/purchase-token', 'proxy/purchase-token/purchase-max-age'],
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
      'proxy/store/key-versions',
      'package/bad-arguments',
    ],
  },
  webhooks: {
    sources: ['proxy/webhooks'],
    tests: [
      'proxy/webhooks/webhooks',
      'proxy/webhooks/webhook-identity',
      'proxy/webhooks/unsigned-webhooks',
      'proxy/webhook-signature/webhook-signature',
      'proxy/sends/replays',
      'proxy/store/key-versions',
      'proxy/observer',
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
    ],
  },
  origin: {
    sources: ['proxy/origin'],
    tests: ['proxy/origin', 'proxy/policy', 'proxy/operations'],
  },
  policy: {
    sources: ['proxy/policy'],
    tests: [
      'proxy/policy',
      'proxy/hooks',
      'proxy/sends/sends',
      'proxy/operations',
      'proxy/service-faults.full',
      'proxy/fields',
    ],
  },
  estimates: {
    sources: ['proxy/estimates'],
    tests: [
      'proxy/estimates',
      'proxy/estimate-calls',
      'proxy/estimate-fields',
      'proxy/callers-gone',
      'proxy/observer',
      'proxy/trace',
      'proxy/report',
    ],
  },
  guard: {
    sources: ['proxy/service-guard', 'proxy/circuits'],
    tests: ['proxy/service-guard', 'proxy/recovery-log', 'proxy/observer'],
  },
  operations: {
    sources: ['proxy/operations'],
    tests: [
      'proxy/operations',
      'proxy/policy',
      'proxy/hooks',
      'proxy/line',
      'proxy/link-status/verified-status',
      'proxy/link-status/link-status',
      'proxy/sends/sends',
      'proxy/sends/replays',
      'proxy/store/store-secret',
      'proxy/report',
      'proxy/limits',
      'proxy/estimates',
      'proxy/callers-gone',
      'proxy/fields',
    ],
  },
  proxy: {
    sources: ['proxy/create-financing-proxy'],
    tests: [
      'proxy/routes',
      'proxy/ready',
      'proxy/trace',
      'proxy/report',
      'proxy/observer',
      'proxy/settings',
      'proxy/origin',
      'proxy/webhooks/webhooks',
      'proxy/operations',
      'proxy/line',
      'proxy/link-status/link-status',
      'proxy/files',
      'proxy/openapi',
      'proxy/callers-gone',
      'proxy/construction-watch',
      'proxy/store/store-secret',
    ],
  },
  store: {
    sources: ['proxy/store'],
    tests: [
      'proxy/store/guard-store',
      'proxy/store/memory-store',
      'proxy/recovery-log',
      'proxy/sends/sends',
      'proxy/observer',
      'proxy/store/store-secret',
    ],
  },
  body: {
    sources: ['proxy/body'],
    tests: ['proxy/body', 'proxy/webhooks/webhooks'],
  },
  fields: {
    sources: [
      'proxy/fields/blank-fields',
      'proxy/fields/body-schemas',
      'proxy/fields/contact-details',
      'proxy/fields/parse-fields',
      'proxy/fields/string-rules',
      'proxy/fields/texted-names',
      'proxy/fields/unsupported-states',
    ],
    tests: [
      'proxy/field-messages',
      'proxy/location-in-path',
      'proxy/estimate-fields',
      'proxy/prefill-types',
      'proxy/openapi-surface',
      'proxy/blank-fields',
      'proxy/fields',
      'proxy/texted-names',
      'proxy/hooks',
      'proxy/line',
      'proxy/body',
    ],
  },
  problems: {
    sources: ['proxy/problems'],
    tests: ['proxy/problems', 'proxy/report', 'proxy/sends/replays', 'proxy/service-errors.full'],
  },
  report: {
    sources: ['proxy/report'],
    tests: [
      'proxy/report',
      'proxy/recovery-log',
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
      'proxy/service-errors.full',
      'proxy/trace',
    ],
  },
  retries: {
    sources: ['elements/estimate-controller from startRetrying'],
    tests: ['elements/retry'],
  },
  links: {
    sources: ['client/links'],
    tests: ['client/idempotency-keys', 'client/links', 'client/link-status'],
  },
  terms: {
    sources: ['words/estimate-words from creditTermsOf'],
    tests: ['words/credit-terms'],
  },
};
