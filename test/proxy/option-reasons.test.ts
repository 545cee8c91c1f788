import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createFinancingProxy } from '../../src/proxy/index.js';
import { credentials, serviceUrl } from '../support/samples.js';

const webhooks = (options: object) => ({ webhooks: options });

/** What an option may not be, and the sentence that says so. */
const wrong: [options: object, sentence: string][] = [
  [{ baseUrl: undefined }, 'baseUrl is missing'],
  [{ baseUrl: 'x' }, 'baseUrl is not a URL such as https://service.example'],
  [{ baseUrl: 'ftp://a.example' }, 'baseUrl is not an https URL'],
  [
    { baseUrl: 'http://a.example' },
    'baseUrl has no TLS; use https, or see allowHttp (--allow-http on)',
  ],
  [{ baseUrl: 'https://a@a.example' }, 'baseUrl holds user information'],
  [{ baseUrl: 'https://a.example?' }, 'baseUrl holds a query or a fragment'],
  [{ svcKey: undefined }, 'svcKey is missing'],
  [{ svcKey: 'a b' }, 'svcKey has characters that a header cannot carry'],
  [{ svcSecret: 'a b' }, 'svcSecret has characters that a header cannot carry'],
  [
    { adminToken: 'x'.repeat(16), svcSecret: '' },
    'svcSecret is missing, but the routes that adminToken or authorize opens need it',
  ],
  [{ adminToken: 'short' }, 'adminToken is not at least 16 visible ASCII characters'],
  [{ purchaseSecret: '' }, 'purchaseSecret is missing'],
  [{ purchaseSecret: 'short' }, 'purchaseSecret is not at least 16 characters'],
  [{ cacheTtl: 1.5 }, 'cacheTtl is not a whole number of seconds from 0 to 86400'],
  [{ rateLimit: 0 }, 'rateLimit is not a whole number from 1 to 1000000'],
  [{ textsPerPhone: 0 }, 'textsPerPhone is not a whole number from 1 to 1000000'],
  [{ textsPerPrefix: 0 }, 'textsPerPrefix is not a whole number from 1 to 1000000'],
  [{ textsInAll: 0 }, 'textsInAll is not a whole number from 1 to 1000000'],
  [{ trustedHops: 17 }, 'trustedHops is not a whole number from 0 to 16'],
  [{ timeout: '4000' }, 'timeout is not a whole number of milliseconds from 1 to 600000'],
  [{ linkTimeout: 600_001 }, 'linkTimeout is not a whole number of milliseconds from 1 to 600000'],
  [{ store: {} }, 'store is not a store, such as createRedisStore(url) returns'],
  [{ mount: 'x' }, 'mount is not a path such as /financing'],
  [{ locations: 'x' }, 'locations is not a list'],
  [{ locations: [''] }, 'locations holds an empty name'],
  [{ locations: [] }, 'locations is empty: give it a value, or leave it out'],
  [{ linkHosts: [] }, 'linkHosts is empty: give it a value, or leave it out'],
  [
    { linkHosts: ['https://x'] },
    'linkHosts holds something other than hosts such as apply.example',
  ],
  [
    { redirectOrigins: ['*'] },
    'redirectOrigins holds something other than origins such as https://shop.example',
  ],
  [
    { allowedOrigins: ['*'] },
    'allowedOrigins holds something other than origins such as https://shop.example',
  ],
  [{ errorPages: '/errors/' }, 'errorPages is not an https URL; http is only for this machine'],
  [
    { errorPages: 'http://docs.example/errors/' },
    'errorPages is not an https URL; http is only for this machine',
  ],
  [{ errorPages: 'https://a@docs.example' }, 'errorPages holds user information'],
  [{ errorPages: 'https://docs.example/?code=' }, 'errorPages holds a query or a fragment'],
  [{ errorPages: 'https://docs.example/errors#' }, 'errorPages holds a query or a fragment'],
  [{ authorize: 1 }, 'authorize is not a function'],
  [{ resolvePurchase: 1 }, 'resolvePurchase is not a function'],
  [{ verifyHuman: 1 }, 'verifyHuman is not a function'],
  [{ clientAddress: 1 }, 'clientAddress is not a function'],
  [{ fetch: 1 }, 'fetch is not a function'],
  [{ logger: 1 }, 'logger is not an object'],
  [{ allowHttp: 'off' }, 'allowHttp is not true or false'],
  [{ webhooks: 1 }, 'webhooks is not an object'],
  [webhooks({ secrets: 'x' }), 'webhooks.secrets is not a list'],
  [webhooks({ secrets: [] }), 'webhooks.secrets is not at least 16 characters'],
  [webhooks({ secrets: ['short'] }), 'webhooks.secrets is not at least 16 characters'],
  [webhooks({ header: 'a b' }), 'webhooks.header is not the name of a header'],
  [webhooks({ verify: 1 }), 'webhooks.verify is not a function'],
  [webhooks({ parse: 1 }), 'webhooks.parse is not a function'],
  [webhooks({ onEvent: 1 }), 'webhooks.onEvent is not a function'],
  [webhooks({ onUnknown: 1 }), 'webhooks.onUnknown is not a function'],
];

describe('A wrong option of createFinancingProxy', () => {
  for (const [options, sentence] of wrong) {
    it(`is refused: ${sentence}`, () => {
      const all = { baseUrl: serviceUrl, ...credentials, ...options };
      assert.throws(() => createFinancingProxy(all), {
        name: 'InvalidOptionError',
        message: `Option ${sentence}`,
      });
    });
  }
});
