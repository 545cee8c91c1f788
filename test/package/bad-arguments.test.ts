/** Checks how public functions refuse invalid options and arguments (src/internal/options.ts). */
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
import { createFinancingProxy, createMemoryStore } from '../../src/proxy/index.js';
import { signPurchase, verifyWebhook } from '../../src/proxy/index.js';
import { proxySettings, webhookSettings } from '../../src/proxy/proxy-settings.js';
import { createProxyHandlers, createSandboxHandlers } from '../../src/sandbox/msw.js';
import { createSandbox } from '../../src/sandbox/index.js';
import { createFinancingService } from '../../src/service/index.js';
import { serviceSettings } from '../../src/service/service-settings.js';
import { createDurableObjectStore } from '../../src/workers/index.js';
import { credentials, financed, serviceUrl } from '../support/samples.js';

/** Text that must not be repeated. */
const hidden = 'c0ffee-4f1c';
/** A value that no option accepts. */
const invalid = Symbol(hidden);

const required = { baseUrl: serviceUrl, ...credentials };
const address = { host: '127.0.0.1', port: 0 };
const namespace = { idFromName: () => ({}), get: () => assert.fail('It is called') };
const client = createFinancingClient();
const service = createFinancingService({ ...required, fetch: () => assert.fail('It is called') });
const secret = 'secret-of-the-shop-1';
const purchase = { amount: 1, transactionId: 'order-1', exp: Date.now() / 1000 + 60 };
const webhook = { url: 'https://shop.example', secret };

/** Lists all options of a function by name. The compiler reports a missing one. */
const namesOf = <Options>(names: Record<keyof NonNullable<Options>, true>) => Object.keys(names);

/** Calls a function with options. Its other arguments are valid. */
type Call = (options: never) => unknown;

/** Functions, with the names of their options and the options that they require. */
const functions: Record<string, readonly [call: Call, names: string[], required?: object]> = {
  createFinancingProxy: [
    createFinancingProxy,
    [
      ...Object.keys(proxySettings),
      ...Object.keys(webhookSettings).map((each) => `webhooks.${each}`),
    ],
    required,
  ],
  createFinancingService: [createFinancingService, Object.keys(serviceSettings), required],
  createFinancingClient: [
    createFinancingClient,
    namesOf<
      Parameters<typeof createFinancingClient>[0] &
        Record<'timeouts.estimates' | 'timeouts.links', number>
    >({
      endpoint: true,
      location: true,
      fetch: true,
      timeouts: true,
      storage: true,
      now: true,
      document: true,
      'timeouts.estimates': true,
      'timeouts.links': true,
    }),
  ],
  describeEstimate: [
    (options) => describeEstimate(financed('sofa'), options),
    [
      ...namesOf<Parameters<typeof describeEstimate>[1]>({
        lang: true,
        termMonths: true,
        aprUnit: true,
        qualifier: true,
        total: true,
        text: true,
        amount: true,
      }),
      'text.apr',
      'text.today',
    ],
  ],
  signPurchase: [(options) => signPurchase(purchase, secret, options), ['maxAge']],
  createMemoryStore: [
    createMemoryStore,
    namesOf<Parameters<typeof createMemoryStore>[0]>({
      maxEntries: true,
      maxBytes: true,
      now: true,
    }),
  ],
  createRedisStore: [
    (options) => createRedisStore('redis://127.0.0.1', options),
    namesOf<Parameters<typeof createRedisStore>[1]>({
      prefix: true,
      replicas: true,
      timeout: true,
      onWarning: true,
    }),
  ],
  createDurableObjectStore: [
    (options) => createDurableObjectStore(namespace, options),
    namesOf<Parameters<typeof createDurableObjectStore>[1]>({
      objects: true,
      timeout: true,
      locationHint: true,
    }),
  ],
  createPooledFetch: [
    createPooledFetch,
    namesOf<Parameters<typeof createPooledFetch>[0]>({ connections: true, connectTimeout: true }),
  ],
  serve: [
    (options) => serve(createSandbox(), options),
    namesOf<Parameters<typeof serve>[1]>({ host: true, port: true, onFailure: true }),
    address,
  ],
  toNodeListener: [
    (options) => toNodeListener(createSandbox(), options),
    namesOf<Parameters<typeof toNodeListener>[1]>({ onFailure: true }),
  ],
  createSandbox: [
    createSandbox,
    [
      ...namesOf<Parameters<typeof createSandbox>[0]>({
        publicUrl: true,
        shopUrl: true,
        now: true,
        webhook: true,
        seeds: true,
      }),
      'webhook.url',
      'webhook.secret',
      'webhook.fetch',
    ],
    { webhook },
  ],
  createSandboxHandlers: [
    createSandboxHandlers,
    namesOf<Parameters<typeof createSandboxHandlers>[0]>({ baseUrl: true, sandbox: true }),
  ],
  createProxyHandlers: [
    createProxyHandlers,
    namesOf<Parameters<typeof createProxyHandlers>[0]>({
      endpoint: true,
      sandbox: true,
      proxy: true,
    }),
  ],
};

