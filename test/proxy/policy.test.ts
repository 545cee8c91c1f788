import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { operationNames } from '../../src/contract/index.js';
import type { FinancingProxyOptions } from '../../src/proxy/index.js';
import { problemRow, type ProblemCode } from '../../src/proxy/problems.js';
import { assertAbsent } from '../support/assertions.js';
import {
  bodyWith,
  creations,
  links,
  onboarding,
  samples,
  type Creation,
} from '../support/samples.js';
import { assertProblem, assertRefused, createTestProxy, shop } from '../support/test-proxy.js';
import { receivedBy } from './field-requests.js';

type Fields = Record<string, unknown>;

describe('The option locations', () => {
  const locations = ['main-street', 'harbour'];

  for (const operation of operationNames.filter((each) => !onboarding.includes(each))) {
    it(`rejects ${operation} for another location`, async () => {
      const proxy = createTestProxy({ locations: ['harbour', 'pier'] });
      // Only estimates have the location in the query. The samples of the other operations already name `main-street`.
      const response = await proxy.send(operation, { query: '?location=main-street' });
      assertRefused(proxy, response, 403, 'location-not-allowed');
      assertAbsent(response.text, 'main-street', 'harbour');
    });
  }

  /** The locations of the option, the location of a request, and the code of the error or the location that is sent. */
  const requests: [allowed: string[], requested: unknown, outcome: ProblemCode | 'harbour'][] = [
    [locations, 'harbour', 'harbour'],
    [locations, 'Harbour', 'location-not-allowed'],
    [locations, 'harbour ', 'location-not-allowed'],
    [locations, 'main-street,harbour', 'location-not-allowed'],
    [locations, undefined, 'invalid-request'],
    [['harbour'], undefined, 'harbour'],
    [['harbour'], 'elsewhere', 'location-not-allowed'],
    [['harbour'], null, 'invalid-request'],
    [['harbour'], '', 'invalid-request'],
  ];
  for (const operation of links) {
    for (const [allowed, requested, outcome] of requests) {
      it(`of ${allowed.join()} makes "${requested}" ${outcome} for ${operation}`, async () => {
        const proxy = createTestProxy({ locations: allowed });
        const body = bodyWith(operation, { location: requested });
        const response = await proxy.send(operation, { body });
        if (outcome === 'harbour') assert.equal(receivedBy(proxy)['location'], outcome);
        else assertRefused(proxy, response, problemRow(outcome).status, outcome);
      });
    }
  }

  it('adds no location to an estimation', async () => {
    const { send, service } = createTestProxy({ locations });
    assert.equal((await send('estimatePayments')).status, 200);
    assert.equal(service.calls[0]!.path, samples.estimatePayments.path);
  });
  it('adds the location to the query of an estimation', async () => {
    const { send, service } = createTestProxy({ locations: ['harbour'] });
    await send('estimatePayments', { query: '?timeZone=America/New_York' });
    const query = new URLSearchParams(service.calls[0]!.path.split('?')[1]);
    assert.deepEqual(Object.fromEntries(query), {
      timeZone: 'America/New_York',
      location: 'harbour',
    });
  });
});

describe('The redirectUrl of a pay-over-time link', () => {
  const listed = [shop, 'https://thanks.example', 'http://localhost:3000'];
  async function askWith(redirectUrl: string) {
    const proxy = createTestProxy({ redirectOrigins: listed });
    const body = bodyWith('createPayOverTimeLink', { redirectUrl });
    return { proxy, response: await proxy.send('createPayOverTimeLink', { body }) };
  }

  // oxfmt-ignore
  const taken = [
    shop, `${shop}/thanks?order=1`, `${shop}:443/thanks`, 'https://SHOP.example/thanks',
    'https://thanks.example/', `https://thanks.example/${'x'.repeat(1000)}`,
    'http://localhost:3000/done',
  ];
  for (const redirectUrl of taken) {
    it(`can be ${redirectUrl}`, async () => {
      const { proxy, response } = await askWith(redirectUrl);
      assert.equal(response.status, 200, response.text);
      assert.equal((proxy.service.calls[0]!.body as Fields).redirectUrl, redirectUrl);
    });
  }

  // oxfmt-ignore
  const refused = [
    'https://evil.example/', `http://shop.example/`, `${shop}.evil.example/`, `${shop}:8443/`,
    `${shop}@evil.example/`, `https://me:pw@shop.example/`, `${shop}\\@evil.example/`,
    `https:\\\\shop.example/`, `blob:${shop}/5f0c`, 'javascript:alert(1)', 'data:text/html,x',
    'about:srcdoc', 'http://localhost:3001/',
  ];
  for (const redirectUrl of refused) {
    it(`can't be ${redirectUrl}`, async () => {
      const { proxy, response } = await askWith(redirectUrl);
      assertRefused(proxy, response, 422, 'redirect-not-allowed');
      assertAbsent(response.text, redirectUrl);
    });
  }

  for (const redirectUrl of ['/thanks', 'thanks', '//thanks.example/', 'https://']) {
    it(`must be absolute, unlike ${JSON.stringify(redirectUrl)}`, async () => {
      const { proxy, response } = await askWith(redirectUrl);
      const { errors } = assertRefused(proxy, response, 400, 'invalid-request');
      assert.deepEqual(errors, [{ path: 'redirectUrl', message: 'Not an absolute URL' }]);
    });
  }
});

