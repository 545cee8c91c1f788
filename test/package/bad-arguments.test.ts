/** Checks how public functions refuse invalid options and arguments (src/contract/options.ts). */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { inspect } from 'node:util';
import { createFinancingClient, describeEstimate } from '../../src/client/index.js';
import { InvalidOptionError, signWebhook } from '../../src/contract/index.js';
import {
  createPooledFetch,
  createRedisStore,
  serve,
  toNodeListener,
} from '../../src/node/index.js';
import {
  createFinancingProxy,
  createMemoryStore,
  signPurchase,
  verifyWebhook,
} from '../../src/proxy/index.js';
import { createProxyHandlers, createSandboxHandlers } from '../../src/sandbox/msw.js';
import { createSandbox } from '../../src/sandbox/index.js';
import { createFinancingService } from '../../src/service/index.js';
import { createDurableObjectStore } from '../../src/workers/index.js';
import { credentials, financed, serviceUrl } from '../support/samples.js';

/** A value that must not be repeated. */
const hidden = 'c0ffee-4f1c';

const required = { baseUrl: serviceUrl, ...credentials };
const handler = createSandbox();
const address = { host: '127.0.0.1', port: 0 };
const namespace = { idFromName: () => ({}), get: () => assert.fail('It is called') };
const client = createFinancingClient();
const service = createFinancingService({ ...required, fetch: () => assert.fail('It is called') });
const secret = 'secret-of-the-shop-1';
const estimate = financed('sofa');
const purchase = { amount: 1, transactionId: 'order-1', exp: Date.now() / 1000 + 60 };

/** Functions with invalid arguments, by the option that the error names. */
const functions: Record<
  string,
  { call: (...args: never[]) => unknown; wrong: Record<string, readonly unknown[]> }
> = {
  createFinancingProxy: {
    call: createFinancingProxy,
    wrong: {
      options: [undefined],
      svcKye: [{ ...required, svcKye: hidden }],
      sms: [{ ...required, sms: hidden }],
      webhooks: [{ ...required, webhooks: [hidden] }],
      'webhooks.header': [{ ...required, webhooks: { header: `${hidden} ` } }],
      logger: [{ ...required, logger: hidden }],
    },
  },
  createFinancingService: {
    call: createFinancingService,
    wrong: { options: [null], timeout: [{ ...required, timeout: hidden }] },
  },
  'service.createPrequalLink': {
    call: service.createPrequalLink,
    wrong: { request: [undefined] },
  },
  'service.createPayOverTimeLink': {
    call: service.createPayOverTimeLink,
    wrong: { request: [[{ location: hidden }]] },
  },
  'service.estimatePayments': { call: service.estimatePayments, wrong: { items: [hidden] } },
  'service.getMerchantStatus': { call: service.getMerchantStatus, wrong: { location: ['..'] } },
  createFinancingClient: {
    call: createFinancingClient,
    wrong: {
      options: [hidden],
      endpiont: [{ endpiont: hidden }],
      endpoint: [{ endpoint: 5 }],
      fetch: [{ fetch: hidden }],
      'timeouts.links': [{ timeouts: { links: hidden } }],
      now: [{ now: Date.now() }],
    },
  },
  'client.estimate': { call: client.estimate, wrong: { request: [undefined] } },
  'client.createPayOverTimeLink': {
    call: client.createPayOverTimeLink,
    wrong: { request: [hidden] },
  },
  'client.createPrequalLink': { call: client.createPrequalLink, wrong: { request: [[hidden]] } },
  signPurchase: {
    call: signPurchase,
    wrong: {
      purchase: [hidden, secret],
      'purchase.amount': [{ ...purchase, amount: hidden }, secret],
      'purchase.exp': [{ ...purchase, exp: purchase.exp * 1000 }, secret],
      'purchase.total': [{ ...purchase, total: hidden }, secret],
      secret: [purchase, 'short'],
      maxAge: [purchase, secret, { maxAge: hidden }],
      maxage: [purchase, secret, { maxage: 60 }],
    },
  },
  signWebhook: {
    call: signWebhook,
    wrong: {
      secret: ['{}', ''],
      body: [{ hidden }, secret],
      timestamp: ['{}', secret, Date.now()],
    },
  },
  verifyWebhook: {
    call: verifyWebhook,
    wrong: {
      // A body that a framework has already parsed, which no signature matches.
      body: [{ hidden }, '', secret],
      secrets: ['{}', '', undefined],
      now: ['{}', '', secret, Date.now() / 1000],
    },
  },
  'verifyWebhook with a list': {
    call: verifyWebhook,
    wrong: { secrets: ['{}', '', [secret, '']] },
  },
  'verifyWebhook at a time in text': {
    call: verifyWebhook,
    wrong: { now: ['{}', '', secret, '2e12'] },
  },
  'verifyWebhook at the border': { call: verifyWebhook, wrong: { now: ['{}', '', secret, 1e11] } },
  'verifyWebhook with no secret': { call: verifyWebhook, wrong: { secrets: ['{}', '', []] } },
  createMemoryStore: {
    call: createMemoryStore,
    wrong: { maxEntries: [{ maxEntries: 0 }], max: [{ max: 1 }], now: [{ now: 1 }] },
  },
  createRedisStore: {
    call: createRedisStore,
    wrong: {
      urlOrClient: [`http://user:${hidden}@127.0.0.1`],
      timeout: ['redis://127.0.0.1', { timeout: hidden }],
      prefx: ['redis://127.0.0.1', { prefx: hidden }],
    },
  },
  'createRedisStore with another object': { call: createRedisStore, wrong: { urlOrClient: [{}] } },
  createDurableObjectStore: {
    call: createDurableObjectStore,
    wrong: {
      namespace: [undefined],
      objects: [namespace, { objects: 0 }],
      timeout: [namespace, { timeout: hidden }],
      object: [namespace, { object: 4 }],
    },
  },
  describeEstimate: {
    call: describeEstimate,
    wrong: {
      estimate: [undefined],
      options: [estimate, null],
      language: [estimate, { language: hidden }],
      lang: [estimate, { lang: 5 }],
      termMonths: [estimate, { termMonths: hidden }],
      aprUnit: [estimate, { aprUnit: hidden }],
      amount: [estimate, { amount: hidden }],
      text: [estimate, { text: hidden }],
      'text.aprs': [estimate, { text: { aprs: hidden } }],
      'text.close': [estimate, { text: { close: 5 } }],
      'text.apr': [estimate, { text: { apr: hidden } }],
    },
  },
  createPooledFetch: {
    call: createPooledFetch,
    wrong: { connections: [{ connections: hidden }], connection: [{ connection: 1 }] },
  },
  serve: {
    call: serve,
    wrong: {
      handler: [hidden, address],
      options: [handler],
      host: [handler, { port: 0 }],
      port: [handler, { ...address, port: hidden }],
      onFailure: [handler, { ...address, onFailure: hidden }],
    },
  },
  toNodeListener: {
    call: toNodeListener,
    wrong: { handler: [undefined], onFailure: [handler, { onFailure: hidden }] },
  },
  createSandbox: {
    call: createSandbox,
    wrong: {
      options: [null],
      seed: [{ seed: hidden }],
      now: [{ now: 1 }],
      publicUrl: [{ publicUrl: hidden }],
      shopUrl: [{ shopUrl: 5 }],
      seeds: [{ seeds: null }],
      'webhook.url': [{ webhook: { url: hidden, secret } }],
      'webhook.secret': [{ webhook: { url: 'https://shop.example' } }],
      'webhook.secrets': [{ webhook: { url: 'https://shop.example', secrets: [hidden] } }],
    },
  },
  createSandboxHandlers: {
    call: createSandboxHandlers,
    wrong: { baseUrl: [{ baseUrl: 5 }], sandbox: [{ sandbox: hidden }], url: [{ url: hidden }] },
  },
  createProxyHandlers: {
    call: createProxyHandlers,
    wrong: {
      endpoint: [{ endpoint: hidden }],
      sandbox: [{ sandbox: hidden }],
      mount: [{ mount: hidden }],
    },
  },
};