/** Functions with an argument that is invalid, and the name of that argument. */
const calls: [call: (...args: never[]) => unknown, argument: string, ...given: unknown[]][] = [
  [service.createPrequalLink, 'request', undefined],
  [service.createPayOverTimeLink, 'request', [{ location: hidden }]],
  [service.estimatePayments, 'items', hidden],
  [service.getMerchantStatus, 'location', '..'],
  [client.estimate, 'request', undefined],
  [client.createPayOverTimeLink, 'request', hidden],
  [client.createPrequalLink, 'request', [hidden]],
  [signPurchase, 'purchase', hidden, secret],
  [signPurchase, 'purchase.amount', { ...purchase, amount: hidden }, secret],
  [signWebhook, 'secret', '{}', ''],
  [signWebhook, 'body', { hidden }, secret],
  [signWebhook, 'timestamp', '{}', secret, 1.7e12],
  // A body that a framework has already parsed, which no signature matches.
  [verifyWebhook, 'body', { hidden }, '', secret],
  ...[undefined, [], [secret, '']].map((secrets): (typeof calls)[number] => {
    return [verifyWebhook, 'secrets', '{}', '', secrets];
  }),
  ...[1.7e9, '2e12', 1e11].map((now): (typeof calls)[number] => {
    return [verifyWebhook, 'now', '{}', '', secret, now];
  }),
  [createRedisStore, 'urlOrClient', `http://user:${hidden}@127.0.0.1`],
  [createRedisStore, 'urlOrClient', {}],
  [createDurableObjectStore, 'namespace', undefined],
  [describeEstimate, 'estimate', undefined],
  [serve, 'handler', hidden, address],
  [toNodeListener, 'handler', undefined],
];

/** Asserts that a call is refused with an error that names the option or argument, and not its value. */
async function assertRefused(call: () => unknown, name: string, kind: string, reason = '') {
  await assert.rejects(
    async () => call(),
    (error) => {
      assert.ok(error instanceof InvalidOptionError, String(error));
      assert.equal(error.option, name);
      assert.equal(error.message, `${kind} ${name} ${reason || error.reason}`);
      assert.ok(!inspect(error).includes(hidden), 'the value is shown');
      return true;
    },
  );
}

/** Returns options with another value at a path such as `webhooks.header`. */
function withOption(base: object, path: string, value: unknown): never {
  const [name = '', inner] = path.split('.');
  const nested = { ...(base as Record<string, object>)[name], [inner ?? '']: value };
  return { ...base, [name]: inner === undefined ? value : nested } as never;
}

describe('A public function refuses', () => {
  for (const [name, [call, options, base = {}]] of Object.entries(functions)) {
    it(`an invalid value of each option, by name and without its value: ${name}`, async () => {
      for (const option of options) {
        await assertRefused(() => call(withOption(base, option, invalid)), option, 'Option');
      }
    });

    it(`an unknown option, with the option that was meant: ${name}`, async () => {
      const unknown = { ...base, [`${options[0]}x`]: hidden } as never;
      const reason = `is unknown; did you mean ${options[0]}?`;
      await assertRefused(() => call(unknown), `${options[0]}x`, 'Option', reason);
    });

    it(`null instead of options: ${name}`, async () => {
      await assertRefused(() => call(null as never), 'options', 'Argument');
    });
  }

  for (const [call, argument, ...given] of calls) {
    it(`an invalid ${argument}, without its value: ${call.name}(${inspect(given.at(-1))})`, async () => {
      const run = call as (...args: unknown[]) => unknown;
      await assertRefused(() => run(...given), argument, 'Argument');
    });
  }
});
