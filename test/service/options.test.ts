import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createFinancingService, type FinancingServiceOptions } from '../../src/service/index.js';
import { assertOptionError, optionSentinel } from '../support/assertions.js';
import { credentials, serviceUrl } from '../support/samples.js';

/** Options of plain JavaScript, without type checks. */
type Loose = { [Option in keyof FinancingServiceOptions]?: unknown };

function create(options: Loose) {
  const all = { baseUrl: serviceUrl, ...credentials, ...options };
  return createFinancingService(all as unknown as FinancingServiceOptions);
}

/** Returns the base URL of a call. */
async function usedBaseUrl(options: Loose): Promise<string> {
  let url = '';
  const service = create({
    ...options,
    fetch: async (request: Request) => {
      url = request.url;
      return Response.json([]);
    },
  });
  await service.estimatePayments([{ id: 'a', totalAmount: 1 }]);
  assert.ok(url.endsWith('/purchase/api/v1/payment-estimation'), url);
  return url.slice(0, -'/purchase/api/v1/payment-estimation'.length);
}

const value = optionSentinel;
const forEach = (option: string, values: readonly unknown[]): Loose[] =>
  values.map((each) => ({ [option]: each }));

/** Wrong options, by the sentence of their error. */
const wrong: Readonly<Record<string, readonly Loose[]>> = {
  'baseUrl is missing': forEach('baseUrl', [undefined, '']),
  'baseUrl must be a URL such as https://service.example': forEach('baseUrl', [`${value}.example`]),
  'baseUrl must be an https URL': forEach('baseUrl', [
    `ftp://${value}.example`,
    `javascript:${value}`,
  ]),
  'baseUrl has no TLS; use https, or see allowHttp (--allow-http on)': forEach('baseUrl', [
    `http://${value}.example`,
    `http://localhost.${value}.example`,
    `http://127.0.0.1.${value}.example`,
  ]),
  'baseUrl must not contain user information': forEach('baseUrl', [
    `https://me:${value}@service.example`,
    `https://${value}@service.example`,
  ]),
  // An empty query would swallow the path.
  'baseUrl must not contain a query or a fragment': forEach('baseUrl', [
    `https://service.example/?key=${value}`,
    `https://${value}.example?`,
    `https://service.example/#${value}`,
    `https://${value}.example/#`,
  ]),
  'svcKey is missing': forEach('svcKey', [undefined, '']),
  'svcKey has characters that are not allowed in a header': forEach('svcKey', [
    `${value}\n`,
    `${value}\r\nhost: evil`,
    `${value} ${value}`,
    `${value}é`,
    `${value}\0`,
  ]),
  'svcSecret has characters that are not allowed in a header': forEach('svcSecret', [`${value}\n`]),
  // setTimeout would treat 2 ** 31 as 1 ms.
  'timeout must be a whole number of milliseconds from 1 to 600000': forEach('timeout', [
    0,
    -1,
    2 ** 31,
    Infinity,
    NaN,
    '4000',
  ]),
  'linkTimeout must be a whole number of milliseconds from 1 to 600000': forEach(
    'linkTimeout',
    [0, 600_001],
  ),
  'timeOut is unknown; did you mean timeout?': [{ timeOut: 1 } as object],
};

describe('createFinancingService(options)', () => {
  for (const [sentence, all] of Object.entries(wrong)) {
    it(`says: ${sentence}`, () => {
      for (const options of all) assertOptionError(() => create(options), sentence);
    });
  }

  // oxfmt-ignore
  const used: [why: string, options: Loose, baseUrl: string][] = [
    ['keeps a path prefix', { baseUrl: 'https://service.example/a/b' }, 'https://service.example/a/b'],
    ['removes a trailing slash', { baseUrl: 'https://service.example/' }, 'https://service.example'],
    ['removes it from a prefix, too', { baseUrl: 'https://service.example/a/' }, 'https://service.example/a'],
    ['keeps a port', { baseUrl: 'https://service.example:8443' }, 'https://service.example:8443'],
    ['accepts http to localhost', { baseUrl: 'http://localhost:8788' }, 'http://localhost:8788'],
    ['accepts http to a subdomain of localhost', { baseUrl: 'http://service.localhost' }, 'http://service.localhost'],
    ['accepts http to 127.0.0.1', { baseUrl: 'http://127.0.0.1:1234' }, 'http://127.0.0.1:1234'],
    ['accepts http to ::1', { baseUrl: 'http://[::1]:1234' }, 'http://[::1]:1234'],
    ['accepts http to any host with allowHttp', { baseUrl: 'http://service.example', allowHttp: true }, 'http://service.example'],
  ];

  for (const [does, options, baseUrl] of used) {
    it(`${does}`, async () => {
      assert.equal(await usedBaseUrl(options), baseUrl);
    });
  }

  it('accepts credentials of any visible ASCII characters', () => {
    const visible = String.fromCharCode(...Array.from({ length: 94 }, (_, index) => index + 0x21));
    assert.ok(create({ svcKey: visible, svcSecret: visible }));
  });
});