const evil = 'https://evil.example';
const thanks = 'https://thanks.example';

/** The headers of a request for a link, the origin to which the link returns, and the options. */
type Case = readonly [
  headers: Readonly<Record<string, string>>,
  leadsTo: string,
  options?: Partial<FinancingProxyOptions>,
];

async function askFor([headers, leadsTo, options]: Case) {
  const proxy = createTestProxy(options);
  const body = bodyWith('createPayOverTimeLink', { redirectUrl: `${leadsTo}/thanks` });
  return { proxy, response: await proxy.send('createPayOverTimeLink', { body, headers }) };
}

const ownPage = { origin: shop, host: 'shop.example', 'sec-fetch-site': 'same-origin' };
const rewritten = { ...ownPage, host: 'internal:8787' };
const forged = { origin: evil, host: 'evil.example', 'sec-fetch-site': 'same-origin' };
const onPort = 'http://localhost:8080';
const [redirectOrigins, allowedOrigins] = [[thanks], [shop]];

const ways: Record<string, Case> = {
  'the page, with no option': [ownPage, shop],
  'the page of a browser without Sec-Fetch-Site': [{ origin: shop, host: 'shop.example' }, shop],
  'the page where there is no Host, by the URL': [{ origin: shop }, shop],
  'the page on a port': [{ origin: onPort, host: 'localhost:8080' }, onPort],
  'an origin of redirectOrigins': [ownPage, thanks, { redirectOrigins }],
  'an origin of allowedOrigins': [rewritten, shop, { allowedOrigins }],
  'an origin of one list where both are set': [ownPage, shop, { allowedOrigins, redirectOrigins }],
  'a named origin, for a program': [{}, thanks, { redirectOrigins }],
};

const detours: Record<string, Case> = {
  'the Origin of a program that claims to be a browser': [
    { ...forged, host: 'shop.example' },
    evil,
  ],
  'the Host of a program': [{ host: 'evil.example' }, evil],
  'the Host of a program that claims to be a browser': [
    { host: 'evil.example', 'sec-fetch-site': 'same-origin' },
    evil,
  ],
  'the page where a reverse proxy rewrites Host': [rewritten, shop],
  'the Origin and Host of a program where redirectOrigins are set': [
    forged,
    evil,
    { redirectOrigins },
  ],
  'the Origin and Host of a program where allowedOrigins are set': [
    forged,
    evil,
    { allowedOrigins },
  ],
  'the page, where other redirectOrigins are set': [ownPage, shop, { redirectOrigins }],
};

describe('The redirectUrl of a link in a text message', () => {
  const askForText = (options: Partial<FinancingProxyOptions>, sendSMS?: boolean) => {
    const proxy = createTestProxy({ sms: true, ...options });
    const fields = { phoneNumber: '4155552671', sendSMS, redirectUrl: `${shop}/thanks` };
    const body = bodyWith('createPayOverTimeLink', fields);
    const headers = { ...ownPage, 'idempotency-key': 'key-of-a-text-to-send' };
    return { proxy, asked: proxy.send('createPayOverTimeLink', { body, headers }) };
  };

  for (const sendSMS of [true, undefined]) {
    it(`can't lead to the page without a listed origin, with sendSMS ${sendSMS}`, async () => {
      const { proxy, asked } = askForText({}, sendSMS);
      assertRefused(proxy, await asked, 422, 'redirect-not-allowed');
    });
  }

  it('can lead to the page if no text message is sent', async () => {
    for (const [options, sendSMS] of [[{}, false] as const, [{ sms: false }] as const]) {
      assert.equal((await askForText(options, sendSMS).asked).status, 200);
    }
  });
});