/** The names of parameters. All other names are options. `now` is both. */
const parameters =
  /^(options|request|items|location|purchase|secrets?|body|timestamp|urlOrClient|namespace|estimate|handler)$/;

function kindOf(call: unknown, option: string): string {
  const [name = ''] = option.split('.');
  const isParameter = parameters.test(name) || (name === 'now' && call === verifyWebhook);
  return isParameter ? 'Argument' : 'Option';
}

/** Similar and dissimilar names, with the message of each function. */
const unknownNames: Record<string, string> = {
  svcKye: 'is unknown; did you mean svcKey?',
  endpiont: 'is unknown; did you mean endpoint?',
  maxage: 'is unknown; did you mean maxAge?',
  prefx: 'is unknown; did you mean prefix?',
  'text.aprs': 'is unknown; did you mean text.apr?',
  connection: 'is unknown; did you mean connections?',
  seed: 'is unknown; did you mean seeds?',
  'webhook.secrets': 'is unknown; did you mean webhook.secret?',
  url: 'is unknown; did you mean baseUrl?',
  'purchase.total': 'is unknown',
};

describe('A public function', () => {
  for (const [name, { call, wrong }] of Object.entries(functions)) {
    for (const [option, args] of Object.entries(wrong)) {
      it(`refuses an invalid ${option} by name, without its value: ${name}`, async () => {
        const attempt = async () => (call as (...args: unknown[]) => unknown)(...args);
        await assert.rejects(attempt, (error) => {
          assert.ok(error instanceof InvalidOptionError, String(error));
          assert.equal(error.option, option);
          assert.equal(error.message, `${kindOf(call, option)} ${option} ${error.reason}`);
          assert.equal(error.reason, unknownNames[option] ?? error.reason);
          assert.ok(!inspect(error).includes(hidden), 'the value is shown');
          return true;
        });
      });
    }
  }
});
