// @ts-check
import { listFiles } from '../runner/select-files.js';

/**
 * The modules that `npm run mutation` changes.
 * @typedef {object} Module
 * @property {string} sources the files in `src` that begin with one of these words
 * @property {string} [from] only the part of the source from this export on
 * @property {string} tests the files in `test` that begin with one of these words, and must fail when a source is changed
 * @property {number} [equivalent] how many surviving changes were found to have no effect that a test could see
 */

/** @type {Readonly<Record<string, Module>>} */
export const modules = {
  amounts: {
    sources: 'internal/dollars',
    tests: 'internal/dollars properties/cents proxy/estimate-fields proxy/fields proxy/hooks',
    equivalent: 2,
  },
  sends: {
    sources: 'proxy/sends/',
    tests: 'proxy/sends/ proxy/store/store-secret proxy/observer',
    equivalent: 2,
  },
  limits: {
    sources: 'proxy/limits/',
    tests:
      'proxy/limits/ proxy/store/key-versions ' +
      'proxy/webhooks/unsigned-webhooks proxy/sends/send-once',
    equivalent: 16,
  },
  'purchase-tokens': {
    sources: 'proxy/purchases/purchase-token',
    tests: 'proxy/purchases/purchase-token.test',
    equivalent: 2,
  },
  signatures: {
    sources: 'contract/webhook proxy/webhooks/webhook-signature internal/crypto',
    tests:
      'contract/webhook internal/crypto proxy/webhooks/ ' +
      'proxy/purchases/purchase-token.test proxy/store/key-versions ' +
      'package/bad-arguments',
    equivalent: 6,
  },
  webhooks: {
    sources: 'proxy/webhooks/webhook-r proxy/webhooks/webhook-h',
    tests:
      'proxy/webhooks/ node/to-node-listener proxy/sends/replays proxy/store/key-versions proxy/observer',
  },
  'link-status': {
    sources: 'proxy/link-status',
    tests: 'proxy/link- proxy/sends/replays proxy/store/key-versions',
    equivalent: 1,
  },
  origin: {
    sources: 'proxy/origin',
    tests: 'proxy/origin proxy/policy proxy/proxy-operations',
    equivalent: 2,
  },
  policy: {
    sources: 'proxy/policy',
    tests:
      'proxy/policy proxy/hooks proxy/purchases/refusal-reasons ' +
      'proxy/sends/send-once proxy/proxy-operations proxy/fields',
    equivalent: 4,
  },
  estimates: {
    sources: 'proxy/estimates/',
    tests:
      'proxy/estimate-fields proxy/estimates/ proxy/callers-gone proxy/observer proxy/trace proxy/report ' +
      'system/estimate-query',
    equivalent: 1,
  },
  guard: {
    sources: 'proxy/service-guard proxy/circuits',
    tests: 'proxy/service-guard proxy/recovery-log proxy/observer',
    equivalent: 5,
  },
  operations: {
    sources: 'proxy/proxy-operations',
    tests:
      'proxy/proxy-operations proxy/policy proxy/hooks proxy/line proxy/link-status/ ' +
      'proxy/sends/ proxy/store/store-secret proxy/report proxy/limits/ proxy/estimates/ ' +
      'proxy/callers-gone proxy/fields',
    equivalent: 4,
  },
  proxy: {
    sources: 'proxy/create-financing-proxy proxy/routes proxy/construction-watch',
    tests:
      'proxy/routes proxy/trace proxy/report proxy/observer proxy/proxy- proxy/origin ' +
      'proxy/webhooks/webhook-receiver proxy/line proxy/link-status/link-status.test ' +
      'proxy/files proxy/openapi.test proxy/callers-gone proxy/construction-watch ' +
      'proxy/store/store-secret',
    equivalent: 4,
  },
  store: {
    sources: 'proxy/store',
    tests: 'proxy/store/ proxy/recovery-log proxy/sends/send-once proxy/observer',
  },
  body: {
    sources: 'proxy/body',
    tests: 'proxy/body proxy/webhooks/webhook-receiver',
    equivalent: 6,
  },
  fields: {
    sources: 'proxy/fields/',
    tests:
      'proxy/field proxy/estimate-fields proxy/openapi-surface ' +
      'proxy/texted-names proxy/hooks proxy/line proxy/body',
    equivalent: 17,
  },
  problems: {
    sources: 'proxy/problems proxy/plain-response',
    tests: 'proxy/problems proxy/report proxy/sends/replays proxy/service-errors',
  },
  report: {
    sources: 'proxy/report',
    tests:
      'proxy/report proxy/recovery-log proxy/thrown-errors ' +
      'proxy/purchases/refusal-reasons proxy/construction-watch proxy/observer',
    equivalent: 5,
  },
  calls: {
    sources: 'service/call',
    tests: 'service/ proxy/service-errors proxy/trace',
    equivalent: 2,
  },
  retries: {
    sources: 'elements/estimates/estimate-retry',
    tests: 'elements/estimates/retry',
  },
  links: {
    sources: 'client/link-client',
    tests: 'client/idempotency-keys client/link',
  },
  terms: {
    sources: 'words/estimate-words',
    from: 'creditTermsOf',
    tests: 'words/credit-terms',
  },
};

/** @param {Module} module */
export const sourcesOf = ({ sources }) => filesOf('src', '.ts', sources);

/** @param {Module} module */
export const testsOf = ({ tests }) => filesOf('test', '.test.ts', tests);

/**
 * Lists the files in a folder that begin with one of these words. Throws if there is none for a word.
 * @param {string} folder
 * @param {string} ending
 * @param {string} words
 */
function filesOf(folder, ending, words) {
  const files = listFiles(folder).filter(
    (file) => file.endsWith(ending) && !file.includes('.trial.'),
  );
  const found = words.split(' ').flatMap((word) => {
    const own = files.filter((file) => file.startsWith(`${folder}/${word}`));
    if (own.length === 0) throw new Error(`No file begins with ${folder}/${word}`);
    return own;
  });
  return [...new Set(found)];
}