describe('A redirectUrl, by page and options,', () => {
  for (const [where, each] of Object.entries(ways)) {
    it(`can lead to ${where}`, async () => {
      const { response } = await askFor(each);
      assert.equal(response.status, 200, response.text);
    });
  }

  for (const [where, each] of Object.entries(detours)) {
    it(`can't lead to ${where}`, async () => {
      const { proxy, response } = await askFor(each);
      assertRefused(proxy, response, 422, 'redirect-not-allowed');
    });
  }
});

describe('The url of a link', () => {
  const linkHosts = ['apply.example', 'pay.example:8443'];
  // oxfmt-ignore
  const unsafeUrls = [
    'https://pay.example/1', 'https://evil.example/1', 'https://apply.example.evil.example/1',
    'https://evil.example/https://apply.example', 'https:apply.example/1',
    'https:/apply.example/1', 'https://apply.example/\u202e1', 'http://apply.example/1',
    'https://apply.example@evil.example/', 'https://ann@apply.example/1',
    'https://:secret@apply.example/1', 'https://apply.example\\@evil.example/',
    ' https://apply.example/1', 'https://apply.example/\n1', '//apply.example/1', 'https://',
  ];
  for (const operation of links) {
    for (const [status, url] of [
      ...['https://apply.example/1', 'https://pay.example:8443/1'].map(
        (url) => [200, url] as const,
      ),
      ...unsafeUrls.map((url) => [502, url] as const),
    ]) {
      it(`causes ${status} for ${operation} with linkHosts: ${url}`, async () => {
        const body = { ...(samples[operation].response as Fields), url };
        const { send, log } = createTestProxy({ linkHosts }, () => Response.json(body));
        const response = await send(operation);
        if (status === 200) return assert.equal((response.body as Fields).url, url);
        assertProblem(response, 502, 'invalid-service-response');
        assertAbsent(response.text + JSON.stringify(log), url);
      });
    }
  }

  for (const url of ['http://localhost:8788/1', 'http://127.0.0.1/1', 'http://[::1]/1']) {
    it(`can use http on this machine: ${url}`, async () => {
      const { send } = createTestProxy({}, () => Response.json({ url }));
      assert.deepEqual((await send('createPrequalLink')).body, { url });
    });
  }
});

describe('The options departments and sourcePlatforms', () => {
  const options = { departments: ['7', 'parts'], sourcePlatforms: ['platform-1'] };
  type Row = [Creation, allowed: Fields[], refused: Fields[], code: string];
  const rows: Row[] = [
    [
      'createPayOverTimeLink',
      [{}, { departmentId: '7' }, { departmentId: 'parts' }],
      [{ departmentId: '07' }, { departmentId: 'Parts' }],
      'department-not-allowed',
    ],
    [
      'createPrequalLink',
      [{}, { departmentId: 7 }],
      [{ departmentId: 8 }, { departmentId: 7.5 }, { departmentId: -7 }],
      'department-not-allowed',
    ],
    ...creations.map((operation): Row => [
      operation,
      [{ sourcePlatform: 'platform-1' }],
      [{ sourcePlatform: 'elsewhere' }],
      'source-platform-not-allowed',
    ]),
  ];
  for (const [operation, allowed, refused, code] of rows) {
    it(`are the only values for ${operation}, or the code is ${code}`, async () => {
      for (const fields of refused) {
        const proxy = createTestProxy(options);
        const response = await proxy.send(operation, { body: bodyWith(operation, fields) });
        assertRefused(proxy, response, 403, code);
        assertAbsent(response.text, 'parts', 'platform-1', 'elsewhere');
      }
      for (const fields of allowed) {
        const { send } = createTestProxy(options);
        assert.equal((await send(operation, { body: bodyWith(operation, fields) })).status, 200);
      }
      for (const fields of [...refused, ...allowed]) {
        const { send } = createTestProxy();
        const { status } = await send(operation, { body: bodyWith(operation, fields) });
        assert.equal(status, 200, 'without a list, any');
      }
    });
  }
});
